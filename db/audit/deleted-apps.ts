/**
 * Adds the names of deleted apps to entries of the audit log, from the events that record their deletion, in one statement
 * per page.
 */
import { and, desc, eq, gte, sql } from 'drizzle-orm';
import { readFieldValues } from '../../schema/audit/audit-event.ts';
import type { Database, Params } from '../engine/engine.ts';
import { among, integer, limit, listOf, text } from '../engine/placeholders.ts';

/** More than that, nobody looks through. */
const MOST_LISTED = 50;

/** Prepares the list of the apps that a school deleted, the latest first, of as many of which the name is known. */
export function deletedApps(db: Database) {
  const { auditEvents: t } = db.tables;
  // Uses the index audit_events_by_event.
  const read = db.many((q, p: Params<{ siteId: string }>) =>
    q
      .select({ id: sql<string>`${t.clientId}`, after: t.after })
      .from(t)
      .where(and(eq(t.siteId, text(p.siteId)), sql`${t.event} = 'client_deleted'`))
      .orderBy(desc(t.id))
      .limit(MOST_LISTED),
  );
  return async (siteId: string): Promise<{ id: string; name: string }[]> =>
    (await read({ siteId })).flatMap(({ id, after }) => {
      const name = readFieldValues(after)?.name;
      return typeof name === 'string' ? [{ id, name }] : [];
    });
}

/** The name is `null` if the app was deleted. */
interface Named {
  readonly clientId: string | null;
  readonly clientName: string | null;
}

export function namesOfDeletedApps(db: Database) {
  const { auditEvents: t } = db.tables;
  // Uses the index audit_events_by_event.
  const read = db.many((q, p: Params<{ sites: string; clients: string; oldest: number; first: number }>) =>
    q
      .select({ clientId: t.clientId, after: t.after })
      .from(t)
      .where(
        and(
          among(db, t.siteId, p.sites),
          sql`${t.event} = 'client_deleted'`,
          gte(t.id, integer(p.oldest)),
          among(db, t.clientId, p.clients),
        ),
      )
      .orderBy(desc(t.id))
      .limit(limit(p.first)),
  );

  /**
   * Returns the entries with the names of apps that were deleted since.
   * @param siteIds the schools whose entries they are: no other school learns the name of an app
   * @param oldest the lowest id of these entries: no entry of an app is newer than its deletion
   */
  return async function named<Entry extends Named>(
    siteIds: ReadonlySet<string>,
    entries: readonly Entry[],
    oldest = 0,
  ): Promise<Entry[]> {
    const clients = new Set(entries.flatMap((entry) => (entry.clientName === null ? (entry.clientId ?? []) : [])));
    if (clients.size === 0) return [...entries];
    const rows = await read({
      sites: listOf([...siteIds]),
      clients: listOf([...clients]),
      oldest,
      first: clients.size,
    });
    const names = new Map(rows.map(({ clientId, after }) => [clientId, readFieldValues(after)?.name]));
    return entries.map((entry) => {
      const name = entry.clientName === null ? names.get(entry.clientId) : undefined;
      return typeof name === 'string' ? { ...entry, clientName: name } : entry;
    });
  };
}
