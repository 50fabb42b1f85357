import { getTableColumns, type Placeholder, sql, type Table } from 'drizzle-orm';

type RowPlaceholders<T extends Table> = { [Column in keyof T['_']['columns']]: Placeholder };

/** A placeholder for every column of a row, named as the column is, behind an optional prefix. */
export const rowOf = <T extends Table>(table: T, prefix = ''): RowPlaceholders<T> =>
  Object.fromEntries(
    Object.keys(getTableColumns(table)).map((column) => [column, sql.placeholder(prefix + column)]),
  ) as RowPlaceholders<T>;

/** A placeholder as the new value of a column in `set`. */
export const value = (name: string) => sql`${sql.placeholder(name)}`;
