/** The interface of a move to the database it reads and of the one it writes. */
import type { AppliedMigration } from '../engine/migrations.ts';
import type { MovedTable, Row } from './rows.ts';

/** A database that nobody else has open or can write to until it is closed. */
export interface MoveSource {
  applied(): Promise<AppliedMigration[]>;
  /** The columns of each table. */
  tables(): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Reads a table in batches. */
  rows(table: MovedTable): AsyncIterable<readonly Row[]>;
  close(): Promise<void>;
}

/** A database with empty tables, which no server can open before `finish`. */
export interface MoveTarget {
  write(table: MovedTable, rows: readonly Row[]): Promise<void>;
  rows(table: MovedTable): AsyncIterable<readonly Row[]>;
  /** Makes the database available. Nothing else may be called afterwards. */
  finish(): Promise<void>;
  /** Gives the target up: it is as empty as before. */
  close(): Promise<void>;
}
