// slow, sqlite
/** The pages with the copy of one's own data and the end of the account, in Chromium. */
import t from 'tap';
import { inEveryLanguage } from '../support/accessible-page.ts';
import { PASSWORD } from '../support/app.ts';
import { launch, noChromium, picture, signIn } from '../support/chromium.ts';
import { startServer, TEST_SETTINGS } from '../support/live-server.ts';

t.setTimeout(300_000);

t.test('the copy of the data and the end of the account in Chromium', { skip: noChromium }, async (t) => {
  const browser = await launch(t);

  inEveryLanguage(t, browser, 'downloading and deleting are accessible [WCAG 2.2 AA]', async (t, reader) => {
    const { page, check, language } = reader;
    const { origin } = await startServer(t, TEST_SETTINGS);
    await page.goto(`${origin}/sign-in`);
    await signIn(page, 'ana@riverside.example');
    await page.goto(`${origin}/account/profile`);
    await page.click('a[href="/account/export"]');
    await check('export');
    await picture(page, `export-${language}`);
    await page.fill('#password', PASSWORD);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('button.primary')]);
    t.match(download.suggestedFilename(), /^account-\d{4}-\d\d-\d\d\.json$/);
    await page.goto(`${origin}/account/delete`);
    await check('delete');
    await picture(page, `delete-${language}`);
    await page.fill('#password', PASSWORD);
    await page.click('button.danger');
    await check('deleted');
    await picture(page, `deleted-${language}`);
  });
});
