import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Adapter } from 'oidc-provider';
import { CONFIDENTIAL_CLIENT, ENDPOINTS, LIFETIMES, PERSON, PUBLIC_CLIENT, SCOPE } from '../fixtures.ts';

const FLOW = { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] };

/**
 * Configures oidc-provider for the work of the rows only: opaque tokens, rotation, tokens that do not depend on the
 * browser session, and unused default features turned off.
 */
export function configuration(adapter: (model: string) => Adapter): object {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    adapter,
    clients: [
      {
        ...FLOW,
        client_id: CONFIDENTIAL_CLIENT.id,
        client_secret: CONFIDENTIAL_CLIENT.secret,
        redirect_uris: [CONFIDENTIAL_CLIENT.redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
      {
        ...FLOW,
        client_id: PUBLIC_CLIENT.id,
        redirect_uris: [PUBLIC_CLIENT.redirectUri],
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'peer-1' }] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    routes: {
      authorization: ENDPOINTS.authorize,
      token: ENDPOINTS.token,
      introspection: ENDPOINTS.introspect,
      userinfo: ENDPOINTS.userinfo,
    },
    scopes: SCOPE.split(' '),
    claims: { openid: ['sub', 'org_id', 'roles'], profile: ['name'], email: ['email'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount,
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      introspection: { enabled: true, allowedPolicy: isOwnToken },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      revocation: { enabled: true, allowedPolicy: isOwnToken },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: true },
    },
    ttl: {
      AuthorizationCode: LIFETIMES.code,
      AccessToken: LIFETIMES.accessToken,
      RefreshToken: LIFETIMES.refreshToken,
      IdToken: LIFETIMES.idToken,
      Interaction: 600,
      Session: 86_400,
      Grant: LIFETIMES.refreshToken,
    },
  };
}

async function findAccount(_context: unknown, accountId: string): Promise<object> {
  const { email, name, orgId, roles } = PERSON;
  return { accountId, claims: async () => ({ sub: accountId, email, name, org_id: orgId, roles }) };
}

function isOwnToken(_context: unknown, client: { clientId: string }, token: { clientId: string }): boolean {
  return token.clientId === client.clientId;
}
