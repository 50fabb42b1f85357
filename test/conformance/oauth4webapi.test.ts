/** oauth4webapi, the strictest of the clients: each request and each check of its answer by hand, over real HTTP. */
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as oauth from 'oauth4webapi';
import t, { type Test } from 'tap';
import { SECRET } from '../support/app.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { startServer } from '../support/live-server.ts';

const CALLBACK = 'http://127.0.0.1:49153/callback';
const MEMBER_SCOPE = 'openid profile email account:read account:write';
const OPERATOR_SCOPE = 'openid profile email members:read orders:read';
const INSECURE = { [oauth.allowInsecureRequests]: true };

const { origin } = await startServer(t);
const issuer = new URL(origin);

async function discover(algorithm: 'oidc' | 'oauth2' = 'oauth2'): Promise<oauth.AuthorizationServer> {
  const response = await oauth.discoveryRequest(issuer, { algorithm, ...INSECURE });
  return oauth.processDiscoveryResponse(issuer, response);
}

interface Registered {
  client: oauth.Client;
  authentication: oauth.ClientAuth;
}

const CLI: Registered = { client: { client_id: 'c_demo_cli' }, authentication: oauth.None() };
const WEB_APP: Registered = {
  client: { client_id: 'c_demo_web_app' },
  authentication: oauth.ClientSecretPost(SECRET),
};

/** The OAuth error that the library reports. */
const refusalOf = (request: Promise<unknown>): Promise<unknown> =>
  request.then(
    () => 'no refusal',
    (error) =>
      error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError
        ? error.error
        : error,
  );

interface Attempt {
  url: URL;
  state: string;
  nonce: string;
  verifier: string;
}

async function prepare(
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  scope: string,
  resource = origin,
): Promise<Attempt> {
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const verifier = oauth.generateRandomCodeVerifier();
  const url = new URL(server.authorization_endpoint ?? '');
  const parameters = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: CALLBACK,
    scope,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource,
  };
  url.search = new URLSearchParams(parameters).toString();
  return { url, state, nonce, verifier };
}

async function exchange(
  server: oauth.AuthorizationServer,
  { client, authentication }: Registered,
  { state, nonce, verifier }: Attempt,
  callback: URL,
  resource = origin,
): Promise<oauth.TokenEndpointResponse> {
  const answer = oauth.validateAuthResponse(server, client, callback, state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    answer,
    CALLBACK,
    verifier,
    { additionalParameters: { resource }, ...INSECURE },
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
  await oauth.validateApplicationLevelSignature(server, response, INSECURE);
  return tokens;
}

async function wholeFlow(t: Test, registered: Registered, scope: string, email: string): Promise<oauth.IDToken> {
  const { client, authentication } = registered;
  const server = await discover();
  const attempt = await prepare(server, client, scope);
  const callback = await new HttpBrowser(origin).authorize(attempt.url, { email });
  const tokens = await exchange(server, registered, attempt, callback);
  t.hasStrict(tokens, { token_type: 'bearer', scope, expires_in: 3600 });
  t.type(tokens.refresh_token, 'string');

  const { payload } = await jwtVerify(tokens.id_token ?? '', createRemoteJWKSet(new URL(server.jwks_uri ?? '')), {
    issuer: origin,
    audience: client.client_id,
    algorithms: ['ES256'],
  });
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  if (claims === undefined) throw new Error('no validated ID token');
  t.equal(payload.sub, claims.sub, 'the signature holds against the published key');
  t.hasStrict(claims, { nonce: attempt.nonce, email });

  const userInfo = await oauth.userInfoRequest(server, client, tokens.access_token, INSECURE);
  const person = await oauth.processUserInfoResponse(server, client, claims.sub, userInfo);
  t.hasStrict(person, { sub: claims.sub, email, org_id: claims.org_id, roles: claims.roles });

  const introspect = async (token: string) =>
    oauth.processIntrospectionResponse(
      server,
      client,
      await oauth.introspectionRequest(server, client, authentication, token, INSECURE),
    );
  t.hasStrict(await introspect(tokens.access_token), { active: true, aud: origin, client_id: client.client_id, scope });

  const refresh = async (token: string | undefined) =>
    oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, authentication, token ?? '', {
        additionalParameters: { resource: origin },
        ...INSECURE,
      }),
    );
  const renewed = await refresh(tokens.refresh_token);
  t.equal(renewed.id_token, undefined, 'a refresh carries no ID token');
  t.equal(renewed.scope, scope);
  t.not(renewed.refresh_token, tokens.refresh_token);

  const revoke = async (token: string) =>
    oauth.processRevocationResponse(await oauth.revocationRequest(server, client, authentication, token, INSECURE));
  await revoke(renewed.access_token);
  t.equal((await introspect(renewed.access_token)).active, false, 'a revoked access token is dead');
  await revoke(renewed.refresh_token ?? '');
  t.equal(await refusalOf(refresh(renewed.refresh_token)), 'invalid_grant');
  await t.resolves(revoke('at_never-was-a-token'), 'an unknown token is no error');
  return claims;
}

