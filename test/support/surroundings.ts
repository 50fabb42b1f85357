/** What every process of a test needs: the environment it is given, and a port that is free. */
import { once } from 'node:events';
import { createServer } from 'node:net';

export type Environment = Readonly<Record<string, string>>;

/**
 * All that a process of ours is given of the surroundings: a PORT set for somebody else must not reach the product.
 * `WORKERS=2 npm test -- test/faults` tries servers of several workers.
 */
export function surroundings(): Environment {
  const names = ['PATH', 'HOME', 'NODE_COMPILE_CACHE', 'WORKERS'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** The ports that this process was given: one that is closed again could be free for the next to ask, too. */
const given = new Set<number>();

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  if (given.has(address.port)) return freePort();
  given.add(address.port);
  return address.port;
}
