/**
 * The OAuth part of a program that signs in the person at this computer (RFC 8252), based on oauth4webapi. It can be
 * copied; in addition, a program needs a listener on a loopback address and a way to open the browser. `steps/` calls
 * these functions one by one.
 */
import * as oauth from 'oauth4webapi';

export interface Session {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly authentication: oauth.ClientAuth;
  /** The resource that the tokens are limited to (RFC 8707). */
  readonly resource: string;
  readonly http: Http;
}

/** How requests are sent. Other programs pass `{}`, which means https with `fetch`. */
export interface Http {
  readonly [oauth.allowInsecureRequests]?: boolean;
  readonly [oauth.customFetch]?: (url: string, request: Outgoing) => Promise<Response>;
}
export type Outgoing = oauth.CustomFetchOptions<'GET' | 'POST', URLSearchParams | string | null | undefined>;

export type Attempt = Awaited<ReturnType<typeof prepare>>;
export type TokenAnswer = Awaited<ReturnType<typeof refresh>>;

/** Discovers the authorization server of a resource, and its metadata (RFC 9728, RFC 8414). */
export async function discover(resource: URL, http: Http) {
  const response = await oauth.resourceDiscoveryRequest(resource, http);
  const described = await oauth.processResourceDiscoveryResponse(resource, response);
  const issuer = new URL(described.authorization_servers?.[0] ?? resource);
  const answer = await oauth.discoveryRequest(issuer, { ...http, algorithm: 'oauth2' });
  return { described, server: await oauth.processDiscoveryResponse(issuer, answer) };
}

/** Registers a public client (RFC 7591). An installed program cannot keep a secret (RFC 8252 §8.4). */
export async function register(server: oauth.AuthorizationServer, redirectUri: string, http: Http): Promise<string> {
  const about = { client_name: 'Schoolgate connect', application_type: 'native', redirect_uris: [redirectUri] };
  const metadata = { ...about, token_endpoint_auth_method: 'none' };
  const response = await oauth.dynamicClientRegistrationRequest(server, metadata, http);
  return (await oauth.processDynamicClientRegistrationResponse(response)).client_id;
}

export const identify = (client_id: string, secret?: string): Pick<Session, 'client' | 'authentication'> => ({
  // RFC 8725 §3.1: the client chooses the algorithm, not the token.
  client: { client_id, id_token_signed_response_alg: 'ES256' },
  authentication: secret === undefined ? oauth.None() : oauth.ClientSecretPost(secret),
});

/**
 * Returns the authorization URL and the values needed until the callback. Call it for each attempt (RFC 9700 §4.7.1).
 */
export async function prepare({ server, client, resource }: Session, redirectUri: string, scope: string) {
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const codeVerifier = oauth.generateRandomCodeVerifier();
  const url = new URL(server.authorization_endpoint ?? '');
  url.search = new URLSearchParams({
    ...{ response_type: 'code', client_id: client.client_id, redirect_uri: redirectUri, scope, state, nonce, resource },
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  }).toString();
  return { url, redirectUri, state, nonce, codeVerifier };
}

/** Validates the query of the callback: it belongs to this attempt and comes from this server (RFC 9207 §2.4). */
export const readCallback = ({ server, client }: Session, { state }: Attempt, query: URLSearchParams) =>
  oauth.validateAuthResponse(server, client, query, state);

/**
 * Exchanges the code (RFC 6749 §4.1.3) and checks the ID token's claims. `verifySignature` completes its validation.
 */
export async function exchange(session: Session, attempt: Attempt, callback: URLSearchParams) {
  const { server, client, authentication, resource, http } = session;
  const { redirectUri, codeVerifier, nonce } = attempt;
  const options = { ...http, additionalParameters: { resource } };
  const redeemed = [callback, redirectUri, codeVerifier] as const;
  const response = await oauth.authorizationCodeGrantRequest(server, client, authentication, ...redeemed, options);
  // There is no ID token if `openid` was not granted.
  const hasIdToken = (await response.clone().text()).includes('"id_token"');
  const expected = hasIdToken ? { expectedNonce: nonce } : {};
  const answer = await oauth.processAuthorizationCodeResponse(server, client, response, expected);
  return { response, answer, claims: oauth.getValidatedIdTokenClaims(answer) };
}

/** OpenID Connect Core §3.1.3.7: verifies the signature of the ID token in the response of `exchange`. */
export const verifySignature = ({ server, http }: Session, response: Response): Promise<void> =>
  oauth.validateApplicationLevelSignature(server, response, http);

/** OpenID Connect Core §5.3.2: a response about a person other than the one of the ID token must not be used. */
export async function readUserInfo({ server, client, http }: Session, accessToken: string, sub: string | undefined) {
  const response = await oauth.userInfoRequest(server, client, accessToken, http);
  return oauth.processUserInfoResponse(server, client, sub ?? oauth.skipSubjectCheck, response);
}

/** RFC 6749 §6. */
export async function refresh({ server, client, authentication, resource, http }: Session, refreshToken: string) {
  const options = { ...http, additionalParameters: { resource } };
  const response = await oauth.refreshTokenGrantRequest(server, client, authentication, refreshToken, options);
  return oauth.processRefreshTokenResponse(server, client, response);
}

/** RFC 7009 §2.1: the access tokens of the same grant end with the refresh token. */
export async function revoke({ server, client, authentication, http }: Session, refreshToken: string): Promise<void> {
  const options = { ...http, additionalParameters: { token_type_hint: 'refresh_token' } };
  const response = await oauth.revocationRequest(server, client, authentication, refreshToken, options);
  await oauth.processRevocationResponse(response);
}
