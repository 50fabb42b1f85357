/**
 * Appends events to the audit log (`audit_events`), normally as a step of the same unit of work as the change they
 * describe, so that neither is stored without the other. For a request with an idempotency key, `steps` also records
 * under that key what was done.
 */
import { and, eq, isNull } from 'drizzle-orm';
import { type AuditEvent, fieldValues, IDEMPOTENCY_KEY_LIFETIME } from '../../schema/audit/audit-event.ts';
import type { CarriedOut } from '../../schema/school/operation.ts';
import { type Database, type Params, type RowOf, required, type Step } from '../engine/engine.ts';
import { keySequence } from '../engine/key-sequence.ts';
import { rowOf, text, value } from '../engine/placeholders.ts';
import { outboxStatements } from '../running/outbox.ts';
import { isLiveApproval } from '../tables/live-approval.ts';

/** The event that something allowed is carried out, next to that of the change. */
function carriedOut(change: AuditEvent, { id, operation, digest }: CarriedOut): AuditEvent {
  const { approval: _, before: __, idempotencyKeys: ___, outgoing: ____, ...origin } = change;
  const after = fieldValues({ approval: id, digest });
  return { ...origin, event: 'approval_carried_out', target: operation, after };
}

/** The audit log as it is written. An event that describes a change is a step of the unit of work of that change. */
export interface AuditTrail {
  /**
   * Returns the steps that append the events of one unit of work. If the last event has idempotency keys, further
   * steps store the target of that event under them, so that a repeated request finds what was done. The unit of work
   * fails if another request has the key by now, or if the approval that is carried out was closed. What is to be sent
   * because of the events goes to the outbox.
   */
  steps(...events: readonly AuditEvent[]): Promise<readonly Step[]>;
  record(event: AuditEvent): Promise<void>;
  /** Reserves keys for events that a statement writes about the rows that it finds. */
  reserve(count: number): Promise<number[]>;
}

export function auditTrail(db: Database): AuditTrail {
  const { approvals, auditEvents, idempotencyKeys } = db.tables;
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

  // Uses the primary key.
  const closeApproval = db.write((q, p: Params<{ id: string; at: number }>) =>
    q
      .update(approvals)
      .set({ closedAt: value(p.at) })
      .where(and(eq(approvals.id, text(p.id)), isNull(approvals.closedAt), isLiveApproval(db.tables))),
  );

  const step = async (event: AuditEvent): Promise<Step> => {
    if (event.isRehearsed === true) throw new Error('a rehearsal must not write');
    return insert({
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
  };

  const outgoing = (events: readonly AuditEvent[]): Step[] =>
    events.flatMap((event) => event.outgoing ?? []).map(outbox.add);

  async function steps(...events: readonly AuditEvent[]): Promise<readonly Step[]> {
    const last = events.at(-1);
    const carried = last?.approval === undefined ? [] : [carriedOut(last, last.approval)];
    const recorded = [...(await Promise.all([...events, ...carried].map(step))), ...outgoing(events)];
    if (last === undefined) return recorded;
    const { approval, idempotencyKeys: keys = [], target = '', at } = last;
    const expiresAt = at + IDEMPOTENCY_KEY_LIFETIME;
    return [
      ...recorded,
      ...(approval === undefined ? [] : [required(closeApproval({ id: approval.id, at }))]),
      ...keys.map((key) => required(markDone({ key, target, expiresAt }))),
    ];
  }

  return {
    steps,

    async record(event) {
      await db.atomically(...(await steps(event)));
    },

    reserve: (count) => Promise.all(Array.from({ length: count }, () => nextId())),
  };
}
