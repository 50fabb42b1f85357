// slow
/** Counts that an earlier version stored, and that a migration counts again. */
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { openDatabase } from '../../db/database.ts';
import { readMigrations } from '../../db/engine/migrations.ts';
import { type DatabaseFile, ENGINE, type Value } from '../support/database-edit.ts';
import { makeOlder, newDatabase } from '../support/older-database.ts';

type Sample = Readonly<Record<string, Value>>;

const COLUMNS = {
  sqlite: `select name, type, "notnull" as required from pragma_table_info(?)`,
  postgres: `select column_name as name, data_type as type, case is_nullable when 'NO' then 1 else 0 end as required
    from information_schema.columns where table_schema = 'public' and table_name = ?`,
};

const anyOf = (type: string): Value => {
  if (/json/i.test(type)) return '[]';
  if (/int/i.test(type)) return 0;
  return /bool/i.test(type) ? false : '';
};

/** The columns and values of a row that has what it needs. */
async function rowOf({ rows }: DatabaseFile, table: string, given: Sample): Promise<[string, Value[]]> {
  const columns = await rows(COLUMNS[ENGINE], table);
  const needed = columns.filter(({ required }) => Number(required) === 1).map((c) => [c.name, anyOf(String(c.type))]);
  const row: Sample = { ...Object.fromEntries(needed), ...given };
  const names = Object.keys(row);
  const sql = `insert into ${table} (${names.map((name) => `"${name}"`)}) values (${names.map(() => '?')})`;
  return [sql, Object.values(row)];
}

t.test('students and subscribers are counted again without removed members, while others enrol', async (t) => {
  const counting = readMigrations(ENGINE).findIndex(({ name }) => name.endsWith('_counted_again'));
  const database = await newDatabase(t);
  await makeOlder(database, ENGINE, counting);
  const insert = async (table: string, given: Sample) => {
    const [sql, values] = await rowOf(database, table, { site_id: 'site', ...given });
    await database.run(sql, ...values);
  };
  const people = Array.from({ length: 5 }, (_, n) => `usr_${n}`);
  for (const [n, person_id] of people.entries()) {
    await insert('memberships', { person_id, role: 'member', status: n < 2 ? 'removed' : 'active' });
  }
  const courses = Array.from({ length: 230 }, (_, n) => `crs_${n}`);
  for (const id of courses) await insert('courses', { id, slug: id });
  for (const id of ['pln_a', 'pln_b']) await insert('membership_plans', { id, slug: id });
  const enrolled = (person_id: string, course_id: string): Sample => ({
    ...{ id: `${person_id} ${course_id}`, person_id, course_id, status: 'active', source: 'grant' },
  });
  for (const person of people) {
    for (const course of ['crs_0', 'crs_229']) await insert('enrollments', enrolled(person, course));
    await insert('subscriptions', { id: person, person_id: person, plan_id: 'pln_a', status: 'active' });
  }
  await database.run("update enrollments set status = 'revoked' where id = 'usr_2 crs_0'");
  await database.run('update courses set student_count = 77');
  await database.run('update membership_plans set subscriber_count = 77');

  const [sql, values] = await rowOf(database, 'enrollments', { site_id: 'site', ...enrolled('usr_3', 'crs_1') });
  // SQLite has one writer, which the migration would wait for at the start of the server.
  const commit = ENGINE === 'postgres' ? await database.hold(sql, ...values) : await database.run(sql, ...values);
  const migrated = openDatabase(database.url);
  await sleep(300);
  await commit?.();
  await (await migrated).close();

  const counts = await database.rows(
    'select id, student_count as count from courses where student_count > 0 order by id',
  );
  t.strictSame(
    counts.map(({ id, count }) => [id, Number(count)]),
    [
      ['crs_0', 2],
      ['crs_1', 1],
      ['crs_229', 3],
    ],
  );
  const plans = await database.rows('select id, subscriber_count as count from membership_plans order by id');
  t.strictSame(
    plans.map(({ id, count }) => [id, Number(count)]),
    [
      ['pln_a', 3],
      ['pln_b', 0],
    ],
  );
});
