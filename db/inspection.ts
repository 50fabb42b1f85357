/** Inspects a database before it is opened, without changing it. */
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DEMO_SITE } from '../schema/program/demo.ts';
import { isPostgresUrl, sqlitePath } from './database.ts';
import { type AppliedMigration, type Migration, NotMigratedError, pendingMigrations } from './engine/migrations.ts';

export interface Inspection {
  readonly engine: 'sqlite' | 'postgres';
  readonly version: string;
  readonly bytes: number;
  /** The migrations that it lacks; all of them if it is new. */
  readonly pending: readonly Migration[];
  readonly isNew: boolean;
  /** The private signing keys, encrypted under the master key. */
  readonly sealedKeys: readonly Buffer[];
  /** The passwords that other programs have hashed, as they are stored until the first sign-in. */
  readonly importedPasswords: readonly string[];
}

/** Traces of a running server in its database. */
export interface Usage {
  /** When the newest signing key was created, if there is one. */
  readonly newestKeyAt: number | undefined;
  /** Messages that could not be sent and are no longer tried, and when the oldest of those that wait was stored. */
  readonly failedMessages: number;
  readonly waitingSince: number | undefined;
  /** True if it has a school of the demo. */
  readonly hasDemo: boolean;
  /** The providers that members of schools sign in with, at most 20. */
  readonly providers: readonly OfferedProvider[];
  /** The clock of PostgreSQL, in milliseconds since the epoch. */
  readonly now: number | undefined;
}

export interface OfferedProvider {
  readonly slug: string;
  readonly issuer: string;
  readonly secretEndsAt: number | undefined;
  /** True if only owners can sign in there without it. */
  readonly isRequired: boolean;
}

const LIMIT = "set statement_timeout = '5s'";
const USAGE = `select (select max(created_at) from signing_keys) as newest_key_at,
  (select count(*) from outbox where failed_at is not null) as failed_messages,
  (select min(created_at) from outbox where failed_at is null) as waiting_since,
  (select count(*) from sites where id in (${Object.values(DEMO_SITE)
    .map((id) => `'${id}'`)
    .join(', ')})) as demo_schools`;
const PROVIDERS = `select s.slug, s.sign_in_by, p.issuer, p.secret_ends_at from providers p join sites s on s.id = p.site_id
  where s.active and s.sign_in_by <> 'account' order by s.slug limit 20`;
const SEALED_KEYS = 'select sealed_private_key from signing_keys';
const IMPORTED_PASSWORDS = "select password_hash from people where password_hash like 'imported:%'";

/**
 * @throws {NewerDatabaseError} if this version cannot use it
 * @throws {Error} if it cannot be read
 */
export const inspectDatabase = (url: string): Promise<Inspection> =>
  isPostgresUrl(url) ? inspectPostgres(url) : inspectSqlite(sqlitePath(url));

/**
 * Reads what a server has left in a database that has all migrations.
 * @throws {Error} if it cannot be read
 */
export async function inspectUsage(url: string): Promise<Usage> {
  if (!isPostgresUrl(url)) {
    const connection = await openSqlite(sqlitePath(url));
    try {
      return usageOf(connection.prepare(USAGE).get(), connection.prepare(PROVIDERS).all());
    } finally {
      connection.close();
    }
  }
  const { withPostgres } = await import('./engine/postgres-migration.ts');
  return withPostgres(url, async (client) => {
    await client.query(LIMIT);
    const usage = await client.query(USAGE);
    const clock = await client.query('select extract(epoch from clock_timestamp()) * 1000 as now');
    const providers = await client.query(PROVIDERS);
    return usageOf({ ...usage.rows[0], ...clock.rows[0] }, providers.rows);
  });
}

// PostgreSQL returns large numbers as text.
const numberOf = (value: unknown) => (value === null || value === undefined ? undefined : Number(value));