for (const algorithm of ['oidc', 'oauth2'] as const) {
  t.test(`oauth4webapi accepts the ${algorithm} metadata as that of this issuer [RFC 8414 §3.3]`, async (t) => {
    const server = await discover(algorithm);
    t.equal(server.issuer, origin);
    t.strictSame(server.code_challenge_methods_supported, ['S256']);
    t.strictSame(server.id_token_signing_alg_values_supported, ['ES256']);
  });
}

t.test('the metadata of every protected resource leads to this issuer [RFC 9728 §3.3]', async (t) => {
  for (const path of ['', '/mcp', '/account/graphql']) {
    const resource = new URL(origin + path);
    const response = await oauth.resourceDiscoveryRequest(resource, INSECURE);
    const metadata = await oauth.processResourceDiscoveryResponse(resource, response);
    t.equal(metadata.resource, origin + path, 'spelled without the slash that URL parsers add');
    t.strictSame(metadata.authorization_servers, [origin]);
    t.strictSame(metadata.scopes_supported, ['openid', 'profile', 'email']);
  }
});

for (const query of ['auth=required', 'auth=required&tools=courses', 'school=harbour&auth=required']) {
  t.test(`oauth4webapi gets from /mcp?${query} alone to its tools, and out again [RFC 9728 §3.3, E-60]`, async (t) => {
    const url = new URL(`/mcp?${query}`, origin);
    const call = (token: string): Promise<Response> =>
      oauth.protectedResourceRequest(
        token,
        'POST',
        url,
        new Headers({ 'content-type': 'application/json', accept: 'application/json, text/event-stream' }),
        JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'list_courses', arguments: {} },
        }),
        INSECURE,
      );
    const response = await oauth.resourceDiscoveryRequest(url, INSECURE);
    await t.rejects(call('at_1.of-somebody-else'), {
      code: oauth.WWW_AUTHENTICATE_CHALLENGE,
      cause: [{ scheme: 'bearer', parameters: { resource_metadata: response.url } }],
    });
    const metadata = await oauth.processResourceDiscoveryResponse(url, response);
    t.equal(metadata.resource, url.href, 'the query belongs to it');
    t.strictSame(metadata.authorization_servers, [origin]);

    const server = await discover();
    const client = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(
        server,
        { client_name: 'From a URL', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' },
        INSECURE,
      ),
    );
    const scope = metadata.scopes_supported?.join(' ') ?? '';
    const attempt = await prepare(server, client, scope, url.href);
    const email = query.includes('harbour') ? 'hugo@harbour.example' : 'ruth@riverside.example';
    const callback = await new HttpBrowser(origin).authorize(attempt.url, { email });
    const authentication = oauth.None();
    const tokens = await exchange(server, { client, authentication }, attempt, callback, url.href);
    t.equal((await call(tokens.access_token)).status, 200);

    const refresh = async (token = '') =>
      oauth.processRefreshTokenResponse(
        server,
        client,
        await oauth.refreshTokenGrantRequest(server, client, authentication, token, {
          additionalParameters: { resource: url.href },
          ...INSECURE,
        }),
      );
    const renewed = await refresh(tokens.refresh_token);
    t.equal(renewed.scope, tokens.scope);
    t.equal((await call(renewed.access_token)).status, 200);
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, authentication, renewed.refresh_token ?? '', INSECURE),
    );
    await t.rejects(call(renewed.access_token), { code: oauth.WWW_AUTHENTICATE_CHALLENGE });
    t.equal(await refusalOf(refresh(renewed.refresh_token)), 'invalid_grant');
  });
}

t.test('oauth4webapi takes a public client through the full flow [spec 4, spec 5.1, spec 5.6, spec 5.7]', async (t) => {
  const claims = await wholeFlow(t, CLI, MEMBER_SCOPE, 'chie@riverside.example');
  t.hasStrict(claims, { name: 'Chie Tanaka', org_id: 'site_demo_riverside', roles: ['member', 'student'] });
});

