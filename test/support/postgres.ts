/** A PostgreSQL that lives as long as a test: a cluster in a temporary folder, on a unix socket, without a TCP port. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, constants, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Test } from 'tap';

/** Why a test that needs PostgreSQL was skipped. */
export const NO_POSTGRES = 'PostgreSQL is not installed here (set POSTGRES_BIN to the folder of initdb)';

const DEBIAN = '/usr/lib/postgresql';
const READY_WITHIN_MS = 60_000;
const FAST_SHUTDOWN = 'SIGINT';

export interface Postgres {
  /** Makes an empty database. @returns its connection URL, as `DATABASE_URL` takes it */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

/** Stops with the test; `undefined` where there is no PostgreSQL to start. */
export async function throwawayPostgres(t: Test): Promise<Postgres | undefined> {
  const postgres = await startPostgres();
  if (postgres !== undefined) t.teardown(() => postgres.stop());
  return postgres;
}

export async function startPostgres(): Promise<Postgres | undefined> {
  const binaries = findBinaries();
  const owner = unprivileged();
  if (binaries === undefined || owner === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'schoolgate-pg-'));
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
  // Root's working folder would be unreadable to the server's user.
  const as = { ...owner, cwd: folder };
  const data = join(folder, 'data');
  const options = ['-U', 'test', '--auth=trust', '-N', '-E', 'UTF8', '--no-instructions', '--locale=C'];
  execFileSync(join(binaries, 'initdb'), ['-D', data, ...options], { ...as, stdio: 'ignore' });
  const settings = [
    'listen_addresses=',
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'deadlock_timeout=50ms',
    // Plans hang on statistics; nothing gathers them while a test looks.
    'autovacuum=off',
  ];
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])],
    { ...as, stdio: 'ignore' },
  );
  // A test that ends early must not leave it behind.
  const abandon = (): boolean => server.kill(FAST_SHUTDOWN);
  process.once('exit', abandon);

  const urlOf = (database: string): string => `postgres://test@/${database}?host=${folder}`;
  let databases = 0;
  await ready(urlOf('postgres'), server);
  return {
    async createDatabase() {
      databases += 1;
      const name = `test_${databases}`;
      await query(urlOf('postgres'), `create database ${name}`);
      return urlOf(name);
    },

    async stop() {
      process.off('exit', abandon);
      if (server.exitCode === null && server.signalCode === null) {
        server.kill(FAST_SHUTDOWN);
        await once(server, 'exit');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One statement on a connection of its own. */
export async function query(url: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
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
