/**
 * Every event of the audit log, in one row: where a school finds it, who else reads it, and what it does. What people read of
 * it is in `routes/words`, under `events.<name>`; which of these sentences is decided in `sentence-variants.ts`.
 */

/** The groups in which a school filters its log. */
export const EVENT_GROUPS = ['people', 'ownership', 'connections', 'apps', 'content', 'school', 'webhooks'] as const;
export type EventGroup = (typeof EVENT_GROUPS)[number];

interface EventRow {
  /** An event without a group is of an account or of the platform: no school's log has it. */
  readonly group?: EventGroup;
  /** The person of the event reads it under "Account activity". */
  readonly own?: true;
  /** So does the member whom it is about, by its target `member/<id>`. */
  readonly toMember?: true;
  /** It happened to the person of the event, who did not cause it. */
  readonly passive?: true;
  /** An app signs a person in. */
  readonly signsIn?: true;
  /** It ends connections, or those of several people. */
  readonly ends?: 'connections' | 'of_several';
  /** Its `before` names the apps of one person whose connections ended. */
  readonly namesApps?: true;
  /** The page of what it is about, where the target does not say it. */
  readonly page?: 'settings' | 'staffRights';
  /** What the sentence says of the recorded values, so that nothing else has to. */
  readonly says?: 'values' | 'status';
  /** It is about a person who was invited and is no member. */
  readonly ofInvited?: true;
}

const people = { group: 'people' } as const;
const ownership = { group: 'ownership', own: true, toMember: true } as const;
const connections = { group: 'connections' } as const;
const apps = { group: 'apps' } as const;
const content = { group: 'content' } as const;
const school = { group: 'school' } as const;
const webhooks = { group: 'webhooks' } as const;
const account = { own: true } as const;

