/** Security events of the append-only audit log. */
import type { OutgoingMessage } from '../outgoing.ts';

export type AuditEventName =
  | 'sign_in'
  | 'sign_in_failed'
  | 'sign_out'
  | 'reauthenticated'
  | 'passkey_added'
  | 'passkey_removed'
  | 'passkey_refused'
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'second_factor_reset_approved'
  | 'second_factor_reset_cancelled'
  | 'second_factor_demand_changed'
  | 'recovery_codes_replaced'
  | 'recovery_code_used'
  | 'password_changed'
  | 'password_reset'
  | 'password_reset_asked'
  | 'email_verified'
  | 'email_changed'
  | 'email_change_asked'
  | 'email_restored'
  | 'account_disabled'
  | 'account_enabled'
  | 'account_secured'
  | 'account_exported'
  | 'account_imported'
  | 'account_erased'
  | 'access_ended'
  | 'member_signed_out'
  | 'member_reset_sent'
  | 'new_browser'
  | 'invitation_sent'
  | 'invitation_link_created'
  | 'invitation_accepted'
  | 'invitation_declined'
  | 'consent_given'
  | 'consent_denied'
  | 'code_issued_silently'
  | 'address_shown'
  | 'code_replay'
  | 'refresh_reuse'
  | 'refresh_repeated'
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
  | 'handover_link_created'
  | 'handover_link_opened'
  | 'handover_secret_revealed'
  | 'handover_tested'
  | 'handover_link_revoked'
  | 'client_disabled'
  | 'client_enabled'
  | 'client_deleted'
  | 'setup_completed'
  | 'school_created'
  | 'school_closed'
  | 'school_reopened'
  | 'school_handed_over'
  | 'school_exported'
  | 'school_deletion_scheduled'
  | 'school_deletion_cancelled'
  | 'school_deleted'
  | 'key_rotated'
  | 'key_revoked'
  | 'audit_exported'
  | 'tool_called'
  | 'tool_failed'
  | 'file_requested'
  | 'beta_feature_on'
  | 'beta_feature_off'
  | 'webhook_created'
  | 'webhook_changed'
  | 'webhook_secret_rotated'
  | 'webhook_disabled'
  | 'webhook_enabled'
  | 'webhook_stopped'
  | 'webhook_sent'
  | 'webhook_deleted'
  | 'member_role_changed'
  | 'staff_rights_changed'
  | 'ownership_offered'
  | 'ownership_withdrawn'
  | 'ownership_declined'
  | 'ownership_shared'
  | 'ownership_handed_over'
  | 'ownership_stepped_down'
  | 'member_suspended'
  | 'member_reinstated'
  | 'member_removed'
  | 'resource_created'
  | 'resource_changed'
  | 'resource_deleted';

