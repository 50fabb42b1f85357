/**
 * What the metrics of a school promise after any history of orders, enrollments and lessons: they equal what the history
 * adds up to, and what they said of the past stays.
 */
import t, { type Test } from 'tap';
import { salesStore } from '../../../db/school/sales.ts';
import { cut, METRICS, periodOf } from '../../../schema/school/analytics.ts';
import { dateAt } from '../../../schema/school/calendar.ts';
import { pointsFrom } from '../../support/metric-rows.ts';
import { randomFrom, seedOf } from '../../support/seed.ts';
import { DAY, NOW } from '../fixtures.ts';
import { openersFor } from '../new-stores.ts';
import type { Stores } from '../stores.ts';
import { courseMetrics, lectureMetrics, metricRowsIn, storedCounts, subscribersAt } from './naive-metrics.ts';
import { School } from './school.ts';

const HISTORIES = Number(process.env.HISTORIES ?? 25);
const CHANGES = 40;
const ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Asia/Kathmandu'];

t.test('metrics equal what a history adds up to, and what they said of the past stays [D2]', async (t) => {
  const { node } = await openersFor(t);
  const stores = await node(t, false);
  const rowsOf = metricRowsIn(stores.db);
  const random = randomFrom(seedOf(t));
  for (let history = 0; history < HISTORIES; history += 1) {
    const school = new School(stores, `site_h${history}`, random);
    await school.open();
    for (let change = 0; change < CHANGES / 2; change += 1) await school.change();
    const before = await seriesOf(stores, school);
    for (let change = 0; change < CHANGES / 2; change += 1) await school.change();
    const after = await seriesOf(stores, school);
    for (const [name, points] of Object.entries(before)) {
      const { [name]: later = [] } = after;
      // The last day goes on.
      t.strictSame(later.slice(0, points.length - 1), points.slice(0, -1), `${name}: yesterday stays`);
    }
    await compare(t, stores, school);
    if (history % 2 === 1) await salesStore(stores.db).forgetEnded(school.now);
    await compareCourses(t, stores, school, await rowsOf(school.site));
  }
});

async function compareCourses(
  t: Test,
  { analytics, db }: Stores,
  { site, now, courseOf, plan }: School,
  rows: Awaited<ReturnType<ReturnType<typeof metricRowsIn>>>,
): Promise<void> {
  const ids = [0, 1].map(courseOf);
  const metrics = await analytics.courses(site, ids);
  for (const id of ids) {
    t.strictSame(metrics.get(id), courseMetrics(rows, id), `the figures of ${id}`);
    t.equal(storedCounts(rows)[id], courseMetrics(rows, id).students, `the students of ${id}, as its row counts them`);
    const lectures = await analytics.lecturesOf(site, id);
    t.strictSame(
      lectures.map(({ lectureId, began, completed }) => ({ lectureId, began, completed })),
      lectureMetrics(rows, id),
      `the lectures of ${id}`,
    );
  }
  const counts = await salesStore(db).subscriberCounts(site, [plan], now);
  t.equal(counts.get(plan), subscribersAt(rows, now), `the subscribers of ${plan}`);
}

const FIRST_DAY = dateAt(NOW - DAY, 'UTC');

/** The days up to now, by metric and time zone. */
async function seriesOf({ analytics }: Stores, { site, now }: School): Promise<Record<string, number[]>> {
  const all: Record<string, number[]> = {};
  for (const timezone of ZONES) {
    const spans = cut(FIRST_DAY, dateAt(now, timezone), 'day', timezone).map(({ period }) => period);
    for (const metric of METRICS) {
      all[`${metric} ${timezone}`] = await analytics.series(site, 'EUR', metric, spans);
    }
  }
  return all;
}

async function compare(t: Test, { analytics }: Stores, school: School): Promise<void> {
  const { site, now } = school;
  for (const timezone of ZONES) {
    const stretch = { from: FIRST_DAY, to: dateAt(now, timezone), timezone };
    for (const interval of ['day', 'week'] as const) {
      const pieces = cut(stretch.from, stretch.to, interval, timezone);
      const spans = pieces.map(({ period }) => period);
      for (const metric of METRICS) {
        const values = await analytics.series(site, 'EUR', metric, spans);
        const points = pieces.map(({ date }, place) => [date, values[place] ?? 0] as const);
        t.strictSame(
          Object.fromEntries(points.filter(([, value]) => value !== 0)),
          pointsFrom(school.counting(metric), { ...stretch, interval }),
          `${metric} by ${interval} in ${timezone}`,
        );
      }
    }
  }
  const sums = new Map<string, number>();
  for (const { who, value } of school.happened.revenue) sums.set(who, (sums.get(who) ?? 0) + value);
  t.strictSame(
    await analytics.revenueByCurrency(site, periodOf(FIRST_DAY, dateAt(now, 'UTC'), 'UTC')),
    [...sums].sort().map(([currency, amount]) => ({ currency, amount })),
  );
  t.strictSame(await analytics.currentMetrics(site, now), school.current());
}
