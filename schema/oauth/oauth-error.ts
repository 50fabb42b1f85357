/** All error codes that the OAuth endpoints can return, and the exceptions that carry them. */
import type { VerifiedRedirect } from './redirect-uri.ts';

/** HTTP status of each error code in a JSON response. */
export const OAUTH_ERROR_STATUS = {
  // RFC 6749 §5.2
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  invalid_scope: 400,
  // RFC 6749 §4.1.2.1
  access_denied: 403,
  unsupported_response_type: 400,
  server_error: 500,
  temporarily_unavailable: 503,
  // RFC 8707 §2
  invalid_target: 400,
  // OpenID Connect Core §3.1.2.6
  login_required: 400,
  consent_required: 400,
  interaction_required: 400,
  account_selection_required: 400,
  unmet_authentication_requirements: 400,
  request_not_supported: 400,
  request_uri_not_supported: 400,
  registration_not_supported: 400,
  // RFC 7591 §3.2.2
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
} as const;

export type OAuthErrorCode = keyof typeof OAUTH_ERROR_STATUS;

/** The reason for a refusal, for the log and the tests. It is more specific than the error code that callers see. */
export type RefusalReason =
  | 'malformed_request'
  | 'repeated_parameter'
  | 'missing_parameter'
  | 'unsupported_media_type'
  | 'body_too_large'
  | 'unknown_client'
  | 'client_disabled'
  | 'client_url_malformed'
  | 'client_host_not_allowed'
  | 'client_document_unreachable'
  | 'client_document_refused'
  | 'client_document_missing'
  | 'client_document_invalid'
  | 'client_documents_busy'
  | 'client_blocked'
  | 'client_secret_wrong'
  | 'client_secret_missing'
  | 'client_secret_unexpected'
  | 'client_auth_method'
  | 'redirect_uri_mismatch'
  | 'redirect_uri_not_registered'
  | 'redirect_uri_not_allowed'
  | 'client_name_unrecognized'
  | 'registration_off'
  | 'grant_type_unsupported'
  | 'response_type_unsupported'
  | 'pkce_required'
  | 'pkce_mismatch'
  | 'scope_unknown'
  | 'scope_outside_client'
  | 'scope_outside_grant'
  | 'scope_outside_role'
  | 'application_needed'
  | 'client_not_adopted'
  | 'resource_invalid'
  | 'resource_missing'
  | 'resource_changed'
  | 'prompt_invalid'
  | 'interaction_needed'
  | 'denied_by_person'
  | 'not_a_member'
  | 'code_unknown'
  | 'code_expired'
  | 'code_of_another_client'
  | 'code_replayed'
  | 'token_unknown'
  | 'token_expired'
  | 'token_revoked'
  | 'token_of_another_client'
  | 'token_of_another_origin'
  | 'token_of_another_school'
  | 'token_missing'
  | 'token_scope'
  | 'second_factor_missing'
  | 'refresh_reuse'
  | 'grant_ended'
  | 'rate_limited'
  | 'origin_foreign'
  | 'insecure_transport'
  | 'url_not_signed'
  | 'download_ended'
  | 'upload_unfit'
  | 'upload_settled'
  | 'store_unavailable'
  | 'busy';

export interface RefusalDetails {
  reason: RefusalReason;
  /** Overrides the status in the table where the specification requires another one. */
  status?: number;
  retryAfterSeconds?: number;
  headers?: Record<string, string>;
  /** Details for the log of the operator, which callers must not see. */
  detail?: string;
  /** The app that was refused, for a page about it. */
  app?: { host?: string; name: string };
  cause?: unknown;
}

/**
 * RFC 6749 §5.2: error_description consists of printable ASCII without double quotes and backslashes. All other
 * characters of a description are replaced.
 */
const descriptionText = (text: string): string =>
  text
    .replaceAll(/["\\]/g, "'")
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .slice(0, 500);

/** An error with a JSON response of `error` and `error_description`. */
export class OAuthError extends Error {
  override readonly name: string = 'OAuthError';
  readonly code: OAuthErrorCode;
  readonly description: string;
  readonly details: RefusalDetails;

  constructor(code: OAuthErrorCode, description: string, details: RefusalDetails) {
    const text = descriptionText(description);
    super(text, { cause: details.cause });
    this.code = code;
    this.description = text;
    this.details = details;
  }

  get status(): number {
    return this.details.status ?? OAUTH_ERROR_STATUS[this.code];
  }
}

/** Whether a request was refused for what the caller sent: not because of an internal error or a reached limit. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof OAuthError && error.code !== 'temporarily_unavailable';

/** Whether an error redirects the browser to the client, or is shown with a link to it (RFC 9700 §4.11.2). */
export type ErrorDelivery = 'to_client' | 'by_link';

/** An error of the authorization endpoint that is redirected to the client. It requires a verified redirect URI. */
export class AuthorizationError extends OAuthError {
  override readonly name = 'AuthorizationError';
  readonly redirect: VerifiedRedirect;
  readonly state: string | undefined;
  readonly errorsGo: () => Promise<ErrorDelivery>;

  constructor(
    target: { redirect: VerifiedRedirect; state: string | undefined; errorsGo: () => Promise<ErrorDelivery> },
    code: OAuthErrorCode,
    description: string,
    details: RefusalDetails,
  ) {
    super(code, description, details);
    this.redirect = target.redirect;
    this.state = target.state;
    this.errorsGo = target.errorsGo;
  }
}

/** RFC 6750 §3.1: an error of a protected resource, with a `WWW-Authenticate` challenge. */
export class BearerError extends Error {
  override readonly name = 'BearerError';
  readonly code: 'invalid_token' | 'insufficient_scope' | 'insufficient_user_authentication';
  readonly description: string;
  readonly reason: RefusalReason;
  readonly scope: string;

  constructor(code: BearerError['code'], description: string, details: { reason: RefusalReason; scope: string }) {
    super(description);
    this.code = code;
    this.description = descriptionText(description);
    this.reason = details.reason;
    this.scope = details.scope;
  }

  get status(): number {
    return this.code === 'insufficient_scope' ? 403 : 401;
  }
}
