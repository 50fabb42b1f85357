/** Finds whose connections ended with one event of the audit log, by the grants, which are kept as long as the event. */
import { and, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { AuditEntry } from '../../schema/audit/audit-event.ts';
import { type EndedPeople, endsOfSeveral } from '../../schema/audit/ended-connections.ts';
import type { Database, Params } from '../engine/engine.ts';
import { integer, text } from '../engine/placeholders.ts';
import type { Tables } from '../tables/index.ts';

/** An entry has the names of no more people. */
const MOST_NAMED = 50;

/** Selects connections that somebody else than their person ended. A code that was never redeemed was none. */
export const wasEnded = ({ grants: t }: Tables): SQL | undefined =>
  and(
    isNotNull(t.revokedAt),
    inArray(t.revokedBy, ['school', 'platform', 'block']),
    isNotNull(t.redeemedAt),
    gt(t.expiresAt, t.revokedAt),
  );

export function endedPeople(db: Database) {
  const { grants: t } = db.tables;
  // Uses the index grants_by_end. The total counts people, not their connections.
  const read = db.many((q, p: Params<{ siteId: string; at: number; clientId: string | null }>) =>
    q
      .select({ personId: t.personId, total: sql<number>`count(*) over ()`.mapWith(Number) })
      .from(t)
      .where(
        and(
          eq(t.siteId, text(p.siteId)),
          eq(t.revokedAt, integer(p.at)),
          sql`(${text(p.clientId)} is null or ${t.clientId} = ${text(p.clientId)})`,
          wasEnded(db.tables),
        ),
      )
      .groupBy(t.personId)
      .orderBy(t.personId)
      .limit(MOST_NAMED),
  );

  /** Returns the people of each of the entries that can have ended connections of several, by the id of the entry. */
  return async (siteId: string, entries: readonly AuditEntry[]): Promise<ReadonlyMap<number, EndedPeople>> => {
    const ended = new Map<number, EndedPeople>();
    for (const entry of entries.filter(endsOfSeveral)) {
      const rows = await read({ siteId, at: entry.at, clientId: entry.clientId });
      const ids = rows.map(({ personId }) => personId);
      ended.set(entry.id, { ids, more: (rows[0]?.total ?? 0) - ids.length });
    }
    return ended;
  };
}
