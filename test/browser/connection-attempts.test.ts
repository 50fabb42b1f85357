// slow, sqlite
/** Attempts to connect appear on the open page by themselves, and without scripts when it is opened again. */
import t from 'tap';
import { inEveryLanguage } from '../support/accessible-page.ts';
import { PASSWORD } from '../support/app.ts';
import { launch, noChromium, visitor } from '../support/chromium.ts';
import { startServer } from '../support/live-server.ts';

const PAGE = '/admin/riverside/connect/attempts';

t.test('attempts to connect in Chromium', { skip: noChromium }, async (t) => {
  const browser = await launch(t);
  const { origin } = await startServer(t);
  const mistake = (redirect: string) =>
    fetch(`${origin}/oauth/authorize?${new URLSearchParams({ client_id: 'c_demo_portal', redirect_uri: redirect })}`);

  const { page, context, violations } = await visitor(t, browser);
  await page.goto(`${origin}/sign-in?next=${PAGE}`);
  await page.fill('input[name=email]', 'ruth@riverside.example');
  await page.fill('input[name=password]', PASSWORD);
  await page.click('main form button.primary');
  await page.waitForSelector('[data-live]:not([hidden])');
  await mistake('https://portal.riverside.example/first');
  await page.waitForSelector('#attempts .step');
  await page.click('#attempts summary');
  await mistake('https://portal.riverside.example/second');
  await page.waitForSelector('#attempts .step:nth-child(2)');
  t.match(await page.textContent('#attempts .step:last-child'), 'https://portal.riverside.example/second');
  t.equal(await page.locator('#attempts .step:first-child details[open]').count(), 1, 'what was open stays open');
  t.strictSame(violations, []);

  const { cookies } = await context.storageState();
  const plain = await visitor(t, browser, { javaScriptEnabled: false });
  await plain.context.addCookies(cookies);
  await plain.page.goto(origin + PAGE);
  t.equal(await plain.page.locator('#attempts .step').count(), 2);
  await mistake('https://portal.riverside.example/third');
  await page.waitForSelector('#attempts .step:nth-child(3)');
  await plain.page.click('main a.secondary');
  t.equal(await plain.page.locator('#attempts .step').count(), 3, 'the link shows new ones');

  inEveryLanguage(t, browser, 'the page with attempts', async (_t, { page, context, check }) => {
    await context.addCookies(cookies);
    await page.goto(origin + PAGE);
    await page.click('#attempts summary');
    await check('connection attempts');
  });
});
