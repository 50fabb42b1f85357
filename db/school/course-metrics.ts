/**
 * The metrics of single courses as of now: their students, how far these have come in each lecture, and the revenue,
 * which is the share that the course has in the payments and refunds of orders. Triggers count them when something changes.
 */
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database, Params } from '../engine/engine.ts';
import { among, amongAtSite, scalar, text } from '../engine/placeholders.ts';

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
  const { courses, courseSales: sold, learningCounts: counts } = db.tables;

  // Uses the primary keys.
  const readStudents = db.many((q, p: Params<CourseValues>) =>
    q
      .select({
        id: courses.id,
        students: courses.studentCount,
        completions: scalar(sql`coalesce(${counts.completed}, 0)`),
        progress: scalar(sql`coalesce(${counts.progress}, 0)`),
      })
      .from(courses)
      .leftJoin(counts, and(eq(counts.siteId, courses.siteId), eq(counts.thingId, courses.id)))
      .where(amongAtSite(db, courses.id, courses.siteId, p.ids, p.siteId)),
  );
  // Uses the index course_sales_by_course, which has all of it in the order of the groups.
  const groups = [sold.courseId, sold.currency, sold.net, sold.price, sold.whole] as const;
  const readRevenue = db.scan((q, p: Params<CourseValues>) =>
    q
      .select({
        id: sold.courseId,
        currency: sold.currency,
        full: scalar(sql`sum(${sold.amount})`),
        net: sold.net,
        price: sold.price,
        all: sold.whole,
        count: scalar(sql`count(*)`),
      })
      .from(sold)
      .where(and(eq(sold.siteId, text(p.siteId)), among(db, sold.courseId, p.ids)))
      .groupBy(...groups)
      .orderBy(...groups),
  );
  return { readStudents, readRevenue };
}

/** Prepares the read of a course's lectures, which uses the index lectures_by_course and the primary key of counts. */
function lectureReads(db: Database) {
  const { learningCounts: counts, lectures, sections } = db.tables;
  return db.many((q, p: Params<OneCourse>) =>
    q
      .select({
        lectureId: lectures.id,
        sectionId: lectures.sectionId,
        title: lectures.title,
        began: scalar(sql`coalesce(${counts.began}, 0)`),
        completed: scalar(sql`coalesce(${counts.completed}, 0)`),
      })
      .from(lectures)
      .innerJoin(sections, eq(sections.id, lectures.sectionId))
      .leftJoin(counts, and(eq(counts.siteId, lectures.siteId), eq(counts.thingId, lectures.id)))
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
