// sqlite
/** Reads of SQLite that may go through many rows, on a large file: threads run them while the event loop goes on. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import t, { type Test } from 'tap';
import { openDatabase } from '../../db/database.ts';
import type { Database, Params } from '../../db/engine/engine.ts';
import { integer, text } from '../../db/engine/placeholders.ts';
import { StoreUnavailableError } from '../../schema/refusals/store-error.ts';
import { onSqlite } from '../support/database-edit.ts';
import { longestTurn } from '../support/loop-meter.ts';
import { temporaryFolder } from '../support/settings.ts';

t.setTimeout(300_000);

const LARGE_BYTES = 20 * 1024 * 1024;
const LONG = 300_000;
/** Takes far longer than a read that counts as quick, on a fast machine too, and ends within the limit on a slow one. */
const SLOW = 10 * LONG;

async function largeDatabase(t: Test, bytes = LARGE_BYTES): Promise<{ db: Database; path: string }> {
  const path = join(temporaryFolder(t), 'large.db');
  await (await openDatabase(`file:${path}`)).close();
  const file = new Sqlite(path);
  file.exec(`create table filler as select zeroblob(${bytes}) as bytes`);
  file.close();
  const db = await openDatabase(`file:${path}`, { migrates: false });
  return { db, path };
}

/** Counts to a number, one by one, by a statement of its own. */
const counting = (db: Database, name: string) =>
  db.scanOne((q, p: Params<{ to: number }>) =>
    q
      .select({ count: sql<number>`counted.count`.mapWith(Number) })
      .from(
        sql`(with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${integer(p.to)}) select count(*) as count from numbers) as counted`,
      )
      .where(sql.raw(`'${name}' <> ''`)),
  );

onSqlite('a long read of a large file does not hold the event loop', async (t) => {
  const { db } = await largeDatabase(t);
  t.teardown(() => db.close());
  const count = counting(db, 'long');
  let row: { count: number } | undefined;
  const held = await longestTurn(async () => {
    row = await count({ to: LONG });
  });
  t.equal(row?.count, LONG);
  t.ok(held < 50, `${held} ms`);
});

onSqlite('a small file is read without a thread', async (t) => {
  const { db } = await largeDatabase(t, 1000);
  t.teardown(() => db.close());
  const count = counting(db, 'small');
  t.strictSame(await count({ to: 10 }), { count: 10 });
});

onSqlite('a read by a thread sees every commit before it', async (t) => {
  const { db } = await largeDatabase(t);
  t.teardown(() => db.close());
  const { leases } = db.tables;
  const take = db.write((q, p: Params<{ name: string; until: number }>) =>
    q.insert(leases).values({ name: p.name, holder: 'somebody', expiresAt: p.until }),
  );
  const read = db.scan((q, p: Params<{ name: string }>) =>
    q
      .select({ name: leases.name, expiresAt: leases.expiresAt })
      .from(leases)
      .where(sql`${leases.name} = ${text(p.name)}`),
  );
  for (let n = 0; n < 20; n += 1) {
    const name = `lease ${n}`;
    await db.atomically(take({ name, until: n }));
    t.strictSame(await read({ name }), [{ name, expiresAt: n }]);
  }
});

onSqlite('what took long before keeps only its like waiting', async (t) => {
  const { db } = await largeDatabase(t);
  t.teardown(() => db.close());
  const [long, short] = [counting(db, 'long'), counting(db, 'short')];
  await long({ to: SLOW });
  const order: string[] = [];
  const slow = long({ to: SLOW }).then(() => order.push('long'));
  await short({ to: 10 });
  order.push('short');
  await slow;
  t.strictSame(order, ['short', 'long']);
});

onSqlite('a read that fails says why, and the next one is answered', async (t) => {
  const { db } = await largeDatabase(t);
  t.teardown(() => db.close());
  const fail = db.scan((q) => q.select({ sum: sql<number>`sum` }).from(sql`(select abs(-9223372036854775808) as sum)`));
  await t.rejects(fail(), /overflow/);
  t.strictSame(await counting(db, 'next')({ to: 3 }), { count: 3 });
});

onSqlite('a database that is closed leaves no reader and no log behind', async (t) => {
  const { db, path } = await largeDatabase(t);
  const count = counting(db, 'until the end');
  await count({ to: 10 });
  const under = count({ to: LONG });
  const refused = t.rejects(under, StoreUnavailableError);
  await db.close();
  await refused;
  t.notOk(existsSync(`${path}-wal`));
});
