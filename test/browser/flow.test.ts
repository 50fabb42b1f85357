// sqlite
/** The authorization flow in a real Chromium, under the real policies, with a client on another origin. */
import type { Browser } from 'playwright-core';
import t from 'tap';
import {
  authorizeUrl,
  type ClientApp,
  clientApp,
  html,
  launch,
  noChromium,
  registerClient,
  signIn,
  visitor,
} from '../support/chromium.ts';
import { type LiveServer, startServer } from '../support/live-server.ts';

const ANA = 'ana@riverside.example';
const NOOR = 'noor@schools.example';
const ALLOW = 'button[value=allow]';
const DENY = 'button[value=deny]';
const FORM_POLICY = /form-action 'self'/;

t.test('the authorization flow in Chromium', { skip: noChromium }, async (t) => {
  const server: LiveServer = await startServer(t);
  const browser: Browser = await launch(t);
  const app: ClientApp = await clientApp(t);
  const { origin } = server;

  t.test('sign-in and consent end at the callback with code, state and iss [RFC 6749 §4.1.1, spec 2.3]', async (t) => {
    const { page, violations } = await visitor(t, browser);
    const clientId = await registerClient(origin, app.callback);
    await page.goto(authorizeUrl(origin, { ...app, clientId, scope: 'openid courses:read', state: 'st 1&=' }));
    t.match(await page.title(), 'Sign in');
    await signIn(page, NOOR);
    t.equal(await page.textContent('h1'), 'Choose a school');
    await page.click('text=Harbour Music School');
    await page.click('text=Continue');
    t.match(await page.textContent('h1'), /Lesson Planner\s+wants to access Harbour Music School/);
    await page.click(ALLOW);
    await page.waitForURL(`${app.callback}?**`);
    t.equal(await page.textContent('h1'), 'Back in the app');
    const answer = app.answers.at(-1);
    t.match(answer?.get('code'), /^ac_/);
    t.equal(answer?.get('state'), 'st 1&=');
    t.equal(answer?.get('iss'), origin);
    t.strictSame(violations, []);
  });

  t.test('denying ends at the callback with access_denied and no code [RFC 6749 §4.1.2.1]', async (t) => {
    const { page, violations } = await visitor(t, browser);
    await page.goto(authorizeUrl(origin, { ...app, state: 'no' }));
    await signIn(page, ANA);
    await page.click(DENY);
    await page.waitForURL(`${app.callback}?**`);
    const answer = app.answers.at(-1);
    t.equal(answer?.get('error'), 'access_denied');
    t.equal(answer?.get('iss'), origin);
    t.equal(answer?.has('code'), false);
    t.strictSame(violations, []);
  });

  t.test('cancelling before the sign-in ends at the callback with access_denied [RFC 6749 §4.1.2.1]', async (t) => {
    const { page, violations } = await visitor(t, browser);
    await page.goto(authorizeUrl(origin, app));
    await page.click('text=Cancel and go back to the app');
    await page.waitForURL(`${app.callback}?**`);
    t.equal(app.answers.at(-1)?.get('error'), 'access_denied');
    t.strictSame(violations, []);
  });

  for (const decision of ['allow', 'deny'] as const) {
    t.test(`after ${decision}, a client that redirects on to a third origin still gets there [W69]`, async (t) => {
      const third = await clientApp(t);
      const redirecting = await clientApp(t, (_request, response) => {
        response.writeHead(302, { location: `${third.origin}/home` }).end();
      });
      const { page, violations } = await visitor(t, browser);
      const policies: string[] = [];
      page.on('response', (response) => {
        if (response.request().isNavigationRequest() && response.url().startsWith(origin) && response.status() === 200)
          policies.push(response.headers()['content-security-policy'] ?? '');
      });
      await page.goto(authorizeUrl(origin, redirecting));
      await signIn(page, ANA);
      await page.waitForSelector(ALLOW);
      t.match(policies.at(-1), FORM_POLICY, 'the consent form keeps its policy');
      await page.click(`button[value=${decision}]`);
      await page.waitForURL(`${third.origin}/home`);
      t.equal(await page.textContent('h1'), 'Back in the app');
      t.equal(redirecting.answers.length, 1, 'the callback was reached once');
      t.match(policies.at(-1), /form-action 'none'/, 'the page that goes on has no form');
      t.strictSame(violations, []);
    });
  }

  t.test('the same policy blocks a form whose response redirects to another origin [W69]', async (t) => {
    const policy = "default-src 'none'; form-action 'self'";
    const trap = await clientApp(t, (request, response) => {
      if (request.method === 'POST') response.writeHead(303, { location: app.callback }).end();
      else {
        response.setHeader('content-security-policy', policy);
        html(response, '<form method="post"><button>Allow</button></form>');
      }
    });
    const { page, violations } = await visitor(t, browser);
    await page.goto(trap.origin);
    const reached = app.answers.length;
    const blocked = page.waitForEvent('console', (message) => message.text().includes('form-action'));
    await page.click('button', { noWaitAfter: true });
    await blocked;
    t.equal(page.url(), `${trap.origin}/`);
    t.equal(app.answers.length, reached);
    t.equal(violations.length, 1, 'so these tests would see one');
  });

  t.test('the back button after the decision leads to a clear page [H4.12]', async (t) => {
    const { page } = await visitor(t, browser);
    await page.goto(authorizeUrl(origin, app));
    await signIn(page, ANA);
    await page.click(ALLOW);
    await page.waitForURL(`${app.callback}?**`);
    const back = await page.goBack();
    t.equal(back?.status(), 409);
    t.equal(await page.textContent('h1'), 'You’ve already answered this request');
  });

  t.test('a consent form that is sent twice leads back to the app, with one answer [H4.12]', async (t) => {
    const { page } = await visitor(t, browser);
    const before = app.answers.length;
    await page.goto(authorizeUrl(origin, { ...app, state: 'twice' }));
    await signIn(page, ANA);
    await page.waitForSelector(ALLOW);
    await page.dblclick(ALLOW, { noWaitAfter: true });
    // The second click can abort the navigation of the first, so the page is awaited and no navigation.
    await page.waitForSelector('h1:text-is("Back in the app")');
    const made = app.answers.slice(before);
    t.ok(made.every((answer) => answer.get('state') === 'twice' && answer.has('code')));
    t.equal(new Set(made.map((answer) => answer.get('code'))).size, 1);
  });

  t.test('the consent form stays valid after reloading and going back [H4.12]', async (t) => {
    const { page } = await visitor(t, browser);
    await page.goto(authorizeUrl(origin, { ...app, state: 'patient' }));
    await signIn(page, ANA);
    await page.waitForSelector(ALLOW);
    await page.reload();
    await page.goto(`${origin}/`);
    await page.goBack();
    await page.click(ALLOW);
    await page.waitForURL(`${app.callback}?**`);
    t.equal(app.answers.at(-1)?.get('state'), 'patient');
    t.match(app.answers.at(-1)?.get('code'), /^ac_/);
  });

  t.test('two tabs complete two authorization requests, each with its own state', async (t) => {
    const { context, page: first, violations } = await visitor(t, browser);
    await first.goto(authorizeUrl(origin, { ...app, state: 'first' }));
    await signIn(first, ANA);
    await first.waitForSelector(ALLOW);
    const second = await context.newPage();
    await second.goto(authorizeUrl(origin, { ...app, state: 'second' }));
    for (const [page, state] of [
      [first, 'first'],
      [second, 'second'],
    ] as const) {
      await page.click(ALLOW);
      await page.waitForURL(`${app.callback}?**`);
      t.equal(app.answers.at(-1)?.get('state'), state);
      t.match(app.answers.at(-1)?.get('code'), /^ac_/);
    }
    t.strictSame(violations, []);
  });

  t.test('a tab with an outdated sign-in page continues with the person who signed in elsewhere', async (t) => {
    const { context, page: first } = await visitor(t, browser);
    const second = await context.newPage();
    await first.goto(authorizeUrl(origin, { ...app, state: 'first' }));
    await second.goto(authorizeUrl(origin, { ...app, state: 'second' }));
    await signIn(first, ANA);
    await first.waitForSelector(ALLOW);
    await signIn(second, ANA);
    await second.click(ALLOW);
    await second.waitForURL(`${app.callback}?**`);
    t.equal(app.answers.at(-1)?.get('state'), 'second');
    await first.click(ALLOW);
    await first.waitForURL(`${app.callback}?**`);
    t.equal(app.answers.at(-1)?.get('state'), 'first', 'the other tab was not disturbed');
  });

  t.test('a double click on the sign-in button signs in', async (t) => {
    const { page } = await visitor(t, browser);
    await page.goto(authorizeUrl(origin, app));
    await page.fill('#email', ANA);
    await page.fill('#password', 'correct-horse-battery');
    await page.dblclick('button.primary', { noWaitAfter: true });
    await page.waitForSelector(ALLOW);
    t.match(await page.textContent('h1'), 'Demo CLI');
  });

  t.test('the session is recognised when another site starts the authorization request', async (t) => {
    const { page } = await visitor(t, browser);
    await page.goto(authorizeUrl(origin, app));
    await signIn(page, ANA);
    await page.waitForSelector(ALLOW);
    const callback = app.callback.replace('127.0.0.1', 'localhost');
    const start = authorizeUrl(origin, { callback, state: 'across' });
    await page.goto(app.origin.replace('127.0.0.1', 'localhost'));
    await page.evaluate(`location.assign(${JSON.stringify(start)})`);
    await page.click(ALLOW);
    await page.waitForURL(`${callback}?**`);
    t.equal(app.answers.at(-1)?.get('state'), 'across');
  });

  t.test('sign-in and consent work with the keyboard alone, with a visible focus [WCAG 2.2 AA]', async (t) => {
    const { page } = await visitor(t, browser);
    await page.goto(authorizeUrl(origin, { ...app, state: 'keys' }));
    // The first field has the focus, as soon as the page is drawn.
    await page.waitForSelector('#email:focus');
    await page.keyboard.type(ANA);
    await page.keyboard.press('Tab');
    await page.keyboard.type('correct-horse-battery');
    await page.keyboard.press('Enter');
    await page.waitForSelector(ALLOW);
    const passed: string[] = [];
    for (let steps = 0; steps < 20 && passed.at(-1) !== 'allow'; steps += 1) {
      await page.keyboard.press('Tab');
      passed.push(
        String(await page.evaluate('document.activeElement.value || document.activeElement.textContent.trim()')),
      );
      const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
      t.equal(outline, 'solid', `one sees that “${passed.at(-1)}” has the focus`);
    }
    t.strictSame(passed.slice(-2), ['deny', 'allow'], 'refusing comes first');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${app.callback}?**`);
    t.match(app.answers.at(-1)?.get('code'), /^ac_/);
  });

  t.test('pressing Enter in the consent form denies access', async (t) => {
    const { page } = await visitor(t, browser);
    await page.goto(authorizeUrl(origin, { ...app, state: 'habit' }));
    await signIn(page, ANA);
    await page.focus('input[type=checkbox]');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${app.callback}?**`);
    t.equal(app.answers.at(-1)?.get('error'), 'access_denied');
  });

  t.test('the whole flow works without JavaScript, up to unticking a scope [E-22]', async (t) => {
    const { page, violations } = await visitor(t, browser, { javaScriptEnabled: false });
    const clientId = await registerClient(origin, app.callback);
    const scope = 'openid courses:read courses:write';
    await page.goto(authorizeUrl(origin, { ...app, clientId, scope, state: 'no script' }));
    await signIn(page, NOOR);
    await page.check('input[value=site_demo_riverside]');
    await page.click('button.primary');
    await page.uncheck('input[value="courses:write"]');
    await page.click(ALLOW);
    await page.waitForURL(`${app.callback}?**`);
    const code = app.answers.at(-1)?.get('code') ?? '';
    const answer = await fetch(`${origin}/api/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        client_id: clientId,
        redirect_uri: app.callback,
        code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
        resource: origin,
      }),
    });
    const tokens = (await answer.json()) as Record<string, unknown>;
    t.equal(tokens.scope, 'openid courses:read', 'what was unticked is not granted');
    t.strictSame(violations, []);
  });

  t.test('a client’s logout is confirmed and returns to it [OpenID Connect RP-Initiated Logout §2, W69]', async (t) => {
    const third = await clientApp(t);
    const leaving = await clientApp(t, (_request, response) => {
      response.writeHead(302, { location: `${third.origin}/home` }).end();
    });
    const { page, violations } = await visitor(t, browser);
    await page.goto(authorizeUrl(origin, app));
    await signIn(page, ANA);
    await page.waitForSelector(ALLOW);
    const parameters = new URLSearchParams({
      client_id: 'c_demo_cli',
      post_logout_redirect_uri: `${leaving.origin}/signed-out`,
    });
    await page.goto(`${origin}/oauth/logout?${parameters}`);
    t.equal(await page.textContent('h1'), 'Sign out of Schoolgate?');
    await page.click('button.primary');
    await page.click(`a[href^="${leaving.origin}"]`);
    await page.waitForURL(`${third.origin}/home`);
    await page.goto(origin);
    t.match(await page.textContent('main'), 'For members and staff');
    t.strictSame(violations, [], 'no policy was broken');
  });

  t.test(
    'signing out on the start page ends the session, and keeps foreign cookies and pending requests',
    async (t) => {
      const { context, page } = await visitor(t, browser);
      await page.goto(authorizeUrl(origin, { ...app, state: 'pending' }));
      const pending = page.url();
      await signIn(page, ANA);
      await page.waitForSelector(ALLOW);
      await context.addCookies([{ name: 'cart', value: 'full', domain: '127.0.0.1', path: '/' }]);
      await page.goto(origin);
      await page.click('text=Sign out');
      t.equal(await page.textContent('h1'), 'You’re signed out');
      const names = (await context.cookies()).map(({ name }) => name).sort();
      t.strictSame(names, ['cart', 'known', 'pre'], 'only the session is gone; cookies of other services stay');
      await page.goto(pending);
      t.match(await page.textContent('h1'), /^Sign in/, 'the request goes on with another sign-in');
    },
  );

  t.test('errors are explained on a page, never redirected to an unknown redirect URI [spec 7]', async (t) => {
    const { page } = await visitor(t, browser);
    const before = app.answers.length;
    const shown = async (url: string): Promise<unknown[]> => {
      const response = await page.goto(url);
      return [response?.status(), await page.textContent('h1')];
    };
    const bad = [400, 'This app’s request is invalid'];
    t.strictSame(await shown(authorizeUrl(origin, { ...app, clientId: 'c_nobody' })), bad);
    t.strictSame(await shown(authorizeUrl(origin, { callback: 'https://evil.example/callback' })), bad);
    t.strictSame(await shown(`${origin}/oauth/continue/req_nothing`), [404, 'This sign-in request has expired']);
    t.equal(app.answers.length, before);

    await page.goto(authorizeUrl(origin, app));
    const stranger = await visitor(t, browser);
    const elsewhere = await stranger.page.goto(page.url());
    t.equal(elsewhere?.status(), 403);
    t.equal(await stranger.page.textContent('h1'), 'Please use the browser you started with');

    await signIn(page, 'hugo@harbour.example');
    t.equal(await page.textContent('h1'), 'You’re not a member of this school');
    await page.click('text=Go back to Demo CLI without signing in');
    await page.waitForURL(`${app.callback}?**`);
    t.equal(app.answers.at(-1)?.get('error'), 'access_denied');
  });
});
