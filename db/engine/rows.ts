/**
 * Prepared inserts and updates of rows, typed by their table. An insert leaves an existing row unchanged, so a step
 * that must create its row has to be marked `required`.
 */
import { getTableColumns, type InferInsertModel, type SQL, type Table } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database, Params, RowOf, Step, Values } from './engine.ts';
import { preparedPerShape } from './lists.ts';
import { columnParameters, encoded, parameterNamed, parametersOf } from './placeholders.ts';

/** The default of every column, or null. */
const blankOf = (table: Table): Values =>
  Object.fromEntries(Object.entries(getTableColumns(table)).map(([name, column]) => [name, column.default ?? null]));

const definedIn = (row: object): Values =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));

/** A row to insert: columns with a default may be left out. */
export type NewRow<T extends Table> = Pick<RowOf<T>, keyof RowOf<T> & RequiredColumn<T>> & {
  readonly [Column in keyof RowOf<T>]?: RowOf<T>[Column] | undefined;
};
type RequiredColumn<T extends Table> = {
  [Column in keyof InferInsertModel<T>]-?: undefined extends InferInsertModel<T>[Column] ? never : Column;
}[keyof InferInsertModel<T>];

/** Prepares an insert into a table whose columns are not known to the compiler. An existing row stays unchanged. */
export function insertingInto(db: Database, table: SQLiteTable): (row: object) => Step {
  const blank = blankOf(table);
  const insert = db.write<Values>((q) => q.insert(table).values(columnParameters(table)).onConflictDoNothing());
  return (row) => insert({ ...blank, ...definedIn(row) });
}

/** Prepares an insert of rows that have the type of the table. An existing row stays unchanged. */
export const inserting = <T extends SQLiteTable>(db: Database, table: T): ((row: NewRow<T>) => Step) =>
  insertingInto(db, table);

/**
 * Prepares updates of the columns that a change contains, with one statement for each set of columns.
 * @param which the condition that selects the row
 */
export function updating<T extends SQLiteTable, Input extends object>(
  db: Database,
  table: T,
  which: (p: Params<Input>) => SQL | undefined,
): (changes: Partial<RowOf<T>>, values: Input) => Step {
  const nameOf = (column: string): string => `set_${column}`;
  // The compiler cannot know which columns a change will contain, so the table is used without its columns.
  const anyTable: SQLiteTable = table;
  const setting = preparedPerShape((columns: readonly string[]) =>
    db.write<Values>((q) =>
      q
        .update(anyTable)
        .set(Object.fromEntries(columns.map((column) => [column, encoded(parameterNamed(nameOf(column)))])))
        .where(which(parametersOf())),
    ),
  );
  return (changes, values) => {
    const set: Values = Object.fromEntries(Object.entries(changes).map(([column, to]) => [nameOf(column), to]));
    return setting(Object.keys(changes))({ ...set, ...values });
  };
}
