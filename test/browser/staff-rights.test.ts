// slow, sqlite
/** The choice of what staff can see and edit in Chromium, and the table of roles that says it. */
import t from 'tap';
import { inEveryLanguage } from '../support/accessible-page.ts';
import { PASSWORD } from '../support/app.ts';
import { launch, noChromium, signIn } from '../support/chromium.ts';
import { startServer, TEST_SETTINGS } from '../support/live-server.ts';

const ADMIN = '/admin/riverside';
const SAVE = 'main form button.primary';

t.test('staff rights in Chromium', { skip: noChromium }, async (t) => {
  const browser = await launch(t);
  const { origin } = await startServer(t, TEST_SETTINGS);

  inEveryLanguage(t, browser, 'choosing staff rights is accessible [WCAG 2.2 AA]', async (t, { page, check }) => {
    await page.goto(`${origin}${ADMIN}/settings/staff`);
    await signIn(page, 'ruth@riverside.example');
    await page.check('input[name=orders][value=none]');
    await page.click(SAVE);
    await page.waitForURL('**/settings/staff?done=saved');
    await check('staff-rights-saved');
    t.equal(await page.isChecked('input[name=orders][value=none]'), true);

    await page.check('input[name=orders][value=view]');
    await page.click(SAVE);
    await page.waitForSelector('#password');
    await check('staff-rights-confirm');
    await page.fill('#password', PASSWORD);
    await page.click(SAVE);
    await page.waitForURL('**/settings/staff?done=saved');
    t.equal(await page.isChecked('input[name=orders][value=view]'), true);

    await page.goto(`${origin}${ADMIN}/members/invite`);
    await page.click('main summary');
    await check('staff-rights-role-guide');
  });
});
