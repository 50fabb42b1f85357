/**
 * Metrics for a school's reports, as of now or over given periods: revenue, orders, students, views and completions.
 * Periods are read from the tables of what happened, so that the past does not change. The caller calculates them in
 * the school's timezone, because the engines do not know timezones.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Metric, Period } from '../../schema/school/analytics.ts';
import type { Database, Params } from '../engine/engine.ts';
import { integer, isTrue, periods, scalar, text } from '../engine/placeholders.ts';
import { courseMetrics } from './course-metrics.ts';
import { studentsOf } from './learning/student-counts.ts';
import { isRemovedAt } from './removed-members.ts';
import { topLists } from './top-lists.ts';

/** The metrics of a school as of now. */
export interface SiteMetrics {
  students: number;
  members: number;
  publishedCourses: number;
  activeSubscriptions: number;
}

type SiteValues = { siteId: string; currency: string };
type PeriodValues = SiteValues & { periods: string };
/** Builds the expression for a metric in a period, which is the row `period`. */
type MetricExpression = (p: Params<SiteValues>) => SQL;

const isInPeriod = (time: SQL): SQL => sql`${time} >= period.first and ${time} < period.last`;

/**
 * What is counted in a period: the metrics, and the enrollments. They count what happened, which later changes of orders,
 * enrollments and watch positions leave as it is.
 */
export function metricExpressions(db: Database): Readonly<Record<Metric | 'enrollments', MetricExpression>> {
  const { lectureViews, milestones, payments } = db.tables;

  // These use the indexes payments_by_time, milestones_by_time and lecture_views_by_time.
  const fromPayments = (p: Params<SiteValues>): SQL =>
    sql`from ${payments} as f where f.site_id = ${text(p.siteId)} and ${isInPeriod(sql`f.paid_at`)}`;
  const fromMilestones = (p: Params<SiteValues>, kind: SQL): SQL =>
    sql`from ${milestones} as m where m.site_id = ${text(p.siteId)} and m.kind = ${kind} and ${isInPeriod(sql`m.reached_at`)}`;
  const fromViews = (p: Params<SiteValues>): SQL =>
    sql`from ${lectureViews} as v where v.site_id = ${text(p.siteId)} and ${isInPeriod(sql`v.viewed_at`)}`;

  return {
    revenue: (p) => sql`(select coalesce(sum(f.amount), 0) ${fromPayments(p)} and f.currency = ${text(p.currency)})`,
    refunds: (p) =>
      sql`(select coalesce(-sum(f.amount), 0) ${fromPayments(p)} and f.kind = 'refund' and f.currency = ${text(p.currency)})`,
    orders: (p) => sql`(select count(*) ${fromPayments(p)} and f.kind = 'payment')`,
    newStudents: (p) => sql`(select count(*) ${fromMilestones(p, sql`'first'`)})`,
    activeStudents: (p) => sql`(select count(distinct v.person_id) ${fromViews(p)})`,
    lectureViews: (p) => sql`(select count(*) ${fromViews(p)} and v.begins = ${isTrue(db)})`,
    completions: (p) => sql`(select count(*) ${fromMilestones(p, sql`'completed'`)})`,
    enrollments: (p) => sql`(select count(*) ${fromMilestones(p, sql`'enrolled'`)})`,
  };
}

