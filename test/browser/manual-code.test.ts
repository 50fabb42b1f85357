// slow, sqlite
/** What a person in Chromium sees whose program is on another computer: the real error, the way back, and the address. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { inEveryLanguage } from '../support/accessible-page.ts';
import { authorizeUrl, launch, noChromium, picture, signIn, visitor } from '../support/chromium.ts';
import { freePort, startServer } from '../support/live-server.ts';
import { until } from '../support/until.ts';

const ANA = 'ana@riverside.example';
const text = textFor('en').otherComputer;

t.test('a program on another computer, in Chromium', { skip: noChromium }, async (t) => {
  const server = await startServer(t);
  const browser = await launch(t);

  async function allow(page: Page): Promise<string> {
    const callback = `http://127.0.0.1:${await freePort()}/callback`;
    await page.goto(authorizeUrl(server.origin, { callback }));
    await signIn(page, ANA);
    const failed = page.waitForEvent('requestfailed', (request) => request.url().startsWith(callback));
    await page.click('button[value=allow]');
    t.match((await failed).failure()?.errorText, 'ERR_CONNECTION_REFUSED');
    await until(() => page.url().startsWith('chrome-error:'));
    return callback;
  }

  /** Chromium swaps its page for the one with the error, and cannot go back in that moment. */
  const back = (page: Page): Promise<void> =>
    until(async () => {
      await page.goBack().catch(() => undefined);
      return page.url().startsWith(server.origin);
    });

  for (const javaScriptEnabled of [true, false]) {
    const scripts = javaScriptEnabled ? 'with scripts' : 'without scripts';
    t.test(`after the error of the browser, going back leads to the address, ${scripts}`, async (t) => {
      const { page, violations } = await visitor(t, browser, { javaScriptEnabled });
      const callback = await allow(page);
      await back(page);
      await page.click(`text=${text.link}`);
      await picture(page, `asking, ${scripts}`);
      await page.click(`text=${text.show}`);
      const address = await page.inputValue('#address');
      t.match(address, `${callback}?code=ac_`);
      t.equal(await page.isVisible('.copyable button'), javaScriptEnabled);
      await picture(page, `shown, ${scripts}`);
      await page.reload();
      t.equal(await page.textContent('h1'), text.gone.title);
      t.strictSame(violations, []);
    });
  }

  inEveryLanguage(t, browser, 'its pages are accessible [WCAG 2.2 AA]', async (_, { page, check }) => {
    await allow(page);
    await back(page);
    await check('back from a program elsewhere');
    await page.click('a[href$="/address"]');
    await check('asking for an address');
    await page.click('form[action$="/address"] button');
    await check('the address');
    await page.reload();
    await check('no address any more');
  });
});
