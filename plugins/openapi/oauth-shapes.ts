/** Bodies of the OAuth endpoints, in wire names. What the code already has a type for is held to it by the compiler. */
import { z } from 'zod';
import type { PersonClaims } from '../../schema/oauth/claims.ts';
import { AUTH_METHODS } from '../../schema/oauth/client.ts';
import type { registrationResponse } from '../../schema/oauth/registration-request.ts';
import type { TokenResponse } from '../../schema/oauth/token-response.ts';

const clientId = z.string().describe('As registered, made by an operator, or the URL of a metadata document');
const clientSecret = z.string().optional().describe('Of a confidential client (client_secret_post)');
const resource = z.url().describe('RFC 8707: the resource of /.well-known/oauth-protected-resource');

export const codeGrant = z
  .object({
    grant_type: z.literal('authorization_code'),
    code: z.string().describe('From the redirect; good once, for a minute'),
    redirect_uri: z.string().describe('The same as in the authorization request'),
    code_verifier: z.string().min(43).max(128).describe('RFC 7636: the verifier of the challenge'),
    client_id: clientId,
    client_secret: clientSecret,
    resource: resource.optional().describe('The same as in the authorization request, when one was sent there'),
  })
  .meta({ id: 'CodeGrant' });

export const refreshGrant = z
  .object({
    grant_type: z.literal('refresh_token'),
    refresh_token: z.string().describe('The latest one: each is replaced when it is used'),
    client_id: clientId,
    client_secret: clientSecret,
    scope: z.string().optional().describe('Fewer scopes, for this access token only'),
    resource: resource.optional(),
  })
  .meta({ id: 'RefreshGrant' });

export const tokens = z
  .object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int().describe('Seconds'),
    refresh_token: z.string().describe('Keep it before using anything else of this answer'),
    scope: z.string().describe('What was granted, which can be less than was asked for'),
    org_id: z.string().describe('The school the tokens are for'),
    id_token: z.string().exactOptional().describe('OpenID Connect: a signed JWT, with the code only'),
  })
  .meta({ id: 'Tokens' }) satisfies z.ZodType<TokenResponse>;

export const presentedToken = z
  .object({
    token: z.string().describe('An access or refresh token'),
    token_type_hint: z.string().optional().describe('Not needed: tokens say themselves what they are'),
    client_id: clientId,
    client_secret: clientSecret,
  })
  .meta({ id: 'PresentedToken' });

export const introspection = z
  .object({
    active: z.boolean().describe('false for whatever is dead, unknown, or not the caller’s to see'),
    scope: z.string().optional(),
    client_id: z.string().optional(),
    username: z.string().optional().describe('The e-mail address, with the scope email'),
    token_type: z.enum(['Bearer', 'refresh_token']).optional(),
    exp: z.int().optional(),
    iat: z.int().optional(),
    nbf: z.int().optional(),
    sub: z.string().optional(),
    aud: z.string().optional().describe('RFC 8707: the resource the token is bound to'),
    iss: z.string().optional(),
    jti: z.string().optional(),
    org_id: z.string().optional().describe('The school the token is for'),
  })
  .meta({ id: 'Introspection' });

export const claims = z
  .object({
    sub: z.string(),
    org_id: z.string().describe('The school'),
    roles: z.array(z.string()).describe('At that school'),
    email: z.string().exactOptional().describe('With the scope email'),
    email_verified: z.boolean().exactOptional().describe('With the scope email'),
    name: z.string().exactOptional().describe('With the scope profile, when there is one'),
  })
  .meta({ id: 'Claims' }) satisfies z.ZodType<PersonClaims>;

export const registration = z
  .object({
    client_name: z
      .string()
      .max(100)
      .optional()
      .describe('Matched against the known integrations; else shown to people'),
    application_type: z.string().optional().describe('As in native'),
    redirect_uris: z.array(z.string()).min(1).max(10).describe('Loopback addresses; any port will do later'),
    token_endpoint_auth_method: z.enum(AUTH_METHODS).optional().describe('none unless it says otherwise'),
    grant_types: z.array(z.string()).optional(),
    response_types: z.array(z.string()).optional(),
    scope: z.string().optional().describe('Echoed; what a token gets is asked for at /oauth/authorize'),
  })
  .meta({ id: 'Registration' });

type Registered = ReturnType<typeof registrationResponse>;

export const registered = z
  .object({
    client_id: z.string(),
    client_id_issued_at: z.int(),
    client_name: z.string(),
    application_type: z.string(),
    redirect_uris: z.array(z.string()).readonly(),
    grant_types: z.array(z.string()),
    response_types: z.array(z.string()),
    token_endpoint_auth_method: z.enum(AUTH_METHODS),
    scope: z.string(),
    client_secret: z.string().optional().describe('Said this once, to whoever asked for client_secret_post'),
    client_secret_expires_at: z.int().optional().describe('0: never'),
  })
  .meta({ id: 'RegisteredClient' }) satisfies z.ZodType<Omit<Registered, 'client_secret' | 'client_secret_expires_at'>>;
