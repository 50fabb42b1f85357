/** The figures of a school's courses, plans and lectures, worked out slowly from all rows, one after the other. */
import type { Database } from '../../../db/engine/engine.ts';

/** Returns a function that reads every row of a school that the figures are made of. */
export function metricRowsIn(db: Database) {
  const { tables } = db;
  const memberships = db.many((q) => q.select().from(tables.memberships));
  const courses = db.many((q) => q.select().from(tables.courses));
  const lectures = db.many((q) => q.select().from(tables.lectures));
  const enrollments = db.many((q) => q.select().from(tables.enrollments));
  const positions = db.many((q) => q.select().from(tables.watchPositions));
  const subscriptions = db.many((q) => q.select().from(tables.subscriptions));
  const orders = db.many((q) => q.select().from(tables.orders));
  const items = db.many((q) => q.select().from(tables.orderItems));

  return async (siteId: string) => {
    const here = <Row extends { siteId: string }>(rows: readonly Row[]): Row[] =>
      rows.filter((row) => row.siteId === siteId);
    return {
      memberships: here(await memberships()),
      courses: here(await courses()),
      lectures: here(await lectures()),
      enrollments: here(await enrollments()),
      positions: here(await positions()),
      subscriptions: here(await subscriptions()),
      orders: here(await orders()),
      items: here(await items()),
    };
  };
}

type MetricRows = Awaited<ReturnType<ReturnType<typeof metricRowsIn>>>;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const price = ({ quantity, unitAmount }: { quantity: number; unitAmount: number }): number => quantity * unitAmount;

const present = ({ memberships }: MetricRows): Set<string> =>
  new Set(memberships.filter(({ status }) => status !== 'removed').map(({ personId }) => personId));

const studentsOf = (rows: MetricRows, course: string) =>
  rows.enrollments.filter(
    ({ courseId, personId, status }) => courseId === course && status !== 'revoked' && present(rows).has(personId),
  );

/** What was kept of the payments of a course's orders, each item with its share by its price. */
function revenueOf({ orders, items }: MetricRows, course: string) {
  const amounts = new Map<string, number>();
  for (const order of orders) {
    if (!['paid', 'partially_refunded', 'refunded'].includes(order.status)) continue;
    const all = items.filter(({ orderId }) => orderId === order.id);
    for (const item of all.filter(({ kind, refId }) => kind === 'course' && refId === course)) {
      const whole = sum(all.map(price));
      const share = whole === 0 ? 0 : Math.trunc(((order.total - order.refundedAmount) * price(item)) / whole);
      amounts.set(order.currency, (amounts.get(order.currency) ?? 0) + share);
    }
  }
  return [...amounts].sort().map(([currency, amount]) => ({ currency, amount }));
}

export const courseMetrics = (rows: MetricRows, course: string) => {
  const students = studentsOf(rows, course);
  return {
    id: course,
    students: students.length,
    completions: students.filter(({ completedAt }) => completedAt !== null).length,
    progress: sum(students.map(({ progressPercent }) => progressPercent)),
    revenue: revenueOf(rows, course),
  };
};

export const storedCounts = ({ courses }: MetricRows) =>
  Object.fromEntries(courses.map(({ id, studentCount }) => [id, studentCount]));

export const lectureMetrics = (rows: MetricRows, course: string) => {
  const enrollments = new Set(studentsOf(rows, course).map(({ id }) => id));
  return rows.lectures
    .filter(({ courseId }) => courseId === course)
    .map(({ id }) => {
      const watched = rows.positions.filter((row) => row.lectureId === id && enrollments.has(row.enrollmentId));
      const completed = watched.filter(({ completedAt }) => completedAt !== null);
      return { lectureId: id, began: watched.length, completed: completed.length };
    });
};

/** The subscriptions of present members that have not ended. */
export const subscribersAt = (rows: MetricRows, now: number): number =>
  rows.subscriptions.filter(
    ({ personId, status, endsAt }) =>
      present(rows).has(personId) &&
      ['trialing', 'active', 'past_due', 'paused'].includes(status) &&
      (endsAt === null || endsAt > now),
  ).length;
