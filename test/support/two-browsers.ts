/** Chromium and Firefox as tests use both: tabs in which a person opens pages, fills in forms, clicks and goes back. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { launch, noChromium } from './chromium.ts';
import { firefox, noFirefox } from './firefox.ts';
import { CLICK_PAUSE_MS, type RealBrowser, type Tab } from './tab.ts';

const PATIENCE_MS = 60_000;

export interface BrowserKind {
  name: string;
  missing: string | false;
  /** @param proxy the address of a proxy for everything */
  start(t: Test, proxy: string): Promise<RealBrowser>;
}

const chromiumTab = (page: Page): Tab => ({
  goto: async (url) => void (await page.goto(url)),
  back: async () => void (await page.goBack().catch(() => null)),
  evaluate: (expression) => page.evaluate(expression),
  async click(selector, times = 1) {
    await page.locator(selector).first().scrollIntoViewIfNeeded();
    const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator(selector).first().boundingBox()) ?? {};
    for (let click = 0; click < times; click += 1) {
      await page.mouse.click(x + width / 2, y + height / 2);
      await sleep(CLICK_PAUSE_MS);
    }
  },
  newTab: async () => chromiumTab(await page.context().newPage()),
});

export const BROWSERS: readonly BrowserKind[] = [
  {
    name: 'Chromium',
    missing: noChromium,
    async start(t, proxy) {
      const browser = await launch(t);
      return {
        async visit(t, cookies, url) {
          const context = await browser.newContext({ locale: 'en-GB', proxy: { server: proxy } });
          t.teardown(() => context.close());
          context.setDefaultTimeout(PATIENCE_MS);
          const { hostname: domain } = new URL(url);
          const all = [...cookies].map(([name, value]) => ({ name, value, domain, path: '/', httpOnly: true }));
          await context.addCookies(all.map((one) => ({ ...one, sameSite: 'Lax' as const })));
          const page = await context.newPage();
          await page.goto(url);
          return chromiumTab(page);
        },
      };
    },
  },
  { name: 'Firefox', missing: noFirefox, start: firefox },
];
