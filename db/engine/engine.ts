/** What either engine offers: prepared reads, and units of work that apply whole or not at all. */
import type { InferSelectModel, Placeholder, Query, Table } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { Tables } from '../tables/index.ts';

/** Drizzle's query builder. Its two dialects share the methods that stores use; the types are SQLite's. */
export type QueryBuilder = BetterSQLite3Database;

/** Values by the names of parameters, where a statement is made from a list of columns. */
export type Values = Record<string, unknown>;

declare const valueType: unique symbol;

/** A parameter of a prepared statement, and the type of its value. The engine alone makes one. */
export type Parameter<Value> = Placeholder & { readonly [valueType]: Value };

/** What a statement is written with: a parameter for each of its values, by name. */
export type Params<Given> = { readonly [Name in keyof Given]-?: Parameter<Given[Name]> };

type ReadonlyList<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value;

/** Every column of a table's row, as it is stored. */
export type RowOf<T extends Table> = {
  readonly [Column in keyof InferSelectModel<T>]: ReadonlyList<InferSelectModel<T>[Column]>;
};

type None = Record<never, never>;

/** Executed with all values of its parameters, by name: a value that is missing or misspelt does not compile. */
export type Prepared<Given, Result> = (...given: keyof Given extends never ? [] : [Given]) => Result;

/** What a query must offer to be prepared as a read. In `_` Drizzle's selects say what rows they give. */
export interface ReadQuery<Row> {
  readonly _: { readonly result: Row[]; readonly selectedFields: Readonly<Record<string, unknown>> };
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

export type Statement<Given> = Prepared<Given, Step>;

export const required = (step: Step): Step => ({ ...step, required: true });

/** How a read is written, with the query builder and the parameters of the read. */
export type ReadOf<Row, Given> = (builder: QueryBuilder, p: Params<Given>) => ReadQuery<Row>;
export type WriteOf<Given> = (builder: QueryBuilder, p: Params<Given>) => WriteQuery;

export interface Database {
  readonly engine: 'sqlite' | 'postgres';
  readonly tables: Tables;
  /** Prepares a read of at most one row. */
  one<Row, Given = None>(query: ReadOf<Row, Given>): Prepared<Given, Promise<Row | undefined>>;
  /** Prepares a read of a list. */
  many<Row, Given = None>(query: ReadOf<Row, Given>): Prepared<Given, Promise<Row[]>>;
  /** Prepares a write. */
  write<Given = None>(query: WriteOf<Given>): Statement<Given>;
  /**
   * Runs the steps in order as one unit: all of them are on disk when this resolves to `true`. `false`: a required step
   * touched no row, and nothing was changed.
   * @throws {StoreUnavailableError} when the store cannot take the unit now (locked, full, unreachable).
   */
  atomically(...steps: Step[]): Promise<boolean>;
  close(): Promise<void>;
}
