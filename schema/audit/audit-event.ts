/** Security events of the append-only audit log. */
import type { OutgoingMessage } from '../data/outgoing-message.ts';
import type { CarriedOut } from '../school/operation.ts';
import type { AuditEventName } from './events.ts';

export type { AuditEventName };

/** How a person proved who they are: the target of `sign_in`, `sign_in_failed` and `reauthenticated`. */
export const SIGN_IN_METHODS = ['password', 'passkey', 'totp', 'recovery_code', 'provider'] as const;
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
/**
 * Longer than any request takes. A key that was claimed by a process that then stopped can be claimed again after this.
 */
export const CLAIM_LIFETIME = 120_000;

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
  idempotencyKeys?: readonly string[];
  /** What a person has allowed. That it is carried out is stored in the same transaction as the change. */
  approval?: CarriedOut;
  /** The event of a rehearsal, which must not be stored. */
  isRehearsed?: true;
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

/** Returns from when on an event has its effect, in milliseconds since the epoch, if it says so. */
export function effectiveAtIn(after: string | null): number | undefined {
  const at = Date.parse(String(readFieldValues(after)?.[EFFECTIVE_AT]));
  return Number.isNaN(at) ? undefined : at;
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
