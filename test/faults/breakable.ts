/** A database in which a statement can be made to fail right after it was executed (F27), on both engines. */
import { type DatabaseFile, ENGINE } from '../support/database-edit.ts';

/** What the statements of a request may change although it fails, because they are no part of its transaction. */
const BESIDE = ['key_blocks', 'throttles', 'mail_links', 'outbox', 'leases'];

const TABLES = {
  sqlite: "select name from sqlite_schema where type = 'table' and name not like 'search_terms%'",
  postgres: "select tablename as name from pg_tables where schemaname = 'public'",
} as const;

export interface Breakable {
  readonly tables: readonly string[];
  /** @param statement as in `update on grants` */
  break(statement: string): Promise<void>;
  mend(statement: string): Promise<void>;
}

export async function breakable(database: DatabaseFile): Promise<Breakable> {
  const rows = await database.rows(TABLES[ENGINE]);
  const tables = rows.map(({ name }) => String(name)).filter((name) => !BESIDE.includes(name));
  if (ENGINE === 'sqlite') {
    return {
      tables,
      break: (statement) =>
        database.run(`create trigger fault after ${statement} begin select raise(abort, 'injected fault'); end`),
      mend: () => database.run('drop trigger fault'),
    };
  }
  await database.run(
    "create function fault() returns trigger language plpgsql as $$ begin raise exception 'injected fault'; end $$",
  );
  return {
    tables,
    break: (statement) =>
      database.run(`create trigger fault after ${statement} for each statement execute function fault()`),
    mend: (statement) => database.run(`drop trigger fault on ${statement.split(' ').at(-1)}`),
  };
}
