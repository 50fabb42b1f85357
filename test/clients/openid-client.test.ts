// slow, sqlite
/** openid-client, as an app would use it, takes every step against the running server over real HTTP. */
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import t, { type Test } from 'tap';
import { SECRET } from '../support/app.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { startServer } from '../support/live-server.ts';

const CALLBACK = 'http://127.0.0.1:49152/callback';
const MEMBER_SCOPE = 'openid profile email account:read';
const OPERATOR_SCOPE = 'openid profile email courses:read courses:write school:write';
const EXECUTE = { execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks] };

const { origin } = await startServer(t);
const issuer = new URL(origin);

const DEMO = {
  c_demo_cli: { secret: undefined, authentication: oidc.None() },
  c_demo_web_app: { secret: SECRET, authentication: oidc.ClientSecretPost(SECRET) },
} as const;

const discover = (id: keyof typeof DEMO, algorithm: 'oidc' | 'oauth2' = 'oidc') =>
  oidc.discovery(issuer, id, DEMO[id].secret, DEMO[id].authentication, { algorithm, ...EXECUTE });

/** The OAuth error that the library reports. */
const refusalOf = (request: Promise<unknown>): Promise<unknown> =>
  request.then(
    () => 'no refusal',
    (error) =>
      error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError ? error.error : error,
  );

interface Attempt {
  url: URL;
  checks: { pkceCodeVerifier: string; expectedState: string; expectedNonce: string };
}

async function prepare(config: oidc.Configuration, scope: string): Promise<Attempt> {
  const checks = {
    pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
    expectedState: oidc.randomState(),
    expectedNonce: oidc.randomNonce(),
  };
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope,
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    resource: origin,
  });
  return { url, checks };
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>;

/** From the authorization request to tokens that the library has validated, and jose once more. */
async function obtainTokens(t: Test, config: oidc.Configuration, scope: string, email: string): Promise<Tokens> {
  const { url, checks } = await prepare(config, scope);
  const callback = await new HttpBrowser(origin).authorize(url, { email });
  t.equal(callback.searchParams.get('iss'), origin, 'the response names its issuer');
  const tokens = await oidc.authorizationCodeGrant(config, callback, checks, { resource: origin });
  t.hasStrict(tokens, { token_type: 'bearer', scope, expires_in: 3600 });
  t.type(tokens.refresh_token, 'string');

  const keys = createRemoteJWKSet(new URL(config.serverMetadata().jwks_uri ?? ''));
  const { payload, protectedHeader } = await jwtVerify(tokens.id_token ?? '', keys, {
    issuer: origin,
    audience: config.clientMetadata().client_id,
    algorithms: ['ES256'],
  });
  t.type(protectedHeader.kid, 'string', 'the header names its key');
  t.equal(payload.nonce, checks.expectedNonce);
  t.equal((payload.exp ?? 0) - (payload.iat ?? 0), 600, 'the ID token lives ten minutes');
  t.strictSame(payload, tokens.claims(), 'what the library read is what was signed');
  return tokens;
}

/** Everything that is done with tokens, in the order of a client's life. */
async function useTokens(t: Test, config: oidc.Configuration, tokens: Tokens, email: string): Promise<void> {
  const claims = tokens.claims();
  const userInfo = await oidc.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '');
  for (const name of ['sub', 'email', 'name', 'org_id', 'roles']) {
    t.strictSame(userInfo[name], claims?.[name], `${name} is the same as in the ID token`);
  }
  t.equal(userInfo.email, email);

  const seen = await oidc.tokenIntrospection(config, tokens.access_token);
  t.hasStrict(seen, { active: true, aud: origin, iss: origin, client_id: config.clientMetadata().client_id });
  t.equal(seen.sub, claims?.sub);

  const renewed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '', { resource: origin });
  t.not(renewed.access_token, tokens.access_token);
  t.not(renewed.refresh_token, tokens.refresh_token, 'the refresh token is rotated');
  t.equal(renewed.claims(), undefined, 'a refresh carries no ID token');
  t.equal((await oidc.fetchUserInfo(config, renewed.access_token, claims?.sub ?? '')).email, email);

  await oidc.tokenRevocation(config, renewed.refresh_token ?? '');
  t.equal((await oidc.tokenIntrospection(config, renewed.access_token)).active, false);
  t.equal(await refusalOf(oidc.refreshTokenGrant(config, renewed.refresh_token ?? '')), 'invalid_grant');
  await t.rejects(oidc.fetchUserInfo(config, renewed.access_token, claims?.sub ?? ''), {
    code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
    cause: [
      {
        scheme: 'bearer',
        parameters: { error: 'invalid_token', resource_metadata: `${origin}/.well-known/oauth-protected-resource` },
      },
    ],
  });
}

