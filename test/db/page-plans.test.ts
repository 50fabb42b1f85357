// sqlite
/**
 * The plans of the statements of the pages for who runs a school, also of those that threads run: a page with any filter reads
 * what it shows, and not all that a large school has.
 */
import Sqlite from 'better-sqlite3';
import t from 'tap';
import { adminApp, CALLERS, RIVERSIDE } from '../support/admin.ts';
import { databaseFile, onSqlite } from '../support/database-edit.ts';
import { pageReads } from '../support/every-read.ts';
import { through } from '../support/plans.ts';
import { signedIn } from '../support/signed-in.ts';
import { withStatements } from '../support/statements.ts';

t.setTimeout(120_000);

/** The number of rows, which a list shows, is counted along an index that has all of it, as the sales of courses are. */
const COUNTED =
  /^select (?:\(\(select count\(\*\) from \(select|count\(\*\) from "\w+" where|"course_id", "currency", sum\()/;

const NAMED = {
  school: RIVERSIDE.slug,
  member: CALLERS.member.id,
  person: CALLERS.member.id,
  client: 'c_demo_portal',
  application: 'c_demo_portal',
};

onSqlite('no page of a school reads all that the school has of a large table [E-49]', async (t) => {
  const database = databaseFile(t);
  const { app } = await adminApp(t, { databaseUrl: database.url });
  const db = new Sqlite(database.url.slice('file:'.length), { readonly: true });
  t.teardown(() => db.close());
  const reads = await pageReads(app, await signedIn(app, CALLERS.owner.email), '/admin', NAMED, 0);
  const pages = new Map<string, string>();
  for (const { name, ask } of reads) {
    const [, statements] = await withStatements(ask);
    for (const sql of statements) pages.set(sql, pages.get(sql) ?? name);
  }
  const selects = [...pages].filter(([sql]) => /^(?:select|with)\b/.test(sql));
  const found = selects.flatMap(([sql, name]) => {
    const values = Array.from(sql.matchAll(/\?/g), () => null);
    const plan = db.prepare<null[], { detail: string }>(`explain query plan ${sql}`).all(...values);
    const steps = through(
      sql,
      plan.map(({ detail }) => detail),
    );
    const isCounted = COUNTED.test(sql) && steps.every((step) => step.includes('COVERING INDEX'));
    return steps.length === 0 || isCounted ? [] : [{ name, sql, steps }];
  });
  t.comment(`${selects.length} statements of ${reads.length} reads`);
  t.ok(reads.length > 100 && selects.length > 50, `${selects.length} statements of ${reads.length} reads`);
  t.strictSame(found, []);
});
