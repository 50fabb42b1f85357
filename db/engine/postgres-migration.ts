/** Migrates a PostgreSQL database, on a connection of its own, while other nodes go on working with it. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { noteDatabaseError } from '../../schema/refusals/store-error.ts';
import type { OpenOptions } from './engine.ts';
import { isPostgresConflict, isPostgresDenial, isPostgresLockTimeout } from './engine-errors.ts';
import { type AppliedMigration, type Migration, NotMigratedError, pendingMigrations } from './migrations.ts';
import { announce } from './statement-channel.ts';

const TABLE = 'drizzle.__drizzle_migrations';
const CONNECTION_MS = 5000;
/** Message of the driver if it asked for TLS and the server has none. */
const NO_TLS = 'The server does not support SSL connections';
/** A migration may take as long as it needs. */
const LIMITS = "set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '10min'";
/**
 * A transaction waits only briefly for the lock of a table, because every later statement of that table waits behind it.
 * Then it lets go, and tries again. Building an index beside the work of others holds up nobody while it waits.
 */
const BRIEFLY = "set local lock_timeout = '1s'";
const LOCK_TRIES = 60;
const LOCK_PAUSE_MS = 1000;
/** An arbitrary constant. Nodes that start at the same time migrate one after the other. */
const MIGRATION_LOCK = 7_305_211;
const POLL_MS = 100;
/** A block that commits by itself, part by part, and can be repeated. */
const COMMITS_ITSELF = /^(?:\s*--.*\n)*do \$\$[\s\S]*\bcommit;[\s\S]*\$\$;?\s*$/i;
const CREATES_INDEX = /^\s*create (?:unique )?index (?:concurrently )?(?:if not exists )?("?\w+"?)/i;

/** Opens a connection that is not one of the pool, which has other limits. The caller ends it. */
export async function connectPostgres(url: string, purpose: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECTION_MS,
    keepAlive: true,
    application_name: purpose,
  });
  client.on('error', noteDatabaseError);
  try {
    await client.connect();
  } catch (error) {
    noteDatabaseError(error);
    if (!(error instanceof Error && error.message === NO_TLS)) throw error;
    throw new Error(`PostgreSQL at ${client.host}:${client.port} has no TLS, but DATABASE_URL demands it (sslmode)`, {
      cause: error,
    });
  }
  return client;
}

/** Uses such a connection. */
export async function withPostgres<Result>(
  url: string,
  use: (client: pg.Client) => Promise<Result>,
  purpose = 'schoolgate migration',
): Promise<Result> {
  const client = await connectPostgres(url, purpose);
  try {
    return await use(client);
  } finally {
    // Ending the connection always releases its locks.
    await client.end();
  }
}

/** Reads the migrations that a database has had. */
export async function appliedInPostgres(client: Pick<pg.Client, 'query'>): Promise<AppliedMigration[]> {
  const { rows } = await client.query('select to_regclass($1) is not null as exists', [TABLE]);
  if (rows[0]?.exists !== true) return [];
  return (await client.query<AppliedMigration>(`select * from ${TABLE}`)).rows;
}

/**
 * Migrates the database. Of several nodes, one migrates, and the others wait for it.
 * @throws {NotMigratedError} if there is something to migrate, and the caller may not
 */
export async function migratePostgres(url: string, { migrates, waitMs, onMigrated }: OpenOptions): Promise<void> {
  await withPostgres(url, async (client) => {
    const before = await appliedInPostgres(client);
    const pending = pendingMigrations('postgres', before);
    await requireFit(client, pending.length > 0);
    if (pending.length === 0) return;
    if (!migrates) throw new NotMigratedError(pending, before.length === 0);
    await client.query(LIMITS);
    await takeTurn(client, waitMs);
    const applied = await appliedInPostgres(client);
    const isNew = applied.length === 0;
    await withRights(client, async () => {
      if (isNew) await client.query('create schema if not exists drizzle');
      const waiting = pendingMigrations('postgres', applied);
      for (const migration of waiting) {
        // Nobody works with a new database, and building an index beside the work of others takes longer.
        await retrying(client, () => (isNew ? apply : applierOf(migration))(client, migration));
        onMigrated(migration.name, waiting.length);
      }
    });
  });
}

/**
 * Checks what every later error would be about.
 * @throws {Error} that says what to do
 */
