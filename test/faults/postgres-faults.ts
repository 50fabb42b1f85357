/** What PostgreSQL can do to two nodes that are under load. Each fault says how long it lasted. */
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseName, databaseUrl, holdOpen, type OwnPostgres, query } from '../support/postgres.ts';
import { ServerProcess, type Settings } from '../support/server-process.ts';
import { FaultClient } from './client.ts';
import { type LedgerLoad, startLedgerLoad } from './ledger-load.ts';
import { type Check, check, percentile, type Report } from './report.ts';

export interface World {
  readonly settings: Settings;
  readonly postgres: OwnPostgres;
  readonly nodes: ServerProcess[];
  readonly load: LedgerLoad;
}

/** A fault that is over when it resolves. */
export type Fault = (world: World) => Promise<void>;

/** Faults by name. The nodes work again within some milliseconds after each. */
export type Faults = Readonly<Record<string, { readonly inflict: Fault; readonly recoveryMs: number }>>;

/**
 * No request waits longer: two seconds for a connection, and six for an answer of a database that says nothing. The rest
 * is for a busy machine.
 */
const LONGEST_MS = 8000 + 1500;
const CALM_MS = 800;

/** Kills a node and starts another one in its place. */
export const killNode: Fault = async ({ nodes, settings }) => {
  const [first] = nodes;
  // Nobody is sent to a node that is gone for long.
  nodes.shift();
  await first?.kill();
  nodes.push(await ServerProcess.start(settings));
};

export const killPostgres: Fault = async ({ postgres }) => {
  const all = postgres.processes();
  for (const pid of all.slice(1)) signal(pid, 'SIGKILL');
  await postgres.kill();
  await sleep(500);
  await postgres.revive();
};

/** PostgreSQL ends all connections and recovers when one of its processes ends like this. */
export const killBackend: Fault = async ({ postgres }) => {
  const [row] = await administer(postgres, `${CONNECTIONS} limit 1`);
  signal(Number(row?.pid), 'SIGKILL');
  await sleep(500);
};

export const shutDown =
  (mode: 'fast' | 'immediate'): Fault =>
  async ({ postgres }) => {
    await postgres.shutDown(mode);
    await sleep(1000);
    await postgres.revive();
  };

/** Half of the connections end, again and again. */
export const terminateHalf: Fault = async ({ postgres }) => {
  for (let round = 0; round < 8; round += 1) {
    await administer(
      postgres,
      `select pg_terminate_backend(pid) from (${CONNECTIONS}) as ours where pid % 2 = ${round % 2}`,
    );
    await sleep(250);
  }
};

/** Far fewer connections than the nodes ask for. */
export const exhaust: Fault = async ({ postgres }) => {
  await administer(postgres, `alter role ${SERVICE} connection limit 3`);
  await administer(postgres, `select pg_terminate_backend(pid) from (${CONNECTIONS}) as ours`);
  await sleep(3000);
  await administer(postgres, `alter role ${SERVICE} connection limit -1`);
};

const administer = ({ folder }: OwnPostgres, statement: string) => query(databaseUrl(folder, 'postgres'), statement);

/** As a migration of another program does. */
export const lockTokens: Fault = async ({ settings: { DATABASE_URL: url = '' } }) => {
  const commit = await holdOpen(url, 'lock table tokens in access exclusive mode', []);
  await sleep(4000);
  await commit();
};

/** It says nothing any more: neither refuses nor answers. */
export const stopFor =
  (seconds: number): Fault =>
  async ({ postgres }) => {
    const all = postgres.processes();
    for (const pid of all) signal(pid, 'SIGSTOP');
    await sleep(seconds * 1000);
    for (const pid of all) signal(pid, 'SIGCONT');
  };

/** The same fault again and again. */
export const repeatedly = (name: string, rounds: number, fault: Faults[string]): Faults =>
  Object.fromEntries(Array.from({ length: rounds }, (_, round) => [`${name}, ${round + 1}`, fault]));

/** The connections of the nodes. The role of tests is a superuser, for whom no limit counts. */
const SERVICE = 'service';
const CONNECTIONS = `select pid from pg_stat_activity where usename = '${SERVICE}'`;

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It ended by itself meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Makes a role as a service has it, which owns the database. @returns the URL with it */
export async function asService(url: string): Promise<string> {
  await query(url, `create role ${SERVICE} login`).catch(() => undefined);
  await query(url, `alter database ${databaseName(url)} owner to ${SERVICE}`);
  await query(url, `grant all on schema public to ${SERVICE}`);
  return url.replace('//test@', `//${SERVICE}@`);
}

/** Two nodes under the load of the ledger, one fault after the other, and at the end the comparison. */
export async function underFaults(given: Settings, postgres: OwnPostgres, faults: Faults): Promise<Report> {
  // The first server makes the demo. One that is told its password sets it anew.
  const { DEMO_PASSWORD: _, DEMO_SECRET: __, ...settings } = given;
  const nodes = [await ServerProcess.start(given), await ServerProcess.start(settings)];
  const load = await startLedgerLoad(settings, () => nodes.map(({ origin }) => origin), Object.keys(faults).join());
  const world = { settings, postgres, nodes, load };
  const probe = await FaultClient.signIn(settings, nodes[0]?.origin ?? '');
  // How long the same takes on this machine while nothing is wrong.
  const usual: number[] = [];
  const bothWork = async (): Promise<number> => {
    const begin = performance.now();
    await Promise.all(nodes.map(({ origin }) => worksAgain(probe, origin)));
    return Math.round(performance.now() - begin);
  };
  const found: Check[] = [];
  const figures: Record<string, string | number> = {};
  for (const [name, { inflict, recoveryMs }] of Object.entries(faults)) {
    for (const end = performance.now() + CALM_MS; performance.now() < end; ) usual.push(await bothWork());
    const begin = performance.now();
    await inflict(world);
    const recovered = await bothWork();
    const within = recoveryMs + Math.max(...usual);
    // Requests that began during the fault are answered as well.
    await sleep(CALM_MS);
    const slowest = load.ledger.slowestSince(begin);
    found.push(check(`${name}: recovered within ${within} ms`, recovered <= within || recovered, true));
    found.push(check(`${name}: nobody waits longer than the limit`, slowest <= LONGEST_MS || slowest, true));
    figures[name] =
      `usually ${percentile(usual, 0.5)} ms, recovered after ${recovered} ms, slowest answer ${slowest} ms`;
    figures[`${name}, answers`] = JSON.stringify(load.ledger.statuses(begin, performance.now()));
  }
  await load.stop();
  const compared = await load.compare();
  const exits: (number | null)[] = [];
  for (const node of nodes) exits.push((await node.stop()).code);
  return {
    checks: [
      ...found,
      ...compared.checks,
      check(
        'exit codes',
        exits,
        exits.map(() => 0),
      ),
    ],
    figures: { ...figures, ...compared.figures },
  };
}

/** Resolves when a node has written and read something. */
async function worksAgain(probe: FaultClient, origin: string): Promise<void> {
  while ((await probe.code(origin)).answer.status !== 303) await sleep(10);
}
