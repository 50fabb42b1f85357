// slow, sqlite
/**
 * The plans of the statements that the event loop waits for. Statements that may go through many rows are declared as
 * such (`scan`), and threads run them as soon as the file is large, so only the others are seen here.
 */
import Sqlite from 'better-sqlite3';
import t, { type Test } from 'tap';
import { onSqlite } from '../support/database-edit.ts';
import { largeSchool } from '../support/every-read-of-school.ts';

t.setTimeout(300_000);

/** So many that the file is large. */
const MEMBERS = 800;
/** Tables that have a row for each member of a school, or several. */
const LARGE = [
  'audit_events',
  'comments',
  'consents',
  'enrollments',
  'event_registrations',
  'form_submissions',
  'grants',
  'labels',
  'lecture_views',
  'memberships',
  'milestones',
  'order_items',
  'orders',
  'payments',
  'people',
  'search_entries',
  'subscriptions',
  'tokens',
  'watch_positions',
];
/** Columns that as many rows can have in common as a school has members. */
const COMMON =
  /^(?:site_id|status|kind|role|event|list|label|course_id|plan_id|client_id|form_id|event_id|target_id|source)=\?$/;

/** What such a step reads few rows of all the same. */
const FEW: readonly RegExp[] = [
  // The first in the order of an index.
  /select \(?min\(/,
  // The newest of an event.
  /limit \d+\) as (?:one|newest)/,
  // A school has few owners, and they change seldom.
  /"role" = 'owner'/,
  /"event" = 'ownership_stepped_down'/,
];

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

/** The parts of a plan by which a statement goes through what a school has of a table. */
function through(sql: string, plan: readonly string[]): string[] {
  const isSorted = plan.some((step) => step.startsWith('USE TEMP B-TREE'));
  // A page of a list in the order of an index.
  if ((/\blimit\b/.test(sql) && !isSorted) || FEW.some((form) => form.test(sql))) return [];
  return plan.filter((step) => {
    const [, how, alias = '', terms = ''] = /^(SCAN|SEARCH) (\w+).*?(?:\(([^()]*)\))?$/.exec(step) ?? [];
    const table = new RegExp(`"(\\w+)" as ${alias}\\b`).exec(sql)?.[1] ?? alias;
    if (how === undefined || !LARGE.includes(table)) return false;
    return how === 'SCAN' || terms.split(' AND ').every((term) => COMMON.test(term));
  });
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
