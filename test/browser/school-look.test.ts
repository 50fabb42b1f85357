// slow, sqlite
/** The page with the look of a school in Chromium: samples that follow the colours, with our script and without any. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { RIVERSIDE } from '../../scripts/commands/demo/platform.ts';
import { checker, inEveryLanguage } from '../support/accessible-page.ts';
import { launch, noChromium, picture, signIn, visitor } from '../support/chromium.ts';
import { startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { png } from '../support/pictures.ts';

const RUTH = 'ruth@riverside.example';
const LOOK = '/admin/riverside/look';
const { applications, look } = textFor('en');
const YELLOW = ['rgb(253, 224, 71)', 'rgb(29, 22, 0)'];
t.setTimeout(300_000);

/** The background and the text of an element. */
const backgroundAndText = (page: Page, selector: string): Promise<unknown> =>
  page.evaluate(
    `(({ backgroundColor, color }) => [backgroundColor, color])(getComputedStyle(document.querySelector('${selector}')))`,
  );

t.test('the look of a school in Chromium', { skip: noChromium }, async (t) => {
  const browser = await launch(t);
  const { origin } = await startServer(t, TEST_SETTINGS);

  inEveryLanguage(t, browser, 'pages with the look and the legal links of a school', async (_t, { page, check }) => {
    await page.goto(`${origin}/admin/riverside/settings`);
    await signIn(page, RUTH);
    await page.fill('#termsUrl', 'https://riverside.example/terms');
    await page.fill('#privacyUrl', 'https://riverside.example/privacy');
    await page.click('form[action$="/settings/details"] .primary');
    await page.waitForURL(/done=details/);
    await check('settings with legal links');
    await page.goto(`${origin}${LOOK}`);
    await check('look');
    await page.goto(`${origin}/account`);
    await check('account of one school');
    await page.context().clearCookies();
    await page.goto(`${origin}/sign-in?school=${RIVERSIDE.id}`);
    await check('sign-in of a school');
    await page.click('a[href^="/password/forgot"]');
    await check('forgotten password at a school');
  });

  t.test('samples follow the colours while they are chosen, and yellow stays yellow [WCAG 2.2 AA]', async (t) => {
    const { page, violations } = await visitor(t, browser, { reducedMotion: 'reduce', colorScheme: 'light' });
    const check = checker(t, page, 'en');
    await page.goto(`${origin}${LOOK}`);
    await signIn(page, RUTH);
    await page.waitForURL(`${origin}${LOOK}`);
    await page.fill('#accentColor', '#fde047');
    await page.waitForSelector('link[data-preview][href$="-fde047.css"]', { state: 'attached' });
    await page.waitForSelector('link[data-preview]:not([href$="-fde047.css"])', { state: 'detached' });
    for (const scheme of ['light', 'dark']) {
      t.strictSame(await backgroundAndText(page, `.look.${scheme} .primary`), YELLOW, scheme);
    }
    t.equal(await page.textContent('#preview .intro p'), look.preview.unsaved);
    const grounds = await Promise.all(['light', 'dark'].map((scheme) => backgroundAndText(page, `.look.${scheme}`)));
    t.match(grounds, [['rgb(245, 247, 246)'], ['rgb(13, 17, 16)']], 'both schemes at once');
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await picture(page, `look-preview-${colorScheme}-${width}`);
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.click('form[action$="/look/colors"] .primary');
    await page.waitForURL(/done=colors/);
    const saved = await backgroundAndText(page, 'form[action$="/look/colors"] .primary');
    t.strictSame(saved, YELLOW, 'and the pages look like the samples');
    await check('look, saved');
    t.strictSame(violations, [], 'the policy stops nothing of ours');
  });

  t.test(
    'a photo that is far too large for a logo is refused beside the form, which then takes a smaller one',
    async (t) => {
      const { page } = await visitor(t, browser);
      await page.goto(`${origin}${LOOK}`);
      await signIn(page, RUTH);
      const photo = Buffer.alloc(18 * 1024 * 1024, 1);
      await page.setInputFiles('#picture', { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo });
      await page.click('form[action$="/logo/upload"] .primary');
      await page.waitForURL(/logo\/upload$/);
      t.equal(await page.textContent('#logo .problem'), applications.logo.faults.too_large);
      await picture(page, 'look-logo-too-large');
      await page.setInputFiles('#picture', { name: 'logo.png', mimeType: 'image/png', buffer: png(48, 48) });
      await page.click('form[action$="/logo/upload"] .primary');
      await page.waitForURL(/done=logo$/);
    },
  );

  t.test('without scripts, a button tries the colours out', async (t) => {
    const { page } = await visitor(t, browser, { javaScriptEnabled: false });
    await page.goto(`${origin}${LOOK}`);
    await signIn(page, RUTH);
    await page.waitForURL(`${origin}${LOOK}`);
    await page.fill('#accentColor', '#aa0033');
    await page.click('button[formaction]');
    await page.waitForURL(/\/look\/preview/);
    t.equal(await page.textContent('#preview .intro p'), look.preview.unsaved);
    t.equal(await page.inputValue('#accentColor'), '#aa0033');
    await page.goto(`${origin}${LOOK}`);
    t.not(await page.inputValue('#accentColor'), '#aa0033', 'nothing was saved');
  });
});
