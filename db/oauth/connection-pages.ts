/**
 * Cursor pagination over a school's live grants, ordered by client and then by grant. The index `grants_by_site` has
 * that order, so a page costs the same however far down the list it is.
 */
import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../schema/oauth/connection.ts';
import type { Database, Params } from '../engine/engine.ts';
import { integer, limit, text } from '../engine/placeholders.ts';
import { selectConnections, toConnection } from './connection-rows.ts';

/** A longer list would not be read. Further connections can still be ended, by app. */
export const MOST_OF_A_PERSON = 500;

export interface ConnectionFilter {
  clientId?: string | undefined;
  personId?: string | undefined;
}

export interface ConnectionPage {
  first: number;
  /** The grant id of the last connection on the previous page, which may have ended since. */
  after: number | undefined;
}

type PageValues = { siteId: string; clientId: string; count: number; now: number };

/** Prepares the list of a school's connections, ordered by app and then by the time of the connection. */
export function connectionPages(db: Database) {
  const { grants: t } = db.tables;
  const ofSite = (p: Params<{ siteId: string }>) => eq(t.siteId, text(p.siteId));

  const readPage = <Given extends { siteId: string; now: number; count: number }>(where: (p: Params<Given>) => SQL) =>
    db.many((q, p: Params<Given>) =>
      selectConnections(db.tables, q, p, and(ofSite(p), where(p)))
        .orderBy(asc(t.clientId), asc(t.id))
        .limit(limit(p.count)),
    );
  // Uses the index grants_by_site: first the rest of an app, then the apps after it. With one condition on both, every
  // page would read the app from its beginning.
  const readRestOfClient = readPage(
    (p: Params<PageValues & { afterGrant: number }>) =>
      sql`${t.clientId} = ${text(p.clientId)} and ${t.id} > ${integer(p.afterGrant)}`,
  );
  const readNextClients = readPage((p: Params<PageValues>) => gt(t.clientId, text(p.clientId)));
  // Uses the index grants_by_person.
  const readOfPerson = db.many((q, p: Params<{ siteId: string; personId: string; now: number }>) =>
    selectConnections(db.tables, q, p, and(ofSite(p), eq(t.personId, text(p.personId))))
      .orderBy(desc(t.id))
      .limit(MOST_OF_A_PERSON),
  );
  // Uses the primary key.
  const readPosition = db.one((q, p: Params<{ siteId: string; grantId: number }>) =>
    q
      .select({ clientId: t.clientId, grantId: t.id })
      .from(t)
      .where(and(eq(t.id, integer(p.grantId)), ofSite(p))),
  );

  type Position = NonNullable<Awaited<ReturnType<typeof readPosition>>>;
  interface Part {
    siteId: string;
    /** The position after which the page begins. */
    after: Position | undefined;
    /** One more than the page has, to tell whether more connections follow. */
    count: number;
    now: number;
  }

  async function allOf({ siteId, after, count, now }: Part) {
    const rest =
      after === undefined
        ? []
        : await readRestOfClient({ siteId, clientId: after.clientId, afterGrant: after.grantId, count, now });
    if (rest.length === count) return rest;
    const next = await readNextClients({ siteId, clientId: after?.clientId ?? '', count: count - rest.length, now });
    return [...rest, ...next];
  }

  async function ofPerson({ siteId, after, count, now }: Part, personId: string, clientId: string | undefined) {
    const rows = await readOfPerson({ siteId, personId, now });
    const inOrder = rows
      .filter((row) => clientId === undefined || row.clientId === clientId)
      .sort((a, b) => compare(a.clientId, b.clientId) || a.grantId - b.grantId);
    const isAfter = (row: Position): boolean =>
      after === undefined || (compare(row.clientId, after.clientId) || row.grantId - after.grantId) > 0;
    return inOrder.filter(isAfter).slice(0, count);
  }

  return async function pageOfSite(
    siteId: string,
    { clientId, personId }: ConnectionFilter,
    { first, after: lastId }: ConnectionPage,
    now: number,
  ): Promise<{ connections: Connection[]; hasMore: boolean }> {
    const after = lastId === undefined ? undefined : await readPosition({ siteId, grantId: lastId });
    const part = { siteId, after, count: first + 1, now };
    let rows: Awaited<ReturnType<typeof readOfPerson>>;
    if (personId !== undefined) rows = await ofPerson(part, personId, clientId);
    else if (clientId === undefined) rows = await allOf(part);
    else rows = await readRestOfClient({ siteId, clientId, afterGrant: after?.grantId ?? 0, count: first + 1, now });
    return { connections: rows.slice(0, first).map(toConnection), hasMore: rows.length > first };
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