async function requireFit(client: pg.Client, migrates: boolean): Promise<void> {
  const { rows } = await client.query(`select current_database() as name, current_user as role,
    current_setting('server_encoding') as encoding, current_setting('transaction_read_only') as read_only,
    current_schema() as schema, has_schema_privilege(current_schema(), 'create') as may_create`);
  const { name, role, encoding, read_only: readOnly, schema, may_create: mayCreate } = rows[0] ?? {};
  const of = `the database ${name}`;
  if (encoding !== 'UTF8') {
    const make = 'createdb --encoding=UTF8 --template=template0';
    throw new Error(
      `${of} has the encoding ${encoding}, which cannot hold every text: make another (${make}) and use that`,
    );
  }
  if (readOnly === 'on') throw new Error(`${of} is read-only: DATABASE_URL has to lead to the primary server`);
  if (!migrates) return;
  if (schema === null) throw new Error(`${of} has no schema for tables: create schema public authorization ${role}`);
  if (!mayCreate)
    throw new Error(`${role} may not create tables in ${of}: grant create on schema ${schema} to ${role}`);
}

/** @throws {Error} that says who may migrate, if this role may not */
async function withRights(client: pg.Client, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isPostgresDenial(error)) throw error;
    const { rows } = await client.query('select current_user as role');
    const why = error instanceof Error ? error.message : '';
    const cure = 'connect as the owner of the tables, or give it the right';
    throw new Error(`${rows[0]?.role} may not migrate the database (${why}): ${cure}`, { cause: error });
  }
}

/**
 * Makes the tables of this version in an empty database, within the transaction of the caller, which holds the lock of
 * migrations until its end.
 * @param waitMs how long the lock of a process that was killed may take to end
 * @throws {Error} if another process is migrating the database
 */
export async function createTables(client: pg.Client, waitMs: number): Promise<void> {
  if (!(await takesLock(client, 'pg_try_advisory_xact_lock', waitMs))) {
    throw new Error('a server is migrating the database');
  }
  if ((await appliedInPostgres(client)).length > 0) throw new Error('the database has tables already');
  await client.query('create schema if not exists drizzle');
  for (const migration of pendingMigrations('postgres', [])) {
    for (const statement of migration.statements) await run(client, statement);
    await record(client, migration);
  }
}

async function takeTurn(client: pg.Client, waitMs: number): Promise<void> {
  if (await takesLock(client, 'pg_try_advisory_lock', waitMs)) return;
  throw new Error(`another node has been migrating the database for ${Math.round(waitMs / 1000)} seconds`);
}

/** A statement that waited for this lock would hold up `create index concurrently` of the node that has it. */
async function takesLock(
  client: pg.Client,
  take: 'pg_try_advisory_lock' | 'pg_try_advisory_xact_lock',
  waitMs: number,
): Promise<boolean> {
  for (const end = performance.now() + waitMs; ; await sleep(POLL_MS)) {
    const { rows } = await client.query(`select ${take}($1) as taken`, [MIGRATION_LOCK]);
    if (rows[0]?.taken === true) return true;
    if (performance.now() >= end) return false;
  }
}

/** Repeats a migration that did not get the lock of a table, or lost a deadlock. Until then, it has changed nothing. */
async function retrying(client: pg.Client, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      if (!(isPostgresLockTimeout(error) || isPostgresConflict(error)) || attempt === LOCK_TRIES) throw error;
      await sleep(LOCK_PAUSE_MS * (0.5 + Math.random()));
    }
  }
}

function applierOf({ statements }: Migration): typeof apply {
  if (statements.every((statement) => CREATES_INDEX.test(statement))) return createIndexes;
  return statements.every((statement) => COMMITS_ITSELF.test(statement)) ? applyInParts : apply;
}

/** Applies a migration in a transaction. */
async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await run(client, `begin; ${BRIEFLY}`);
  for (const statement of migration.statements) await run(client, statement);
  await record(client, migration);
  await run(client, 'commit');
}

/**
 * Builds indexes while others write to the table, which is impossible in a transaction. An index that an interruption
 * left unfinished is built again.
 */
async function createIndexes(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of migration.statements) {
    const [head = '', index = ''] = CREATES_INDEX.exec(statement) ?? [];
    const unique = /unique/i.test(head) ? 'unique ' : '';
    await run(client, `drop index concurrently if exists ${index}`);
    await run(client, `create ${unique}index concurrently ${index}${statement.slice(head.length)}`);
  }
  await record(client, migration);
}

/** Runs blocks that hold locks only briefly, because they commit by themselves. They are repeated after an interruption. */
async function applyInParts(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of migration.statements) await run(client, statement);
  await record(client, migration);
}

async function record(client: pg.Client, { hash, when, oldestVersion }: Migration): Promise<void> {
  await run(
    client,
    `create table if not exists ${TABLE} (id serial primary key, hash text not null, created_at bigint);
    alter table ${TABLE} add column if not exists oldest_version text`,
  );
  const insert = `insert into ${TABLE} (hash, created_at, oldest_version) values ($1, $2, $3)`;
  announce(insert);
  await client.query(insert, [hash, when, oldestVersion]);
}

async function run(client: pg.Client, sql: string): Promise<void> {
  announce(sql);
  await client.query(sql);
}
