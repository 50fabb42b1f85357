/** The events of the audit log that tell people what happened to their own account. */
import type { AuditEventName } from './audit-event.ts';

export const ACCOUNT_EVENTS = [
  'sign_in',
  'sign_in_failed',
  'sign_out',
  'new_browser',
  'passkey_added',
  'passkey_removed',
  'second_factor_added',
  'second_factor_removed',
  'second_factor_reset_cancelled',
  'recovery_codes_replaced',
  'recovery_code_used',
  'password_changed',
  'password_reset',
  'password_reset_asked',
  'email_verified',
  'email_changed',
  'email_change_asked',
  'email_restored',
  'account_disabled',
  'account_enabled',
  'account_secured',
  'account_exported',
  'account_imported',
  'invitation_accepted',
  'consent_given',
  'address_shown',
  'grant_revoked',
  'code_replay',
  'refresh_reuse',
  'refresh_repeated',
] as const satisfies readonly AuditEventName[];

/** What owners and members do about the ownership of a school. Both of them read it, and who stays beside an owner who steps down. */
export const OWNERSHIP_EVENTS = [
  'ownership_offered',
  'ownership_withdrawn',
  'ownership_declined',
  'ownership_shared',
  'ownership_handed_over',
  'ownership_stepped_down',
] as const satisfies readonly AuditEventName[];

/** What others do to a person at a school, of which the person reads. */
export const ABOUT_EVENTS = [
  ...OWNERSHIP_EVENTS,
  'member_role_changed',
  'member_suspended',
  'member_reinstated',
  'member_removed',
  'second_factor_reset_approved',
  'second_factor_reset_cancelled',
] as const satisfies readonly AuditEventName[];

export type OwnershipEventName = (typeof OWNERSHIP_EVENTS)[number];

export type AccountEventName = (typeof ACCOUNT_EVENTS)[number];

export interface AccountEvent {
  id: number;
  at: number;
  event: AccountEventName | OwnershipEventName;
  /** The app and the school, if the event is about them. An app that was deleted keeps the name that it had. */
  clientId: string | null;
  clientName: string | null;
  siteId: string | null;
  siteName: string | null;
  target: string | null;
  /** The name of the other person, if the event is about the ownership of a school; empty if there is none any more. */
  otherName: string | null;
  /** What was there before: of a connection that the person ended, another browser that was signed out, or an offer that ended. */
  before: string | null;
  /** What is there since: of an offer, whether it hands over; the name of the school that acted. */
  after: string | null;
  ip: string | null;
  userAgent: string | null;
  requestId: string | null;
}

/**
 * Who else can end a connection of a person, as the grant keeps it: its school, the people who run the platform, also by
 * blocking its app for everybody, or the app itself. There is no event of the person, because many can end at once.
 */
export const ENDED_BY_OTHERS = ['school', 'platform', 'block', 'client'] as const;

/** Connections of a person with an app at a school that ended at the same time. */
export interface EndedConnections {
  at: number;
  by: (typeof ENDED_BY_OTHERS)[number];
  clientId: string;
  clientName: string | null;
  siteId: string;
  siteName: string;
  count: number;
  /** When the first of them was connected. */
  since: number;
  /** How many there were then, with those that stayed. */
  of: number;
  /** Whether the platform had blocked the app, and allows it now. */
  isAllowedAgain: boolean;
}

/** What somebody else did to the person at a school. */
export interface AboutEvent {
  at: number;
  event: (typeof ABOUT_EVENTS)[number];
  /** Who it was; empty if the name is not known any more. */
  byName: string;
  siteName: string;
  before: string | null;
  after: string | null;
}

export interface AccountHistory {
  events: AccountEvent[];
  /** What ended in the time of these events, the newest first. */
  ended: EndedConnections[];
  /** What others did to the person in that time, the newest first. */
  about: AboutEvent[];
  /** The id before which the next page begins; `undefined` on the last page. */
  next: number | undefined;
}
