/**
 * Lists a school's apps for the filters on the connections and audit log pages. It jumps from one app to the next in
 * `grants_by_site` instead of reading every grant, so it stays cheap for schools with many members.
 */
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database, Params } from '../engine/engine.ts';
import { text } from '../engine/placeholders.ts';
import { type ConnectedClient, toClient } from './connection-rows.ts';

/** More than anybody chooses from; whoever looks for another names it. */
export const MOST_CHOICES = 50;

type OfSite = Params<{ siteId: string }>;

/** The apps that a site has to do with: those with a grant there that nobody has ended, and those that it made. */
export function clientChoices(db: Database) {
  const { clients, grants, metadataDocuments } = db.tables;
  const live = (p: OfSite) => and(eq(grants.siteId, text(p.siteId)), isNull(grants.revokedAt));

  // By grants_by_site, one step for each app and not for each of its grants; then by clients_by_site.
  const connected = (p: OfSite) => sql`with recursive apps(id, number) as (
    select (select min(${grants.clientId}) from ${grants} where ${live(p)}), 1
    union all
    select (select min(${grants.clientId}) from ${grants} where ${live(p)} and ${grants.clientId} > apps.id), apps.number + 1
    from apps where apps.id is not null and apps.number <= ${sql.raw(String(MOST_CHOICES))}
  ) select id from apps where id is not null`;
  const own = (p: OfSite) => sql`select ${clients.id} from ${clients} where ${clients.siteId} = ${text(p.siteId)}`;
  const reading = (ids: (p: OfSite) => SQL) =>
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
  const readConnected = reading(connected);
  const readAll = reading((p) => sql`${connected(p)} union ${own(p)}`);

  /**
   * @param withOwn also those that the site made and nobody uses: for who manages them
   * @returns `undefined` where there are too many to choose from
   */
  return async function clientsOfSite(siteId: string, withOwn: boolean): Promise<ConnectedClient[] | undefined> {
    const rows = await (withOwn ? readAll : readConnected)({ siteId });
    return rows.length > MOST_CHOICES ? undefined : rows.map(toClient);
  };
}
