/**
 * Lists a school's apps for its first admin page, and for the filters on the connections and audit log pages. It jumps
 * from one app to the next in `grants_by_site` instead of reading every grant, so it stays cheap for schools with many
 * members.
 */
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { MAX_COUNTED_APPS, type UsedApps } from '../../schema/oauth/connection.ts';
import type { Database, Params } from '../engine/engine.ts';
import { integer, text } from '../engine/placeholders.ts';
import { type ConnectedClient, toClient } from './connection-rows.ts';

/** A longer list would not help anybody to choose. Other apps can be named by their id. */
export const MAX_CHOICES = 50;

type OfSite = Params<{ siteId: string }>;

/** The number of the newest grants of an app that are looked at, to tell whether one is in use. */
const NEWEST_GRANTS = 100;

/** The apps of a school with a grant that is not revoked, by one step in the index grants_by_site for each. */
function steppingIn(db: Database, most: number) {
  const { grants } = db.tables;
  const live = (p: OfSite) => and(eq(grants.siteId, text(p.siteId)), isNull(grants.revokedAt));
  return (p: OfSite): SQL => sql`with recursive apps(id, number) as (
    select (select min(${grants.clientId}) from ${grants} where ${live(p)}), 1
    union all
    select (select min(${grants.clientId}) from ${grants} where ${live(p)} and ${grants.clientId} > apps.id), apps.number + 1
    from apps where apps.id is not null and apps.number <= ${sql.raw(String(most))}
  ) select id from apps where id is not null`;
}

/** Prepares the count of the apps that somebody at a school uses, and of those of them that nobody has reviewed as they are. */
export function usedApps(db: Database) {
  const { clients, grants, metadataDocuments: documents } = db.tables;
  const stepping = steppingIn(db, MAX_COUNTED_APPS);
  // Uses the index grants_by_site, and the primary keys of the apps.
  const isUsed = (p: OfSite & Params<{ now: number }>) => sql`exists (select 1 from (
    select ${grants.redeemedAt} as redeemed_at, ${grants.expiresAt} as expires_at from ${grants}
    where ${grants.siteId} = ${text(p.siteId)} and ${grants.clientId} = ${clients.id} and ${grants.revokedAt} is null
    order by ${grants.id} desc limit ${sql.raw(String(NEWEST_GRANTS))}
  ) as newest where newest.redeemed_at is not null and newest.expires_at > ${integer(p.now)})`;
  const read = db.one((q, p: Params<{ siteId: string; now: number }>) =>
    q
      .select({
        count: sql<number>`count(*)`.mapWith(Number),
        // An approval is of a document as it was then.
        waiting:
          sql<number>`count(case when ${documents.review} = 'unreviewed' or ${documents.approvedMetadata} is not null then 1 end)`.mapWith(
            Number,
          ),
      })
      .from(clients)
      .leftJoin(documents, eq(documents.clientId, clients.id))
      .where(and(sql`${clients.id} in (${stepping(p)})`, isUsed(p))),
  );

  return async (siteId: string, now: number): Promise<UsedApps> =>
    (await read({ siteId, now })) ?? { count: 0, waiting: 0 };
}

/** Prepares the count of the apps of all schools that nobody has reviewed as they are, up to `MAX_COUNTED_APPS`. */
export function appsToReview(db: Database) {
  const { metadataDocuments: documents } = db.tables;
  const read = db.one((q) => {
    const waiting = q
      .select({ id: documents.clientId })
      .from(documents)
      .where(eq(documents.review, 'unreviewed'))
      .limit(MAX_COUNTED_APPS)
      .as('waiting');
    return q.select({ count: sql<number>`count(*)`.mapWith(Number) }).from(waiting);
  });

  return async (): Promise<number> => (await read())?.count ?? 0;
}

/** The number of the newest entries of the audit log in which apps are looked for. */
const NEWEST_ENTRIES = 2000;

/** Prepares lists of apps by name, with as many as can be chosen and one more. */
function listings(db: Database) {
  const { clients, metadataDocuments } = db.tables;
  return (ids: (p: OfSite) => SQL) =>
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
        .limit(MAX_CHOICES + 1),
    );
}

type Choices = ConnectedClient[] | undefined;
const choicesOf = (rows: Parameters<typeof toClient>[0][]): Choices =>
  rows.length > MAX_CHOICES ? undefined : rows.map(toClient);

/**
 * Prepares the lists of the apps with a grant at a school that is not revoked, of those that the school created, and of
 * those that its audit log names.
 */
export function clientChoices(db: Database) {
  const { auditEvents, clients } = db.tables;
  // Uses the index grants_by_site, and then clients_by_site.
  const connected = steppingIn(db, MAX_CHOICES);
  const own = (p: OfSite) => sql`select ${clients.id} from ${clients} where ${clients.siteId} = ${text(p.siteId)}`;
  // Uses the index audit_events_by_site.
  const logged = (p: OfSite) => sql`select newest.client_id from (
    select ${auditEvents.clientId} as client_id from ${auditEvents} where ${auditEvents.siteId} = ${text(p.siteId)}
    order by ${auditEvents.id} desc limit ${sql.raw(String(NEWEST_ENTRIES))}
  ) as newest where newest.client_id is not null`;
  const listing = listings(db);
  const readConnected = listing(connected);
  const readAll = listing((p) => sql`${connected(p)} union ${own(p)}`);
  const readLogged = listing((p) => sql`${connected(p)} union ${own(p)} union ${logged(p)}`);

  return {
    /**
     * Lists the apps of a school by name.
     * @param withOwn whether to include apps that the school created and nobody uses, for operators who manage them
     * @returns `undefined` if there are more than `MAX_CHOICES`
     */
    ofSite: async (siteId: string, withOwn: boolean): Promise<Choices> =>
      choicesOf(await (withOwn ? readAll : readConnected)({ siteId })),

    /** Also lists those that the newest entries of the audit log name, whatever has become of their connections. */
    ofLog: async (siteId: string): Promise<Choices> => choicesOf(await readLogged({ siteId })),
  };
}
