/** The column builders for SQLite. All tables and stores use their types. */
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { withoutCase } from './without-case.ts';

export const sqliteColumns = {
  table: sqliteTable,
  index,
  uniqueIndex,
  primaryKey,
  integer: (name: string) => integer(name),
  /** Milliseconds since the epoch. */
  time: (name: string) => integer(name),
  flag: (name: string) => integer(name, { mode: 'boolean' }),
  text: (name: string) => text(name),
  bytes: (name: string) => blob(name, { mode: 'buffer' }),
  json: (name: string) => text(name, { mode: 'json' }),
  withoutCase: withoutCase.sqlite,
};

export type Columns = typeof sqliteColumns;
