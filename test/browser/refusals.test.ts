// slow, sqlite
/** Pages that say no, in Chromium: nobody comes to them on purpose, and they have to help. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { inEveryLanguage } from '../support/accessible-page.ts';
import { authorizeUrl, clientApp, launch, noChromium, signIn } from '../support/chromium.ts';
import { databaseFile } from '../support/database-edit.ts';
import { startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { during } from '../support/standing.ts';

t.setTimeout(300_000);

const ANA = 'ana@riverside.example';
const RUTH = 'ruth@riverside.example';
const ALLOW = 'button[value=allow]';
const SUBMIT = 'main form button.primary';

t.test('pages that refuse something, in Chromium', { skip: noChromium }, async (t) => {
  const browser = await launch(t);
  const file = databaseFile(t);
  const { origin } = await startServer(t, { ...TEST_SETTINGS, DATABASE_URL: file.url });
  // At 204 the browser stays on the page where it is.
  const app = await clientApp(t, (_request, response) => {
    response.writeHead(204).end();
  });

  const enter = async (page: Page, email: string): Promise<void> => {
    await page.context().clearCookies();
    await page.goto(`${origin}/sign-in`);
    await signIn(page, email);
    await page.waitForURL(({ pathname }) => pathname.startsWith('/account'));
  };

  inEveryLanguage(t, browser, 'missing or forbidden pages are accessible [WCAG 2.2 AA]', async (t, { page, check }) => {
    const refused = async (name: string, path: string, status: number): Promise<void> => {
      t.equal((await page.goto(origin + path))?.status(), status);
      await check(name);
    };
    await refused('not found', '/nothing/here', 404);
    await refused('method not allowed', '/sign-out', 405);
    await enter(page, ANA);
    await page.goto(`${origin}/account/connected-apps`);
    await check('no connected apps');
    await refused('no operator', '/admin/riverside', 403);
    await refused('no operator anywhere', '/admin', 403);
    await refused('not found signed in', '/account/passkeys/pk_nothing/remove', 404);
    await enter(page, 'noor@schools.example');
    await refused('managers only', '/admin/riverside/settings', 403);
    await refused('no such member', '/admin/riverside/members/usr_nobody', 404);
  });

  inEveryLanguage(t, browser, 'refused forms are accessible [WCAG 2.2 AA]', async (_, { page, context, check }) => {
    await enter(page, ANA);
    await page.goto(`${origin}/account/profile`);
    await context.clearCookies({ name: 'sid' });
    await page.click('form[action$="/profile"] button');
    await page.waitForURL(/profile$/);
    await check('page too old');
    await page.goto(`${origin}/password/forgot`);
    await page.evaluate("document.querySelector('main form').noValidate = true");
    await page.fill('#email', 'ana');
    await page.click(SUBMIT);
    await page.waitForSelector('#email[aria-invalid=true]');
    await check('forgot refused');
  });

  inEveryLanguage(t, browser, 'the logout page for an app is accessible [WCAG 2.2 AA]', async (_, { page, check }) => {
    await enter(page, ANA);
    const query = { client_id: 'c_demo_cli', post_logout_redirect_uri: `${app.origin}/signed-out` };
    await page.goto(`${origin}/oauth/logout?${new URLSearchParams(query)}`);
    await page.click(SUBMIT);
    await page.waitForURL(/confirm$/);
    await check('signed out for an app');
  });

  inEveryLanguage(
    t,
    browser,
    'the pages that return to the app without a code are accessible [WCAG 2.2 AA]',
    async (_, { page, check, context }) => {
      await page.goto(authorizeUrl(origin, app));
      await page.click('form[action$="/cancel"] button');
      await page.waitForURL(/cancel$/);
      await check('cancelled');
      await context.clearCookies();
      await page.goto(authorizeUrl(origin, { ...app, clientId: 'c_demo_admin_tool', scope: 'courses:write' }));
      await signIn(page, RUTH);
      await page.waitForSelector(ALLOW);
      const role = 'update memberships set role = ? where person_id = ?';
      const [member, owner] = [[role, 'member', 'usr_demo_ruth'] as const, [role, 'owner', 'usr_demo_ruth'] as const];
      await during(file, member, owner, async () => {
        await page.click(ALLOW);
        await page.waitForURL(/decision$/);
        await check('nothing left to allow');
      });
    },
  );
});
