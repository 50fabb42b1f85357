/** What either engine offers: prepared reads, and units of work that apply whole or not at all. */
import type { Query } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { Tables } from '../tables/index.ts';

/** Drizzle's query builder. Its two dialects share the methods that stores use; the types are SQLite's. */
export type QueryBuilder = BetterSQLite3Database;

export type Values = Record<string, unknown>;

/** What a query must offer to be prepared as a read. */
export interface ReadQuery<Row> {
  prepare(): { all(values?: Values): Row[] };
  toSQL(): Query;
}

/** What a query must offer to be prepared as a statement of a unit of work. */
export interface WriteQuery {
  toSQL(): Query;
}

/** A prepared statement with its values, to be run inside a unit of work. */
export interface Step {
  readonly statement: number;
  readonly values: Values;
  /** The whole unit is undone when this step touches no row. */
  readonly required: boolean;
}

export type Statement = (values: Values) => Step;

export const required = (step: Step): Step => ({ ...step, required: true });

export interface Database {
  readonly engine: 'sqlite' | 'postgres';
  readonly tables: Tables;
  /** Prepares a read of at most one row. */
  one<Row>(query: (builder: QueryBuilder) => ReadQuery<Row>): (values?: Values) => Promise<Row | undefined>;
  /** Prepares a read of a list. */
  many<Row>(query: (builder: QueryBuilder) => ReadQuery<Row>): (values?: Values) => Promise<Row[]>;
  /** Prepares a write. */
  write(query: (builder: QueryBuilder) => WriteQuery): Statement;
  /**
   * Runs the steps in order as one unit: all of them are on disk when this resolves to `true`. `false`: a required step
   * touched no row, and nothing was changed.
   * @throws {StoreUnavailableError} when the store cannot take the unit now (locked, full, unreachable).
   */
  atomically(...steps: Step[]): Promise<boolean>;
  close(): Promise<void>;
}
