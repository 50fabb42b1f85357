// slow, sqlite
/** oidc-client-ts, the library of apps without a server, takes every step in a real Chromium on another site's page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalJWKSet, type JWK, jwtVerify } from 'jose';
import type { UserManager, UserManagerSettings } from 'oidc-client-ts';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { clientApp, html, launch, noChromium, signIn, type Visitor, visitor } from '../support/chromium.ts';
import { startServer } from '../support/live-server.ts';

/** As the package ships it for a script element. */
const LIBRARY = readFileSync(
  join(import.meta.dirname, 'node_modules/oidc-client-ts/dist/browser/oidc-client-ts.min.js'),
);
const ANA = 'ana@riverside.example';
const RUTH = 'ruth@riverside.example';
const ALLOW = 'button[value=allow]';
const DENY = 'button[value=deny]';
const NONCE = 'n-0S6_WzA2Mj';

declare global {
  /** What the script element brings. */
  var oidc: typeof import('oidc-client-ts');
  /** What the app's page makes of it. */
  var manager: UserManager;
}

/** What the library keeps of a person who signed in. */
interface KeptUser {
  id_token: string;
  access_token: string;
  refresh_token: string;
  scope: string;
  profile: Record<string, unknown>;
}

interface App extends Visitor {
  origin: string;
  /** In force from the next page on. */
  settings: UserManagerSettings;
  answers: URLSearchParams[];
}

