/** Parses token responses, and calls UserInfo to check that an access token works. */
import { ConnectError } from '../connect/errors.ts';
import { type Answer, type Http, type JsonObject, optionalText, requireText } from './http.ts';
import type { Server } from './server.ts';

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly idToken: string | undefined;
  readonly scope: readonly string[];
}

export function readTokens(body: JsonObject, requestedScope: string): Tokens {
  const tokenType = requireText(body, 'token_type', 'The token response');
  // RFC 6749 §7.1: a token of an unknown type must not be used.
  if (tokenType.toLowerCase() !== 'bearer') {
    throw new ConnectError(`The token has the type ${tokenType}; this client supports Bearer only.`);
  }
  return {
    accessToken: requireText(body, 'access_token', 'The token response'),
    refreshToken: requireText(body, 'refresh_token', 'The token response'),
    idToken: optionalText(body, 'id_token'),
    // RFC 6749 §5.1: a response without scope grants the requested scope.
    scope: (optionalText(body, 'scope') ?? requestedScope).split(' '),
  };
}

export async function fetchUserInfo(
  http: Http,
  server: Server,
  tokens: Tokens,
  sub: string | undefined,
): Promise<string> {
  const claims = await http.call(userInfoRequest(server, tokens));
  const found = requireText(claims, 'sub', 'The UserInfo answer');
  // OIDC Core §5.3.2: if the two differ, the UserInfo response must not be used.
  if (sub !== undefined && found !== sub) {
    throw new ConnectError(`UserInfo is about ${found}, but the ID token is about ${sub}.`);
  }
  return found;
}

/** The same request, if an error response is expected. */
export function tryUserInfo(http: Http, server: Server, tokens: Tokens): Promise<Answer> {
  return http.send(userInfoRequest(server, tokens));
}

function userInfoRequest(server: Server, tokens: Tokens): { method: 'GET'; url: string; bearer: string } {
  if (server.userinfoEndpoint === undefined) throw new ConnectError('The metadata names no userinfo_endpoint.');
  return { method: 'GET', url: server.userinfoEndpoint, bearer: tokens.accessToken };
}