function usageOf(row: unknown, providers: readonly unknown[]): Usage {
  const { newest_key_at, failed_messages, waiting_since, demo_schools, now } = Object(row) as Record<string, unknown>;
  return {
    newestKeyAt: numberOf(newest_key_at),
    failedMessages: numberOf(failed_messages) ?? 0,
    waitingSince: numberOf(waiting_since),
    hasDemo: numberOf(demo_schools) !== 0,
    providers: providers.map((one) => {
      const { slug, issuer, secret_ends_at, sign_in_by } = Object(one) as Record<string, unknown>;
      const isRequired = sign_in_by === 'provider';
      return { slug: String(slug), issuer: String(issuer), secretEndsAt: numberOf(secret_ends_at), isRequired };
    }),
    now: numberOf(now),
  };
}

/**
 * For commands that read a database and must not make one.
 * @throws {NotMigratedError} if there is none, or nothing in it
 */
export async function requireDatabase(url: string): Promise<void> {
  if ((await appliedIn(url)).length === 0) throw new NotMigratedError([], true);
}

async function appliedIn(url: string): Promise<readonly AppliedMigration[]> {
  if (isPostgresUrl(url)) {
    const { appliedInPostgres, withPostgres } = await import('./engine/postgres-migration.ts');
    return withPostgres(url, appliedInPostgres);
  }
  const { appliedInSqlite } = await import('./engine/sqlite-migration.ts');
  const connection = await openSqlite(sqlitePath(url));
  try {
    return appliedInSqlite(connection);
  } finally {
    connection.close();
  }
}

async function inspectPostgres(url: string): Promise<Inspection> {
  const { appliedInPostgres, withPostgres } = await import('./engine/postgres-migration.ts');
  return withPostgres(url, async (client) => {
    await client.query(LIMIT);
    const about = await client.query(
      "select current_setting('server_version') as version, pg_database_size(current_database()) as bytes",
    );
    const applied = await appliedInPostgres(client);
    const columnOf = async (text: string): Promise<unknown[]> =>
      applied.length === 0 ? [] : (await client.query({ text, rowMode: 'array' })).rows.flat();
    const { version, bytes } = about.rows[0] ?? {};
    return {
      engine: 'postgres',
      version: String(version),
      bytes: Number(bytes),
      ...standingOf('postgres', applied),
      sealedKeys: (await columnOf(SEALED_KEYS)) as Buffer[],
      importedPasswords: (await columnOf(IMPORTED_PASSWORDS)) as string[],
    };
  });
}

async function inspectSqlite(path: string): Promise<Inspection> {
  const [connection, { appliedInSqlite }] = await Promise.all([
    openSqlite(path),
    import('./engine/sqlite-migration.ts'),
  ]);
  try {
    const applied = appliedInSqlite(connection);
    const columnOf = (sql: string): unknown[] => (applied.length === 0 ? [] : connection.prepare(sql).pluck().all());
    return {
      engine: 'sqlite',
      version: String(connection.prepare('select sqlite_version()').pluck().get()),
      bytes: [path, `${path}-wal`].reduce(
        (sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0),
        0,
      ),
      ...standingOf('sqlite', applied),
      sealedKeys: columnOf(SEALED_KEYS) as Buffer[],
      importedPasswords: columnOf(IMPORTED_PASSWORDS) as string[],
    };
  } finally {
    connection.close();
  }
}

/** For reading only; an empty database if there is no such file. */
async function openSqlite(path: string) {
  if (existsSync(path)) return (await import('./engine/readable-file.ts')).openReadable(path);
  const [{ default: Sqlite }, { addOnOptions }] = await Promise.all([
    import('better-sqlite3'),
    import('../schema/program/add-on.ts'),
  ]);
  return new Sqlite(':memory:', addOnOptions(dirname(path)));
}

const standingOf = (engine: Inspection['engine'], applied: readonly AppliedMigration[]) => ({
  pending: pendingMigrations(engine, applied),
  isNew: applied.length === 0,
});