/** In the order in which they are listed. */
export const AUDIT_EVENTS = {
  invitation_sent: { ...people, ofInvited: true },
  invitation_link_created: { ...people, ofInvited: true },
  invitation_accepted: { ...people, own: true },
  invitation_declined: { ...people, ofInvited: true },
  member_joined: { ...people, own: true },
  account_imported: { ...people, own: true, passive: true },
  member_role_changed: { ...people, toMember: true, says: 'values' },
  staff_rights_changed: { ...people, page: 'staffRights' },
  member_suspended: { ...people, toMember: true, namesApps: true, says: 'status' },
  member_reinstated: { ...people, toMember: true, says: 'status' },
  member_removed: { ...people, toMember: true, namesApps: true, says: 'status' },
  roster_imported: { ...people, says: 'values' },
  roster_undone: people,
  member_signed_out: people,
  member_reset_sent: people,
  second_factor_demand_changed: { ...people, page: 'settings' },
  second_factor_removed: { ...people, own: true },
  second_factor_reset_approved: { ...people, toMember: true },
  second_factor_reset_cancelled: { ...people, own: true, toMember: true },

  ownership_offered: ownership,
  ownership_withdrawn: ownership,
  ownership_declined: ownership,
  ownership_shared: ownership,
  ownership_handed_over: ownership,
  ownership_stepped_down: ownership,
  school_handed_over: { group: 'ownership' },

  sign_in_failed: { ...connections, own: true, passive: true },
  address_shown: { ...connections, own: true },
  consent_given: { ...connections, own: true, signsIn: true },
  consent_denied: connections,
  code_issued_silently: { ...connections, passive: true, signsIn: true },
  tool_called: connections,
  tool_failed: connections,
  approval_asked: { ...connections, passive: true },
  approval_allowed: { ...connections, own: true },
  approval_declined: { ...connections, own: true },
  approval_carried_out: connections,
  grant_revoked: { ...connections, own: true, ends: 'connections', namesApps: true },
  token_revoked: { ...connections, passive: true, ends: 'connections' },
  code_replay: { ...connections, own: true, passive: true, ends: 'connections' },
  refresh_reuse: { ...connections, own: true, passive: true, ends: 'connections' },
  refresh_repeated: { ...connections, own: true, passive: true },

  client_created: { ...apps, says: 'values' },
  client_changed: apps,
  client_disabled: { ...apps, ends: 'of_several' },
  client_enabled: apps,
  client_deleted: { ...apps, ends: 'of_several' },
  client_secret_rotated: apps,
  client_secret_ended: apps,
  handover_link_created: apps,
  handover_link_opened: apps,
  handover_secret_revealed: apps,
  handover_tested: apps,
  handover_link_revoked: apps,
  review_requested: apps,
  review_declined: apps,
  client_approved: apps,
  client_blocked: { ...apps, ends: 'of_several' },
  client_adopted: apps,
  client_released: { ...apps, ends: 'of_several' },

  resource_created: { ...content, says: 'values' },
  resource_changed: content,
  resource_deleted: content,
  file_requested: content,

  beta_feature_on: { ...school, page: 'settings' },
  beta_feature_off: { ...school, page: 'settings' },
  agents_ask_changed: { ...school, page: 'settings' },
  provider_changed: school,
  provider_mode_changed: school,
  provider_removed: school,
  provider_match_opened: school,
  provider_match_closed: school,
  audit_exported: school,
  list_exported: school,
  school_exported: school,
  school_created: school,
  setup_completed: school,
  school_closed: { ...school, ends: 'connections' },
  school_reopened: school,
  school_deletion_scheduled: school,
  school_deletion_cancelled: school,

  webhook_created: webhooks,
  webhook_changed: webhooks,
  webhook_secret_rotated: webhooks,
  webhook_disabled: webhooks,
  webhook_enabled: webhooks,
  webhook_stopped: webhooks,
  webhook_sent: webhooks,
  webhook_deleted: webhooks,

  sign_in: account,
  sign_out: account,
  new_browser: account,
  reauthenticated: {},
  passkey_added: account,
  passkey_removed: account,
  sign_in_connected: { ...people, own: true },
  sign_in_matched: { ...people, own: true, passive: true },
  sign_in_disconnected: { ...people, own: true, toMember: true },
  passkey_refused: {},
  second_factor_added: account,
  recovery_codes_replaced: account,
  recovery_code_used: account,
  password_changed: account,
  password_reset: account,
  password_reset_asked: account,
  email_verified: account,
  email_changed: account,
  email_change_asked: account,
  email_restored: account,
  account_disabled: account,
  account_enabled: account,
  account_secured: account,
  account_exported: account,
  account_erased: {},

  client_registered: {},
  client_document_changed: {},
  school_deleted: {},
  access_ended: {},
  key_rotated: {},
  key_revoked: {},
} as const satisfies Readonly<Record<string, EventRow>>;

export type AuditEventName = keyof typeof AUDIT_EVENTS;

type Rows = typeof AUDIT_EVENTS;

/** The events whose row has a value, such as `own: true`. */
export type EventsWith<Key extends keyof EventRow, Value extends EventRow[Key]> = {
  [Name in AuditEventName]: Rows[Name] extends Readonly<Record<Key, Value>> ? Name : never;
}[AuditEventName];

export const EVENT_NAMES = Object.keys(AUDIT_EVENTS) as readonly AuditEventName[];

/** Also of an event that this version does not know. */
export const rowOfEvent = (name: string): EventRow =>
  Object.hasOwn(AUDIT_EVENTS, name) ? AUDIT_EVENTS[name as AuditEventName] : {};

/** Returns the events whose row has this value, in the order of the rows. */
export const eventsWith = <Key extends keyof EventRow, Value extends EventRow[Key]>(
  key: Key,
  ...values: readonly Value[]
): EventsWith<Key, Value>[] =>
  EVENT_NAMES.filter((name) => values.some((value) => rowOfEvent(name)[key] === value)) as EventsWith<Key, Value>[];
