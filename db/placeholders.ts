import { getTableColumns, type Placeholder, type SQL, sql, type Table } from 'drizzle-orm';
import type { Database } from './engine.ts';

type RowPlaceholders<T extends Table> = { [Column in keyof T['_']['columns']]: Placeholder };

/** A placeholder for every column of a row, named as the column is, behind an optional prefix. */
export const rowOf = <T extends Table>(table: T, prefix = ''): RowPlaceholders<T> =>
  Object.fromEntries(
    Object.keys(getTableColumns(table)).map((column) => [column, sql.placeholder(prefix + column)]),
  ) as RowPlaceholders<T>;

/** A placeholder as the new value of a column in `set`. */
export const value = (name: string) => sql`${sql.placeholder(name)}`;

/**
 * A value that rows are looked up by. The cast says its type to PostgreSQL, and keeps SQLite from planning the statement
 * anew at every execution, as it does for a bare parameter in case the value should suggest another plan (six times the
 * cost of the look-up itself).
 */
export const integer = (name: string): SQL => sql`cast(${sql.placeholder(name)} as bigint)`;
export const text = (name: string): SQL => sql`cast(${sql.placeholder(name)} as text)`;
export const bytes = ({ engine }: Pick<Database, 'engine'>, name: string): SQL =>
  sql`cast(${sql.placeholder(name)} as ${sql.raw(engine === 'sqlite' ? 'blob' : 'bytea')})`;
