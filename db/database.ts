/** Opens the database on the engine that its URL names. */
import type { Database, OpenOptions } from './engine/engine.ts';
import { renewSearchIndex } from './school/search-renewal.ts';

const DEFAULTS: OpenOptions = {
  migrates: true,
  waitMs: 600_000,
  poolSize: 10,
  log: () => undefined,
  onMigrated: () => undefined,
};

/**
 * Opens the database, and migrates it to this version unless the options forbid it.
 * @param url `file:<path>`, `file::memory:` or `postgres://…`
 * @throws {NotMigratedError} if it may not migrate the database
 */
export async function openDatabase(url: string, chosen: Partial<OpenOptions> = {}): Promise<Database> {
  const options = { ...DEFAULTS, ...chosen };
  const names: string[] = [];
  const onMigrated = (name: string, of: number): void => {
    names.push(name);
    options.onMigrated(name, of);
  };
  const db = await open(url, { ...options, onMigrated });
  if (names.length === 1) options.log(`applied the migration ${names[0]}`);
  if (names.length > 1) options.log(`applied ${names.length} migrations, ${names[0]} to ${names.at(-1)}`);
  if (!options.migrates) return db;
  try {
    const renewed = await renewSearchIndex(db);
    if (renewed > 0) options.log(`renewed ${renewed} entries of the search index`);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function open(url: string, options: OpenOptions): Promise<Database> {
  if (isPostgresUrl(url)) {
    // The driver is loaded only where it is used.
    const { openPostgres } = await import('./engine/postgres.ts');
    return openPostgres(url, options);
  }
  const { openSqlite } = await import('./engine/sqlite.ts');
  return openSqlite(sqlitePath(url), options);
}

export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:/.test(url);
export const sqlitePath = (url: string): string => url.replace(/^file:/, '');

/** Returns the address of a database for people: without a password, and without the parameters, which can contain one. */
export function databaseName(url: string): string {
  if (!isPostgresUrl(url)) return sqlitePath(url);
  // A URL without a host, as for a socket, has one in its query.
  const parsed = URL.parse(url.replace('@/', '@socket/'));
  if (parsed === null) return 'PostgreSQL';
  const { username, pathname, searchParams } = parsed;
  const host = searchParams.get('host') ?? parsed.host;
  return `postgres://${username === '' ? '' : `${username}@`}${host}${pathname}`;
}
