/** Steps 6 and 7: who signed in, first from the ID token, then from UserInfo. */

import { createHash } from 'node:crypto';
import {
  createLocalJWKSet,
  errors,
  type JWTPayload,
  type JWTVerifyOptions,
  type JWTVerifyResult,
  jwtVerify,
} from 'jose';
import type { Server } from './discover.ts';
import { ConnectError } from './errors.ts';
import { type Answer, type Http, type JsonObject, requireText } from './http.ts';
import type { Tokens } from './tokens.ts';

export interface IdTokenExpectation {
  readonly clientId: string;
  readonly nonce: string;
  readonly accessToken: string;
}

/** The claims, once everything OIDC Core §3.1.3.7 asks for holds. */
export async function verifyIdToken(
  http: Http,
  server: Server,
  idToken: string,
  expected: IdTokenExpectation,
): Promise<JWTPayload & { readonly sub: string }> {
  if (server.jwksUri === undefined) {
    throw new ConnectError('An ID token came, but the metadata names no jwks_uri to verify it with.');
  }
  const keySet = await http.call({ method: 'GET', url: server.jwksUri }, ['keys']);
  const { payload, protectedHeader } = await verifySignature(idToken, keySet, {
    // RFC 8725 §3.1: the algorithm is the client's choice, never the token's.
    algorithms: ['ES256'],
    issuer: server.issuer,
    audience: expected.clientId,
    requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
    clockTolerance: '30s',
  });

  if (protectedHeader.kid === undefined) throw new ConnectError('The ID token does not name its key (kid).');
  // OIDC Core §3.1.3.7 (3): no audience beside us that we do not know.
  if (Array.isArray(payload.aud) && payload.aud.length !== 1) {
    throw new ConnectError('The ID token names other audiences than this client.');
  }
  // OIDC Core §3.1.3.7 (11): the nonce ties the token to this run.
  if (payload.nonce !== expected.nonce) throw new ConnectError('The ID token carries the nonce of another run.');
  // OIDC Core §3.1.3.8: at_hash ties the access token to it; the code flow leaves it optional.
  if (payload.at_hash !== undefined && payload.at_hash !== accessTokenHash(expected.accessToken)) {
    throw new ConnectError('The at_hash of the ID token belongs to another access token.');
  }
  return { ...payload, sub: requireText(payload, 'sub', 'The ID token') };
}

async function verifySignature(idToken: string, keySet: JsonObject, rules: JWTVerifyOptions): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(
      idToken,
      createLocalJWKSet({ ...keySet, keys: Array.isArray(keySet.keys) ? keySet.keys : [] }),
      rules,
    );
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new ConnectError(`The ID token does not hold: ${error.message}.`);
    throw error;
  }
}

/** OIDC Core §3.1.3.6: the left half of the hash that belongs to ES256. */
const accessTokenHash = (accessToken: string): string =>
  createHash('sha256').update(accessToken, 'ascii').digest().subarray(0, 16).toString('base64url');

export async function fetchUserInfo(
  http: Http,
  server: Server,
  tokens: Tokens,
  sub: string | undefined,
): Promise<string> {
  const claims = await http.call(userInfoRequest(server, tokens), ['sub', 'email', 'name', 'org_id', 'roles']);
  const found = requireText(claims, 'sub', 'The UserInfo answer');
  // OIDC Core §5.3.2: when the two differ, the UserInfo answer must not be used.
  if (sub !== undefined && found !== sub) {
    throw new ConnectError(`UserInfo speaks of ${found}, the ID token of ${sub}.`);
  }
  return found;
}

/** The same request where its refusal is what is wanted. */
export function tryUserInfo(http: Http, server: Server, tokens: Tokens): Promise<Answer> {
  return http.send(userInfoRequest(server, tokens));
}

function userInfoRequest(server: Server, tokens: Tokens): { method: 'GET'; url: string; bearer: string } {
  if (server.userinfoEndpoint === undefined) throw new ConnectError('The metadata names no userinfo_endpoint.');
  return { method: 'GET', url: server.userinfoEndpoint, bearer: tokens.accessToken };
}
