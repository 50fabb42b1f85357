/** A PostgreSQL for tests: a cluster in a temporary folder, on a unix socket, without a TCP port. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, constants, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Test } from 'tap';
import { childrenOf } from './processes.ts';

/** Why a test that needs PostgreSQL was skipped. */
export const NO_POSTGRES = 'PostgreSQL is not installed here (set POSTGRES_BIN to the folder of initdb)';

const DEBIAN = '/usr/lib/postgresql';
const READY_WITHIN_MS = 60_000;
const REVIVALS = 50;
const SETTINGS = [
  'listen_addresses=',
  'max_connections=400',
  'deadlock_timeout=50ms',
  // Plans hang on statistics; nothing gathers them while a test looks.
  'autovacuum=off',
];
/** A test that ends the server without warning needs what was committed to be on the disk, as in operation. */
const DURABILITY = ['fsync', 'synchronous_commit', 'full_page_writes'] as const;
/** How PostgreSQL is told to stop: in order, or at once and without a checkpoint. */
const SHUTDOWN = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

export interface Postgres {
  /** Of the unix socket. */
  readonly folder: string;
  /** Makes an empty database. @returns its connection URL, as `DATABASE_URL` takes it */
  createDatabase(): Promise<string>;
  /** Makes a database as a copy of another; an empty one when that is not named. */
  copyDatabase(name: string, template?: string): Promise<void>;
  dropDatabase(name: string): Promise<void>;
}

export interface OwnPostgres extends Postgres {
  stop(): Promise<void>;
  /** Stops it as `pg_ctl stop` does. Its data stays. */
  shutDown(mode: keyof typeof SHUTDOWN): Promise<void>;
  /** Ends it as a power cut would. Its data stays. */
  kill(): Promise<void>;
  /** Starts it again after that. */
  revive(): Promise<void>;
  /** All its processes, its own first. */
  processes(): number[];
}

/** A server for the whole run of the tests, or one that this process starts when it needs it first. */
let shared: Promise<Postgres | undefined> | undefined;
let folder = process.env.TEST_POSTGRES;

/** Where the socket of that server is, or will be. */
export function postgresFolder(): string {
  folder ??= mkdtempSync(join(tmpdir(), 'schoolgate-pg-'));
  return folder;
}

export async function sharedPostgres(): Promise<Postgres> {
  shared ??= process.env.TEST_POSTGRES
    ? Promise.resolve(handle(process.env.TEST_POSTGRES))
    : startPostgres(postgresFolder());
  const postgres = await shared;
  if (postgres === undefined) throw new Error(NO_POSTGRES);
  return postgres;
}

/** For the `skip` of a test: why it is skipped, or false. */
export const noPostgres = findBinaries() === undefined || unprivileged() === undefined ? NO_POSTGRES : false;

/** Databases that are dropped with the test. @throws {Error} where there is no PostgreSQL */
export async function throwawayPostgres(t: Test): Promise<Postgres> {
  const postgres = await sharedPostgres();
  return {
    ...postgres,
    async createDatabase() {
      const url = await postgres.createDatabase();
      t.teardown(() => postgres.dropDatabase(databaseName(url)));
      return url;
    },
  };
}

export const databaseUrl = (folder: string, name: string): string => `postgres://test@/${name}?host=${folder}`;

export const databaseName = (url: string): string => /@\/(\w+)/.exec(url)?.[1] ?? '';

/** No two processes choose the same. */
export function newDatabaseName(): string {
  databases += 1;
  return `test_${process.pid}_${databases}`;
}
let databases = 0;

function handle(folder: string): Postgres {
  const administer = (statement: string) => query(databaseUrl(folder, 'postgres'), statement);
  const copyDatabase: Postgres['copyDatabase'] = async (name, template = 'template1') => {
    await administer(`create database ${name} template ${template}`);
  };
  return {
    folder,
    copyDatabase,
    async createDatabase() {
      const name = newDatabaseName();
      await copyDatabase(name);
      return databaseUrl(folder, name);
    },
    async dropDatabase(name) {
      await administer(`drop database if exists ${name} with (force)`);
    },
  };
}

