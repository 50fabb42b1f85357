/**
 * Cursor pagination over a school's live grants, ordered by client and then by grant. The index `grants_by_site` has
 * that order, so a page costs the same however far down the list it is.
 */
import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../schema/oauth/connection.ts';
import type { Database, Params } from '../engine/engine.ts';
import { integer, limit, text } from '../engine/placeholders.ts';
import { selectConnections, toConnection } from './connection-rows.ts';

/** More than anybody looks through; what is beyond can still be ended, by app. */
export const MOST_OF_A_PERSON = 500;

export interface ConnectionFilter {
  clientId?: string | undefined;
  personId?: string | undefined;
}

export interface ConnectionPage {
  first: number;
  /** The last one of the page before, which may have ended since. */
  after: number | undefined;
}

type Page = { siteId: string; clientId: string; count: number; now: number };

/** What is connected to a site, app by app, in the order in which it was connected. */
export function connectionPages(db: Database) {
  const { grants: t } = db.tables;
  const ofSite = (p: Params<{ siteId: string }>) => eq(t.siteId, text(p.siteId));

  const readPage = <Given extends { siteId: string; now: number; count: number }>(where: (p: Params<Given>) => SQL) =>
    db.many((q, p: Params<Given>) =>
      selectConnections(db.tables, q, p, and(ofSite(p), where(p)))
        .orderBy(asc(t.clientId), asc(t.id))
        .limit(limit(p.count)),
    );
  // By grants_by_site: first what is left of an app, then the apps behind it. As one condition on both, every page would
  // go through the app from its beginning.
  const readRestOfClient = readPage(
    (p: Params<Page & { afterGrant: number }>) =>
      sql`${t.clientId} = ${text(p.clientId)} and ${t.id} > ${integer(p.afterGrant)}`,
  );
  const readNextClients = readPage((p: Params<Page>) => gt(t.clientId, text(p.clientId)));
  // By grants_by_person.
  const readOfPerson = db.many((q, p: Params<{ siteId: string; personId: string; now: number }>) =>
    selectConnections(db.tables, q, p, and(ofSite(p), eq(t.personId, text(p.personId))))
      .orderBy(desc(t.id))
      .limit(MOST_OF_A_PERSON),
  );
  // By primary key.
  const readPlace = db.one((q, p: Params<{ siteId: string; grantId: number }>) =>
    q
      .select({ clientId: t.clientId, grantId: t.id })
      .from(t)
      .where(and(eq(t.id, integer(p.grantId)), ofSite(p))),
  );

  type Place = NonNullable<Awaited<ReturnType<typeof readPlace>>>;
  interface Part {
    siteId: string;
    place: Place | undefined;
    /** One more than is shown, to know whether there are more. */
    count: number;
    now: number;
  }

  async function allOf({ siteId, place, count, now }: Part) {
    const rest =
      place === undefined
        ? []
        : await readRestOfClient({ siteId, clientId: place.clientId, afterGrant: place.grantId, count, now });
    if (rest.length === count) return rest;
    const next = await readNextClients({ siteId, clientId: place?.clientId ?? '', count: count - rest.length, now });
    return [...rest, ...next];
  }

  async function ofPerson({ siteId, place, count, now }: Part, personId: string, clientId: string | undefined) {
    const rows = await readOfPerson({ siteId, personId, now });
    const inOrder = rows
      .filter((row) => clientId === undefined || row.clientId === clientId)
      .sort((a, b) => compare(a.clientId, b.clientId) || a.grantId - b.grantId);
    const isBehind = (row: Place): boolean =>
      place === undefined || (compare(row.clientId, place.clientId) || row.grantId - place.grantId) > 0;
    return inOrder.filter(isBehind).slice(0, count);
  }

  return async function pageOfSite(
    siteId: string,
    { clientId, personId }: ConnectionFilter,
    { first, after }: ConnectionPage,
    now: number,
  ): Promise<{ connections: Connection[]; hasMore: boolean }> {
    const place = after === undefined ? undefined : await readPlace({ siteId, grantId: after });
    const part = { siteId, place, count: first + 1, now };
    let rows: Awaited<ReturnType<typeof readOfPerson>>;
    if (personId !== undefined) rows = await ofPerson(part, personId, clientId);
    else if (clientId === undefined) rows = await allOf(part);
    else rows = await readRestOfClient({ siteId, clientId, afterGrant: place?.grantId ?? 0, count: first + 1, now });
    return { connections: rows.slice(0, first).map(toConnection), hasMore: rows.length > first };
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
