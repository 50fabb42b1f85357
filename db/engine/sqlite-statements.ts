/**
 * Compiles Drizzle's queries to plain SQLite statements. The encoding of each value and column is determined once.
 * Drizzle would determine it at every execution, which in a busy process costs about as much as a lookup by key.
 */
import type Sqlite from 'better-sqlite3';
import { Column, is, SQL } from 'drizzle-orm';
import type { ReadQuery, Values, WriteQuery } from './engine.ts';
import { binding } from './placeholders.ts';
import { announce } from './statement-channel.ts';

interface Decoder {
  mapFromDriverValue(value: unknown): unknown;
}

/** The fields of a select. An expression has a decoder too, but Drizzle's types do not contain it. */
type SelectedFields = Readonly<Record<string, Decoder | (SQL & { readonly decoder: Decoder })>>;

/** @returns nothing if the driver's value is the column's value already, as it is for most columns */
const decoderOf = (decoder: Decoder): Decoder | undefined =>
  decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue ? undefined : decoder;

export interface Read<Row> {
  readonly sql: string;
  bind(values: Values): unknown[];
  /** Makes a row of its cells. */
  toRow(cells: unknown[]): Row;
  first(values: Values): Row | undefined;
  all(values: Values): Row[];
}

export function compileRead<Row>(connection: Sqlite.Database, query: ReadQuery<Row>): Read<Row> {
  const { sql, params } = query.toSQL();
  const statement = connection.prepare<unknown[], unknown[]>(sql).raw();
  const bind = binding(params);
  // The type is asserted: the builder created the fields.
  const fields = query._.selectedFields as SelectedFields;
  const columns = Object.entries(fields).map(([name, field], index) => ({
    name,
    index,
    decoder: decoderOf(is(field, SQL) ? field.decoder : field),
  }));
  if (columns.length !== statement.columns().length) throw new TypeError(`a read of nested columns: ${sql}`);

  const toRow = (cells: unknown[]): Row => {
    const row: Values = {};
    for (const { name, index, decoder } of columns) {
      const cell = cells[index];
      row[name] = cell === null || decoder === undefined ? cell : decoder.mapFromDriverValue(cell);
    }
    // The type is asserted: it is the row type of the select, whose columns were just read.
    return row as Row;
  };

  return {
    sql,
    bind,
    toRow,
    first(values) {
      announce(sql);
      const cells = statement.get(...bind(values));
      return cells && toRow(cells);
    },
    all(values) {
      announce(sql);
      return statement.all(...bind(values)).map(toRow);
    },
  };
}

/**
 * Compiles a write.
 * @returns a function that executes it and returns the number of affected rows
 */
export function compileWrite(connection: Sqlite.Database, query: WriteQuery): (values: Values) => number {
  const { sql, params } = query.toSQL();
  const statement = connection.prepare(sql);
  const bind = binding(params);
  return (values) => {
    announce(sql);
    return statement.run(...bind(values)).changes;
  };
}

/**
 * Compiles the select of a step that locks rows. The transaction of the writer excludes all others from its beginning.
 * @returns a function that executes it and returns the number of rows
 */
export function compileLock(connection: Sqlite.Database, query: WriteQuery): (values: Values) => number {
  const { sql, params } = query.toSQL();
  const statement = connection.prepare(sql).raw();
  const bind = binding(params);
  return (values) => {
    announce(sql);
    return statement.all(...bind(values)).length;
  };
}
