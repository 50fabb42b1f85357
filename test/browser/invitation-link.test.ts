// slow, sqlite
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

t.test('invitations in Chromium while the mail server is away', { skip: noChromium }, async (t) => {
  const browser: Browser = await launch(t);
  const away = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'school@riverside.example' };
  const { origin } = await startServer(t, { ...TEST_SETTINGS, ...away });

  inEveryLanguage(
    t,
    browser,
    'what the pages say of an e-mail that waits is accessible [WCAG 2.2 AA]',
    async (t, reader) => {
      const { page, check, language } = reader;
      await page.goto(origin + MEMBERS);
      await signIn(page, RUTH);
      await page.goto(`${origin}${MEMBERS}/invite`);
      await page.fill('#email', `kei-${language}@new.example`);
      await page.click('form[action$="/invite"] button:not([type="button"])');
      await page.waitForSelector('form[action$="/invite-again"]');
      const member = page.url().replace(/\?.*/, '');
      for (let n = 0; n < 40 && (await page.locator('a[href$="/invitation-link"]').count()) === 0; n += 1) {
        await page.waitForTimeout(250);
        await page.goto(member);
      }
      await check('invitation-delayed');
      await page.click('a[href$="/invitation-link"]');
      await check('invitation-link-instead');
      await page.goto(`${origin}/admin/riverside`);
      t.ok((await page.locator('.needs .urgent').count()) > 0);
      await check('needs-invitation');
    },
  );
});
