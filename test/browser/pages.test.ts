// slow, sqlite
/** Every page, in both languages, light and dark, narrow and wide: accessible, within the window, free of scripts. */
import type { Browser } from 'playwright-core';
import t, { type Test } from 'tap';
import { checker, LANGUAGES, violationsOf } from '../support/accessible-page.ts';
import {
  authorizeUrl,
  clientApp,
  html,
  launch,
  noChromium,
  registerClient,
  signIn,
  visitor,
} from '../support/chromium.ts';
import { documentHost } from '../support/document-host.ts';
import { startServer, TEST_SETTINGS } from '../support/live-server.ts';

const ALLOW = 'button[value=allow]';
const DENY = 'button[value=deny]';
const OPERATOR_SCOPE = 'openid profile email courses:read courses:write school:write';

t.test('the pages in Chromium', { skip: noChromium }, async (t) => {
  const browser: Browser = await launch(t);
  const documents = await documentHost(t);
  const host = `localhost:${documents.port}`;
  const urlClient = `https://${host}/oauth/study-buddy.json`;
  documents.serve(urlClient, {
    client_id: urlClient,
    client_name: 'Study buddy',
    redirect_uris: [`https://${host}/oauth/callback`, 'http://127.0.0.1/callback'],
  });
  const { origin } = await startServer(t, {
    ...TEST_SETTINGS,
    CIMD_ALLOW_LOOPBACK: 'on',
    CIMD_ALLOWED_HOSTS: host,
    NODE_EXTRA_CA_CERTS: documents.caFile,
  });
  const production = await startServer(t, { NODE_ENV: 'production', RATE_LIMITS: 'off', LOG_LEVEL: 'error' });
  const setupLink = /\S+\/setup\?token=\S+/.exec(production.welcome)?.[0] ?? '';
  // At 204 the browser stays on the page where it is.
  const app = await clientApp(t, (request, response) => {
    if (request.url === '/') html(response, '<form method="post"><button>Send</button></form>');
    else response.writeHead(204).end();
  });
  const clientId = await registerClient(origin, app.callback, 'Lesson Planner for Very Busy Music Teachers');

  for (const [language, locale] of Object.entries(LANGUAGES) as [keyof typeof LANGUAGES, string][]) {
    const open = async (t: Test) => {
      const { page, violations } = await visitor(t, browser, { locale, reducedMotion: 'reduce' });
      return { page, check: checker(t, page, language), violations };
    };

    t.test(`in ${language}: start page, sign-in and sign-out are accessible [WCAG 2.2 AA]`, async (t) => {
      const { page, check, violations } = await open(t);
      await page.goto(origin);
      await check('home');
      await page.goto(authorizeUrl(origin, app));
      await check('sign-in');
      await signIn(page, 'ana@riverside.example', 'not the password');
      await check('sign-in refused');
      await signIn(page, 'ana@riverside.example');
      await check('consent school app');
      await page.goto(origin);
      await check('home signed in');
      await page.goto(authorizeUrl(origin, { ...app, more: { prompt: 'select_account' } }));
      await check('choose account');
      await page.goto(authorizeUrl(origin, { ...app, more: { prompt: 'login' } }));
      await check('sign-in again');
      await page.goto(`${origin}/oauth/logout`);
      await check('sign-out');
      await page.click('button.primary');
      await check('signed out');
      t.strictSame(violations, [], 'no policy was broken');
    });

    t.test(`in ${language}: choosing a school, consent and the way back are accessible [WCAG 2.2 AA]`, async (t) => {
      const { page, check, violations } = await open(t);
      const start = authorizeUrl(origin, { ...app, clientId, scope: OPERATOR_SCOPE, more: { prompt: 'consent' } });
      await page.goto(start);
      await check('sign-in shared app');
      await signIn(page, 'noor@schools.example');
      await check('choose site');
      await page.click('label.choice');
      await page.click('button.primary');
      await check('consent shared app');
      const decided = page.url();
      await page.click(ALLOW);
      await page.waitForURL(/\/decision$/);
      await check('continue allowed');
      await page.goto(decided);
      await check('message completed');
      await page.goto(`${start}&org_id=site_demo_riverside`);
      await check('consent a second time');
      await page.click(DENY);
      await page.waitForURL(/\/decision$/);
      await check('continue denied');
      t.strictSame(violations, [], 'no policy was broken');
    });

    t.test(`in ${language}: the messages of the flow are accessible [WCAG 2.2 AA]`, async (t) => {
      const { page, check, violations } = await open(t);
      await page.goto(authorizeUrl(origin, { ...app, clientId: 'c_nobody' }));
      await check('message bad request');
      await page.goto(`${origin}/oauth/continue/req_nothing`);
      await check('message expired');
      await page.goto(authorizeUrl(origin, app));
      const pending = page.url();
      await signIn(page, 'hugo@harbour.example');
      await check('message not a member');
      await page.goto(app.origin);
      await page.evaluate(`document.forms[0].action = '${pending}/decision'`);
      await page.click('button');
      await check('message foreign form');
      await page.context().clearCookies({ name: 'sid' });
      await page.goto(pending);
      const other = await page.context().newPage();
      await other.goto(pending);
      await signIn(other, 'ana@riverside.example');
      await other.waitForSelector(ALLOW);
      await signIn(page, 'ana@riverside.example');
      await check('message sign-in changed');
      await page.context().clearCookies();
      await page.goto(pending);
      await check('message other browser');
      t.strictSame(violations, [], 'no policy was broken');
    });

    t.test(`in ${language}: the pages for an unreviewed app are accessible [WCAG 2.2 AA]`, async (t) => {
      const { page, check, violations } = await open(t);
      const asking = { clientId: urlClient, callback: `https://${host}/oauth/callback` };
      await page.goto(authorizeUrl(origin, { ...asking, scope: 'openid email courses:read' }));
      await check('sign-in unreviewed app');
      await signIn(page, 'ruth@riverside.example');
      await check('consent unreviewed app');
      await page.goto(authorizeUrl(origin, { ...asking, scope: 'openid courses:write' }));
      await check('message unreviewed app asks too much');
      await page.goto(authorizeUrl(origin, { ...asking, clientId: 'https://elsewhere.example/client.json' }));
      await check('message document refused');
      t.strictSame(violations, [], 'no policy was broken');
    });

    t.test(`in ${language}: the set-up form is accessible [WCAG 2.2 AA]`, async (t) => {
      const { page, check, violations } = await open(t);
      await page.goto(setupLink);
      await check('setup');
      const offered = (name: string, value: string) => page.locator(`#school_${name}-offers option[value="${value}"]`);
      t.equal(await offered('timezone', 'Europe/Berlin').count(), 1, 'time zones are offered');
      t.not(await offered('currency', 'JPY').getAttribute('label'), '', 'and currencies with their names');
      await page.evaluate('document.forms[0].noValidate = true');
      await page.click('button.primary');
      await check('setup refused');
      t.strictSame(violations, [], 'no policy was broken');
    });
  }

  t.test('axe finds a missing label under our content security policy too [WCAG 2.2 AA]', async (t) => {
    const { page } = await visitor(t, browser);
    await page.goto(authorizeUrl(origin, app));
    await page.evaluate("document.querySelector('label[for=email]').remove()");
    t.strictSame(await violationsOf(page), ['label: #email']);
  });
});
