/**
 * SQL fragments for named parameters, and the binding of parameters to values. They hide the differences between SQLite
 * and PostgreSQL in casts and JSON, so that each query is written once.
 */
import { getTableColumns, is, Param, Placeholder, type SQL, sql, type Table } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database, Parameter, Params, Prepared, RowOf, Values } from './engine.ts';

/** All parameters by name. The type of the statement restricts the names. */
const everyParameter: unknown = new Proxy({}, { get: (_target, name) => sql.placeholder(String(name)) });
export const parametersOf = <Given>(): Params<Given> => everyParameter as Params<Given>;

/** A parameter named after a column, for statements that are built from a list of columns. */
export const parameterNamed = <Value = unknown>(name: string): Parameter<Value> =>
  sql.placeholder(name) as unknown as Parameter<Value>;

/** A parameter for every column of a row. */
export const rowOf = <T extends Table>(table: T, p: Params<RowOf<T>>): Params<RowOf<T>> =>
  Object.fromEntries(
    Object.keys(getTableColumns(table)).map((column) => [column, p[column as keyof RowOf<T>]]),
  ) as Params<RowOf<T>>;

/** A parameter as the new value of a column in `set`. */
export const value = (parameter: Parameter<unknown>): SQL => sql`${parameter}`;

/**
 * A parameter as the new value of a column that the engine encodes, such as flags and JSON. Drizzle encodes bare
 * placeholders.
 */
export const encoded = (parameter: Parameter<unknown>): SQL => parameter as unknown as SQL;

/**
 * A parameter for lookups. The cast tells PostgreSQL its type. SQLite plans a statement with a bare parameter again at
 * every execution, because the value could suggest another plan; that takes six times as long as the lookup itself.
 */
export const integer = (parameter: Parameter<number | null>): SQL => sql`cast(${parameter} as bigint)`;
export const text = (parameter: Parameter<string | null>): SQL => sql`cast(${parameter} as text)`;
export const bytes = ({ engine }: Pick<Database, 'engine'>, parameter: Parameter<Buffer>): SQL =>
  sql`cast(${parameter} as ${sql.raw(engine === 'sqlite' ? 'blob' : 'bytea')})`;
/** A list or object as JSON, for comparison with a JSON column. */
export const json = ({ engine }: Pick<Database, 'engine'>, parameter: Parameter<string>): SQL =>
  sql`cast(${parameter} as ${sql.raw(engine === 'sqlite' ? 'text' : 'jsonb')})`;

/** Adds the types of the parameters to a statement that takes values by name. */
export const preparedAs = <Given, Result>(run: (values: Values) => Result): Prepared<Given, Result> =>
  ((values: Values = {}) => run(values)) as Prepared<Given, Result>;

/** Returns a function that orders values by the parameters of a query and encodes them for the driver. */
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

/** PostgreSQL needs an array for lookups of a few values, and a subquery for joins. */
const arrayOf = (list: Parameter<string>): SQL =>
  sql`array(select jsonb_array_elements_text(cast(${text(list)} as jsonb)))`;

/** Whether a column is in a list of texts, given as JSON. The list is one parameter, whatever its length. */
export const among = (
  { engine }: Pick<Database, 'engine'>,
  column: SQLiteColumn | SQL,
  list: Parameter<string>,
): SQL =>
  engine === 'sqlite'
    ? sql`${column} in (select value from json_each(${text(list)}))`
    : sql`${column} = any(${arrayOf(list)})`;

/** Whether an id that is unique only within its site is in a list. A key that starts with the id serves the lookup. */
export const amongAtSite = (
  { engine }: Pick<Database, 'engine'>,
  id: SQLiteColumn,
  siteId: SQLiteColumn,
  list: Parameter<string>,
  site: Parameter<string>,
): SQL =>
  engine === 'sqlite'
    ? sql`(${id}, ${siteId}) in (select value, ${text(site)} from json_each(${text(list)}))`
    : sql`(${id} = any(${arrayOf(list)}) and ${siteId} = ${text(site)})`;

/**
 * A number computed from other rows. Drizzle omits the table name of columns directly in a selected expression, so a
 * column of the inner table would be taken for one of the outer table. Columns in a nested expression keep the table
 * name.
 */
export const scalar = (query: SQL) => sql<number>`${query}`.mapWith(Number);

/**
 * Time periods as rows with `period.first`, `period.last` (exclusive) and `period.place`, from a JSON list of pairs.
 * One statement can then read many ranges of an index without date functions of the engine.
 */
export const periods = ({ engine }: Pick<Database, 'engine'>, list: Parameter<string>): SQL =>
  engine === 'sqlite'
    ? sql`(select json_extract(value, '$[0]') as first, json_extract(value, '$[1]') as last, key as place from json_each(${text(list)})) as period`
    : sql`(select cast(pair ->> 0 as bigint) as first, cast(pair ->> 1 as bigint) as last, place from jsonb_array_elements(cast(${text(list)} as jsonb)) with ordinality as listed (pair, place)) as period`;

/** Encodes texts for `among`. Unpaired surrogates, which no id contains, would make the list invalid for PostgreSQL. */
export const listOf = (texts: readonly string[]): string => JSON.stringify(texts.map((one) => one.toWellFormed()));
