// slow, sqlite
/** An offer of ownership in Chromium, as the owner and as the member see it. */
import type { Browser } from 'playwright-core';
import t from 'tap';
import { checker, inEveryLanguage } from '../support/accessible-page.ts';
import { PASSWORD } from '../support/app.ts';
import { launch, noChromium, signIn, visitor } from '../support/chromium.ts';
import { startServer, TEST_SETTINGS } from '../support/live-server.ts';

const RUTH = 'ruth@riverside.example';
const NOOR = 'noor@schools.example';
const MEMBER = '/admin/riverside/members/usr_demo_noor';

t.test('ownership in Chromium', { skip: noChromium }, async (t) => {
  const browser: Browser = await launch(t);
  const { origin } = await startServer(t, TEST_SETTINGS);

  inEveryLanguage(t, browser, 'offering and accepting ownership is accessible [WCAG 2.2 AA]', async (t, reader) => {
    const { page, check, language } = reader;
    await page.goto(origin + MEMBER);
    await signIn(page, RUTH);
    await page.goto(`${origin}${MEMBER}/ownership/hand-over`);
    await check('ownership-hand-over');
    await page.goto(`${origin}${MEMBER}/ownership/share`);
    await check('ownership-share');
    await page.fill('#password', PASSWORD);
    await page.click('main button.danger');
    await page.waitForSelector('form[action$="/ownership/withdraw"]');
    await check('ownership-offered');

    const locale = await page.evaluate<string>('navigator.language');
    const { page: noor, violations } = await visitor(t, browser, { locale, reducedMotion: 'reduce' });
    const checkOffer = checker(t, noor, language);
    await noor.goto(`${origin}/account`);
    await signIn(noor, NOOR);
    await checkOffer('ownership-account');
    await noor.click('a[href^="/account/ownership/"]');
    await checkOffer('ownership-accept');
    await noor.goto(`${origin}/account`);
    await noor.click('form[action$="/decline"] button');
    await checkOffer('ownership-declined');
    await noor.goto(`${origin}/account/activity`);
    await checkOffer('ownership-activity');
    t.strictSame(violations, [], 'no policy was broken');
  });

  inEveryLanguage(t, browser, 'stepping down as an owner is accessible [WCAG 2.2 AA]', async (t, { page, check }) => {
    const { origin } = await startServer(t, TEST_SETTINGS);
    await page.goto(origin + MEMBER);
    await signIn(page, RUTH);
    await page.goto(`${origin}/admin/riverside/members/usr_demo_ruth`);
    await check('ownership-of-the-last-owner');
    await page.goto(`${origin}${MEMBER}/ownership/share`);
    await page.fill('#password', PASSWORD);
    await page.click('main button.danger');
    const locale = await page.evaluate<string>('navigator.language');
    const { page: noor } = await visitor(t, browser, { locale, reducedMotion: 'reduce' });
    await noor.goto(`${origin}/account`);
    await signIn(noor, NOOR);
    await noor.click('a[href^="/account/ownership/"]');
    await noor.fill('#password', PASSWORD);
    await noor.click('main form[method="post"] button[type="submit"]');
    await noor.waitForSelector('main a[href="/admin/riverside"]');
    await page.goto(`${origin}/admin/riverside/members/usr_demo_ruth`);
    await check('ownership-of-one-of-several');
    await page.click('a[href$="/ownership/step-down"]');
    await check('ownership-step-down');
    await page.fill('#password', PASSWORD);
    await page.click('main button.danger');
    await page.waitForURL(/done=steppedDown/);
    await check('ownership-stepped-down');
    await page.goto(`${origin}/admin/riverside/audit`);
    await check('ownership-audit');
  });
});
