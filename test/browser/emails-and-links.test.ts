// slow, sqlite
/** What the links of letters lead to, in Chromium: an invitation, answered in every way, and an address that is proven. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { inEveryLanguage, type PageLanguage } from '../support/accessible-page.ts';
import { PASSWORD } from '../support/app.ts';
import { launch, noChromium, signIn, visitor } from '../support/chromium.ts';
import { Mailbox } from '../support/emails.ts';
import { startServer, TEST_SETTINGS } from '../support/live-server.ts';

t.setTimeout(300_000);

const SUBMIT = 'main form button.primary';
const NEW_PASSWORD = 'seven quiet rivers';
const HUGO = 'hugo@harbour.example';
const TOM = 'tom@harbour.example';
/** Nobody of them belongs to Harbour. */
const PEOPLE: Readonly<Record<PageLanguage, string>> = {
  en: 'ana@riverside.example',
  de: 'ben@riverside.example',
  es: 'chie@riverside.example',
  ja: 'ruth@riverside.example',
  'zh-Hant': 'ivan@riverside.example',
};

t.test('the links of e-mails in Chromium', { skip: noChromium }, async (t) => {
  const browser = await launch(t);
  const { origin, dataDir } = await startServer(t, TEST_SETTINGS);
  const mailbox = new Mailbox(dataDir);

  const enter = async (page: Page, email: string): Promise<void> => {
    await page.context().clearCookies();
    await page.goto(`${origin}/sign-in`);
    await signIn(page, email);
    await page.waitForURL((url) => /^\/(?:account|admin\/)/.test(url.pathname));
  };
  const { page: hugo } = await visitor(t, browser);
  await enter(hugo, HUGO);
  const { page: tom } = await visitor(t, browser);
  await enter(tom, TOM);

  /** Hugo invites to Harbour. @returns the link of the letter */
  const invite = async (email: string): Promise<string> => {
    await hugo.goto(`${origin}/admin/harbour/members/invite`);
    await hugo.fill('#email', email);
    await hugo.click(SUBMIT);
    return (await mailbox.next()).link;
  };

  /** Whoever is signed in asks for another address. @returns the link that the address gets */
  const move = async (page: Page, email: string): Promise<string> => {
    await page.goto(`${origin}/account/profile`);
    await page.fill('input[name=email]', email);
    await page.fill('#password', PASSWORD);
    await page.click('form[action$="/email"] button.primary');
    await page.waitForURL(/done=change/);
    // The address before gets e-mails too, also later, when the change takes effect.
    for (;;) {
      const message = (await mailbox.wait()).find(({ to }) => to === email);
      if (message !== undefined) return message.link;
    }
  };

  inEveryLanguage(
    t,
    browser,
    'the pages of an invitation for a new person are accessible [WCAG 2.2 AA]',
    async (t, { page, check, language }) => {
      const link = await invite(`kei-${language}@elsewhere.example`);
      await page.goto(link);
      await check('invitation');
      // Past the browser's own judgement.
      await page.evaluate('document.forms[0].noValidate = true');
      await page.fill('#name', '');
      await page.fill('#new_password', 'short');
      await page.click(SUBMIT);
      await page.waitForSelector('#name[aria-invalid=true]');
      await check('invitation refused');
      await page.fill('#name', 'Kei Mori');
      await page.fill('#new_password', NEW_PASSWORD);
      await page.click(SUBMIT);
      await page.waitForURL(/done=invitation/);
      await check('invitation accepted');
      t.equal((await page.goto(link))?.status(), 404);
      await check('invitation used');

      await page.goto(await invite(`eve-${language}@elsewhere.example`));
      await page.click('form[action$="/decline"] button');
      await page.waitForURL(/decline$/);
      await check('invitation declined');
    },
  );

  inEveryLanguage(
    t,
    browser,
    'the pages of an invitation for an existing account are accessible [WCAG 2.2 AA]',
    async (_, { page, check, language }) => {
      const link = await invite(PEOPLE[language]);
      await page.goto(link);
      await check('invitation to an account');
      await enter(page, TOM);
      await page.goto(link);
      await check('invitation to another account');
      await enter(page, PEOPLE[language]);
      await page.goto(link);
      await page.waitForURL(`${origin}/account`);
      await check('account with an invitation');
      await page.click('form[action$="/accept"] button');
      await page.waitForURL(/done=accepted/);
      await check('account after an invitation');
    },
  );

  inEveryLanguage(
    t,
    browser,
    'the pages that confirm a new e-mail address are accessible [WCAG 2.2 AA]',
    async (t, { page, check, language }) => {
      const email = `moved-${language}@elsewhere.example`;
      await enter(page, PEOPLE[language]);
      const link = await move(page, email);
      const toTom = await move(tom, email);
      await page.goto(toTom);
      await check('address of another account');
      await page.context().clearCookies();
      await page.goto(link);
      await signIn(page, PEOPLE[language]);
      await page.waitForURL(link);
      await page.click(SUBMIT);
      await page.waitForURL(/confirm$/);
      t.equal((await page.goto(link))?.status(), 404, 'the link counts once');

      await enter(page, TOM);
      await page.goto(toTom);
      await page.click(SUBMIT);
      await page.waitForURL(/confirm$/);
      await check('address taken');
    },
  );
});
