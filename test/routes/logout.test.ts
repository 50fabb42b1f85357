import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { BASE, testApp } from '../support/app.ts';
import { Browser, formsOf, type Page } from '../support/browser.ts';
import {
  authorize,
  authorizeUrl,
  DEMO,
  encode,
  type Fields,
  introspect,
  makeVerifier,
  obtainTokens,
  PORTAL_CALLBACK,
  refresh,
  userinfo,
} from '../support/oauth-client.ts';

const CHIE = 'chie@riverside.example';
const SIGNED_OUT = 'https://portal.riverside.example/signed-out';
const DAY = 86_400_000;
const HTML = 'text/html';

const logoutUrl = (fields: Fields = {}): string => `/oauth/logout?${encode(fields)}`;
const { signOut, message, goingOn } = textFor('en');

/** Signed in, and known to the portal, so that every silent answer shows that the session lives. */
async function signedIn(app: FastifyInstance, email?: string): Promise<{ browser: Browser; idToken: string }> {
  const browser = new Browser(app);
  const options = email === undefined ? { browser } : { browser, email };
  const { id_token: idToken = '' } = await obtainTokens(app, DEMO.portal, {}, options);
  return { browser, idToken };
}

const isSignedIn = async (browser: Browser): Promise<boolean> => {
  const { leavesFor } = await browser.get(authorizeUrl(DEMO.portal, makeVerifier(), { prompt: 'none' }));
  return leavesFor?.searchParams.has('code') ?? false;
};

function asked(t: Test, page: Page, about = 'asked first'): void {
  t.equal(page.status, 200, about);
  t.match(page.body, `<h1>${signOut.title}</h1>`);
  t.equal(page.leavesFor, undefined);
}

function saidSignedOut(t: Test, page: Page): void {
  t.equal(page.status, 200);
  t.match(page.body, `<h1>${message.signed_out.title}</h1>`);
  t.equal(page.leavesFor, undefined);
}

/** One POST to the form's address as this browser, not followed. */
function confirm(
  app: FastifyInstance,
  browser: Browser,
  fields: Fields,
  headers: Record<string, string> = { origin: BASE },
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: 'POST',
    url: '/oauth/logout/confirm',
    headers: {
      accept: HTML,
      'content-type': 'application/x-www-form-urlencoded',
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...headers,
    },
    payload: encode(fields),
  });
}

const csrfOf = (page: Page): string =>
  formsOf(page.body)
    .find(({ action }) => action === '/oauth/logout/confirm')
    ?.fields.find(([name]) => name === 'csrf')?.[1] ?? '';

