/** The PostgreSQL engine: a connection pool, with one transaction and one round trip per unit of work. */
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { StoreUnavailableError, UnstorableTextError } from '../../schema/refusals/store-error.ts';
import { postgresAsColumns } from '../columns/postgres.ts';
import { defineTables } from '../tables/index.ts';
import { announceCommit } from './commit-channel.ts';
import type {
  CacheOptions,
  Database,
  DatabaseStats,
  MeasuredWrite,
  OpenOptions,
  Prepared,
  QueryBuilder,
  ReadOf,
  ReadQuery,
  Statement,
  Step,
  Values,
  WriteOf,
} from './engine.ts';
import {
  driverError,
  isPostgresConflict,
  isUnstorableText,
  requireStorable,
  unavailableInPostgres,
} from './engine-errors.ts';
import { requireUsable } from './migrations.ts';
import { onFirstUse } from './on-first-use.ts';
import { binding, parametersOf, preparedAs } from './placeholders.ts';
import { appliedInPostgres, migratePostgres } from './postgres-migration.ts';
import {
  ANSWER_MS,
  type BoundStatement,
  isUndecided,
  type PipelineStatement,
  sendTogether,
} from './postgres-pipeline.ts';
import { type Driver, PostgresReader } from './postgres-reader.ts';
import { announce } from './statement-channel.ts';

const CONFLICT_TRIES = 5;
/**
 * Each query shape has its own statement and index, whatever its values. By default, PostgreSQL would plan statements
 * that end with a page again at every execution, because it does not know the length of the page and expects a custom
 * plan to be cheaper.
 */
const PLAN_ONCE = 'set plan_cache_mode = force_generic_plan';
/** PostgreSQL would compile a statement that it expects to take long at each execution, which takes as long again. */
const NOT_COMPILED = 'set jit = off';
/**
 * What is read is in memory or on a solid-state disk. By its default, made for disks with a seek time, PostgreSQL would
 * rather go through a whole table than along an index, as often as its statistics make both seem alike.
 */
const ALONG_INDEXES = 'set random_page_cost = 1.1';
/**
 * No request waits longer than this for the database. A statement waits for a lock a little longer than PostgreSQL
 * takes to detect a deadlock (one second), so that a deadlock is still reported as one and repeated.
 */
const LIMITS =
  "set lock_timeout = '1200ms'; set statement_timeout = '5s'; set idle_in_transaction_session_timeout = '10s'";
/** How long to wait for a free connection, and for a new one to be established. */
const CONNECTION_MS = 2000;
/** The operating system finds out within about a minute that the other machine has vanished. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** True on a standby, too. */
const IS_READ_ONLY = "select current_setting('transaction_read_only') as read_only";

/** A select of PostgreSQL's query builder. */
interface PostgresQuery<Row> extends ReadQuery<Row> {
  prepare(name: string): { execute(values?: Values): Promise<Row[]> };
}

interface CompiledWrite {
  statement: PipelineStatement;
  /** Fails if no row is affected, and thereby undoes its transaction. */
  requiring: PipelineStatement;
  bind(values: Values): unknown[];
}

/** Message of the database about a required step without effect. It is in its log, too. */
const NOTHING_CHANGED = 'a required row is missing or has changed, so the transaction is rolled back';
/** The conversion of a text into a number fails with this code and shows the text. */
const INVALID_TEXT = '22P02';

const requiring = (text: string): string =>
  `with affected as (${text}) select cast(case count(*) when 0 then '${NOTHING_CHANGED}' else '1' end as integer) from affected`;

const hasChangedNothing = (error: Error): boolean =>
  error instanceof pg.DatabaseError && error.code === INVALID_TEXT && error.message.includes(NOTHING_CHANGED);

export async function openPostgres(url: string, options: OpenOptions): Promise<Database> {
  await migratePostgres(url, options);
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize,
    connectionTimeoutMillis: CONNECTION_MS,
    query_timeout: ANSWER_MS,
    ...KEEP_ALIVE,
    onConnect: (client) => client.query(`${PLAN_ONCE}; ${NOT_COMPILED}; ${ALONG_INDEXES}; ${LIMITS}`),
  });
  // A broken connection fails the query that uses it, if any, and the pool replaces it. Without these listeners, it
  // would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new PostgresDatabase(pool);
}

