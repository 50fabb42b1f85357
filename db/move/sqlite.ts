/** SQLite as the source and as the target of a move. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { addOnOptions } from '../../schema/program/add-on.ts';
import { syncNow } from '../../schema/program/durable.ts';
import { openDatabase } from '../database.ts';
import { isSqliteBusy } from '../engine/engine-errors.ts';
import { appliedInSqlite } from '../engine/sqlite-migration.ts';
import type { MovedTable, Row } from './rows.ts';
import type { MoveSource, MoveTarget } from './sides.ts';

const BATCH_ROWS = 1000;
/** Characters of a batch, so that a batch of long rows does not fill the memory. */
const BATCH_LENGTH = 4_000_000;
/** Filled from the other tables, or of the migrator. */
const OWN_TABLES = "name not glob 'sqlite_*' and name not glob 'search_terms*' and name <> '__drizzle_migrations'";

/** @throws {Error} if another program has the file open, even if it does nothing */
export function openSqliteSource(path: string): MoveSource {
  if (!existsSync(path)) throw new Error(`${path} does not exist; set DATABASE_URL or DATA_DIR as the server has it`);
  const connection = new Sqlite(path, { fileMustExist: true, timeout: 1000, ...addOnOptions(dirname(path)) });
  try {
    // In this mode, the lock excludes everyone who has the file open or opens it, until the connection is closed.
    connection.pragma('locking_mode = exclusive');
    connection.exec('begin exclusive');
  } catch (error) {
    connection.close();
    if (isSqliteBusy(error))
      throw new Error(`${path} is in use; stop the server, and every other program that has it open`);
    throw error;
  }
  return {
    applied: async () => appliedInSqlite(connection),
    tables: async () => tablesOf(connection),
    rows: (table) => rowsOf(connection, table),
    close: async () => {
      connection.close();
    },
  };
}

function tablesOf(connection: Sqlite.Database): Map<string, string[]> {
  const names = connection
    .prepare(`select name from sqlite_schema where type = 'table' and ${OWN_TABLES}`)
    .pluck()
    .all();
  const columns = connection.prepare('select name from pragma_table_info(?)').pluck();
  return new Map(names.map((name) => [String(name), columns.all(name).map(String)]));
}

async function* rowsOf(connection: Sqlite.Database, table: MovedTable): AsyncGenerator<Row[]> {
  const columns = table.columns.map(({ name }) => `"${name}"`).join(', ');
  const select = connection.prepare(`select ${columns} from "${table.name}"`).raw().safeIntegers();
  let batch: Row[] = [];
  let length = 0;
  for (const values of select.iterate() as IterableIterator<unknown[]>) {
    const row = table.columns.map((column, index) => cellOf(values[index], column, table));
    batch.push(row);
    length += row.reduce((sum, cell) => sum + (cell?.length ?? 0), 0);
    if (batch.length < BATCH_ROWS && length < BATCH_LENGTH) continue;
    yield batch;
    [batch, length] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** @throws {Error} for a value that is not of the type of its column, which SQLite would store as well */
function cellOf(value: unknown, { name, kind }: MovedTable['columns'][number], table: MovedTable): string | null {
  if (value === null) return null;
  if (kind === 'bytes' && Buffer.isBuffer(value)) return value.toString('hex');
  if (kind === 'integer' && typeof value === 'bigint') return String(value);
  if (kind === 'flag' && (value === 0n || value === 1n)) return String(value);
  if ((kind === 'text' || kind === 'json') && typeof value === 'string') return value;
  throw new Error(`${table.name}.${name} has a value that is not of its type`);
}

/** Writes a file beside the one that is wanted, which appears when it is complete. */
export async function openSqliteTarget(path: string): Promise<MoveTarget> {
  const requireNone = (): void => {
    const found = [path, `${path}-wal`].find((file) => existsSync(file));
    if (found !== undefined) throw new Error(`${found} exists; the target of a move must be empty`);
  };
  requireNone();
  const draft = `${path}.moving`;
  removeDatabase(draft);
  await (await openDatabase(`file:${draft}`)).close();
  const connection = new Sqlite(draft, addOnOptions(dirname(path)));
  // Nothing is lost with an unfinished draft.
  connection.pragma('journal_mode = delete');
  connection.pragma('synchronous = off');
  // What they write is in the source, too. Those of the search index fill it.
  const triggers = connection
    .prepare<[], { drop: string; create: string }>(
      "select format('drop trigger %Q', name) as \"drop\", sql as \"create\" from sqlite_schema where type = 'trigger' and tbl_name <> 'search_entries'",
    )
    .all();
  connection.exec('begin');
  for (const trigger of triggers) connection.exec(trigger.drop);
  return {
    write: async (table, rows) => writeRows(connection, table, rows),
    rows: (table) => rowsOf(connection, table),
    async finish() {
      for (const trigger of triggers) connection.exec(trigger.create);
      connection.exec('commit; analyze');
      const found = connection.pragma('integrity_check(1)', { simple: true });
      if (found !== 'ok') throw new Error(`the new file is damaged: ${String(found)}`);
      connection.close();
      syncNow(draft);
      requireNone();
      renameSync(draft, path);
      syncNow(dirname(path));
    },
    async close() {
      connection.close();
      removeDatabase(draft);
    },
  };
}

function writeRows(connection: Sqlite.Database, table: MovedTable, rows: readonly Row[]): void {
  const names = table.columns.map(({ name }) => `"${name}"`);
  const insert = connection.prepare(
    `insert into "${table.name}" (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
  );
  for (const row of rows) insert.run(row.map((cell, index) => storedOf(cell, table.columns[index]?.kind)));
}

function storedOf(cell: string | null, kind: MovedTable['columns'][number]['kind'] | undefined) {
  if (cell === null) return null;
  if (kind === 'integer' || kind === 'flag') return BigInt(cell);
  if (kind === 'bytes') return Buffer.from(cell, 'hex');
  // As the server writes it, because lists are compared as text.
  return kind === 'json' ? JSON.stringify(JSON.parse(cell)) : cell;
}

function removeDatabase(path: string): void {
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
}
