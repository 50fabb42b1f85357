/** Libraries that bind their tokens to a key (DPoP), as an app would use them, at every surface over real HTTP. */
import * as oauth from 'oauth4webapi';
import * as oidc from 'openid-client';
import t, { type Test } from 'tap';
import { SECRET } from '../support/app.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { startServer, TEST_SETTINGS } from '../support/live-server.ts';

const CALLBACK = 'http://127.0.0.1:49153/callback';
const INSECURE = { [oauth.allowInsecureRequests]: true };
const ANA = { email: 'ana@riverside.example' };
const RUTH = { email: 'ruth@riverside.example' };
const CLIENTS = [
  ['c_demo_cli', ANA, 'openid account:read', undefined],
  ['c_demo_web_app', ANA, 'openid account:read', SECRET],
  ['c_demo_admin_tool', RUTH, 'openid courses:read', undefined],
] as const;

/** Each API with a request, and the scope that it needs. */
const APIS = [
  ['account:read', 'POST', '/account/graphql', { query: '{ viewer { name } }' }],
  ['courses:read', 'GET', '/api/v1/courses?first=1'],
  [
    'openid',
    'POST',
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami', arguments: {} } },
  ],
] as const;

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

for (const nonce of ['optional', 'required']) {
  t.test(`with DPOP_NONCE=${nonce}`, async (t) => {
    const { origin } = await startServer(t, { ...TEST_SETTINGS, DPOP_NONCE: nonce });
    for (const one of CLIENTS) {
      t.test(`openid-client binds the tokens of ${one[0]} at every surface [RFC 9449 §5, RFC 9449 §7.1]`, (t) =>
        withOpenidClient(t, origin, one),
      );
      t.test(`oauth4webapi binds the tokens of ${one[0]} at every surface [RFC 9449 §5, RFC 9449 §7.1]`, (t) =>
        withOauth4webapi(t, origin, one),
      );
    }
  });
}

async function withOpenidClient(
  t: Test,
  origin: string,
  [id, person, scope, secret]: (typeof CLIENTS)[number],
): Promise<void> {
  const authentication = secret === undefined ? oidc.None() : oidc.ClientSecretPost(secret);
  const execute = [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks];
  const config = await oidc.discovery(new URL(origin), id, secret, authentication, { execute });
  for (const algorithm of config.serverMetadata().dpop_signing_alg_values_supported ?? []) {
    if (algorithm === 'EdDSA') continue; // The library knows its newer name.
    const DPoP = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair(algorithm));
    const verifier = oidc.randomPKCECodeVerifier();
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope,
      state: 'st-1',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      resource: origin,
      dpop_jkt: await DPoP.calculateThumbprint(),
    });
    const callback = await new HttpBrowser(origin).authorize(url, person);
    const checks = { pkceCodeVerifier: verifier, expectedState: 'st-1' };
    const first = await oidc.authorizationCodeGrant(config, callback, checks, { resource: origin }, { DPoP });
    const tokens = await oidc.refreshTokenGrant(config, first.refresh_token ?? '', { resource: origin }, { DPoP });
    t.same([first.token_type, tokens.token_type], ['dpop', 'dpop'], algorithm);
    t.match(await oidc.tokenIntrospection(config, tokens.access_token), {
      token_type: 'DPoP',
      cnf: { jkt: await DPoP.calculateThumbprint() },
    });
    const { sub = '' } = first.claims() ?? {};
    t.equal((await oidc.fetchUserInfo(config, tokens.access_token, sub, { DPoP })).sub, sub);
    for (const [needed, method, path, body] of APIS) {
      if (!scope.includes(needed)) continue;
      const to = new URL(path, origin);
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const headers = new Headers(HEADERS);
      const answer = await oidc.fetchProtectedResource(config, tokens.access_token, to, method, payload, headers, {
        DPoP,
      });
      t.equal(answer.status, 200, path);
      await t.rejects(
        oidc.fetchProtectedResource(config, tokens.access_token, to, method, payload, headers),
        { cause: [{ scheme: 'bearer' }, { scheme: 'dpop', parameters: { error: 'invalid_token', algs: /ES256/ } }] },
        `${path} as a bearer token`,
      );
    }
    await oidc.tokenRevocation(config, tokens.refresh_token ?? '');
    const again = oidc.refreshTokenGrant(config, tokens.refresh_token ?? '', {}, { DPoP });
    t.match(await again.catch((error: unknown) => error), { error: 'invalid_grant' });
  }
}

async function withOauth4webapi(
  t: Test,
  origin: string,
  [id, person, scope, secret]: (typeof CLIENTS)[number],
): Promise<void> {
  const issuer = new URL(origin);
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...INSECURE }),
  );
  const client: oauth.Client = { client_id: id };
  const authentication = secret === undefined ? oauth.None() : oauth.ClientSecretPost(secret);
  const DPoP = oauth.DPoP(client, await oauth.generateKeyPair('ES256'));
  const verifier = oauth.generateRandomCodeVerifier();
  const url = new URL(server.authorization_endpoint ?? '');
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: id,
    redirect_uri: CALLBACK,
    scope,
    state: 'st-1',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource: origin,
  }).toString();
  const callback = await new HttpBrowser(origin).authorize(url, person);
  const answer = oauth.validateAuthResponse(server, client, callback, 'st-1');
  const options = { additionalParameters: { resource: origin }, DPoP, ...INSECURE };
  const exchanged = await withNonce(async () =>
    oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(server, client, authentication, answer, CALLBACK, verifier, options),
    ),
  );
  const tokens = await withNonce(async () =>
    oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, authentication, exchanged.refresh_token ?? '', options),
    ),
  );
  t.same([exchanged.token_type, tokens.token_type], ['dpop', 'dpop']);
  const { sub } = oauth.getValidatedIdTokenClaims(exchanged) ?? { sub: '' };
  const userInfo = await withNonce(async () =>
    oauth.processUserInfoResponse(
      server,
      client,
      sub,
      await oauth.userInfoRequest(server, client, tokens.access_token, { DPoP, ...INSECURE }),
    ),
  );
  t.equal(userInfo.sub, sub);
  for (const [needed, method, path, body] of APIS) {
    if (!scope.includes(needed)) continue;
    const response = await withNonce(() =>
      oauth.protectedResourceRequest(
        tokens.access_token,
        method,
        new URL(path, origin),
        new Headers(HEADERS),
        body === undefined ? undefined : JSON.stringify(body),
        { DPoP, ...INSECURE },
      ),
    );
    t.equal(response.status, 200, path);
  }
}

/** The library leaves it to the app to try again with the nonce, which it has kept. */
async function withNonce<Result>(request: () => Promise<Result>): Promise<Result> {
  try {
    return await request();
  } catch (error) {
    if (!oauth.isDPoPNonceError(error)) throw error;
    return request();
  }
}
