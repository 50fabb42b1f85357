/** "Test it here" on the page of a hand-over link: it says what a real request gets, and changes nothing. */
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { REQUESTS_PER_MINUTE } from '../../schema/limits.ts';
import { CALLERS, RIVERSIDE } from '../support/admin.ts';
import { BASE, PASSWORD, type TestAppOptions, testApp } from '../support/app.ts';
import { Browser, type Page } from '../support/browser.ts';
import {
  authorize,
  authorizeUrl,
  CALLBACK,
  DEMO,
  exchange,
  type Fields,
  makeVerifier,
  walkThrough,
} from '../support/oauth-client.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';
import { until } from '../support/until.ts';

t.setTimeout(120_000);

const TEST = '/hand-over/test#test';
const { test: say } = textFor('en').handOver;
const WEB_APP = DEMO.webApp;

async function setting(t: Test, options: TestAppOptions = {}) {
  const made = await testApp(t, options);
  const owner = await signedIn(made.app, CALLERS.owner.email);
  const path = `/admin/riverside/applications/${WEB_APP.id}`;
  const page = await owner.submit(await owner.get(`${path}/hand-over`), '/hand-over', { password: PASSWORD });
  const link = (/id="link"[^>]* value="([^"]*)"/.exec(page.body)?.[1] ?? '').replace(BASE, '');
  const developer = new Browser(made.app);
  developer.headers = { ...developer.headers, host: new URL(BASE).host };
  const test = async (address = ''): Promise<Page> => developer.submit(await developer.get(link), TEST, { address });
  return { ...made, owner, developer, link, path, test };
}

