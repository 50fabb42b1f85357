/**
 * Prepared inserts for the stores. A row that already exists is left untouched rather than overwritten, so a step that
 * must create its row has to be marked `required`.
 */
import { getTableColumns, type InferInsertModel, type Table } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database, Step, Values } from './engine.ts';
import { rowOf } from './placeholders.ts';

/** What a column holds when a row does not say: its default, or nothing. */
const blankOf = (table: Table): Values =>
  Object.fromEntries(Object.entries(getTableColumns(table)).map(([name, column]) => [name, column.default ?? null]));

/** Prepares an insert that takes rows as the table's type has them; a row that is there already stays as it is. */
export function inserting<T extends SQLiteTable>(db: Database, table: T): (row: InferInsertModel<T>) => Step {
  const blank = blankOf(table);
  const insert = db.write((q) =>
    q
      .insert(table)
      .values(rowOf(table) as never)
      .onConflictDoNothing(),
  );
  return (row) => insert({ ...blank, ...row });
}
