/** The column builders for PostgreSQL, with the same names and row types as those for SQLite. */
import { bigint, boolean, customType, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Columns } from './sqlite.ts';

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

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
};

type ColumnName = 'integer' | 'time' | 'flag' | 'text' | 'bytes' | 'json';
type DataOf<Build> = Build extends (name: string) => { _: { data: infer Data } } ? Data : never;

// The compiler proves that both sets of builders produce the same TypeScript row types. The builders of both engines
// have the same methods, so one typed definition can stand for both.
const sameRows: { [Name in ColumnName]: DataOf<Columns[Name]> } = {} as {
  [Name in ColumnName]: DataOf<(typeof postgresColumns)[Name]>;
};
void sameRows;

export const postgresAsColumns = postgresColumns as unknown as Columns;
