/** Compares the counters that triggers keep with what they count. */
import Sqlite from 'better-sqlite3';
import { query } from '../../support/postgres.ts';

const isRemoved = (row: string): string =>
  `exists (select 1 from memberships as m where m.person_id = ${row}.person_id and m.site_id = ${row}.site_id and m.status = 'removed')`;

/** What each order with courses brought, as a whole or for a share by the price. */
const SALES = `select order_id, position, site_id, ref_id, currency, case when price = whole and whole > 0 then net else 0 end,
    case when price = whole then 0 else net end, case when price = whole then 0 else price end, case when price = whole then 0 else whole end
  from (select i.*, o.currency, i.quantity * i.unit_amount as price, cast(w.whole as bigint) as whole, cast(coalesce(f.net, 0) as bigint) as net
    from order_items as i join orders as o on o.id = i.order_id and o.site_id = i.site_id
    join (select order_id, sum(quantity * unit_amount) as whole from order_items group by order_id) as w on w.order_id = o.id
    left join (select order_id, sum(amount) as net from payments group by order_id) as f on f.order_id = o.id
    where i.kind = 'course' and o.status in ('paid', 'partially_refunded', 'refunded')) as sold`;
const STORED_SALES =
  'select order_id, position, site_id, course_id, currency, amount, net, price, whole from course_sales';

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
  'completions and progress of courses': `courses as c left join learning_counts as n on n.site_id = c.site_id and n.thing_id = c.id
    left join (select course_id, count(completed_at) as completed, sum(progress_percent) as progress from enrollments as e
      where e.status <> 'revoked' and not ${isRemoved('e')} group by course_id) as e on e.course_id = c.id
    where coalesce(n.completed, 0) <> coalesce(e.completed, 0) or coalesce(n.progress, 0) <> coalesce(e.progress, 0)`,
  'students of lectures': `lectures as l left join learning_counts as n on n.site_id = l.site_id and n.thing_id = l.id
    left join (select lecture_id, count(*) as began, count(w.completed_at) as completed from watch_positions as w
      join enrollments as e on e.id = w.enrollment_id where e.status <> 'revoked' and not ${isRemoved('e')} group by lecture_id) as w
      on w.lecture_id = l.id
    where coalesce(n.began, 0) <> coalesce(w.began, 0) or coalesce(n.completed, 0) <> coalesce(w.completed, 0)`,
  'first enrollments': `(select site_id, person_id, min(case kind when 'enrolled' then reached_at end) as enrolled,
      min(case kind when 'first' then reached_at end) as earliest, sum(case kind when 'first' then 1 else 0 end) as times
      from milestones group by site_id, person_id) as m
    where enrolled is not null and (earliest is null or earliest <> enrolled or times <> 1)`,
  'sales of courses': `(select * from (${SALES} except ${STORED_SALES}) as missing
    union all select * from (${STORED_SALES} except ${SALES}) as wrong) as different`,
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
