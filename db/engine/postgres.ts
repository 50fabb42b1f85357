/** The PostgreSQL engine: a connection pool, with one transaction per unit of work. */
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { UnstorableTextError } from '../../schema/store-error.ts';
import { postgresAsColumns } from '../columns/postgres.ts';
import { defineTables } from '../tables/index.ts';
import { announceCommit } from './commit-channel.ts';
import type {
  Database,
  DatabaseFigures,
  Kept,
  Measured,
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
  isUnanswered,
  isUnstorableText,
  requireStorable,
  unavailableInPostgres,
} from './engine-errors.ts';
import { requireUsable } from './migrations.ts';
import { onFirstUse } from './on-first-use.ts';
import { binding, parametersOf, preparedAs } from './placeholders.ts';
import { appliedInPostgres, migratePostgres } from './postgres-migration.ts';
import { announce } from './statement-channel.ts';

const CONFLICT_TRIES = 5;
/**
 * Each query shape has its own statement and index, whatever its values. By default, PostgreSQL would plan statements
 * that end with a page again at every execution, because it does not know the length of the page and expects a custom
 * plan to be cheaper.
 */
const PLAN_ONCE = 'set plan_cache_mode = force_generic_plan';
/**
 * No request waits longer than this for the database. A statement waits for a lock a little longer than PostgreSQL
 * takes to detect a deadlock (one second), so that a deadlock is still reported as one and repeated.
 */
const LIMITS =
  "set lock_timeout = '1200ms'; set statement_timeout = '5s'; set idle_in_transaction_session_timeout = '10s'";
/** How long to wait for a free connection, and for a new one to be established. */
const CONNECTION_MS = 2000;
/** PostgreSQL itself ends a statement earlier. This limit is for a server that does not answer at all. */
const ANSWER_MS = 6000;
/** The operating system finds out within about a minute that the other machine has vanished. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** A select of PostgreSQL's query builder. */
interface PostgresQuery<Row> extends ReadQuery<Row> {
  prepare(name: string): { execute(values?: Values): Promise<Row[]> };
}

interface CompiledWrite {
  name: string;
  text: string;
  bind(values: Values): unknown[];
}

export async function openPostgres(url: string, options: OpenOptions): Promise<Database> {
  await migratePostgres(url, options);
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize,
    connectionTimeoutMillis: CONNECTION_MS,
    query_timeout: ANSWER_MS,
    ...KEEP_ALIVE,
    onConnect: (client) => client.query(`${PLAN_ONCE}; ${LIMITS}`),
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
  readonly #builder: QueryBuilder;
  readonly #writes: (() => CompiledWrite)[] = [];
  #reads = 0;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    // The type is asserted: both builders have every method that the stores use (see columns/postgres.ts).
    this.#builder = drizzle(pool) as unknown as QueryBuilder;
  }

  one<Row, Given>(query: ReadOf<Row, Given>): Prepared<Given, Promise<Row | undefined>> {
    const read = this.many(query);
    return async (...given) => (await read(...given))[0];
  }

  kept<Row, Key extends number | string, Made>(
    _kept: Kept<Made>,
    query: ReadOf<Row, { key: Key }>,
    make: (row: Row, key: Key) => Made,
  ): (key: Key) => Promise<Made | undefined> {
    const read = this.one(query);
    return async (key) => {
      const row = await read({ key });
      return row && make(row, key);
    };
  }

  many<Row, Given>(query: ReadOf<Row, Given>): Prepared<Given, Promise<Row[]>> {
    this.#reads += 1;
    const name = `read_${this.#reads}`;
    const read = onFirstUse(() => {
      // The type is asserted: the builder is the one of PostgreSQL, although it has the type of the other.
      const built = query(this.#builder, parametersOf()) as PostgresQuery<Row>;
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

  write<Given>(query: WriteOf<Given>): Statement<Given> {
    const name = `write_${this.#writes.length}`;
    const compiled = onFirstUse(() => {
      const { sql: text, params } = query(this.#builder, parametersOf()).toSQL();
      return { name, text, bind: binding(params) };
    });
    const statement = this.#writes.push(compiled) - 1;
    return preparedAs((values) => ({ statement, values, required: false }));
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

  async measured(...steps: Step[]): Promise<Measured> {
    const begunAt = performance.now();
    const applied = await this.atomically(...steps);
    return { applied, heldMs: performance.now() - begunAt };
  }

  async figures(): Promise<DatabaseFigures> {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    const pool = { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
    try {
      const { rows } = await this.#pool.query('select pg_database_size(current_database()) as bytes');
      return { bytes: Number(rows[0]?.bytes), pool };
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

  async #transaction(steps: readonly Step[]): Promise<boolean> {
    const submittedAt = performance.now();
    const client = await this.#pool.connect();
    const begunAt = performance.now();
    let broken: Error | undefined;
    try {
      const [first, ...others] = steps;
      if (first !== undefined && others.length === 0) {
        // A statement is a transaction by itself.
        const touched = await this.#run(client, first);
        announceCommit(1, submittedAt, begunAt);
        return touched > 0 || !first.required;
      }
      await client.query('BEGIN');
      for (const step of steps) {
        const touched = await this.#run(client, step);
        if (touched === 0 && step.required) {
          await client.query('ROLLBACK');
          return false;
        }
      }
      await client.query('COMMIT');
      announceCommit(1, submittedAt, begunAt);
      return true;
    } catch (error) {
      // A server that did not answer will not answer this either.
      broken = isUnanswered(error) ? error : await rollback(client);
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async #run(client: pg.PoolClient, step: Step): Promise<number> {
    const write = this.#writes[step.statement];
    if (write === undefined) throw new RangeError('a step of another database');
    const { name, text, bind } = write();
    announce(text);
    const result = await client.query({ name, text, values: bind(step.values) });
    return result.rowCount ?? 0;
  }
}

/** Returns an error if the connection itself is broken, so that the pool does not reuse it. */
async function rollback(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
