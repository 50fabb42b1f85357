/**
 * Databases for tests, on the engine that `TEST_DATABASE` names, each a copy of a template. A test may read and edit its
 * database behind the server's back, for states that no surface can make.
 */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import tap, { type Test } from 'tap';
import {
  databaseName,
  databaseUrl,
  execute,
  holdOpen,
  newDatabaseName,
  postgresFolder,
  sharedPostgres,
} from './postgres.ts';
import { temporaryFolder } from './settings.ts';
import { type Content, type Engine, templates } from './templates.ts';

/** The engine that this run is about. */
export const ENGINE: Engine = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite';

/** A test of what is peculiar to an engine: it belongs to the run on that engine. */
export const onSqlite = (title: string, prove: (t: Test) => Promise<unknown>): void => {
  if (ENGINE === 'sqlite') tap.test(title, prove);
};
export const onPostgres = (title: string, prove: (t: Test) => Promise<unknown>): void => {
  if (ENGINE === 'postgres') tap.test(title, prove);
};

export type Value = string | number | boolean | Buffer | null;
type Row = Record<string, unknown>;

export interface DatabaseFile {
  /** For `testApp({ databaseUrl })`, which makes it. */
  url: string;
  /**
   * Runs one statement, in SQL that both engines understand, with a `?` for each value.
   * @throws {Error} when it changes no row, so that a test cannot pass on a state it never made
   */
  edit(sql: string, ...values: Value[]): Promise<void>;
  /**
   * Runs one statement in a transaction that stays open, as a node does that has not committed yet.
   * @returns the commit
   */
  hold(sql: string, ...values: Value[]): Promise<() => Promise<void>>;
  /** Any statement, and whatever it changes. */
  run(sql: string, ...values: Value[]): Promise<void>;
  /** The first column of the first row. Flags are 0 or 1, JSON is text. */
  read(sql: string, ...values: Value[]): Promise<unknown>;
  /** The first row; `undefined` when there is none. */
  row(sql: string, ...values: Value[]): Promise<Row | undefined>;
  rows(sql: string, ...values: Value[]): Promise<Row[]>;
}

/** All that rows hold, as text: bytes letter by letter. */
export const textOf = (rows: readonly Row[]): string =>
  rows
    .flatMap((row) => Object.values(row))
    .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
    .join('\n');

/** What is in each database of this process; nothing yet in those that no server has opened. */
const contents = new Map<string, Content | 'nothing'>();

/**
 * A database that ends with the test. It is made when a server of the test opens it.
 * @param engine for a test that is about one of them
 */
export function databaseFile(t: Test, engine: Engine = ENGINE): DatabaseFile {
  const [url, run, hold] = engine === 'postgres' ? inPostgres(t) : inSqlite(t);
  contents.set(url, 'nothing');
  const rows: DatabaseFile['rows'] = async (sql, ...values) => (await run(sql, values)).rows;
  return {
    url,
    rows,
    hold: (sql, ...values) => hold(sql, values),
    row: async (sql, ...values) => (await rows(sql, ...values))[0],
    read: async (sql, ...values) => Object.values((await rows(sql, ...values))[0] ?? {})[0],
    run: async (sql, ...values) => {
      await run(sql, values);
    },
    edit: async (sql, ...values) => {
      if ((await run(sql, values)).changes === 0) throw new Error(`nothing changed by ${sql}`);
    },
  };
}

/** The place of a database that the test fills by itself: no file, or no tables. */
export async function emptyDatabase(t: Test, engine: Engine = ENGINE): Promise<DatabaseFile> {
  const database = databaseFile(t, engine);
  contents.delete(database.url);
  if (engine === 'postgres') await (await sharedPostgres()).copyDatabase(databaseName(database.url));
  return database;
}

/**
 * Sees to it that a database is there before a server opens it.
 * @returns what is in it; `undefined` when the test made it by itself
 */
export async function prepareDatabase(url: string, wanted: Content): Promise<Content | undefined> {
  const content = contents.get(url);
  if (content !== 'nothing') return content;
  contents.set(url, wanted);
  const engine = url.startsWith('file:') ? 'sqlite' : 'postgres';
  const folder = await templates(engine);
  if (engine === 'sqlite') copyFileSync(join(folder, `${wanted}.db`), fileOf(url));
  else await (await sharedPostgres()).copyDatabase(databaseName(url), wanted);
  return wanted;
}

type Run = (sql: string, values: readonly Value[]) => Promise<{ rows: Row[]; changes: number }>;
type Hold = (sql: string, values: readonly Value[]) => Promise<() => Promise<void>>;

const fileOf = (url: string): string => url.slice('file:'.length);
const boundIn = (values: readonly Value[]) =>
  values.map((value) => (typeof value === 'boolean' ? Number(value) : value));

function inSqlite(t: Test): [url: string, run: Run, hold: Hold] {
  const file = join(temporaryFolder(t), 'schoolgate.db');
  return [
    `file:${file}`,
    async (sql, values) => {
      const connection = new Sqlite(file, { fileMustExist: true, timeout: 30_000 });
      try {
        const statement = connection.prepare(sql);
        if (statement.reader) return { rows: statement.all(...boundIn(values)) as Row[], changes: 0 };
        return { rows: [], changes: statement.run(...boundIn(values)).changes };
      } finally {
        connection.close();
      }
    },
    async (sql, values) => {
      const connection = new Sqlite(file, { fileMustExist: true, timeout: 30_000 });
      connection.exec('begin immediate');
      connection.prepare(sql).run(...boundIn(values));
      return async () => {
        connection.exec('commit');
        connection.close();
      };
    },
  ];
}

const numbered = (sql: string): string => {
  let count = 0;
  return sql.replace(/\?/g, () => {
    count += 1;
    return `$${count}`;
  });
};

function inPostgres(t: Test): [url: string, run: Run, hold: Hold] {
  const name = newDatabaseName();
  const url = databaseUrl(postgresFolder(), name);
  t.teardown(async () => (await sharedPostgres()).dropDatabase(name));
  return [
    url,
    (sql, values) => execute(url, numbered(sql), values),
    (sql, values) => holdOpen(url, numbered(sql), values),
  ];
}
