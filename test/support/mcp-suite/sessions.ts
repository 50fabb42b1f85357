/**
 * Sessions, for the revisions before 2026-07-28. The endpoint has none: what needs one in these revisions (a tool that asks
 * back, a level of the log, a subscription) is not offered there, and is added for the suite here.
 */
import { randomUUID } from 'node:crypto';
import { type EventStore, type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { Interception } from '../../../routes/apis/mcp/registry.ts';
import { isRecord } from '../../../schema/data/objects.ts';

const WITHOUT_SESSIONS = '2026-07-28';
const UNKNOWN = { jsonrpc: '2.0', id: null, error: { code: -32_001, message: 'there is no such session' } };

export function sessions(): Interception {
  const open = new Map<string, WebStandardStreamableHTTPServerTransport>();

  async function begin(message: Request, parsedBody: unknown, server: Server): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: eventNames(),
      retryInterval: 100,
      onsessioninitialized: (id) => void open.set(id, transport),
    });
    rememberSubscriptions(server);
    await server.connect(transport);
    return transport.handleRequest(message, { parsedBody });
  }

  return (message, parsedBody, createServer) => {
    const id = message.headers.get('mcp-session-id');
    if (message.headers.get('mcp-protocol-version') === WITHOUT_SESSIONS) return undefined;
    if (id !== null)
      return (
        open.get(id)?.handleRequest(message, { parsedBody }) ?? Promise.resolve(Response.json(UNKNOWN, { status: 404 }))
      );
    const begins = isRecord(parsedBody) && parsedBody.method === 'initialize';
    return begins ? begin(message, parsedBody, createServer()) : undefined;
  };
}

/** Each event has an id, so that a stream says where it stands. It cannot be taken up again: that takes a GET. */
const eventNames = (): EventStore => ({
  storeEvent: async (streamId) => `${streamId}/${randomUUID()}`,
  replayEventsAfter: async (id) => id.slice(0, id.indexOf('/')),
});

function rememberSubscriptions(server: Server): void {
  const subscribed = new Set<string>();
  server.registerCapabilities({ logging: {}, resources: { subscribe: true } });
  server.setRequestHandler('resources/subscribe', async ({ params }) => {
    subscribed.add(params.uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', async ({ params }) => {
    subscribed.delete(params.uri);
    return {};
  });
}
