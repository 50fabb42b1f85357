/** Each error code: its status, its meaning for developers, and a next step. */

interface Entry {
  /** In a JSON response, if it is not 400. */
  readonly status?: number;
  /** Other statuses that a caller needs to know of, as in `415 for a wrong content type`. */
  readonly others?: string;
  readonly meaning: string;
  readonly next: string;
  /** The next step if registration is open to known integrations only. */
  readonly nextForVendors?: string;
}

export const ERROR_GUIDE = {
  invalid_request: {
    others: '413 for a body that is too large, or 415 for a wrong content type at /account/graphql, /mcp and /api/v1',
    meaning: 'A parameter is missing, repeated or malformed; error_description, at /api/v1 detail, says which.',
    next: 'Correct the request. Send each parameter once. If redirect_uri is not registered for this client, send exactly one of its registered addresses, or have yours added: at an application of a school, an owner or administrator does so. /api/v1, /account/graphql and /mcp take JSON with the content type application/json; the token, revocation and introspection endpoints take a form body.',
  },
  invalid_client: {
    status: 401,
    meaning:
      'The client is unknown, was disabled by its school or blocked by the platform, or did not authenticate with its registered method.',
    next: 'If client_id is unknown, it is misspelled, of another server, or of a registration that was never used and has been deleted: register again, or ask an owner or administrator of the school for the one under OAuth applications. Otherwise, send client_id in the form body, and client_secret as well for a confidential client. HTTP Basic is not supported. If the client is disabled or blocked, trying again does not help: an owner or administrator of the school enables it under OAuth applications, or sees under Setup guides that a known app is blocked; the people who run the platform see the refused requests under their Connection attempts, or in the log, and can approve the app again (App reviews, or schoolgate clients).',
  },
  invalid_grant: {
    meaning:
      'The authorization code or refresh token is unknown, expired, already used or revoked, or does not match this request.',
    next: 'Do what error_description says; otherwise, start a new authorization request.',
  },
  unauthorized_client: {
    meaning: 'The client is not allowed to use this grant type.',
    next: 'Use the authorization code grant with PKCE.',
  },
  unsupported_grant_type: {
    meaning: 'Only the grant types authorization_code and refresh_token are supported.',
    next: 'Use the authorization code grant with PKCE. The agent_auth, device and client credentials grants are not supported.',
  },
  invalid_scope: {
    meaning:
      'A scope is unknown or not available to this client. Account scopes require an application of the school, or a client that it offers to its members.',
    next: 'Request fewer scopes. For account scopes, ask an owner or administrator of the school: under OAuth applications, New application (/admin), for an application that has them and your redirect URI, of type Public unless it is a server that keeps a secret, whose client_id you use; for an assistant that Setup guides lists, under Setup guides, Members, which offers it to members, and makes the client_id for those without a URL of their own, such as Cursor and mcp-remote; for any other client_id that is a URL, under App reviews, to offer it to members. If they do not see the page, they first turn on MCP connections under Settings.',
  },
  access_denied: {
    status: 403,
    meaning:
      'The person denied access, their role at the school does not allow it, or the school has not adopted the client.',
    next: 'Tell the person what error_description says; do not send them back immediately.',
  },
  unsupported_response_type: {
    meaning: 'Only response_type=code is supported.',
    next: 'Use the authorization code flow.',
  },
  server_error: {
    status: 500,
    meaning: 'An internal error occurred.',
    next: 'Try again later. If it persists, report the request id.',
  },
  temporarily_unavailable: {
    status: 503,
    meaning: 'The server is busy or a rate limit was exceeded.',
    next: 'Wait for the number of seconds in Retry-After. Keep your tokens: they are still valid.',
  },
  invalid_target: {
    meaning:
      'resource does not identify this server, is missing with account scopes, or differs from the authorization request.',
    next: 'Send the resource value from /.well-known/oauth-protected-resource in every request of the flow.',
  },
  login_required: {
    meaning: 'prompt=none was requested, but no one is signed in.',
    next: 'Send the authorization request without prompt=none.',
  },
  consent_required: {
    meaning: 'prompt=none was requested, but the person must give consent first.',
    next: 'Send the authorization request without prompt=none.',
  },
  interaction_required: {
    meaning: 'prompt=none was requested, but the person must choose a school, or set up a second factor, first.',
    next: 'Send the authorization request without prompt=none, or give the school in org_id.',
  },
  account_selection_required: {
    meaning: 'prompt=none was requested, but the person must choose an account first.',
    next: 'Send the authorization request without prompt=none.',
  },
  unmet_authentication_requirements: {
    meaning: 'The request requires an acr value that this person has no means to reach, or that is not supported.',
    next: 'Ask the person to set up a second factor, or send one of acr_values_supported.',
  },
  request_not_supported: { meaning: 'Request objects are not supported.', next: 'Send plain parameters.' },
  registration_not_supported: {
    meaning: 'The registration parameter is not supported.',
    next: 'Register the client, or send only its client_id.',
  },
  request_uri_not_supported: { meaning: 'request_uri is not supported.', next: 'Send plain parameters.' },
  invalid_redirect_uri: {
    meaning: 'This client cannot register one of its redirect URIs.',
    next: 'Register loopback URIs such as http://127.0.0.1/callback, or ask the school for a client with a fixed redirect URI.',
    nextForVendors:
      'Use the redirect URIs of your integration, or ask the school for a client with a fixed redirect URI.',
  },
  invalid_client_metadata: {
    meaning:
      'The registration is malformed (400), or its client_name is not a known integration although one is required (403).',
    next: 'Correct the registration; tools that are not known integrations can register loopback URIs only.',
    nextForVendors: 'Correct the registration; only known integrations can register here.',
  },
  invalid_token: {
    status: 401,
    meaning:
      'The access token is missing, unknown, expired, revoked, or bound to another origin or key, or came with the wrong scheme.',
    next: 'Refresh the token, or start a new authorization request; resource_metadata in WWW-Authenticate says where. Send a token of the type DPoP with that scheme and a proof of its key, and others with the scheme Bearer.',
  },
  insufficient_scope: {
    status: 403,
    meaning: 'The token is valid but lacks a scope.',
    next: 'Start an authorization request that adds the scope named in WWW-Authenticate. If it names none, the client cannot get the scope, and error_description says who can allow it.',
  },
  insufficient_user_authentication: {
    status: 401,
    meaning: 'The school demands a second factor by now, and the person approved the access without one (RFC 9470).',
    next: 'Start an authorization request with the scope and the acr_values named in WWW-Authenticate.',
  },
  invalid_dpop_proof: {
    others: '401 at a protected resource',
    meaning:
      'The DPoP proof is missing although the client must send one, is not valid, is not of this request, or has been used before (RFC 9449).',
    next: 'Make a new proof for every request, also for one that is repeated, of exactly its method and URL, and with an access token of its hash (ath); error_description says what is wrong.',
  },
  use_dpop_nonce: {
    others: '401 at a protected resource',
    meaning:
      'The DPoP proof needs a nonce of this server: because every proof does, the one that it has is old, or the clock of the client is wrong.',
    next: 'Send the request again with a new proof that has the value of the DPoP-Nonce header as nonce, which is valid at every endpoint for five minutes or more.',
  },
} as const satisfies Readonly<Record<string, Entry>>;

export type ErrorCode = keyof typeof ERROR_GUIDE;
type ResourceCode = 'invalid_token' | 'insufficient_scope' | 'insufficient_user_authentication';
/** The codes of a protected resource (RFC 6750 §3.1, RFC 9470 §3, RFC 9449 §7.1), whose errors have a challenge. */
export type BearerCode = ResourceCode | 'invalid_dpop_proof' | 'use_dpop_nonce';
export type OAuthErrorCode = Exclude<ErrorCode, ResourceCode>;

/** Returns the next step for an error code under this setting of the registration endpoint. */
export function nextOf(code: ErrorCode, registration: 'loopback_and_vendors' | 'vendors_only' | 'off'): string {
  const { next, nextForVendors = next }: Entry = ERROR_GUIDE[code];
  return registration === 'vendors_only' ? nextForVendors : next;
}

export function statusOf(code: ErrorCode): number {
  const { status = 400 }: Entry = ERROR_GUIDE[code];
  return status;
}

/** The status, and others, as in `400, or 415 for a wrong content type`. */
export function statusInWords(code: ErrorCode): string {
  const { others }: Entry = ERROR_GUIDE[code];
  return others === undefined ? String(statusOf(code)) : `${statusOf(code)}, ${others}`;
}
