/** A disk that fails, has become read-only, or takes long (F54, F55). */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom, seedFor } from '../support/seed.ts';
import { type Answer, ServerProcess, type Settings } from '../support/server-process.ts';
import { inject } from '../support/strace.ts';
import { errorOf, FaultClient } from './client.ts';
import { inspectFile } from './crash.ts';
import { givenMore, lostOf, unexpected } from './ledger-of-load.ts';
import { startLoad } from './load.ts';
import { askMetadata, startProbing } from './probes.ts';
import { type Check, check, checkTime, type Report } from './report.ts';

const fileOf = ({ DATABASE_URL: url = '' }: Settings): string => url.slice('file:'.length);

const RECOVERED_MS = 1000;
const SYNCS = 'fsync,fdatasync';
/** How a disk fails: what the kernel then says to whoever writes, or makes sure that it is written. */
const FAILURES: Readonly<Record<string, [calls: string, how: string]>> = {
  'a read-only file system': ['pwrite64,pwritev,ftruncate,fsync,fdatasync', 'error=EROFS'],
  'errors of writing': ['pwrite64,pwritev,ftruncate', 'error=EIO'],
  'errors of syncing': [SYNCS, 'error=EIO'],
};

const isOutage = (answer: Answer): boolean =>
  answer.status === 503 && errorOf(answer) === 'temporarily_unavailable' && Number(answer.headers['retry-after']) <= 2;

interface Trial {
  /** How long it lasts. */
  ms: number;
  /** How many times as long the rest may take, beside other work. */
  patience?: number;
}

/** Nothing is acknowledged that is not on disk, reads go on, and it recovers by itself (F54). */
export async function failDisk(settings: Settings, { ms, patience = 1 }: Trial): Promise<Report> {
  const server = await ServerProcess.start(settings);
  const client = await FaultClient.signIn(settings, server.origin);
  const checks: Check[] = [];
  const figures: Report['figures'] = {};
  for (const [what, [calls, how]] of Object.entries(FAILURES)) {
    const load = startLoad(client, server.origin, 10, randomFrom(seedFor(what)));
    await givenMore(load);
    const end = await inject(server.answering, calls, how);
    // What had begun before is over.
    await sleep(100);
    const probes = startProbing(askMetadata(server.origin));
    const writes: Answer[] = [];
    for (const until = performance.now() + ms; performance.now() < until; await sleep(20)) {
      const { answer, code } = await client.code(server.origin);
      if (code !== undefined || !isRefusal(answer)) writes.push(answer);
    }
    const introspected = await client.introspect(server.origin, 'at_unknown');
    const probed = await probes.stop();
    await end();
    const begin = performance.now();
    while ((await client.code(server.origin)).code === undefined) await sleep(10);
    const recovered = Math.round(performance.now() - begin);
    await sleep(200);
    await load.stop();
    const { tokens, lost } = await lostOf(client, server.origin, load.chains);
    checks.push(
      check(
        `${what}: writes that are not refused as an outage`,
        writes.map(({ status }) => status),
        [],
      ),
      check(`${what}: answers that are neither success nor outage`, unexpected(load), []),
      check(`${what}: metadata not answered`, probed.failed, 0),
      check(`${what}: a read`, introspected.status, 200),
      check(`${what}: acknowledged tokens lost`, lost, 0),
      check(`${what}: writing again in time`, recovered <= RECOVERED_MS * patience, true),
      check(`${what}: the load did something`, tokens > 10, true),
    );
    figures[`${what}: tokens`] = tokens;
    figures['recovered after ms'] = Math.max(recovered, Number(figures['recovered after ms'] ?? 0));
  }
  await server.kill();
  checks.push(...inspectFile(fileOf(settings)));
  return { checks, figures };
}

/** The authorization endpoint answers a browser, with a page. */
const isRefusal = (answer: Answer): boolean =>
  isOutage(answer) || (answer.status === 503 && answer.headers['retry-after'] === '2');

/** Every commit waits for the disk (F55). */
export async function slowDisk(
  settings: Settings,
  { delayMs, ms, patience = 1 }: Trial & { delayMs: number },
): Promise<Report> {
  const server = await ServerProcess.start(settings);
  const client = await FaultClient.signIn(settings, server.origin);
  const load = startLoad(client, server.origin, 10, randomFrom(seedFor('slow disk')));
  await givenMore(load);
  const end = await inject(server.answering, SYNCS, `delay_exit=${delayMs * 1000}`);
  const before = load.chains.length;
  const probes = startProbing(askMetadata(server.origin));
  await sleep(ms);
  const probed = await probes.stop();
  const done = load.chains.length - before;
  await server.kill();
  await end();
  await load.stop();
  const again = await ServerProcess.start(settings);
  const { tokens, lost } = await lostOf(client, again.origin, load.chains);
  await again.stop();
  return {
    checks: [
      check(
        'answers that are neither success nor outage',
        unexpected(load).filter(([status]) => status !== 0),
        [],
      ),
      check('refusals', load.statuses.get(503) ?? 0, 0),
      check('metadata not answered', probed.failed, 0),
      // A commit holds up the loop as long as the disk takes, and at most a few are before whoever asks.
      checkTime('metadata waits for a few commits at most', probed.slowest, 10 * delayMs * patience),
      check('acknowledged tokens lost', lost, 0),
      check('the load goes on', done > 3, true),
      ...inspectFile(fileOf(settings)),
    ],
    figures: {
      'delay ms': delayMs,
      'codes meanwhile': done,
      'tokens checked': tokens,
      'metadata p99 ms': probed.p99,
      'slowest metadata ms': probed.slowest,
    },
  };
}
