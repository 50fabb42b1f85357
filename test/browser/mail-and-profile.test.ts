// slow, sqlite
/** The pages that letters lead to, and those where people change their name, address and password, in Chromium. */
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { checker, LANGUAGES } from '../support/accessible-page.ts';
import { PASSWORD } from '../support/app.ts';
import { launch, noChromium, signIn, visitor } from '../support/chromium.ts';
import { Mailbox } from '../support/emails.ts';
import { startServer, TEST_SETTINGS } from '../support/live-server.ts';

type Language = keyof typeof LANGUAGES;

const PEOPLE: Readonly<Record<Language, string>> = {
  en: 'ana@riverside.example',
  de: 'ben@riverside.example',
  es: 'chie@riverside.example',
  ja: 'ruth@riverside.example',
  'zh-Hant': 'ivan@riverside.example',
};
t.setTimeout(300_000);

t.test('password recovery, profile and password in Chromium', { skip: noChromium }, async (t) => {
  const browser = await launch(t);
  const { origin, dataDir } = await startServer(t, TEST_SETTINGS);
  const mailbox = new Mailbox(dataDir);

  for (const [language, locale] of Object.entries(LANGUAGES) as [Language, string][]) {
    const text = textFor(language);
    const email = PEOPLE[language];

    const opened = async (t: Test) => {
      const { page, violations } = await visitor(t, browser, { locale, reducedMotion: 'reduce' });
      const check = checker(t, page, language);
      return { page, violations, check };
    };

    t.test(`in ${language}: recovering a forgotten password is accessible [WCAG 2.2 AA]`, async (t) => {
      const { page, violations, check } = await opened(t);
      await page.goto(`${origin}/sign-in`);
      await page.click('a[href="/password/forgot"]');
      await check('forgot');
      await page.fill('#email', email);
      await page.click('button.primary');
      await check('link sent');
      const { link } = await mailbox.next();
      await page.goto(link);
      await check('reset');
      // Past the browser's own judgement of the length.
      await page.evaluate("document.querySelector('form').noValidate = true");
      await page.fill('#new_password', 'short');
      await page.click('button.primary');
      t.equal(await page.textContent('#new_password-error'), text.password.problems.too_short);
      t.equal(await page.getAttribute('#new_password', 'aria-invalid'), 'true');
      await check('reset refused');
      await page.goto(`${origin}/password/reset?token=ml_x`);
      await check('link gone');
      await page.goto(`${origin}/sign-in?done=password_reset`);
      await check('sign-in after reset');
      t.strictSame(violations, [], 'the policy stops nothing of ours');
    });

    t.test(`in ${language}: profile, e-mail address and sign-in settings are accessible [WCAG 2.2 AA]`, async (t) => {
      const { page, violations, check } = await opened(t);
      await page.goto(`${origin}/account/profile`);
      await signIn(page, email);
      await page.waitForURL(`${origin}/account/profile`);
      await check('profile');
      await page.fill('input[name=email]', email);
      await page.fill('#password', 'x');
      await page.click('form[action$="/email"] button.primary');
      t.equal(await page.textContent('#email-error'), text.profile.same);
      await check('profile refused');
      await page.fill('input[name=email]', `new-${email}`);
      await page.fill('#password', PASSWORD);
      await page.click('form[action$="/email"] button.primary');
      await page.waitForURL(/done=change/);
      await check('profile done');
      const both = await mailbox.wait(2);
      await page.goto(both.find(({ to }) => to === `new-${email}`)?.link ?? '');
      await check('confirm');
      await page.click('button.primary');
      await check('confirmed');
      await page.goto(`${origin}/account/sign-in`);
      await check('signing in');
      await page.goto(`${origin}/account/activity`);
      await check('activity');
      await page.goto(both.find(({ to }) => to === email)?.link ?? '');
      await check('not me');
      await page.goto((await mailbox.next()).link);
      await check('restore');
      await page.click('button.primary');
      await check('restored');
      t.equal((await mailbox.wait(2)).length, 2, 'the address is back, and its owner chooses a new password');
      t.strictSame(violations, []);
    });
  }

  t.test('without JavaScript a reset link is requested and opened with the keyboard alone [WCAG 2.2 AA]', async (t) => {
    const { page } = await visitor(t, browser, { javaScriptEnabled: false });
    await page.goto(`${origin}/password/forgot`);
    await page.waitForSelector('#email:focus');
    await page.keyboard.type('noor@schools.example');
    await page.keyboard.press('Enter');
    await page.waitForSelector(`text=${textFor('en').recovery.sent.title}`);
    await page.goto((await mailbox.next()).link);
    await page.waitForSelector('#new_password:focus');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    t.equal(await page.isChecked('input[name=someone_else]'), true);
  });
});
