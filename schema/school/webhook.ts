/**
 * Webhooks: what a school can have sent to its own programs, and in which form. The form is that of Standard Webhooks
 * (https://www.standardwebhooks.com), so that its libraries verify the signatures.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { leadsToOwnPage } from '../text/tenant-link.ts';

/** The events, by their `type`. `about` completes “Sent when …”. The example is the content of `data`. */
export const WEBHOOK_EVENTS = {
  'member.added': {
    about: 'a person becomes an active member by accepting an invitation, or is reinstated after a suspension',
    example: { person_id: 'p_mira', role: 'member' },
  },
  'member.removed': {
    about: 'a member is removed or suspended, or their account is erased',
    example: { person_id: 'p_mira', role: 'member', status: 'removed' },
  },
  'member.role_changed': {
    about: 'an active member gets another role',
    example: { person_id: 'p_mira', role: 'instructor', previous_role: 'member' },
  },
  'enrollment.created': {
    about: 'a member is enrolled in a course, or an ended enrollment is restored',
    example: { enrollment_id: 'en_8', course_id: 'c_pottery', person_id: 'p_mira', source: 'grant' },
  },
  'enrollment.ended': {
    about: 'an enrollment is revoked, gets a last day in the past, or runs out (noticed within minutes)',
    example: { enrollment_id: 'en_8', course_id: 'c_pottery', person_id: 'p_mira', status: 'revoked' },
  },
  'lecture.completed': {
    about: 'a member completes a lecture',
    example: { enrollment_id: 'en_8', lecture_id: 'l_glazing', person_id: 'p_mira' },
  },
  'course.completed': {
    about: 'a member completes a course',
    example: { enrollment_id: 'en_8', course_id: 'c_pottery', person_id: 'p_mira' },
  },
  'order.created': {
    about: 'an order is placed',
    example: { order_id: 'o_17', person_id: 'p_mira', status: 'paid' },
  },
  'order.refunded': {
    about: 'an order is refunded, in whole or in part',
    example: { order_id: 'o_17', person_id: 'p_mira', status: 'partially_refunded' },
  },
  'subscription.started': {
    about: 'a member gets a subscription',
    example: { subscription_id: 'sub_4', plan_id: 'pl_all', person_id: 'p_mira' },
  },
  'subscription.ended': {
    about: 'a subscription is cancelled at once, or runs out (noticed within minutes)',
    example: { subscription_id: 'sub_4', plan_id: 'pl_all', person_id: 'p_mira' },
  },
  'event.cancelled': {
    about: 'the school cancels an event',
    example: { event_id: 'ev_3' },
  },
  'application.connected': {
    about: 'a member connects an application, for the first time or again',
    example: { client_id: 'https://notes.example/client', person_id: 'p_mira' },
  },
  'application.disconnected': {
    about: 'the connection of an application ends: by the member, the school, the application, or with the membership',
    example: { client_id: 'https://notes.example/client', person_id: 'p_mira' },
  },
  'application.reviewed': {
    about:
      'an application that members use or the school has adopted is approved or blocked, or the school adopts or releases one',
    example: { client_id: 'https://notes.example/client', decision: 'approved' },
  },
} as const satisfies Record<string, { about: string; example: Readonly<Record<string, string>> }>;

export type WebhookEventName = keyof typeof WEBHOOK_EVENTS;

export const WEBHOOK_EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as readonly WebhookEventName[];

/** The event with which a school tests an endpoint. No endpoint can be without it. */
export const TEST_EVENT = 'webhook.test';

/** Why an endpoint is disabled: by the school, by the receiver (410), or after days without a success. */
export type WebhookStop = 'school' | 'gone' | 'failing';

export const MAX_ENDPOINTS = 10;

const HOUR = 3_600_000;
/** After a rotation, the secret before also signs for this time. */
export const SECRET_OVERLAP = 24 * HOUR;
/** An endpoint that has only failed for this time is disabled. */
export const FAILING_FOR = 5 * 24 * HOUR;
/** How long a delivery stays in the log. */
export const DELIVERIES_KEPT = 14 * 24 * HOUR;

const SECRET_BYTES = 32;
const MAX_URL = 500;

export interface WebhookEndpoint {
  id: string;
  siteId: string;
  url: string;
  events: readonly WebhookEventName[];
  status: 'active' | 'disabled';
  stop: WebhookStop | null;
  previousSecretEndsAt: number | null;
  createdAt: number;
  updatedAt: number;
  failures: number;
  failingSince: number | null;
}

/** A delivery as the log of an endpoint shows it. Times are milliseconds since the epoch. */
export interface WebhookDelivery {
  id: string;
  name: string;
  createdAt: number;
  attempts: number;
  dueAt: number | null;
  triedAt: number | null;
  deliveredAt: number | null;
  failedAt: number | null;
  status: number | null;
  answer: string | null;
}

export const makeWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

/** Names an endpoint in the audit log, without the path of its address, which may contain a secret. */
export const webhookTarget = ({ id, url }: Pick<WebhookEndpoint, 'id' | 'url'>): string => `${new URL(url).host} ${id}`;

/** The text that is sent. */
export const webhookPayload = (type: string, at: number, siteId: string, data: object): string =>
  JSON.stringify({ type, timestamp: new Date(at).toISOString(), data: { school_id: siteId, ...data } });

/** The headers by which a receiver knows a message. @param secrets the current one first */
export function webhookHeaders(
  id: string,
  payload: string,
  secrets: readonly string[],
  now: number,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const signed = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signed.join(' ') };
}

// A lower-case DNS name with a dot or `localhost`, a port, and a path as the URL parser leaves it; no user information and
// no fragment.
const FORM =
  /^https:\/\/((?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+[a-z][a-z0-9-]*[a-z0-9]|localhost)(?::([1-9][0-9]{0,4}))?(?:[/?][!$-;=?-~]*)?$/;

/**
 * Reads the address of an endpoint.
 * @param own the URL of this server, to which nothing is sent
 * @param mayBeLoopback for development: whether it may be `https://localhost:…`
 * @returns `undefined` if nothing can be sent to it
 */
export function readWebhookUrl(entry: string, own: string, mayBeLoopback: boolean): string | undefined {
  const href = URL.parse(entry.trim())?.href ?? '';
  const [, host, port] = (href.length <= MAX_URL && FORM.exec(href)) || [];
  if (host === undefined || Number(port ?? 443) > 65_535 || leadsToOwnPage(href, own)) return undefined;
  return host === 'localhost' && !mayBeLoopback ? undefined : href;
}
