/**
 * Lists a school's apps for the filters on the connections and audit log pages. It jumps from one app to the next in
 * `grants_by_site` instead of reading every grant, so it stays cheap for schools with many members.
 */
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database, Params } from '../engine/engine.ts';
import { text } from '../engine/placeholders.ts';
import { type ConnectedClient, toClient } from './connection-rows.ts';

/** A longer list would not help anybody to choose. Other apps can be named by their id. */
export const MOST_CHOICES = 50;

type OfSite = Params<{ siteId: string }>;

/**
 * Prepares the lists of the apps with a grant at a school that is not revoked, and of those that the school created.
 */
export function clientChoices(db: Database) {
  const { clients, grants, metadataDocuments } = db.tables;
  const live = (p: OfSite) => and(eq(grants.siteId, text(p.siteId)), isNull(grants.revokedAt));

  // Uses the index grants_by_site, with one step for each app instead of each grant, and then clients_by_site.
  const connected = (p: OfSite) => sql`with recursive apps(id, number) as (
    select (select min(${grants.clientId}) from ${grants} where ${live(p)}), 1
    union all
    select (select min(${grants.clientId}) from ${grants} where ${live(p)} and ${grants.clientId} > apps.id), apps.number + 1
    from apps where apps.id is not null and apps.number <= ${sql.raw(String(MOST_CHOICES))}
  ) select id from apps where id is not null`;
  const own = (p: OfSite) => sql`select ${clients.id} from ${clients} where ${clients.siteId} = ${text(p.siteId)}`;
  const listing = (ids: (p: OfSite) => SQL) =>
    db.many((q, p: OfSite) =>
      q
        .select({
          clientId: clients.id,
          clientName: clients.name,
          origin: clients.origin,
          review: metadataDocuments.review,
        })
        .from(clients)
        .leftJoin(metadataDocuments, eq(metadataDocuments.clientId, clients.id))
        .where(sql`${clients.id} in (${ids(p)})`)
        .orderBy(asc(clients.name), asc(clients.id))
        .limit(MOST_CHOICES + 1),
    );
  const readConnected = listing(connected);
  const readAll = listing((p) => sql`${connected(p)} union ${own(p)}`);

  /**
   * Lists the apps of a school by name.
   * @param withOwn whether to include apps that the school created and nobody uses, for operators who manage them
   * @returns `undefined` if there are more than `MOST_CHOICES`
   */
  return async function clientsOfSite(siteId: string, withOwn: boolean): Promise<ConnectedClient[] | undefined> {
    const rows = await (withOwn ? readAll : readConnected)({ siteId });
    return rows.length > MOST_CHOICES ? undefined : rows.map(toClient);
  };
}
