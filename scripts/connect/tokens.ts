/** Steps 5, 8 and 9: the code becomes tokens, the tokens are renewed, the tokens end. */

import type { AuthorizationAttempt } from './authorize.ts';
import type { Server } from './discover.ts';
import { ConnectError } from './errors.ts';
import { type Answer, type Http, type JsonObject, optionalText, requireText } from './http.ts';
import { type Client, clientCredentials } from './register.ts';

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly idToken: string | undefined;
  readonly scope: readonly string[];
}

const SHOWN = ['access_token', 'token_type', 'expires_in', 'refresh_token', 'id_token', 'scope'];

/** RFC 6749 §4.1.3, RFC 7636 §4.5, RFC 8707 §2.2 */
export async function exchangeCode(
  http: Http,
  server: Server,
  client: Client,
  attempt: AuthorizationAttempt,
  code: string,
  askedScope: string,
): Promise<Tokens> {
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: attempt.redirectUri,
    ...clientCredentials(client),
    code_verifier: attempt.codeVerifier,
    resource: server.resource,
  };
  return readTokens(await http.call({ method: 'POST', url: server.tokenEndpoint, form }, SHOWN), askedScope);
}

/** RFC 6749 §6 */
export async function refresh(http: Http, server: Server, client: Client, tokens: Tokens): Promise<Tokens> {
  const form = {
    grant_type: 'refresh_token',
    refresh_token: tokens.refreshToken,
    ...clientCredentials(client),
    resource: server.resource,
  };
  const renewed = readTokens(
    await http.call({ method: 'POST', url: server.tokenEndpoint, form }, SHOWN),
    tokens.scope.join(' '),
  );
  if (renewed.accessToken === tokens.accessToken) {
    throw new ConnectError('The refresh gave the same access token again.');
  }
  // RFC 9700 §2.2.2: the refresh tokens of public clients are rotated, so that a stolen one shows itself.
  if (renewed.refreshToken === tokens.refreshToken) throw new ConnectError('The refresh token was not rotated.');
  return renewed;
}

export function readTokens(body: JsonObject, askedScope: string): Tokens {
  const tokenType = requireText(body, 'token_type', 'The token response');
  // RFC 6749 §7.1: a token of a type we do not understand must not be used.
  if (tokenType.toLowerCase() !== 'bearer') {
    throw new ConnectError(`The token is of the type ${tokenType}; this client knows Bearer only.`);
  }
  return {
    accessToken: requireText(body, 'access_token', 'The token response'),
    refreshToken: requireText(body, 'refresh_token', 'The token response'),
    idToken: optionalText(body, 'id_token'),
    // RFC 6749 §5.1: an answer without scope grants what was asked.
    scope: (optionalText(body, 'scope') ?? askedScope).split(' '),
  };
}

/** RFC 7009 §2.1: revoking the refresh token ends the access tokens of the same grant. */
export async function revoke(http: Http, server: Server, client: Client, tokens: Tokens): Promise<void> {
  if (server.revocationEndpoint === undefined) throw new ConnectError('The metadata names no revocation_endpoint.');
  const form = { token: tokens.refreshToken, token_type_hint: 'refresh_token', ...clientCredentials(client) };
  await http.call({ method: 'POST', url: server.revocationEndpoint, form }, []);
}

/** RFC 6750 §3, RFC 9728 §5.1: a dead token gets 401 and a challenge that points to the resource metadata. */
export function checkChallenge(server: Server, answer: Answer): void {
  if (answer.status !== 401) {
    throw new ConnectError(`The access token still works after its grant was revoked (${answer.statusLine}).`);
  }
  const challenge = answer.headers.get('www-authenticate') ?? '';
  if (!/^Bearer /i.test(challenge) || !challenge.includes('error="invalid_token"')) {
    throw new ConnectError(
      `The 401 carries no Bearer challenge with invalid_token: ${challenge || 'no WWW-Authenticate'}`,
    );
  }
  const pointer = /resource_metadata="([^"]*)"/.exec(challenge)?.[1];
  if (pointer !== server.resourceMetadataUrl)
    throw new ConnectError(
      `The challenge points to ${pointer ?? 'no resource metadata'}, not to ${server.resourceMetadataUrl}.`,
    );
}
