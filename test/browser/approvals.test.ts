// slow, sqlite
/**
 * Calls that wait for a person, in Chromium: what it takes from the call of an app to its effect, on a phone, by keyboard and
 * without scripts, and that a click to which the person is led decides nothing.
 */
import type { Browser, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { addCallers, clientOf, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD, testApp } from '../support/app.ts';
import { approvalEvents, setPolicy } from '../support/approvals.ts';
import { authorizeUrl, clientApp, html, launch, noChromium, picture, signIn, visitor } from '../support/chromium.ts';
import { databaseFile } from '../support/database-edit.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { freePort } from '../support/live-server.ts';
import { CALLBACK } from '../support/oauth-client.ts';
import { addPasskey, device } from '../support/passkey-device.ts';

t.setTimeout(600_000);

const RUTH = 'ruth@riverside.example';
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };
const HALF_AN_HOUR_MS = 1_800_000;
/** What is still fast on a computer that does other things as well. */
const MAX_SECONDS = 20;
const MAX_TABS = 60;

/** A school whose apps ask, and an app that may delete courses. */
async function askingSchool(t: Test) {
  // A browser ties passkeys to a domain, and an address in numbers is none.
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const file = databaseFile(t);
  const env = { BASE_URL: origin };
  const { app, clock } = await testApp(t, { now: Date.now(), env, databaseUrl: file.url });
  await app.listen({ port, host: 'localhost' });
  await addCallers(app);
  await setPolicy(app, 'sensitive');

  async function token(): Promise<string> {
    const clientId = clientOf(RIVERSIDE.id).id;
    const scope = 'openid profile courses:read courses:write';
    const request = { clientId, callback: CALLBACK, scope, more: { prompt: 'consent' } };
    const answer = await new HttpBrowser(origin).authorize(authorizeUrl(origin, request), { email: RUTH });
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code: answer.searchParams.get('code') ?? '',
      client_id: clientId,
      redirect_uri: CALLBACK,
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      resource: origin,
    });
    const tokens = (await (await fetch(`${origin}/api/oauth/token`, { method: 'POST', body })).json()) as object;
    return (tokens as { access_token: string }).access_token;
  }

  async function tool(
    bearer: string,
    name: string,
    args: object,
  ): Promise<{ status?: string; url?: string; done?: boolean }> {
    const response = await fetch(`${origin}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${bearer}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    });
    const { result } = (await response.json()) as { result: { structuredContent: object } };
    return result.structuredContent;
  }

  /** Asks for the deletion of a new course. */
  async function call(slug: string) {
    const bearer = await token();
    await tool(bearer, 'create_course', { title: `Course ${slug}`, slug });
    const since = performance.now();
    const { status, url = '' } = await tool(bearer, 'delete_course', { id: slug });
    if (status !== 'waiting_for_person') throw new Error(`it does not wait: ${status}`);
    return {
      url,
      /** Calls again. @returns how long all of it took, in seconds; `undefined` if it is not done */
      async again(): Promise<number | undefined> {
        const { done } = await tool(bearer, 'delete_course', { id: slug });
        return done === true ? (performance.now() - since) / 1000 : undefined;
      },
      isThere: async () => Number(await file.read('select count(*) from courses where slug = ?', slug)) === 1,
    };
  }
  return { origin, clock, file, call };
}

/** Goes on with the key until the focus is there. @returns how often it was pressed */
async function tabTo(page: Page, selector: string): Promise<number> {
  for (let tabs = 1; tabs <= MAX_TABS; tabs += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`)) return tabs;
  }
  throw new Error(`no way to ${selector}`);
}

const DECIDED = /done=approval_allowed/;
const ALLOW = 'input[name=decision][value=allowed]';
const SEND = 'main form[action$="/decide"] button';

