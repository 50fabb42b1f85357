/**
 * One flood, in a thread of its own, so that what it costs here does not delay the clock of the innocent. The thread has
 * the lowest priority: strangers have machines of their own, and must not take the processor from the server by this.
 */
import { Agent } from 'node:http';
import { setPriority } from 'node:os';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import tap from 'tap';
import { OpenForm } from '../../faults/open-form.ts';
import { type Answer, type Settings, send } from '../../support/server-process.ts';

/** Nobody owns this domain, so each fetch of a document ends at the resolver. */
export const DOCUMENT_HOST = 'flood.invalid';

export const FLOODS = ['token', 'documents', '/mcp', 'guessing', 'sign-in'] as const;
type FloodName = (typeof FLOODS)[number];

export interface FloodOrder {
  name: FloodName;
  settings: Settings;
  origin: string;
  addresses: number;
  atOnce: number;
}

/** One request of the flood, the nth in all. */
type Shot = (n: number, from: string, agent: Agent) => Promise<Answer>;

async function floods({ settings, origin }: FloodOrder): Promise<Record<FloodName, Shot>> {
  const form = await OpenForm.open(settings, origin);
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { padding: 'x'.repeat(15_000) } };
  return {
    token: (n, from, agent) =>
      send(`${origin}/api/oauth/token`, {
        form: { grant_type: 'refresh_token', client_id: 'c_vendor_claude', refresh_token: `rt_${n}.${'x'.repeat(43)}` },
        headers: { 'x-forwarded-for': from },
        agent,
      }),
    documents: (n, from, agent) =>
      send(`${origin}/oauth/authorize?client_id=https%3A%2F%2F${DOCUMENT_HOST}%2Fx${n}&response_type=code`, {
        headers: { 'x-forwarded-for': from },
        agent,
      }),
    '/mcp': (n, from, agent) =>
      send(`${origin}/mcp`, {
        json: message,
        headers: { 'x-forwarded-for': from, authorization: `Bearer at_${n}.${'x'.repeat(43)}` },
        agent,
      }),
    guessing: (n, from, agent) => form.send({ email: 'ana@riverside.example', password: `guess ${n}` }, from, agent),
    'sign-in': (n, from, agent) =>
      form.send({ email: `victim${n}@riverside.example`, password: 'a guess' }, from, agent),
  };
}

const addressOf = (n: number): string => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;

/** Shoots until it is told to stop, and then reports the number of answers by status. */
async function shoot(order: FloodOrder): Promise<void> {
  const { name, addresses, atOnce } = order;
  const shot = (await floods(order))[name];
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const statuses = new Map<number, number>();
  let isStopped = false;
  let sent = 0;
  parentPort?.once('message', () => {
    isStopped = true;
  });
  const shooter = async (): Promise<void> => {
    while (!isStopped) {
      sent += 1;
      const { status } = await shot(sent, addressOf(sent % addresses), agent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, shooter));
  agent.destroy();
  parentPort?.postMessage(statuses);
}

if (!isMainThread) {
  // Helpers of the tests load tap, which would end this thread after 30 seconds.
  tap.setTimeout(0);
  setPriority(19);
  await shoot(workerData);
}
