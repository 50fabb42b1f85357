/** Parses the request of POST /api/oauth/register and builds its response (RFC 7591). */
import { z } from 'zod';
import type { AuthMethod, Client } from './client.ts';
import { clientName } from './client-name.ts';
import { OAuthError } from './oauth-error.ts';
import { classifyRedirectUri, MAX_REDIRECT_URI_LENGTH } from './redirect-uri.ts';
import { IDENTITY_SCOPES, joinScopes, parseScopes, type Scope, SHARED_CLIENT_SCOPES } from './scope.ts';

const MAX_REDIRECT_URIS = 10;

// RFC 7591 §2: unknown members are ignored, and null is equivalent to an omitted member.
const text = z.string().max(4096).nullish();
const texts = z.array(z.string().max(4096)).max(100).nullish();

const clientMetadata = z.object({
  client_name: clientName.nullish(),
  application_type: text,
  redirect_uris: z.array(z.string()).nullish(),
  token_endpoint_auth_method: text,
  grant_types: texts,
  response_types: texts,
  scope: text,
  dpop_bound_access_tokens: z.boolean().nullish(),
});

export interface RegistrationRequest {
  clientName: string | undefined;
  redirectUris: readonly string[];
  authMethod: AuthMethod;
  /** The requested scopes that this kind of client can have, if any were: its default, which limits nothing. */
  requestedScopes: readonly Scope[] | undefined;
  /** RFC 9449 §5.2: every token request of the client must have a proof of possession of a key. */
  demandsProof: boolean;
}

const invalidMetadata = (fault: string): OAuthError => new OAuthError('malformed_request.metadata', { fault });
const invalidRedirectUri = (fault: string): OAuthError => new OAuthError('malformed_request.redirect_uri', { fault });

/** @throws {OAuthError} `invalid_client_metadata` or `invalid_redirect_uri`, 400 (RFC 7591 §3.2.2) */
export function parseRegistrationRequest(body: unknown): RegistrationRequest {
  const parsed = clientMetadata.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join('.') || 'the body';
    throw invalidMetadata(`${field}: ${issue?.message ?? 'is malformed'}`);
  }
  const { client_name: name, redirect_uris: uris, token_endpoint_auth_method: method, scope } = parsed.data;
  return {
    clientName: name ?? undefined,
    redirectUris: parseRedirectUris(uris ?? []),
    authMethod: parseAuthMethod(method ?? undefined),
    requestedScopes: narrowScopes(scope ?? undefined),
    demandsProof: parsed.data.dpop_bound_access_tokens ?? false,
  };
}

function parseRedirectUris(uris: readonly string[]): readonly string[] {
  if (uris.length === 0) throw invalidRedirectUri('redirect_uris is required');
  if (uris.length > MAX_REDIRECT_URIS)
    throw invalidRedirectUri(`at most ${MAX_REDIRECT_URIS} redirect_uris are allowed`);
  for (const uri of uris) {
    const { problem } = classifyRedirectUri(uri);
    if (problem !== undefined) {
      const start = uri.length > MAX_REDIRECT_URI_LENGTH ? uri.slice(0, 100) : uri;
      throw invalidRedirectUri(`the redirect URI ${start} ${problem}`);
    }
  }
  return [...new Set(uris)];
}

/** RFC 7591 §2: HTTP Basic, the default of the standard, is not supported; it becomes `none`. */
function parseAuthMethod(method: string | undefined): AuthMethod {
  switch (method) {
    case undefined:
    case 'none':
    case 'client_secret_basic':
      return 'none';
    case 'client_secret_post':
      return 'client_secret_post';
    default:
      throw invalidMetadata(`token_endpoint_auth_method must be none or client_secret_post, not ${method}`);
  }
}

/** Removes scopes that this kind of client can never have. The response contains the rest. */
function narrowScopes(scope: string | undefined): readonly Scope[] | undefined {
  if (scope === undefined) return undefined;
  const allowed = new Set<Scope>(SHARED_CLIENT_SCOPES);
  const scopes = parseScopes(scope).filter((token) => allowed.has(token));
  return scopes.length > 0 ? scopes : IDENTITY_SCOPES;
}

/** OpenID Connect Registration §2: native clients use loopback addresses and schemes of their own. */
const isWeb = (uri: string): boolean => classifyRedirectUri(uri).kind === 'https';

/**
 * Builds the response (RFC 7591 §3.2.1).
 * @param issued values that are returned only once
 */
export const registrationResponse = (
  client: Pick<Client, 'id' | 'name' | 'authMethod' | 'redirectUris' | 'scopes' | 'createdAt'> & {
    demandsProof?: boolean;
  },
  issued: { clientSecret?: string } = {},
) => ({
  client_id: client.id,
  client_id_issued_at: Math.floor(client.createdAt / 1000),
  client_name: client.name,
  application_type: client.redirectUris.every(isWeb) ? 'web' : 'native',
  redirect_uris: client.redirectUris,
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: client.authMethod,
  scope: joinScopes(client.scopes),
  ...(client.demandsProof === true ? { dpop_bound_access_tokens: true } : {}),
  ...(issued.clientSecret === undefined ? {} : { client_secret: issued.clientSecret, client_secret_expires_at: 0 }),
});
