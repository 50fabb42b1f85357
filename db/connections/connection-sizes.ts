/** Counts the connections of a school, or of one app there, and the people who have them. */
import { and, count, countDistinct, eq, type SQL } from 'drizzle-orm';
import type { EndedSize } from '../../schema/audit/ended-connections.ts';
import { MAX_COUNTED_CONNECTIONS } from '../../schema/oauth/connection.ts';
import type { Database, Params, QueryBuilder } from '../engine/engine.ts';
import { text } from '../engine/placeholders.ts';
import { isLiveGrant } from './connection-rows.ts';

/** @param most how many are counted at most */
function counting(db: Database, most: number) {
  const { grants: t } = db.tables;
  // Uses the index grants_by_site.
  const size = (q: QueryBuilder, p: Params<{ siteId: string; now: number }>, isOfClient?: SQL) => {
    const isCounted = and(eq(t.siteId, text(p.siteId)), isOfClient, isLiveGrant(db.tables, p));
    const some = q.select({ personId: t.personId }).from(t).where(isCounted).limit(most).as('live');
    return q.select({ connections: count(), people: countDistinct(some.personId) }).from(some);
  };
  const read = db.scanOne((q, p: Params<{ siteId: string; now: number }>) => size(q, p));
  const readOfClient = db.scanOne((q, p: Params<{ siteId: string; clientId: string; now: number }>) =>
    size(q, p, eq(t.clientId, text(p.clientId))),
  );

  return async (siteId: string, clientId: string | undefined, now: number): Promise<EndedSize> => {
    const sized = clientId === undefined ? await read({ siteId, now }) : await readOfClient({ siteId, clientId, now });
    return sized ?? { connections: 0, people: 0 };
  };
}

export const connectionSizes = (db: Database) => ({
  /** Counts at most one connection more than `MAX_COUNTED_CONNECTIONS`, for a page. */
  sizeAtSite: counting(db, MAX_COUNTED_CONNECTIONS + 1),

  wholeSizeAtSite: counting(db, Number.MAX_SAFE_INTEGER),
});
