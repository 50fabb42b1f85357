/** How large the database is, by table, and how many rows the flows have left. */
import Sqlite from 'better-sqlite3';
import { RETENTION } from '../../../db/maintenance/retention.ts';
import { execute } from '../../support/postgres.ts';

export interface Size {
  /** Bytes of each table with its indexes. */
  tables: ReadonlyMap<string, number>;
  /** Bytes of everything, without pages that are free. */
  bytes: number;
}

type Row = Record<string, unknown>;

async function read(url: string, onSqlite: string, onPostgres: string): Promise<Row[]> {
  if (!url.startsWith('file:')) return (await execute(url, onPostgres)).rows;
  const database = new Sqlite(url.slice('file:'.length), { readonly: true });
  try {
    return database.prepare<[], Row>(onSqlite).all();
  } finally {
    database.close();
  }
}

export async function sizeOf(url: string): Promise<Size> {
  const rows = await read(
    url,
    `select coalesce(s.tbl_name, d.name) as name, sum(d.pgsize) as bytes
       from dbstat d left join sqlite_schema s on s.name = d.name group by 1`,
    `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const [all] = await read(
    url,
    `select (page_count - freelist_count) * page_size as bytes
       from pragma_page_count, pragma_freelist_count, pragma_page_size`,
    'select pg_database_size(current_database()) as bytes',
  );
  return {
    tables: new Map(rows.map(({ name, bytes }) => [String(name), Number(bytes)])),
    bytes: Number(all?.bytes),
  };
}

/** Rows that were written since a moment, in milliseconds. */
export async function writtenSince(url: string, begin: number): Promise<{ grants: number; tokens: number }> {
  const statement = `select (select count(*) from grants where created_at >= ${begin}) as grants,
    (select count(*) from tokens where issued_at >= ${begin}) as tokens`;
  const [row] = await read(url, statement, statement);
  return { grants: Number(row?.grants), tokens: Number(row?.tokens) };
}

/** Rows of grants that ended so long ago that housekeeping deletes them. */
export async function deadGrants(url: string): Promise<number> {
  const statement = `select count(*) as rows from grants where expires_at < ${Date.now() - RETENTION.tokens}`;
  const [row] = await read(url, statement, statement);
  return Number(row?.rows);
}

/** Rows of tokens whose grant housekeeping has deleted before them. */
export async function orphanedTokens(url: string): Promise<number> {
  const statement = 'select count(*) as rows from tokens where grant_id not in (select id from grants)';
  const [row] = await read(url, statement, statement);
  return Number(row?.rows);
}

/** By how much each table has grown, the largest first. */
export const growth = (before: Size, after: Size): [table: string, bytes: number][] =>
  [...after.tables]
    .map(([name, bytes]): [string, number] => [name, bytes - (before.tables.get(name) ?? 0)])
    .filter(([, bytes]) => bytes > 0)
    .sort(([, one], [, other]) => other - one);
