/** Every way to the scopes of those who run a school, where a second factor is demanded and none was shown. */
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { RIVERSIDE } from '../../scripts/commands/demo/platform.ts';
import { temporaryFolder, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { Mailbox } from '../support/emails.ts';
import { isConsent, NOOR, open, READ_COURSES, RUTH, VENDOR } from '../support/interaction.ts';
import {
  authorize,
  authorizeUrl,
  DEMO,
  exchange,
  introspect,
  makeVerifier,
  obtainTokens,
  refresh,
  type Tokens,
} from '../support/oauth-client.ts';
import { codeAt, secretOn, setUpApp, withPassword } from '../support/second-factor.ts';
import { pathOf } from '../support/with-emails.ts';

const SET_UP = '/account/second-factor/new?';
const OWN_NAVIGATION = { 'sec-fetch-site': 'none' };
const vendorUrl = (): string => authorizeUrl(VENDOR, makeVerifier(), READ_COURSES);
const courses = (app: FastifyInstance, token: string) =>
  app.inject({ method: 'GET', url: '/api/v1/courses', headers: { authorization: `Bearer ${token}` } });
const toolCall = (app: FastifyInstance, token: string) =>
  app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_courses', arguments: {} } },
  });

t.test('no way leads to operator scopes without the second factor that is demanded [RFC 9470 §3, W62]', async (t) => {
  const dataDir = temporaryFolder(t);
  const databaseUrl = databaseFile(t).url;
  const mailbox = new Mailbox(dataDir);
  const before = await testApp(t, { dataDir, databaseUrl });
  const old = new Browser(before.app);
  await withPassword(old, RUTH);
  const scopes = { scope: 'openid courses:read', resource: undefined };
  const tokens = await obtainTokens(before.app, DEMO.adminTool, scopes, { browser: old });
  const pending = await authorize(before.app, DEMO.adminTool, scopes, { browser: old });
  await authorize(before.app, VENDOR, READ_COURSES, { browser: old });
  const silent = await old.get(vendorUrl(), OWN_NAVIGATION);
  t.ok(silent.leavesFor?.searchParams.has('code'), 'until then, the consent is remembered');
  t.equal((await courses(before.app, tokens.access_token)).statusCode, 200);

  // The same school, after the platform has begun to demand two factors of those who run one.
  const { app, clock } = await testApp(t, { dataDir, databaseUrl, seed: false, env: { SECOND_FACTOR: 'staff' } });

  await t.test('an old session, a remembered consent and prompt=none', async (t) => {
    const browser = new Browser(app);
    for (const [name, value] of old.cookies) browser.cookies.set(name, value);
    t.equal((await browser.get('/account')).url, '/account', 'the session is still open');
    const url = vendorUrl();
    t.match((await browser.get(url, OWN_NAVIGATION)).url, SET_UP);
    const none = await browser.get(`${url}&prompt=none`, OWN_NAVIGATION);
    t.equal(none.leavesFor?.searchParams.get('error'), 'interaction_required');
    t.match((await browser.get('/admin/riverside/settings')).url, SET_UP);
  });

  await t.test('a password', async (t) => {
    const browser = new Browser(app);
    await withPassword(browser, RUTH);
    const page = await open(browser, DEMO.adminTool, scopes);
    t.match(page.url, SET_UP);
    const request = new URLSearchParams(page.url.split('?')[1]).get('next') ?? '';
    const forced = await browser.post(`${request}/decision`, [['decision', 'allow']]);
    t.equal(forced.leavesFor, undefined, 'a form that is sent anyway');
  });

  await t.test('access and refresh tokens, and a code that was not redeemed', async (t) => {
    const refreshed = (await refresh(app, DEMO.adminTool, tokens.refresh_token)).json<Tokens>();
    const redeemed = (await exchange(app, DEMO.adminTool, pending)).json<Tokens>();
    for (const { access_token: token } of [tokens, refreshed, redeemed]) {
      const refused = await courses(app, token);
      t.equal(refused.statusCode, 401);
      t.match(refused.headers['www-authenticate'], /error="insufficient_user_authentication"/);
      t.equal(refused.json().title, 'Insufficient user authentication', 'it is neither missing nor invalid');
      t.match(refused.headers['www-authenticate'], /acr_values="[^"]+multi-factor"/);
      t.equal((await toolCall(app, token)).statusCode, 401);
      t.equal((await introspect(app, DEMO.adminTool, token)).scope, 'openid');
    }
  });

  await t.test('a link to a new password', async (t) => {
    const browser = new Browser(app);
    await browser.submit(await browser.get('/password/forgot'), '/password/forgot', { email: NOOR });
    const reset = await browser.get(pathOf((await mailbox.next()).link));
    await browser.submit(reset, '/password/reset', { new_password: 'seven quiet rivers' });
    await withPassword(browser, NOOR, 'seven quiet rivers');
    t.match((await browser.get('/admin/riverside')).url, SET_UP);
    t.notOk(isConsent(await open(browser, DEMO.adminTool, scopes)));
    await mailbox.next();
  });

  await t.test('an invitation', async (t) => {
    const operator = {
      siteId: RIVERSIDE.id,
      personId: 'usr_demo_ruth',
      role: 'owner' as const,
      now: clock.now,
      requestId: 'test',
    };
    const email = 'kei@elsewhere.example';
    await app.school.runOperation(app.school.operations.invite_member, operator, { email, role: 'staff' });
    const browser = new Browser(app);
    const invitation = await browser.get(pathOf((await mailbox.next()).link));
    const account = { name: 'Kei', new_password: 'seven quiet rivers' };
    t.match((await browser.submit(invitation, '/invitation', account)).url, '/sign-in');
    await withPassword(browser, email, 'seven quiet rivers');
    t.match((await browser.get('/admin/riverside')).url, SET_UP);
    t.match((await open(browser, DEMO.adminTool, scopes)).url, SET_UP);
  });

  await t.test('with the second factor, all of it works', async (t) => {
    const browser = new Browser(app);
    await withPassword(browser, RUTH);
    const page = await open(browser, DEMO.adminTool, scopes);
    const secret = secretOn(page);
    await browser.submit(page, '/account/second-factor', { code: codeAt(secret, clock.now) });
    const { access_token: token } = await obtainTokens(app, DEMO.adminTool, scopes, { browser });
    t.equal((await courses(app, token)).statusCode, 200);
    t.equal((await toolCall(app, token)).statusCode, 200);

    const other = new Browser(app);
    const asked = await withPassword(other, RUTH);
    t.equal((await other.get('/account')).url.startsWith('/sign-in'), true, 'the password alone opens nothing now');
    clock.advance(30_000);
    await other.submit(asked, '/sign-in', { code: codeAt(secret, clock.now) });
    const none = await other.get(`${vendorUrl()}&prompt=none`, OWN_NAVIGATION);
    t.ok(none.leavesFor?.searchParams.has('code'), 'silently, too');
  });
});

