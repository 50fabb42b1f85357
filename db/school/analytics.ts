/**
 * Metrics for a school's reports, as of now or over given periods: revenue, orders, students, views and completions.
 * The caller calculates the periods in the school's timezone, because the engines do not know timezones.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Metric, Period } from '../../schema/school/analytics.ts';
import type { Database, Params } from '../engine/engine.ts';
import { amongAtSite, periods, scalar, text } from '../engine/placeholders.ts';
import { topLists } from './top-lists.ts';

/** The metrics of a school as of now. */
export interface SiteMetrics {
  students: number;
  members: number;
  publishedCourses: number;
  activeSubscriptions: number;
}

/** The metrics of a course as of now. */
export interface CourseMetrics {
  id: string;
  students: number;
  completions: number;
  /** The sum of the progress of all students, each in per cent. */
  progress: number;
  /** Minor units of the currency. */
  revenue: number;
}

/** The statuses of orders that were paid, even if they were refunded since. */
const PAID = sql`('paid', 'partially_refunded', 'refunded')`;

type SiteValues = { siteId: string; currency: string };
type PeriodValues = SiteValues & { periods: string };
/** Builds the expression for a metric in a period, which is the row `period`. */
type MetricExpression = (p: Params<SiteValues>) => SQL;

function metricExpressions(db: Database): Readonly<Record<Metric, MetricExpression>> {
  const { enrollments, orders, watchPositions } = db.tables;
  const within = (time: SQL): SQL => sql`${time} >= period.first and ${time} < period.last`;

  return {
    // Uses the index orders_by_payment.
    revenue: (p) => sql`(select coalesce(sum(o.total - o.refunded_amount), 0) from ${orders} as o
      where o.site_id = ${text(p.siteId)} and ${within(sql`o.paid_at`)} and o.status in ${PAID} and o.currency = ${text(p.currency)})`,
    orders: (p) => sql`(select count(*) from ${orders} as o
      where o.site_id = ${text(p.siteId)} and ${within(sql`o.paid_at`)} and o.status in ${PAID})`,
    // Uses the index enrollments_by_site, and enrollments_by_time for whether the person was a student before.
    newStudents: (p) => sql`(select count(distinct e.person_id) from ${enrollments} as e
      where e.site_id = ${text(p.siteId)} and ${within(sql`e.starts_at`)} and e.status <> 'revoked' and not exists (
        select 1 from ${enrollments} as earlier
        where earlier.site_id = e.site_id and earlier.person_id = e.person_id and earlier.starts_at < period.first
          and earlier.status <> 'revoked'))`,
    // The last three metrics use the indexes watch_positions_by_time and enrollments_by_completion.
    activeStudents: (p) => sql`(select count(distinct e.person_id) from ${watchPositions} as w
      join ${enrollments} as e on e.id = w.enrollment_id and e.site_id = w.site_id
      where w.site_id = ${text(p.siteId)} and ${within(sql`w.watched_at`)})`,
    lectureViews: (p) => sql`(select count(*) from ${watchPositions} as w
      where w.site_id = ${text(p.siteId)} and ${within(sql`w.watched_at`)})`,
    completions: (p) => sql`(select count(*) from ${enrollments} as e
      where e.site_id = ${text(p.siteId)} and ${within(sql`e.completed_at`)} and e.status <> 'revoked')`,
  };
}

/** Prepares the reads of one metric over several periods, and of all metrics over one period. */
function periodReads(db: Database) {
  const metrics = metricExpressions(db);
  const position = sql<number>`period.place`.mapWith(Number);
  const seriesOf = (metric: MetricExpression) =>
    db.many((q, p: Params<PeriodValues>) =>
      q
        .select({ position, value: scalar(metric(p)) })
        .from(periods(db, p.periods))
        .orderBy(position),
    );
  const series = {
    revenue: seriesOf(metrics.revenue),
    orders: seriesOf(metrics.orders),
    newStudents: seriesOf(metrics.newStudents),
    activeStudents: seriesOf(metrics.activeStudents),
    lectureViews: seriesOf(metrics.lectureViews),
    completions: seriesOf(metrics.completions),
  };
  const totals = db.one((q, p: Params<PeriodValues>) =>
    q
      .select({
        revenue: scalar(metrics.revenue(p)),
        orders: scalar(metrics.orders(p)),
        newStudents: scalar(metrics.newStudents(p)),
        activeStudents: scalar(metrics.activeStudents(p)),
        lectureViews: scalar(metrics.lectureViews(p)),
        completions: scalar(metrics.completions(p)),
      })
      .from(periods(db, p.periods)),
  );

  return { series, totals };
}