/** How a person proved who they are: the target of `sign_in`, `sign_in_failed` and `reauthenticated`. */
export const SIGN_IN_METHODS = ['password', 'passkey', 'totp', 'recovery_code'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** The origin of a request, for the audit log. */
export interface RequestOrigin {
  ip?: string;
  userAgent?: string;
  requestId?: string;
}

/** The origin of what a person does through an app. */
export type AppOrigin = RequestOrigin & { clientId?: string };

/** Lifetime of an idempotency key in milliseconds. Until then, repeating the request returns the same response. */
export const IDEMPOTENCY_KEY_LIFETIME = 86_400_000;

export interface AuditEvent extends RequestOrigin {
  event: AuditEventName;
  /** Milliseconds since the epoch. */
  at: number;
  siteId?: string;
  personId?: string;
  clientId?: string;
  /**
   * The object of the event, if the columns above do not contain it, such as the hash of an e-mail address or a key id.
   */
  target?: string;
  /**
   * The state before and after the event. It is either the values that changed (`fieldValues`), or the SHA-256 of the
   * whole object. After a change, the SHA-256 comes with the names of the changed fields (`changedState`).
   */
  before?: string;
  after?: string;
  /** Stored in the same transaction as the change, so that the same key never repeats it. */
  idempotencyKey?: string;
  /** What is to be sent because of the event. Stored in the same transaction as the change. */
  outgoing?: readonly OutgoingMessage[];
}

/** Filter for the events of a site. An omitted property matches everything. Times are milliseconds since the epoch. */
export interface AuditFilter {
  event?: AuditEventName;
  /** Only what is about the settings or the appearance of the school. */
  ofSchool?: true;
  /** Only what is about a member. */
  ofMember?: true;
  /** Only what is not about a member. */
  ofItem?: true;
  /** Only about people who had not accepted their invitation. */
  ofInvited?: true;
  /** Only about people who were members. */
  ofJoined?: true;
  /** Only calls of tools, and those that failed. */
  ofTools?: true;
  /** Only the ends of connections, also those with an access to the school. */
  ofEnds?: true;
  /** Only codes for apps, whether the person was asked or not. */
  ofSignIn?: true;
  personId?: string;
  clientId?: string;
  /** Start of the period, inclusive. */
  from?: number;
  /** End of the period, exclusive. */
  to?: number;
}

/** An event with the names of its person, while it exists, and of its app, also after a deletion that recorded it. */
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

/** The value by which `sign_in_failed` says that a person who was signed in wanted to confirm something. */
export const IS_CONFIRMATION = 'isConfirmation';

/** The value by which an event of a person names the school that caused it, whose own log has another event. */
export const BY_SCHOOL = 'bySchool';

/** The value by which an event says through which connection it happened. */
export const CONNECTION_ID = 'connectionId';

/** The value by which an event says from when on it has its effect, in ISO 8601. */
export const EFFECTIVE_AT = 'effectiveAt';

/** The value by which the change of a registration says that the person got a seat from the waiting list. */
export const MOVED_UP = 'movedUp';

/** The value by which a registration says that the person joined the waiting list. */
export const WAITS = 'waits';

/** The value by which a change says to which status it led. */
export const NEW_STATUS = 'newStatus';

/** The value by which a cancelled registration says that the whole event was cancelled. */
export const WITH_EVENT = 'withEvent';

/** The value by which `second_factor_reset_cancelled` says that the person used the second factor. */
export const BY_USE = 'byUse';

/** The value by which `token_revoked` says that the connection lasts. */
export const ACCESS_TOKEN_ONLY = 'accessTokenOnly';

/** Returns the connection that an event says it happened through. */
export function connectionIn({ after }: Pick<AuditEntry, 'after'>): number | undefined {
  const id = readFieldValues(after)?.[CONNECTION_ID];
  return typeof id === 'number' ? id : undefined;
}

/** A longer value is cut off, so that an entry of the log stays readable. */
const MAX_VALUE = 500;

/** Returns the values of fields as the log stores them, as in `{"role":"admin"}`. */
export const fieldValues = (values: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(values, (_, value: unknown) =>
    typeof value === 'string' && value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE - 1)}…` : value,
  );

/** Returns a value of a list or an object as text if it is so long that the log cuts it off. */
export function shortValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const written = JSON.stringify(value);
  return written.length > MAX_VALUE ? written : value;
}

type Values = Readonly<Record<string, unknown>>;

const readObject = (state: string | null): Values | undefined =>
  state?.startsWith('{') ? (JSON.parse(state) as Values) : undefined;

const isOfFingerprint = (object: Values): boolean => Array.isArray(object.changed) && typeof object.sha256 === 'string';

/** Reads what `fieldValues` returned; `undefined` for a SHA-256, also with names. */
export function readFieldValues(state: string | null): Values | undefined {
  const object = readObject(state);
  return object === undefined || isOfFingerprint(object) ? undefined : object;
}

/**
 * Returns the state after a change whose values stay out of the log: the names of the fields that have another value,
 * and the SHA-256 of the whole object. Of the values, it has the status that the change led to.
 */
export const changedState = (changed: readonly string[], sha256: string, status?: string): string =>
  JSON.stringify({ changed, sha256, ...(status === undefined ? {} : { [NEW_STATUS]: status }) });

/** Returns the state after a change of the status that has no names and no SHA-256. */
export const statusState = (status: string, why: Readonly<Record<string, true>> = {}): string =>
  fieldValues({ [NEW_STATUS]: status, ...why });

/** Returns the status that a change led to, if the state has it. */
export const newStatusIn = (state: string | null): unknown => readObject(state)?.[NEW_STATUS];

/** Reads the names that `changedState` was given; `undefined` for any other state. */
export function changedNamesIn(state: string | null): readonly string[] | undefined {
  const object = readObject(state);
  return object !== undefined && isOfFingerprint(object) ? (object.changed as string[]) : undefined;
}

/** Returns the SHA-256 of a state; `undefined` if the state has values, or nothing. */
export function fingerprintIn(state: string | null): string | undefined {
  const object = readObject(state);
  if (object === undefined) return state ?? undefined;
  return isOfFingerprint(object) ? String(object.sha256) : undefined;
}