t.test('from the call to its effect', { skip: noChromium }, async (t) => {
  const browser: Browser = await launch(t);
  const school = await askingSchool(t);
  const { origin, clock, call } = school;
  /** What was measured, for the manual. */
  const within = (t: Test, seconds: number | undefined, what: string): void => {
    t.ok(seconds !== undefined && seconds < MAX_SECONDS, `${what}: ${seconds?.toFixed(1)} s`);
    if (process.env.PRINT_TIMES === 'on') console.error(`${what}: ${seconds?.toFixed(1)} s`);
  };

  await t.test('on a phone with a passkey: four taps and one touch', async (t) => {
    const { page, violations } = await visitor(t, browser, { viewport: PHONE, hasTouch: true, isMobile: true });
    const phone = await device(page);
    await addPasskey(page, phone, { origin, email: RUTH, name: 'Phone' });
    clock.advance(HALF_AN_HOUR_MS);
    const { url, again, isThere } = await call('by-phone');
    let taps = 1;
    const tap = async (selector: string): Promise<void> => {
      taps += 1;
      await page.tap(selector);
    };
    // The first tap is the one on the link, in the chat or in the letter.
    await page.goto(url);
    await picture(page, 'approval-390');
    t.ok(
      await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'),
      'nothing is wider than the screen',
    );
    await tap(ALLOW);
    await tap(SEND);
    await page.waitForSelector('form[data-passkey-does=get] button');
    await picture(page, 'approval-confirm-390');
    t.ok(await isThere());
    await phone.touched(async () => {
      await tap('form[data-passkey-does=get] button');
      await page.waitForURL(DECIDED);
    });
    within(t, await again(), 'phone, passkey');
    t.equal(taps, 4);
    t.notOk(await isThere());
    t.strictSame(violations, [], 'no policy was broken');
  });

  await t.test('on a phone that is not signed in, the link leads there by the passkey, which is enough', async (t) => {
    const { page, context } = await visitor(t, browser, { viewport: PHONE, hasTouch: true, isMobile: true });
    const phone = await device(page);
    await addPasskey(page, phone, { origin, email: RUTH, name: 'Other phone' });
    await context.clearCookies();
    const { url, again } = await call('signed-out');
    await page.goto(url);
    let taps = 1;
    await phone.touched(async () => {
      await page.tap('form[data-passkey-does=get] button');
      await page.waitForSelector(ALLOW);
    });
    await page.tap(ALLOW);
    await page.tap(SEND);
    taps += 3;
    await page.waitForURL(DECIDED);
    within(t, await again(), 'phone, signed out');
    t.equal(taps, 4, 'who has just signed in is asked for nothing more');
  });

  await t.test('by keyboard alone, with a password', async (t) => {
    const { page } = await visitor(t, browser, { viewport: DESKTOP });
    await page.goto(`${origin}/sign-in`);
    await signIn(page, RUTH);
    await page.waitForURL(/account|admin/);
    clock.advance(HALF_AN_HOUR_MS);
    const { url, again } = await call('by-keyboard');
    await page.goto(url);
    // The first choice is not to allow, and an arrow goes to the other one.
    let keys = await tabTo(page, 'input[name=decision]');
    await page.keyboard.press('ArrowDown');
    t.ok(await page.isChecked(ALLOW));
    keys += 1 + (await tabTo(page, SEND));
    await page.keyboard.press('Enter');
    await page.waitForSelector('#password');
    keys += 1 + (await tabTo(page, '#password'));
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    keys += 1;
    await page.waitForURL(DECIDED);
    within(t, await again(), `keyboard, ${keys} keys and the password`);
    t.equal(keys, 11, 'as the manual says');
  });

  await t.test('without scripts, with a password: four clicks', async (t) => {
    const { page } = await visitor(t, browser, { viewport: PHONE, javaScriptEnabled: false });
    await page.goto(`${origin}/sign-in`);
    await signIn(page, RUTH);
    await page.waitForURL(/account|admin/);
    clock.advance(HALF_AN_HOUR_MS);
    const { url, again } = await call('without-scripts');
    await page.goto(url);
    await page.check(ALLOW);
    await page.click(SEND);
    await page.fill('#password', PASSWORD);
    await page.click('main button.primary');
    await page.waitForURL(DECIDED);
    within(t, await again(), 'without scripts');
  });
});

