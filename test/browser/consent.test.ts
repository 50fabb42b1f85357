// slow, sqlite
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
const MAX_HEIGHT = 3300;

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

  t.test('without a script, what is not ticked is not allowed', async (t) => {
    const { page } = await visitor(t, browser, { javaScriptEnabled: false, viewport: PHONE });
    const clientId = await registerClient(origin, app.callback);
    await open(page, clientId);
    for (const scope of ['members:read', 'members:write', 'students:write'])
      await page.uncheck(`input[name=scope][value="${scope}"]`);
    await page.click('button[value=allow]');
    await page.waitForURL(`${app.callback}?**`);
    const scopes = await tokenScopes(clientId);
    t.strictSame(OPERATOR_SCOPES.filter((scope) => !scopes.includes(scope)).sort(), [
      'members:read',
      'members:write',
      'students:write',
    ]);
  });
});
