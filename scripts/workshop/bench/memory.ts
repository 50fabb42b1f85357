/** The resident memory of servers as people start them: with the settings that they start with, and without. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FormBrowser } from '../../commands/doctor/browser.ts';
import { ROOT } from '../build/bundle.ts';
import { applyLoad } from './load/load.ts';
import { prepareRow, ROW_NAMES } from './load/rows.ts';
import type { Plan } from './mcp/measure.ts';
import { cpuTime, processTree, residentMemory } from './process-metrics.ts';
import { rotated } from './rounds.ts';
import { median } from './statistics.ts';
import { productEnvironment, SERVE, seedProduct, signIn } from './targets/product.ts';
import type { Seed } from './targets/seed.ts';
import { ServerProcess } from './targets/server-process.ts';
import type { Target } from './targets/target.ts';

const EXECUTABLE = join(ROOT, `schoolgate-${process.platform}-${process.arch}`);
const DOORS: Record<string, readonly string[]> = {
  'npm start': SERVE,
  ...(existsSync(EXECUTABLE) ? { executable: [EXECUTABLE, 'serve'] } : {}),
};
/** Values that mean the same as no setting, and that the program leaves as they are. */
const DEFAULTS = { MALLOC_ARENA_MAX: '0', NODE_OPTIONS: '--max-semi-space-size=0' };

const AFTER_START_MS = 5_000;
const IDLE_MS = 120_000;
const BROWSERS = 8;
const SIGN_INS_EACH = 12;

interface Contestant {
  name: string;
  server: ServerProcess;
  seed: Seed;
  target: Target;
  start: number;
  rounds: { rows: number; signIns: number; perSecond: number; cpuMilliseconds: number }[];
}

export async function measureMemory(folder: string, plan: Plan): Promise<string> {
  const contestants: Contestant[] = [];
  for (const [door, command] of Object.entries(DOORS)) {
    contestants.push(await start(`${door}, with the settings`, command, {}, folder));
    contestants.push(await start(`${door}, without`, command, DEFAULTS, folder));
  }
  for (let round = 1; round <= plan.rounds; round += 1) {
    plan.onProgress(`round ${round} of ${plan.rounds}`);
    for (const contestant of rotated(contestants, round)) await measureRound(contestant, plan);
  }
  plan.onProgress(`waiting for ${IDLE_MS / 1_000} s`);
  await sleep(IDLE_MS, undefined, { signal: plan.signal });
  return render(contestants);
}

async function start(
  name: string,
  command: readonly string[],
  settings: NodeJS.ProcessEnv,
  parentFolder: string,
): Promise<Contestant> {
  const folder = join(parentFolder, name.replace(/\W+/g, '-'));
  await mkdir(folder);
  const environment = await productEnvironment(folder);
  const seed = await seedProduct(environment);
  const server = await ServerProcess.start(command, { ...environment, ...settings }, folder);
  await sleep(AFTER_START_MS);
  const { origin, pid } = server;
  const afterStart = resident(pid);
  return {
    name,
    server,
    seed,
    target: { name, origin, pid, ...(await signIn(origin, seed)) },
    start: afterStart,
    rounds: [],
  };
}

async function measureRound({ target, seed, rounds }: Contestant, { seconds, signal }: Plan): Promise<void> {
  for (const row of ROW_NAMES) {
    signal.throwIfAborted();
    await applyLoad(target.origin, await prepareRow[row](target, seconds), seconds, true);
  }
  const rows = resident(target.pid);
  const [begin, cpuBefore] = [performance.now(), cpuTime(target.pid)];
  await Promise.all(Array.from({ length: BROWSERS }, (_, index) => signInOften(target, seed, index)));
  const count = BROWSERS * SIGN_INS_EACH;
  rounds.push({
    rows,
    signIns: resident(target.pid),
    perSecond: (count / (performance.now() - begin)) * 1_000,
    cpuMilliseconds: (cpuTime(target.pid) - cpuBefore) / 1_000 / count,
  });
}

async function signInOften({ origin }: Target, { people }: Seed, index: number): Promise<void> {
  const { email = '', password = '' } = people[index % people.length] ?? {};
  for (let count = 0; count < SIGN_INS_EACH; count += 1) {
    const browser = new FormBrowser(origin.origin);
    const { status, url } = await browser.submit(await browser.get('/sign-in'), '/sign-in', { email, password });
    if (status !== 200 || url.pathname === '/sign-in') throw new Error(`no sign-in of ${email}: ${status} at ${url}`);
  }
}

/** Of the process and of those that it has started, in MiB. */
const resident = (pid: number): number => processTree(pid).reduce((sum, one) => sum + residentMemory(one), 0) / 2 ** 20;

function render(contestants: readonly Contestant[]): string {
  const lines = contestants.map(({ name, target, start, rounds }) => {
    const [first, last] = [rounds[0], rounds.at(-1)];
    const memory = [start, first?.rows, first?.signIns, last?.rows, last?.signIns, resident(target.pid)];
    const figure = (of: (round: Contestant['rounds'][number]) => number) => median(rounds.map(of)).toFixed(1);
    return [
      name,
      ...memory.map((one) => (one ?? Number.NaN).toFixed(0)),
      figure(({ perSecond }) => perSecond),
      figure(({ cpuMilliseconds }) => cpuMilliseconds),
    ];
  });
  const headings = ['MiB', 'start', 'rows', 'sign-ins', 'last rows', 'last sign-ins', 'idle', 'sign-ins/s', 'CPU ms'];
  const rule = headings.map((_, index) => (index === 0 ? '---' : '---:'));
  return [headings, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
