/**
 * Appends events to the audit log (`audit_events`), normally as a step of the same unit of work as the change they
 * describe, so that neither is stored without the other. For a request with an idempotency key, `steps` also records
 * under that key what was done.
 */
import { and, eq, isNull } from 'drizzle-orm';
import { type AuditEvent, IDEMPOTENCY_KEY_LIFETIME } from '../../schema/audit/audit-event.ts';
import { type Database, type Params, type RowOf, required, type Step } from '../engine/engine.ts';
import { keySequence } from '../engine/key-sequence.ts';
import { rowOf, text, value } from '../engine/placeholders.ts';
import { outboxStatements } from '../running/outbox.ts';

/** The audit log as it is written. An event that describes a change is a step of the unit of work of that change. */
export interface AuditTrail {
  /**
   * Returns the steps that append the events of one unit of work. If the last event has an idempotency key, a further
   * step stores the target of that event under the key, so that a repeated request finds what was done. The unit of
   * work fails if another request has the key by now. What is to be sent because of the events goes to the outbox.
   */
  steps(...events: readonly AuditEvent[]): Promise<readonly Step[]>;
  record(event: AuditEvent): Promise<void>;
  /** Reserves keys for events that a statement writes about the rows that it finds. */
  reserve(count: number): Promise<number[]>;
}

export function auditTrail(db: Database): AuditTrail {
  const { auditEvents, idempotencyKeys } = db.tables;
  const outbox = outboxStatements(db);
  const nextId = keySequence(db, 'audit');
  const insert = db.write((q, p: Params<RowOf<typeof auditEvents>>) =>
    q.insert(auditEvents).values(rowOf(auditEvents, p)),
  );
  // Uses the primary key. A row without a status has no response yet, and a row without a body belongs to a request
  // that has changed nothing yet.
  const markDone = db.write((q, p: Params<{ target: string; expiresAt: number; key: string }>) =>
    q
      .update(idempotencyKeys)
      .set({ body: value(p.target), expiresAt: value(p.expiresAt) })
      .where(and(eq(idempotencyKeys.id, text(p.key)), isNull(idempotencyKeys.status), isNull(idempotencyKeys.body))),
  );

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
      // The event is sealed into its chain later.
      sequence: null,
      hash: null,
    });

  const outgoing = (events: readonly AuditEvent[]): Step[] =>
    events.flatMap((event) => event.outgoing ?? []).map(outbox.add);

  return {
    async steps(...events) {
      const recorded = [...(await Promise.all(events.map(step))), ...outgoing(events)];
      const { idempotencyKey: key, target = '', at } = events.at(-1) ?? { at: 0 };
      if (key === undefined) return recorded;
      return [...recorded, required(markDone({ key, target, expiresAt: at + IDEMPOTENCY_KEY_LIFETIME }))];
    },

    async record(event) {
      await db.atomically(await step(event), ...outgoing([event]));
    },

    reserve: (count) => Promise.all(Array.from({ length: count }, () => nextId())),
  };
}
