/** Databases as earlier versions left them, and what an engine says of its tables. */
import { writeFileSync } from 'node:fs';
import type { Test } from 'tap';
import { readMigrations } from '../../db/engine/migrations.ts';
import { type DatabaseFile, databaseFile, ENGINE } from './database-edit.ts';
import { databaseName, sharedPostgres } from './postgres.ts';

type Engine = 'sqlite' | 'postgres';

const TABLE = { sqlite: '__drizzle_migrations', postgres: 'drizzle.__drizzle_migrations' } as const;

/** A database without tables, on the engine of the run. */
export async function newDatabase(t: Test): Promise<DatabaseFile> {
  const database = databaseFile(t);
  if (ENGINE === 'postgres') await (await sharedPostgres()).copyDatabase(databaseName(database.url));
  else writeFileSync(database.url.slice('file:'.length), '');
  return database;
}

/** The number of migrations that there are. */
export const countOfMigrations = (engine: Engine): number => readMigrations(engine).length;

/** Makes the tables as they were after the first migrations, with a person in them if they have a place for one. */
export async function makeOlder({ run }: DatabaseFile, engine: Engine, count: number): Promise<void> {
  const migrations = readMigrations(engine).slice(0, count);
  for (const statement of migrations.flatMap(({ statements }) => statements)) {
    // Each is a transaction here, and nobody else has the database.
    if (!/^lock table/im.test(statement)) await run(statement);
  }
  if (engine === 'postgres') await run('create schema drizzle');
  await run(`create table ${TABLE[engine]} (id serial primary key, hash text not null, created_at bigint)`);
  for (const { hash, when } of migrations) {
    await run(`insert into ${TABLE[engine]} (hash, created_at) values (?, ?)`, hash, when);
  }
  await run(
    "insert into people (id, email, email_key, email_verified, name, active, created_at) values ('usr_a', 'a@b.example', 'a@b.example', true, 'A', true, 1)",
  );
}

/** Notes a migration that this version does not know. */
export async function addUnknownMigration(
  { run }: DatabaseFile,
  engine: Engine,
  oldestVersion?: string,
  when = 9_999_999_999_999,
) {
  await run(`insert into ${TABLE[engine]} (hash, created_at) values ('of tomorrow', ?)`, when);
  if (oldestVersion !== undefined) {
    await run(`update ${TABLE[engine]} set oldest_version = ? where created_at = ?`, oldestVersion, when);
  }
}

/** Every table, column and usable index. */
export async function schemaOf({ rows }: DatabaseFile, engine: Engine): Promise<unknown> {
  if (engine === 'sqlite') {
    return rows(
      "select type, name, replace(sql, '\"', '`') as sql from sqlite_schema where name not glob 'sqlite_*' and name not glob '__drizzle*' order by 1, 2",
    );
  }
  return [
    await rows(
      `select table_name, column_name, data_type, is_nullable from information_schema.columns
       where table_schema = 'public' order by 1, 2`,
    ),
    await rows(
      `select indexdef, indisvalid from pg_indexes join pg_index on indexrelid = indexname::regclass
       where schemaname = 'public' order by 1`,
    ),
    await rows('select tgname, tgrelid::regclass::text as of from pg_trigger where not tgisinternal order by 1, 2'),
  ];
}
