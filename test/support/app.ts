/** The whole server on a database of its own, with the demo platform and a clock that a test can move. */
import type { FastifyInstance } from 'fastify';
import type { Test } from 'tap';
import type { Network } from '../../plugins/http/guarded-request.ts';
import { loadConfig } from '../../plugins/settings/config.ts';
import type { Timer } from '../../plugins/settings/timer.ts';
import type { Registry } from '../../routes/apis/mcp/registry.ts';
import { buildApp } from '../../routes/app.ts';
import { seedDemo } from '../../scripts/commands/demo/seed.ts';
import { CHEAP } from './cheap-password.ts';
import { databaseFile, prepareDatabase } from './database-edit.ts';
import { inTurn, NODES } from './nodes.ts';
import { BASE, BEHIND_HTTPS, PASSWORD, SECRET, START, temporaryFolder } from './settings.ts';

export { BASE, PASSWORD, SECRET, temporaryFolder };

export interface TestClock {
  now: number;
  advance(ms: number): void;
}

export interface TestApp {
  app: FastifyInstance;
  clock: TestClock;
  /** Every line of the log so far. */
  logs: string[];
  /** The nodes behind `app`, each of which can also be asked by itself. */
  nodes: readonly FastifyInstance[];
}

export interface TestAppOptions {
  env?: Record<string, string>;
  /** Starts on this database; a fresh one otherwise. */
  databaseUrl?: string;
  dataDir?: string;
  /** Whether the demo platform is in the database; it is unless this is false. */
  seed?: boolean;
  /** Where its clock begins, in milliseconds since the epoch. */
  now?: number;
  /** Whether housekeeping runs; it does unless this is false. */
  housekeeping?: boolean;
  /** Where metadata documents come from. */
  network?: Network;
  /** What ends an answer that takes too long; the system's timer otherwise. */
  timer?: Timer;
  /** Whether hashing a password takes as long as in operation. */
  costlyPasswords?: boolean;
  /** Adds tools, resources and methods to the tool endpoint. */
  extendMcp?: (registry: Registry) => void;
  /** How much later the clock of each further node is than that of the first, in milliseconds. */
  clocksOff?: readonly number[];
  /** How many nodes answer in turn; as many as the run says otherwise. */
  nodes?: number;
  /** Why one node answers everything, whatever the run says: the test is about something that each node has for itself. */
  oneNode?: string;
}

const nodesOf = ({ clocksOff, oneNode, nodes = NODES }: TestAppOptions): number =>
  oneNode !== undefined ? 1 : clocksOff === undefined ? nodes : clocksOff.length + 1;

export async function testApp(t: Test, options: TestAppOptions = {}): Promise<TestApp> {
  const clock: TestClock = {
    now: options.now ?? START,
    advance(ms) {
      this.now += ms;
    },
  };
  const logs: string[] = [];
  const { databaseUrl = databaseFile(t).url, seed = true } = options;
  const content = await prepareDatabase(databaseUrl, seed ? 'demo' : 'empty');
  const config = loadConfig({
    DATA_DIR: options.dataDir ?? temporaryFolder(t),
    DATABASE_URL: databaseUrl,
    DEMO_PASSWORD: PASSWORD,
    DEMO_SECRET: SECRET,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
    ...(options.env?.BASE_URL?.startsWith('https:') ? BEHIND_HTTPS : {}),
    ...options.env,
  });
  const build = (off: number) =>
    buildApp(config, {
      clock: () => clock.now + off,
      housekeeping: options.housekeeping ?? true,
      logStream: { write: (line) => logs.push(line) },
      ...(options.network === undefined ? {} : { network: options.network }),
      ...(options.timer === undefined ? {} : { timer: options.timer }),
      mcp: { extend: options.extendMcp },
      passwordCost: options.costlyPasswords === true ? undefined : CHEAP,
    });
  // One after the other: the first makes what the others find, such as the signing key.
  const nodes: FastifyInstance[] = [];
  while (nodes.length < nodesOf(options)) {
    const node = await build(options.clocksOff?.[nodes.length - 1] ?? 0);
    t.teardown(() => node.close());
    await node.ready();
    nodes.push(node);
  }
  const app = inTurn(nodes);
  if (seed && content !== 'demo') await seedDemo(app);
  return { app, clock, logs, nodes };
}
