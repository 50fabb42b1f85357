import { randomBytes } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import t, { type Test } from 'tap';
import { textFor } from '../../routes/pages/text/index.ts';
import { OPERATOR_SCOPES } from '../../schema/scope.ts';
import { DEMO_PEOPLE } from '../../scripts/demo/platform.ts';
import { BASE, PASSWORD, testApp } from '../support/app.ts';
import { Browser, formsOf, type Page } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import {
  authorize,
  authorizeUrl,
  CALLBACK,
  codeFields,
  DEMO,
  encode,
  exchange,
  type Fields,
  makeVerifier,
  obtainTokens,
  PORTAL_CALLBACK,
  postForm,
  type TestClient,
  type Tokens,
  userinfo,
  type WalkOptions,
  walkThrough,
} from '../support/oauth-client.ts';

const ANA = 'ana@riverside.example';
const CHIE = 'chie@riverside.example';
const RUTH = 'ruth@riverside.example';
const NOOR = 'noor@schools.example';
const MILA = 'mila@harbour.example';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const HTML = 'text/html,application/xhtml+xml';
const BEFORE = 'you allowed this before';

const VENDOR: TestClient = {
  id: 'c_vendor_claude',
  redirectUri: 'https://claude.ai/api/mcp/auth_callback',
  secret: undefined,
};
const READ_COURSES = { scope: 'openid courses:read', resource: undefined };

const open = (browser: Browser, client: TestClient = DEMO.cli, overrides: Fields = {}, headers = {}): Promise<Page> =>
  browser.get(authorizeUrl(client, makeVerifier(), overrides), headers);

/** A page of the flow where this person is signed in and nothing is decided yet. */
async function signedIn(
  browser: Browser,
  email: string,
  client: TestClient = DEMO.cli,
  overrides: Fields = {},
): Promise<Page> {
  return browser.submit(await open(browser, client, overrides), '/sign-in', { email, password: PASSWORD });
}

const isSignIn = (page: Page): boolean => page.body.includes('/sign-in"');
const isConsent = (page: Page): boolean => page.body.includes('/decision"');
const requestOf = (page: Page): string => /\/oauth\/continue\/[A-Za-z0-9_-]+/.exec(page.url + page.body)?.[0] ?? '';
const csrfOf = (page: Page, form: string): string =>
  formsOf(page.body)
    .find(({ action }) => action.endsWith(form))
    ?.fields.find(([name]) => name === 'csrf')?.[1] ?? '';
const ticksOf = (page: Page): string[] =>
  formsOf(page.body)
    .find(({ action }) => action.endsWith('/decision'))
    ?.fields.filter(([name]) => name === 'scope')
    .map(([, value]) => value) ?? [];

interface Sending {
  /** `undefined` leaves a header out. */
  headers?: Record<string, string | undefined>;
  remoteAddress?: string;
}

/** One POST as this browser, not followed. */
function post(
  app: FastifyInstance,
  browser: Browser,
  url: string,
  fields: Fields,
  { headers = {}, remoteAddress = '192.0.2.1' }: Sending = {},
): Promise<LightMyRequestResponse> {
  const all = {
    accept: HTML,
    'content-type': 'application/x-www-form-urlencoded',
    origin: BASE,
    'sec-fetch-site': 'same-origin',
    cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    ...headers,
  };
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return app.inject({ method: 'POST', url, remoteAddress, headers: Object.fromEntries(sent), payload: encode(fields) });
}

const guess = (
  app: FastifyInstance,
  browser: Browser,
  page: Page,
  fields: { email: string; password: string },
  sending: Sending = {},
): Promise<LightMyRequestResponse> =>
  post(app, browser, `${requestOf(page)}/sign-in`, { csrf: csrfOf(page, '/sign-in'), ...fields }, sending);

/** E-22: left by a page that goes on by itself. */
function leftByPage(t: Test, page: Page, target: string): URLSearchParams {
  t.equal(page.status, 200);
  const { leavesFor } = page;
  t.ok(leavesFor?.href.startsWith(target), `leaves for ${leavesFor}`);
  const params = leavesFor?.searchParams ?? new URLSearchParams();
  t.equal(params.get('iss'), BASE);
  t.equal(params.get('state'), 'st-1');
  return params;
}

function wentWithCode(t: Test, page: Page, about: string): URLSearchParams {
  const params = page.leavesFor?.searchParams ?? new URLSearchParams();
  t.match(params.get('code'), /^ac_/, about);
  t.equal(params.get('iss'), BASE);
  t.equal(params.get('state'), 'st-1');
  t.notOk(params.has('error'));
  return params;
}

function wentWithError(t: Test, page: Page, error: string, about = error): void {
  const params = page.leavesFor?.searchParams;
  t.equal(params?.get('error'), error, about);
  t.equal(params?.get('iss'), BASE);
  t.equal(params?.get('state'), 'st-1');
  t.notOk(params?.has('code'));
}

const refused = (t: Test, page: Page, status: number, title: string): void => {
  t.equal(page.status, status);
  t.match(page.body, `<h1>${title}</h1>`);
  t.equal(page.leavesFor, undefined);
};
const completed = (t: Test, page: Page): void => refused(t, page, 409, textFor('en').message.completed.title);

async function register(app: FastifyInstance, name = 'Some Tool'): Promise<TestClient> {
  const redirectUri = 'http://localhost:8123/back';
  const response = await app.inject({
    method: 'POST',
    url: '/api/oauth/register',
    payload: { client_name: name, redirect_uris: [redirectUri] },
  });
  return { id: response.json().client_id, redirectUri, secret: undefined };
}

