/**
 * SQL fragments for named parameters, and the binding of parameters to values. They hide the differences between SQLite
 * and PostgreSQL in casts and JSON, so that each query is written once.
 */
import { getTableColumns, is, Param, Placeholder, type SQL, sql, type Table } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database, Parameter, Params, Prepared, RowOf, Values } from './engine.ts';

/**
 * A parameter that is named after a column that the statement is made for. The type is asserted: only the compiler knows
 * what value belongs to it, to Drizzle it is a placeholder like any other.
 */
export const parameterNamed = <Value = unknown>(name: string): Parameter<Value> =>
  sql.placeholder(name) as Parameter<Value>;

/** Params by the names that a statement is written with. The type is asserted: the statement's own says which there are. */
const everyParameter: unknown = new Proxy({}, { get: (_target, name) => parameterNamed(String(name)) });
export const parametersOf = <Given>(): Params<Given> => everyParameter as Params<Given>;

/** A parameter for each column of a table, by the name of the column. */
export const columnParameters = (table: Table): Readonly<Record<string, Parameter<unknown>>> =>
  Object.fromEntries(Object.keys(getTableColumns(table)).map((column) => [column, parameterNamed(column)]));

/**
 * A parameter for every column of a row. The type is asserted: of the keys of an object the compiler knows no more than
 * that they are texts.
 * @param _p proves that the statement is given the whole row
 */
export const rowOf = <T extends Table>(table: T, _p: Params<RowOf<T>>): Params<RowOf<T>> =>
  columnParameters(table) as Params<RowOf<T>>;

/** A parameter as the new value of a column in `set`. */
export const value = (parameter: Parameter<unknown>): SQL => sql`${parameter}`;

/**
 * The same where the engine does not store the value as it is: flags, JSON. Drizzle encodes a bare placeholder. The type is
 * asserted: Drizzle's own leave placeholders out of `set`.
 */
export const encoded = (parameter: Parameter<unknown>): SQL => parameter as never;

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

/** An expression as the limit of a select. The type is asserted: Drizzle's own name only numbers and bare placeholders. */
export const limitOf = (count: SQL): Placeholder => count as never;
export const limit = (parameter: Parameter<number>): Placeholder => limitOf(integer(parameter));

/**
 * Gives a statement, which runs on values by name, the type of those it is written with. It is asserted: whether the
 * statement takes values at all depends on a type that is not known here.
 */
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
