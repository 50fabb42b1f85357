// slow, sqlite
/** The button that makes a password readable, in Chromium. */
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { violationsOf } from '../support/accessible-page.ts';
import { PASSWORD } from '../support/app.ts';
import { launch, noChromium, visitor } from '../support/chromium.ts';
import { startServer, TEST_SETTINGS } from '../support/live-server.ts';

const { labels } = textFor('en');
const ANA = 'ana@riverside.example';

t.test('a password can be shown and hidden, and is sent as one', { skip: noChromium }, async (t) => {
  const browser = await launch(t);
  const { origin } = await startServer(t, TEST_SETTINGS);

  t.test('with scripts', async (t) => {
    const { page, violations } = await visitor(t, browser);
    await page.goto(`${origin}/sign-in`);
    await page.fill('#email', ANA);
    await page.fill('#password', `${PASSWORD}x`);
    const type = (): Promise<string | null> => page.getAttribute('#password', 'type');
    t.equal(await type(), 'password');
    const button = page.locator('button[data-reveals=password]');
    await button.click();
    t.equal(await type(), 'text');
    t.equal(await button.textContent(), labels.hidePassword);
    t.strictSame(await violationsOf(page), []);
    await button.press('Enter');
    t.equal(await type(), 'password');
    t.equal(await button.textContent(), labels.showPassword);
    t.equal(new URL(page.url()).pathname, '/sign-in', 'it sends nothing');

    await button.click();
    // The form stays where it is, as it was when it was sent.
    await page.evaluate(`document.querySelector('form').addEventListener('submit', (event) => event.preventDefault())`);
    await page.press('#password', 'Enter');
    t.equal(await type(), 'password');
    t.strictSame(violations, []);
  });

  t.test('without scripts', async (t) => {
    const { page } = await visitor(t, browser, { javaScriptEnabled: false });
    await page.goto(`${origin}/sign-in`);
    t.notOk(await page.locator('button[data-reveals]').isVisible());
    await page.fill('#email', ANA);
    await page.fill('#password', PASSWORD);
    await page.press('#password', 'Enter');
    await page.waitForURL(/\/account\/schools\/[a-z]+$/);
  });
});
