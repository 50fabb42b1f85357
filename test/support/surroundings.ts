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

/** Linux gives ports from here on to connections and to servers that ask for any, so one of them may be taken at the next moment. */
const PORTS_OF_THE_SYSTEM = 32_768;
const FIRST_PORT = 20_000;

/** Finds a port that is free, and that the system gives to no one else. */
export async function freePort(): Promise<number> {
  const port = FIRST_PORT + Math.floor(Math.random() * (PORTS_OF_THE_SYSTEM - FIRST_PORT));
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => !given.has(port),
    () => false,
  );
  if (server.listening) {
    server.close();
    await once(server, 'close');
  }
  given.add(port);
  return isFree ? port : freePort();
}
