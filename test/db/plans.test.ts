// slow, sqlite
/**
 * The plans of the statements that the event loop waits for. Statements that may go through many rows are declared as
 * such (`scan`), and threads run them as soon as the file is large, so only the others are seen here.
 */
import Sqlite from 'better-sqlite3';
import t, { type Test } from 'tap';
import { onSqlite } from '../support/database-edit.ts';
import { largeSchool } from '../support/every-read-of-school.ts';
import { through } from '../support/plans.ts';

t.setTimeout(300_000);

/** So many that the file is large. */
const MEMBERS = 800;
interface Executed {
  sql: string;
  values: readonly unknown[];
}

/** Notes the statements that this thread runs with better-sqlite3, whose package tells nobody of them. */
function executedHere(t: Test): ReadonlyMap<string, Executed> {
  const executed = new Map<string, Executed>();
  const probe = new Sqlite(':memory:');
  const prototype = Object.getPrototypeOf(probe.prepare('select 1'));
  probe.close();
  for (const name of ['get', 'all'] as const) {
    const original = prototype[name];
    prototype[name] = function (this: Sqlite.Statement, ...values: unknown[]) {
      executed.set(this.source, { sql: this.source, values });
      return original.apply(this, values);
    };
    t.teardown(() => {
      prototype[name] = original;
    });
  }
  return executed;
}

onSqlite('no statement that the event loop waits for goes through what a school has of a large table', async (t) => {
  const { app, reads } = await largeSchool(t, MEMBERS, 0);
  const executed = executedHere(t);
  for (const { ask } of reads) await ask();
  const db = new Sqlite(app.config.databaseUrl.slice('file:'.length), { readonly: true });
  t.teardown(() => db.close());
  const selects = [...executed.values()].filter(
    ({ sql }) => /^(?:select|with)\b/.test(sql) && !sql.includes('sqlite_'),
  );
  const found = selects.flatMap(({ sql, values }) => {
    const plan = db.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...values);
    const steps = through(
      sql,
      plan.map(({ detail }) => detail),
    );
    return steps.length === 0 ? [] : [{ sql, steps }];
  });
  t.comment(`${selects.length} statements of ${reads.length} reads`);
  t.ok(selects.length > 100, `${selects.length} statements`);
  t.strictSame(found, []);
});
