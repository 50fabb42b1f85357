/** Finds whose connections ended with one event of the audit log, by the grants, which are kept as long as the event. */
import { and, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { AuditEntry } from '../../schema/audit/audit-event.ts';
import { type EndedPeople, endsOfSeveral, sizeIn } from '../../schema/audit/ended-connections.ts';
import type { Database, Params } from '../engine/engine.ts';
import { among, integer, listOf, text } from '../engine/placeholders.ts';
import type { Tables } from '../tables/index.ts';
import { namesOfDeletedApps } from './deleted-apps.ts';

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
  const { clients, grants: t } = db.tables;
  const withDeletedApps = namesOfDeletedApps(db);
  type Ending = { siteId: string; at: number };
  const endedAt = (p: Params<Ending>) =>
    and(eq(t.siteId, text(p.siteId)), eq(t.revokedAt, integer(p.at)), wasEnded(db.tables));
  // These use the index grants_by_end. The total counts people, not their connections.
  const read = db.many((q, p: Params<Ending & { clientId: string | null }>) =>
    q
      .select({ personId: t.personId, total: sql<number>`count(*) over ()`.mapWith(Number) })
      .from(t)
      .where(and(endedAt(p), sql`(${text(p.clientId)} is null or ${t.clientId} = ${text(p.clientId)})`))
      .groupBy(t.personId)
      .orderBy(t.personId)
      .limit(MOST_NAMED),
  );
  const readApps = db.many((q, p: Params<Ending & { people: string }>) =>
    q
      .selectDistinct({ personId: t.personId, clientId: t.clientId, clientName: clients.name })
      .from(t)
      .leftJoin(clients, eq(clients.id, t.clientId))
      .where(and(endedAt(p), among(db, t.personId, p.people)))
      .orderBy(clients.name, t.clientId),
  );

  async function endedWith(siteId: string, entry: AuditEntry): Promise<EndedPeople> {
    const { id, at, clientId } = entry;
    const rows = await read({ siteId, at, clientId });
    const people = listOf(rows.map(({ personId }) => personId));
    const ofEach = rows.length === 0 || clientId !== null ? [] : await readApps({ siteId, at, people });
    const named = await withDeletedApps(new Set([siteId]), ofEach, id);
    const total = rows[0]?.total ?? 0;
    return {
      people: rows.map(({ personId }) => ({ id: personId, apps: named.filter((one) => one.personId === personId) })),
      more: total - rows.length,
      deleted: Math.max(0, (sizeIn(entry)?.people ?? 0) - total),
    };
  }

  /** Returns the people of each of the entries that can have ended connections of several, by the id of the entry. */
  return async (siteId: string, entries: readonly AuditEntry[]): Promise<ReadonlyMap<number, EndedPeople>> => {
    const ended = new Map<number, EndedPeople>();
    for (const entry of entries.filter(endsOfSeveral)) ended.set(entry.id, await endedWith(siteId, entry));
    return ended;
  };
}