t.test('signing in', async (t) => {
  const file = databaseFile(t);
  const { app, clock } = await testApp(t, { databaseUrl: file.url });

  t.test('ASVS 6.3.8: wrong, unknown and disabled are told apart by nothing', async (t) => {
    file.edit("update people set active = 0 where id = 'usr_demo_ben'");
    const browser = new Browser(app);
    const page = await open(browser);
    // Addresses of one length, because the page shows what was typed.
    const tries = [
      { email: ANA, password: 'wrong-password-1' },
      { email: 'bob@riverside.example', password: 'wrong-password-2' },
      { email: 'ben@riverside.example', password: 'wrong-password-3' },
      { email: 'ben@riverside.example', password: PASSWORD },
      { email: ANA, password: '' },
      { email: ANA, password: `${PASSWORD} ` },
      { email: ANA, password: PASSWORD.toUpperCase() },
      { email: ANA, password: `${PASSWORD}${'x'.repeat(200)}` },
    ];
    const answers = [];
    for (const fields of tries) {
      const { statusCode, headers, body } = await guess(app, browser, page, fields, { remoteAddress: '192.0.2.77' });
      const { 'x-request-id': _, date: __, ...rest } = headers;
      answers.push({ statusCode, headers: rest, body: body.replaceAll(fields.email, 'E') });
    }
    for (const answer of answers) t.strictSame(answer, answers[0]);
    t.equal(answers[0]?.statusCode, 400);
    t.match(answers[0]?.body, textFor('en').signIn.wrongCredentials);
    t.notOk('set-cookie' in (answers[0]?.headers ?? {}));
  });

  t.test('ASVS 14.2.1: the typed e-mail stays in the form, the password does not', async (t) => {
    const browser = new Browser(app);
    const email = 'x"><b>@school.example';
    const page = await browser.submit(await open(browser), '/sign-in', { email, password: 'canary-password' });
    t.match(page.body, 'value="x&quot;&gt;&lt;b&gt;@school.example"');
    t.notMatch(page.body, 'canary-password');
    t.equal(formsOf(page.body)[0]?.fields.find(([name]) => name === 'password')?.[1], '');
  });

  t.test('ASVS 6.2.9: the e-mail is matched however it is spelled, the password only exactly', async (t) => {
    const browser = new Browser(app);
    const page = await browser.submit(await open(browser), '/sign-in', {
      email: '  ANA@Riverside.EXAMPLE ',
      password: PASSWORD,
    });
    t.ok(isConsent(page));
  });

  t.test('RFC 9700 §4.12: the credentials are answered with 303 to an address of ours', async (t) => {
    const browser = new Browser(app);
    const page = await open(browser);
    const response = await guess(app, browser, page, { email: ANA, password: PASSWORD });
    t.equal(response.statusCode, 303);
    t.equal(response.headers.location, requestOf(page));
    t.equal(response.headers['cache-control'], 'no-store');
  });

  t.test('ASVS 7.2.4: a sign-in makes a new session and ends the one the browser had', async (t) => {
    const browser = new Browser(app);
    browser.cookies.set('sid', 'planted-by-somebody-else-0000000000000000000');
    await signedIn(browser, ANA);
    const first = browser.cookies.get('sid') ?? '';
    t.match(first, /^[A-Za-z0-9_-]{43}$/, 'not the planted one');
    clock.advance(1000);
    const again = await open(browser, DEMO.cli, { prompt: 'login' });
    await browser.submit(again, '/sign-in', { email: ANA, password: PASSWORD });
    const second = browser.cookies.get('sid') ?? '';
    t.match(second, /^[A-Za-z0-9_-]{43}$/);
    t.not(second, first);

    browser.cookies.set('sid', first);
    t.ok(isSignIn(await open(browser)), 'the earlier session is dead');
    browser.cookies.set('sid', second);
    t.ok(isConsent(await open(browser)));
  });

  t.test('CVE-2023-29020: the form token changes at sign-in, and the one from before is worth nothing', async (t) => {
    const browser = new Browser(app);
    const before = await open(browser);
    const after = await browser.submit(before, '/sign-in', { email: ANA, password: PASSWORD });
    const old = csrfOf(before, '/sign-in');
    t.not(csrfOf(after, '/decision'), old);
    const response = await post(app, browser, `${requestOf(after)}/decision`, { csrf: old, decision: 'allow' });
    t.equal(response.statusCode, 403);
    t.match(response.body, textFor('en').message.session_changed.title);

    clock.advance(1000);
    const third = await browser.submit(await browser.get(`${requestOf(after)}`), '/decision', { decision: 'deny' });
    wentWithError(t, third, 'access_denied', 'the request itself is not hurt');
  });

  t.test('ASVS 2.3.1: without a sign-in there is no decision, and no answer for the client', async (t) => {
    const browser = new Browser(app);
    const page = await open(browser);
    const csrf = csrfOf(page, '/sign-in');
    for (const name of ['decision', 'site', 'account', 'switch']) {
      const response = await post(app, browser, `${requestOf(page)}/${name}`, {
        csrf,
        decision: 'allow',
        site: 'site_demo_riverside',
        scope: 'account:read',
      });
      t.equal(response.statusCode, 303, name);
      t.equal(response.headers.location, requestOf(page));
    }
    t.ok(isSignIn(await browser.get(requestOf(page))));
  });

  t.test('CVE-2026-49443: an empty form does nothing', async (t) => {
    const browser = new Browser(app);
    const page = await signedIn(browser, ANA);
    for (const name of ['sign-in', 'account', 'switch', 'site', 'decision', 'cancel']) {
      t.equal((await post(app, browser, `${requestOf(page)}/${name}`, {})).statusCode, 403, name);
      const bare = { 'content-type': undefined };
      const response = await post(app, browser, `${requestOf(page)}/${name}`, {}, { headers: bare });
      t.ok(response.statusCode >= 400 && response.statusCode < 500, `${name}: ${response.statusCode}`);
    }
    const decision = { csrf: csrfOf(page, '/decision') };
    t.equal((await post(app, browser, `${requestOf(page)}/decision`, decision)).statusCode, 400);
    t.equal((await post(app, browser, `${requestOf(page)}/decision`, { ...decision, decision: 'x' })).statusCode, 400);
    t.ok(isConsent(await browser.get(requestOf(page))), 'still undecided');
  });

  t.test('OpenID Connect Core §3.1.2.1: login_hint fills the form and signs nobody in', async (t) => {
    const page = await open(new Browser(app), DEMO.cli, { login_hint: CHIE });
    t.match(page.body, `value="${CHIE}"`);
    const nasty = await open(new Browser(app), DEMO.cli, { login_hint: '"><script>alert(1)</script>' });
    t.ok(isSignIn(nasty));
    t.notMatch(nasty.body, '<script');
  });

  t.test(
    'OpenID Connect Core §3.1.2.1, RFC 4647 §3.4, RFC 9110 §12.5.4: ui_locales chooses the language before the browser does',
    async (t) => {
      const browser = new Browser(app);
      browser.headers = { ...browser.headers, 'accept-language': 'en' };
      const page = await open(browser, DEMO.cli, { ui_locales: 'fr de-CH en' });
      t.match(page.body, '<html lang="de">');
      t.match(page.body, textFor('de').signIn.submit);
      browser.headers = { ...browser.headers, 'accept-language': 'fr;q=0.9, de;q=0.5, en;q=0.1' };
      t.match((await open(browser, DEMO.cli)).body, '<html lang="de">');
      t.match((await open(browser, DEMO.cli, { ui_locales: 'en' })).body, '<html lang="en">');
      browser.headers = { ...browser.headers, 'accept-language': 'de;q=0, *' };
      t.match((await open(browser, DEMO.cli, { ui_locales: 'xx' })).body, '<html lang="en">');
    },
  );

  t.test(
    'RFC 4647 §3.4, WCAG 3.1.1: each region is served by its language, and Chinese by its characters',
    async (t) => {
      const served = {
        'es-MX': 'es',
        'es-419, en;q=0.5': 'es',
        'ja-JP': 'ja',
        'zh-TW': 'zh-Hant',
        'zh-HK, zh;q=0.9, en;q=0.8': 'zh-Hant',
        'zh-Hant': 'zh-Hant',
        'zh-Hant-CN': 'zh-Hant',
        'ZH-hant-hk': 'zh-Hant',
        'zh-CN': 'en',
        'zh-CN, zh;q=0.9, ja;q=0.8': 'ja',
        'zh-Hans, de;q=0.1': 'de',
        'zh-Hans-TW': 'en',
        'de-CH, es;q=0.9': 'de',
      } as const;
      for (const [wanted, language] of Object.entries(served)) {
        const browser = new Browser(app);
        browser.headers = { ...browser.headers, 'accept-language': wanted };
        const { body } = await open(browser, DEMO.cli);
        t.match(body, `<html lang="${language}">`, wanted);
        t.match(body, textFor(language).signIn.submit, wanted);
        browser.headers = { ...browser.headers, 'accept-language': 'fr' };
        const tags = wanted.replaceAll(/;q=[\d.]+/g, '').replaceAll(', ', ' ');
        t.match((await open(browser, DEMO.cli, { ui_locales: tags })).body, `<html lang="${language}">`, tags);
      }
    },
  );

  t.test('OpenID Connect Core §3.1.2.1: prompt=login asks whoever is signed in, once', async (t) => {
    const browser = new Browser(app);
    await authorize(app, DEMO.portal, {}, { browser });
    clock.advance(1000);
    const page = await open(browser, DEMO.portal, { prompt: 'login' });
    t.ok(isSignIn(page));
    t.ok(isSignIn(await browser.get(page.url)), 'however often it is opened');
    wentWithCode(t, await browser.submit(page, '/sign-in', { email: ANA, password: PASSWORD }), 'then goes on');
  });

  t.test('OpenID Connect Core §3.1.2.1: max_age asks again when the sign-in is older', async (t) => {
    const browser = new Browser(app);
    await authorize(app, DEMO.portal, {}, { browser });
    const signedInAt = clock.now;
    clock.advance(60_000);
    wentWithCode(t, await open(browser, DEMO.portal, { max_age: '60' }), 'just young enough');
    clock.advance(1);
    wentWithError(t, await open(browser, DEMO.portal, { max_age: '60', prompt: 'none' }), 'login_required');
    const page = await open(browser, DEMO.portal, { max_age: '60' });
    t.ok(isSignIn(page));
    t.match(page.body, textFor('en').signIn.reauthenticate);
    t.match(page.body, `value="${ANA}"`, 'for the account at hand');
    wentWithCode(t, await open(browser, DEMO.portal, { max_age: '3600' }), 'another request is not concerned');
    wentWithError(t, await open(browser, DEMO.portal, { max_age: '0', prompt: 'none' }), 'login_required');

    clock.advance(5000);
    const verifier = makeVerifier();
    const start = await browser.get(authorizeUrl(DEMO.portal, verifier, { max_age: '60' }));
    const code = wentWithCode(t, await walkThrough(browser, start), 'after a new sign-in').get('code') ?? '';
    const { id_token = '' } = (
      await exchange(app, DEMO.portal, { code, verifier, params: new URLSearchParams() })
    ).json<Tokens>();
    const claims = JSON.parse(Buffer.from(id_token.split('.')[1] ?? '', 'base64url').toString());
    t.equal(claims.auth_time, Math.floor(clock.now / 1000));
    t.not(claims.auth_time, Math.floor(signedInAt / 1000));
  });

  t.test('OpenID Connect Core §3.1.2.1: prompt=select_account lets the person choose', async (t) => {
    const browser = new Browser(app);
    await authorize(app, DEMO.portal, {}, { browser });
    const page = await open(browser, DEMO.portal, { prompt: 'select_account' });
    t.match(page.body, 'Continue as Ana Lima');
    t.match(page.body, ANA);
    wentWithCode(t, await browser.submit(page, '/account'), 'with the same account');

    const sid = browser.cookies.get('sid') ?? '';
    const second = await open(browser, DEMO.portal, { prompt: 'select_account' });
    const switched = await browser.submit(second, '/switch');
    t.ok(isSignIn(switched), 'or another one');
    t.notOk(browser.cookies.has('sid'));
    browser.cookies.set('sid', sid);
    t.ok(isSignIn(await open(browser)), 'the former session is ended on the server too');
  });

  t.test(
    'OpenID Connect Core §3.1.2.2: id_token_hint names the only person there may be an answer about',
    async (t) => {
      const browser = new Browser(app);
      const { id_token: hint = '' } = await obtainTokens(app, DEMO.portal, {}, { browser });
      const chie = new Browser(app);
      await authorize(app, DEMO.portal, {}, { browser: chie, email: CHIE });

      const none = { prompt: 'none', id_token_hint: hint };
      wentWithCode(t, await open(browser, DEMO.portal, none), 'the person of the hint');
      wentWithError(t, await open(chie, DEMO.portal, none), 'login_required', 'another person');
      t.ok(isSignIn(await open(chie, DEMO.portal, { id_token_hint: hint })), 'who is asked to sign in');
      for (const garbage of ['x', 'a.b.c', `${hint.slice(0, -4)}AAAA`, hint.replace(/\.[^.]*$/, '.')]) {
        const response = await open(browser, DEMO.portal, { prompt: 'none', id_token_hint: garbage });
        wentWithError(t, response, 'login_required', 'a hint that proves nothing');
      }
      clock.advance(3 * DAY);
      wentWithCode(t, await open(browser, DEMO.portal, none), 'an expired hint still is one');
    },
  );

  t.test('E-17: sessions of members last 14 idle days and 30 in all, those of operators 12 hours', async (t) => {
    const member = new Browser(app);
    await authorize(app, DEMO.portal, {}, { browser: member });
    const operator = new Browser(app);
    await authorize(app, DEMO.portal, {}, { browser: operator, email: RUTH });
    const isIn = async (browser: Browser) => !isSignIn(await open(browser, DEMO.portal));
    const start = clock.now;
    const at = (ms: number) => clock.advance(start + ms - clock.now);

    at(12 * HOUR - 1);
    t.ok(await isIn(operator));
    at(12 * HOUR);
    t.notOk(await isIn(operator), 'however busy it was');

    const idle = new Browser(app);
    await authorize(app, DEMO.portal, {}, { browser: idle, email: CHIE });
    at(13 * DAY);
    t.ok(await isIn(member));
    at(15 * DAY);
    t.ok(await isIn(member), 'it was used in between');
    t.notOk(await isIn(idle), 'it was not');
    at(28 * DAY);
    t.ok(await isIn(member));
    at(30 * DAY);
    t.notOk(await isIn(member));
  });
});

