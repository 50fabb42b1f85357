// slow, sqlite
/** Auth.js, the sign-in of many web applications, with the configuration that the manual gives; over real HTTP. */
import { Auth, type AuthConfig, customFetch } from '@auth/core';
import type { OIDCConfig, OIDCUserConfig } from '@auth/core/providers';
import t, { type Test } from 'tap';
import { hashCredential } from '../../schema/credential.ts';
import { SECRET, testApp } from '../support/app.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { freePort } from '../support/live-server.ts';

const HOME = 'http://127.0.0.1:3001';
const ANA = { id: 'usr_demo_ana', email: 'ana@riverside.example', name: 'Ana Lima' };

const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const { app } = await testApp(t, { env: { BASE_URL: origin }, now: Date.now() });
await app.listen({ host: '127.0.0.1', port });
const siteId = 'site_demo_riverside';
await app.oauth.clients.create(
  {
    id: 'c_auth_js',
    origin: 'site_application',
    siteId,
    name: 'Course club',
    authMethod: 'client_secret_post',
    secretHash: hashCredential(SECRET),
    redirectUris: [`${HOME}/auth/callback/school`],
    scopes: ['openid', 'profile', 'email', 'account:read'],
    createdAt: app.clock(),
  },
  { event: 'client_created', at: app.clock(), siteId },
);

interface Profile {
  sub: string;
  name: string;
  email: string;
}
type Provider = OIDCConfig<Profile> & { [customFetch]?: typeof fetch };

/** What is needed to sign people in, and nothing else. */
const SIGN_IN: Provider = {
  id: 'school',
  name: 'School',
  type: 'oidc',
  issuer: origin,
  clientId: 'c_auth_js',
  clientSecret: SECRET,
  client: { token_endpoint_auth_method: 'client_secret_post' },
  checks: ['pkce', 'state', 'nonce'],
};

const ACCOUNT: OIDCUserConfig<Profile>['authorization'] = {
  params: { scope: 'openid profile email account:read', resource: origin },
};

/** The one parameter: Auth.js has no setting for it at the exchange of the code. */
const withResource: typeof fetch = (input, init) => {
  if (init?.body instanceof URLSearchParams) init.body.set('resource', origin);
  return fetch(input, init);
};

/** An application with Auth.js, and one browser that uses it. */
function application(provider: Provider, tokens: unknown[] = []) {
  const cookies = new Map<string, string>();
  const causes: unknown[] = [];
  const logged: string[] = [];
  const config: AuthConfig = {
    basePath: '/auth',
    secret: 'of-the-application',
    trustHost: true,
    providers: [provider],
    callbacks: {
      jwt({ token, account }) {
        if (account != null) tokens.push(account);
        return token;
      },
      session: ({ session, token }) => ({ ...session, sub: token.sub }),
    },
    logger: {
      error: (error) => {
        logged.push(error.name);
        causes.push((error.cause as { err?: Error } | undefined)?.err ?? error);
      },
    },
  };
  async function visit(url: string | URL, form?: Record<string, string>): Promise<Response> {
    const response = await Auth(
      new Request(new URL(url, HOME), {
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
      }),
      config,
    );
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response;
  }
  return { visit, causes, logged, session: async () => (await visit('/auth/session')).json() };
}

type Application = ReturnType<typeof application>;

/** From the button to the answer of the server, which the browser has not opened yet. */
async function ask(t: Test, { visit }: Application): Promise<{ asked: URLSearchParams; answer: URL }> {
  const { csrfToken } = (await (await visit('/auth/csrf')).json()) as { csrfToken: string };
  const response = await visit('/auth/signin/school', { csrfToken, callbackUrl: HOME });
  t.equal(response.status, 302);
  const url = new URL(response.headers.get('location') ?? '');
  t.equal(url.origin, origin, 'the authorization endpoint was discovered');
  return { asked: url.searchParams, answer: await new HttpBrowser(origin).authorize(url, ANA) };
}

const placeOf = (response: Response): string | null => response.headers.get('location');

for (const idToken of [true, false]) {
  const source = idToken ? 'the ID token' : 'UserInfo';
  t.test(`Auth.js signs a person in by ${source}, with PKCE, state and nonce [OpenID Connect Core §5.3]`, async (t) => {
    const portal = application({ ...SIGN_IN, idToken });
    const { asked, answer } = await ask(t, portal);
    t.match(Object.fromEntries(asked), { code_challenge_method: 'S256', state: /./, nonce: /./ });
    t.equal(asked.get('scope'), 'openid profile email');
    t.equal(placeOf(await portal.visit(answer)), HOME);
    t.match(await portal.session(), { user: { name: ANA.name, email: ANA.email } });
    t.strictSame(portal.causes, []);
  });
}

t.test('Auth.js with the one parameter gets tokens for the data of a member [RFC 8707 §2.2]', async (t) => {
  const tokens: { access_token?: string; scope?: string }[] = [];
  const portal = application({ ...SIGN_IN, authorization: ACCOUNT, [customFetch]: withResource }, tokens);
  const { answer } = await ask(t, portal);
  t.equal(placeOf(await portal.visit(answer)), HOME);
  t.strictSame(portal.causes, []);
  t.equal(tokens[0]?.scope, 'openid profile email account:read');
  const response = await fetch(`${origin}/account/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens[0]?.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ viewer { email } }' }),
  });
  t.strictSame(await response.json(), { data: { viewer: { email: ANA.email } } });
});

t.test('Auth.js without it is refused with the sentence that the manual lists [RFC 8707 §2.2]', async (t) => {
  const portal = application({ ...SIGN_IN, authorization: ACCOUNT });
  const { answer } = await ask(t, portal);
  t.match(placeOf(await portal.visit(answer)), '/auth/error?error=Configuration');
  t.strictSame(portal.logged, ['CallbackRouteError']);
  t.match(portal.causes, [
    {
      name: 'ResponseBodyError',
      message: 'server responded with an error in the response body',
      error: 'invalid_target',
      error_description: `resource=${origin} is required, as in the authorization request`,
    },
  ]);
});

t.test('Auth.js as it is by default sends HTTP Basic, and is refused [RFC 6749 §5.2]', async (t) => {
  const { client: _, ...byDefault } = SIGN_IN;
  const portal = application(byDefault);
  const { answer } = await ask(t, portal);
  await portal.visit(answer);
  t.match(portal.causes, [{ name: 'WWWAuthenticateChallengeError', status: 401, cause: [{ scheme: 'basic' }] }]);
});

t.test('Auth.js takes no answer that is not of this server, or not for this browser [RFC 9207 §2.4]', async (t) => {
  for (const [what, spoil] of Object.entries({
    'another issuer': ({ searchParams }: URL) => searchParams.set('iss', 'https://evil.example'),
    'no issuer': ({ searchParams }: URL) => searchParams.delete('iss'),
    'another state': ({ searchParams }: URL) => searchParams.set('state', 'of-another'),
  })) {
    const portal = application(SIGN_IN);
    const { answer } = await ask(t, portal);
    spoil(answer);
    t.match(placeOf(await portal.visit(answer)), '/auth/error', what);
    t.equal(await portal.session(), null, what);
  }
  const { answer } = await ask(t, application(SIGN_IN));
  const other = application(SIGN_IN);
  await other.visit(answer);
  t.equal(await other.session(), null, 'another browser');
});
