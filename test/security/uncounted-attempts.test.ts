/** Attempts to sign in that fail because something of the server is broken, and so say nothing about the person. */
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { SECOND_FACTOR_PER_ACCOUNT, SIGN_IN_PER_ACCOUNT, SIGN_IN_PER_NETWORK } from '../../schema/throttle.ts';
import { PASSWORD, temporaryFolder, testApp } from '../support/app.ts';
import { challengeOf, devicePasskey } from '../support/authenticator.ts';
import { Browser, type Page } from '../support/browser.ts';
import { type DatabaseFile, databaseFile, ENGINE } from '../support/database-edit.ts';
import { setUpApp, withPassword } from '../support/second-factor.ts';

const ANA = 'ana@riverside.example';
const ORIGIN = 'http://localhost:3000';

/** Makes every change of one kind fail in a table. @returns what repairs it */
async function breakTable(file: DatabaseFile, event: 'update' | 'delete', table: string): Promise<() => Promise<void>> {
  if (ENGINE === 'sqlite') {
    await file.run(`create trigger broken before ${event} on ${table} begin select raise(abort, 'broken'); end`);
  } else {
    await file.run(
      `create or replace function broken() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`,
    );
    await file.run(`create trigger broken before ${event} on ${table} for each row execute function broken()`);
  }
  return () => file.run(ENGINE === 'sqlite' ? 'drop trigger broken' : `drop trigger broken on ${table}`);
}

/** Uses up the failures that a network may have, all but one. */
async function leaveOne({ throttle }: FastifyInstance): Promise<void> {
  const { limit, windowMs } = SIGN_IN_PER_NETWORK;
  const others = { ...SIGN_IN_PER_NETWORK, limit: 1, windowMs: windowMs - Math.floor(windowMs / limit) };
  await throttle.takeFrom('sign_in_network', '127.0.0.1', others);
}

t.test('a right password counts for nobody if the sign-in fails afterwards', async (t) => {
  const file = databaseFile(t);
  const { app } = await testApp(t, { databaseUrl: file.url });
  await leaveOne(app);
  const repair = await breakTable(file, 'delete', 'throttles');
  for (let n = 0; n <= SIGN_IN_PER_ACCOUNT.limit; n += 1) {
    t.equal((await withPassword(new Browser(app), ANA)).status, 500);
  }
  await repair();
  t.equal((await withPassword(new Browser(app), ANA)).url, '/account/schools/riverside');
  t.equal((await withPassword(new Browser(app), ANA, 'wrong')).status, 400, 'a wrong one is judged');
  t.equal((await withPassword(new Browser(app), ANA, 'wrong')).status, 429, 'and counts');
});

t.test('a code of an authenticator app or a recovery code counts only if it is wrong', async (t) => {
  const file = databaseFile(t);
  const { app, clock } = await testApp(t, { databaseUrl: file.url, dataDir: temporaryFolder(t) });
  const first = new Browser(app);
  await withPassword(first, ANA);
  const { next, recoveryCodes } = await setUpApp(first, clock);

  const browser = new Browser(app);
  const asked = await withPassword(browser, ANA);
  const answer = (filled: Record<string, string>): Promise<Page> => browser.submit(asked, '/sign-in', filled);
  for (const [event, table, filled] of [
    ['update', 'authenticators', () => ({ code: next() })],
    ['delete', 'recovery_codes', () => ({ recovery_code: recoveryCodes[0] ?? '' })],
    ['delete', 'throttles', () => ({ recovery_code: recoveryCodes.pop() ?? '' })],
  ] as const) {
    const repair = await breakTable(file, event, table);
    for (let n = 0; n < SECOND_FACTOR_PER_ACCOUNT.limit / 2; n += 1) t.equal((await answer(filled())).status, 500);
    await repair();
  }
  t.equal((await answer({ code: next() })).url, '/account/schools/riverside');
});

t.test('the answer of a passkey counts only if it is invalid', async (t) => {
  const file = databaseFile(t);
  const { app } = await testApp(t, { databaseUrl: file.url, env: { BASE_URL: ORIGIN } });
  const challengeIn = ({ body }: Page): string =>
    challengeOf((/data-passkey="([^"]*)"/.exec(body)?.[1] ?? '{}').replaceAll('&quot;', '"'));
  const browser = new Browser(app, ORIGIN);
  await withPassword(browser, ANA);
  const device = devicePasskey(ORIGIN);
  const ask = '/account/passkeys/new';
  const named = await browser.submit(await browser.get(ask), ask, { password: PASSWORD });
  await browser.submit(named, '/account/passkeys', { name: 'Laptop', passkey: device.attest(challengeIn(named)) });

  const signIn = async (passkey = ''): Promise<Page> => {
    const visitor = new Browser(app, ORIGIN);
    const page = await visitor.get('/sign-in');
    return visitor.submit(page, '/sign-in', { passkey: passkey || device.assert(challengeIn(page)) });
  };
  await leaveOne(app);
  const repair = await breakTable(file, 'update', 'passkeys');
  t.equal((await signIn()).status, 500);
  t.equal((await signIn()).status, 500);
  await repair();
  t.equal((await signIn()).url, '/account/schools/riverside');
  t.equal((await signIn('{}')).status, 400, 'an invalid one is judged');
  t.equal((await signIn()).status, 429, 'and counts');
});
