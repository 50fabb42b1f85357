/** Security events as the append-only audit trail keeps them. */

export type AuditEventName =
  | 'sign_in'
  | 'sign_in_failed'
  | 'sign_out'
  | 'passkey_added'
  | 'passkey_removed'
  | 'passkey_refused'
  | 'password_changed'
  | 'password_reset'
  | 'password_reset_asked'
  | 'email_verified'
  | 'email_changed'
  | 'email_change_asked'
  | 'invitation_sent'
  | 'invitation_accepted'
  | 'invitation_declined'
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
  | 'client_changed'
  | 'client_secret_rotated'
  | 'client_secret_ended'
  | 'client_disabled'
  | 'client_enabled'
  | 'client_deleted'
  | 'setup_completed'
  | 'key_rotated'
  | 'audit_exported'
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

/** How long an idempotency key is good for, in milliseconds: the same request with it gets the same answer. */
export const IDEMPOTENCY_KEY_LIFETIME = 86_400_000;

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

/** Which events of a site are wanted; without anything all of them. Times are milliseconds since the epoch. */
export interface AuditFilter {
  event?: AuditEventName;
  personId?: string;
  clientId?: string;
  /** From this instant on. */
  from?: number;
  /** Before this instant. */
  to?: number;
}

/** An event as it is read again, with what people know its person and its app by, as far as they are still there. */
export interface AuditEntry {
  id: number;
  at: number;
  event: AuditEventName;
  personId: string | null;
  personName: string | null;
  personEmail: string | null;
  clientId: string | null;
  clientName: string | null;
  target: string | null;
  before: string | null;
  after: string | null;
  ip: string | null;
  userAgent: string | null;
  requestId: string | null;
}
