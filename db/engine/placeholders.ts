/**
 * SQL fragments for named parameters, and the binding of parameters to values. They hide the differences between SQLite
 * and PostgreSQL in casts and JSON, so that each query is written once.
 */
import {
  Column,
  type DriverValueEncoder,
  getTableColumns,
  is,
  Param,
  Placeholder,
  type SQL,
  sql,
  type Table,
} from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database, Parameter, Params, Prepared, RowOf, Values } from './engine.ts';

/**
 * Returns a parameter with a name that is computed, for example from a column. The type is asserted: the type of the
 * value exists for the compiler only, and for Drizzle the parameter is a placeholder like any other.
 */
export const parameterNamed = <Value = unknown>(name: string): Parameter<Value> =>
  sql.placeholder(name) as Parameter<Value>;

/** An object that has a parameter under every name. */
const everyParameter: unknown = new Proxy({}, { get: (_target, name) => parameterNamed(String(name)) });

/** Returns the parameters of a statement. The type is asserted: only the type of the statement tells their names. */
export const parametersOf = <Input>(): Params<Input> => everyParameter as Params<Input>;

/** Returns a parameter for each column of a table, by the name of the column. */
export const columnParameters = (table: Table): Readonly<Record<string, Parameter<unknown>>> =>
  Object.fromEntries(Object.keys(getTableColumns(table)).map((column) => [column, parameterNamed(column)]));

/**
 * Returns a parameter for each column of a table, with the type of its values. The type is asserted: to the compiler,
 * the keys of an object are any texts.
 * @param _p proves that the statement is executed with a whole row
 */
export const rowOf = <T extends Table>(table: T, _p: Params<RowOf<T>>): Params<RowOf<T>> =>
  columnParameters(table) as Params<RowOf<T>>;

/** A parameter as the new value of a column in `set`, which is passed to the driver unchanged. */
export const value = (parameter: Parameter<unknown>): SQL => sql`${parameter}`;

/**
 * A parameter as the new value of a column in `set` that is encoded for the driver, such as a flag or JSON. Drizzle
 * encodes bare placeholders only. The type is asserted: Drizzle's types do not allow a placeholder in `set`.
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
/** The stored value of a flag that is set. */
export const isTrue = ({ engine }: Pick<Database, 'engine'>): SQL => sql.raw(engine === 'sqlite' ? '1' : 'true');
/** A list or object as JSON, for comparison with a JSON column. */
export const json = ({ engine }: Pick<Database, 'engine'>, parameter: Parameter<string>): SQL =>
  sql`cast(${parameter} as ${sql.raw(engine === 'sqlite' ? 'text' : 'jsonb')})`;

/**
 * An expression as the limit of a select. The type is asserted: Drizzle's types allow only numbers and bare
 * placeholders.
 */
export const limitOf = (count: SQL): Placeholder => count as never;
export const limit = (parameter: Parameter<number>): Placeholder => limitOf(integer(parameter));

/**
 * Gives a function of values by name the type of a prepared statement. The type is asserted: whether the statement
 * takes values at all depends on `Given`, which is not known here.
 */
export const preparedAs = <Input, Result>(run: (values: Values) => Result): Prepared<Input, Result> =>
  ((values: Values = {}) => run(values)) as Prepared<Input, Result>;

/** A parameter of a query: a name with how its value is encoded, or a constant. */
interface Bound {
  readonly name: string | undefined;
  readonly encoder: DriverValueEncoder<unknown, unknown> | undefined;
  readonly constant: unknown;
}

function boundOf(param: unknown): Bound {
  if (is(param, Placeholder)) return { name: param.name, encoder: undefined, constant: undefined };
  if (!is(param, Param) || !is(param.value, Placeholder))
    return { name: undefined, encoder: undefined, constant: param };
  const { encoder, value } = param;
  const changesNothing = encoder.mapToDriverValue === Column.prototype.mapToDriverValue;
  return { name: value.name, encoder: changesNothing ? undefined : encoder, constant: undefined };
}

/**
 * Returns a function that orders values by the parameters of a query and encodes them for the driver. It runs for every
 * statement, so it is a plain loop.
 */
export function binding(params: readonly unknown[]): (values: Values) => unknown[] {
  const bound = params.map(boundOf);
  return (values) => {
    const ordered: unknown[] = [];
    for (const { name, encoder, constant } of bound) {
      const value = name === undefined ? constant : values[name];
      if (value === undefined) throw new TypeError(`no value for the parameter ${name}`);
      ordered.push(encoder === undefined ? value : encoder.mapToDriverValue(value));
    }
    return ordered;
  };
}

/** PostgreSQL needs an array for lookups of a few values, and a subquery for joins. */
const arrayOf = (list: Parameter<string>): SQL =>
  sql`array(select jsonb_array_elements_text(cast(${text(list)} as jsonb)))`;

/** Condition that a column is in a list of texts, given as JSON. The list is one parameter, whatever its length. */
export const among = (
  { engine }: Pick<Database, 'engine'>,
  column: SQLiteColumn | SQL,
  list: Parameter<string>,
): SQL =>
  engine === 'sqlite'
    ? sql`${column} in (select value from json_each(${text(list)}))`
    : sql`${column} = any(${arrayOf(list)})`;

/** Condition that an id, unique within its site, is in a list. A key that starts with the id serves the lookup. */
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
