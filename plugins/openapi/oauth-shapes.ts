/**
 * Schemas of the bodies of the OAuth endpoints, in wire names. The compiler compares them with the types in the code,
 * where there are any.
 */
import { z } from 'zod';
import type { PersonClaims } from '../../schema/oauth/claims.ts';
import { AUTH_METHODS } from '../../schema/oauth/client.ts';
import type { registrationResponse } from '../../schema/oauth/registration-request.ts';
import type { TokenResponse } from '../../schema/oauth/token-response.ts';

const clientId = z
  .string()
  .describe('Client identifier from registration or from the school, or the URL of a client metadata document');
const clientSecret = z.string().optional().describe('Secret of a confidential client (client_secret_post)');
const resource = z.url().describe('RFC 8707: the resource value from /.well-known/oauth-protected-resource');

export const codeGrant = z
  .object({
    grant_type: z.literal('authorization_code'),
    code: z.string().describe('Authorization code from the redirect; single use, valid for one minute'),
    redirect_uri: z.string().describe('Same value as in the authorization request'),
    code_verifier: z.string().min(43).max(128).describe('RFC 7636: code verifier for the code challenge'),
    client_id: clientId,
    client_secret: clientSecret,
    resource: resource.optional().describe('Same value as in the authorization request, if sent there'),
  })
  .meta({ id: 'CodeGrant' });

export const refreshGrant = z
  .object({
    grant_type: z.literal('refresh_token'),
    refresh_token: z.string().describe('The latest refresh token; each is replaced when used'),
    client_id: clientId,
    client_secret: clientSecret,
    scope: z.string().optional().describe('A subset of the granted scopes, for this access token only'),
    resource: resource.optional(),
  })
  .meta({ id: 'RefreshGrant' });

const refreshTokenTimeout = z.int().describe('Seconds until the refresh token expires if it is not used');
const authorizationExpiresIn = z
  .int()
  .describe('Seconds until the grant ends, however often it is refreshed; the person has to allow it again then');

export const tokens = z
  .object({
    access_token: z.string(),
    token_type: z.enum(['Bearer', 'DPoP']).describe('DPoP if the request had a proof, to whose key the token is bound'),
    expires_in: z.int().describe('Lifetime of the access token, in seconds'),
    refresh_token: z.string().describe('Store it before using anything else in the response'),
    refresh_token_timeout: refreshTokenTimeout,
    authorization_expires_in: authorizationExpiresIn,
    scope: z.string().describe('Granted scopes, which may be fewer than requested'),
    org_id: z.string().describe('The school the tokens are for'),
    id_token: z
      .string()
      .exactOptional()
      .describe('OpenID Connect ID token, a signed JWT; returned with the authorization code grant only'),
  })
  .meta({ id: 'Tokens' }) satisfies z.ZodType<TokenResponse>;

export const presentedToken = z
  .object({
    token: z.string().describe('An access or refresh token'),
    token_type_hint: z.string().optional().describe('Not needed: the token type is detected from the token'),
    client_id: clientId,
    client_secret: clientSecret,
  })
  .meta({ id: 'PresentedToken' });

export const introspection = z
  .object({
    active: z
      .boolean()
      .describe('false if the token is expired, revoked or unknown, or if the caller may not inspect it'),
    scope: z.string().optional(),
    client_id: z.string().optional(),
    username: z.string().optional().describe('E-mail address; requires the scope email'),
    token_type: z.enum(['Bearer', 'DPoP', 'refresh_token']).optional(),
    cnf: z
      .object({ jkt: z.string().describe('RFC 7638 thumbprint') })
      .optional()
      .describe('RFC 9449: the key that the token is bound to'),
    exp: z.int().optional(),
    iat: z.int().optional(),
    nbf: z.int().optional(),
    sub: z.string().optional(),
    aud: z.string().optional().describe('RFC 8707: the resource the token is bound to'),
    iss: z.string().optional(),
    jti: z.string().optional(),
    org_id: z.string().optional().describe('The school the token is for'),
    refresh_token_timeout: refreshTokenTimeout.optional(),
    authorization_expires_in: authorizationExpiresIn.optional(),
  })
  .meta({ id: 'Introspection' });

export const claims = z
  .object({
    sub: z.string(),
    org_id: z.string().describe('School identifier'),
    roles: z.array(z.string()).describe('Roles of the person at that school'),
    email: z.string().exactOptional().describe('Requires the scope email'),
    email_verified: z.boolean().exactOptional().describe('Requires the scope email'),
    name: z.string().exactOptional().describe('Requires the scope profile; absent if not set'),
  })
  .meta({ id: 'Claims' }) satisfies z.ZodType<PersonClaims>;

export const registration = z
  .object({
    client_name: z
      .string()
      .max(100)
      .optional()
      .describe('Matched against known integrations; otherwise shown to people on the consent page'),
    application_type: z
      .string()
      .optional()
      .describe('web or native; ignored, because it follows from the redirect URIs'),
    redirect_uris: z.array(z.string()).min(1).max(10).describe('Loopback URIs, which match with any port later'),
    token_endpoint_auth_method: z.enum(AUTH_METHODS).optional().describe('none by default'),
    grant_types: z.array(z.string()).optional(),
    response_types: z.array(z.string()).optional(),
    scope: z
      .string()
      .optional()
      .describe('Returned unchanged; the scopes of a token are requested at /oauth/authorize'),
    dpop_bound_access_tokens: z
      .boolean()
      .optional()
      .describe('RFC 9449: true if every token request must have a proof'),
  })
  .meta({ id: 'Registration' });

type Registered = ReturnType<typeof registrationResponse>;

export const registered = z
  .object({
    client_id: z.string(),
    client_id_issued_at: z.int(),
    client_name: z.string(),
    application_type: z.string().describe('web if every redirect URI is https, otherwise native'),
    redirect_uris: z.array(z.string()).readonly(),
    grant_types: z.array(z.string()),
    response_types: z.array(z.string()),
    token_endpoint_auth_method: z.enum(AUTH_METHODS),
    scope: z.string(),
    dpop_bound_access_tokens: z.boolean().exactOptional(),
    client_secret: z.string().optional().describe('Shown only once; issued if client_secret_post was requested'),
    client_secret_expires_at: z.int().optional().describe('0 means it never expires'),
  })
  .meta({ id: 'RegisteredClient' }) satisfies z.ZodType<Omit<Registered, 'client_secret' | 'client_secret_expires_at'>>;