t.test('oidc-client-ts in Chromium', { skip: noChromium }, async (t) => {
  const { origin } = await startServer(t);
  const browser = await launch(t);

  /** An app of static pages. On the host `localhost` it is another site than the server, and not only another origin. */
  async function openApp(t: Test, host: 'localhost' | '127.0.0.1' = 'localhost'): Promise<App> {
    const server = await clientApp(t, (request, response) => {
      if (request.url === '/oidc-client-ts.js') {
        response.setHeader('content-type', 'text/javascript').end(LIBRARY);
        return;
      }
      html(
        response,
        `<h1>App</h1><script src="/oidc-client-ts.js"></script><script>
manager = new oidc.UserManager(${JSON.stringify(settings)});
if (window.opener || window.parent !== window) manager.signinCallback();
</script>`,
      );
    });
    const app = server.origin.replace('127.0.0.1', host);
    const settings: UserManagerSettings = {
      authority: origin,
      client_id: 'c_demo_cli',
      redirect_uri: `${app}/callback`,
      post_logout_redirect_uri: `${app}/signed-out`,
      scope: 'openid profile email account:read',
      resource: origin,
      extraTokenParams: { resource: origin },
      loadUserInfo: true,
      automaticSilentRenew: false,
    };
    const shown = await visitor(t, browser);
    await shown.page.goto(app);
    return { ...shown, origin: app, settings, answers: server.answers };
  }

  /** From the app to the server's pages and back, as far as the callback's address. */
  async function goAndDecide({ page, origin: app }: App, email: string, decision: string): Promise<void> {
    await page.evaluate((nonce) => {
      // It is done only when this page is gone.
      void manager.signinRedirect({ nonce, state: { lesson: 7 } });
    }, NONCE);
    await page.waitForURL(`${origin}/**`);
    await signIn(page, email);
    await page.click(decision);
    await page.waitForURL(`${app}/callback?**`);
  }

  async function obtainUser(app: App, email: string): Promise<KeptUser> {
    await goAndDecide(app, email, ALLOW);
    return app.page.evaluate(async () => {
      const user = await manager.signinCallback();
      return JSON.parse(user?.toStorageString() ?? '{}');
    });
  }

  const introspect = (page: Page, token: string): Promise<Record<string, unknown>> =>
    page.evaluate(async (token) => {
      const url = (await manager.metadataService.getMetadata()).introspection_endpoint ?? '';
      const body = new URLSearchParams({ client_id: manager.settings.client_id, token });
      return (await (await fetch(url, { method: 'POST', body })).json()) as Record<string, unknown>;
    }, token);

  /** The OAuth error that the library reports. */
  const refusalOf = (page: Page, step: 'signinCallback' | 'signinSilent'): Promise<unknown> =>
    page.evaluate(
      (step) =>
        manager[step]().then(
          () => 'no refusal',
          (error) => (error instanceof oidc.ErrorResponse ? error.error : String(error)),
        ),
      step,
    );

  t.test('an app without a server completes the full flow [RFC 9700 §2.2.2, spec 2.6, spec 4, spec 5.1]', async (t) => {
    const app = await openApp(t);
    const { page } = app;
    const metadata = await page.evaluate(() => manager.metadataService.getMetadata());
    t.equal(metadata.issuer, origin);

    const user = await obtainUser(app, ANA);
    t.equal(app.answers.at(-1)?.get('iss'), origin, 'the response names its issuer');
    t.equal(user.scope, app.settings.scope);
    t.hasStrict(user.profile, { email: ANA, name: 'Ana Lima', org_id: 'site_demo_riverside' });
    t.strictSame(user.profile.roles, ['member', 'student'], 'merged with UserInfo, nothing changes');
    // The library looks at nonce and subject only; the signature is checked here, by the keys that it fetched.
    const keys = await page.evaluate(() => manager.metadataService.getSigningKeys());
    const { payload } = await jwtVerify(user.id_token, createLocalJWKSet({ keys: keys as JWK[] }), {
      issuer: origin,
      audience: 'c_demo_cli',
      algorithms: ['ES256'],
    });
    t.equal(payload.nonce, NONCE);
    t.hasStrict(await introspect(page, user.access_token), { active: true, aud: origin, sub: user.profile.sub });

    const renewed = await page.evaluate(async (): Promise<KeptUser> => {
      const user = await manager.signinSilent();
      return JSON.parse(user?.toStorageString() ?? '{}');
    });
    t.not(renewed.access_token, user.access_token);
    t.not(renewed.refresh_token, user.refresh_token, 'the refresh token is rotated');
    t.equal(renewed.id_token, user.id_token, 'a refresh carries no ID token, the first one is kept');

    await page.evaluate(async () => {
      const user = await manager.getUser();
      await manager.revokeTokens(['refresh_token']);
      // As an app would hold it that has not heard of the revocation.
      await manager.storeUser(user);
    });
    t.equal((await introspect(page, renewed.access_token)).active, false);
    t.equal(await refusalOf(page, 'signinSilent'), 'invalid_grant');
    t.strictSame(app.violations, []);
  });

  t.test('a page registers itself as a client, and an owner allows it operator scopes [spec 5.3]', async (t) => {
    const app = await openApp(t);
    const { page } = app;
    const registered = await page.evaluate(
      async ([redirectUri]) => {
        const url = (await manager.metadataService.getMetadata()).registration_endpoint ?? '';
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ client_name: 'Timetable', redirect_uris: [redirectUri] }),
        });
        return (await response.json()) as Record<string, unknown>;
      },
      [app.settings.redirect_uri],
    );
    t.strictSame(registered.redirect_uris, [app.settings.redirect_uri]);
    Object.assign(app.settings, { client_id: registered.client_id, scope: 'openid email courses:read' });
    await page.reload();
    const user = await obtainUser(app, RUTH);
    t.hasStrict(user.profile, { email: RUTH, org_id: 'site_demo_riverside' });
    t.hasStrict(await introspect(page, user.access_token), { active: true, client_id: registered.client_id });
    t.strictSame(app.violations, []);
  });

  t.test('a denial reaches the library as access_denied [RFC 6749 §4.1.2.1, RFC 9207 §2]', async (t) => {
    const app = await openApp(t);
    await goAndDecide(app, ANA, DENY);
    t.equal(app.answers.at(-1)?.get('iss'), origin, 'the response names its issuer');
    t.equal(await refusalOf(app.page, 'signinCallback'), 'access_denied');
  });

  t.test(
    'what a person takes away stays away through refreshes, and is asked about again [RFC 6749 §3.3]',
    async (t) => {
      const app = await openApp(t);
      app.settings.scope = 'openid account:read account:write';
      await app.page.reload();
      const scopeBy = async (decision: string): Promise<string> => {
        await goAndDecide(app, ANA, decision);
        return app.page.evaluate(async () => (await manager.signinCallback())?.scope ?? '');
      };
      t.equal(await scopeBy('button[value=allow_read]'), 'openid account:read');
      const renewed = await app.page.evaluate(async () => (await manager.signinSilent())?.scope);
      t.equal(renewed, 'openid account:read');
      await app.page.goto(app.origin);
      await app.page.evaluate(() => {
        void manager.signinRedirect();
      });
      await app.page.waitForURL(`${origin}/**`);
      t.match(await app.page.textContent('.notice.info'), 'is asking again for what you left out');
      t.equal(await app.page.isChecked('input[value="account:write"]'), false);
      await app.page.click(ALLOW);
      await app.page.waitForURL(`${app.origin}/callback?**`);
      t.equal(await app.page.evaluate(async () => (await manager.signinCallback())?.scope), 'openid account:read');
      t.strictSame(app.violations, []);
    },
  );

  t.test('a logout revokes the tokens and returns to the app [OpenID Connect RP-Initiated Logout §2]', async (t) => {
    const app = await openApp(t);
    const { page } = app;
    app.settings.revokeTokensOnSignout = true;
    await page.reload();
    const user = await obtainUser(app, ANA);
    await page.evaluate(() => {
      void manager.signoutRedirect({ state: 'bye' });
    });
    await page.waitForURL(`${app.origin}/signed-out?**`);
    const answer = await page.evaluate(async () => (await manager.signoutCallback())?.userState);
    t.equal(answer, 'bye', 'the state came back');
    t.equal((await introspect(page, user.access_token)).active, false);
    t.equal(await page.evaluate(() => manager.getUser()), null);
    await page.goto(origin);
    t.match(await page.textContent('main'), 'For members and staff');
    t.strictSame(app.violations, []);
  });

  // A frame may ask without pages. Its answer says how far it came: with the session, to the consent that an app on a
  // loopback address is asked for each time; without, to the sign-in.
  for (const [host, refusal] of [
    ['127.0.0.1', 'consent_required'],
    ['localhost', 'login_required'],
  ] as const) {
    const frame = host === 'localhost' ? 'a frame on another site' : 'a frame on the same site';
    t.test(`${frame} that asks with prompt=none is told ${refusal} [OpenID Connect Core §3.1.2.6]`, async (t) => {
      const app = await openApp(t, host);
      await obtainUser(app, ANA);
      await app.page.evaluate(() => manager.removeUser());
      t.equal(await refusalOf(app.page, 'signinSilent'), refusal);
      t.strictSame(app.violations, []);
    });
  }

  t.test('the flow in a pop-up window returns to the page that opened it [spec 2.3]', async (t) => {
    const app = await openApp(t);
    const { page, context } = app;
    const opened = context.waitForEvent('page');
    const done = page.evaluate(async () => (await manager.signinPopup())?.profile.email);
    const popup = await opened;
    await signIn(popup, ANA);
    await popup.click(ALLOW);
    t.equal(await done, ANA);
    t.equal(popup.isClosed(), true);
    t.strictSame(app.violations, []);
  });
});
