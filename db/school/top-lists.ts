/**
 * Ranks the courses and lectures of a school for its analytics, for example by revenue or by views. Rankings are
 * computed when they are asked for, and limited to a period so that an index can serve them.
 */
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Period, Ranking } from '../../schema/school/analytics.ts';
import type { Database, Params } from '../engine/engine.ts';
import { integer, limit, text } from '../engine/placeholders.ts';

export interface Ranked {
  id: string;
  title: string;
  value: number;
}

/** What is ranked has a title, whichever table it is of. */
type Titled = SQLiteTable & Record<'id' | 'siteId' | 'title', SQLiteColumn>;

type Asked = { siteId: string; currency: string; from: number; to: number; first: number };

/** What sold, was begun, finished or watched most in a period. */
export function topLists(db: Database) {
  const { courses, enrollments, lectures, orders, orderItems, watchPositions } = db.tables;
  const value = sql<number>`ranked.value`.mapWith(Number);
  const within = (p: Params<Asked>, time: SQL): SQL =>
    sql`${time} >= ${integer(p.from)} and ${time} < ${integer(p.to)}`;

  const rank = (table: Titled, ranked: (p: Params<Asked>) => SQL) =>
    db.many((q, p: Params<Asked>) =>
      q
        .select({ id: sql<string>`${table.id}`, title: sql<string>`${table.title}`, value })
        .from(table)
        .innerJoin(sql`(${ranked(p)}) as ranked`, sql`ranked.id = ${table.id}`)
        .where(and(eq(table.siteId, text(p.siteId)), sql`ranked.value > 0`))
        .orderBy(desc(sql`ranked.value`), table.id)
        .limit(limit(p.first)),
    );

  const rankings: Readonly<
    Record<Ranking, (values: Asked) => Promise<{ id: string; title: string; value: number }[]>>
  > = {
    // By enrollments_by_site.
    courses_by_students: rank(
      courses,
      (p) => sql`select course_id as id, count(*) as value from ${enrollments}
        where site_id = ${text(p.siteId)} and ${within(p, sql`starts_at`)} and status <> 'revoked' group by course_id`,
    ),
    // By orders_by_payment, and the primary key of their items.
    courses_by_revenue: rank(
      courses,
      (p) => sql`select i.ref_id as id, sum(i.quantity * i.unit_amount) as value
        from ${orders} as o join ${orderItems} as i on i.order_id = o.id and i.site_id = o.site_id
        where o.site_id = ${text(p.siteId)} and ${within(p, sql`o.paid_at`)} and o.status in ('paid', 'partially_refunded')
          and o.currency = ${text(p.currency)} and i.kind = 'course' group by i.ref_id`,
    ),
    // The last two by enrollments_by_completion and watch_positions_by_time.
    courses_by_completions: rank(
      courses,
      (p) => sql`select course_id as id, count(*) as value from ${enrollments}
        where site_id = ${text(p.siteId)} and ${within(p, sql`completed_at`)} and status <> 'revoked' group by course_id`,
    ),
    lectures_by_views: rank(
      lectures,
      (p) => sql`select lecture_id as id, count(*) as value from ${watchPositions}
        where site_id = ${text(p.siteId)} and ${within(p, sql`watched_at`)} group by lecture_id`,
    ),
  };

  return {
    top: (site: string, currency: string, ranking: Ranking, [from, to]: Period, first: number): Promise<Ranked[]> =>
      rankings[ranking]({ siteId: site, currency, from, to, first }),
  };
}
