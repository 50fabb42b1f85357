/** Numbers the connections of a person with an app at a school, which are otherwise alike, from the oldest on. */
import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Connection, ConnectionPlace, PlacedConnection } from '../../schema/oauth/connection.ts';
import type { Database, Params, QueryBuilder } from '../engine/engine.ts';
import { among, listOf, text } from '../engine/placeholders.ts';
import { isLiveGrant } from './connection-rows.ts';

/** Among more, the places are not known. */
const MOST = 2000;

interface Pair {
  personId: string;
  clientId: string;
}
type Pairs = { siteId: string; people: string; clients: string };
type Row = Pair & { grantId: number; since: number };

const groupOf = ({ personId, clientId }: Pair): string => `${personId} ${clientId}`;

const pairsOf = (siteId: string, pairs: readonly Pair[]): Pairs => ({
  siteId,
  people: listOf([...new Set(pairs.map(({ personId }) => personId))]),
  clients: listOf([...new Set(pairs.map(({ clientId }) => clientId))]),
});

/** Prepares the reads of the places. They use the index grants_by_person. */
export function connectionPlaces(db: Database) {
  const { grants: t } = db.tables;
  // SQLite would prefer the index grants_by_site, and read all grants of the apps.
  const clientId = sql`coalesce(${t.clientId}, '')`;
  const select = (q: QueryBuilder, p: Params<Pairs>, which: SQL | undefined) =>
    q
      .select({ grantId: t.id, personId: t.personId, clientId: t.clientId, since: t.createdAt })
      .from(t)
      .where(and(eq(t.siteId, text(p.siteId)), among(db, t.personId, p.people), among(db, clientId, p.clients), which))
      .orderBy(asc(t.id))
      .limit(MOST);
  const readLive = db.many((q, p: Params<Pairs & { now: number }>) => select(q, p, isLiveGrant(db.tables, p)));
  const readAll = db.many((q, p: Params<Pairs>) => select(q, p, isNotNull(t.redeemedAt)));

  return {
    /** @returns the places of those connections of a school that are not the only one of the person with the app */
    async ofLive(
      siteId: string,
      connections: readonly Connection[],
      now: number,
    ): Promise<ReadonlyMap<number, ConnectionPlace>> {
      const pairs = connections.map(({ person, client }) => ({ personId: person.id, clientId: client.id }));
      const placed = placedIn(pairs.length === 0 ? [] : await readLive({ ...pairsOf(siteId, pairs), now }));
      return new Map([...placed].flatMap(([id, { place }]) => (place === undefined ? [] : [[id, place] as const])));
    },

    /** @returns the connections of people with apps at a school, also those that ended not long ago */
    async ofPairs(siteId: string, pairs: readonly Pair[]): Promise<ReadonlyMap<number, PlacedConnection>> {
      return placedIn(pairs.length === 0 ? [] : await readAll(pairsOf(siteId, pairs)));
    },
  };
}

function placedIn(rows: readonly Row[]): ReadonlyMap<number, PlacedConnection> {
  if (rows.length === MOST) return new Map();
  return new Map(
    [...Map.groupBy(rows, groupOf).values()].flatMap((group) => {
      const sinces = group.map(({ since }) => since);
      return group.map(({ grantId, since }, index) => {
        const place = group.length > 1 ? { number: index + 1, sinces } : undefined;
        return [grantId, { since, place }] as const;
      });
    }),
  );
}
