/**
 * Rows that are kept in memory on SQLite, for what every request with a token depends on. Triggers of this connection
 * drop them when it changes a column that they were read from, whichever statement or foreign key does it. The version
 * of the file tells whether another process has written since; if so, all are dropped.
 */
import type Sqlite from 'better-sqlite3';
import { getTableName } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

export type Key = string | number;

/** The rows of one read. Those that were used least recently make room: half of them at once, when there are too many. */
class Rows<Made> {
  #recent = new Map<Key, Made>();
  #before = new Map<Key, Made>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: Key): Made | undefined {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const before = this.#before.get(key);
    if (before !== undefined) this.set(key, before);
    return before;
  }

  set(key: Key, made: Made): void {
    if (this.#recent.size >= this.#most / 2) {
      this.#before = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(key, made);
  }

  drop(key: Key): void {
    this.#recent.delete(key);
    this.#before.delete(key);
  }

  clear(): void {
    this.#recent.clear();
    this.#before.clear();
  }
}

export class KeptRows {
  readonly #connection: Sqlite.Database;
  readonly #version: Sqlite.Statement<[], number>;
  readonly #all: Rows<unknown>[] = [];
  #seen: number | undefined;
  #checkedIn = -1;

  constructor(connection: Sqlite.Database) {
    this.#connection = connection;
    this.#version = connection.prepare<[], number>('PRAGMA data_version').pluck();
    connection.function('drop_kept', { directOnly: false }, (read: number, key: Key | null) => {
      if (key === null) this.#all[read]?.clear();
      else this.#all[read]?.drop(key);
      return null;
    });
  }

  /**
   * Keeps what a read returns for a key. The triggers are made at once, where no transaction can be rolled back with
   * them.
   * @param sql the read
   * @param by the column that the key is compared with
   * @param most how many rows are kept
   * @returns a function that returns what is kept for a key, or reads it. `group` numbers the read transaction
   */
  keep<K extends Key, Made>(
    sql: string,
    { by, most }: { by: SQLiteColumn; most: number },
    read: (key: K) => Made | undefined,
  ): (group: number, key: K) => Made | undefined {
    if (this.#connection.inTransaction) throw new Error('a read is prepared to be kept within a transaction');
    const rows = new Rows<Made>(most);
    this.#watch(sql, by, this.#all.push(rows) - 1);
    return (group, key) => {
      // The version is taken first: a row that is newer than its version is dropped too early, but never too late.
      if (group !== this.#checkedIn) this.#check(group);
      const kept = rows.get(key);
      if (kept !== undefined) return kept;
      const made = read(key);
      if (made !== undefined) rows.set(key, made);
      return made;
    };
  }

  #check(group: number): void {
    const version = this.#version.get();
    this.#checkedIn = group;
    if (version === this.#seen) return;
    for (const rows of this.#all) rows.clear();
    this.#seen = version;
  }

  #watch(sql: string, by: SQLiteColumn, read: number): void {
    const names = new Set(Array.from(sql.matchAll(/"([^"]+)"/g), ([, name]) => name));
    const tables = this.#connection
      .prepare<[], string>("select name from main.sqlite_master where type = 'table'")
      .pluck()
      .all()
      .filter((table) => names.has(table));
    for (const table of tables) {
      const columns = this.#connection
        .prepare<[string], string>('select name from pragma_table_info(?)')
        .pluck()
        .all(table)
        .filter((column) => names.has(column));
      const key = table === getTableName(by.table) ? `old."${by.name}"` : 'null';
      for (const [change, event] of [
        ['updated', `update of ${columns.map((column) => `"${column}"`).join(', ')}`],
        ['deleted', 'delete'],
      ]) {
        this.#connection.exec(
          `create temp trigger "kept_${read}_${table}_${change}" after ${event} on main."${table}"
           begin select drop_kept(${read}, ${key}); end`,
        );
      }
    }
  }
}
