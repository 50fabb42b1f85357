/**
 * E-mails in the outbox. An order says what somebody is to be told. What that takes, such as a one-time link or the list
 * of recipients, is found out when it is fulfilled, which makes e-mails of it.
 */
import type { RequestOrigin } from '../audit/audit-event.ts';
import type { OutgoingChannel } from '../data/outgoing-message.ts';
import type { MailLinkPurpose } from '../people/mail-link.ts';
import type { OwnershipState } from '../people/ownership.ts';
import type { Role } from '../people/role.ts';
import type { EmailMessage, ResetCancelled, ResetSender, SecurityNotice } from './email-message.ts';

/** An e-mail with its recipient. */
export interface Email {
  order: 'letter';
  to: string;
  /** The preferred language (BCP 47). */
  locale: string | undefined;
  message: EmailMessage;
  /** If its link can be used once. The e-mail is of no use when the link has ended. */
  purpose?: MailLinkPurpose;
  /** The school that writes it, whose name and colours it has when it is sent. */
  from?: string | undefined;
  /** Where e-mails of its kind are turned off, if they can be. */
  unsubscribe?: string;
}

type WithoutLink<Message> = Message extends EmailMessage ? Omit<Message, 'link' | 'until'> : never;

/** A one-time link and the e-mail that it is for. */
export interface LinkOrder {
  order: 'link';
  purpose: MailLinkPurpose;
  personId: string;
  email: string;
  /** The person's, at the time of the request. If the credentials have changed since, nothing is sent. */
  credentialsVersion?: number;
  /** The language of the e-mail (BCP 47), if it is known. */
  locale: string | undefined;
  message: WithoutLink<EmailMessage>;
  /** The school that writes it. */
  from?: string | undefined;
  /** The school on whose page somebody asked for it, which the page of the link looks like if the person belongs to it. */
  cameFrom?: string | undefined;
}

/** The origin and the time of a change. */
interface Trail extends RequestOrigin {
  at: number;
  siteId?: string;
  personId?: string;
  target?: string;
  after?: string;
}

/** An event of a school as its registrants are told of it. Times are milliseconds since the epoch. */
interface AnnouncedEvent {
  id: string;
  title: string;
  startsAt: number;
  timezone: string;
}

/** The orders for the registrants of an event are fulfilled page by page. */
interface ToMany {
  siteId: string;
  /** The last person of the page before. */
  after?: string;
}

export type MailOrder =
  | Email
  | LinkOrder
  | { order: 'notice'; personId: string; email: string; locale: string | undefined; notice: SecurityNotice }
  /**
   * Without `personId`, for the account that has the address, if there is one. The trail is recorded then, if it was not
   * recorded before. `cameFrom` is the school on whose page somebody asked for it, and `by` who sends it unasked.
   */
  | {
      order: 'reset';
      personId?: string;
      email: string;
      locale: string | undefined;
      trail?: Trail;
      cameFrom?: string;
      by?: ResetSender;
    }
  /** A link that moves an account to another address, unless somebody else has that. */
  | {
      order: 'new_address';
      personId: string;
      email: string;
      credentialsVersion: number;
      locale: string;
    }
  | { order: 'refresh_reuse' | 'address_shown'; clientId: string; personId: string; siteId: string; at: number }
  /** `isCounted`: against the limits of invitations already. `isImported`: beyond the limits, it is sent later. */
  | { order: 'invitation'; siteId: string; personId: string; isCounted?: boolean; isImported?: boolean }
  | ({ order: 'event_cancelled'; event: AnnouncedEvent; at: number } & ToMany)
  | ({ order: 'event_moved'; event: AnnouncedEvent & { location: string | null } } & ToMany)
  | ({ order: 'event_seat'; eventId: string; at: number } & ToMany)
  | { order: 'course_enrolled'; siteId: string; courseId: string; personIds: string[]; expireDate: string | null }
  /** A subscription begins to give access, for the first time or again. */
  | { order: 'subscription_opened'; siteId: string; personId: string; subscriptionId: string }
  | { order: 'role_changed'; siteId: string; personId: string; role: Role; by?: 'platform' }
  /** For the two, and for all owners. */
  | { order: 'ownership'; siteId: string; by: string; to: string; state: OwnershipState; expiresAt: number }
  /** For the person who stepped down, and for the owners. */
  | { order: 'owner_stepped_down'; siteId: string; personId: string }
  /** For the owner who ordered the reset that the person has cancelled. */
  | { order: 'second_factor_kept'; siteId: string; to: string; personId: string; how: ResetCancelled; at: number }
  /** For the person whose decision the app waits for. */
  | { order: 'approval_asked'; siteId: string; personId: string; id: string }
  /** For the owners of the school. */
  | { order: 'webhook_stopped'; siteId: string; host: string; why: 'gone' | 'failing' }
  /** For the schools that got an answer at that time. */
  | { order: 'review_answered'; clientId: string; app: string; at: number };

const BULK: ReadonlySet<string> = new Set<MailOrder['order']>([
  'invitation',
  'event_cancelled',
  'event_moved',
  'event_seat',
  'course_enrolled',
  'subscription_opened',
  'role_changed',
  'webhook_stopped',
  'review_answered',
]);

/** Returns the kind of an order, without its recipient. */
export const kindOf = (order: MailOrder): string => {
  if (order.order === 'letter' || order.order === 'link') return order.message.kind;
  return order.order === 'notice' ? order.notice.kind : order.order;
};

export const channelOf = (order: MailOrder): OutgoingChannel => (BULK.has(kindOf(order)) ? 'bulk' : 'security');
