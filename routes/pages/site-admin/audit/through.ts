/** Which connection an event happened through, so that those of one person with the same app are told apart. */
import type { FastifyInstance } from 'fastify';
import { type AuditEntry, connectionIn } from '../../../../schema/audit/audit-event.ts';
import type { PlacedConnection } from '../../../../schema/oauth/connection.ts';
import { sinceText } from '../../kit/connection-place.ts';
import type { Reader } from './sentences.ts';

export type Connections = ReadonlyMap<number, PlacedConnection>;

/** Reads the connections that entries of a school name, in one statement. */
export function connectionsIn(
  { oauth: { connections } }: FastifyInstance,
  siteId: string,
  entries: readonly AuditEntry[],
): Promise<Connections> {
  const pairs = entries.flatMap((entry) => {
    const { personId, clientId } = entry;
    return connectionIn(entry) === undefined || personId === null || clientId === null ? [] : [{ personId, clientId }];
  });
  return connections.ofLog(siteId, pairs);
}

/** @returns when the connection of an entry was made, while the server knows it, and whether the person has others */
export function throughWhich(
  entry: AuditEntry,
  connections: Connections,
  { language, timeZone }: Reader,
): { since: string; isOneOfSeveral: boolean } | undefined {
  const connection = connections.get(connectionIn(entry) ?? 0);
  if (connection === undefined) return undefined;
  return {
    since: sinceText({ ...connection, timeZone }, language),
    isOneOfSeveral: connection.place !== undefined,
  };
}
