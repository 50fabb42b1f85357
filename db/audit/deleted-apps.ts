/**
 * Adds the names of deleted apps to entries of a school's audit log, from the events that record their deletion at that
 * school, in one statement per page.
 */
import { and, desc, eq, gte, sql } from 'drizzle-orm';
import { type AuditEntry, readFieldValues } from '../../schema/audit/audit-event.ts';
import type { Database, Params } from '../engine/engine.ts';
import { among, integer, limit, listOf, text } from '../engine/placeholders.ts';

export function namesOfDeletedApps(db: Database) {
  const { auditEvents: t } = db.tables;
  // Uses the index audit_events_by_event. An app has no entry after its deletion that is older than the deletion, so those
  // before the oldest entry are not read.
  const read = db.many((q, p: Params<{ siteId: string; clients: string; oldest: number; first: number }>) =>
    q
      .select({ clientId: t.clientId, after: t.after })
      .from(t)
      .where(
        and(
          eq(t.siteId, text(p.siteId)),
          sql`${t.event} = 'client_deleted'`,
          gte(t.id, integer(p.oldest)),
          among(db, t.clientId, p.clients),
        ),
      )
      .orderBy(desc(t.id))
      .limit(limit(p.first)),
  );

  /** Returns the entries, newest first, with the names of apps that were deleted since. */
  return async function named(siteId: string, entries: readonly AuditEntry[]): Promise<AuditEntry[]> {
    const unnamed = entries.filter(({ clientId, clientName }) => clientId !== null && clientName === null);
    const clients = new Set(unnamed.flatMap(({ clientId }) => clientId ?? []));
    const oldest = unnamed.at(-1)?.id;
    if (oldest === undefined) return [...entries];
    const rows = await read({ siteId, clients: listOf([...clients]), oldest, first: clients.size });
    const names = new Map(rows.map(({ clientId, after }) => [clientId, readFieldValues(after)?.name]));
    return entries.map((entry) => {
      const name = entry.clientName === null ? names.get(entry.clientId) : undefined;
      return typeof name === 'string' ? { ...entry, clientName: name } : entry;
    });
  };
}
