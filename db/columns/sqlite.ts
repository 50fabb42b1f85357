/** The column builders for SQLite. All tables and stores use their types. */
import { blob, customType, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { spelledTimezone } from './timezone.ts';
import { withoutCase } from './without-case.ts';

const timezone = customType<{ data: string; driverData: string }>(spelledTimezone);

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
  /** An IANA timezone in its usual spelling, also in rows of earlier versions. */
  timezone: (name: string) => timezone(name),
  bytes: (name: string) => blob(name, { mode: 'buffer' }),
  json: (name: string) => text(name, { mode: 'json' }),
  withoutCase: withoutCase.sqlite,
};

export type Columns = typeof sqliteColumns;
