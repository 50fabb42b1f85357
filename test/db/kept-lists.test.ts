/** What migration 0009 works out for databases that are older than it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Test } from 'tap';
import { openDatabase } from '../../db/database.ts';
import { temporaryFolder } from '../support/app.ts';
import { onPostgres, onSqlite } from '../support/database-edit.ts';
import { query, throwawayPostgres } from '../support/postgres.ts';
import { addPlatform, insertRows, NOW, rowsOf, SITE } from './fixtures.ts';
import { storesOf } from './stores.ts';

type Run = (sql: string) => Promise<unknown>;

/** The statements of the migration that fill what it adds, or correct what was there. */
const fillingsOf = (engine: 'sqlite' | 'postgres'): string[] =>
  readFileSync(join(import.meta.dirname, '../../db/migrations', engine, '0009_kept_lists.sql'), 'utf8')
    .split('--> statement-breakpoint')
    .map((statement) => statement.trim())
    .filter((statement) => /^(insert|update)\b/i.test(statement));

const stamped = { siteId: SITE.id, createdAt: NOW, updatedAt: NOW };
const lecture = (id: string, status: string) => ({
  ...{
    ...stamped,
    id,
    title: id,
    sectionId: 'sec_1',
    courseId: 'crs_1',
    position: 0,
    kind: 'text',
    durationSeconds: 1,
  },
  ...{ contentMarkdown: '', freePreview: false, status },
});
const watched = (enrollmentId: string, lectureId: string, completedAt: number | null) => ({
  ...{ enrollmentId, lectureId, siteId: SITE.id, positionSeconds: 1, watchedAt: NOW, completedAt },
});
const enrollment = (id: string, progressPercent: number, completedAt: number | null = null) => ({
  ...{ id, siteId: SITE.id, personId: id, courseId: 'crs_1', status: 'active', startsAt: NOW, updatedAt: NOW },
  ...{ progressPercent, completedAt },
});

async function filled(t: Test, engine: 'sqlite' | 'postgres', url: string, run: Run): Promise<void> {
  const db = await openDatabase(url);
  t.teardown(() => db.close());
  await addPlatform(storesOf(db));
  await insertRows(db, 'lecturers', [
    { ...stamped, id: 'lct_1', slug: 'a', name: 'A', bioMarkdown: '', memberId: 'usr_1', position: 0 },
  ]);
  await insertRows(db, 'courses', [
    { ...stamped, id: 'crs_2', slug: 'two', title: 'Two', lecturerIds: ['lct_1', 'lct_gone', 'lct_1'] },
  ]);
  const plan = { name: 'P', description: '', planType: 'lifetime', priceAmount: 1, priceCurrency: 'EUR', trialDays: 0 };
  await insertRows(db, 'membershipPlans', [
    { ...stamped, ...plan, id: 'pln_1', slug: 'p', allCourses: true, status: 'active' },
  ]);
  const period = { startedAt: NOW, currentPeriodStart: NOW, currentPeriodEnd: NOW, cancelAtPeriodEnd: false };
  const subscription = (id: string, status: string, endsAt: number | null) => ({
    ...{
      ...stamped,
      ...period,
      id,
      status,
      endsAt,
      personId: id,
      planId: 'pln_1',
      priceAmount: 1,
      priceCurrency: 'EUR',
    },
  });
  await insertRows(db, 'subscriptions', [
    subscription('a', 'active', null),
    subscription('b', 'paused', NOW),
    subscription('c', 'cancelled', null),
  ]);
  const [lecturers, plans] = [await rowsOf(db, 'courseLecturers'), await rowsOf(db, 'membershipPlans')];
  t.match(plans, [{ subscriberCount: 2, countedUntil: 0 }]);

  await insertRows(db, 'lectures', [lecture('l1', 'published'), lecture('l2', 'published'), lecture('l3', 'draft')]);
  const enrollments = [
    enrollment('half', 33),
    enrollment('all', 66),
    enrollment('right', 50),
    enrollment('none', 10, 7),
  ];
  await insertRows(db, 'enrollments', enrollments);
  await insertRows(db, 'watchPositions', [
    ...[watched('half', 'l1', 1), watched('half', 'l2', null), watched('half', 'l3', 3), watched('right', 'l2', 2)],
    ...[watched('all', 'l1', 5), watched('all', 'l2', 4), watched('all', 'l3', 9)],
  ]);
  await run('delete from course_lecturers');
  await run('update membership_plans set subscriber_count = 0');
  for (const statement of fillingsOf(engine)) await run(statement);

  const byId = (rows: Awaited<ReturnType<typeof rowsOf>>) =>
    rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  t.strictSame(byId(await rowsOf(db, 'courseLecturers')), byId(lecturers));
  t.strictSame(await rowsOf(db, 'membershipPlans'), plans);
  const kept = (await rowsOf(db, 'enrollments')).map(
    ({ id, progressPercent, completedAt, updatedAt }) =>
      [String(id), { progressPercent, completedAt, moved: Number(updatedAt) - NOW }] as const,
  );
  t.match(Object.fromEntries(kept), {
    half: { progressPercent: 50, completedAt: null, moved: 1 },
    all: { progressPercent: 100, completedAt: 5, moved: 1 },
    right: { progressPercent: 50, completedAt: null, moved: 0 },
    none: { progressPercent: 0, completedAt: 7, moved: 1 },
  });
}

onSqlite('an older SQLite database gets its derived lists and counts, and corrected progress [E-48]', async (t) => {
  const file = join(temporaryFolder(t), 'older.db');
  await filled(t, 'sqlite', `file:${file}`, async (sql) => {
    const connection = new Sqlite(file);
    connection.prepare(sql).run();
    connection.close();
  });
});

onPostgres(
  'an older PostgreSQL database gets its derived lists and counts, and corrected progress [E-48]',
  async (t) => {
    const postgres = await throwawayPostgres(t);
    const url = await postgres.createDatabase();
    await filled(t, 'postgres', url, (sql) => query(url, sql));
  },
);