/** In pixels: closer than any control is wide. */
const STEP = 20;

/** Clicks twice at every point of the page, and lets nothing leave it. @returns what would have been sent or opened */
async function clickEverywhere(page: Page, url: string): Promise<string[]> {
  const sent = new Set<string>();
  await page.goto(url);
  await page.route('**/*', (route) => {
    const request = route.request();
    if (!request.isNavigationRequest()) return route.continue();
    sent.add(`${request.method()} ${new URL(request.url()).pathname}`);
    // The answer that leaves the page where it is.
    return route.fulfill({ status: 204 });
  });
  const { width, height } = page.viewportSize() ?? DESKTOP;
  const whole = Number(await page.evaluate('document.documentElement.scrollHeight'));
  for (let top = 0; top < whole; top += height) {
    await page.evaluate(`window.scrollTo(0, ${top})`);
    for (let y = STEP / 2; y < height; y += STEP) {
      for (let x = STEP / 2; x < width; x += STEP) {
        await page.mouse.dblclick(x, y);
        // Each is the first that the person is led to.
        await page.evaluate('for (const form of document.forms) form.reset()');
      }
    }
  }
  await page.unroute('**/*');
  return [...sent];
}

t.test('a click that the person is led to', { skip: noChromium }, async (t) => {
  const browser: Browser = await launch(t);
  const { origin, file, call } = await askingSchool(t);
  const signedIn = async (t: Test, viewport: typeof PHONE) => {
    const visited = await visitor(t, browser, { viewport });
    await visited.page.goto(`${origin}/sign-in`);
    await signIn(visited.page, RUTH);
    await visited.page.waitForURL(/account|admin/);
    return visited;
  };

  await t.test('a double click at any point of the page decides nothing', async (t) => {
    for (const viewport of [PHONE, DESKTOP]) {
      const { page } = await signedIn(t, viewport);
      const { url, isThere } = await call(`clicked-${viewport.width}`);
      const sent = await clickEverywhere(page, url);
      t.ok(sent.length > 0, `some of it were links: ${sent.join(', ')}`);
      t.strictSame(
        sent.filter((one) => one.includes('/approvals/') && one.startsWith('POST')),
        [],
      );
      t.ok(await isThere());
    }
    t.strictSame([...new Set(await approvalEvents(file))], ['approval_asked']);
  });

  await t.test('another site cannot show the page in a frame', async (t) => {
    const { page, violations } = await signedIn(t, DESKTOP);
    const { url } = await call('framed');
    const site = await clientApp(t, (_request, response) =>
      html(response, `<h1>Win a prize</h1><iframe src="${url}" width="800" height="600"></iframe>`),
    );
    await page.goto(site.origin);
    await page.waitForLoadState('networkidle');
    const frames = page.frames().filter((frame) => frame !== page.mainFrame());
    t.equal(frames.length, 1);
    for (const frame of frames) t.equal(await frame.locator('#decision').count(), 0);
    t.match(violations.join(), /frame-ancestors/);
  });

  await t.test('a window that closes under the second click decides nothing', async (t) => {
    const { page, context } = await signedIn(t, DESKTOP);
    const { url } = await call('under-the-second-click');
    const site = await clientApp(t, (_request, response) => html(response, '<h1>Click twice</h1>'));
    await page.goto(url);
    const box = await page.locator(SEND).boundingBox();
    const above = await context.newPage();
    await above.goto(site.origin);
    const at = { x: (box?.x ?? 0) + 5, y: (box?.y ?? 0) + 5 };
    await above.mouse.click(at.x, at.y);
    await above.close();
    await page.mouse.click(at.x, at.y);
    await page.mouse.click(at.x, at.y);
    t.equal(page.url(), url, 'the page is still there');
    t.notOk(await page.isChecked(ALLOW));
    t.strictSame([...new Set(await approvalEvents(file))], ['approval_asked']);
  });
});
