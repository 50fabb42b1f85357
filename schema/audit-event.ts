/** Security events as the append-only audit trail keeps them. */

export type AuditEventName =
  | 'sign_in'
  | 'sign_in_failed'
  | 'sign_out'
  | 'consent_given'
  | 'consent_denied'
  | 'code_replay'
  | 'refresh_reuse'
  | 'token_revoked'
  | 'grant_revoked'
  | 'client_created'
  | 'client_registered'
  | 'client_document_changed'
  | 'client_approved'
  | 'client_blocked'
  | 'client_adopted'
  | 'client_released'
  | 'setup_completed'
  | 'key_rotated'
  | 'tool_called'
  | 'beta_feature_on'
  | 'beta_feature_off'
  | 'resource_created'
  | 'resource_changed'
  | 'resource_deleted';

/** Where a request came from, for the trail. */
export interface RequestOrigin {
  ip?: string;
  userAgent?: string;
  requestId?: string;
}

export interface AuditEvent extends RequestOrigin {
  event: AuditEventName;
  /** Milliseconds since the epoch. */
  at: number;
  siteId?: string;
  personId?: string;
  clientId?: string;
  /** What it happened to, where the columns above do not say (an e-mail's hash, a key id). */
  target?: string;
  /** SHA-256 of what it happened to, before and after. */
  before?: string;
  after?: string;
  /** Kept with the change in one unit of work, so that the same key never does it again. */
  idempotencyKey?: string;
}
