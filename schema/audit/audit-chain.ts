/**
 * The hash chain of audit events. Each event is sealed with the hash of the one before, so that changing, deleting,
 * inserting or reordering sealed events is noticed.
 */
import { createHash } from 'node:crypto';
import type { AuditEventName } from './audit-event.ts';

/** The chain of the events without a school, such as sign-ins. The others have the id of their school. */
export const PLATFORM_CHAIN = '';

/** The hash before the first event of a chain. */
export const FIRST_HASH = '0'.repeat(64);

/** An event as it is stored. */
export interface StoredAuditEvent {
  readonly id: number;
  readonly at: number;
  readonly event: AuditEventName;
  readonly siteId: string | null;
  readonly personId: string | null;
  readonly clientId: string | null;
  readonly target: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
  readonly sequence: number | null;
  readonly hash: string | null;
}

/** The first event of a chain that is not as it was sealed. */
export interface ChainFault {
  readonly problem: 'changed' | 'missing' | 'inserted' | 'head_changed';
  readonly sequence: number;
  /** The id of the event, unless it is missing. */
  readonly eventId: number | undefined;
}

/** Returns SHA-256(previous hash ‖ event), where the event is a JSON array of its columns in this order. */
export const chainHash = (previous: string, sequence: number, e: StoredAuditEvent): string =>
  createHash('sha256')
    .update(previous)
    .update(
      JSON.stringify([
        sequence,
        e.id,
        e.at,
        e.event,
        e.siteId,
        e.personId,
        e.clientId,
        e.target,
        e.before,
        e.after,
        e.ip,
        e.userAgent,
        e.requestId,
      ]),
    )
    .digest('hex');

/** The event as a line of JSON, for programs that read or keep the audit log. */
export const auditLine = (e: StoredAuditEvent): string =>
  `${JSON.stringify({
    id: e.id,
    at: new Date(e.at).toISOString(),
    event: e.event,
    site_id: e.siteId,
    person_id: e.personId,
    client_id: e.clientId,
    target: e.target,
    before: e.before,
    after: e.after,
    ip: e.ip,
    user_agent: e.userAgent,
    request_id: e.requestId,
    sequence: e.sequence,
    hash: e.hash,
  })}\n`;
