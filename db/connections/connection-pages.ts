/**
 * Cursor pagination over a school's live grants, ordered by client and then by grant. The index `grants_by_site` has
 * that order, so a page costs the same however far down the list it is.
 */
import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../schema/oauth/connection.ts';
import type { Database, Params } from '../engine/engine.ts';
import { integer, limit, text } from '../engine/placeholders.ts';
import { selectConnections, toConnection } from './connection-rows.ts';

/** A longer list would not be read. Further connections can still be ended, by app. */
export const MAX_OF_A_PERSON = 500;

export interface ConnectionFilter {
  clientId?: string | undefined;
  personId?: string | undefined;
}

export interface ConnectionPage {
  first: number;
  /** The grant id of the last connection on the page before, which may have ended since. */
  after: number | undefined;
  /** The grant id of the first connection on the page after, to read the page that precedes it. */
  before?: number | undefined;
}

type PageValues = { siteId: string; clientId: string; count: number; now: number };

/** Prepares the reads of a school's connections, ordered by app and then by the time of the connection. */
function pageReads(db: Database) {
  const { grants: t } = db.tables;
  const ofSite = (p: Params<{ siteId: string }>) => eq(t.siteId, text(p.siteId));

  const readPage = <Input extends { siteId: string; now: number; count: number }>(
    where: (p: Params<Input>) => SQL,
    by: typeof asc = asc,
  ) =>
    db.scan((q, p: Params<Input>) =>
      selectConnections(db.tables, q, p, and(ofSite(p), where(p)))
        .orderBy(by(t.clientId), by(t.id))
        .limit(limit(p.count)),
    );
  // Uses the index grants_by_site: first the rest of an app, then the apps after it. With one condition on both, every
  // page would read the app from its beginning.
  const readRestOfClient = readPage(
    (p: Params<PageValues & { afterGrant: number }>) =>
      sql`${t.clientId} = ${text(p.clientId)} and ${t.id} > ${integer(p.afterGrant)}`,
  );
  const readNextClients = readPage((p: Params<PageValues>) => gt(t.clientId, text(p.clientId)));
  // The same in the opposite direction.
  const readStartOfClient = readPage(
    (p: Params<PageValues & { beforeGrant: number }>) =>
      sql`${t.clientId} = ${text(p.clientId)} and ${t.id} < ${integer(p.beforeGrant)}`,
    desc,
  );
  const readPreviousClients = readPage((p: Params<PageValues>) => lt(t.clientId, text(p.clientId)), desc);
  // Uses the index grants_by_person.
  const readOfPerson = db.many((q, p: Params<{ siteId: string; personId: string; now: number }>) =>
    selectConnections(db.tables, q, p, and(ofSite(p), eq(t.personId, text(p.personId))))
      .orderBy(desc(t.id))
      .limit(MAX_OF_A_PERSON),
  );
  // Uses the primary key.
  const readPosition = db.one((q, p: Params<{ siteId: string; grantId: number }>) =>
    q
      .select({ clientId: t.clientId, grantId: t.id })
      .from(t)
      .where(and(eq(t.id, integer(p.grantId)), ofSite(p))),
  );

  return { readRestOfClient, readNextClients, readStartOfClient, readPreviousClients, readOfPerson, readPosition };
}

type Reads = ReturnType<typeof pageReads>;
type Row = Awaited<ReturnType<Reads['readOfPerson']>>[number];
type Position = Pick<Row, 'clientId' | 'grantId'>;

/** The rows after or before a position, the nearest first. */
interface Part {
  siteId: string;
  /** Without a position, the list begins. */
  from: Position | undefined;
  isBackwards: boolean;
  /** One more than the page has, to tell whether more connections follow. */
  count: number;
  now: number;
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const order = (a: Position, b: Position): number => compare(a.clientId, b.clientId) || a.grantId - b.grantId;

/** The part of a list that is in memory. */
function partOf(rows: readonly Row[], clientId: string | undefined, { from, isBackwards, count }: Part): Row[] {
  const way = isBackwards ? -1 : 1;
  return rows
    .filter((row) => clientId === undefined || row.clientId === clientId)
    .filter((row) => from === undefined || order(row, from) * way > 0)
    .sort((a, b) => order(a, b) * way)
    .slice(0, count);
}

/** Prepares the pages of a school's connections. */
export function connectionPages(db: Database) {
  const reads = pageReads(db);

  const ofClient = (part: Part, clientId: string): Promise<Row[]> => {
    const { from, isBackwards, ...values } = part;
    if (!isBackwards) return reads.readRestOfClient({ ...values, clientId, afterGrant: from?.grantId ?? 0 });
    return reads.readStartOfClient({ ...values, clientId, beforeGrant: from?.grantId ?? 0 });
  };

  async function ofAll(part: Part): Promise<Row[]> {
    const { from, isBackwards, count, ...values } = part;
    const near = from === undefined ? [] : await ofClient(part, from.clientId);
    if (near.length === count) return near;
    const readFurther = isBackwards ? reads.readPreviousClients : reads.readNextClients;
    const further = await readFurther({ ...values, clientId: from?.clientId ?? '', count: count - near.length });
    return [...near, ...further];
  }

  return async function pageOfSite(
    siteId: string,
    { clientId, personId }: ConnectionFilter,
    { first, after, before }: ConnectionPage,
    now: number,
  ): Promise<{ connections: Connection[]; hasMore: boolean }> {
    const grantId = before ?? after;
    const from = grantId === undefined ? undefined : await reads.readPosition({ siteId, grantId });
    const isBackwards = before !== undefined && from !== undefined;
    const part = { siteId, from, isBackwards, count: first + 1, now };
    let rows: Row[];
    if (personId !== undefined) rows = partOf(await reads.readOfPerson({ siteId, personId, now }), clientId, part);
    else rows = await (clientId === undefined ? ofAll(part) : ofClient(part, clientId));
    const connections = rows.slice(0, first).map(toConnection);
    return { connections: isBackwards ? connections.reverse() : connections, hasMore: rows.length > first };
  };
}
