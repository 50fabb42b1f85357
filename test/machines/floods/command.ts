/**
 * `npm run machine -- floods [--seconds 10 --addresses 1,1000 --at-once 64 guessing /mcp …]`: floods a server from one and from many
 * addresses, and shows what the innocent notice. They must see no 429 and no 503, and their slowest percent of answers must
 * take at most three times as long as before the flood. Times depend on the machine, which the floods use too.
 */
import { randomBytes } from 'node:crypto';
import { on } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import tap from 'tap';
import { endWithUsage } from '../../../scripts/commands/usage.ts';
import { readOptions } from '../../support/command-line.ts';
import { killServers, ServerProcess, serviceSettings } from '../../support/server-process.ts';
import { DOCUMENT_HOST, FLOODS, type FloodOrder } from './flood-thread.ts';
import { ACTIONS, type Experience, Innocents } from './innocent.ts';

// Helpers of the tests load tap, which would end this process after 30 seconds.
tap.setTimeout(0);

const USAGE = `Usage: npm run machine -- floods [--seconds 10] [--addresses 1,1000] [--at-once 64] [flood …]\nfloods: ${FLOODS.join(', ')}\n`;
const { values, positionals } = readOptions(
  USAGE,
  {
    seconds: { type: 'string', default: '10' },
    addresses: { type: 'string', default: '1,1000' },
    'at-once': { type: 'string', default: '64' },
  },
  { takesNames: true },
);
const SECONDS = Number(values.seconds);
const AT_ONCE = Number(values['at-once']);
const ADDRESSES = values.addresses.split(',').map(Number);
const MOST_TIMES_SLOWER = 3;
const unknown = positionals.find((name) => !FLOODS.some((one) => one === name));
if (unknown !== undefined) endWithUsage(USAGE, `there is no flood ${unknown}`);
if ([SECONDS, AT_ONCE, ...ADDRESSES].some((number) => !(number > 0)))
  endWithUsage(USAGE, 'each option takes positive numbers');

/** Starts a flood in a thread of its own, which leaves the clock of the innocent alone. */
function flood(order: FloodOrder): { stop(): Promise<Map<number, number>> } {
  const thread = new Worker(new URL('./flood-thread.ts', import.meta.url), { workerData: order });
  return {
    async stop() {
      thread.postMessage('stop');
      // tap, which helpers load, sends messages of its own.
      for await (const [message] of on(thread, 'message')) {
        if (!(message instanceof Map)) continue;
        await thread.terminate();
        return message;
      }
      throw new Error('the flood ended without a report');
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
  for (const name of FLOODS) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    for (const addresses of ADDRESSES) {
      const attack = flood({ name, settings, origin: server.origin, addresses, atOnce: AT_ONCE });
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
