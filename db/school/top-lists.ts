/**
 * Ranks the courses and lectures of a school for its analytics, for example by revenue or by views. Rankings are
 * computed on request and limited to a period, so that they can use an index.
 */
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Period, Ranking } from '../../schema/school/analytics.ts';
import type { Database, Params } from '../engine/engine.ts';
import { integer, isTrue, limit, text } from '../engine/placeholders.ts';
import { SHARE_KEYS, shareColumns, shareFields, sumOfShares } from './course-metrics.ts';

export interface RankedItem {
  id: string;
  title: string;
  value: number;
}

/** A table whose rows can be ranked. */
type TitledTable = SQLiteTable & Record<'id' | 'siteId' | 'title', SQLiteColumn>;

type PeriodValues = { siteId: string; currency: string; from: number; to: number };
type RankingValues = PeriodValues & { first: number };

/**
 * Ranks courses by revenue. Uses the index payments_by_time and the primary key of the items. SQLite would prefer the
 * index order_items_by_thing, and read the items of all courses for each order.
 */
function revenueRanking(db: Database): (values: RankingValues) => Promise<RankedItem[]> {
  const { courses, orderItems, payments } = db.tables;
  const read = db.scan((q, p: Params<PeriodValues>) =>
    q
      .select({ id: courses.id, title: courses.title, ...shareFields })
      .from(courses)
      .innerJoin(
        sql`(select i.ref_id as id, ${shareColumns(db, sql`net.amount`)}
        from (select f.order_id, f.site_id, cast(sum(f.amount) as bigint) as amount from ${payments} as f
          where f.site_id = ${text(p.siteId)} and ${isInPeriod(p, sql`f.paid_at`)} and f.currency = ${text(p.currency)}
          group by f.order_id, f.site_id) as net
        join ${orderItems} as i on i.order_id = net.order_id and coalesce(i.site_id, '') = net.site_id
        where coalesce(i.kind, '') = 'course') as shares`,
        sql`shares.id = ${courses.id}`,
      )
      .where(eq(courses.siteId, text(p.siteId)))
      .groupBy(courses.id, courses.title, ...SHARE_KEYS),
  );
  return async ({ first, ...values }) => {
    const rows = Map.groupBy(await read(values), ({ id }) => id);
    const ranked = [...rows].map(([id, shares]) => ({ id, title: shares[0]?.title ?? '', value: sumOfShares(shares) }));
    const inOrder = (a: RankedItem, b: RankedItem): number => b.value - a.value || (a.id < b.id ? -1 : 1);
    return ranked
      .filter(({ value }) => value > 0)
      .sort(inOrder)
      .slice(0, first);
  };
}

const isInPeriod = (p: Params<PeriodValues>, time: SQL): SQL =>
  sql`${time} >= ${integer(p.from)} and ${time} < ${integer(p.to)}`;

export function topLists(db: Database) {
  const { courses, lectures, lectureViews, milestones } = db.tables;
  const value = sql<number>`ranked.value`.mapWith(Number);

  const rank = (table: TitledTable, ranked: (p: Params<RankingValues>) => SQL) =>
    db.scan((q, p: Params<RankingValues>) =>
      q
        .select({ id: sql<string>`${table.id}`, title: sql<string>`${table.title}`, value })
        .from(table)
        .innerJoin(sql`(${ranked(p)}) as ranked`, sql`ranked.id = ${table.id}`)
        .where(and(eq(table.siteId, text(p.siteId)), sql`ranked.value > 0`))
        .orderBy(desc(sql`ranked.value`), table.id)
        .limit(limit(p.first)),
    );

  const rankings: Readonly<Record<Ranking, (values: RankingValues) => Promise<RankedItem[]>>> = {
    // Uses the index milestones_by_time.
    courses_by_students: rank(
      courses,
      (p) => sql`select course_id as id, count(distinct person_id) as value from ${milestones}
        where site_id = ${text(p.siteId)} and kind = 'enrolled' and ${isInPeriod(p, sql`reached_at`)} group by course_id`,
    ),
    courses_by_revenue: revenueRanking(db),
    // The last two rankings use the indexes milestones_by_time and lecture_views_by_time.
    courses_by_completions: rank(
      courses,
      (p) => sql`select course_id as id, count(*) as value from ${milestones}
        where site_id = ${text(p.siteId)} and kind = 'completed' and ${isInPeriod(p, sql`reached_at`)} group by course_id`,
    ),
    lectures_by_views: rank(
      lectures,
      (p) => sql`select lecture_id as id, count(*) as value from ${lectureViews}
        where site_id = ${text(p.siteId)} and ${isInPeriod(p, sql`viewed_at`)} and begins = ${isTrue(db)} group by lecture_id`,
    ),
  };

  return {
    /** Returns the `first` rows with the highest values in a period. */
    top: (site: string, currency: string, ranking: Ranking, [from, to]: Period, first: number): Promise<RankedItem[]> =>
      rankings[ranking]({ siteId: site, currency, from, to, first }),
  };
}
