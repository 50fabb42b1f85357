/** Servers on SQLite and on PostgreSQL, alone and together on one database. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Postgres } from '../school/postgres.ts';
import { PRODUCT, productEnvironment, seedProduct, signIn, startProduct } from '../targets/product.ts';
import { ServerProcess, serverEnvironment } from '../targets/server-process.ts';
import type { Target } from '../targets/target.ts';
import { tapWire, type Wire } from './wire.ts';

const POOLS = [2, 5, 20];

/** One or several processes that serve one site together. */
export interface Setup {
  name: string;
  target: Target;
  /** Each takes its share of the connections. */
  origins: readonly [URL, ...URL[]];
  servers: readonly number[];
  /** The ids of the processes of the database, if they are separate ones. */
  database(): readonly number[];
}

export interface Setups {
  measured: readonly Setup[];
  /** A server whose traffic with the database is counted. */
  counted: Setup & { wire: Wire };
}

/** Starts everything. Idle servers do nothing but housekeeping. */
export async function startSetups(folder: string, postgres: Postgres): Promise<Setups> {
  const url = await postgres.create();
  const environment = await productEnvironment(folder);
  const shared = { ...environment, DATABASE_URL: url, BASE_URL: `http://127.0.0.1:${environment.PORT}` };
  const seed = await seedProduct(shared);
  await postgres.settle();
  const start = async (name: string, settings: NodeJS.ProcessEnv): Promise<ServerProcess> => {
    const own = join(folder, name);
    await mkdir(own);
    return ServerProcess.start([...PRODUCT, 'serve'], { ...shared, ...settings }, own);
  };
  const onPortOfItsOwn = async (name: string, settings: NodeJS.ProcessEnv = {}): Promise<ServerProcess> => {
    const { PORT } = await serverEnvironment(folder);
    return start(name, { ...settings, PORT });
  };

  const first = await start('first', {});
  const target: Target = {
    name: 'product',
    origin: first.origin,
    pid: first.pid,
    ...(await signIn(first.origin, seed)),
  };
  const setup = (name: string, ...servers: [ServerProcess, ...ServerProcess[]]): Setup => {
    const [{ origin }, ...others] = servers;
    return {
      name,
      target,
      origins: [origin, ...others.map((other) => other.origin)],
      servers: servers.map(({ pid }) => pid),
      database: () => postgres.backends(),
    };
  };
  const second = await onPortOfItsOwn('second');
  const third = await onPortOfItsOwn('third');
  const measured = [
    await sqliteSetup(folder),
    setup('1 process', first),
    setup('2 processes', first, second),
    setup('3 processes', first, second, third),
  ];
  for (const pool of POOLS) {
    const server = await onPortOfItsOwn(`pool-${pool}`, { DATABASE_POOL: String(pool) });
    measured.push(setup(`1 process, pool of ${pool}`, server));
  }
  const wire = await tapWire(url, folder);
  const counted = setup('counted', await onPortOfItsOwn('counted', { DATABASE_URL: wire.url }));
  return { measured, counted: { ...counted, wire } };
}

async function sqliteSetup(parentFolder: string): Promise<Setup> {
  const folder = join(parentFolder, 'sqlite');
  await mkdir(folder);
  const { server, describe } = await startProduct(folder);
  return {
    name: 'SQLite',
    target: { name: 'product', origin: server.origin, pid: server.pid, ...(await describe()) },
    origins: [server.origin],
    servers: [server.pid],
    database: () => [],
  };
}
