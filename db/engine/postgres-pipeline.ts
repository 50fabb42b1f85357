/**
 * Sends prepared statements to PostgreSQL together and waits once for all of their answers. They end with a single Sync
 * message, which makes them one transaction: if one fails, PostgreSQL undoes those before it, skips those after it, and
 * nothing else has to be sent. A transaction therefore takes one round trip, however many statements it has, and one
 * write to the socket.
 * Buys two waits instead of four for a refresh, and five instead of nine for an authorization
 * (`test/routes/round-trips.test.ts`, 2026-11-29); removable when `pg` has the pipeline mode of libpq.
 */
import pg from 'pg';
import { NO_ANSWER } from './engine-errors.ts';
import { endsConnection, isAnswerLost } from './sqlstates.ts';

/** A statement that is prepared once in each connection, under its name. */
export interface PipelineStatement {
  readonly name: string;
  readonly text: string;
  /** Converts the columns of a row. `undefined` if the rows are not needed. */
  readonly rows: RowReader | undefined;
}

export interface BoundStatement {
  readonly statement: PipelineStatement;
  readonly values: readonly unknown[];
}

export interface Answer {
  rows: unknown[][];
  /** The number of rows that were read or affected. */
  count: number;
}

/** The answers to the statements before the first that failed, and its error. */
export interface StatementResult {
  answers: readonly Answer[];
  error: Error | undefined;
  /** When a connection was free, by `performance.now()`. */
  begunAt: number;
}

/**
 * The types of a statement's columns. They are asked for until they are known, and do not change afterwards, because
 * PostgreSQL refuses to execute a prepared statement whose columns have changed.
 */
export class RowReader {
  readonly #types: pg.CustomTypesConfig;
  #columns: ((text: string) => unknown)[] | undefined;

  constructor(types: pg.CustomTypesConfig) {
    this.#types = types;
  }

  get isKnown(): boolean {
    return this.#columns !== undefined;
  }

  describe(columns: readonly { dataTypeID: number }[]): void {
    this.#columns = columns.map(({ dataTypeID }) => this.#types.getTypeParser(dataTypeID, 'text'));
  }

  read(cells: readonly (string | null)[]): unknown[] {
    const columns = this.#columns ?? [];
    return cells.map((cell, index) => (cell === null ? null : columns[index]?.(cell)));
  }
}

/** The methods of a connection of `pg`, whose published types describe an older version. */
interface Connection {
  readonly stream: { cork(): void; uncork(): void };
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: readonly unknown[] }): void;
  describe(message: { type: 'P'; name: '' }): void;
  execute(message: object): void;
  close(message: { type: 'S'; name: string }): void;
  sync(): void;
}

/** The statements of each connection: `true` if prepared, `false` if only sent, because it may have been skipped. */
const prepared = new WeakMap<object, Map<string, boolean>>();

/** Encodes a value for the wire, as `pg` does. The type is asserted: the published types omit it. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

/**
 * Runs statements in one round trip, on a connection of its own.
 * @throws the error of the pool if no connection becomes free
 */
export async function sendTogether(pool: pg.Pool, bound: readonly BoundStatement[]): Promise<StatementResult> {
  const client = await pool.connect();
  const begunAt = performance.now();
  return new Promise((resolve) => {
    const pipeline = new Pipeline(bound, (error, answers) => {
      client.release(error !== undefined && isBroken(error) ? error : undefined);
      resolve({ answers, error, begunAt });
    });
    // The type is asserted: the published types describe the connection of an older version.
    client.query(pipeline as unknown as pg.Submittable);
  });
}

/** Returns whether the connection itself failed or ends, so that the pool does not reuse it. */
export const isBroken = (error: Error): boolean =>
  !(error instanceof pg.DatabaseError) || endsConnection(error.code ?? '');

/** Returns whether a transaction may have been committed although it was answered with this error. */
export const isUndecided = (error: Error): boolean =>
  !(error instanceof pg.DatabaseError) || isAnswerLost(error.code ?? '');

/** PostgreSQL itself ends a statement earlier. This limit is for a server that does not answer at all. */
export const ANSWER_MS = 6000;
/** The timer of `pg` would count for all statements together, however many there are. */
const NO_LIMIT = 2 ** 31 - 1;

/** The query object that `pg` calls while the statements are sent and answered. */
class Pipeline {
  /** Replaced by `pg` with one that also ends its timer. */
  callback: (error?: Error | null) => void;
  readonly query_timeout = NO_LIMIT;
  readonly #bound: readonly BoundStatement[];
  readonly #values: readonly (readonly unknown[])[];
  readonly #answers: Answer[] = [];
  #known = new Map<string, boolean>();
  #rows: unknown[][] = [];
  readonly #timer = setTimeout(() => this.#settle(new Error(NO_ANSWER)), ANSWER_MS);

  constructor(
    bound: readonly BoundStatement[],
    onAnswered: (error: Error | undefined, answers: readonly Answer[]) => void,
  ) {
    this.#bound = bound;
    // Here, because an error between two messages would leave the connection without the rest of them.
    this.#values = bound.map(({ values }) => values.map((value) => prepareValue(value)));
    this.callback = (error) => onAnswered(error ?? undefined, this.#answers);
  }

  submit(connection: Connection): void {
    this.#known = prepared.get(connection) ?? new Map();
    prepared.set(connection, this.#known);
    const parsed = new Set<string>();
    // A single write. Without this, each message would be one.
    connection.stream.cork();
    for (const [index, { statement }] of this.#bound.entries()) {
      const { name, text, rows } = statement;
      const isPrepared = this.#known.get(name);
      if (isPrepared !== true && !parsed.has(name)) {
        // It may have been prepared by a pipeline that failed later. Closing one that does not exist is no error.
        if (isPrepared === false) connection.close({ type: 'S', name });
        connection.parse({ name, text });
        this.#known.set(name, false);
        parsed.add(name);
      }
      connection.bind({ statement: name, values: this.#values[index] ?? [] });
      if (rows !== undefined && !rows.isKnown) connection.describe({ type: 'P', name: '' });
      connection.execute({});
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: readonly { dataTypeID: number }[] }): void {
    this.#current?.rows?.describe(fields);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const reader = this.#current?.rows;
    if (reader !== undefined) this.#rows.push(reader.read(fields));
  }

  handleCommandComplete({ text }: { text: string }): void {
    if (this.#current !== undefined) this.#known.set(this.#current.name, true);
    // `INSERT 0 1`, `UPDATE 1` or `SELECT 1`.
    this.#answers.push({ rows: this.#rows, count: Number(text.slice(text.lastIndexOf(' ') + 1)) });
    this.#rows = [];
    this.#timer.refresh();
  }

  handleReadyForQuery(): void {
    this.#settle();
  }

  handleError(error: Error): void {
    this.#settle(error);
  }

  /** Only the first outcome counts: whoever gives up on a connection closes it, which is another error. */
  #settle(error?: Error): void {
    const { callback } = this;
    this.callback = () => undefined;
    clearTimeout(this.#timer);
    callback(error);
  }

  /** The first statement that has not been answered yet. */
  get #current(): PipelineStatement | undefined {
    return this.#bound[this.#answers.length]?.statement;
  }
}