for (const algorithm of ['oidc', 'oauth2'] as const) {
  t.test(`openid-client discovers the server by its ${algorithm} metadata [RFC 8414 §3]`, async (t) => {
    const metadata = (await discover('c_demo_cli', algorithm)).serverMetadata();
    t.equal(metadata.issuer, origin);
    t.equal(metadata.supportsPKCE(), true);
    t.equal(metadata.authorization_response_iss_parameter_supported, true);
    t.strictSame(metadata.grant_types_supported, ['authorization_code', 'refresh_token']);
    t.strictSame(metadata.token_endpoint_auth_methods_supported, ['none', 'client_secret_post']);
    for (const [name, value] of Object.entries(metadata)) {
      if (name.endsWith('_endpoint')) t.ok(String(value).startsWith(`${origin}/`), `${name} is on the issuer`);
    }
  });
}

for (const id of ['c_demo_cli', 'c_demo_web_app'] as const) {
  t.test(`openid-client takes ${id} through the full flow [RFC 9700 §2.2.2, spec 2.6, spec 4, spec 5.1]`, async (t) => {
    const config = await discover(id);
    const tokens = await obtainTokens(t, config, MEMBER_SCOPE, 'ana@riverside.example');
    t.hasStrict(tokens.claims(), { org_id: 'site_demo_riverside', name: 'Ana Lima', roles: ['member', 'student'] });
    await useTokens(t, config, tokens, 'ana@riverside.example');
  });
}

for (const method of ['none', 'client_secret_post'] as const) {
  t.test(`openid-client works if registered with ${method} [RFC 9207 §2, spec 2.5, spec 5.3, spec 8]`, async (t) => {
    const asked = {
      client_name: 'Nightly backup',
      application_type: 'native',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: method,
    };
    const authentication = method === 'none' ? oidc.None() : undefined;
    const config = await oidc.dynamicClientRegistration(issuer, asked, authentication, EXECUTE);
    const registered = config.clientMetadata();
    t.match(registered, { ...asked, client_id: String, client_id_issued_at: Number });
    t.equal(typeof registered.client_secret, method === 'none' ? 'undefined' : 'string');

    const tokens = await obtainTokens(t, config, OPERATOR_SCOPE, 'ruth@riverside.example');
    t.hasStrict(tokens.claims(), { org_id: 'site_demo_riverside', roles: ['owner'] });
    await useTokens(t, config, tokens, 'ruth@riverside.example');
  });
}

