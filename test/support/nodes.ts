/**
 * `NODES=2`: the server of a test is two complete servers on one database, as two nodes behind a balancer are, and
 * requests go to one and the other in turn. The test must not notice.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How many nodes a server of this run has. */
export const NODES = Number(process.env.NODES ?? 1);

type Inject = FastifyInstance['inject'];

/** @returns the first node, whose requests the others answer in turn, injected or over HTTP; they close together */
export function inTurn(nodes: readonly FastifyInstance[]): FastifyInstance {
  const [first] = nodes;
  if (first === undefined) throw new RangeError('a server has at least one node');
  if (nodes.length === 1) return first;
  let requests = 0;
  const next = (): FastifyInstance => {
    const node = nodes[requests % nodes.length] ?? first;
    requests += 1;
    // As housekeeping does every second. The clock of a test stands still, and what happens in it has an order all the same.
    node.recheckKeys();
    return node;
  };

  const handlers = nodes.map(({ server }) => server.listeners('request'));
  first.server.removeAllListeners('request');
  first.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    for (const handle of handlers[nodes.indexOf(next())] ?? [])
      Reflect.apply(handle, first.server, [request, response]);
  });

  const inject = new Proxy(first.inject, {
    apply: (_, __, given: Parameters<Inject>) => Reflect.apply(next().inject, undefined, given),
  });
  const close = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.close()));
  };
  // What a node injects into itself does not go through this object.
  return Object.assign(Object.create(first), { inject, close });
}
