/** The SQLite engine: one file, one writing connection, and group commit. */
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { addOnOptions } from '../../schema/program/add-on.ts';
import { makeFolder } from '../../schema/program/folders.ts';
import { sqliteColumns } from '../columns/sqlite.ts';
import { defineTables } from '../tables/index.ts';
import { CachedRows } from './cached-rows.ts';
import type {
  CacheOptions,
  Database,
  DatabaseStats,
  MeasuredWrite,
  OpenOptions,
  Prepared,
  QueryBuilder,
  ReadOf,
  Statement,
  Step,
  Values,
  WriteOf,
} from './engine.ts';
import { requireStorable, unavailableInSqlite } from './engine-errors.ts';
import { NotMigratedError, pendingMigrations, requireUsable } from './migrations.ts';
import { onFirstUse } from './on-first-use.ts';
import { parametersOf, preparedAs } from './placeholders.ts';
import { openReadable } from './readable-file.ts';
import { ScanThreads } from './scan-threads.ts';
import { SqliteFile } from './sqlite-file.ts';
import { appliedInSqlite, bringUpToDate } from './sqlite-migration.ts';
import { SqliteReader } from './sqlite-reader.ts';
import { compileLock, compileRead, compileWrite, type Read } from './sqlite-statements.ts';
import { announce } from './statement-channel.ts';
import { unusable } from './unusable-file.ts';
import { SqliteWriter } from './writer.ts';

// The WAL-reset bug of earlier versions can corrupt a file that two connections write.
const OLDEST_SQLITE = [3, 51, 3] as const;
/** Waiting for a lock would block the event loop. The writer tries again without blocking. */
const BUSY_TIMEOUT_MS = 0;
/** Size that the log shrinks to after a long transaction has made it grow. */
const LOG_BYTES = 64 * 1024 * 1024;

/**
 * Opens the database, and migrates it if it may.
 * @throws {NotMigratedError}
 * @throws {Error} naming the file, if it cannot be used
 */
export async function openSqlite(path: string, options: OpenOptions): Promise<Database> {
  let connection: Sqlite.Database | undefined;
  try {
    // Opening it would make an empty file.
    if (!options.migrates && path !== ':memory:' && !existsSync(path)) {
      throw new NotMigratedError(pendingMigrations('sqlite', []), true);
    }
    if (path !== ':memory:') makeFolder(dirname(path), 'set DATABASE_URL or DATA_DIR to another place');
    connection = options.readsCopy
      ? openReadable(path, { readonly: false })
      : new Sqlite(path, addOnOptions(dirname(path)));
    requireVersion(connection);
    connection.pragma('busy_timeout = 5000');
    connection.pragma('synchronous = FULL');
    connection.pragma(`journal_size_limit = ${LOG_BYTES}`);
    await bringUpToDate(connection, options);
    connection.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    return new SqliteDatabase(connection, drizzle(connection), new SqliteFile(connection.name));
  } catch (cause) {
    connection?.close();
    throw unusable(path, cause);
  }
}

function requireVersion(connection: Sqlite.Database): void {
  const version = String(connection.prepare('select sqlite_version()').pluck().get());
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const [atMajor, atMinor, atPatch] = OLDEST_SQLITE;
  const order = major - atMajor || minor - atMinor || patch - atPatch;
  if (order < 0) throw new Error(`SQLite ${version} is too old: ${OLDEST_SQLITE.join('.')} or newer is needed`);
}

class SqliteDatabase implements Database {
  readonly engine = 'sqlite';
  readonly tables = defineTables(sqliteColumns);
  readonly #connection: Sqlite.Database;
  readonly #builder: QueryBuilder;
  readonly #file: SqliteFile;
  readonly #reader: SqliteReader;
  readonly #cachedRows: CachedRows;
  readonly #threads: ScanThreads;
  readonly #writer: SqliteWriter;
  readonly #writes: (() => (values: Values) => number)[] = [];

  constructor(connection: Sqlite.Database, builder: QueryBuilder, file: SqliteFile) {
    this.#connection = connection;
    this.#builder = builder;
    this.#file = file;
    this.#reader = new SqliteReader(connection, file);
    this.#cachedRows = new CachedRows(connection);
    this.#threads = new ScanThreads(connection.name);
    this.#writer = new SqliteWriter(connection, file, (step) => this.#run(step));
  }

