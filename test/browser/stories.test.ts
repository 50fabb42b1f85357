// slow, sqlite
/** Whole stories in Chromium, with and without scripts: from a letter or a link to what it was for. */
import type { Browser, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { PASSWORD } from '../support/app.ts';
import { authorizeUrl, clientApp, launch, noChromium, picture, signIn, visitor } from '../support/chromium.ts';
import { documentHost } from '../support/document-host.ts';
import { Mailbox } from '../support/emails.ts';
import { startServer, TEST_SETTINGS } from '../support/live-server.ts';

t.setTimeout(240_000);

const NEW_PASSWORD = 'three blue kites over water';
const SUBMIT = 'main form button.primary';

const exchange = async (origin: string, fields: Record<string, string>): Promise<Record<string, string>> => {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    // Of the challenge that `authorizeUrl` sends (RFC 7636, appendix B).
    code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    resource: origin,
    ...fields,
  });
  return (await (await fetch(`${origin}/api/oauth/token`, { method: 'POST', body })).json()) as Record<string, string>;
};

const emailOf = async (origin: string, token: string | undefined): Promise<string> => {
  const response = await fetch(`${origin}/account/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{"query":"{ viewer { email } }"}',
  });
  return response.status === 200 ? JSON.stringify(await response.json()) : String(response.status);
};

t.test('whole stories in Chromium', { skip: noChromium }, async (t) => {
  const browser: Browser = await launch(t);
  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? 'with scripts' : 'without scripts';

    t.test(`a forgotten password is replaced through an e-mailed link, ${how} [ASVS 6.4.3]`, async (t) => {
      const { origin, dataDir } = await startServer(t);
      const mailbox = new Mailbox(dataDir);
      const elsewhere = (await visitor(t, browser)).page;
      await elsewhere.goto(`${origin}/sign-in`);
      await signIn(elsewhere, 'ana@riverside.example');

      const { page } = await visitor(t, browser, { javaScriptEnabled });
      await page.goto(`${origin}/sign-in`);
      await page.click('a[href^="/password/forgot"]');
      await page.fill('#email', 'ana@riverside.example');
      await page.click(SUBMIT);
      const { link } = await mailbox.next();
      await page.goto(link);
      await page.fill('#new_password', NEW_PASSWORD);
      await page.click(SUBMIT);
      await signIn(page, 'ana@riverside.example', NEW_PASSWORD);
      t.equal(new URL(page.url()).pathname, '/account/schools/riverside', 'the new password signs in');
      await elsewhere.goto(`${origin}/account`);
      t.equal(new URL(elsewhere.url()).pathname, '/sign-in', 'whoever was signed in before is not any more');
      await page.goto(link);
      t.equal(await page.locator('#new_password').count(), 0, 'the link is used up');
    });

    t.test(`the first start leads from the set-up link to the MCP URL to connect, ${how} [W30]`, async (t) => {
      const { origin, welcome } = await startServer(t, {
        NODE_ENV: 'production',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'error',
      });
      t.match(welcome, origin);
      const { page } = await visitor(t, browser, { javaScriptEnabled });
      await setUp(t, page, welcome);
    });
  }

  t.test(
    'an app identified by URL is approved, adopted, allowed by a student and released [spec 2.2, CIMD §7]',
    async (t) => {
      const documents = await documentHost(t);
      const host = `localhost:${documents.port}`;
      const app = `https://${host}/oauth/study-buddy.json`;
      const { callback, answers, origin: appOrigin } = await clientApp(t);
      documents.serve(app, { client_id: app, client_name: 'Study buddy', redirect_uris: [callback] });
      const { origin } = await startServer(t, {
        ...TEST_SETTINGS,
        CIMD_ALLOW_LOOPBACK: 'on',
        CIMD_ALLOWED_HOSTS: host,
        NODE_EXTRA_CA_CERTS: documents.caFile,
        PLATFORM_OPERATORS: 'ruth@riverside.example',
      });
      const request = authorizeUrl(origin, { clientId: app, callback, scope: 'openid account:read' });
      const student = (await visitor(t, browser)).page;
      await student.goto(request);
      t.match(student.url(), /error=invalid_scope/, 'before, nobody’s own data');

      const ruth = (await visitor(t, browser)).page;
      await ruth.goto(`${origin}/admin/riverside/reviews`);
      await signIn(ruth, 'ruth@riverside.example');
      await ruth.fill('#client', app);
      await ruth.click('form[action$="/look"] button');
      await ruth.click('a[href*="/approve"]');
      await ruth.fill('#password', PASSWORD);
      await ruth.click('main button.primary');
      await ruth.click('form[action$="/adopt"] button');

      await student.goto(request);
      await signIn(student, 'ana@riverside.example');
      await picture(student, 'consent-adopted');
      t.match(await student.textContent('main'), host, 'the host that it has proven');
      await student.click('button[value=allow]');
      await student.waitForURL(`${appOrigin}/**`);
      const code = answers.at(-1)?.get('code') ?? '';
      const tokens = await exchange(origin, { client_id: app, code, redirect_uri: callback });
      t.match(await emailOf(origin, tokens.access_token), 'ana@riverside.example');

      await ruth.goto(`${origin}/admin/riverside/reviews/app?${new URLSearchParams({ client: app })}`);
      await ruth.click('a[href*="/release"]');
      await ruth.fill('#password', PASSWORD);
      await ruth.click('main button.danger');
      t.equal(await emailOf(origin, tokens.access_token), '401', 'released, it reads nothing more');
    },
  );
});

async function setUp(t: Test, page: Page, welcome: string): Promise<void> {
  const link = /\S+\/setup\?token=\S+/.exec(welcome)?.[0] ?? '';
  await page.goto(link);
  await page.fill('#school_name', 'Maple School');
  await page.fill('#school_slug', 'maple');
  await page.fill('#owner_name', 'Olga Maple');
  await page.fill('#owner_email', 'olga@maple.example');
  await page.fill('#password', NEW_PASSWORD);
  await page.click(SUBMIT);
  await page.click('main a[href^="/sign-in"]');
  await signIn(page, 'olga@maple.example', NEW_PASSWORD);
  t.equal(new URL(page.url()).pathname, '/admin/maple', 'the home with the first steps');
  await page.click('.steps a[href$="/connect"]');
  await page.click(SUBMIT);
  await page.click('main a[href$="/connect/codex"]');
  await page.waitForURL(/connect\/codex$/);
  t.match(await page.textContent('main'), '/mcp', 'what to tell a client');
}
