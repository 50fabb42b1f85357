/** Numbers the connections of a person with an app at a school, which are otherwise alike, from the oldest on. */
import { and, asc, eq } from 'drizzle-orm';
import type { Connection, ConnectionPlace } from '../../schema/oauth/connection.ts';
import type { Database, Params } from '../engine/engine.ts';
import { among, listOf, text } from '../engine/placeholders.ts';
import { isLiveGrant } from './connection-rows.ts';

/** Among more, the places are not known. */
const MOST = 2000;

const groupOf = ({ personId, clientId }: { personId: string; clientId: string }): string => `${personId} ${clientId}`;

/** Prepares the read of the places. Uses the index grants_by_person. */
export function connectionPlaces(db: Database) {
  const { grants: t } = db.tables;
  const read = db.many((q, p: Params<{ siteId: string; people: string; clients: string; now: number }>) =>
    q
      .select({ grantId: t.id, personId: t.personId, clientId: t.clientId, since: t.createdAt })
      .from(t)
      .where(
        and(
          eq(t.siteId, text(p.siteId)),
          among(db, t.personId, p.people),
          among(db, t.clientId, p.clients),
          isLiveGrant(db.tables, p),
        ),
      )
      .orderBy(asc(t.id))
      .limit(MOST),
  );

  /** @returns the places of those connections of a school that are not the only one of the person with the app */
  return async function placesOf(
    siteId: string,
    connections: readonly Connection[],
    now: number,
  ): Promise<ReadonlyMap<number, ConnectionPlace>> {
    const people = listOf([...new Set(connections.map(({ person }) => person.id))]);
    const clients = listOf([...new Set(connections.map(({ client }) => client.id))]);
    const rows = connections.length === 0 ? [] : await read({ siteId, people, clients, now });
    if (rows.length === MOST) return new Map();
    const groups = [...Map.groupBy(rows, groupOf).values()].filter((group) => group.length > 1);
    return new Map(
      groups.flatMap((group) => {
        const sinces = group.map(({ since }) => since);
        return group.map(({ grantId }, index) => [grantId, { number: index + 1, sinces }] as const);
      }),
    );
  };
}
