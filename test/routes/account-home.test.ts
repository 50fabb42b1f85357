/** The first page of the own account. */
import { randomBytes } from 'node:crypto';
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { CALLERS } from '../support/admin.ts';
import { PASSWORD, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { documentFor, documentHost } from '../support/document-host.ts';
import { DEMO, obtainTokens } from '../support/oauth-client.ts';
import { BEHIND_HTTPS } from '../support/settings.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

const { accountHome: text, events, passkeys, secondFactor } = textFor('en');
const MINUTE = 60_000;

t.test('the account shows the apps and the latest activity of the person, and of nobody else [E-48f]', async (t) => {
  const { app, clock } = await testApp(t);
  const ana = await signedIn(app, CALLERS.member.email);
  t.match(said(await ana.get('/account')), text.apps.none);
  clock.advance(MINUTE);
  await obtainTokens(app, DEMO.notebook, {}, { email: CALLERS.member.email });
  const page = await ana.get('/account');
  const [app1] = await app.oauth.connections.ofPerson(CALLERS.member.id, clock.now);
  t.match(
    said(page),
    `${app1?.client.name} ${text.apps.at({ school: 'Riverside Academy', scopes: app1?.scopes.length ?? 0 })}`,
  );
  const allowed = events.consent_given.atSchool.you({ app: String(app1?.client.name), school: 'Riverside Academy' });
  t.match(said(page), allowed);
  t.ok(linksOf(page).includes('/account/connected-apps'));
  const ivan = await signedIn(app, CALLERS.instructor.email);
  const other = said(await ivan.get('/account'));
  t.match(other, text.apps.none);
  t.notMatch(other, allowed);

  await app.oauth.connections.endMember('site_demo_riverside', CALLERS.member.id, {
    event: 'grant_revoked',
    at: clock.now,
    personId: CALLERS.member.id,
    siteId: 'site_demo_riverside',
  });
  t.match(said(await ana.get('/account')), text.apps.none, 'ended');
});

t.test('an account without an app says which school offers assistants', async (t) => {
  const claude = 'https://claude.ai/oauth/mcp-oauth-client-metadata';
  const host = await documentHost(t);
  host.serve(claude, documentFor(claude, { client_name: 'Claude' }));
  const { app, clock } = await testApp(t, { network: host.network });
  const ana = await signedIn(app, CALLERS.member.email);
  const offered = text.apps.offered({ school: 'Riverside Academy' });
  const guide = '/account/assistants/riverside';
  t.notMatch(said(await ana.get('/account')), offered, 'no school does');
  const found = await app.oauth.resolveClient(claude);
  if (found?.origin !== 'metadata_document') throw new Error('no such client');
  await app.oauth.metadataClients.adopt(found, 'site_demo_riverside', { at: clock.now });
  const page = await ana.get('/account');
  t.match(said(page), offered);
  t.ok(linksOf(page).includes(guide));
  t.notMatch(said(await (await signedIn(app, CALLERS.foreignOwner.email)).get('/account')), offered, 'another school');
  await obtainTokens(app, DEMO.notebook, {}, { email: CALLERS.member.email });
  t.notMatch(said(await ana.get('/account')), offered, 'she knows how to connect one');
});

t.test('the account lists at most five apps and five events, and leads to the rest [E-48f]', async (t) => {
  const { app, clock } = await testApp(t);
  const ana = await signedIn(app, CALLERS.member.email);
  for (let n = 0; n < 7; n += 1) {
    clock.advance(MINUTE);
    await app.audit.record({ event: 'sign_in_failed', at: clock.now, personId: CALLERS.member.id, requestId: `r${n}` });
  }
  const page = await ana.get('/account');
  t.equal(said(page).split(events.sign_in_failed.you).length - 1, 5);
  t.ok(linksOf(page).includes('/account/activity'));
});

t.test('the account says what is left to set up, until it is [E-48f]', async (t) => {
  const file = databaseFile(t);
  const { app } = await testApp(t, { databaseUrl: file.url });
  const ana = await signedIn(app, CALLERS.member.email);
  const shown = async () => said(await ana.get('/account'));
  t.notMatch(await shown(), text.setUp.email);
  t.match(await shown(), secondFactor.setUp);
  await file.edit('update people set email_verified = ? where id = ?', false, CALLERS.member.id);
  t.match(await shown(), text.setUp.email);
  await file.edit('update people set email_verified = ? where id = ?', true, CALLERS.member.id);
  t.notMatch(await shown(), text.setUp.email);
  await file.edit(
    'insert into passkeys (id, person_id, name, public_key, counter, transports, is_backed_up, created_at) values (?, ?, ?, ?, ?, ?, ?, ?)',
    ...['key', CALLERS.member.id, 'Phone', Buffer.from('key'), 0, '[]', false, 0],
  );
  t.notMatch(await shown(), text.setUp.title);
});

t.test(
  'a passkey is asked for only where there can be one; on this computer a command makes it possible',
  async (t) => {
    const pageOf = async (path: string, env: Record<string, string>): Promise<string> => {
      const { app } = await testApp(t, { env });
      const browser = new Browser(app, env.BASE_URL);
      const credentials = { email: CALLERS.member.email, password: PASSWORD };
      await browser.submit(await browser.get('/sign-in'), '/sign-in', credentials);
      return said(await browser.get(path));
    };
    const named = { BASE_URL: 'http://localhost:3000' };
    t.match(await pageOf('/account', named), text.setUp.factor);
    t.notMatch(await pageOf('/account/sign-in', named), 'schoolgate serve');
    t.notMatch(await pageOf('/account', { BASE_URL: 'http://127.0.0.1:3000' }), text.setUp.factor);
    const commands = {
      'http://127.0.0.1:3000': `${passkeys.byCommand} BASE_URL=http://localhost:3000 schoolgate serve`,
      'http://[::1]:3007': `${passkeys.byCommand} PORT=3007 BASE_URL=http://localhost:3007 schoolgate serve`,
    };
    for (const [address, command] of Object.entries(commands)) {
      const page = await pageOf('/account/sign-in', { BASE_URL: address, PORT: new URL(address).port });
      t.ok(page.includes(`${passkeys.unavailable} ${command}`), page);
    }
    const elsewhere = await pageOf('/account/sign-in', {
      BASE_URL: 'https://192.0.2.7',
      MASTER_KEY: randomBytes(32).toString('base64'),
      ...BEHIND_HTTPS,
    });
    t.match(elsewhere, passkeys.unavailable);
    t.notMatch(elsewhere, 'schoolgate serve', 'nobody else can open the name of this computer');
  },
);
