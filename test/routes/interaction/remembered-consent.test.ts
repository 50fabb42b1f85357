import t from 'tap';
import { PASSWORD, testApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import {
  ALLOWED_BEFORE,
  ANA,
  afterSignIn,
  CHIE,
  isConsent,
  isSignIn,
  NOOR,
  open,
  READ_COURSES,
  RUTH,
  register,
  requestOf,
  ticksOf,
  VENDOR,
  wentWithCode,
  wentWithError,
} from '../../support/interaction.ts';
import {
  authorize,
  authorizeUrl,
  codeFields,
  DEMO,
  exchange,
  type Fields,
  makeVerifier,
  obtainTokens,
  postForm,
  type TestClient,
  type WalkOptions,
} from '../../support/oauth-client.ts';

const DAY = 86_400_000;

t.test('consent that was given before', async (t) => {
  const { app, clock } = await testApp(t);
  const start = async (email: string, client: TestClient, overrides: Fields = {}, options: WalkOptions = {}) => {
    const browser = new Browser(app);
    await authorize(app, client, overrides, { browser, email, ...options });
    return browser;
  };

  t.test(
    'a client of the school with a fixed https redirect URI is not asked about twice [E-20, RFC 9700 §2]',
    async (t) => {
      const browser = new Browser(app);
      const first = await afterSignIn(browser, ANA, DEMO.portal);
      t.ok(isConsent(first));
      wentWithError(t, await open(browser, DEMO.portal, { prompt: 'none' }), 'consent_required');
      wentWithCode(t, await browser.submit(first, '/decision', { decision: 'allow' }), 'allowed');

      wentWithCode(t, await open(browser, DEMO.portal), 'silent');
      wentWithCode(t, await open(browser, DEMO.portal, { prompt: 'none' }), 'silent with prompt=none');
      wentWithCode(t, await open(browser, DEMO.portal, {}, { 'sec-fetch-site': 'cross-site' }), 'from anywhere');
      const elsewhere = new Browser(app);
      const page = await afterSignIn(elsewhere, ANA, DEMO.portal);
      wentWithCode(t, page, 'in another browser too, after the sign-in');
      t.ok(isConsent(await afterSignIn(new Browser(app), CHIE, DEMO.portal)), 'but not for another person');
      const silent = await app.audit.log.page('site_demo_riverside', { event: 'code_issued_silently' }, 9);
      t.strictSame(
        silent.map(({ personEmail, clientId, ip }) => [personEmail, clientId, ip]),
        Array(4).fill([ANA, DEMO.portal.id, '127.0.0.1']),
        'and each code is recorded',
      );
    },
  );

  t.test('prompt=consent asks again, with the earlier choice filled in [E-20]', async (t) => {
    const browser = await start(ANA, DEMO.portal);
    const page = await open(browser, DEMO.portal, { prompt: 'consent' });
    t.ok(isConsent(page));
    t.match(page.body, ALLOWED_BEFORE);
    wentWithCode(t, await browser.submit(page, '/decision', { decision: 'allow' }), 'one click');
  });

  t.test('a loopback redirect URI takes consent each time, one click away [RFC 8252 §8.6, W15]', async (t) => {
    for (const client of [DEMO.cli, DEMO.webApp]) {
      const browser = await start(ANA, client);
      wentWithError(t, await open(browser, client, { prompt: 'none' }), 'consent_required');
      const page = await open(browser, client, {}, { 'sec-fetch-site': 'none' });
      t.ok(isConsent(page));
      t.match(page.body, ALLOWED_BEFORE);
      wentWithCode(t, await browser.submit(page, '/decision', { decision: 'allow' }), 'one click');
    }
  });

  t.test('a client that registered itself is never approved without asking [ASVS 10.7.1, W15]', async (t) => {
    const client = await register(app);
    const identity = { scope: 'openid', resource: undefined };
    const browser = await start(ANA, client, identity);
    wentWithError(t, await open(browser, client, { ...identity, prompt: 'none' }), 'consent_required');
    t.ok(isConsent(await open(browser, client, identity, { 'sec-fetch-site': 'same-origin' })));
  });

  t.test('consent is asked for when scopes are added, and not when some are left out [E-20]', async (t) => {
    const browser = await start(CHIE, DEMO.portal, { scope: 'openid email' });
    wentWithCode(t, await open(browser, DEMO.portal, { scope: 'openid' }), 'fewer');
    wentWithCode(t, await open(browser, DEMO.portal, { scope: 'email openid' }), 'in another order');
    const more = { scope: 'openid email account:read' };
    wentWithError(t, await open(browser, DEMO.portal, { ...more, prompt: 'none' }), 'consent_required');
    const page = await open(browser, DEMO.portal, more);
    t.ok(isConsent(page));
    t.equal(page.body.split(ALLOWED_BEFORE).length - 1, 2, 'the two of before are marked');
    wentWithCode(t, await browser.submit(page, '/decision', { decision: 'allow' }), 'allowed');
    wentWithCode(t, await open(browser, DEMO.portal, more), 'then silent');
  });

  t.test('requesting fewer scopes than before silently grants only those [E-20]', async (t) => {
    const browser = await start(ANA, DEMO.portal);
    const verifier = makeVerifier();
    const page = await browser.get(authorizeUrl(DEMO.portal, verifier, { scope: 'openid' }));
    const code = wentWithCode(t, page, 'silent').get('code') ?? '';
    const response = await exchange(app, DEMO.portal, { code, verifier, params: new URLSearchParams() });
    t.equal(response.json().scope, 'openid');
  });

  t.test(
    'a scope that was left out is asked about again, and stays out of answers without a page [E-20]',
    async (t) => {
      const browser = new Browser(app);
      const page = await afterSignIn(browser, 'ben@riverside.example', DEMO.portal);
      wentWithCode(t, await browser.submit(page, '/decision', { decision: 'allow', scope: [] }), 'allowed in part');
      const tokens = await obtainTokens(app, DEMO.portal, { prompt: 'none' }, { browser });
      t.equal(tokens.scope, 'openid profile email');
      const again = await open(browser, DEMO.portal);
      t.ok(isConsent(again), 'no redirect without a person, which the client could only follow by another request');
      t.strictSame(ticksOf(again), []);
      wentWithCode(
        t,
        await browser.submit(again, '/decision', { decision: 'allow', scope: ['account:read'] }),
        'now all',
      );
      t.match((await obtainTokens(app, DEMO.portal, {}, { browser })).scope, 'account:read');
    },
  );

  t.test('consent is asked for again when none of the requested scopes was granted before [E-20]', async (t) => {
    const browser = new Browser(app);
    const page = await afterSignIn(browser, 'ben@riverside.example', DEMO.portal, { prompt: 'consent' });
    wentWithCode(t, await browser.submit(page, '/decision', { decision: 'allow', scope: [] }), 'allowed in part');
    t.ok(isConsent(await open(browser, DEMO.portal, { scope: 'account:read' })));
  });

  t.test('revoking a grant forgets the consent, revoking an access token does not [E-20]', async (t) => {
    const browser = new Browser(app);
    const tokens = await obtainTokens(app, DEMO.portal, {}, { browser });
    const revoke = (token: string) =>
      postForm(app, '/api/oauth/revoke', { token, client_id: DEMO.portal.id, client_secret: DEMO.portal.secret });
    await revoke(tokens.access_token);
    wentWithCode(t, await open(browser, DEMO.portal), 'still silent');
    await revoke(tokens.refresh_token);
    const page = await open(browser, DEMO.portal);
    t.ok(isConsent(page));
    t.notMatch(page.body, ALLOWED_BEFORE);
    wentWithError(t, await open(browser, DEMO.portal, { prompt: 'none' }), 'consent_required');
  });

  t.test('redeeming a code twice forgets the consent [E-20]', async (t) => {
    const browser = new Browser(app);
    const authorization = await authorize(app, DEMO.portal, {}, { browser });
    t.equal((await exchange(app, DEMO.portal, authorization)).statusCode, 200);
    const replay = await postForm(app, '/api/oauth/token', codeFields(DEMO.portal, authorization));
    t.equal(replay.json().error, 'invalid_grant');
    t.ok(isConsent(await open(browser, DEMO.portal)));
  });

  t.test('a consent that is unused for a year is forgotten, and each use starts the year anew [E-20]', async (t) => {
    await start('ivan@riverside.example', DEMO.portal);
    const later = async () => afterSignIn(new Browser(app), 'ivan@riverside.example', DEMO.portal);
    clock.advance(364 * DAY);
    wentWithCode(t, await later(), 'after 364 days');
    clock.advance(364 * DAY);
    wentWithCode(t, await later(), 'and 364 more');
    clock.advance(365 * DAY);
    const page = await later();
    t.ok(isConsent(page), 'not after a year');
    t.notMatch(page.body, ALLOWED_BEFORE);
  });

  t.test('a vendor client is approved silently only when provably no other site sent the browser [E-20]', async (t) => {
    const browser = await start(RUTH, VENDOR, READ_COURSES);
    wentWithCode(t, await open(browser, VENDOR, READ_COURSES, { 'sec-fetch-site': 'none' }), 'by itself');
    for (const [site, why] of [
      ['same-origin', 'a link of a school on a page of ours'],
      ['same-site', 'a sibling subdomain'],
    ] as const) {
      t.ok(isConsent(await open(browser, VENDOR, READ_COURSES, { 'sec-fetch-site': site })), why);
    }
    t.ok(isConsent(await open(browser, VENDOR, READ_COURSES)), 'a browser that does not say');
    const page = await open(browser, VENDOR, READ_COURSES, { 'sec-fetch-site': 'cross-site' });
    t.ok(isConsent(page));
    t.match(page.body, ALLOWED_BEFORE);
    const none = { ...READ_COURSES, prompt: 'none' };
    wentWithError(t, await open(browser, VENDOR, none, { 'sec-fetch-site': 'cross-site' }), 'consent_required');
    wentWithCode(t, await open(browser, VENDOR, none, { 'sec-fetch-site': 'none' }), 'prompt=none');
  });

  t.test(
    'a request that another site sent stays one through sign-in, choice of school and reload [E-20]',
    async (t) => {
      await start(RUTH, VENDOR, READ_COURSES);
      const cold = new Browser(app);
      const first = await open(cold, VENDOR, READ_COURSES, { 'sec-fetch-site': 'cross-site' });
      t.ok(isSignIn(first));
      const page = await cold.submit(first, '/sign-in', { email: RUTH, password: PASSWORD });
      t.equal(page.leavesFor, undefined, 'not approved by the sign-in alone');
      t.ok(isConsent(page));
      const reloaded = await cold.get(requestOf(page), { 'sec-fetch-site': 'same-origin' });
      t.equal(reloaded.leavesFor, undefined, 'nor by opening the page again');
      t.ok(isConsent(reloaded));

      await start(NOOR, VENDOR, READ_COURSES, { site: 'site_demo_riverside' });
      const noor = await start(NOOR, DEMO.portal);
      const picker = await open(noor, VENDOR, READ_COURSES, { 'sec-fetch-site': 'cross-site' });
      const chosen = await noor.submit(picker, '/site', { site: 'site_demo_riverside' });
      t.equal(chosen.leavesFor, undefined, 'nor by the choice of a school');
      t.ok(isConsent(chosen));
    },
  );

  t.test('a vendor client on loopback or in an app is asked about each time [E-20]', async (t) => {
    const tool = { ...VENDOR, redirectUri: 'http://127.0.0.1:4711/cb' };
    const browser = await start(RUTH, tool, READ_COURSES);
    t.ok(isConsent(await open(browser, tool, READ_COURSES, { 'sec-fetch-site': 'none' })));
    wentWithError(t, await open(browser, tool, { ...READ_COURSES, prompt: 'none' }), 'consent_required');
    const cursor = { ...VENDOR, id: 'c_vendor_cursor', redirectUri: 'cursor://anysphere.cursor-mcp/oauth/callback' };
    const page = await open(browser, cursor, READ_COURSES);
    await browser.submit(page, '/decision', { decision: 'allow' });
    t.ok(isConsent(await open(browser, cursor, READ_COURSES, { 'sec-fetch-site': 'none' })));
  });

  t.test('consent is remembered for each client and each school separately [E-20]', async (t) => {
    const browser = await start(NOOR, VENDOR, READ_COURSES, { site: 'site_demo_harbour' });
    const at = (org_id: string) => open(browser, VENDOR, { ...READ_COURSES, org_id }, { 'sec-fetch-site': 'none' });
    wentWithCode(t, await at('site_demo_harbour'), 'the school it was allowed for');
    const chatgpt = {
      ...VENDOR,
      id: 'c_vendor_chatgpt',
      redirectUri: 'https://chatgpt.com/connector_platform_oauth_redirect',
    };
    const other = await open(browser, chatgpt, { ...READ_COURSES, org_id: 'site_demo_harbour' });
    t.ok(isConsent(other));
    t.notMatch(other.body, ALLOWED_BEFORE);
  });
});
