/** What the migrations that add the history of schools, and make it finer, find in databases that are older than they are. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Test } from 'tap';
import { openDatabase } from '../../db/database.ts';
import { temporaryFolder } from '../support/app.ts';
import { onPostgres, onSqlite } from '../support/database-edit.ts';
import { metricRowsOf } from '../support/metric-rows.ts';
import { query, throwawayPostgres } from '../support/postgres.ts';
import { NOW, rowsOf } from './fixtures.ts';
import { storesOf } from './stores.ts';

const NEW = ['lectureViews', 'milestones', 'payments'] as const;

/** The statements of a migration of which the beginning matches. */
function statementsOf(engine: 'sqlite' | 'postgres', migration: string, beginning: RegExp): string[] {
  const folder = join(import.meta.dirname, '../../db/migrations', engine);
  const file = readdirSync(folder).find((name) => name.endsWith(`_${migration}.sql`)) ?? '';
  const statements = readFileSync(join(folder, file), 'utf8').split('--> statement-breakpoint');
  return statements.map((statement) => statement.trim()).filter((statement) => beginning.test(statement));
}

async function filled(t: Test, engine: 'sqlite' | 'postgres', url: string, run: (sql: string) => Promise<unknown>) {
  const db = await openDatabase(url);
  t.teardown(() => db.close());
  const figures = metricRowsOf(t, 'a', NOW, 100);
  // In the order of time, as they were noted when they happened: two courses may lead to one lecture in the same hour.
  const watchPositions = figures.watchPositions.toSorted((a, b) => a.watchedAt - b.watchedAt);
  await storesOf(db).schoolContent.add('site_a', { ...figures, watchPositions });
  const contents = async () =>
    Promise.all(NEW.map(async (name) => (await rowsOf(db, name)).map((row) => JSON.stringify(row)).sort()));
  const noted = await contents();
  for (const rows of noted) t.ok(rows.length > 50, `${rows.length} rows were noted`);
  for (const table of ['lecture_views', 'milestones', 'payments']) await run(`delete from ${table}`);
  await run('alter table lecture_views rename column quarter to hour');
  const fillings = statementsOf(engine, 'learning_history', /^insert\b/i);
  t.equal(fillings.length, 5);
  const finer = statementsOf(engine, 'public_order', /^alter table .lecture_views. rename|^update .lecture_views./i);
  t.equal(finer.length, 2);
  for (const statement of [...fillings, ...finer]) await run(statement);
  t.strictSame(await contents(), noted, 'as if each had been noted when it happened');
}

onSqlite('an older SQLite database gets the history that its rows still tell [D2]', async (t) => {
  const file = join(temporaryFolder(t), 'older.db');
  await filled(t, 'sqlite', `file:${file}`, async (sql) => {
    const connection = new Sqlite(file);
    connection.prepare(sql).run();
    connection.close();
  });
});

onPostgres('an older PostgreSQL database gets the history that its rows still tell [D2]', async (t) => {
  const url = await (await throwawayPostgres(t)).createDatabase();
  await filled(t, 'postgres', url, (sql) => query(url, sql));
});