const outcomesOf = ({ body }: Page): string[] =>
  [...body.matchAll(/<span class="badge[^"]*">([^<]*)<\/span><\/li>/g)].map(([, outcome = '']) => outcome);

const testsOf = async (app: FastifyInstance): Promise<number> =>
  (await app.audit.log.page(RIVERSIDE.id, { event: 'handover_tested', clientId: WEB_APP.id }, 20)).length;

t.test('the developer learns what a sign-in would get, and the school that it was tested [E-33]', async (t) => {
  const { app, owner, developer, link, path, test } = await setting(t);
  t.equal(outcomesOf(await developer.get(link)).length, 0, 'nothing is checked before it is asked for');
  const page = await test();
  t.equal(page.status, 200);
  const { OK, Note } = { OK: say.outcome.held, Note: say.outcome.noted };
  t.strictSame(outcomesOf(page), [OK, OK, OK, OK, OK, OK, OK, Note], 'four redirect URIs among them');
  for (const sentence of [
    say.settings.confidential,
    say.redirect.accepted.loopback,
    say.scopes.account,
    say.use.none,
  ]) {
    t.match(said(page), sentence);
  }
  t.match(said(page), say.metadata.held({ issuer: BASE }));
  t.notMatch(page.body, /\bcs_[\w-]{40}/, 'no secret is made');
  t.equal(await testsOf(app), 1);
  t.match(said(await owner.get(`/admin/riverside/audit?client=${WEB_APP.id}`)), 'Checks of Demo Web App were run');

  developer.headers = { ...developer.headers, host: 'other.example' };
  t.match(said(await test()), say.metadata.elsewhere({ host: 'other.example', issuer: BASE }));
  await exchange(app, WEB_APP, await authorize(app, WEB_APP));
  t.match(said(await test()), say.use.some({ people: '1' }));
  await owner.submit(await owner.get(`${path}/developer`), '/hand-over/revoke');
  t.equal((await test().catch(() => developer.get(link))).status, 404, 'with a link that can be used only');
});

t.test('the sign-in to try is a real one, and ends at the app [E-33]', async (t) => {
  const { app, developer, link, test } = await setting(t);
  const [href = ''] = linksOf(await developer.get(link)).filter((one) => one.startsWith('/oauth/authorize'));
  const browser = new Browser(app);
  const { leavesFor } = await walkThrough(browser, await browser.get(href));
  t.match(leavesFor?.href, /^http:\/\/127\.0\.0\.1\/callback\?code=ac_/);
  t.match(said(await test(leavesFor?.href)), say.pasted.code.good);
});

t.test('a pasted request gets the answer that the authorization endpoint gives [E-33]', async (t) => {
  const { app, test } = await setting(t);
  const requests: readonly Fields[] = [
    { code_challenge: undefined },
    { code_challenge_method: 'plain' },
    { state: undefined },
    { state: ['one', 'two'] },
    { scope: 'courses:write' },
    { scope: 'nothing' },
    { resource: undefined },
    { resource: 'https://other.example' },
    { response_type: 'token' },
    { redirect_uri: 'https://evil.example/callback' },
    { redirect_uri: undefined },
    { client_id: undefined },
  ];
  for (const faults of requests) {
    const url = authorizeUrl(WEB_APP, makeVerifier(), faults);
    const real = await app.inject({ url, headers: { accept: 'application/json' } });
    const sent =
      real.headers.location === undefined
        ? real.json()
        : Object.fromEntries(new URL(real.headers.location).searchParams);
    const page = await test(BASE + url);
    t.match(said(page), `${say.pasted.refused} ${sent.error} ${sent.error_description}`, JSON.stringify(faults));
    t.equal(outcomesOf(page)[0], say.outcome.failed);
    t.ok(
      linksOf(page).some((href) => href.endsWith(`/errors#${sent.error}`)),
      'which is explained',
    );
  }
  const right = await test(BASE + authorizeUrl(WEB_APP, makeVerifier()));
  t.match(said(right), say.pasted.accepted);
  t.equal(outcomesOf(right)[0], say.outcome.held);
});

t.test('nothing is fetched for a pasted address, and no other client is looked at [E-33]', async (t) => {
  const asked: string[] = [];
  const { test, logs } = await setting(t, {
    env: { CIMD_OPEN_REGISTRATION: 'on' },
    network: {
      resolve: async (host) => {
        asked.push(host);
        return [];
      },
      dial: () => {
        throw new Error('nobody is called');
      },
    },
  });
  for (const clientId of [
    'https://evil.example/client.json',
    DEMO.cli.id,
    [WEB_APP.id, 'https://evil.example/client.json'],
  ]) {
    const page = await test(BASE + authorizeUrl(WEB_APP, makeVerifier(), { client_id: clientId }));
    t.match(said(page), say.pasted.otherClient({ clientId: WEB_APP.id }));
  }
  for (const address of ['https://evil.example/', 'javascript:alert(1)', 'nonsense', `${BASE}/account`]) {
    t.match(said(await test(address)), say.pasted.neither({ endpoint: `${BASE}/oauth/authorize` }), address);
  }
  t.strictSame(asked, []);
  t.notOk(logs.some((line) => line.includes('evil.example')));
});

t.test('a pasted answer is explained, and its code is neither used up nor anyone else’s [E-33]', async (t) => {
  const { app, clock, test } = await setting(t);
  const answerOf = (code: string, iss = BASE): string =>
    `${CALLBACK}?${new URLSearchParams({ code, state: 's', iss })}`;
  const authorization = await authorize(app, WEB_APP);
  t.match(said(await test(answerOf(authorization.code, 'https://other.example'))), say.pasted.issuer({ issuer: BASE }));
  t.match(said(await test(answerOf(authorization.code))), say.pasted.code.good);
  t.equal((await exchange(app, WEB_APP, authorization)).statusCode, 200, 'the app can still exchange it');
  t.match(said(await test(answerOf(authorization.code))), say.pasted.code.used);

  const other = await authorize(app, DEMO.cli);
  t.match(said(await test(answerOf(other.code))), say.pasted.code.unknown, 'not even whether there is such a code');
  t.match(said(await test(answerOf(`${(await authorize(app, WEB_APP)).code}x`))), say.pasted.code.unknown);
  const late = await authorize(app, WEB_APP);
  clock.advance(61_000);
  t.match(said(await test(answerOf(late.code))), say.pasted.code.late);

  const error = new URLSearchParams({ error: 'access_denied', error_description: '<b>no</b>', iss: BASE });
  const page = await test(`${CALLBACK}?${error}`);
  t.match(said(page), `${say.pasted.error} access_denied <b>no</b>`);
  t.notMatch(page.body, '<b>no</b>', 'what it says is escaped');
});

t.test('the checks need the form of the page, and are limited for each application [E-33]', async (t) => {
  const { app, developer, link, test } = await setting(t, { env: { RATE_LIMITS: 'on' } });
  const token = new URLSearchParams(link.split('?')[1]).get('token') ?? '';
  for (const csrf of ['', 'wrong']) {
    const fields: [string, string][] = [
      ['token', token],
      ['csrf', csrf],
    ];
    t.equal((await developer.post('/hand-over/test', fields)).status, 403);
  }
  for (let times = 0; times < REQUESTS_PER_MINUTE.handOverTests; times += 1) t.equal((await test()).status, 200);
  t.equal((await test()).status, 429);
  t.equal(await testsOf(app), REQUESTS_PER_MINUTE.handOverTests);
});

t.test('the checks of an application are not listed as an attempt to connect', async (t) => {
  const { app, test } = await setting(t);
  t.match(said(await test()), say.metadata.held({ issuer: BASE }));
  const headers = { host: 'elsewhere.example' };
  t.equal((await app.inject({ url: '/.well-known/oauth-authorization-server', headers })).statusCode, 200);
  const listed = async () => (await app.connectionAttempts.page('', { first: 10 }, app.clock())).attempts;
  await until(async () => (await listed()).length > 0);
  const facts = (await listed()).map((one) => one.facts.find(([name]) => name === 'host')?.[1]);
  t.strictSame(facts, ['http://elsewhere.example'], 'the one that came after them is');
});
