/** The capabilities of this server. The metadata documents are generated from them, and the checks use them. */
import { LANGUAGES } from '../text/language.ts';
import { MULTI_FACTOR } from './authentication-context.ts';
import { AUTH_METHODS } from './client.ts';
import { DPOP_ALGORITHMS } from './dpop.ts';
import { IDENTITY_SCOPES, SCOPES } from './scope.ts';

export const PROMPTS = ['none', 'login', 'consent', 'select_account'] as const;
export type Prompt = (typeof PROMPTS)[number];

export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const;
export type GrantType = (typeof GRANT_TYPES)[number];

export interface Settings {
  readonly baseUrl: string;
  readonly docsUrl: string;
  readonly registration: 'loopback_and_vendors' | 'vendors_only' | 'off';
  readonly cimd: { readonly enabled: boolean };
  readonly idTokenSigning: boolean;
  readonly resourcePathDocuments: boolean;
}

const CLAIMS = [
  'iss',
  'sub',
  'aud',
  'exp',
  'iat',
  'nonce',
  'auth_time',
  'acr',
  'amr',
  'at_hash',
  'email',
  'email_verified',
  'name',
  'org_id',
  'roles',
] as const;

export type Capabilities = ReturnType<typeof capabilitiesOf>;

export const capabilitiesOf = (settings: Settings) => ({
  ...settings,
  responseTypes: ['code'],
  responseModes: ['query'],
  grantTypes: GRANT_TYPES,
  codeChallengeMethods: ['S256'],
  authMethods: AUTH_METHODS,
  scopes: SCOPES,
  /**
   * The minimum that every client may be granted. Clients request all of these when nothing tells them which scopes
   * they need.
   */
  baselineScopes: IDENTITY_SCOPES,
  prompts: PROMPTS,
  claims: CLAIMS,
  acrValues: [MULTI_FACTOR],
  languages: LANGUAGES,
  dpopAlgorithms: DPOP_ALGORITHMS,
  signingAlgorithms: settings.idTokenSigning ? ['ES256'] : [],
  protectedResources: settings.resourcePathDocuments ? ['', '/mcp', '/account/graphql'] : [''],
});
