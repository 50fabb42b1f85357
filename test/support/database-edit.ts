/** A database file that a test may edit behind the server's back, for states that no surface can make yet. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Test } from 'tap';
import { temporaryFolder } from './app.ts';

type Value = string | number | null;

export interface DatabaseFile {
  /** For `testApp({ databaseUrl })`. */
  url: string;
  /** Runs one statement. @throws {Error} when it changes no row, so that a test cannot pass on a state it never made */
  edit(sql: string, ...values: Value[]): void;
  /** The first column of the first row. */
  read(sql: string, ...values: Value[]): unknown;
}

export function databaseFile(t: Test): DatabaseFile {
  const file = join(temporaryFolder(t), 'schoolgate.db');
  const open = <Result>(use: (connection: Database.Database) => Result): Result => {
    const connection = new Database(file, { fileMustExist: true, timeout: 30_000 });
    try {
      return use(connection);
    } finally {
      connection.close();
    }
  };
  return {
    url: `file:${file}`,
    edit: (sql, ...values) =>
      open((connection) => {
        if (connection.prepare(sql).run(...values).changes === 0) throw new Error(`nothing changed by ${sql}`);
      }),
    read: (sql, ...values) =>
      open((connection) =>
        connection
          .prepare(sql)
          .pluck()
          .get(...values),
      ),
  };
}
