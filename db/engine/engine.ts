/** The interface of both engines: prepared reads, and transactions that apply completely or not at all. */
import type { InferSelectModel, Placeholder, Query, Table } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Tables } from '../tables/index.ts';

/** Drizzle's query builder. Both dialects have the methods that stores use; the types are those of SQLite. */
export type QueryBuilder = BetterSQLite3Database;

/** Values by parameter name, for statements that are built from a list of columns. */
export type Values = Record<string, unknown>;

declare const valueType: unique symbol;

/** A parameter of a prepared statement with the type of its value. Created by the engine only. */
export type Parameter<Value> = Placeholder & { readonly [valueType]: Value };

/** The parameters of a statement by name. */
export type Params<Input> = { readonly [Name in keyof Input]-?: Parameter<Input[Name]> };

type ReadonlyList<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value;

/** All columns of a table's row as stored. */
export type RowOf<T extends Table> = {
  readonly [Column in keyof InferSelectModel<T>]: ReadonlyList<InferSelectModel<T>[Column]>;
};

type None = Record<never, never>;

/** Executes a prepared statement. All parameters must be given: a missing or misspelt name does not compile. */
export type Prepared<Input, Result> = (...input: keyof Input extends never ? [] : [Input]) => Result;

/** The methods that a query needs to be prepared as a read. */
export interface ReadQuery<Row> {
  readonly _: { readonly result: Row[]; readonly selectedFields: Readonly<Record<string, unknown>> };
  toSQL(): Query;
}

/** The methods that a query needs to be prepared as a write. */
export interface WriteQuery {
  toSQL(): Query;
}

/** A prepared statement with its values, to be executed in a transaction. */
export interface Step {
  readonly statement: number;
  readonly values: Values;
  /** If this step affects no row, the whole transaction is rolled back. */
  readonly required: boolean;
}

export type Statement<Input> = Prepared<Input, Step>;

export const required = (step: Step): Step => ({ ...step, required: true });

/** Builds a read from the query builder and the parameters. */
export type ReadOf<Row, Input> = (builder: QueryBuilder, p: Params<Input>) => ReadQuery<Row>;
export type WriteOf<Input> = (builder: QueryBuilder, p: Params<Input>) => WriteQuery;

export interface OpenOptions {
  /** True to migrate a database that is older than this version. */
  readonly migrates: boolean;
  /** How long to wait while another node migrates, in milliseconds. */
  readonly waitMs: number;
  /** Connections to PostgreSQL. */
  readonly poolSize: number;
  /** Is told in one line what an operator should know of the migration. */
  log(line: string): void;
  /** True for a command, which may read a copy of a file that cannot be opened on a disk that takes nothing more. */
  readonly readsCopy?: boolean;
  /** Is called after each migration; an error of it ends the work. */
  onMigrated(name: string, of: number): void;
}

/** How the rows of a read are cached. */
export interface CacheOptions<Value> {
  /** The column whose value is the key. */
  readonly key: SQLiteColumn;
  /** Maximum number of cached rows. */
  readonly maxRows: number;
  /**
   * The key of another table in the read, and its value in what is made of a row. A change of a row there drops the rows
   * cached with its key, and one of any further table drops everything.
   */
  readonly invalidatedBy?: { readonly column: SQLiteColumn; of(value: Value): number | string };
}

export interface Database {
  readonly engine: 'sqlite' | 'postgres';
  readonly tables: Tables;
  /** Prepares a read of at most one row. */
  one<Row, Input = None>(query: ReadOf<Row, Input>): Prepared<Input, Promise<Row | undefined>>;
  /**
   * Prepares a read of at most one row by its key. On PostgreSQL, lookups that are asked for together share a round
   * trip, so requests ask for everything that they already know the keys of at the same time.
   */
  lookup<Row, Input = None>(query: ReadOf<Row, Input>): Prepared<Input, Promise<Row | undefined>>;
  /**
   * Prepares a read of at most one row by its key, as `lookup` does. On SQLite, what is made of the row is kept in memory until something
   * that it was read from changes, in this process or another, so the read sees every change committed before it.
   * It is prepared outside of any transaction.
   * @param query a join of tables by their keys, without subqueries
   */
  cached<Row, Key extends number | string, Value>(
    cache: CacheOptions<Value>,
    query: ReadOf<Row, { key: Key }>,
    make: (row: Row, key: Key) => Value,
  ): (key: Key) => Promise<Value | undefined>;
  /** Prepares a read of a list. */
  many<Row, Input = None>(query: ReadOf<Row, Input>): Prepared<Input, Promise<Row[]>>;
  /**
   * Prepares a read of a list that may go through many rows to find or count its own, and selects no bytes. On SQLite, a
   * thread runs it if the file is large, so that the event loop is not held.
   */
  scan<Row, Input = None>(query: ReadOf<Row, Input>): Prepared<Input, Promise<Row[]>>;
  /** Prepares such a read of at most one row. */
  scanOne<Row, Input = None>(query: ReadOf<Row, Input>): Prepared<Input, Promise<Row | undefined>>;
  /** Prepares a write. */
  write<Input = None>(query: WriteOf<Input>): Statement<Input>;
  /**
   * Prepares a step that locks the rows of a table that a select finds, until the end of the transaction, and counts them
   * as affected. SQLite has one writer at a time, so there the select is all that it takes.
   */
  lock<Input = None>(query: WriteOf<Input>): Statement<Input>;
  /**
   * Executes the steps in order in one transaction.
   * @returns `true` once all of them are on disk; `false` if a required step affected no row and nothing was changed
   * @throws {StoreUnavailableError} if the store is locked, full or unreachable
   * @throws {UnstorableTextError} if a value contains a NUL character
   */
  atomically(...steps: Step[]): Promise<boolean>;
  /** Does the same, and measures it, for work whose amount can be chosen. */
  measured(...steps: Step[]): Promise<MeasuredWrite>;
  /** @throws {StoreUnavailableError} */
  stats(): Promise<DatabaseStats>;
  /**
   * Checks that changes can be stored now.
   * @throws {StoreUnavailableError}
   */
  requireWritable(): Promise<void>;
  /**
   * Checks that no newer version has changed the tables meanwhile so that this one cannot use them.
   * @throws {NewerDatabaseError}
   * @throws {StoreUnavailableError}
   */
  requireUsable(): Promise<void>;
  close(): Promise<void>;
}

/** A transaction, and how long it kept others waiting. */
export interface MeasuredWrite {
  readonly applied: boolean;
  /**
   * On SQLite, from the beginning of the transaction to its commit on disk, when the event loop does nothing else. On
   * PostgreSQL, from the call to the answer.
   */
  readonly heldMs: number;
}

/** Sizes and connections of a database, for metrics. */
export interface DatabaseStats {
  bytes: number;
  /** Bytes of the write-ahead log, on SQLite. */
  walBytes?: number;
  /** Connections of the pool, and requests that wait for one, on PostgreSQL. */
  pool?: { used: number; idle: number; waiting: number };
}
