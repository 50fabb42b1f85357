/** Counts the connections of a school, or of one app there, and the people who have them. */
import { and, count, countDistinct, eq } from 'drizzle-orm';
import type { EndedSize } from '../../schema/audit/ended-connections.ts';
import type { Database, Params } from '../engine/engine.ts';
import { text } from '../engine/placeholders.ts';
import { isLiveGrant } from './connection-rows.ts';

export function connectionSizes(db: Database) {
  const { grants: t } = db.tables;
  const ofSite = (p: Params<{ siteId: string }>) => eq(t.siteId, text(p.siteId));
  // Uses the index grants_by_site.
  const size = { connections: count(), people: countDistinct(t.personId) };
  const readSize = db.scanOne((q, p: Params<{ siteId: string; now: number }>) =>
    q
      .select(size)
      .from(t)
      .where(and(ofSite(p), isLiveGrant(db.tables, p))),
  );
  const readSizeOfClient = db.scanOne((q, p: Params<{ siteId: string; clientId: string; now: number }>) =>
    q
      .select(size)
      .from(t)
      .where(and(ofSite(p), eq(t.clientId, text(p.clientId)), isLiveGrant(db.tables, p))),
  );

  return async function sizeAtSite(siteId: string, clientId: string | undefined, now: number): Promise<EndedSize> {
    const sized =
      clientId === undefined ? await readSize({ siteId, now }) : await readSizeOfClient({ siteId, clientId, now });
    return { connections: sized?.connections ?? 0, people: sized?.people ?? 0 };
  };
}
