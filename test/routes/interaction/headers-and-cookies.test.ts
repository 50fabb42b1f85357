import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { BASE, PASSWORD, testApp } from '../../support/app.ts';
import { Browser, type Page } from '../../support/browser.ts';
import { databaseFile } from '../../support/database-edit.ts';
import {
  ANA,
  afterSignIn,
  guess,
  HTML,
  isSignIn,
  MILA,
  NOOR,
  open,
  READ_COURSES,
  requestOf,
  VENDOR,
} from '../../support/interaction.ts';
import { authorizeUrl, DEMO, makeVerifier, walkThrough } from '../../support/oauth-client.ts';

t.test('security headers and cookies', async (t) => {
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
    const sites = await afterSignIn(noor, NOOR, VENDOR, READ_COURSES);
    const stranger = await afterSignIn(new Browser(app, base), MILA, DEMO.portal, resource);
    const error = await open(browser, DEMO.portal, { ...resource, client_id: 'c_nobody' });
    return { signIn, problem, consent, account, sites, left, done, stranger, error };
  }

  function checkPages(t: Test, pages: Record<string, Page>): void {
    for (const [name, { headers, body }] of Object.entries(pages)) {
      const hasForm = body.includes('<form');
      // A script asks for a passkey, where the address has a name to tie passkeys to, and makes a password readable.
      const isScripted = body.includes('data-passkey') || body.includes('data-reveals');
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

  t.test('on http every page of the flow carries the security headers, without HSTS [ASVS 3.4.5]', async (t) => {
    const { app } = await testApp(t);
    const pages = await pagesOf(app, BASE);
    t.strictSame(
      Object.values(pages).map(({ status }) => status),
      [200, 400, 200, 200, 200, 200, 409, 403, 400],
    );
    checkPages(t, pages);
    for (const { headers } of Object.values(pages)) t.notOk('strict-transport-security' in headers);
  });

  t.test('on http cookies are HttpOnly, SameSite=Lax and limited in time [ASVS 3.3.2, ASVS 3.3.4]', async (t) => {
    const { app } = await testApp(t);
    const browser = new Browser(app);
    const first = await app.inject({ url: authorizeUrl(DEMO.cli, makeVerifier()), headers: { accept: HTML } });
    t.match(first.headers['set-cookie'], /^pre=[A-Za-z0-9_-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/);
    const page = await open(browser);
    const signIn = await guess(app, browser, page, { email: ANA, password: PASSWORD });
    t.match(signIn.headers['set-cookie'], [
      /^sid=[A-Za-z0-9_-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
      /^known=[A-Za-z0-9_-]{43}(?:\.[A-Za-z0-9_-]{22}){2}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/,
    ]);
    const again = await open(browser);
    t.ok(isSignIn(again));
    t.notOk('set-cookie' in again.headers, 'not set again');
  });

  t.test('the cookies of session and browser are stored as hashes only [ASVS 7.2.3, W34]', async (t) => {
    const file = databaseFile(t);
    const { app } = await testApp(t, { databaseUrl: file.url });
    const browser = new Browser(app);
    await afterSignIn(browser, ANA);
    t.strictSame([...browser.cookies.keys()].sort(), ['known', 'pre', 'sid']);
    for (const value of browser.cookies.values()) {
      const inSessions = await file.read('select count(*) from sessions where hash = ? or id = ?', value, value);
      const inRequests = await file.read('select count(*) from authorization_requests where browser_hash = ?', value);
      t.equal(Number(inSessions) + Number(inRequests), 0);
    }
    t.equal(Number(await file.read('select length(hash) from sessions')), 32);
  });

  t.test(
    'on https pages send HSTS, and cookies are Secure with the __Host- prefix [RFC 6265bis §4.1.3.2, ASVS 3.3.1, ASVS 3.4.1]',
    async (t) => {
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
      t.match(signIn.headers['set-cookie'], [
        new RegExp(`^__Host-sid=[A-Za-z0-9_-]{43}; Max-Age=2592000; ${attributes}$`),
        new RegExp(`^__Host-known=[A-Za-z0-9_.-]+; Max-Age=15552000; ${attributes}$`),
      ]);

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
    },
  );

  t.test('nothing is built from the Host header or from forwarding headers [CVE-2026-3635]', async (t) => {
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