/** Starts a server of one's own. @returns `undefined` where there is no PostgreSQL */
export async function startPostgres(
  folder = mkdtempSync(join(tmpdir(), 'schoolgate-pg-')),
  { isDurable = false }: { isDurable?: boolean } = {},
): Promise<OwnPostgres | undefined> {
  const binaries = findBinaries();
  const owner = unprivileged();
  if (binaries === undefined || owner === undefined) return undefined;
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
  // Root's working folder would be unreadable to the server's user.
  const as = { ...owner, cwd: folder };
  const data = join(folder, 'data');
  const options = ['-U', 'test', '--auth=trust', '-N', '-E', 'UTF8', '--no-instructions', '--locale=C'];
  execFileSync(join(binaries, 'initdb'), ['-D', data, ...options], { ...as, stdio: 'ignore' });
  const launch = async (): Promise<ChildProcess> => {
    const settings = [...SETTINGS, ...DURABILITY.map((name) => `${name}=${isDurable ? 'on' : 'off'}`)];
    const arguments_ = ['-D', data, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])];
    const child = spawn(join(binaries, 'postgres'), arguments_, { ...as, stdio: 'ignore' });
    // It may not keep the process.
    child.unref();
    try {
      await ready(databaseUrl(folder, 'postgres'), child);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
    return child;
  };
  let server: ChildProcess | undefined;
  // A process that ends early must not leave it behind.
  const abandon = (): void => {
    server?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', abandon);
  server = await launch();
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    server.ref();
    server.kill(signal);
    await once(server, 'exit');
  };
  return {
    ...handle(folder),
    async stop() {
      process.off('exit', abandon);
      await end(SHUTDOWN.fast);
      rmSync(folder, { recursive: true, force: true });
    },
    shutDown: (mode) => end(SHUTDOWN[mode]),
    processes() {
      const { pid } = server ?? {};
      return pid === undefined ? [] : [pid, ...childrenOf(pid)];
    },
    kill: () => end('SIGKILL'),
    async revive() {
      // The processes of the killed server end one after the other, and it does not start beside them.
      for (let tries = 0; ; tries += 1) {
        try {
          server = await launch();
          return;
        } catch (error) {
          if (tries === REVIVALS) throw error;
          await sleep(200);
        }
      }
    },
  };
}

type Row = Record<string, unknown>;

/** One statement on a connection of its own. */
export async function query(url: string, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return (await execute(url, text, values, pg.types)).rows;
}

/** As `query`. Numbers are numbers, flags 0 or 1 and JSON text, as SQLite has them, unless other types are asked for. */
export async function execute(
  url: string,
  text: string,
  values: readonly unknown[] = [],
  types: pg.CustomTypesConfig = AS_IN_SQLITE,
): Promise<{ rows: Row[]; changes: number }> {
  const client = new pg.Client({ connectionString: url, types });
  await client.connect();
  try {
    const { rows, rowCount } = await client.query(text, [...values]);
    return { rows, changes: rowCount ?? 0 };
  } finally {
    await client.end();
  }
}

/** Runs a statement in a transaction that stays open. @returns the commit */
export async function holdOpen(url: string, text: string, values: readonly unknown[]): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query(text, [...values]);
  return async () => {
    await client.query('commit');
    await client.end();
  };
}

const { BOOL, INT8, JSON: JSON_TYPE, JSONB } = pg.types.builtins;
const AS_IN_SQLITE: pg.CustomTypesConfig = {
  getTypeParser(type: number, format?: 'text' | 'binary') {
    if (type === BOOL) return (text: string) => Number(text === 't');
    if (type === INT8) return Number;
    if (type === JSON_TYPE || type === JSONB) return String;
    return pg.types.getTypeParser(type, format as 'text');
  },
};

/** A backup of a database, as `pg_dump` writes it. */
export function dumpOf(url: string): Buffer {
  const program = join(findBinaries() ?? '', 'pg_dump');
  return execFileSync(program, [url], { maxBuffer: 1024 ** 3 });
}

async function ready(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    try {
      await query(url, 'select 1');
      return;
    } catch (error) {
      if (Date.now() > deadline || server.exitCode !== null) throw error;
      await sleep(20);
    }
  }
}

/** By environment, on the path, or where Debian keeps one folder a version. */
function findBinaries(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(':').map((folder) => join(folder, 'initdb'));
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const candidates = [
    ...(process.env.POSTGRES_BIN ? [join(process.env.POSTGRES_BIN, 'initdb')] : []),
    ...onPath,
    ...versions.map((version) => join(DEBIAN, version, 'bin/initdb')),
  ];
  const initdb = candidates.find(isExecutable);
  const folder = initdb && dirname(realpathSync(initdb));
  return folder && isExecutable(join(folder, 'postgres')) ? folder : undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** PostgreSQL refuses root, so root runs it as the user that its package made; `undefined` when there is none. */
function unprivileged(): { uid?: number; gid?: number } | undefined {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string): number => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  const [uid, gid] = [id('-u'), id('-g')];
  return uid > 0 && gid > 0 ? { uid, gid } : undefined;
}
