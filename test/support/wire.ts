/**
 * Stands between a program and the socket of PostgreSQL, and counts what passes. The protocol is read as documented
 * (PostgreSQL: Frontend/Backend Protocol): the first message of a connection has no type, and every other one has.
 */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

const SOCKET = '.s.PGSQL.5432';
const TYPE_LENGTH = 1;
const LENGTH_LENGTH = 4;

export interface Traffic {
  statements: number;
  /** The server answers, and the client waits, whenever the client has sent Sync or a simple query. */
  roundTrips: number;
}

export interface Wire {
  /** The URL of the same database, through this process. */
  url: string;
  /** What has passed so far. */
  readonly traffic: Readonly<Traffic>;
  close(): Promise<void>;
}

/**
 * @param url names the folder of a unix socket as its host
 * @param folder of the new socket
 */
export async function tapWire(url: string, folder: string): Promise<Wire> {
  const host = new URLSearchParams(url.slice(url.indexOf('?') + 1)).get('host') ?? '';
  const traffic: Traffic = { statements: 0, roundTrips: 0 };
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(join(host, SOCKET));
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(from);
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
      from.on('close', () => open.delete(from));
    }
    client.on('data', counting(traffic)).pipe(database);
    database.pipe(client);
  }).listen(join(folder, SOCKET));
  await once(server, 'listening');
  return {
    url: url.replace(host, folder),
    traffic,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Counts the messages of a client. */
function counting(traffic: Traffic): (bytes: Buffer) => void {
  let received: Buffer = Buffer.alloc(0);
  let isStarted = false;
  return (bytes) => {
    received = Buffer.concat([received, bytes]);
    for (;;) {
      const typeLength = isStarted ? TYPE_LENGTH : 0;
      if (received.length < typeLength + LENGTH_LENGTH) return;
      // The length includes itself, and not the type.
      const length = typeLength + received.readInt32BE(typeLength);
      if (received.length < length) return;
      if (isStarted) count(traffic, String.fromCharCode(received[0] ?? 0));
      isStarted = true;
      received = received.subarray(length);
    }
  };
}

function count(traffic: Traffic, type: string): void {
  const isSimpleQuery = type === 'Q';
  if (isSimpleQuery || type === 'E') traffic.statements += 1;
  if (isSimpleQuery || type === 'S') traffic.roundTrips += 1;
}
