/** What a developer should know about each error code, in a sentence and a next step. */
import type { Settings } from './capabilities.ts';
import { OAUTH_ERROR_STATUS, type OAuthErrorCode } from './oauth-error.ts';

export type GuidedCode = OAuthErrorCode | 'invalid_token' | 'insufficient_scope';

export const ERROR_GUIDE: Readonly<Record<GuidedCode, { meaning: string; next: string }>> = {
  invalid_request: {
    meaning: 'A parameter is missing, sent twice or malformed; error_description says which.',
    next: 'Correct the request. Parameters go once each, in a form body at the token, revocation and introspection endpoints.',
  },
  invalid_client: {
    meaning: 'The client is unknown, disabled, or did not authenticate as it was registered to.',
    next: 'Send client_id, and client_secret for a confidential client, in the form body. HTTP Basic is not offered.',
  },
  invalid_grant: {
    meaning: 'The code or refresh token is unknown, expired, used, revoked, or does not belong to this request.',
    next: 'Start a new authorization request.',
  },
  unauthorized_client: {
    meaning: 'The client may not use this grant.',
    next: 'Use the authorization code grant with PKCE.',
  },
  unsupported_grant_type: {
    meaning: 'Only authorization_code and refresh_token are offered.',
    next: 'Use the authorization code grant with PKCE. There is no agent_auth, device or client credentials grant.',
  },
  invalid_scope: {
    meaning: 'A scope is unknown, or this client may never have it. Account scopes need a client made by the school.',
    next: 'Ask for fewer scopes, or ask the school to make a client that has them.',
  },
  access_denied: {
    meaning: 'The person, or their role at the school, did not allow this.',
    next: 'Tell the person; do not ask again at once.',
  },
  unsupported_response_type: {
    meaning: 'Only response_type=code is offered.',
    next: 'Use the authorization code flow.',
  },
  server_error: { meaning: 'Something went wrong on our side.', next: 'Try again later and tell us the request id.' },
  temporarily_unavailable: {
    meaning: 'The server is busy or a limit was reached.',
    next: 'Wait for the seconds in Retry-After. Keep your tokens: they are still good.',
  },
  invalid_target: {
    meaning: 'resource is not this server, is missing for account scopes, or differs from the authorization request.',
    next: 'Send the resource value of /.well-known/oauth-protected-resource in every request of the flow.',
  },
  login_required: {
    meaning: 'prompt=none was asked, and nobody is signed in.',
    next: 'Send the person without prompt=none.',
  },
  consent_required: {
    meaning: 'prompt=none was asked, and the person must agree first.',
    next: 'Send the person without prompt=none.',
  },
  interaction_required: {
    meaning: 'prompt=none was asked, and the person must choose a school first.',
    next: 'Send the person without prompt=none, or name the school in org_id.',
  },
  account_selection_required: {
    meaning: 'prompt=none was asked, and the person must choose an account first.',
    next: 'Send the person without prompt=none.',
  },
  request_not_supported: { meaning: 'Request objects are not supported.', next: 'Send plain parameters.' },
  request_uri_not_supported: { meaning: 'request_uri is not supported.', next: 'Send plain parameters.' },
  invalid_redirect_uri: {
    meaning: 'A redirect URI cannot be registered by this client.',
    next: 'Register loopback addresses such as http://127.0.0.1/callback, or ask the school for a client with a fixed address.',
  },
  invalid_client_metadata: {
    meaning:
      'The registration is malformed (400), or its client_name is not a known integration where one is needed (403).',
    next: 'Correct the document; unknown tools register loopback addresses only.',
  },
  invalid_token: {
    meaning: 'The access token is missing, unknown, expired, revoked or for another origin.',
    next: 'Refresh, or start again; resource_metadata in WWW-Authenticate says where.',
  },
  insufficient_scope: {
    meaning: 'The token is good but lacks a scope.',
    next: 'Start an authorization request that adds the scope named in WWW-Authenticate.',
  },
};

/** Where loopback addresses are not open to everyone. */
const NEXT_FOR_VENDORS: Readonly<Partial<Record<GuidedCode, string>>> = {
  invalid_redirect_uri: 'Use the callbacks of your integration, or ask the school for a client with a fixed address.',
  invalid_client_metadata: 'Correct the document; only known integrations register here.',
};

/** The next step, as it is with this setting of the registration endpoint. */
export const nextOf = (code: GuidedCode, registration: Settings['registration']): string =>
  (registration === 'vendors_only' ? NEXT_FOR_VENDORS[code] : undefined) ?? ERROR_GUIDE[code].next;

export const statusOf = (code: GuidedCode): number => {
  if (code === 'invalid_token') return 401;
  return code === 'insufficient_scope' ? 403 : OAUTH_ERROR_STATUS[code];
};