t.test(
  'a client is told how the person signed in, if it asks, and can demand two factors [OpenID Connect Core §5.5, OpenID Connect Core §5.5.1.1, RFC 8176 §2]',
  async (t) => {
    const { app, clock } = await testApp(t);
    const MULTI_FACTOR = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor';
    const claimsOf = ({ id_token = '' }: Tokens): Record<string, unknown> =>
      JSON.parse(Buffer.from(id_token.split('.')[1] ?? '', 'base64url').toString());
    const essential = (values: string[]) => JSON.stringify({ id_token: { acr: { essential: true, values } } });
    const metadata = (await app.inject('/.well-known/openid-configuration')).json();
    t.match(metadata, { acr_values_supported: [MULTI_FACTOR], claims_parameter_supported: true });

    const ruth = new Browser(app);
    await withPassword(ruth, RUTH);
    const ask = (overrides: Record<string, string>) =>
      obtainTokens(app, DEMO.adminTool, { scope: 'openid', ...overrides }, { browser: ruth });
    t.notMatch(Object.keys(claimsOf(await ask({}))), ['amr']);
    const weak = claimsOf(await ask({ acr_values: MULTI_FACTOR }));
    t.strictSame([weak.amr, weak.acr], [['pwd'], undefined], 'a wish is not a demand');
    const refusedFor = async (claims: string) => {
      const { leavesFor, status } = await open(ruth, VENDOR, { scope: 'openid', resource: undefined, claims });
      return leavesFor?.searchParams.get('error') ?? status;
    };
    t.equal(await refusedFor(essential([MULTI_FACTOR])), 'unmet_authentication_requirements');
    t.equal(await refusedFor(essential(['urn:example:gold'])), 'unmet_authentication_requirements');
    t.equal(await refusedFor('{'), 'invalid_request');

    await setUpApp(ruth, clock);
    const signedInAt = clock.now;
    clock.advance(60_000);
    const strong = claimsOf(
      await ask({
        claims: JSON.stringify({ id_token: { acr: { essential: true, value: MULTI_FACTOR }, auth_time: null } }),
      }),
    );
    t.strictSame([strong.amr, strong.acr], [['pwd', 'otp', 'mfa'], MULTI_FACTOR]);
    t.equal(strong.auth_time, Math.floor(signedInAt / 1000));
  },
);