t.test('openid-client reports that a registered client may not ask for account:read [spec 5.3.7]', async (t) => {
  const metadata = { client_name: 'Curious', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' };
  const config = await oidc.dynamicClientRegistration(issuer, metadata, oidc.None(), EXECUTE);
  const { url, checks } = await prepare(config, MEMBER_SCOPE);
  const page = await new HttpBrowser(origin).get(url);
  t.ok(page.leavesFor, 'the refusal goes back to the client');
  t.equal(await refusalOf(oidc.authorizationCodeGrant(config, page.leavesFor ?? issuer, checks)), 'invalid_scope');
});

t.test('the registration of a fixed https callback is refused with invalid_redirect_uri [spec 5.3.2]', async (t) => {
  const metadata = { client_name: 'Somewhere', redirect_uris: ['https://app.example/callback'] };
  t.equal(
    await refusalOf(oidc.dynamicClientRegistration(issuer, metadata, oidc.None(), EXECUTE)),
    'invalid_redirect_uri',
  );
});

t.test('openid-client refuses a foreign or missing issuer, and the code stays valid [RFC 9207 §2.4]', async (t) => {
  const config = await discover('c_demo_cli');
  const { url, checks } = await prepare(config, MEMBER_SCOPE);
  const callback = await new HttpBrowser(origin).authorize(url, { email: 'ana@riverside.example' });
  const foreign = new URL(callback);
  foreign.searchParams.set('iss', 'https://evil.example');
  await t.rejects(oidc.authorizationCodeGrant(config, foreign, checks), { code: 'OAUTH_INVALID_RESPONSE' });
  const unnamed = new URL(callback);
  unnamed.searchParams.delete('iss');
  await t.rejects(oidc.authorizationCodeGrant(config, unnamed, checks), { code: 'OAUTH_INVALID_RESPONSE' });
  const tokens = await oidc.authorizationCodeGrant(config, callback, checks, { resource: origin });
  t.equal(tokens.claims()?.email, 'ana@riverside.example');
});

t.test('a denial reaches openid-client as access_denied [RFC 6749 §4.1.2.1]', async (t) => {
  const config = await discover('c_demo_cli');
  const { url, checks } = await prepare(config, MEMBER_SCOPE);
  const callback = await new HttpBrowser(origin).authorize(url, { email: 'ben@riverside.example', decision: 'deny' });
  t.equal(await refusalOf(oidc.authorizationCodeGrant(config, callback, checks)), 'access_denied');
});

t.test('the code verifier of another attempt is refused with invalid_grant [RFC 7636 §4.6]', async (t) => {
  const config = await discover('c_demo_cli');
  const { url, checks } = await prepare(config, MEMBER_SCOPE);
  const callback = await new HttpBrowser(origin).authorize(url, { email: 'ana@riverside.example' });
  const other = { ...checks, pkceCodeVerifier: oidc.randomPKCECodeVerifier() };
  t.equal(await refusalOf(oidc.authorizationCodeGrant(config, callback, other, { resource: origin })), 'invalid_grant');
});

t.test(
  'openid-client without the resource at the exchange is refused, and the code stays valid [RFC 8707 §2.2]',
  async (t) => {
    const config = await discover('c_demo_cli');
    const { url, checks } = await prepare(config, MEMBER_SCOPE);
    const callback = await new HttpBrowser(origin).authorize(url, { email: 'ana@riverside.example' });
    t.match(await oidc.authorizationCodeGrant(config, callback, checks).catch((error) => error), {
      name: 'ResponseBodyError',
      message: 'server responded with an error in the response body',
      error: 'invalid_target',
      error_description: `resource=${origin} is required, as in the authorization request`,
    });
    const tokens = await oidc.authorizationCodeGrant(config, callback, checks, { resource: origin });
    t.equal(tokens.scope, MEMBER_SCOPE);
  },
);

t.test('a wrong client secret is refused with invalid_client [RFC 6749 §5.2]', async (t) => {
  const wrong = 'cs_this-is-not-the-secret-of-that-client';
  const config = await oidc.discovery(issuer, 'c_demo_web_app', wrong, oidc.ClientSecretPost(wrong), EXECUTE);
  const { url, checks } = await prepare(config, MEMBER_SCOPE);
  const callback = await new HttpBrowser(origin).authorize(url, { email: 'ana@riverside.example' });
  t.equal(
    await refusalOf(oidc.authorizationCodeGrant(config, callback, checks, { resource: origin })),
    'invalid_client',
  );
});

t.test('the logout URL of openid-client ends the session [OpenID Connect RP-Initiated Logout §2]', async (t) => {
  const config = await discover('c_demo_cli');
  const { url, checks } = await prepare(config, MEMBER_SCOPE);
  const browser = new HttpBrowser(origin);
  const callback = await browser.authorize(url, { email: 'ana@riverside.example' });
  const tokens = await oidc.authorizationCodeGrant(config, callback, checks, { resource: origin });
  t.match((await browser.get('/')).body, /Ana Lima/, 'signed in before');

  const signedOut = 'http://127.0.0.1:49152/signed-out';
  const logout = oidc.buildEndSessionUrl(config, {
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: signedOut,
    state: 'bye',
  });
  const page = await browser.get(logout);
  t.equal(page.leavesFor?.href, `${signedOut}?state=bye`);
  t.notMatch((await browser.get('/')).body, /Ana Lima/, 'signed out after');
  const userInfo = await oidc.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '');
  t.equal(userInfo.email, 'ana@riverside.example', 'the grant outlives the session');
});
