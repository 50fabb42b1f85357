/** Moves a database from one engine to the other, and compares every table afterwards. */
import { isPostgresUrl, sqlitePath } from '../database.ts';
import { type AppliedMigration, newestOf, readMigrations } from '../engine/migrations.ts';
import { type MovedTable, movedTables, requireKnownTables, type TableDigest, tableDigest } from './rows.ts';
import type { MoveSource, MoveTarget } from './sides.ts';

export interface MovedDatabase {
  /** The rows of each table, and their digest, which is the same on both sides. */
  readonly tables: Readonly<Record<string, TableDigest>>;
  readonly rows: number;
}

/**
 * @param onRows is called with the number of rows that were copied; an error of it ends the move
 * @throws {Error} if the source is in use or not of this version, or the target is not empty; it is then as before
 */
export async function moveDatabase(
  from: string,
  to: string,
  onRows: (count: number) => void = () => undefined,
): Promise<MovedDatabase> {
  const engine = isPostgresUrl(from) ? 'postgres' : 'sqlite';
  if (isPostgresUrl(to) === isPostgresUrl(from)) {
    throw new Error('both databases are of the same engine; take a backup of one, and restore it to the other');
  }
  const source = await openSource(from);
  try {
    requireThisVersion(engine, await source.applied());
    requireKnownTables(await source.tables());
    const target = await openTarget(to);
    let isFinished = false;
    try {
      const tables: Record<string, TableDigest> = {};
      let copied = 0;
      for (const table of movedTables()) {
        tables[table.name] = await moveTable(table, source, target, (count) => {
          copied += count;
          onRows(copied);
        });
      }
      await target.finish();
      isFinished = true;
      return { tables, rows: Object.values(tables).reduce((sum, { rows }) => sum + rows, 0) };
    } finally {
      if (!isFinished) await target.close();
    }
  } finally {
    await source.close();
  }
}

/** @throws {Error} if a server or another program has the database open */
export async function requireUnused(url: string): Promise<void> {
  if (isPostgresUrl(url)) {
    const { requireUnusedPostgres } = await import('./postgres.ts');
    return requireUnusedPostgres(url);
  }
  const { openSqliteSource } = await import('./sqlite.ts');
  await openSqliteSource(sqlitePath(url)).close();
}

async function openSource(url: string): Promise<MoveSource> {
  if (isPostgresUrl(url)) {
    const { openPostgresSource } = await import('./postgres.ts');
    return openPostgresSource(url);
  }
  const { openSqliteSource } = await import('./sqlite.ts');
  return openSqliteSource(sqlitePath(url));
}

async function openTarget(url: string): Promise<MoveTarget> {
  if (isPostgresUrl(url)) {
    const { openPostgresTarget } = await import('./postgres.ts');
    return openPostgresTarget(url);
  }
  const { openSqliteTarget } = await import('./sqlite.ts');
  return openSqliteTarget(sqlitePath(url));
}

/** The tables of the target are those of this version. */
function requireThisVersion(engine: 'sqlite' | 'postgres', applied: readonly AppliedMigration[]): void {
  if (applied.length === 0)
    throw new Error('there is nothing to move: the database has no tables; set DATABASE_URL as the server has it');
  const [found, wanted] = [newestOf(applied), readMigrations(engine).at(-1)?.when ?? 0];
  if (found < wanted) throw new Error('the database is older than this version; run schoolgate migrate first');
  if (found > wanted) throw new Error('the database is newer than this version; use the version that migrated it');
}

async function moveTable(
  table: MovedTable,
  source: MoveSource,
  target: MoveTarget,
  onRows: (count: number) => void,
): Promise<TableDigest> {
  const sent = tableDigest(table);
  for await (const rows of source.rows(table)) {
    for (const row of rows) sent.add(row);
    await target.write(table, rows);
    onRows(rows.length);
  }
  const received = tableDigest(table);
  for await (const rows of target.rows(table)) {
    onRows(0);
    for (const row of rows) received.add(row);
  }
  const [a, b] = [sent.result(), received.result()];
  if (a.rows !== b.rows || a.sha256 !== b.sha256) {
    throw new Error(`the table ${table.name} is not the same on both sides: ${a.rows} rows became ${b.rows}`);
  }
  return a;
}
