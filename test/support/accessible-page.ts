/** Whether a page as it stands in Chromium is accessible, fits its window, and runs no script. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { picture } from './chromium.ts';

export const LANGUAGES = { en: 'en-GB', de: 'de-AT' } as const;
const SCHEMES = ['light', 'dark'] as const;
const WIDTHS = [360, 1280] as const;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export type Check = (name: string) => Promise<void>;

/** @returns a check of the page as it stands, in every scheme and width */
export function checker(t: Test, page: Page, language: keyof typeof LANGUAGES): Check {
  return async (name) => {
    await page.waitForSelector('h1');
    t.equal(await page.getAttribute('html', 'lang'), language, `${name}: WCAG 3.1.1, the language is named`);
    t.equal(await page.locator('script, [style], [onclick]').count(), 0, `${name}: no script and no inline style`);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      t.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width, `${name}: fits ${width} px`);
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        t.strictSame(await violationsOf(page), [], `${name}: axe finds nothing, ${colorScheme}, ${width} px`);
        await picture(page, `${name.replaceAll(/\W+/g, '-')}-${language}-${colorScheme}-${width}`);
      }
    }
  };
}

export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate(`axe.run({ runOnly: ${JSON.stringify(RULES)} })`)) as axe.AxeResults;
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