class PostgresDatabase implements Database {
  readonly engine = 'postgres';
  readonly tables = defineTables(postgresAsColumns);
  readonly #pool: pg.Pool;
  readonly #alone: QueryBuilder;
  readonly #together: QueryBuilder;
  readonly #writes: (() => CompiledWrite)[] = [];
  #reads = 0;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    const { alone, together } = new PostgresReader(pool);
    this.#alone = builderOn(alone);
    this.#together = builderOn(together);
  }

  one<Row, Input>(query: ReadOf<Row, Input>): Prepared<Input, Promise<Row | undefined>> {
    return first(this.many(query));
  }

  lookup<Row, Input>(query: ReadOf<Row, Input>): Prepared<Input, Promise<Row | undefined>> {
    return first(this.#read(this.#together, query));
  }

  cached<Row, Key extends number | string, Value>(
    _cache: CacheOptions<Value>,
    query: ReadOf<Row, { key: Key }>,
    make: (row: Row, key: Key) => Value,
  ): (key: Key) => Promise<Value | undefined> {
    const read = this.lookup(query);
    return async (key) => {
      const row = await read({ key });
      return row && make(row, key);
    };
  }

  many<Row, Input>(query: ReadOf<Row, Input>): Prepared<Input, Promise<Row[]>> {
    return this.#read(this.#alone, query);
  }

  scan<Row, Input>(query: ReadOf<Row, Input>): Prepared<Input, Promise<Row[]>> {
    return this.many(query);
  }

  scanOne<Row, Input>(query: ReadOf<Row, Input>): Prepared<Input, Promise<Row | undefined>> {
    return this.one(query);
  }

  #read<Row, Input>(builder: QueryBuilder, query: ReadOf<Row, Input>): Prepared<Input, Promise<Row[]>> {
    this.#reads += 1;
    const name = `read_${this.#reads}`;
    const read = onFirstUse(() => {
      // The type is asserted: the builder is the one of PostgreSQL, although it has the type of the other.
      const built = query(builder, parametersOf()) as PostgresQuery<Row>;
      return { sql: built.toSQL().sql, prepared: built.prepare(name) };
    });
    return preparedAs(async (values) => {
      const { sql, prepared } = read();
      announce(sql);
      try {
        return await prepared.execute(values);
      } catch (error) {
        if (isUnstorableText(error)) return [];
        // Drizzle's error contains the values of the query, which must not be logged.
        throw unavailableInPostgres(error) ?? driverError(error);
      }
    });
  }

  write<Input>(query: WriteOf<Input>): Statement<Input> {
    return this.#step(query, ' returning 1');
  }

  /** The lock of an update that changes no key, so that rows which refer to it can be inserted meanwhile. */
  lock<Input>(query: WriteOf<Input>): Statement<Input> {
    return this.#step(query, '', ' for no key update');
  }

  async atomically(...steps: Step[]): Promise<boolean> {
    requireStorable(steps);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#transaction(steps);
      } catch (error) {
        // A text within JSON is found by the database only.
        if (isUnstorableText(error)) throw new UnstorableTextError('JSON contains NUL', { cause: error });
        if (!isPostgresConflict(error) || attempt === CONFLICT_TRIES) throw unavailableInPostgres(error) ?? error;
        await sleep(Math.random() * 20 * attempt);
      }
    }
  }

  async measured(...steps: Step[]): Promise<MeasuredWrite> {
    const begunAt = performance.now();
    const applied = await this.atomically(...steps);
    return { applied, heldMs: performance.now() - begunAt };
  }

  async stats(): Promise<DatabaseStats> {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    const pool = { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
    try {
      const { rows } = await this.#pool.query('select pg_database_size(current_database()) as bytes');
      return { bytes: Number(rows[0]?.bytes), pool };
    } catch (error) {
      throw unavailableInPostgres(error) ?? error;
    }
  }

  async requireWritable(): Promise<void> {
    try {
      const { rows } = await this.#pool.query(IS_READ_ONLY);
      if (rows[0]?.read_only === 'on') throw new StoreUnavailableError('PostgreSQL: the database is read-only');
    } catch (error) {
      throw unavailableInPostgres(error) ?? error;
    }
  }

  async requireUsable(): Promise<void> {
    try {
      requireUsable('postgres', await appliedInPostgres(this.#pool));
    } catch (error) {
      throw unavailableInPostgres(error) ?? error;
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  /**
   * @param counted added to the statement if it has to affect a row
   * @param ending always added
   */
  #step<Input>(query: WriteOf<Input>, counted: string, ending = ''): Statement<Input> {
    const name = `write_${this.#writes.length}`;
    const compiled = onFirstUse(() => {
      const { sql, params } = query(this.#alone, parametersOf()).toSQL();
      const text = sql + ending;
      return {
        statement: { name, text, rows: undefined },
        requiring: { name: `${name}_required`, text: requiring(text + counted), rows: undefined },
        bind: binding(params),
      };
    });
    const statement = this.#writes.push(compiled) - 1;
    return preparedAs((values) => ({ statement, values, required: false }));
  }

  async #transaction(steps: readonly Step[]): Promise<boolean> {
    const submittedAt = performance.now();
    // A single statement tells by its count whether it had an effect.
    const isAlone = steps.length === 1;
    const bound = steps.map((step) => this.#bind(step, step.required && !isAlone));
    const { answers, error, begunAt } = await sendTogether(this.#pool, bound);
    if (error !== undefined) {
      if (hasChangedNothing(error)) return false;
      // Without an answer, nobody knows yet whether it was committed.
      throw (isUndecided(error) ? unavailableInPostgres(error, true) : undefined) ?? error;
    }
    announceCommit(1, submittedAt, begunAt);
    return !isAlone || !steps[0]?.required || answers[0]?.count !== 0;
  }

  #bind(step: Step, isRequired: boolean): BoundStatement {
    const write = this.#writes[step.statement];
    if (write === undefined) throw new RangeError('a step of another database');
    const { statement, requiring, bind } = write();
    announce(statement.text);
    return { statement: isRequired ? requiring : statement, values: bind(step.values) };
  }
}

/** The type is asserted: both builders have every method that the stores use (see columns/postgres.ts). */
const builderOn = (driver: Driver): QueryBuilder => drizzle(driver as unknown as pg.Pool) as unknown as QueryBuilder;

const first =
  <Row, Input>(read: Prepared<Input, Promise<Row[]>>): Prepared<Input, Promise<Row | undefined>> =>
  async (...input) =>
    (await read(...input))[0];
