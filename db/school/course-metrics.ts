/**
 * The metrics of single courses as of now: their students, how far these have come in each lecture, and the revenue,
 * which is the share that the course has in the payments and refunds of orders.
 */
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database, Params } from '../engine/engine.ts';
import { among, amongAtSite, scalar, text } from '../engine/placeholders.ts';
import { isRemovedAt } from './removed-members.ts';

export interface Revenue {
  currency: string;
  /** Minor units of the currency. */
  amount: number;
}

export interface CourseMetrics {
  id: string;
  students: number;
  completions: number;
  /** The sum of the progress of all students, each in per cent. */
  progress: number;
  /** In each currency in which an order with the course was paid. */
  revenue: Revenue[];
}

/** How many students have begun to watch a lecture, and how many have completed it. */
export interface LectureMetrics {
  lectureId: string;
  sectionId: string;
  title: string;
  began: number;
  completed: number;
}

type CourseValues = { siteId: string; ids: string };
type OneCourse = { siteId: string; courseId: string };

/** Order items that alone make up the prices of their orders, added up, or those with the same part in the same amount. */
export interface ShareRow {
  /** What the former have in the amounts of their orders: everything. */
  full: number;
  /** The amount of the order, the price of the item and that of all items; zero for the former. */
  net: number;
  price: number;
  all: number;
  count: number;
}

/**
 * The columns of a `ShareRow` for the order item `i`. Engines cannot multiply large amounts exactly, so that the share is
 * computed elsewhere.
 */
export const shareColumns = ({ tables: { orderItems } }: Database, net: SQL) =>
  sql`coalesce(${net}, 0) as net, i.quantity * i.unit_amount as price,
    (select cast(sum(w.quantity * w.unit_amount) as bigint) from ${orderItems} as w where w.order_id = i.order_id) as whole`;

const isFull = sql`shares.price = shares.whole and shares.whole <> 0`;
const ofSeveral = (column: SQL): SQL => sql`case when ${isFull} then 0 else ${column} end`;
const [net, price, all] = [
  ofSeveral(sql`shares.net`),
  ofSeveral(sql`shares.price`),
  ofSeveral(sql`shares.whole`),
] as const;
export const SHARE_KEYS = [net, price, all];
export const shareFields = {
  full: scalar(sql`sum(case when ${isFull} then shares.net else 0 end)`),
  net: scalar(net),
  price: scalar(price),
  all: scalar(all),
  count: scalar(sql`count(*)`),
};

/**
 * Adds up the shares of items in amounts, by the prices of the items. Each is rounded towards zero, so that an order that
 * was paid and refunded in full leaves nothing.
 */
export function sumOfShares(rows: readonly ShareRow[]): number {
  const shares = rows.map(({ full, net, price, all, count }) =>
    all === 0 ? BigInt(full) : ((BigInt(net) * BigInt(price)) / BigInt(all)) * BigInt(count),
  );
  return Number(shares.reduce((sum, share) => sum + share, 0n));
}

function courseReads(db: Database) {
  const { courses, enrollments, orderItems, orders, payments } = db.tables;

  const counted = (p: Params<CourseValues>): SQL =>
    sql`(select e.course_id as id, count(*) as students, count(e.completed_at) as completions, sum(e.progress_percent) as progress
      from ${enrollments} as e where e.site_id = ${text(p.siteId)} and ${among(db, sql`e.course_id`, p.ids)}
        and e.status <> 'revoked' and not ${isRemovedAt(db, sql`e`, p.siteId)} group by e.course_id) as counted`;
  // Uses the index enrollments_by_course, and reads each enrollment once.
  const readStudents = db.scan((q, p: Params<CourseValues>) =>
    q
      .select({
        id: courses.id,
        students: scalar(sql`coalesce(counted.students, 0)`),
        completions: scalar(sql`coalesce(counted.completions, 0)`),
        progress: scalar(sql`coalesce(counted.progress, 0)`),
      })
      .from(courses)
      .leftJoin(counted(p), sql`counted.id = ${courses.id}`)
      .where(amongAtSite(db, courses.id, courses.siteId, p.ids, p.siteId)),
  );

  // Uses the index order_items_by_thing and the primary keys of the other tables.
  const net = sql`(select cast(sum(f.amount) as bigint) from ${payments} as f where f.order_id = i.order_id)`;
  const id = sql<string>`shares.id`;
  const currency = sql<string>`shares.currency`;
  const readRevenue = db.scan((q, p: Params<CourseValues>) =>
    q
      .select({ id, currency, ...shareFields })
      .from(
        sql`(select i.ref_id as id, o.currency, ${shareColumns(db, net)}
          from ${orderItems} as i join ${orders} as o on o.id = i.order_id and o.site_id = i.site_id
          where i.site_id = ${text(p.siteId)} and i.kind = 'course' and ${among(db, sql`i.ref_id`, p.ids)}
            and o.status in ('paid', 'partially_refunded', 'refunded')) as shares`,
      )
      .groupBy(id, currency, ...SHARE_KEYS)
      .orderBy(id, currency),
  );
  return { readStudents, readRevenue };
}

/** Prepares the read of a course's lectures, which uses the indexes lectures_by_course and enrollments_by_course. */
function lectureReads(db: Database) {
  const { enrollments, lectures, sections, watchPositions } = db.tables;
  const watched = (p: Params<OneCourse>): SQL =>
    sql`(select w.lecture_id, count(*) as began, count(w.completed_at) as completed
      from ${enrollments} as e join ${watchPositions} as w on w.enrollment_id = e.id
      where e.site_id = ${text(p.siteId)} and e.course_id = ${text(p.courseId)} and e.status <> 'revoked'
        and not ${isRemovedAt(db, sql`e`, p.siteId)} group by w.lecture_id) as watched`;
  return db.scan((q, p: Params<OneCourse>) =>
    q
      .select({
        lectureId: lectures.id,
        sectionId: lectures.sectionId,
        title: lectures.title,
        began: sql<number>`coalesce(watched.began, 0)`.mapWith(Number),
        completed: sql<number>`coalesce(watched.completed, 0)`.mapWith(Number),
      })
      .from(lectures)
      .innerJoin(sections, eq(sections.id, lectures.sectionId))
      .leftJoin(watched(p), sql`watched.lecture_id = ${lectures.id}`)
      .where(
        and(
          eq(lectures.siteId, text(p.siteId)),
          eq(lectures.courseId, text(p.courseId)),
          sql`${lectures.status} = 'published'`,
        ),
      )
      .orderBy(asc(sections.position), asc(sections.id), asc(lectures.position), asc(lectures.id)),
  );
}

export function courseMetrics(db: Database) {
  const { readStudents, readRevenue } = courseReads(db);
  const readLectures = lectureReads(db);

  return {
    async courses(siteId: string, ids: readonly string[]): Promise<Map<string, CourseMetrics>> {
      const values = { siteId, ids: JSON.stringify(ids) };
      const [students, revenue] = await Promise.all([readStudents(values), readRevenue(values)]);
      const metrics = new Map<string, CourseMetrics>(students.map((row) => [row.id, { ...row, revenue: [] }]));
      for (const [id, sold] of Map.groupBy(revenue, (one) => one.id)) {
        const amounts = Map.groupBy(sold, ({ currency }) => currency);
        for (const [currency, rows] of amounts) {
          metrics.get(id)?.revenue.push({ currency, amount: sumOfShares(rows) });
        }
      }
      return metrics;
    },

    /** Returns the published lectures of a course in their order. */
    lecturesOf: (siteId: string, courseId: string): Promise<LectureMetrics[]> => readLectures({ siteId, courseId }),
  };
}
