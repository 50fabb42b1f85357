/** The link of an invitation that no e-mail brings, in Chromium, as who invites and who joins see it. */
import type { Browser } from 'playwright-core';
import t from 'tap';
import { checker, inEveryLanguage } from '../support/accessible-page.ts';
import { PASSWORD } from '../support/app.ts';
import { launch, noChromium, signIn, visitor } from '../support/chromium.ts';
import { startServer, TEST_SETTINGS } from '../support/live-server.ts';

const RUTH = 'ruth@riverside.example';
const MEMBERS = '/admin/riverside/members';

t.test('links of invitations in Chromium', { skip: noChromium }, async (t) => {
  const browser: Browser = await launch(t);
  const { origin } = await startServer(t, { ...TEST_SETTINGS, SMTP_URL: 'off' });

  inEveryLanguage(t, browser, 'making a link and joining by it is accessible [WCAG 2.2 AA]', async (t, reader) => {
    const { page, check, language } = reader;
    await page.goto(origin + MEMBERS);
    await signIn(page, RUTH);
    await page.goto(`${origin}${MEMBERS}/invite`);
    await page.fill('#email', `kei-${language}@new.example`);
    await page.click('form[action$="/invite"] button:not([type="button"])');
    await page.waitForSelector('a[href$="/invitation-link"]');
    await check('invitation-created');
    await page.click('a[href$="/invitation-link"]');
    await check('invitation-link-ask');
    await page.fill('#password', PASSWORD);
    await page.click('form[action$="/invitation-link"] button:not([type="button"])');
    const link = await page.inputValue('#link');
    await check('invitation-link');

    const locale = await page.evaluate<string>('navigator.language');
    const { page: kei, violations } = await visitor(t, browser, { locale, reducedMotion: 'reduce' });
    await kei.goto(link);
    await checker(t, kei, language)('invitation-by-link');
    t.strictSame(violations, [], 'no policy was broken');
  });
});