t.test('logout without an ID token hint of the signed-in person', async (t) => {
  const { app, clock } = await testApp(t);

  t.test('a GET or POST from anywhere asks for confirmation, and signs no one out [W14, ASVS 10.6.2]', async (t) => {
    const { browser } = await signedIn(app);
    const { idToken: foreign } = await signedIn(app, CHIE);
    const [head = '', payload = '', signature = ''] = foreign.split('.');
    const { sub: _, ...claims } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const own = encoded({ ...claims, sub: 'usr_demo_ana' });
    for (const hint of [
      undefined,
      '',
      'x',
      foreign,
      `${head}.${own}.${signature}`,
      `${encoded({ alg: 'none' })}.${own}.`,
      `${head}.${payload}.`,
    ]) {
      const fields = { id_token_hint: hint, post_logout_redirect_uri: SIGNED_OUT, client_id: DEMO.portal.id };
      asked(t, await browser.get(logoutUrl(fields), { 'sec-fetch-site': 'cross-site' }));
      const form = Object.entries(fields).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, value]],
      );
      const evil = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };
      asked(t, await browser.post('/oauth/logout', form, evil));
    }
    t.ok(await isSignedIn(browser));
  });

  t.test(
    'an ID token hint issued to a client other than client_id is ignored [OpenID Connect RP-Initiated Logout §2]',
    async (t) => {
      const { browser, idToken } = await signedIn(app);
      for (const client_id of [DEMO.cli.id, 'c_nobody']) {
        const page = await browser.get(
          logoutUrl({ id_token_hint: idToken, client_id, post_logout_redirect_uri: SIGNED_OUT }),
        );
        asked(t, page);
        t.ok(await isSignedIn(browser));
        saidSignedOut(t, await browser.submit(page, '/confirm'));
        t.notOk(await isSignedIn(browser), 'the person may sign out all the same');
        await authorize(app, DEMO.portal, {}, { browser });
      }
    },
  );

  t.test(
    'after confirming, the person is signed out and sent to the post-logout redirect URI [OpenID Connect RP-Initiated Logout §2]',
    async (t) => {
      const { browser } = await signedIn(app);
      const { idToken } = await signedIn(app, CHIE);
      const page = await browser.get(
        logoutUrl({ id_token_hint: idToken, post_logout_redirect_uri: SIGNED_OUT, state: 'a b&c"<' }),
      );
      asked(t, page);
      t.match(page.body, 'Ana Lima', 'it says who is signed in');
      t.match(page.headers, { 'content-security-policy': /form-action 'self'/, 'referrer-policy': 'same-origin' });
      const left = await browser.submit(page, '/confirm');
      t.equal(left.status, 200, 'a page that goes on by itself');
      t.equal(left.leavesFor?.href.startsWith(SIGNED_OUT), true);
      t.equal(left.leavesFor?.searchParams.get('state'), 'a b&c"<');
      t.match(left.body, goingOn.signed_out.title);
      t.match(left.headers, { 'content-security-policy': /form-action 'none'/, 'cache-control': 'no-store' });
      t.notOk(browser.cookies.has('sid'), 'the cookie is gone');
      t.notOk(await isSignedIn(browser));
    },
  );

  t.test('the confirmation form counts only from our own origin and for its own session [W14]', async (t) => {
    const { browser } = await signedIn(app);
    const page = await browser.get(logoutUrl());
    const csrf = csrfOf(page);
    const { browser: other } = await signedIn(app, CHIE);
    const theirs = csrfOf(await other.get(logoutUrl()));
    t.not(csrf, theirs);
    for (const headers of [
      { origin: 'https://evil.test' },
      { origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' },
      { origin: 'null' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      {},
    ]) {
      const response = await confirm(app, browser, { csrf }, headers);
      t.equal(response.statusCode, 403, JSON.stringify(headers));
      t.match(response.body, message.forbidden_origin.title);
    }
    for (const wrong of [theirs, '', undefined, `${csrf}x`]) {
      const response = await confirm(app, browser, { csrf: wrong });
      t.match(response.body, `<h1>${signOut.title}</h1>`, 'asked again');
    }
    t.ok(await isSignedIn(browser));
    const yes = await confirm(app, browser, { csrf }, { origin: 'null', 'sec-fetch-site': 'same-origin' });
    t.match(yes.body, message.signed_out.title);
    t.notOk(await isSignedIn(browser));
  });

  t.test('a GET of the confirmation endpoint is 405 and signs no one out [ASVS 3.5.3]', async (t) => {
    const { browser } = await signedIn(app);
    t.equal((await browser.get('/oauth/logout/confirm')).status, 405);
    t.ok(await isSignedIn(browser));
  });

  t.test(
    'logout without a hint shows a link to the post-logout redirect URI and redirects no one [OpenID Connect RP-Initiated Logout §3]',
    async (t) => {
      const browser = new Browser(app);
      saidSignedOut(t, await browser.get(logoutUrl()));
      const named = { client_id: DEMO.portal.id, post_logout_redirect_uri: SIGNED_OUT, state: 's' };
      const left = await browser.get(logoutUrl(named));
      saidSignedOut(t, left);
      t.match(left.body, `<a href="${SIGNED_OUT}?state=s"`);
      t.match(left.body, goingOn.link({ app: 'portal.riverside.example' }));
      saidSignedOut(t, await browser.get(logoutUrl({ ...named, id_token_hint: 'e30.e30.x' })));
      const { browser: own } = await signedIn(app);
      saidSignedOut(t, await own.submit(await own.get(logoutUrl(named)), '/confirm'));
    },
  );

  t.test('a repeated parameter is invalid_request, and no one is signed out [RFC 6749 §3.1]', async (t) => {
    const { browser, idToken } = await signedIn(app);
    for (const fields of [
      { id_token_hint: [idToken, idToken] },
      { id_token_hint: idToken, state: ['a', 'b'] },
      { id_token_hint: idToken, client_id: [DEMO.portal.id, DEMO.portal.id] },
      { id_token_hint: idToken, post_logout_redirect_uri: [SIGNED_OUT, 'https://evil.test/'] },
    ]) {
      const page = await browser.get(logoutUrl(fields));
      t.equal(page.status, 400);
      t.match(page.body, '<code>invalid_request</code>');
    }
    t.ok(await isSignedIn(browser));
    const state = { state: ['a', 'b'], id_token_hint: idToken };
    t.equal(
      (await app.inject({ url: logoutUrl(state), headers: { accept: 'application/json' } })).json().error,
      'invalid_request',
    );
  });

  t.test('the state that the confirmation page carries over is escaped [ASVS 1.2.1]', async (t) => {
    const { browser } = await signedIn(app);
    const state = '"><script>alert(1)</script>';
    const page = await browser.get(logoutUrl({ state, ui_locales: 'de' }));
    t.notMatch(page.body, '<script');
    t.strictSame(
      formsOf(page.body)[0]?.fields.find(([name]) => name === 'state'),
      ['state', state],
    );
    t.match(page.body, '<html lang="de">');
    clock.advance(1);
  });
});

