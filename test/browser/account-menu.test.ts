// slow, sqlite
/** In Chromium: the menu of somebody who is signed in opens and closes as menus do, and works without scripts. */
import type { Browser, Page } from 'playwright-core';
import t from 'tap';
import { launch, noChromium, signIn, visitor } from '../support/chromium.ts';
import { startServer } from '../support/live-server.ts';

const NAME = 'details.menu > summary';

t.test('the account menu in Chromium', { skip: noChromium }, async (t) => {
  const browser: Browser = await launch(t);
  const { origin } = await startServer(t);

  async function open(page: Page): Promise<() => Promise<boolean>> {
    await page.goto(`${origin}/account`);
    await signIn(page, 'ruth@riverside.example');
    await page.waitForSelector(NAME);
    return () => page.locator('details.menu[open]').isVisible();
  }

  t.test('Escape closes the menu and gives the focus back to its button [WCAG 2.2 AA]', async (t) => {
    const { page, violations } = await visitor(t, browser);
    const isOpen = await open(page);
    await page.focus(NAME);
    await page.keyboard.press('Enter');
    t.ok(await isOpen());
    await page.keyboard.press('Tab');
    t.ok(await isOpen(), 'the focus is in it');
    await page.keyboard.press('Escape');
    t.notOk(await isOpen());
    t.equal(await page.evaluate('document.activeElement.matches("details.menu > summary")'), true);
    t.strictSame(violations, [], 'no policy was broken');
  });

  t.test('the menu closes on a click outside or a loss of focus, and covers nothing [WCAG 2.2 AA]', async (t) => {
    const { page } = await visitor(t, browser);
    const isOpen = await open(page);
    await page.click(NAME);
    await page.focus('.panel button');
    t.ok(await isOpen());
    await page.keyboard.press('Tab');
    t.notOk(await isOpen(), 'behind its last entry');
    await page.click(NAME);
    t.ok(await isOpen());
    await page.click('h1');
    t.notOk(await isOpen(), 'by a click beside it');
    await page.click(NAME);
    await page.click('.panel button');
    await page.waitForSelector('h1');
    await page.goto(`${origin}/account`);
    t.match(page.url(), '/sign-in', 'what is in it works');
  });

  t.test('without JavaScript a click on the name opens and closes the menu', async (t) => {
    const { page } = await visitor(t, browser, { javaScriptEnabled: false });
    const isOpen = await open(page);
    await page.click(NAME);
    t.ok(await isOpen());
    await page.click(NAME);
    t.notOk(await isOpen());
  });
});
