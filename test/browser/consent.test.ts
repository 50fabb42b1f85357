/** The consent page at its longest, in a real Chromium without scripts. */
import type { Browser, Page } from 'playwright-core';
import t from 'tap';
import { OPERATOR_SCOPES } from '../../schema/oauth/scope.ts';
import { checker, LOCALES, type PageLanguage, violationsOf } from '../support/accessible-page.ts';
import {
  authorizeUrl,
  clientApp,
  launch,
  noChromium,
  picture,
  registerClient,
  signIn,
  visitor,
} from '../support/chromium.ts';
import { startServer } from '../support/live-server.ts';

const RUTH = 'ruth@riverside.example';
const EVERYTHING = ['openid', 'profile', 'email', ...OPERATOR_SCOPES].join(' ');
const PHONE = { width: 390, height: 844 };
const MAX_HEIGHT = 1400;

const heightOf = async (page: Page): Promise<number> => Number(await page.evaluate('document.body.scrollHeight'));

t.test('the consent page in Chromium', { skip: noChromium }, async (t) => {
  const browser: Browser = await launch(t);
  const { origin } = await startServer(t);
  const app = await clientApp(t);
  const shared = await registerClient(origin, app.callback, 'Lesson Planner');

  const open = async (page: Page, clientId: string, scope = EVERYTHING): Promise<void> => {
    await page.goto(authorizeUrl(origin, { ...app, clientId, scope, more: { prompt: 'consent' } }));
    if (await page.locator('#email').count()) await signIn(page, RUTH);
    await page.waitForSelector('button[value=allow]');
    // With the stylesheet.
    await page.waitForLoadState('load');
  };

  for (const [language, locale] of Object.entries(LOCALES) as [PageLanguage, string][]) {
    t.test(`in ${language}: the longest consent is at most ${MAX_HEIGHT} px high on a phone`, async (t) => {
      const { page, violations } = await visitor(t, browser, { locale, viewport: PHONE, reducedMotion: 'reduce' });
      const check = checker(t, page, language);
      for (const [name, clientId] of [
        ['of an app that nobody reviewed', shared],
        ['of an app of the school', 'c_demo_admin_tool'],
      ] as const) {
        await page.setViewportSize(PHONE);
        await open(page, clientId);
        const height = await heightOf(page);
        t.ok(height <= MAX_HEIGHT, `${name}: ${height} px`);
        await check(`consent to everything ${name}`);
        await page.setViewportSize(PHONE);
        for (const scheme of ['dark', 'light'] as const) {
          await page.emulateMedia({ colorScheme: scheme });
          t.strictSame(await violationsOf(page), [], `axe, ${scheme}`);
          await picture(page, `consent-${clientId.slice(0, 6)}-${language}-${scheme}-390`);
        }
        await page.setViewportSize({ width: 1280, height: 900 });
        await picture(page, `consent-${clientId.slice(0, 6)}-${language}-1280`);
      }
      t.strictSame(violations, [], 'no policy was broken');
    });
  }

  const tokenScopes = async (clientId: string): Promise<string[]> => {
    const answer = await fetch(`${origin}/api/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: app.answers.at(-1)?.get('code') ?? '',
        client_id: clientId,
        redirect_uri: app.callback,
        code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
        resource: origin,
      }),
    });
    const { scope } = (await answer.json()) as { scope: string };
    return scope.split(' ');
  };

  t.test('the buttons are in reach from the start, and what gets the focus is above them', async (t) => {
    const { page } = await visitor(t, browser, { viewport: { width: 390, height: 664 } });
    await open(page, shared);
    t.equal(await page.evaluate('scrollY'), 0);
    for (const decision of ['deny', 'allow_read', 'allow']) {
      const button = await page.locator(`button[value=${decision}]`).boundingBox();
      t.ok(button !== null && button.y + button.height <= 664, `${decision} is in the window`);
    }
    const bar = 'document.querySelector(".decision").getBoundingClientRect().top';
    const focus = 'document.activeElement.getBoundingClientRect().bottom';
    for (let steps = 0; steps < 20; steps += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate('document.activeElement.closest(".decision") !== null')) break;
      t.ok(await page.evaluate(`${focus} <= ${bar}`), 'the bar hides nothing that has the focus');
    }
    t.equal(await page.evaluate('document.activeElement.value'), 'deny', 'refusing comes first');
  });

  t.test('without a script, one click allows to see everything and to change nothing', async (t) => {
    const { page } = await visitor(t, browser, { javaScriptEnabled: false, viewport: PHONE });
    const clientId = await registerClient(origin, app.callback);
    await open(page, clientId);
    await page.click('button[value=allow_read]');
    await page.waitForURL(`${app.callback}?**`);
    const scopes = await tokenScopes(clientId);
    t.strictSame(
      scopes.filter((scope) => scope.includes(':')).sort(),
      OPERATOR_SCOPES.filter((scope) => scope.endsWith(':read')).sort(),
    );
  });

  t.test('without a script, one box takes away all that changes an area, and folds what it took away', async (t) => {
    const { page } = await visitor(t, browser, { javaScriptEnabled: false, viewport: PHONE });
    const clientId = await registerClient(origin, app.callback);
    await open(page, clientId);
    const people = page.locator('fieldset:has(input[value="people.write"])');
    await people.locator('summary').click();
    const invite = people.locator('input[value="members:write"]');
    t.ok(await invite.isVisible(), 'each permission can be read and chosen');
    await people.locator('input[name=whole][value="people.write"]').uncheck();
    t.notOk(await invite.isVisible());
    await people.locator('input[value="members:read"]').uncheck();
    await page.click('button[value=allow]');
    await page.waitForURL(`${app.callback}?**`);
    const scopes = await tokenScopes(clientId);
    t.ok(scopes.includes('courses:write') && scopes.includes('students:read'));
    t.strictSame(OPERATOR_SCOPES.filter((scope) => !scopes.includes(scope)).sort(), [
      'members:read',
      'members:write',
      'students:write',
    ]);
  });
});
