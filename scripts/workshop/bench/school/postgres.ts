/** Runs a temporary PostgreSQL cluster on a unix socket, with durable commits. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { childrenOf } from '../process-metrics.ts';

const DEBIAN = '/usr/lib/postgresql';
const READY_WITHIN_MS = 20_000;
const FAST_SHUTDOWN = 'SIGINT';

export interface Postgres {
  /**
   * Creates an empty database.
   * @returns its connection URL
   */
  create(): Promise<string>;
  /** Updates statistics and the visibility map, as autovacuum would do later. */
  settle(): Promise<void>;
  /** The ids of the server's backend processes. */
  backends(): number[];
  stop(): Promise<void>;
}

/** @returns `undefined` if PostgreSQL is not installed */
export async function startPostgres(): Promise<Postgres | undefined> {
  const binaries = findBinaries();
  const owner = unprivileged();
  if (binaries === undefined || owner === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'schoolgate-pg-'));
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const as = { ...owner, cwd: folder, stdio: 'ignore' } as const;
  const data = join(folder, 'data');
  execFileSync(join(binaries, 'initdb'), ['-D', data, '-U', 'bench', '--auth=trust', '-E', 'UTF8', '--locale=C'], as);
  const settings = ['listen_addresses=', 'autovacuum=off', 'shared_buffers=512MB'];
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])],
    as,
  );
  const abandon = (): boolean => server.kill(FAST_SHUTDOWN);
  process.once('exit', abandon);
  const urlOf = (database: string): string => `postgres://bench@/${database}?host=${folder}`;
  await ready(urlOf('postgres'), server);
  const created: string[] = [];
  return {
    async create() {
      const name = `school_${created.length}`;
      await query(urlOf('postgres'), `create database ${name}`);
      created.push(name);
      return urlOf(name);
    },
    async settle() {
      for (const name of created) await query(urlOf(name), 'vacuum analyze');
    },
    backends: () => childrenOf(server.pid),
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

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
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
      await sleep(50);
    }
  }
}

/** Looks in the environment, on the path, and in Debian's folders, one per version. */
function findBinaries(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env.POSTGRES_BIN ? [process.env.POSTGRES_BIN] : []),
    ...(process.env.PATH ?? '').split(':'),
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
  ];
  const initdb = folders.map((folder) => join(folder, 'initdb')).find((file) => existsSync(file));
  return initdb && dirname(realpathSync(initdb));
}

/** PostgreSQL refuses to run as root. Returns the user of its package for root, or `undefined` if there is none. */
function unprivileged(): { uid?: number; gid?: number } | undefined {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string): number => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  const [uid, gid] = [id('-u'), id('-g')];
  return uid > 0 && gid > 0 ? { uid, gid } : undefined;
}