t.test('logout with an ID token hint of the signed-in person', async (t) => {
  const { app, clock } = await testApp(t);

  t.test(
    'the session ends immediately on the server, so a retained cookie gives no access [OpenID Connect RP-Initiated Logout §2, CVE-2024-31999]',
    async (t) => {
      const { browser, idToken } = await signedIn(app);
      const { browser: elsewhere } = await signedIn(app);
      const sid = browser.cookies.get('sid') ?? '';
      const raw = await app.inject({
        url: logoutUrl({ id_token_hint: idToken }),
        headers: { accept: HTML, cookie: `sid=${sid}` },
      });
      t.match(raw.headers['set-cookie'], /^sid=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/);
      t.match(raw.body, message.signed_out.title);
      t.match(raw.headers, { 'cache-control': 'no-store', 'x-frame-options': 'DENY' });
      t.equal(browser.cookies.get('sid'), sid);
      t.notOk(await isSignedIn(browser), 'a kept cookie opens nothing');
      t.ok(await isSignedIn(elsewhere), 'another browser stays signed in');
    },
  );

  t.test(
    'after a GET the browser is redirected to the registered URI with the state [OpenID Connect RP-Initiated Logout §3]',
    async (t) => {
      const { browser, idToken } = await signedIn(app);
      const left = await browser.get(
        logoutUrl({ id_token_hint: idToken, post_logout_redirect_uri: SIGNED_OUT, state: 'ü &=' }),
      );
      t.equal(left.status, 303);
      t.equal(left.leavesFor?.origin, 'https://portal.riverside.example');
      t.strictSame([...(left.leavesFor?.searchParams ?? [])], [['state', 'ü &=']]);
      t.match(left.headers, { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      t.notOk(await isSignedIn(browser));
    },
  );

  t.test(
    'a cross-site POST, which carries no cookie, signs out through a form of our own [OpenID Connect RP-Initiated Logout §2]',
    async (t) => {
      const { browser, idToken } = await signedIn(app);
      const response = await app.inject({
        method: 'POST',
        url: '/oauth/logout',
        headers: {
          accept: HTML,
          'content-type': 'application/x-www-form-urlencoded',
          origin: 'https://portal.riverside.example',
        },
        payload: encode({ id_token_hint: idToken, post_logout_redirect_uri: SIGNED_OUT, state: 's', foo: 'x' }),
      });
      t.equal(response.statusCode, 200, 'a page, whose form a Lax cookie goes with');
      t.equal(response.headers.location, undefined, 'the ID token is in no address');
      t.notMatch(response.body, message.signed_out.title, 'nobody is told what is not true');
      t.ok(await isSignedIn(browser), 'not yet');
      const [form] = formsOf(response.body);
      const left = await browser.post(form?.action ?? '', form?.fields.map(([name, value]) => [name, value]) ?? []);
      t.equal(left.leavesFor?.href, `${SIGNED_OUT}?state=s`);
      t.notOk(await isSignedIn(browser));
    },
  );

  t.test(
    'only a URI registered for the purpose, compared exactly, is redirected to after logout [OpenID Connect RP-Initiated Logout §3]',
    async (t) => {
      for (const uri of [
        'https://evil.test/',
        `${SIGNED_OUT}/`,
        `${SIGNED_OUT}?x=1`,
        SIGNED_OUT.replace('https', 'http'),
        SIGNED_OUT.replace('portal.', 'portal.evil.'),
        SIGNED_OUT.replace('https://', 'https://evil.test@'),
        PORTAL_CALLBACK,
        'http://127.0.0.1/signed-out',
        'javascript:alert(1)',
        '//evil.test',
        '/',
      ]) {
        const { browser, idToken } = await signedIn(app);
        const page = await browser.get(
          logoutUrl({ id_token_hint: idToken, post_logout_redirect_uri: uri, client_id: DEMO.portal.id }),
        );
        saidSignedOut(t, page);
        t.notMatch(page.body, 'evil.test');
        t.notOk(await isSignedIn(browser), 'signed out all the same');
      }
    },
  );

  t.test('a registered loopback URI is accepted with any port after logout [RFC 8252 §7.3]', async (t) => {
    for (const [uri, goes] of [
      ['http://127.0.0.1:6001/signed-out', true],
      ['http://localhost:6001/signed-out', true],
      ['http://127.0.0.1:6001/callback', false],
      ['http://127.0.0.2:6001/signed-out', false],
    ] as const) {
      const browser = new Browser(app);
      const { id_token: hint } = await obtainTokens(app, DEMO.cli, {}, { browser });
      const page = await browser.get(logoutUrl({ id_token_hint: hint, post_logout_redirect_uri: uri }));
      t.equal(page.leavesFor?.href, goes ? uri : undefined);
    }
  });

  t.test('an expired ID token is still accepted as a hint [OpenID Connect RP-Initiated Logout §2]', async (t) => {
    const { browser, idToken } = await signedIn(app);
    clock.advance(10 * DAY);
    saidSignedOut(t, await browser.get(logoutUrl({ id_token_hint: idToken, client_id: DEMO.portal.id })));
    t.notOk(await isSignedIn(browser));
  });

  t.test('logout signs the browser out and leaves the tokens of apps valid [E-47]', async (t) => {
    const browser = new Browser(app);
    const tokens = await obtainTokens(app, DEMO.portal, {}, { browser });
    saidSignedOut(t, await browser.get(logoutUrl({ id_token_hint: tokens.id_token })));
    t.equal((await userinfo(app, tokens.access_token)).statusCode, 200);
    t.equal((await introspect(app, DEMO.portal, tokens.access_token)).active, true);
    t.equal((await refresh(app, DEMO.portal, tokens.refresh_token)).statusCode, 200);
  });

  t.test('a consent form made for the session that ended is refused [RFC 6749 §10.12]', async (t) => {
    const { browser, idToken } = await signedIn(app);
    const consent = await browser.get(authorizeUrl(DEMO.cli, makeVerifier()));
    await browser.get(logoutUrl({ id_token_hint: idToken }));
    const page = await browser.submit(consent, '/decision', { decision: 'allow' });
    t.equal(page.status, 403);
    t.match(page.body, message.session_changed.title);
  });

  t.test('the start page signs the person out with one click [ASVS 7.4.1]', async (t) => {
    const { browser } = await signedIn(app);
    const page = await browser.get('/');
    saidSignedOut(t, await browser.submit(page, '/oauth/logout/confirm'));
    t.notOk(await isSignedIn(browser));
  });

  t.test('methods other than GET, HEAD and POST are 405 [ASVS 4.1.4]', async (t) => {
    for (const method of ['PUT', 'DELETE', 'PATCH'] as const) {
      const response = await app.inject({ method, url: '/oauth/logout' });
      t.equal(response.statusCode, 405);
      t.equal(response.headers.allow, 'GET, HEAD, POST');
    }
  });
});

t.test('over https logout clears the very __Host- cookie that sign-in set [ASVS 3.3.1]', async (t) => {
  const base = 'https://id.school.example';
  const { app } = await testApp(t, { env: { BASE_URL: base, MASTER_KEY: Buffer.alloc(32, 5).toString('base64') } });
  const browser = new Browser(app, base);
  const { id_token: hint } = await obtainTokens(app, DEMO.portal, { resource: base }, { browser }).catch(() => ({
    id_token: undefined,
  }));
  t.equal(hint, undefined, 'the helper redeems for another origin, so the page is asked instead');
  const page = await browser.get('/oauth/logout');
  asked(t, page);
  const response = await app.inject({
    method: 'POST',
    url: '/oauth/logout/confirm',
    headers: {
      origin: base,
      'content-type': 'application/x-www-form-urlencoded',
      cookie: `__Host-sid=${browser.cookies.get('__Host-sid')}`,
    },
    payload: encode({ csrf: csrfOf(page) }),
  });
  t.match(response.headers['set-cookie'], /^__Host-sid=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
});