  one<Row, Input>(query: ReadOf<Row, Input>): Prepared<Input, Promise<Row | undefined>> {
    const read = this.#read(query);
    return preparedAs((values) => this.#reader.read(() => read().first(values)));
  }

  lookup<Row, Input>(query: ReadOf<Row, Input>): Prepared<Input, Promise<Row | undefined>> {
    return this.one(query);
  }

  cached<Row, Key extends number | string, Value>(
    cache: CacheOptions<Value>,
    query: ReadOf<Row, { key: Key }>,
    make: (row: Row, key: Key) => Value,
  ): (key: Key) => Promise<Value | undefined> {
    const read = this.#read(query);
    const { sql } = query(this.#builder, parametersOf()).toSQL();
    const find = this.#cachedRows.cache(sql, cache, (key: Key) => {
      const row = read().first({ key });
      return row && make(row, key);
    });
    return (key) => this.#reader.read(() => find(this.#reader.group, key));
  }

  many<Row, Input>(query: ReadOf<Row, Input>): Prepared<Input, Promise<Row[]>> {
    const read = this.#read(query);
    return preparedAs((values) => this.#reader.read(() => read().all(values)));
  }

  scan<Row, Input>(query: ReadOf<Row, Input>): Prepared<Input, Promise<Row[]>> {
    const read = this.#read(query);
    return preparedAs(async (values) => {
      if (!this.#threads.areNeeded) return this.#reader.read(() => read().all(values));
      this.#file.requireInPlace();
      const { sql, bind, toRow } = read();
      announce(sql);
      return (await this.#threads.read(sql, bind(values))).map(toRow);
    });
  }

  scanOne<Row, Input>(query: ReadOf<Row, Input>): Prepared<Input, Promise<Row | undefined>> {
    const scan = this.scan(query);
    return async (...input) => (await scan(...input))[0];
  }

  write<Input>(query: WriteOf<Input>): Statement<Input> {
    return this.#step(() => compileWrite(this.#connection, query(this.#builder, parametersOf())));
  }

  lock<Input>(query: WriteOf<Input>): Statement<Input> {
    return this.#step(() => compileLock(this.#connection, query(this.#builder, parametersOf())));
  }

  async atomically(...steps: Step[]): Promise<boolean> {
    requireStorable(steps);
    return this.#writer.submit(steps);
  }

  async measured(...steps: Step[]): Promise<MeasuredWrite> {
    requireStorable(steps);
    return this.#writer.submitMeasured(steps);
  }

  async stats(): Promise<DatabaseStats> {
    const connection = this.#connection;
    const pages = (name: string): number => Number(connection.pragma(name, { simple: true }));
    this.#file.requireInPlace();
    const wal = statSync(`${connection.name}-wal`, { throwIfNoEntry: false });
    return reading(() => ({ bytes: pages('page_count') * pages('page_size'), walBytes: wal?.size ?? 0 }));
  }

  /** An empty transaction writes nothing, but begins as any other. */
  async requireWritable(): Promise<void> {
    await this.#writer.submit([]);
  }

  async requireUsable(): Promise<void> {
    requireUsable(
      'sqlite',
      reading(() => appliedInSqlite(this.#connection)),
    );
  }

  async close(): Promise<void> {
    await this.#writer.drain();
    this.#reader.drain();
    await this.#threads.close();
    this.#file.moveLogAway();
    this.#connection.close();
  }

  #step<Input>(compile: () => (values: Values) => number): Statement<Input> {
    const statement = this.#writes.push(onFirstUse(compile)) - 1;
    return preparedAs((values) => ({ statement, values, required: false }));
  }

  #read<Row, Input>(query: ReadOf<Row, Input>): () => Read<Row> {
    return onFirstUse(() => compileRead(this.#connection, query(this.#builder, parametersOf())));
  }

  #run(step: Step): number {
    const write = this.#writes[step.statement];
    if (write === undefined) throw new RangeError('a step of another database');
    return write()(step.values);
  }
}

/** @throws {StoreUnavailableError} if the engine is temporarily unavailable */
function reading<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw unavailableInSqlite(error) ?? error;
  }
}
