/**
 * `npm run floods [-- --seconds 10 --addresses 1,1000 --at-once 64 guessing /mcp …]`: floods a server from one and from many
 * addresses, and shows what the innocent notice. They must see no 429 and no 503, and their slowest percent of answers must
 * take at most three times as long as before the flood. Times depend on the machine, which the floods use too.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import tap from 'tap';
import {
  type Answer,
  killServers,
  ServerProcess,
  type Settings,
  send,
  serviceSettings,
} from '../support/server-process.ts';
import { ACTIONS, type Experience, Innocents } from './innocent.ts';
import { OpenForm } from './open-form.ts';

// Helpers of the tests load tap, which would end this process after 30 seconds.
tap.setTimeout(0);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '10' },
    addresses: { type: 'string', default: '1,1000' },
    'at-once': { type: 'string', default: '64' },
  },
});
const SECONDS = Number(values.seconds);
const AT_ONCE = Number(values['at-once']);
const ADDRESSES = values.addresses.split(',').map(Number);
const MOST_TIMES_SLOWER = 3;
/** Nobody owns this domain, so each fetch of a document ends at the resolver. */
const DOCUMENT_HOST = 'flood.invalid';

/** One request of the flood, the nth in all. */
type Shot = (n: number, from: string, agent: Agent) => Promise<Answer>;

/** @returns the floods by name */
async function floods(settings: Settings, origin: string): Promise<Record<string, Shot>> {
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

/** Shoots until it is stopped. @returns the number of answers by status */
function shoot(shot: Shot, addresses: number): { stop(): Promise<Map<number, number>> } {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const statuses = new Map<number, number>();
  let isStopped = false;
  let sent = 0;
  const shooter = async (): Promise<void> => {
    while (!isStopped) {
      sent += 1;
      const { status } = await shot(sent, addressOf(sent % addresses), agent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const shooters = Promise.all(Array.from({ length: AT_ONCE }, shooter));
  return {
    async stop() {
      isStopped = true;
      await shooters;
      agent.destroy();
      return statuses;
    },
  };
}

const line = (cells: readonly (string | number)[]): void => {
  const widths = [12, 9, 8, 34, 9, 8, 7, 9, 9, 9, 9];
  process.stdout.write(`${cells.map((cell, column) => String(cell).padEnd(widths[column] ?? 0)).join(' ')}\n`);
};

const timesOf = ({ p99 }: Experience): number[] => ACTIONS.map((action) => p99[action]);

const folder = mkdtempSync(join(tmpdir(), 'schoolgate-floods-'));
try {
  const settings = await serviceSettings(folder, {
    RATE_LIMITS: 'on',
    TRUST_PROXY: '127.0.0.1',
    CIMD_ALLOWED_HOSTS: DOCUMENT_HOST,
    MASTER_KEY: randomBytes(32).toString('base64'),
  });
  const server = await ServerProcess.start(settings);
  const innocents = await Innocents.signIn(settings, server.origin);
  const all = Object.entries(await floods(settings, server.origin));
  const names = all.map(([name]) => name);
  for (const name of positionals) if (!names.includes(name)) throw new Error(`no flood ${name}: ${names.join(', ')}`);

  await innocents.live(2);
  const quiet = await innocents.live(SECONDS);
  line([
    'flood',
    'addresses',
    'per s',
    'its answers',
    'innocent',
    '429/503',
    'other',
    ...ACTIONS.map((a) => `${a} p99`),
  ]);
  line(['none', '', '', '', quiet.requests, quiet.refused, quiet.failed, ...timesOf(quiet)]);
  for (const [name, shot] of all) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    for (const addresses of ADDRESSES) {
      const attack = shoot(shot, addresses);
      const seen = await innocents.live(SECONDS);
      const statuses = await attack.stop();
      const perSecond = Math.round([...statuses.values()].reduce((sum, count) => sum + count, 0) / SECONDS);
      const counts = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ');
      line([name, addresses, perSecond, counts, seen.requests, seen.refused, seen.failed, ...timesOf(seen)]);
      const isSlow = ACTIONS.some((action) => seen.p99[action] > MOST_TIMES_SLOWER * Math.max(1, quiet.p99[action]));
      if (seen.refused + seen.failed > 0 || isSlow) process.exitCode = 1;
    }
  }
  await server.stop();
} finally {
  await killServers();
  rmSync(folder, { recursive: true, force: true });
}
