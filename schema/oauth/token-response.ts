/** The responses of the token and introspection endpoints, in wire names. Times are seconds. */
import type { SecondFactorLevel } from '../people/second-factor.ts';
import { joinScopes, type Scope } from './scope.ts';
import type { StoredToken } from './token.ts';
import { usableScopes } from './token.ts';

export interface TokenResponse {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
  /** The site that the tokens are for. */
  org_id: string;
  id_token?: string;
}

/** RFC 6749 §5.1. The scope has the spelling and order of the request. */
export const tokenResponse = (issued: {
  accessToken: string;
  expiresInMs: number;
  refreshToken: string;
  scopes: readonly Scope[];
  siteId: string;
  idToken?: string | undefined;
}): TokenResponse => ({
  access_token: issued.accessToken,
  token_type: 'Bearer',
  expires_in: Math.floor(issued.expiresInMs / 1000),
  refresh_token: issued.refreshToken,
  scope: joinScopes(issued.scopes),
  org_id: issued.siteId,
  ...(issued.idToken === undefined ? {} : { id_token: issued.idToken }),
});

export type IntrospectionResponse = { active: false } | ({ active: true } & Record<string, unknown>);

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** RFC 7662 §2.2: the response for a valid token. `aud` is the resource that the token is bound to. */
export function introspectionResponse(
  token: StoredToken,
  issuer: string,
  platform: SecondFactorLevel,
): IntrospectionResponse {
  const { grant } = token;
  const scopes = usableScopes(token, platform);
  return {
    active: true,
    scope: joinScopes(scopes),
    client_id: grant.clientId,
    ...(scopes.includes('email') ? { username: grant.email } : {}),
    token_type: token.kind === 'access' ? 'Bearer' : 'refresh_token',
    exp: seconds(token.expiresAt),
    iat: seconds(token.issuedAt),
    nbf: seconds(token.issuedAt),
    sub: grant.personId,
    aud: grant.audience,
    iss: issuer,
    jti: String(token.id),
    org_id: grant.siteId,
  };
}
