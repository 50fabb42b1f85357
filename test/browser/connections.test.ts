// slow, sqlite
/** Connected apps, connections of a school, and browsers that are signed in, in Chromium: and whole without scripts. */
import type { Browser, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { checker, LANGUAGES } from '../support/accessible-page.ts';
import { PASSWORD } from '../support/app.ts';
import {
  authorizeUrl,
  type ClientApp,
  clientApp,
  launch,
  noChromium,
  picture,
  registerClient,
  signIn,
  visitor,
} from '../support/chromium.ts';
import { documentHost } from '../support/document-host.ts';
import { startServer, TEST_SETTINGS } from '../support/live-server.ts';

const RUTH = 'ruth@riverside.example';
const ADMIN = '/admin/riverside/connections';
const APPS = '/account/connected-apps';
const SESSIONS = '/account/sessions';
const EVERYTHING =
  'openid profile email courses:read students:read members:read curriculum:read orders:read school:read pages:read';
/** Of the challenge that `authorizeUrl` sends (RFC 7636, appendix B). */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

/** Allows the app, as whoever is signed in, and has it fetch its tokens. @returns the access token */
async function connect(page: Page, origin: string, app: ClientApp, clientId: string): Promise<string> {
  await page.goto(authorizeUrl(origin, { ...app, clientId, scope: EVERYTHING, more: { prompt: 'consent' } }));
  await page.click('button[value=allow]');
  await page.waitForURL(`${app.origin}/**`);
  const fields = {
    grant_type: 'authorization_code',
    client_id: clientId,
    code: app.answers.at(-1)?.get('code') ?? '',
    redirect_uri: app.callback,
    code_verifier: VERIFIER,
    resource: origin,
  };
  const response = await fetch(`${origin}/api/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) });
  return ((await response.json()) as { access_token: string }).access_token;
}

const userinfo = async (origin: string, token: string): Promise<number> =>
  (await fetch(`${origin}/api/oauth/userinfo`, { headers: { authorization: `Bearer ${token}` } })).status;

/** Of the first column: the words that go over more than one line. */
const BROKEN_WORDS = `[...document.querySelectorAll('main tbody th :is(a, .detail, .badge)')].flatMap(({ firstChild: text }) =>
  [...text.data.matchAll(/\\S+/g)].flatMap(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 ? [word] : [];
  }))`;
const TOO_WIDE =
  "document.querySelector('main table').scrollWidth - document.querySelector('main form.filters').clientWidth";

t.test('connected apps, connections of a school and sessions in Chromium', { skip: noChromium }, async (t) => {
  const browser: Browser = await launch(t);
  const documents = await documentHost(t);
  const urlClient = `https://localhost:${documents.port}/oauth/study-buddy.json`;
  const app = await clientApp(t);
  documents.serve(urlClient, {
    client_id: urlClient,
    client_name: 'Study buddy for a very long name that has to go somewhere',
    redirect_uris: [app.callback],
  });
  const { origin } = await startServer(t, {
    ...TEST_SETTINGS,
    CIMD_ALLOW_LOOPBACK: 'on',
    CIMD_ALLOWED_HOSTS: `localhost:${documents.port}`,
    NODE_EXTRA_CA_CERTS: documents.caFile,
  });
  const planner = await registerClient(origin, app.callback, 'Lesson Planner for Very Busy Music Teachers');
  const open = async (t: Test, locale: string, javaScriptEnabled = true) => {
    const visited = await visitor(t, browser, { locale, reducedMotion: 'reduce', javaScriptEnabled });
    await visited.page.goto(`${origin}/sign-in`);
    await signIn(visited.page, RUTH);
    return visited;
  };

  const seeded = await open(t, 'en-GB');
  const first = await connect(seeded.page, origin, app, planner);
  await connect(seeded.page, origin, app, planner);
  await connect(seeded.page, origin, app, urlClient);
  await seeded.context.close();

  for (const [language, locale] of Object.entries(LANGUAGES) as [keyof typeof LANGUAGES, string][]) {
    t.test(`in ${language}: connected apps, connections and sessions are accessible [WCAG 2.2 AA]`, async (t) => {
      const { page, violations } = await open(t, locale);
      const check = checker(t, page, language);
      await page.goto(origin + APPS);
      for (const summary of await page.locator('main summary').all()) await summary.click();
      await check('connected-apps');
      await page.click('a[href$="/end-app"]');
      await check('connected-app-end');
      await page.goto(`${origin}${APPS}?done=app`);
      await check('connected-apps-done');
      await page.goto(origin + ADMIN);
      await check('connections');
      await page.click('main th a');
      await page.waitForURL(/connections\/\d+$/);
      await check('connection');
      await page.click('a[href$="/end-client"]');
      await check('connection-end-client');
      await page.goto(origin + ADMIN);
      await page.check('input[name=grant] >> nth=0');
      await page.click('form[action$="/selected"] button');
      await check('connections-selected');
      await page.goto(`${origin}${ADMIN}/end-all`);
      await check('connections-end-all');
      await page.goto(`${origin}${ADMIN}?client=${encodeURIComponent(planner)}`);
      await check('connections-of-app');
      await page.goto(`${origin}${ADMIN}?person=nobody%40riverside.example`);
      await check('connections-none');
      await page.goto(origin + SESSIONS);
      await check('sessions');
      await page.goto(`${origin}${SESSIONS}/end-others`);
      await check('sessions-end-others');
      await page.fill('#password', 'not it');
      await page.click('button.danger');
      await check('sessions-end-others-refused');
      t.strictSame(violations, [], 'no policy was broken');
    });
  }

  t.test('the connections of a school have room for the names of apps and people in each window', async (t) => {
    const { page } = await open(t, 'en-GB');
    await page.goto(origin + ADMIN);
    for (const width of [390, 800, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await picture(page, `connections-${width}`);
      t.strictSame(await page.evaluate(BROKEN_WORDS), [], `no word is broken at ${width} px`);
      t.ok(Number(await page.evaluate(TOO_WIDE)) <= 0, `the list is as wide as the page at ${width} px`);
      for (const link of await page.locator('main tbody th a').all()) {
        t.ok(Number((await link.boundingBox())?.width) >= 120, `a name has room at ${width} px`);
      }
    }
  });

  t.test('a connection can be ended with the keyboard alone, which revokes its token [W10]', async (t) => {
    const { page } = await open(t, 'en-GB');
    t.equal(await userinfo(origin, first), 200);
    await page.goto(origin + APPS);
    const press = async (selector: string, key: string): Promise<void> => {
      for (let presses = 0; presses < 60; presses += 1) {
        if (await page.locator(`${selector}:focus`).count()) return page.keyboard.press(key);
        await page.keyboard.press('Tab');
      }
      t.fail(`${selector} is not reached`);
    };
    await press('details:has(ul.rows) > summary', 'Enter');
    const [older] = (await page.locator('a[href$="/end"]').all()).slice(-1);
    await press(`a[href="${await older?.getAttribute('href')}"]`, 'Enter');
    await page.waitForURL(/\/end$/);
    await press('main button.danger', 'Enter');
    await page.waitForURL(/done=one/);
    t.equal(await userinfo(origin, first), 401);
  });

  t.test('without JavaScript connections are listed and ended, and other sessions signed out [W10]', async (t) => {
    const { page } = await open(t, 'en-GB', false);
    const there = await open(t, 'en-GB');
    await page.goto(origin + APPS);
    await page.click('main summary');
    t.equal(await page.locator('main details[open] li').first().isVisible(), true, 'what is folded opens');
    await page.click('section:has-text("Lesson Planner") a[href$="/end-app"]');
    await page.click('main button.danger');
    await page.waitForURL(/done=app/);
    t.equal(await page.locator('h2:has-text("Lesson Planner")').count(), 0);

    await page.goto(origin + ADMIN);
    await page.selectOption('#client', urlClient);
    await page.click('form.filters button');
    t.equal(await page.locator('main th a').count(), 1);
    await page.click('main th a');
    await page.click('a[href$="/end-client"]');
    await page.fill('#password', PASSWORD);
    await page.click('button.danger');
    await page.waitForURL(/done=client/);
    t.equal(await page.locator('main th a').count(), 0);
    await page.goto(origin + APPS);
    await picture(page, 'connected-apps-none');
    t.equal(await page.locator('.empty').count(), 1);

    await page.goto(`${origin}${SESSIONS}/end-others`);
    await page.fill('#password', PASSWORD);
    await page.click('button.danger');
    await page.waitForURL(/done=others/);
    await there.page.goto(`${origin}/account`);
    t.match(there.page.url(), '/sign-in', 'the other browser has to sign in again');
    await page.goto(`${origin}${SESSIONS}`);
    await page.click('main form[action="/sign-out"] button');
    await page.goto(`${origin}/account`);
    t.match(page.url(), '/sign-in');
  });
});
