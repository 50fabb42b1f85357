/**
 * SQL fragments for named parameters in the stores' prepared statements, and their binding to values. The differences
 * between SQLite and PostgreSQL in casts and JSON are settled here so that each query is written once.
 */
import { getTableColumns, is, Param, Placeholder, type SQL, sql, type Table } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database, Values } from './engine.ts';

type RowPlaceholders<T extends Table> = { [Column in keyof T['_']['columns']]: Placeholder };

/** A placeholder for every column of a row, named as the column is, behind an optional prefix. */
export const rowOf = <T extends Table>(table: T, prefix = ''): RowPlaceholders<T> =>
  Object.fromEntries(
    Object.keys(getTableColumns(table)).map((column) => [column, sql.placeholder(prefix + column)]),
  ) as RowPlaceholders<T>;

/** A placeholder as the new value of a column in `set`. */
export const value = (name: string) => sql`${sql.placeholder(name)}`;

/** The same where the engine does not store the value as it is: flags, JSON. */
export const encoded = (name: string): never => sql.placeholder(name) as never;

/**
 * A value that rows are looked up by. The cast says its type to PostgreSQL, and keeps SQLite from planning the statement
 * anew at every execution, as it does for a bare parameter in case the value should suggest another plan (six times the
 * cost of the look-up itself).
 */
export const integer = (name: string): SQL => sql`cast(${sql.placeholder(name)} as bigint)`;
export const text = (name: string): SQL => sql`cast(${sql.placeholder(name)} as text)`;
export const bytes = ({ engine }: Pick<Database, 'engine'>, name: string): SQL =>
  sql`cast(${sql.placeholder(name)} as ${sql.raw(engine === 'sqlite' ? 'blob' : 'bytea')})`;
/** A list or record, as JSON, where a column that keeps JSON is compared with it. */
export const json = ({ engine }: Pick<Database, 'engine'>, name: string): SQL =>
  sql`cast(${sql.placeholder(name)} as ${sql.raw(engine === 'sqlite' ? 'text' : 'jsonb')})`;

/** Puts values by name into the order of a query's parameters, each as the driver takes it. */
export function binding(params: readonly unknown[]): (values: Values) => unknown[] {
  const readers = params.map((param) => {
    if (is(param, Placeholder)) return (values: Values) => valueNamed(values, param.name);
    if (!is(param, Param) || !is(param.value, Placeholder)) return () => param;
    const { encoder, value } = param;
    return (values: Values) => encoder.mapToDriverValue(valueNamed(values, value.name));
  });
  return (values) => readers.map((read) => read(values));
}

function valueNamed(values: Values, name: string): unknown {
  const value = values[name];
  if (value === undefined) throw new TypeError(`no value for the parameter ${name}`);
  return value;
}

/** PostgreSQL takes an array for a few values to look up, and a subquery for a table to join with. */
const arrayOf = (name: string): SQL => sql`array(select jsonb_array_elements_text(cast(${text(name)} as jsonb)))`;

/** Is the column among a list of texts, given as JSON? One parameter, however long the list. */
export const among = ({ engine }: Pick<Database, 'engine'>, column: SQLiteColumn | SQL, name: string): SQL =>
  engine === 'sqlite'
    ? sql`${column} in (select value from json_each(${text(name)}))`
    : sql`${column} = any(${arrayOf(name)})`;

/** The same for ids that are unique only together with the site (`siteId`): a key that begins with the id serves it. */
export const amongAtSite = (
  { engine }: Pick<Database, 'engine'>,
  id: SQLiteColumn,
  siteId: SQLiteColumn,
  name: string,
): SQL =>
  engine === 'sqlite'
    ? sql`(${id}, ${siteId}) in (select value, ${text('siteId')} from json_each(${text(name)}))`
    : sql`(${id} = any(${arrayOf(name)}) and ${siteId} = ${text('siteId')})`;

/**
 * A number that a select works out from other rows. Drizzle leaves the table out of columns that stand directly in a
 * selected expression, and a column of the inner table would be taken for the one of the outer; deeper ones keep theirs.
 */
export const scalar = (query: SQL) => sql<number>`${query}`.mapWith(Number);

/**
 * Periods of time as rows `period.first`, `period.last` (not within it) and `period.place`, from a JSON list of pairs: so
 * many ranges of an index in one statement, and no calendar in the engine.
 */
export const periods = ({ engine }: Pick<Database, 'engine'>, name: string): SQL =>
  engine === 'sqlite'
    ? sql`(select json_extract(value, '$[0]') as first, json_extract(value, '$[1]') as last, key as place from json_each(${text(name)})) as period`
    : sql`(select cast(pair ->> 0 as bigint) as first, cast(pair ->> 1 as bigint) as last, place from jsonb_array_elements(cast(${text(name)} as jsonb)) with ordinality as listed (pair, place)) as period`;

/** Texts for `among`. Half a character, which no id has, would make the list unreadable to PostgreSQL. */
export const listOf = (texts: readonly string[]): string => JSON.stringify(texts.map((one) => one.toWellFormed()));
