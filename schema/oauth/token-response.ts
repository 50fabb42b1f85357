/** The responses of the token and introspection endpoints, in wire names. Times are seconds. */
import type { SecondFactorLevel } from '../people/second-factor.ts';
import { joinScopes, type Scope } from './scope.ts';
import type { GrantContext, NewToken, StoredToken } from './token.ts';
import { subjectOf, usableScopes } from './token.ts';

export interface TokenResponse {
  access_token: string;
  token_type: 'Bearer' | 'DPoP';
  expires_in: number;
  refresh_token: string;
  refresh_token_timeout: number;
  authorization_expires_in: number;
  scope: string;
  /** The site that the tokens are for. */
  org_id: string;
  id_token?: string;
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** draft-ietf-oauth-refresh-token-expiration-03 §6.1, §7: how long a refresh token, if unused, and its grant last. */
const expiration = ({ grantExpiresAt }: GrantContext, expiresAt: number, now: number) => ({
  refresh_token_timeout: seconds(expiresAt - now),
  authorization_expires_in: seconds(grantExpiresAt - now),
});

interface Issued {
  value: string;
  stored: Pick<NewToken, 'expiresAt'>;
}

/** RFC 9449 §5, §6.2. */
const typeOf = ({ jkt }: Pick<StoredToken, 'jkt'>): TokenResponse['token_type'] => (jkt === null ? 'Bearer' : 'DPoP');

/** RFC 6749 §5.1. The scope has the spelling and order of the request. */
export const tokenResponse = (issued: {
  access: Issued & { stored: Pick<NewToken, 'jkt'> };
  refresh: Issued;
  grant: GrantContext;
  scopes: readonly Scope[];
  now: number;
  idToken?: string | undefined;
}): TokenResponse => ({
  access_token: issued.access.value,
  token_type: typeOf(issued.access.stored),
  expires_in: seconds(issued.access.stored.expiresAt - issued.now),
  refresh_token: issued.refresh.value,
  ...expiration(issued.grant, issued.refresh.stored.expiresAt, issued.now),
  scope: joinScopes(issued.scopes),
  org_id: issued.grant.siteId,
  ...(issued.idToken === undefined ? {} : { id_token: issued.idToken }),
});

export type IntrospectionResponse = { active: false } | ({ active: true } & Record<string, unknown>);

/** RFC 7662 §2.2: the response for a valid token. `aud` is the resource that the token is bound to. */
export function introspectionResponse(
  token: StoredToken,
  issuer: string,
  platform: SecondFactorLevel,
  now: number,
): IntrospectionResponse {
  const { grant } = token;
  const scopes = usableScopes(token, platform);
  return {
    active: true,
    scope: joinScopes(scopes),
    client_id: grant.clientId,
    ...(scopes.includes('email') ? { username: grant.email } : {}),
    token_type: token.kind === 'access' ? typeOf(token) : 'refresh_token',
    ...(token.jkt === null ? {} : { cnf: { jkt: token.jkt.toString('base64url') } }),
    exp: seconds(token.expiresAt),
    iat: seconds(token.issuedAt),
    nbf: seconds(token.issuedAt),
    sub: subjectOf(grant),
    aud: grant.audience,
    iss: issuer,
    jti: String(token.id),
    org_id: grant.siteId,
    ...(token.kind === 'refresh' ? expiration(grant, token.expiresAt, now) : {}),
  };
}