/** Prepares the reads of the current metrics of a school and of its courses. */
function currentReads(db: Database) {
  const { courses, enrollments, memberships, orders, orderItems, subscriptions } = db.tables;

  // Uses the indexes enrollments_by_time, memberships_by_status, courses_by_status and subscriptions_by_status.
  const now = db.one((q, p: Params<{ siteId: string }>) =>
    q
      .select({
        students: scalar(
          sql`(select count(distinct person_id) from ${enrollments} where site_id = ${text(p.siteId)} and status <> 'revoked')`,
        ),
        members: scalar(
          sql`(select count(*) from ${memberships} where site_id = ${text(p.siteId)} and status = 'active')`,
        ),
        publishedCourses: scalar(
          sql`(select count(*) from ${courses} where site_id = ${text(p.siteId)} and status = 'published')`,
        ),
        activeSubscriptions: scalar(
          sql`(select count(*) from ${subscriptions} where site_id = ${text(p.siteId)} and status in ('active', 'trialing'))`,
        ),
      })
      .from(sql`(select 1) as one`),
  );

  const ofCourse = (p: Params<{ siteId: string }>, aggregate: SQL): SQL =>
    sql`(select ${aggregate} from ${enrollments} as e where e.site_id = ${text(p.siteId)} and e.course_id = ${courses.id} and e.status <> 'revoked')`;
  // Uses the indexes enrollments_by_course and order_items_by_thing.
  const readCourses = db.many((q, p: Params<SiteValues & { ids: string }>) =>
    q
      .select({
        id: courses.id,
        students: scalar(ofCourse(p, sql`count(*)`)),
        completions: scalar(ofCourse(p, sql`count(e.completed_at)`)),
        progress: scalar(ofCourse(p, sql`coalesce(sum(e.progress_percent), 0)`)),
        revenue: scalar(
          sql`(select coalesce(sum(i.quantity * i.unit_amount), 0) from ${orderItems} as i join ${orders} as o on o.id = i.order_id
            where i.site_id = ${text(p.siteId)} and i.kind = 'course' and i.ref_id = ${courses.id} and o.site_id = i.site_id
              and o.status in ('paid', 'partially_refunded') and o.currency = ${text(p.currency)})`,
        ),
      })
      .from(courses)
      .where(amongAtSite(db, courses.id, courses.siteId, p.ids, p.siteId)),
  );

  return { now, readCourses };
}

export function analyticsStore(db: Database) {
  const { series, totals } = periodReads(db);
  const { now, readCourses } = currentReads(db);

  return {
    /** Returns the value of a metric in each of the periods. */
    async series(site: string, currency: string, metric: Metric, spans: readonly Period[]): Promise<number[]> {
      const rows = await series[metric]({ siteId: site, currency, periods: JSON.stringify(spans) });
      return rows.map(({ value }) => value);
    },

    async totals(site: string, currency: string, span: Period): Promise<Record<Metric, number>> {
      const row = await totals({ siteId: site, currency, periods: JSON.stringify([span]) });
      if (row === undefined) throw new Error('a period without metrics');
      return row;
    },

    /** Returns the current metrics of the school. */
    async currentMetrics(site: string): Promise<SiteMetrics> {
      const row = await now({ siteId: site });
      if (row === undefined) throw new Error('a school without metrics');
      return row;
    },

    async courses(site: string, currency: string, ids: readonly string[]): Promise<Map<string, CourseMetrics>> {
      const rows = await readCourses({ siteId: site, currency, ids: JSON.stringify(ids) });
      return new Map(rows.map((row) => [row.id, row]));
    },

    ...topLists(db),
  };
}