/** Prepares the reads of one metric over several periods, and of all metrics over one period. */
function periodReads(db: Database) {
  const metrics = metricExpressions(db);
  const position = sql<number>`period.place`.mapWith(Number);
  const seriesOf = (metric: MetricExpression) =>
    db.scan((q, p: Params<PeriodValues>) =>
      q
        .select({ position, value: scalar(metric(p)) })
        .from(periods(db, p.periods))
        .orderBy(position),
    );
  const series = {
    revenue: seriesOf(metrics.revenue),
    refunds: seriesOf(metrics.refunds),
    orders: seriesOf(metrics.orders),
    newStudents: seriesOf(metrics.newStudents),
    activeStudents: seriesOf(metrics.activeStudents),
    lectureViews: seriesOf(metrics.lectureViews),
    completions: seriesOf(metrics.completions),
  };
  const totals = db.scanOne((q, p: Params<PeriodValues>) =>
    q
      .select({
        revenue: scalar(metrics.revenue(p)),
        refunds: scalar(metrics.refunds(p)),
        orders: scalar(metrics.orders(p)),
        newStudents: scalar(metrics.newStudents(p)),
        completions: scalar(metrics.completions(p)),
      })
      .from(periods(db, p.periods)),
  );
  // Both at once: a school has more views than anything else. PostgreSQL would sort them to count people at once.
  const { lectureViews: v, payments } = db.tables;
  const begun = sql`sum(case when ${v.begins} then 1 else 0 end)`;
  const views = db.scanOne((q, p: Params<{ siteId: string; first: number; last: number }>) => {
    const from = sql`from ${v} where ${v.siteId} = ${text(p.siteId)} and ${v.viewedAt} >= ${integer(p.first)} and ${v.viewedAt} < ${integer(p.last)}`;
    const people = sql`(select ${begun} as views ${from} group by ${v.personId}) as viewers`;
    const inOrder = sql`(select count(distinct ${v.personId}) as people, ${begun} as views ${from}) as viewers`;
    return db.engine === 'sqlite'
      ? q.select({ activeStudents: scalar(sql`people`), lectureViews: scalar(sql`coalesce(views, 0)`) }).from(inOrder)
      : q
          .select({ activeStudents: scalar(sql`count(*)`), lectureViews: scalar(sql`coalesce(sum(views), 0)`) })
          .from(people);
  });
  const currency = sql<string>`f.currency`;
  const revenue = db.scan((q, p: Params<{ siteId: string; periods: string }>) =>
    q
      .select({ currency, amount: sql<number>`sum(f.amount)`.mapWith(Number) })
      .from(periods(db, p.periods))
      // SQLite reads what comes first in a cross join first: the periods, and then only the payments in them.
      .crossJoin(sql`${payments} as f`)
      .where(sql`f.site_id = ${text(p.siteId)} and ${isInPeriod(sql`f.paid_at`)}`)
      .groupBy(currency)
      .orderBy(currency),
  );

  return { series, totals, views, revenue };
}

/** Prepares the read of the current metrics of a school. */
function currentRead(db: Database) {
  const { courses, memberships, subscriptions } = db.tables;

  // Uses the indexes enrollments_by_student, memberships_by_site, memberships_by_status, courses_by_status and
  // subscriptions_by_status.
  const now = db.scanOne((q, p: Params<{ siteId: string; now: number }>) =>
    q
      .select({
        students: scalar(studentsOf(db, p.siteId)),
        members: scalar(
          sql`(select count(*) from ${memberships} where site_id = ${text(p.siteId)} and status = 'active')`,
        ),
        publishedCourses: scalar(
          sql`(select count(*) from ${courses} where site_id = ${text(p.siteId)} and status = 'published')`,
        ),
        activeSubscriptions: scalar(
          sql`(select count(*) from ${subscriptions} as s where s.site_id = ${text(p.siteId)} and s.status in ('active', 'trialing')
            and (s.ends_at is null or s.ends_at > ${integer(p.now)}) and not ${isRemovedAt(db, sql`s`, p.siteId)})`,
        ),
      })
      .from(sql`(select 1) as one`),
  );

  return now;
}

export function analyticsStore(db: Database) {
  const { series, totals, views, revenue } = periodReads(db);
  const now = currentRead(db);

  return {
    /** Returns the value of a metric in each of the periods. */
    async series(site: string, currency: string, metric: Metric, spans: readonly Period[]): Promise<number[]> {
      const rows = await series[metric]({ siteId: site, currency, periods: JSON.stringify(spans) });
      return rows.map(({ value }) => value);
    },

    async totals(site: string, currency: string, span: Period): Promise<Record<Metric, number>> {
      const [first, last] = span;
      const [row, seen] = await Promise.all([
        totals({ siteId: site, currency, periods: JSON.stringify([span]) }),
        views({ siteId: site, first, last }),
      ]);
      if (row === undefined || seen === undefined) throw new Error('a period without metrics');
      return { ...row, ...seen };
    },

    /** Returns the revenue in each currency in which an order was paid or refunded. */
    revenueByCurrency: (site: string, span: Period): Promise<{ currency: string; amount: number }[]> =>
      revenue({ siteId: site, periods: JSON.stringify([span]) }),

    /** Returns the metrics of the school at the time `at`. */
    async currentMetrics(site: string, at: number): Promise<SiteMetrics> {
      const row = await now({ siteId: site, now: at });
      if (row === undefined) throw new Error('a school without metrics');
      return row;
    },

    ...courseMetrics(db),
    ...topLists(db),
  };
}
