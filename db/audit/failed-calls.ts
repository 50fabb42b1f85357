/** Finds out which tool calls of the audit log failed where, as up to version 1.1, the failure has an entry beside that of the call. */
import { and, eq } from 'drizzle-orm';
import type { AuditEntry } from '../../schema/audit/audit-event.ts';
import type { Database, Params } from '../engine/engine.ts';
import { among, listOf, text } from '../engine/placeholders.ts';
import { isFailedCall } from '../tables/audit-index-conditions.ts';

type Call = Pick<AuditEntry, 'id' | 'requestId' | 'personId' | 'clientId' | 'target'>;

const isOf = (call: Call, failure: Call): boolean =>
  failure.id > call.id &&
  failure.requestId === call.requestId &&
  failure.personId === call.personId &&
  failure.clientId === call.clientId &&
  failure.target === call.target;

export function failedCalls(db: Database) {
  const { auditEvents: t } = db.tables;
  // Uses the index audit_events_of_failed_calls. In the order of the ids, SQLite would read all failures.
  const read = db.many((q, p: Params<{ siteId: string; requests: string }>) =>
    q
      .select({
        id: t.id,
        requestId: t.requestId,
        personId: t.personId,
        clientId: t.clientId,
        target: t.target,
        after: t.after,
      })
      .from(t)
      .where(and(eq(t.siteId, text(p.siteId)), isFailedCall(t.event), among(db, t.requestId, p.requests))),
  );

  /** Returns the id and the values of the failure for each of the entries that is a failed call, by the id of the entry. */
  return async (
    siteId: string,
    entries: readonly AuditEntry[],
  ): Promise<ReadonlyMap<number, Pick<AuditEntry, 'id' | 'after'>>> => {
    const calls = entries.filter(({ event, requestId }) => event === 'tool_called' && requestId !== null);
    if (calls.length === 0) return new Map();
    const failures = await read({ siteId, requests: listOf(calls.map(({ requestId }) => String(requestId))) });
    failures.sort((a, b) => a.id - b.id);
    return new Map(
      calls.flatMap((call) => {
        const failure = failures.find((one) => isOf(call, one));
        return failure === undefined ? [] : [[call.id, failure] as const];
      }),
    );
  };
}
