// slow, sqlite
/** In Chromium: the bar of a member's pages fits at each width and in each language, and folds on a phone. */
import t from 'tap';
import { LANGUAGES } from '../../schema/text/language.ts';
import { launch, noChromium, signIn, visitor } from '../support/chromium.ts';
import { startServer } from '../support/live-server.ts';

const HOME = '/account/schools/riverside';
/** From where on there is a bar, where its entries have no icons, and a usual window. */
const WIDTHS = [1100, 1300, 1366];
const LINKS = '.rail nav:first-of-type a';

t.test('the bar of a member in Chromium', { skip: noChromium }, async (t) => {
  const browser = await launch(t);
  const { origin } = await startServer(t);

  t.test('all entries are in one row above the page, in each language [WCAG 2.2 AA]', async (t) => {
    const { page, violations } = await visitor(t, browser);
    await page.goto(`${origin}/sign-in`);
    await signIn(page, 'ana@riverside.example');
    await page.waitForSelector(LINKS);
    for (const language of LANGUAGES) {
      await page.goto(`${origin}/language/${language}`);
      await page.goto(origin + HOME);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        const tops = await page.locator(LINKS).evaluateAll((links) => links.map((one) => one.offsetTop));
        t.equal(new Set(tops).size, 1, `${language} at ${width}: one row`);
        const wide = await page.evaluate('document.documentElement.scrollWidth');
        t.ok(Number(wide) <= width, `${language} at ${width}: nothing is wider than the window`);
      }
    }
    t.strictSame(violations, [], 'no policy was broken');
  });

  t.test('on a phone the entries unfold without a script, and lead to their pages', async (t) => {
    const { page } = await visitor(t, browser, { javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
    await page.goto(`${origin}/sign-in`);
    await signIn(page, 'ana@riverside.example');
    await page.goto(origin + HOME);
    t.notOk(await page.locator(LINKS).first().isVisible());
    await page.click('.fold > summary');
    t.ok(await page.locator(LINKS).first().isVisible());
    await page.click(`${LINKS}[href="${HOME}/orders"]`);
    await page.waitForURL(`**${HOME}/orders`);
    t.notOk(await page.locator(LINKS).first().isVisible(), 'folded again on the next page');
  });
});
