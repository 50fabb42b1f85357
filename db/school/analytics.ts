/**
 * Figures for a school's reports, as of now or over given periods: revenue, orders, students, views, completions.
 * Callers work out in the school's timezone where each period begins and ends; the queries compare instants only.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Metric, Period } from '../../schema/school/analytics.ts';
import type { Database, Params } from '../engine/engine.ts';
import { amongAtSite, periods, scalar, text } from '../engine/placeholders.ts';
import { topLists } from './top-lists.ts';

export interface SiteFigures {
  students: number;
  members: number;
  publishedCourses: number;
  activeSubscriptions: number;
}

export interface CourseFigures {
  id: string;
  students: number;
  completions: number;
  /** The sum of all percentages. */
  progress: number;
  revenue: number;
}

/** Orders that were paid for, also when money went back since. */
const PAID = sql`('paid', 'partially_refunded', 'refunded')`;

type Whose = { siteId: string; currency: string };
type Asked = Whose & { periods: string };
/** What a metric comes to in a period, by its row `period`. */
type Figure = (p: Params<Whose>) => SQL;

function metricFigures(db: Database): Readonly<Record<Metric, Figure>> {
  const { enrollments, orders, watchPositions } = db.tables;
  const within = (time: SQL): SQL => sql`${time} >= period.first and ${time} < period.last`;

  return {
    // By orders_by_payment.
    revenue: (p) => sql`(select coalesce(sum(o.total - o.refunded_amount), 0) from ${orders} as o
      where o.site_id = ${text(p.siteId)} and ${within(sql`o.paid_at`)} and o.status in ${PAID} and o.currency = ${text(p.currency)})`,
    orders: (p) => sql`(select count(*) from ${orders} as o
      where o.site_id = ${text(p.siteId)} and ${within(sql`o.paid_at`)} and o.status in ${PAID})`,
    // By enrollments_by_site; whether somebody was a student before, by enrollments_by_time.
    newStudents: (p) => sql`(select count(distinct e.person_id) from ${enrollments} as e
      where e.site_id = ${text(p.siteId)} and ${within(sql`e.starts_at`)} and e.status <> 'revoked' and not exists (
        select 1 from ${enrollments} as earlier
        where earlier.site_id = e.site_id and earlier.person_id = e.person_id and earlier.starts_at < period.first
          and earlier.status <> 'revoked'))`,
    // The last three by watch_positions_by_time and enrollments_by_completion.
    activeStudents: (p) => sql`(select count(distinct e.person_id) from ${watchPositions} as w
      join ${enrollments} as e on e.id = w.enrollment_id and e.site_id = w.site_id
      where w.site_id = ${text(p.siteId)} and ${within(sql`w.watched_at`)})`,
    lectureViews: (p) => sql`(select count(*) from ${watchPositions} as w
      where w.site_id = ${text(p.siteId)} and ${within(sql`w.watched_at`)})`,
    completions: (p) => sql`(select count(*) from ${enrollments} as e
      where e.site_id = ${text(p.siteId)} and ${within(sql`e.completed_at`)} and e.status <> 'revoked')`,
  };
}

/** Metrics over periods: one at a time for many periods, or all of them for one. */
function periodReads(db: Database) {
  const figures = metricFigures(db);
  const place = sql<number>`period.place`.mapWith(Number);
  const seriesOf = (figure: Figure) =>
    db.many((q, p: Params<Asked>) =>
      q
        .select({ place, value: scalar(figure(p)) })
        .from(periods(db, p.periods))
        .orderBy(place),
    );
  const series = {
    revenue: seriesOf(figures.revenue),
    orders: seriesOf(figures.orders),
    newStudents: seriesOf(figures.newStudents),
    activeStudents: seriesOf(figures.activeStudents),
    lectureViews: seriesOf(figures.lectureViews),
    completions: seriesOf(figures.completions),
  };
  const totals = db.one((q, p: Params<Asked>) =>
    q
      .select({
        revenue: scalar(figures.revenue(p)),
        orders: scalar(figures.orders(p)),
        newStudents: scalar(figures.newStudents(p)),
        activeStudents: scalar(figures.activeStudents(p)),
        lectureViews: scalar(figures.lectureViews(p)),
        completions: scalar(figures.completions(p)),
      })
      .from(periods(db, p.periods)),
  );

  return { series, totals };
}

/** What there is now, at the school and in its courses. */
function currentReads(db: Database) {
  const { courses, enrollments, memberships, orders, orderItems, subscriptions } = db.tables;

  // By enrollments_by_time, memberships_by_status, courses_by_status and subscriptions_by_status.
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

  const ofCourse = (p: Params<{ siteId: string }>, figure: SQL): SQL =>
    sql`(select ${figure} from ${enrollments} as e where e.site_id = ${text(p.siteId)} and e.course_id = ${courses.id} and e.status <> 'revoked')`;
  // By enrollments_by_course and order_items_by_thing.
  const readCourses = db.many((q, p: Params<Whose & { ids: string }>) =>
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

/** Figures of a school. Whoever asks says where periods begin and end: engines know no timezones. */
export function analyticsStore(db: Database) {
  const { series, totals } = periodReads(db);
  const { now, readCourses } = currentReads(db);

  return {
    /** One number for each of the periods. */
    async series(site: string, currency: string, metric: Metric, spans: readonly Period[]): Promise<number[]> {
      const rows = await series[metric]({ siteId: site, currency, periods: JSON.stringify(spans) });
      return rows.map(({ value }) => value);
    },

    async totals(site: string, currency: string, span: Period): Promise<Record<Metric, number>> {
      const row = await totals({ siteId: site, currency, periods: JSON.stringify([span]) });
      if (row === undefined) throw new Error('a period without figures');
      return row;
    },

    /** What there is now. */
    async figures(site: string): Promise<SiteFigures> {
      const row = await now({ siteId: site });
      if (row === undefined) throw new Error('a school without figures');
      return row;
    },

    async courses(site: string, currency: string, ids: readonly string[]): Promise<Map<string, CourseFigures>> {
      const rows = await readCourses({ siteId: site, currency, ids: JSON.stringify(ids) });
      return new Map(rows.map((row) => [row.id, row]));
    },

    ...topLists(db),
  };
}
