// slow, sqlite
/** The pages of webhooks in Chromium, in every language, on a phone. */
import type { Browser } from 'playwright-core';
import t from 'tap';
import { checker, LANGUAGES } from '../support/accessible-page.ts';
import { launch, noChromium, signIn, visitor } from '../support/chromium.ts';
import { startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { PASSWORD } from '../support/settings.ts';

const ADMIN = '/admin/riverside/webhooks';

t.test('webhooks in Chromium', { skip: noChromium }, async (t) => {
  const browser: Browser = await launch(t);
  const { origin } = await startServer(t, TEST_SETTINGS);
  for (const [language, locale] of Object.entries(LANGUAGES) as [keyof typeof LANGUAGES, string][]) {
    t.test(`in ${language}: the pages of webhooks are accessible [WCAG 2.2 AA]`, async (t) => {
      const { page, violations } = await visitor(t, browser, {
        locale,
        reducedMotion: 'reduce',
        viewport: { width: 360, height: 800 },
      });
      const check = checker(t, page, language);
      await page.goto(`${origin}${ADMIN}`);
      await signIn(page, 'ruth@riverside.example', PASSWORD);
      await check('list');
      await page.goto(`${origin}${ADMIN}/new`);
      await check('new webhook');
      await page.fill('#url', 'https://10.0.0.1/');
      await page.click('main button[type=submit]');
      await page.waitForSelector('.error');
      await check('new webhook refused');
      await page.fill('#url', `https://${language}.hooks.example/${'a-long-path/'.repeat(12)}`);
      for (const box of await page.locator('input[name=event]').all()) await box.check();
      await page.click('main button[type=submit]');
      await page.fill('#password', PASSWORD);
      await check('webhook asks for the password');
      await page.click('main form button.primary');
      await page.waitForSelector('#secret');
      await check('webhook added');
      await page.click('main a.secondary');
      await page.waitForSelector('form[action$="/test"]');
      await page.click('form[action$="/test"] button');
      await page.waitForSelector('.rows');
      await check('webhook');
      const one = page.url().replace(/\?.*/, '');
      for (const path of ['/edit', '/secret', '/delete']) {
        await page.goto(`${one}${path}`);
        await check(path);
      }
      if (process.env.SHOTS !== undefined && language === 'en') {
        await page.goto(one);
        await page.screenshot({ path: `${process.env.SHOTS}-one.png`, fullPage: true });
        await page.setViewportSize({ width: 1100, height: 800 });
        await page.screenshot({ path: `${process.env.SHOTS}-wide.png`, fullPage: true });
        await page.goto(`${origin}${ADMIN}/new`);
        await page.screenshot({ path: `${process.env.SHOTS}-new.png`, fullPage: true });
      }
      await page.goto(`${origin}${ADMIN}`);
      await check('list of one');
      t.strictSame(violations, []);
    });
  }
});
