/** Compares the counters that triggers keep with what they count. */
import Sqlite from 'better-sqlite3';
import { query } from '../../support/postgres.ts';

const isRemoved = (row: string): string =>
  `exists (select 1 from memberships as m where m.person_id = ${row}.person_id and m.site_id = ${row}.site_id and m.status = 'removed')`;

/** The rows whose counter is not what is counted. */
const WRONG: Readonly<Record<string, string>> = {
  'lectures of courses': `courses as c where lecture_count <>
    (select count(*) from lectures as l where l.course_id = c.id and l.status = 'published')`,
  'students of courses': `courses as c where student_count <>
    (select count(*) from enrollments as e where e.course_id = c.id and e.site_id = c.site_id and e.status <> 'revoked' and not ${isRemoved('e')})`,
  'registrations of events': `events as v where registered_count <>
    (select count(*) from event_registrations as r where r.event_id = v.id and r.status in ('registered', 'attended') and not ${isRemoved('r')})`,
  'submissions of forms': `forms as f where submission_count <>
    (select count(*) from form_submissions as s where s.form_id = f.id)`,
  'subscribers of plans': `membership_plans as p where subscriber_count <>
    (select count(*) from subscriptions as s where s.plan_id = p.id and s.site_id = p.site_id
      and s.status in ('trialing', 'active', 'past_due', 'paused') and (s.ends_at is null or s.ends_at > p.counted_until)
      and not ${isRemoved('s')})`,
};

/** @returns the counters that are wrong */
export async function wrongCounters(databaseUrl: string): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(WRONG).map(async ([name, rows]) => {
      const count = await readCount(databaseUrl, `select count(*) as count from ${rows}`);
      return count === 0 ? [] : [`${count} counters are wrong: ${name}`];
    }),
  );
  return found.flat();
}

async function readCount(url: string, sql: string): Promise<number> {
  if (!url.startsWith('file:')) return Number((await query(url, sql))[0]?.count);
  const database = new Sqlite(url.slice('file:'.length), { readonly: true });
  try {
    return Number(database.prepare(sql).pluck().get());
  } finally {
    database.close();
  }
}