t.test('E-38: throttling of sign-ins', async (t) => {
  const wrong = { email: ANA, password: 'not-the-password' };
  const right = { email: ANA, password: PASSWORD };

  t.test('E-38: ten failures are free, then each further try waits longer, on this network only', async (t) => {
    const { app, clock } = await testApp(t);
    const browser = new Browser(app);
    const page = await open(browser);
    for (let i = 0; i < 10; i += 1) t.equal((await guess(app, browser, page, wrong)).statusCode, 400);

    const throttled = await guess(app, browser, page, right);
    t.equal(throttled.statusCode, 429, 'even with the right password');
    t.equal(throttled.headers['retry-after'], '30');
    t.notOk('set-cookie' in throttled.headers);
    t.match(throttled.body, textFor('en').signIn.throttledFor(30));

    const elsewhere = await guess(app, browser, page, right, { remoteAddress: '198.51.100.9' });
    t.equal(elsewhere.statusCode, 303, 'the person signs in from another network');

    const other = new Browser(app);
    const otherPage = await open(other);
    t.equal((await guess(app, other, otherPage, { ...right, email: CHIE })).statusCode, 303, 'another account');

    const third = new Browser(app);
    const thirdPage = await open(third);
    for (const seconds of [30, 60, 120, 240]) {
      clock.advance(seconds * 1000 - 1);
      t.equal((await guess(app, third, thirdPage, right)).statusCode, 429, `before ${seconds} s`);
      clock.advance(1);
      t.equal((await guess(app, third, thirdPage, wrong)).statusCode, 400, `judged after ${seconds} s`);
      const response = await guess(app, third, thirdPage, wrong);
      t.equal(response.headers['retry-after'], String(seconds * 2));
    }
    clock.advance(15 * MINUTE);
    t.equal((await guess(app, third, thirdPage, right)).statusCode, 303, 'after a quarter of an hour');
  });

  t.test('E-38: a success clears the count', async (t) => {
    const { app } = await testApp(t);
    for (let round = 0; round < 3; round += 1) {
      const browser = new Browser(app);
      const page = await open(browser);
      for (let i = 0; i < 9; i += 1) t.equal((await guess(app, browser, page, wrong)).statusCode, 400);
      t.equal((await guess(app, browser, page, right)).statusCode, 303);
    }
  });

  t.test('ASVS 6.3.8: an unknown account is throttled like a known one, in the same words', async (t) => {
    const { app } = await testApp(t);
    const browser = new Browser(app);
    const page = await open(browser);
    const answers = [];
    for (const email of [ANA, 'bob@riverside.example']) {
      for (let i = 0; i < 10; i += 1) {
        t.equal((await guess(app, browser, page, { ...wrong, email })).statusCode, 400);
      }
      const { statusCode, body } = await guess(app, browser, page, { ...wrong, email });
      answers.push({ statusCode, body: body.replaceAll(email, 'E') });
    }
    t.equal(answers[0]?.statusCode, 429);
    t.strictSame(answers[1], answers[0]);
  });

  t.test('CVE-2024-4629: parallel guesses do not outrun the count', async (t) => {
    const file = databaseFile(t);
    const { app } = await testApp(t, { databaseUrl: file.url });
    const browser = new Browser(app);
    const page = await open(browser);
    const spellings = [ANA, ANA.toUpperCase(), ` ${ANA}`, 'Ana@riverside.example'];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        guess(app, browser, page, { ...wrong, email: spellings[i % spellings.length] ?? ANA }),
      ),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    const judged = statuses.filter((status) => status === 400).length;
    t.ok(judged > 0 && judged <= 12, `${judged} judged`);
    t.ok(
      statuses.every((status) => [400, 429, 503].includes(status)),
      String([...new Set(statuses)]),
    );
    t.equal(file.read("select count(*) from audit_events where event = 'sign_in_failed'"), judged, 'all in the trail');
    t.equal((await guess(app, browser, page, right)).statusCode, 429, 'and the account waits now');
  });

  t.test('CVE-2026-45364: one IPv6 network is one bucket, however it is spelled', async (t) => {
    const { app } = await testApp(t);
    const browser = new Browser(app);
    const page = await open(browser);
    const from = (remoteAddress: string) => guess(app, browser, page, wrong, { remoteAddress });
    for (let i = 0; i < 10; i += 1) t.equal((await from(`2001:db8:0:1::${i}`)).statusCode, 400);
    t.equal((await from('2001:0DB8:0000:0001:ffff:0:0:1')).statusCode, 429);
    t.equal((await from('2001:db8:0:2::1')).statusCode, 400, 'the next network');
  });

  t.test('CVE-2026-45364: a forwarded address from nobody we trust changes nothing', async (t) => {
    const { app } = await testApp(t);
    const browser = new Browser(app);
    const page = await open(browser);
    const statuses = [];
    for (let i = 0; i < 11; i += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${i}`, forwarded: `for=203.0.113.${i}` };
      statuses.push((await guess(app, browser, page, wrong, { headers })).statusCode);
    }
    t.strictSame(statuses, [...Array(10).fill(400), 429]);
  });

  t.test('E-38: a hundred failures from one network make it wait, whichever accounts they were for', async (t) => {
    const { app } = await testApp(t);
    const browser = new Browser(app);
    const page = await open(browser);
    for (let i = 0; i < 100; i += 10) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, j) =>
          guess(app, browser, page, { ...wrong, email: `nobody${i + j}@x.example` }),
        ),
      );
      t.ok(answers.every(({ statusCode }) => statusCode === 400));
    }
    t.equal((await guess(app, browser, page, right)).statusCode, 429);
    t.equal((await guess(app, browser, page, right, { remoteAddress: '198.51.100.9' })).statusCode, 303);
  });

  t.test('E-38: sign-ins that succeed do not use up the network of a school', async (t) => {
    const { app } = await testApp(t);
    for (let i = 0; i < 104; i += 8) {
      const statuses = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const browser = new Browser(app);
          const page = await open(browser);
          return (await guess(app, browser, page, right)).statusCode;
        }),
      );
      t.strictSame(statuses, Array(8).fill(303));
    }
  });

  t.test(
    'security.md C.2-6: those beyond the queue are told to come back, and are not held against anybody',
    async (t) => {
      const { app } = await testApp(t);
      const browser = new Browser(app);
      const page = await open(browser);
      for (let i = 0; i < 9; i += 1) t.equal((await guess(app, browser, page, wrong)).statusCode, 400);

      const crowd = await Promise.all(
        Array.from({ length: 32 }, async (_, i) => {
          const other = new Browser(app);
          const email = DEMO_PEOPLE.filter(({ email }) => email !== ANA)[i % 8]?.email ?? '';
          return { browser: other, page: await open(other), fields: { email, password: PASSWORD } };
        }),
      );
      const [late, ...answers] = (
        await Promise.all([
          ...crowd.map(({ browser, page, fields }) => guess(app, browser, page, fields)),
          guess(app, browser, page, wrong),
        ])
      ).reverse();
      const busy = answers.filter(({ statusCode }) => statusCode === 503);
      t.ok(busy.length > 0, `${busy.length} of ${crowd.length} were sent back`);
      t.equal(answers.filter(({ statusCode }) => statusCode === 303).length, crowd.length - busy.length);
      t.equal(late?.statusCode, 503);
      for (const { headers, body } of busy) {
        t.match(headers['retry-after'], /^\d+$/);
        t.match(body, textFor('en').signIn.busy);
      }
      t.equal((await guess(app, browser, page, wrong)).statusCode, 400, 'the tenth failure that is judged');
      t.equal((await guess(app, browser, page, wrong)).statusCode, 429);
    },
  );

  t.test('E-38: a success at the limit of the network leaves nobody waiting', async (t) => {
    const { app } = await testApp(t);
    const browser = new Browser(app);
    const page = await open(browser);
    for (let i = 0; i < 99; i += 11) {
      const emails = Array.from({ length: 11 }, (_, j) => `nobody${i + j}@x.example`);
      await Promise.all(emails.map((email) => guess(app, browser, page, { ...wrong, email })));
    }
    for (let i = 0; i < 3; i += 1) {
      const other = new Browser(app);
      t.equal((await guess(app, other, await open(other), right)).statusCode, 303);
    }
    t.equal((await guess(app, browser, page, wrong)).statusCode, 400, 'the hundredth failure');
    t.equal((await guess(app, browser, page, right)).statusCode, 429);
  });
});

t.test('forms count only from our own page', async (t) => {
  const { app } = await testApp(t);
  const foreign = textFor('en').message.forbidden_origin.title;

  const allowed = { origin: BASE, 'sec-fetch-site': undefined };
  const origins: [string, Record<string, string | undefined>, boolean][] = [
    ['our own Origin', allowed, true],
    ['our own Origin, same-origin', { ...allowed, 'sec-fetch-site': 'same-origin' }, true],
    ['no Origin, same-origin', { origin: undefined, 'sec-fetch-site': 'same-origin' }, true],
    ['no Origin, none', { origin: undefined, 'sec-fetch-site': 'none' }, true],
    ['null, same-origin', { origin: 'null', 'sec-fetch-site': 'same-origin' }, true],
    ['neither header', { origin: undefined, 'sec-fetch-site': undefined }, false],
    ['no Origin, cross-site', { origin: undefined, 'sec-fetch-site': 'cross-site' }, false],
    ['no Origin, same-site', { origin: undefined, 'sec-fetch-site': 'same-site' }, false],
    ['null alone', { origin: 'null', 'sec-fetch-site': undefined }, false],
    ['null, cross-site', { origin: 'null', 'sec-fetch-site': 'cross-site' }, false],
    ['another origin', { origin: 'https://evil.test' }, false],
    ['another origin that claims same-origin', { origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' }, false],
    ['another port', { origin: 'http://127.0.0.1:3001' }, false],
    ['another scheme', { origin: 'https://127.0.0.1:3000' }, false],
    ['our origin as a prefix', { origin: `${BASE}.evil.test` }, false],
    ['the Host header instead', { origin: 'http://evil.test', host: 'evil.test' }, false],
  ];
  for (const [name, headers, isOwn] of origins) {
    t.test(`RFC 6749 §10.12: ${name} is ${isOwn ? 'accepted' : 'refused'}`, async (t) => {
      const browser = new Browser(app);
      const start = await open(browser);
      const signIn = await guess(app, browser, start, { email: ANA, password: PASSWORD }, { headers });
      if (isOwn) t.equal(signIn.statusCode, 303);
      else {
        t.equal(signIn.statusCode, 403);
        t.match(signIn.body, foreign);
        t.notOk('set-cookie' in signIn.headers, 'nobody was signed in');
      }
      const page = await signedIn(browser, ANA);
      const fields = { csrf: csrfOf(page, '/decision'), decision: 'allow' };
      const decision = await post(app, browser, `${requestOf(page)}/decision`, fields, { headers });
      t.equal(decision.statusCode, isOwn ? 200 : 403);
      t.equal(decision.body.includes('code=ac_'), isOwn);
      if (!isOwn) t.ok(isConsent(await browser.get(requestOf(page))), 'and nothing was decided');
    });
  }

  t.test('RFC 6749 §10.12: the token of another request, session or browser is refused', async (t) => {
    const browser = new Browser(app);
    const page = await signedIn(browser, ANA);
    const another = await open(browser);
    const stranger = await signedIn(new Browser(app), ANA);
    const decide = (csrf: string | undefined) =>
      post(app, browser, `${requestOf(page)}/decision`, { csrf, decision: 'allow' });
    const own = csrfOf(page, '/decision');
    for (const csrf of [
      csrfOf(another, '/decision'),
      csrfOf(stranger, '/decision'),
      own.slice(0, -1),
      `${own}A`,
      own.toLowerCase(),
      '',
      undefined,
      randomBytes(32).toString('base64url'),
    ]) {
      t.not(csrf, own);
      const response = await decide(csrf);
      t.equal(response.statusCode, 403);
      t.match(response.body, textFor('en').message.session_changed.title);
      t.match(response.body, `href="${requestOf(page)}"`, 'with a way back to the request');
    }
    t.equal((await decide(own)).statusCode, 200);
  });

  t.test('E(g): the form token is the same each time the page is opened, and a GET spends nothing', async (t) => {
    const browser = new Browser(app);
    const page = await signedIn(browser, ANA);
    const again = await browser.get(requestOf(page));
    t.equal(csrfOf(again, '/decision'), csrfOf(page, '/decision'));
    wentWithCode(t, await browser.submit(page, '/decision', { decision: 'allow' }), 'the first copy of the page');
  });

  t.test('RFC 6749 §10.12: a token sent twice is none', async (t) => {
    const browser = new Browser(app);
    const page = await signedIn(browser, ANA);
    const csrf = csrfOf(page, '/decision');
    const response = await post(app, browser, `${requestOf(page)}/decision`, { csrf: [csrf, csrf], decision: 'allow' });
    t.equal(response.statusCode, 403);
  });

  t.test('CVE-2022-41919: a form in another content type is refused', async (t) => {
    const browser = new Browser(app);
    const page = await signedIn(browser, ANA);
    const fields = { csrf: csrfOf(page, '/decision'), decision: 'allow' };
    for (const type of ['text/plain', 'application/json', 'multipart/form-data; boundary=x']) {
      const headers = { 'content-type': type };
      const response = await post(app, browser, `${requestOf(page)}/decision`, fields, { headers });
      t.equal(response.statusCode, 400);
      t.match(response.body, 'this media type is not accepted here');
    }
  });

  t.test(
    'CVE-2022-39222: another browser gets neither the page nor the code, whoever is signed in there',
    async (t) => {
      const browser = new Browser(app);
      const page = await signedIn(browser, ANA);
      const other = new Browser(app);
      const theirs = await signedIn(other, ANA);
      const title = textFor('en').message.other_browser.title;
      for (const thief of [other, new Browser(app)]) {
        refused(t, await thief.get(requestOf(page)), 403, title);
        for (const csrf of [csrfOf(page, '/decision'), csrfOf(theirs, '/decision')]) {
          const response = await post(app, thief, `${requestOf(page)}/decision`, { csrf, decision: 'allow' });
          t.equal(response.statusCode, 403);
          t.match(response.body, title);
        }
      }
      wentWithCode(t, await browser.submit(page, '/decision', { decision: 'allow' }), 'the first browser goes on');
      refused(t, await other.get(requestOf(page)), 403, title);
    },
  );

  t.test('CVE-2026-45337: the form counts for the session it was made for, not for the next one', async (t) => {
    const browser = new Browser(app);
    const page = await signedIn(browser, ANA);
    const elsewhere = await open(browser);
    const chie = await browser.submit(await browser.submit(elsewhere, '/switch'), '/sign-in', {
      email: CHIE,
      password: PASSWORD,
    });
    t.match(chie.body, CHIE);
    const stale = await browser.submit(page, '/decision', { decision: 'allow' });
    refused(t, stale, 403, textFor('en').message.session_changed.title);
    t.match((await browser.get(requestOf(page))).body, CHIE, 'looked at again, it is for who is signed in now');
  });
});

t.test('the life of a request', async (t) => {
  const { app, clock } = await testApp(t);

  t.test('E(j): answered once; the back button and a second click find it already completed', async (t) => {
    for (const decision of ['allow', 'deny']) {
      const browser = new Browser(app);
      const page = await signedIn(browser, ANA);
      leftByPage(t, await browser.submit(page, '/decision', { decision }), CALLBACK);
      completed(t, await browser.get(requestOf(page)));
      completed(t, await browser.submit(page, '/decision', { decision: 'allow' }));
      completed(t, await browser.submit(page, '/decision', { decision: 'deny' }));
      completed(t, await browser.submit(page, '/switch'));
    }
  });

  t.test('E(j): of parallel answers one counts', async (t) => {
    const browser = new Browser(app);
    const page = await signedIn(browser, ANA);
    const decisions = ['allow', 'deny', 'allow', 'allow', 'deny', 'allow'];
    const pages = await Promise.all(decisions.map((decision) => browser.submit(page, '/decision', { decision })));
    t.strictSame(pages.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409]);
    t.equal(pages.filter(({ leavesFor }) => leavesFor !== undefined).length, 1);
  });

  t.test('E(j): parallel openings of a request that needs no page give one code', async (t) => {
    const browser = new Browser(app);
    await authorize(app, DEMO.portal, {}, { browser });
    clock.advance(1000);
    const start = await open(browser, DEMO.portal, { prompt: 'login' });
    await guess(app, browser, start, { email: ANA, password: PASSWORD }).then(({ cookies }) => {
      for (const { name, value } of cookies) browser.cookies.set(name, value);
    });
    const pages = await Promise.all([1, 2, 3].map(() => browser.get(requestOf(start))));
    t.equal(pages.filter(({ leavesFor }) => leavesFor?.searchParams.has('code')).length, 1);
    t.equal(pages.filter(({ status }) => status === 409).length, 2);
  });

  t.test('E-17: it waits half an hour', async (t) => {
    const browser = new Browser(app);
    const page = await signedIn(browser, ANA);
    clock.advance(30 * MINUTE - 1);
    t.ok(isConsent(await browser.get(requestOf(page))));
    clock.advance(1);
    const { title } = textFor('en').message.expired;
    refused(t, await browser.get(requestOf(page)), 410, title);
    refused(t, await browser.submit(page, '/decision', { decision: 'allow' }), 410, title);
    refused(t, await browser.submit(page, '/decision', { decision: 'deny' }), 410, title);
    refused(t, await browser.get('/oauth/continue/req_unknown'), 404, title);
  });

  t.test('E(g): parallel tabs do not disturb one another', async (t) => {
    const browser = new Browser(app);
    const first = await open(browser, DEMO.cli, { state: 'st-1' });
    const second = await open(browser, DEMO.notebook, { state: 'st-1' });
    t.not(requestOf(first), requestOf(second));
    const consent = await browser.submit(first, '/sign-in', { email: ANA, password: PASSWORD });
    t.match(consent.body, 'Demo CLI');

    const stale = await browser.submit(second, '/sign-in', { email: ANA, password: PASSWORD });
    refused(t, stale, 403, textFor('en').message.session_changed.title);
    const reopened = await browser.get(requestOf(second));
    t.match(reopened.body, 'Demo Notebook');
    wentWithCode(t, await browser.submit(reopened, '/decision', { decision: 'allow' }), 'the second tab');
    wentWithCode(t, await browser.submit(consent, '/decision', { decision: 'allow' }), 'the first tab');
  });

  t.test('RFC 6749 §4.1.2.1: cancelled before the sign-in, the client is told access_denied', async (t) => {
    const browser = new Browser(app);
    const page = await open(browser);
    const left = await browser.submit(page, '/cancel');
    wentWithError(t, left, 'access_denied');
    leftByPage(t, left, CALLBACK);
    completed(t, await browser.submit(page, '/sign-in', { email: ANA, password: PASSWORD }));
  });

  t.test('RFC 6749 §4.1.2.1: denied, the client is told access_denied and nothing is remembered', async (t) => {
    const browser = new Browser(app);
    const page = await signedIn(browser, CHIE, DEMO.portal);
    const left = await browser.submit(page, '/decision', { decision: 'deny' });
    wentWithError(t, left, 'access_denied');
    leftByPage(t, left, PORTAL_CALLBACK);
    t.match(left.body, textFor('en').goingOn.denied.title);
    const again = await open(browser, DEMO.portal);
    t.ok(isConsent(again), 'asked again the next time');
    t.notMatch(again.body, BEFORE);
  });

  t.test('E-22, RFC 9110 §12.5.1: the consent form is answered by a page that goes on by itself', async (t) => {
    for (const decision of ['allow', 'deny']) {
      const browser = new Browser(app);
      const page = await signedIn(browser, ANA);
      const left = await browser.submit(page, '/decision', { decision });
      const target = /<meta http-equiv="refresh" content="0;url=([^"]*)">/.exec(left.body)?.[1] ?? '';
      t.match(target, decision === 'allow' ? 'code=ac_' : 'error=access_denied');
      t.match(left.body, `href="${target}"`, 'with a link for those it does not carry on');
      t.notMatch(left.body, /<script|<form|<img/);
      t.match(left.headers, {
        'content-security-policy': /form-action 'none'/,
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
      });
      t.notOk('location' in left.headers);
    }
  });

  t.test('E-22: whoever does not take HTML gets a plain 303', async (t) => {
    for (const [name, fields, expected] of [
      ['decision', { decision: 'allow' }, 'code=ac_'],
      ['decision', { decision: 'deny' }, 'error=access_denied'],
      ['cancel', {}, 'error=access_denied'],
    ] as const) {
      const browser = new Browser(app);
      const page = await signedIn(browser, ANA);
      const csrf = csrfOf(page, '/decision');
      const headers = { accept: 'application/json' };
      const response = await post(app, browser, `${requestOf(page)}/${name}`, { csrf, ...fields }, { headers });
      t.equal(response.statusCode, 303);
      t.match(response.headers.location, expected);
      t.equal(response.body, '');
    }
  });

  t.test('E-22: a GET that ends at the client is a plain 303', async (t) => {
    const browser = new Browser(app);
    await authorize(app, DEMO.portal, {}, { browser });
    for (const overrides of [{}, { prompt: 'none' }]) {
      const page = await open(browser, DEMO.portal, overrides);
      t.equal(page.status, 303);
      wentWithCode(t, page, 'silent');
      t.match(page.headers, { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    }
  });
});

t.test('schools, roles and scopes', async (t) => {
  const file = databaseFile(t);
  const { app, clock } = await testApp(t, { databaseUrl: file.url });

  t.test('E(g): who is not a member is told so, and the client access_denied when the person goes on', async (t) => {
    const browser = new Browser(app);
    const page = await signedIn(browser, MILA);
    refused(t, page, 403, textFor('en').message.not_a_member.title);
    const link = /href="(http:\/\/127\.0\.0\.1:49152[^"]*)"/.exec(page.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
    t.match(Object.fromEntries(new URL(link).searchParams), { error: 'access_denied', state: 'st-1', iss: BASE });
    const csrf = csrfOf(await open(browser, VENDOR, READ_COURSES), '/decision');
    const forged = await post(app, browser, `${requestOf(page)}/decision`, { csrf, decision: 'allow' });
    t.equal(forged.statusCode, 403);
    wentWithError(t, await open(browser, DEMO.cli, { prompt: 'none' }), 'access_denied');
    const other = await browser.submit(page, '/switch');
    t.ok(isSignIn(other), 'or tries another account');
    t.ok(isConsent(await browser.submit(other, '/sign-in', { email: ANA, password: PASSWORD })));
  });

  t.test('spec 5.3.6: anybody with a role at the site, students included, may authorize its client', async (t) => {
    for (const email of [ANA, 'ivan@riverside.example', NOOR, RUTH]) {
      t.equal((await obtainTokens(app, DEMO.cli, {}, { email })).org_id, 'site_demo_riverside');
    }
  });

  t.test('RFC 6749 §3.3: optional scopes may be left out, those that say who one is may not', async (t) => {
    const scope = 'openid profile email account:read account:write';
    const browser = new Browser(app);
    const verifier = makeVerifier();
    const start = await browser.get(authorizeUrl(DEMO.cli, verifier, { scope }));
    const page = await browser.submit(start, '/sign-in', { email: ANA, password: PASSWORD });
    t.strictSame(ticksOf(page), ['account:read', 'account:write'], 'all ticked to begin with');
    const left = await browser.submit(page, '/decision', { decision: 'allow', scope: ['account:write'] });
    const code = wentWithCode(t, left, 'allowed').get('code') ?? '';
    const tokens = (await exchange(app, DEMO.cli, { code, verifier, params: new URLSearchParams() })).json<Tokens>();
    t.equal(tokens.scope, 'openid profile email account:write', 'the client learns what it got');

    const again = await open(browser, DEMO.cli, { scope });
    t.strictSame(ticksOf(again), ['account:write'], 'the earlier choice is filled in');
    t.equal(again.body.split(BEFORE).length - 1, 4, 'and said');
  });

  t.test(
    'RFC 6749 §3.3: a scope that was not asked for, or is beyond the role, cannot be ticked into being',
    async (t) => {
      const walk = async (email: string, client: TestClient, scope: string, ticked: string[]) => {
        const browser = new Browser(app);
        const verifier = makeVerifier();
        const start = await browser.get(authorizeUrl(client, verifier, { scope }));
        const page = await browser.submit(start, '/sign-in', { email, password: PASSWORD });
        const left = await browser.submit(page, '/decision', { decision: 'allow', scope: ticked });
        const code = wentWithCode(t, left, scope).get('code') ?? '';
        return (await exchange(app, client, { code, verifier, params: new URLSearchParams() })).json<Tokens>().scope;
      };
      t.equal(
        await walk(ANA, DEMO.cli, 'openid account:read', ['account:read', 'account:write', 'email']),
        'openid account:read',
      );
      t.equal(
        await walk(NOOR, DEMO.adminTool, 'openid courses:read school:write', ['courses:read', 'school:write']),
        'openid courses:read',
      );
    },
  );

  t.test('E(c): scopes beyond the role are shown as not available, and dropped', async (t) => {
    const browser = new Browser(app);
    const page = await signedIn(browser, 'ivan@riverside.example', DEMO.adminTool, {
      scope: 'openid courses:read courses:write orders:read',
    });
    const { scopes, consent } = textFor('en');
    const [offered = '', missing = ''] = page.body.split(consent.unavailable);
    t.match(offered, scopes['courses:read']);
    t.notMatch(offered, scopes['courses:write']);
    t.match(missing, scopes['courses:write']);
    t.match(missing, scopes['orders:read']);
    t.strictSame(ticksOf(page), ['courses:read']);
    const tokens = await obtainTokens(
      app,
      DEMO.adminTool,
      { scope: 'openid courses:read courses:write' },
      {
        email: 'ivan@riverside.example',
      },
    );
    t.equal(tokens.scope, 'openid courses:read');
  });

  t.test('E(c): none left for the role is access_denied', async (t) => {
    const browser = new Browser(app);
    const start = await open(browser, DEMO.adminTool, { scope: 'courses:read school:write' });
    const page = await browser.submit(start, '/sign-in', { email: ANA, password: PASSWORD });
    wentWithError(t, page, 'access_denied');
    const silent = await open(browser, DEMO.adminTool, { scope: 'courses:read', prompt: 'none' });
    wentWithError(t, silent, 'access_denied');
  });

  t.test('E(c): none left ticked is access_denied', async (t) => {
    const browser = new Browser(app);
    const page = await signedIn(browser, RUTH, DEMO.adminTool, { scope: 'courses:read orders:read' });
    wentWithError(t, await browser.submit(page, '/decision', { decision: 'allow', scope: [] }), 'access_denied');
    completed(t, await browser.get(requestOf(page)));
  });

  t.test('E-21: several schools are offered, those where the role fits what is asked', async (t) => {
    const browser = new Browser(app);
    const page = await signedIn(browser, NOOR, VENDOR, READ_COURSES);
    t.match(page.body, textFor('en').chooseSite.title);
    t.match(page.body, /value="site_demo_riverside" required/);
    t.match(page.body, /value="site_demo_harbour" required/);
    wentWithError(t, await open(browser, VENDOR, { ...READ_COURSES, prompt: 'none' }), 'interaction_required');

    const consent = await browser.submit(page, '/site', { site: 'site_demo_harbour' });
    t.match(consent.body, textFor('en').consent.atSchool('Administrator', 'Harbour Music School'));

    const fitting = await open(browser, VENDOR, { scope: 'openid school:write', resource: undefined });
    t.match(fitting.body, textFor('en').consent.atSchool('Administrator', 'Harbour Music School'), 'only one fits');
    const identity = await open(browser, VENDOR, { scope: 'openid', resource: undefined });
    t.match(identity.body, textFor('en').chooseSite.title, 'who one is fits all');
  });

  t.test('E-21: a school that is not on the list, or none, brings the list back', async (t) => {
    const browser = new Browser(app);
    const page = await signedIn(browser, NOOR, VENDOR, READ_COURSES);
    for (const site of ['site_other', '', 'site_demo_riverside\0']) {
      t.match((await browser.submit(page, '/site', { site })).body, textFor('en').chooseSite.title);
    }
    const csrf = csrfOf(page, '/site');
    const early = await post(app, browser, `${requestOf(page)}/decision`, { csrf, decision: 'allow' });
    t.equal(early.statusCode, 303, 'and nothing can be decided before');
    t.equal(early.headers.location, requestOf(page));
  });

  t.test('E-21: with one school there is nothing to choose, and it is shown', async (t) => {
    const page = await signedIn(new Browser(app), RUTH, VENDOR, READ_COURSES);
    t.match(page.body, textFor('en').consent.atSchool('Owner', 'Riverside Academy'));
  });

  t.test('E-21: org_id and school_id choose beforehand, among the schools of the person', async (t) => {
    for (const hint of [{ org_id: 'site_demo_harbour' }, { school_id: 'site_demo_harbour' }]) {
      const page = await signedIn(new Browser(app), NOOR, VENDOR, { ...READ_COURSES, ...hint });
      t.match(page.body, textFor('en').consent.atSchool('Administrator', 'Harbour Music School'));
    }
    const browser = new Browser(app);
    const page = await signedIn(browser, RUTH, VENDOR, { ...READ_COURSES, org_id: 'site_demo_harbour' });
    refused(t, page, 403, textFor('en').message.not_a_member.title);
    const none = { ...READ_COURSES, org_id: 'site_demo_harbour', prompt: 'none' };
    wentWithError(t, await open(browser, VENDOR, none), 'access_denied');
    const own = await open(browser, DEMO.cli, { org_id: 'site_demo_harbour' });
    t.match(own.body, 'at Riverside Academy', 'a client of a school stays there');
  });

  t.test('E-21: two schools are two grants', async (t) => {
    const at = (site: string) => obtainTokens(app, VENDOR, READ_COURSES, { email: NOOR, site });
    const riverside = await at('site_demo_riverside');
    const harbour = await at('site_demo_harbour');
    t.equal(riverside.org_id, 'site_demo_riverside');
    t.equal(harbour.org_id, 'site_demo_harbour');
    await postForm(app, '/api/oauth/revoke', { token: riverside.refresh_token, client_id: VENDOR.id });
    t.equal((await userinfo(app, riverside.access_token)).statusCode, 401);
    t.match((await userinfo(app, harbour.access_token)).json(), { org_id: 'site_demo_harbour', roles: ['admin'] });
  });

  t.test('E(j): a person whose membership is suspended meanwhile gets no code', async (t) => {
    const browser = new Browser(app);
    const page = await signedIn(browser, 'ben@riverside.example');
    file.edit("update memberships set status = 'suspended' where person_id = 'usr_demo_ben'");
    const after = await browser.submit(page, '/decision', { decision: 'allow' });
    refused(t, after, 403, textFor('en').message.not_a_member.title);
    wentWithError(t, await open(browser, DEMO.cli, { prompt: 'none' }), 'access_denied');
    file.edit("update memberships set status = 'active' where person_id = 'usr_demo_ben'");
    wentWithCode(t, await browser.submit(page, '/decision', { decision: 'allow' }), 'reinstated in time');
  });

  t.test('CVE-2026-9798: a person disabled meanwhile has no session, no code, and cannot sign in', async (t) => {
    const browser = new Browser(app);
    const page = await signedIn(browser, 'ben@riverside.example');
    const other = new Browser(app);
    const { code, verifier } = await authorize(app, DEMO.cli, {}, { browser: other, email: 'ben@riverside.example' });
    file.edit("update people set active = 0 where id = 'usr_demo_ben'");
    const after = await browser.submit(page, '/decision', { decision: 'allow' });
    refused(t, after, 403, textFor('en').message.session_changed.title);
    const again = await browser.get(requestOf(page));
    t.ok(isSignIn(again));
    const wrong = await browser.submit(again, '/sign-in', { email: 'ben@riverside.example', password: PASSWORD });
    t.equal(wrong.status, 400);
    const exchanged = await exchange(app, DEMO.cli, { code, verifier, params: new URLSearchParams() });
    t.equal(exchanged.json().error, 'invalid_grant', 'nor is a code from before worth anything');
    file.edit("update people set active = 1 where id = 'usr_demo_ben'");
  });

  t.test('E(j): a role lost while the page is open takes its scopes along', async (t) => {
    const browser = new Browser(app);
    const verifier = makeVerifier();
    const start = await browser.get(
      authorizeUrl(DEMO.adminTool, verifier, { scope: 'openid courses:read orders:read' }),
    );
    const page = await browser.submit(start, '/sign-in', { email: RUTH, password: PASSWORD });
    file.edit("update memberships set role = 'instructor' where person_id = 'usr_demo_ruth'");
    const left = await browser.submit(page, '/decision', { decision: 'allow' });
    const code = wentWithCode(t, left, 'allowed').get('code') ?? '';
    const response = await exchange(app, DEMO.adminTool, { code, verifier, params: new URLSearchParams() });
    t.equal(response.json().scope, 'openid courses:read');
    file.edit("update memberships set role = 'owner' where person_id = 'usr_demo_ruth'");
  });

  t.test('E(j): a client disabled meanwhile gets nothing, and the person is told here', async (t) => {
    const browser = new Browser(app);
    const page = await signedIn(browser, ANA, DEMO.notebook);
    file.edit("update clients set active = 0 where id = 'c_demo_notebook'");
    for (const decision of ['allow', 'deny']) {
      const after = await browser.submit(page, '/decision', { decision });
      refused(t, after, 400, textFor('en').message.bad_request.title);
      t.match(after.body, '<code>invalid_client</code>');
    }
    refused(t, await browser.get(requestOf(page)), 400, textFor('en').message.bad_request.title);
    file.edit("update clients set active = 1 where id = 'c_demo_notebook'");
  });

  t.test('E(j): what the client may ask for is judged anew when the person answers', async (t) => {
    const browser = new Browser(app);
    const page = await signedIn(browser, ANA, DEMO.notebook);
    const scope = file.read("select scope from clients where id = 'c_demo_notebook'");
    file.edit("update clients set scope = 'openid email' where id = 'c_demo_notebook'");
    const after = await browser.submit(page, '/decision', { decision: 'allow' });
    leftByPage(t, after, CALLBACK);
    wentWithError(t, after, 'invalid_scope');
    const seen = await browser.get(requestOf(page));
    t.equal(seen.status, 303);
    wentWithError(t, seen, 'invalid_scope');
    file.edit("update clients set scope = ?, redirect_uris = '[]' where id = 'c_demo_notebook'", String(scope));
    refused(
      t,
      await browser.submit(page, '/decision', { decision: 'allow' }),
      400,
      textFor('en').message.bad_request.title,
    );
  });

  t.test('ASVS 10.7.2: the page of consent says who, what, where to, and for how long', async (t) => {
    const { consent, scopes } = textFor('en');
    const all = await signedIn(new Browser(app), RUTH, DEMO.adminTool, {
      scope: ['openid', 'profile', 'email', ...OPERATOR_SCOPES].join(' '),
    });
    // The pages escape what could be markup.
    const written = (text: string): string => text.replaceAll("'", '&#39;').replaceAll('&', '&');
    for (const scope of ['openid', 'profile', 'email', ...OPERATOR_SCOPES] as const)
      t.match(all.body, written(scopes[scope]));
    t.strictSame(ticksOf(all).sort(), [...OPERATOR_SCOPES].sort());
    t.match(all.body, 'Demo Admin Tool');
    t.match(all.body, textFor('en').client.madeBy('Riverside Academy'));
    t.match(all.body, RUTH);
    t.match(all.body, consent.atSchool('Owner', 'Riverside Academy'));
    t.match(all.body, consent.goesToLoopback('127.0.0.1'));
    t.match(all.body, consent.loopbackWarning, 'A1.18: another program may listen there');
    t.match(all.body, consent.lastsDays(90));
    t.match(all.body, BASE, 'where it works');

    const portal = await signedIn(new Browser(app), ANA, DEMO.portal);
    t.match(portal.body, consent.goesToWeb('portal.riverside.example'));
    t.notMatch(portal.body, consent.loopbackWarning);
    t.notMatch(portal.body, textFor('en').client.unreviewed);

    const vendor = await signedIn(new Browser(app), RUTH, VENDOR, READ_COURSES);
    t.match(vendor.body, textFor('en').client.vendor);
    t.match(vendor.body, consent.goesToWeb('claude.ai'));
  });

  t.test(
    'ASVS 10.4.7: a client that registered itself is marked as not reviewed, before and after sign-in',
    async (t) => {
      const client = await register(app, '<b>Bank</b> & Co');
      const browser = new Browser(app);
      const start = await open(browser, client, { scope: 'openid', resource: undefined });
      t.match(start.body, textFor('en').client.unreviewed);
      const page = await browser.submit(start, '/sign-in', { email: ANA, password: PASSWORD });
      t.match(page.body, textFor('en').client.unreviewed);
      t.match(page.body, textFor('en').client.registeredItself);
      t.match(page.body, '&lt;b&gt;Bank&lt;/b&gt; &amp; Co');
      t.notMatch(page.body, '<b>Bank');
      t.match(page.body, textFor('en').consent.loopbackWarning);
    },
  );

  t.test('E-12: a vendor tool may come back to any loopback address, and to an app', async (t) => {
    const tool = { ...VENDOR, redirectUri: 'http://127.0.0.1:4711/any/path' };
    const left = await walkThrough(new Browser(app), await open(new Browser(app), tool, READ_COURSES));
    t.equal(left.status, 403, 'two browsers are not one');
    const browser = new Browser(app);
    const page = await walkThrough(browser, await open(browser, tool, READ_COURSES), { email: RUTH });
    leftByPage(t, page, tool.redirectUri);

    const cursor = { ...VENDOR, id: 'c_vendor_cursor', redirectUri: 'cursor://anysphere.cursor-mcp/oauth/callback' };
    const consent = await open(browser, cursor, READ_COURSES);
    t.match(consent.body, textFor('en').consent.goesToApp('cursor'));
    leftByPage(t, await browser.submit(consent, '/decision', { decision: 'allow' }), cursor.redirectUri);
    clock.advance(1000);
  });
});

t.test('E-20: what was allowed before', async (t) => {
  const { app, clock } = await testApp(t);
  const start = async (email: string, client: TestClient, overrides: Fields = {}, options: WalkOptions = {}) => {
    const browser = new Browser(app);
    await authorize(app, client, overrides, { browser, email, ...options });
    return browser;
  };

  t.test('E-20, RFC 9700 §2: a client of the school with a fixed https address is not asked about twice', async (t) => {
    const browser = new Browser(app);
    const first = await signedIn(browser, ANA, DEMO.portal);
    t.ok(isConsent(first));
    wentWithError(t, await open(browser, DEMO.portal, { prompt: 'none' }), 'consent_required');
    wentWithCode(t, await browser.submit(first, '/decision', { decision: 'allow' }), 'allowed');

    wentWithCode(t, await open(browser, DEMO.portal), 'silent');
    wentWithCode(t, await open(browser, DEMO.portal, { prompt: 'none' }), 'silent with prompt=none');
    wentWithCode(t, await open(browser, DEMO.portal, {}, { 'sec-fetch-site': 'cross-site' }), 'from anywhere');
    const elsewhere = new Browser(app);
    const page = await signedIn(elsewhere, ANA, DEMO.portal);
    wentWithCode(t, page, 'in another browser too, after the sign-in');
    t.ok(isConsent(await signedIn(new Browser(app), CHIE, DEMO.portal)), 'but not for another person');
  });

  t.test('E-20: prompt=consent asks, with the earlier choice filled in', async (t) => {
    const browser = await start(ANA, DEMO.portal);
    const page = await open(browser, DEMO.portal, { prompt: 'consent' });
    t.ok(isConsent(page));
    t.match(page.body, BEFORE);
    wentWithCode(t, await browser.submit(page, '/decision', { decision: 'allow' }), 'one click');
  });

  t.test('RFC 8252 §8.6: on loopback it is asked each time, one click away', async (t) => {
    for (const client of [DEMO.cli, DEMO.webApp]) {
      const browser = await start(ANA, client);
      wentWithError(t, await open(browser, client, { prompt: 'none' }), 'consent_required');
      const page = await open(browser, client, {}, { 'sec-fetch-site': 'none' });
      t.ok(isConsent(page));
      t.match(page.body, BEFORE);
      wentWithCode(t, await browser.submit(page, '/decision', { decision: 'allow' }), 'one click');
    }
  });

  t.test('ASVS 10.7.1: a client that registered itself is never approved by itself', async (t) => {
    const client = await register(app);
    const identity = { scope: 'openid', resource: undefined };
    const browser = await start(ANA, client, identity);
    wentWithError(t, await open(browser, client, { ...identity, prompt: 'none' }), 'consent_required');
    t.ok(isConsent(await open(browser, client, identity, { 'sec-fetch-site': 'same-origin' })));
  });

  t.test('E-20: it is asked when scopes are added, and not when some are left out', async (t) => {
    const browser = await start(CHIE, DEMO.portal, { scope: 'openid email' });
    wentWithCode(t, await open(browser, DEMO.portal, { scope: 'openid' }), 'fewer');
    wentWithCode(t, await open(browser, DEMO.portal, { scope: 'email openid' }), 'in another order');
    const more = { scope: 'openid email account:read' };
    wentWithError(t, await open(browser, DEMO.portal, { ...more, prompt: 'none' }), 'consent_required');
    const page = await open(browser, DEMO.portal, more);
    t.ok(isConsent(page));
    t.equal(page.body.split(BEFORE).length - 1, 2, 'the two of before are marked');
    wentWithCode(t, await browser.submit(page, '/decision', { decision: 'allow' }), 'allowed');
    wentWithCode(t, await open(browser, DEMO.portal, more), 'then silent');
  });

  t.test('E-20: fewer scopes asked for are fewer scopes given', async (t) => {
    const browser = await start(ANA, DEMO.portal);
    const verifier = makeVerifier();
    const page = await browser.get(authorizeUrl(DEMO.portal, verifier, { scope: 'openid' }));
    const code = wentWithCode(t, page, 'silent').get('code') ?? '';
    const response = await exchange(app, DEMO.portal, { code, verifier, params: new URLSearchParams() });
    t.equal(response.json().scope, 'openid');
  });

  t.test('E-20: what was left out stays out, silently too', async (t) => {
    const browser = new Browser(app);
    const page = await signedIn(browser, 'ben@riverside.example', DEMO.portal);
    wentWithCode(t, await browser.submit(page, '/decision', { decision: 'allow', scope: [] }), 'allowed in part');
    const tokens = await obtainTokens(app, DEMO.portal, {}, { browser });
    t.equal(tokens.scope, 'openid profile email');
    const again = await open(browser, DEMO.portal, { prompt: 'consent' });
    t.strictSame(ticksOf(again), []);
    wentWithCode(
      t,
      await browser.submit(again, '/decision', { decision: 'allow', scope: ['account:read'] }),
      'now all',
    );
    t.match((await obtainTokens(app, DEMO.portal, {}, { browser })).scope, 'account:read');
  });

  t.test('E-20: when nothing of what is asked was given, it is asked again', async (t) => {
    const browser = new Browser(app);
    const page = await signedIn(browser, 'ben@riverside.example', DEMO.portal, { prompt: 'consent' });
    wentWithCode(t, await browser.submit(page, '/decision', { decision: 'allow', scope: [] }), 'allowed in part');
    t.ok(isConsent(await open(browser, DEMO.portal, { scope: 'account:read' })));
  });

  t.test('E-20: a grant that is revoked takes the consent along, an access token does not', async (t) => {
    const browser = new Browser(app);
    const tokens = await obtainTokens(app, DEMO.portal, {}, { browser });
    const revoke = (token: string) =>
      postForm(app, '/api/oauth/revoke', { token, client_id: DEMO.portal.id, client_secret: DEMO.portal.secret });
    await revoke(tokens.access_token);
    wentWithCode(t, await open(browser, DEMO.portal), 'still silent');
    await revoke(tokens.refresh_token);
    const page = await open(browser, DEMO.portal);
    t.ok(isConsent(page));
    t.notMatch(page.body, BEFORE);
    wentWithError(t, await open(browser, DEMO.portal, { prompt: 'none' }), 'consent_required');
  });

  t.test('E-20: so does a code that is redeemed twice', async (t) => {
    const browser = new Browser(app);
    const authorization = await authorize(app, DEMO.portal, {}, { browser });
    t.equal((await exchange(app, DEMO.portal, authorization)).statusCode, 200);
    const replay = await postForm(app, '/api/oauth/token', codeFields(DEMO.portal, authorization));
    t.equal(replay.json().error, 'invalid_grant');
    t.ok(isConsent(await open(browser, DEMO.portal)));
  });

  t.test('E-20: a year without use forgets it, each use counts anew', async (t) => {
    await start('ivan@riverside.example', DEMO.portal);
    const later = async () => signedIn(new Browser(app), 'ivan@riverside.example', DEMO.portal);
    clock.advance(364 * DAY);
    wentWithCode(t, await later(), 'after 364 days');
    clock.advance(364 * DAY);
    wentWithCode(t, await later(), 'and 364 more');
    clock.advance(365 * DAY);
    const page = await later();
    t.ok(isConsent(page), 'not after a year');
    t.notMatch(page.body, BEFORE);
  });

  t.test('E-20: a vendor is silent only when no other site sent the browser', async (t) => {
    const browser = await start(RUTH, VENDOR, READ_COURSES);
    for (const site of ['none', 'same-origin', 'same-site']) {
      wentWithCode(t, await open(browser, VENDOR, READ_COURSES, { 'sec-fetch-site': site }), site);
    }
    const page = await open(browser, VENDOR, READ_COURSES, { 'sec-fetch-site': 'cross-site' });
    t.ok(isConsent(page));
    t.match(page.body, BEFORE);
    const none = { ...READ_COURSES, prompt: 'none' };
    wentWithError(t, await open(browser, VENDOR, none, { 'sec-fetch-site': 'cross-site' }), 'consent_required');
    wentWithCode(t, await open(browser, VENDOR, none, { 'sec-fetch-site': 'none' }), 'prompt=none');
  });

  t.test(
    'E-20: a request that another site sent stays one, through sign-in, choice of school and reload',
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

  t.test('E-20: a vendor on loopback or in an app is asked about each time', async (t) => {
    const tool = { ...VENDOR, redirectUri: 'http://127.0.0.1:4711/cb' };
    const browser = await start(RUTH, tool, READ_COURSES);
    t.ok(isConsent(await open(browser, tool, READ_COURSES, { 'sec-fetch-site': 'none' })));
    wentWithError(t, await open(browser, tool, { ...READ_COURSES, prompt: 'none' }), 'consent_required');
    const cursor = { ...VENDOR, id: 'c_vendor_cursor', redirectUri: 'cursor://anysphere.cursor-mcp/oauth/callback' };
    const page = await open(browser, cursor, READ_COURSES);
    await browser.submit(page, '/decision', { decision: 'allow' });
    t.ok(isConsent(await open(browser, cursor, READ_COURSES, { 'sec-fetch-site': 'none' })));
  });

  t.test('E-20: each client and each school is remembered for itself', async (t) => {
    const browser = await start(NOOR, VENDOR, READ_COURSES, { site: 'site_demo_harbour' });
    const at = (org_id: string) => open(browser, VENDOR, { ...READ_COURSES, org_id });
    wentWithCode(t, await at('site_demo_harbour'), 'the school it was allowed for');
    const chatgpt = {
      ...VENDOR,
      id: 'c_vendor_chatgpt',
      redirectUri: 'https://chatgpt.com/connector_platform_oauth_redirect',
    };
    const other = await open(browser, chatgpt, { ...READ_COURSES, org_id: 'site_demo_harbour' });
    t.ok(isConsent(other));
    t.notMatch(other.body, BEFORE);
  });
});

t.test('headers and cookies', async (t) => {
  const policy =
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

  /** Every page of the flow, by name. */
  async function pagesOf(app: FastifyInstance, base: string): Promise<Record<string, Page>> {
    const resource = { resource: base };
    const browser = new Browser(app, base);
    const signIn = await open(browser, DEMO.portal, resource);
    const problem = await browser.submit(signIn, '/sign-in', { email: ANA, password: 'wrong-password' });
    const consent = await browser.submit(problem, '/sign-in', { email: ANA, password: PASSWORD });
    const account = await open(browser, DEMO.portal, { ...resource, prompt: 'select_account' });
    const left = await browser.submit(consent, '/decision', { decision: 'allow' });
    const done = await browser.get(requestOf(consent));
    const noor = new Browser(app, base);
    const sites = await signedIn(noor, NOOR, VENDOR, READ_COURSES);
    const stranger = await signedIn(new Browser(app, base), MILA, DEMO.portal, resource);
    const error = await open(browser, DEMO.portal, { ...resource, client_id: 'c_nobody' });
    return { signIn, problem, consent, account, sites, left, done, stranger, error };
  }

  function checkPages(t: Test, pages: Record<string, Page>): void {
    for (const [name, { headers, body }] of Object.entries(pages)) {
      const hasForm = body.includes('<form');
      // A passkey is asked for by a script, where the address has a name to tie passkeys to.
      const isScripted = body.includes('data-passkey');
      const scripts = isScripted ? "default-src 'none'; script-src 'self'; connect-src 'self';" : "default-src 'none';";
      t.match(
        headers,
        {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'cross-origin-resource-policy': 'same-origin',
          'permissions-policy': /./,
          'x-request-id': /./,
        },
        name,
      );
      t.equal(
        headers['content-security-policy'],
        (hasForm ? policy : policy.replace("form-action 'self'", "form-action 'none'")).replace(
          "default-src 'none';",
          scripts,
        ),
      );
      t.equal(headers['referrer-policy'], hasForm ? 'same-origin' : 'no-referrer', name);
      t.notOk('cross-origin-opener-policy' in headers, 'a client may open the flow in a pop-up');
      const inline = body.replaceAll(/<script src="\/assets\/[\w.-]+" defer><\/script>/g, '');
      t.notMatch(inline, /<script|\son[a-z]+=|style="|javascript:/i, `${name}: nothing inline`);
      for (const [, url = ''] of body.matchAll(/<(?:link|img|script)[^>]*(?:href|src)="([^"]*)"/g)) {
        t.match(url, /^\/[^/]/, `${name}: nothing from elsewhere`);
      }
    }
  }

  t.test('ASVS 3.4: pages on http', async (t) => {
    const { app } = await testApp(t);
    const pages = await pagesOf(app, BASE);
    t.strictSame(
      Object.values(pages).map(({ status }) => status),
      [200, 400, 200, 200, 200, 200, 409, 403, 400],
    );
    checkPages(t, pages);
    for (const { headers } of Object.values(pages)) t.notOk('strict-transport-security' in headers);
  });

  t.test('ASVS 3.3: cookies on http', async (t) => {
    const { app } = await testApp(t);
    const browser = new Browser(app);
    const first = await app.inject({ url: authorizeUrl(DEMO.cli, makeVerifier()), headers: { accept: HTML } });
    t.match(first.headers['set-cookie'], /^pre=[A-Za-z0-9_-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/);
    const page = await open(browser);
    const signIn = await guess(app, browser, page, { email: ANA, password: PASSWORD });
    t.match(signIn.headers['set-cookie'], /^sid=[A-Za-z0-9_-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const again = await open(browser);
    t.ok(isSignIn(again));
    t.notOk('set-cookie' in again.headers, 'not set again');
  });

  t.test('ASVS 7.2.3: session and browser are kept as hashes', async (t) => {
    const file = databaseFile(t);
    const { app } = await testApp(t, { databaseUrl: file.url });
    const browser = new Browser(app);
    await signedIn(browser, ANA);
    t.equal(browser.cookies.size, 2);
    for (const value of browser.cookies.values()) {
      const inSessions = file.read('select count(*) from sessions where hash = ? or id = ?', value, value);
      const inRequests = file.read('select count(*) from authorization_requests where browser_hash = ?', value);
      t.equal(Number(inSessions) + Number(inRequests), 0);
    }
    t.equal(file.read('select length(hash) from sessions'), 32);
  });

  t.test('ASVS 3.3.1, 3.4.1: pages and cookies on https', async (t) => {
    const base = 'https://id.school.example';
    const env = { BASE_URL: base, MASTER_KEY: randomBytes(32).toString('base64') };
    const { app } = await testApp(t, { env });
    const pages = await pagesOf(app, base);
    checkPages(t, pages);
    for (const { headers } of Object.values(pages)) {
      t.equal(headers['strict-transport-security'], 'max-age=63072000; includeSubDomains');
    }
    t.equal(pages.left?.leavesFor?.searchParams.get('iss'), base);

    const first = await app.inject({ url: authorizeUrl(DEMO.cli, makeVerifier(), { resource: base }) });
    const attributes = 'Path=/; HttpOnly; Secure; SameSite=Lax';
    t.match(first.headers['set-cookie'], new RegExp(`^__Host-pre=[A-Za-z0-9_-]{43}; Max-Age=86400; ${attributes}$`));
    const browser = new Browser(app, base);
    const page = await open(browser, DEMO.cli, { resource: base });
    const origin = { headers: { origin: base } };
    const signIn = await guess(app, browser, page, { email: ANA, password: PASSWORD }, origin);
    t.match(signIn.headers['set-cookie'], new RegExp(`^__Host-sid=[A-Za-z0-9_-]{43}; Max-Age=2592000; ${attributes}$`));

    const value = /__Host-sid=([^;]*)/.exec(String(signIn.headers['set-cookie']))?.[1] ?? '';
    const withCookie = (name: string) =>
      app.inject({
        url: requestOf(page),
        headers: { accept: HTML, cookie: `__Host-pre=${browser.cookies.get('__Host-pre')}; ${name}=${value}` },
      });
    t.match((await withCookie('__Host-sid')).body, '/decision"');
    t.match((await withCookie('sid')).body, '/sign-in"', 'a cookie without the prefix proves nothing');
    const foreign = await guess(app, browser, page, { email: ANA, password: PASSWORD });
    t.equal(foreign.statusCode, 403, 'http is another origin');
  });

  t.test('CVE-2026-3635: nothing is built from the Host header', async (t) => {
    const { app } = await testApp(t);
    const browser = new Browser(app);
    browser.headers = {
      ...browser.headers,
      host: 'evil.test',
      'x-forwarded-host': 'evil.test',
      forwarded: 'host=evil.test',
    };
    const left = await walkThrough(browser, await open(browser));
    t.equal(left.leavesFor?.searchParams.get('iss'), BASE);
    t.notMatch(left.body, 'evil.test');
    const error = await open(browser, DEMO.cli, { client_id: 'x' });
    t.notMatch(JSON.stringify([error.headers, error.body]), 'evil.test');
  });
});