t.test('oauth4webapi takes a confidential client through the full flow [RFC 7009 §2.2, spec 5.1]', async (t) => {
  const claims = await wholeFlow(t, WEB_APP, MEMBER_SCOPE, 'ivan@riverside.example');
  t.hasStrict(claims, { name: 'Ivan Petrov', roles: ['instructor'] });
});

for (const method of ['none', 'client_secret_post'] as const) {
  t.test(`oauth4webapi registers with ${method}, and an owner allows it in [RFC 7591 §3.2.1]`, async (t) => {
    const server = await discover();
    const response = await oauth.dynamicClientRegistrationRequest(
      server,
      { client_name: 'Stock-taking', redirect_uris: [CALLBACK], token_endpoint_auth_method: method },
      INSECURE,
    );
    const client = await oauth.processDynamicClientRegistrationResponse(response);
    t.strictSame(client.redirect_uris, [CALLBACK]);
    t.equal(client.token_endpoint_auth_method, method);
    const { client_secret: secret } = client;
    t.equal(typeof secret, method === 'none' ? 'undefined' : 'string');
    const authentication = typeof secret === 'string' ? oauth.ClientSecretPost(secret) : oauth.None();
    const claims = await wholeFlow(t, { client, authentication }, OPERATOR_SCOPE, 'hugo@harbour.example');
    t.hasStrict(claims, { org_id: 'site_demo_harbour', roles: ['owner'] });
  });
}

t.test('a person of two schools allows a shared client access to the one they choose [E-21]', async (t) => {
  const server = await discover();
  const metadata = { client_name: 'Two schools', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' };
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(server, metadata, INSECURE),
  );
  const registered = { client, authentication: oauth.None() };
  const seen = [];
  for (const site of ['site_demo_riverside', 'site_demo_harbour']) {
    const attempt = await prepare(server, client, 'openid courses:read');
    const person = { email: 'noor@schools.example', site };
    const callback = await new HttpBrowser(origin).authorize(attempt.url, person);
    const tokens = await exchange(server, registered, attempt, callback);
    seen.push(oauth.getValidatedIdTokenClaims(tokens)?.org_id);
  }
  t.strictSame(seen, ['site_demo_riverside', 'site_demo_harbour']);
});

t.test(
  'oauth4webapi without the resource at the exchange is refused, and the code stays valid [RFC 8707 §2.2]',
  async (t) => {
    const server = await discover();
    const attempt = await prepare(server, CLI.client, MEMBER_SCOPE);
    const callback = await new HttpBrowser(origin).authorize(attempt.url, { email: 'ana@riverside.example' });
    const answer = oauth.validateAuthResponse(server, CLI.client, callback, attempt.state);
    const { verifier } = attempt;
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      CLI.client,
      CLI.authentication,
      answer,
      CALLBACK,
      verifier,
      INSECURE,
    );
    t.match(await oauth.processAuthorizationCodeResponse(server, CLI.client, response).catch((error) => error), {
      error: 'invalid_target',
      error_description: `resource=${origin} is required, as in the authorization request`,
    });
    t.equal((await exchange(server, CLI, attempt, callback)).scope, MEMBER_SCOPE);
  },
);

t.test('oauth4webapi refuses a response of a foreign issuer or of none [RFC 9207 §2.4]', async (t) => {
  const server = await discover();
  const { url, state } = await prepare(server, CLI.client, MEMBER_SCOPE);
  const callback = await new HttpBrowser(origin).authorize(url, { email: 'ana@riverside.example' });
  const refusal = { code: 'OAUTH_INVALID_RESPONSE' };
  const foreign = new URL(callback);
  foreign.searchParams.set('iss', 'https://evil.example');
  t.throws(() => oauth.validateAuthResponse(server, CLI.client, foreign, state), refusal);
  const unnamed = new URL(callback);
  unnamed.searchParams.delete('iss');
  t.throws(() => oauth.validateAuthResponse(server, CLI.client, unnamed, state), refusal);
  t.ok(oauth.validateAuthResponse(server, CLI.client, callback, state));
});

t.test('a foreign token meets a challenge that oauth4webapi can read [RFC 6750 §3]', async (t) => {
  const server = await discover();
  const response = await oauth.userInfoRequest(server, CLI.client, 'at_1.of-somebody-else', INSECURE);
  t.equal(response.status, 401);
  await t.rejects(oauth.processUserInfoResponse(server, CLI.client, oauth.skipSubjectCheck, response), {
    code: oauth.WWW_AUTHENTICATE_CHALLENGE,
    cause: [{ scheme: 'bearer', parameters: { error: 'invalid_token' } }],
  });
});
