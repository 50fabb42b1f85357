/** The events of the audit log that tell people what happened to their own account. */
import { type EventsWith, eventsWith } from './events.ts';

export const ACCOUNT_EVENTS = eventsWith('own', true);

/** What others do to a person at a school, of which the person reads. */
export const ABOUT_EVENTS = eventsWith('toMember', true);

export interface AccountEvent {
  id: number;
  at: number;
  event: EventsWith<'own', true>;
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
  event: EventsWith<'toMember', true>;
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
