/** The column builders for PostgreSQL, with the same names and row types as those for SQLite. */
import { bigint, boolean, customType, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Columns } from './sqlite.ts';

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

type ColumnName = 'integer' | 'time' | 'flag' | 'text' | 'bytes' | 'json';
type DataOf<Build> = Build extends (name: string) => { _: { data: infer Data } } ? Data : never;

/** Builders whose columns put the same TypeScript values into a row as those of SQLite. */
type SameRows = { [Name in ColumnName]: (name: string) => { _: { data: DataOf<Columns[Name]> } } };

const postgresColumns = {
  table: pgTable,
  index,
  uniqueIndex,
  primaryKey,
  integer: (name: string) => bigint(name, { mode: 'number' }),
  time: (name: string) => bigint(name, { mode: 'number' }),
  flag: (name: string) => boolean(name),
  text: (name: string) => text(name),
  bytes: (name: string) => bytea(name),
  json: (name: string) => jsonb(name),
} satisfies SameRows & Record<Exclude<keyof Columns, ColumnName>, unknown>;

// The type is asserted: Drizzle's builders for the two engines share their methods, and the compiler has proved that they
// make the same rows, so one typed definition may stand for both.
export const postgresAsColumns = postgresColumns as unknown as Columns;
