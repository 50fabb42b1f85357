/** The column builders for PostgreSQL, with the same names and row types as those for SQLite. */
import { bigint, boolean, customType, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Columns } from './sqlite.ts';
import { spelledTimezone } from './timezone.ts';
import { withoutCase } from './without-case.ts';

const timezone = customType<{ data: string; driverData: string }>(spelledTimezone);
const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

type ColumnName = 'integer' | 'time' | 'flag' | 'text' | 'timezone' | 'bytes' | 'json';
type DataOf<Build> = Build extends (name: string) => { _: { data: infer Data } } ? Data : never;

/** Builders whose columns have the same TypeScript values as those for SQLite. */
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
  timezone: (name: string) => timezone(name),
  bytes: (name: string) => bytea(name),
  json: (name: string) => jsonb(name),
  withoutCase: withoutCase.postgres,
} satisfies SameRows & Record<Exclude<keyof Columns, ColumnName>, unknown>;

// The type is asserted: the compiler has checked that both produce the same row types, and Drizzle's builders for the
// two engines have the same methods, so tables can be defined with the types of one of them.
export const postgresAsColumns = postgresColumns as unknown as Columns;
