import type { AuditEvent } from '../../schema/audit-event.ts';
import type { Database, Step } from '../engine.ts';
import { keySequence } from '../key-sequence.ts';
import { rowOf } from '../placeholders.ts';

/** The append-only record. An event that belongs to a change is a step of that change's unit of work. */
export interface AuditTrail {
  step(event: AuditEvent): Promise<Step>;
  record(event: AuditEvent): Promise<void>;
}

export function auditTrail(db: Database): AuditTrail {
  const t = db.tables.auditEvents;
  const nextId = keySequence(db, 'audit');
  const insert = db.write((q) => q.insert(t).values(rowOf(t)));

  const step = async (event: AuditEvent): Promise<Step> =>
    insert({
      id: await nextId(),
      at: event.at,
      event: event.event,
      siteId: event.siteId ?? null,
      personId: event.personId ?? null,
      clientId: event.clientId ?? null,
      target: event.target ?? null,
      before: event.before ?? null,
      after: event.after ?? null,
      ip: event.ip ?? null,
      userAgent: event.userAgent ?? null,
      requestId: event.requestId ?? null,
    });

  return {
    step,
    async record(event) {
      await db.atomically(await step(event));
    },
  };
}
