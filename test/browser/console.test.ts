// slow, sqlite
/** The pages of what a school has in a real browser: accessible, narrow and light in every language, also when something is wrong. */
import t from 'tap';
import { inEveryLanguage } from '../support/accessible-page.ts';
import { PASSWORD } from '../support/app.ts';
import { launch, noChromium } from '../support/chromium.ts';
import { freePort, startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { IS_THOROUGH } from '../support/thorough.ts';

t.setTimeout(900_000);

const PAGES = [
  '/courses',
  '/courses/dyeing-with-plants',
  '/events/new',
  '/events/evening-with-an-editor/registrations',
];
const MORE = ['/courses/new', '/orders', '/membership-plans/new', '/enrollments', '/posts', '/coupons/new'];
const CANCEL = '/events/evening-with-an-editor/cancel';

t.test('what a school has, in Chromium', { skip: noChromium }, async (t) => {
  const browser = await launch(t);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  await startServer(t, { ...TEST_SETTINGS, PORT: String(port), BASE_URL: origin });
  const admin = `${origin}/admin/riverside`;

  inEveryLanguage(
    t,
    browser,
    'an owner looks at what the school has [WCAG 2.2 AA]',
    async (t, { page, context, check }) => {
      await page.goto(`${origin}/sign-in`);
      await page.fill('#email', 'ruth@riverside.example');
      await page.fill('#password', PASSWORD);
      await page.click('main form button.primary');
      for (const path of [...PAGES, ...(IS_THOROUGH ? MORE : []), CANCEL]) {
        const answer = await page.goto(admin + path);
        t.equal(answer?.status(), 200, path);
        await check(path);
      }

      await page.goto(`${admin}/courses/new`);
      await page.fill('#title', 'Frost');
      t.notOk(await page.isVisible('#price'), 'a course that is free has no price');
      await page.selectOption('#courseType', 'paid');
      await page.fill('#price', 'twelve');
      await page.press('#title', 'Enter');
      await page.waitForSelector('#price-error');
      t.equal(await page.inputValue('#title'), 'Frost', 'the Enter key sends the form, and nothing is lost');
      await check('a wrong field');

      const other = await context.newPage();
      await page.goto(`${admin}/courses/dyeing-with-plants`);
      await other.goto(`${admin}/courses/dyeing-with-plants`);
      for (const [window, subtitle] of [
        [other, `Roots ${Date.now()}`],
        [page, `Bark ${Date.now()}`],
      ] as const) {
        await window.fill('#subtitle', subtitle);
        await window.press('#subtitle', 'Enter');
        await window.waitForSelector('main [role=status], main [role=alert]');
      }
      t.equal(await page.locator('.conflict').count(), 1, 'theirs and yours');
      await check('two who edit at once');
      await other.close();
    },
  );
});
