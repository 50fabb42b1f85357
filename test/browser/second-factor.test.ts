// slow, sqlite
/** The second factor in Chromium: demanded, set up with an app, shown at sign-in, replaced by a recovery code, lost. */
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import t from 'tap';
import { inEveryLanguage } from '../support/accessible-page.ts';
import { PASSWORD } from '../support/app.ts';
import { launch, noChromium, signIn, visitor } from '../support/chromium.ts';
import { freePort, startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { codeAt } from '../support/second-factor.ts';

t.setTimeout(600_000);

const RUTH = 'ruth@riverside.example';
const CHIE = 'chie@riverside.example';
const STEP_MS = 30_000;
/** The server accepts the code of the step before only until the present step ends. */
const TIME_TO_SUBMIT_MS = 15_000;

/** Sets the app up on the page that shows its secret, with a code whose successors are still good for a sign-in. */
async function setUp(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  const left = STEP_MS - (Date.now() % STEP_MS);
  if (left < TIME_TO_SUBMIT_MS) await setTimeout(left);
  const secret = (await page.textContent('main p > code'))?.replaceAll(' ', '') ?? '';
  await page.fill('#code', codeAt(secret, Date.now() - STEP_MS));
  await page.click('main form button.primary');
  await page.waitForSelector('.codes');
  return { secret, recoveryCodes: await page.locator('.codes code').allTextContents() };
}

t.test('the second factor in Chromium', { skip: noChromium }, async (t) => {
  const browser = await launch(t);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  await startServer(t, { ...TEST_SETTINGS, PORT: String(port), BASE_URL: origin, SECOND_FACTOR: 'admins' });
  const admin = `${origin}/admin/riverside`;

  const { page: chie } = await visitor(t, browser);
  await chie.goto(`${origin}/account/sign-in`);
  await signIn(chie, CHIE);
  await chie.click('a[href="/account/second-factor/new"]');
  t.equal((await setUp(chie)).recoveryCodes.length, 10, 'whoever likes can have one');
  const members = await chie.request.get(`${origin}/account`);
  t.equal(members.status(), 200);

  inEveryLanguage(
    t,
    browser,
    'an owner sets up the second factor that is demanded, uses it and turns it off [WCAG 2.2 AA]',
    async (_t, { page, context, check }) => {
      await page.goto(admin);
      await signIn(page, RUTH);
      await page.waitForSelector('svg.qr');
      await check('second factor demanded');
      await page.fill('#code', '000000');
      await page.click('main form button.primary');
      await page.waitForSelector('#problem');
      await check('second factor with a wrong code');
      const { secret, recoveryCodes } = await setUp(page);
      await check('recovery codes');
      const recovery = (): string => recoveryCodes.pop() ?? '';
      await page.click('main a.primary');
      await page.waitForURL(admin);

      await context.clearCookies();
      await page.goto(admin);
      await signIn(page, RUTH);
      await page.waitForSelector('#code');
      await check('second step');
      await page.fill('#code', '000000');
      await page.keyboard.press('Enter');
      await page.waitForSelector('#problem');
      await page.click('main summary');
      await check('second step with a wrong code');
      await page.fill('#code', codeAt(secret, Date.now()));
      await page.keyboard.press('Enter');
      await page.waitForURL(admin);

      await context.clearCookies();
      await page.goto(`${origin}/account/sign-in`);
      await signIn(page, RUTH);
      await page.click('main summary');
      await page.fill('#recovery_code', recovery());
      await page.keyboard.press('Enter');
      await page.waitForURL(`${origin}/account/sign-in`);
      await check('second factor turned on');

      await page.goto(`${admin}/settings`);
      await check('who needs a second factor');
      await page.goto(`${admin}/members?q=${CHIE}`);
      const path = await page.getAttribute('main a[href*="/members/usr_"]', 'href');
      await page.goto(origin + path);
      await page.click('a[href$="/second-factor"]');
      await page.waitForSelector('#code');
      await check('second factor of somebody else');
      await page.fill('#password', PASSWORD);
      await page.fill('#code', recovery());
      await page.click('main button.danger');
      await page.waitForURL(/second-factor$/);
      await check('second factor reset');
      await page.goto(origin + path);
      await check('member whose second factor will be reset');
      await page.click('form[action$="/second-factor/withdraw"] button');
      await page.waitForURL(/withdraw$/);
      await check('reset withdrawn');

      await page.goto(`${origin}/account/second-factor/remove`);
      await page.fill('#password', PASSWORD);
      await page.fill('#code', 'not it');
      await page.click('main button.danger');
      await page.waitForSelector('#problem');
      await check('turning the second factor off');
      await page.fill('#password', PASSWORD);
      await page.fill('#code', recovery());
      await page.click('main button.danger');
      await page.waitForURL(/done=second_factor_removed/);
    },
  );
});
