/** What the metrics of a school promise on either engine. */
import type { Test } from 'tap';
import { cut, INTERVALS, METRICS, periodOf, RANKINGS } from '../../schema/school/analytics.ts';
import { metricRowsOf, pointsOf, rankingOf } from '../support/metric-rows.ts';
import type { NewNode } from './stores.ts';

const START = Date.UTC(2026, 1, 20);
/** Over both changes of the clocks in Berlin (29 March, 25 October) and those of places that change them at midnight. */
const DAYS = 280;

export function analyticsContract(t: Test, node: NewNode): void {
  t.test('metrics equal what the rows add up to, by days, weeks and months of the school [D2]', async (t) => {
    const { analytics, schoolContent } = await node(t);
    const rows = metricRowsOf(t, 'a', START, DAYS);
    await schoolContent.add('site_a', rows);
    await schoolContent.add('site_b', metricRowsOf(t, 'other', START, DAYS));
    const stretches = [
      { from: '2026-03-02', to: '2026-11-10', timezone: 'Europe/Berlin' },
      { from: '2026-03-28', to: '2026-03-30', timezone: 'Europe/Berlin' },
      { from: '2026-10-24', to: '2026-10-26', timezone: 'Europe/Berlin' },
      { from: '2026-04-01', to: '2026-09-30', timezone: 'America/Santiago' },
      { from: '2026-02-25', to: '2026-11-20', timezone: 'Asia/Kathmandu' },
    ];
    for (const stretch of stretches) {
      const { from, to, timezone } = stretch;
      for (const interval of INTERVALS) {
        const pieces = cut(from, to, interval, timezone);
        const spans = pieces.map(({ period }) => period);
        for (const metric of METRICS) {
          const values = await analytics.series('site_a', 'EUR', metric, spans);
          const points = Object.fromEntries(
            pieces.flatMap(({ date }, index) => (values[index] === 0 ? [] : [[date, values[index]]])),
          );
          t.strictSame(
            sorted(points),
            sorted(pointsOf(rows, metric, { ...stretch, interval })),
            `${metric} ${interval}`,
          );
        }
      }
      const period = periodOf(from, to, timezone);
      const totals = await analytics.totals('site_a', 'EUR', period);
      for (const metric of METRICS) {
        t.strictSame([totals[metric]], await analytics.series('site_a', 'EUR', metric, [period]), `all ${metric}`);
      }
      for (const ranking of RANKINGS) {
        const top = await analytics.top('site_a', 'EUR', ranking, period, 4);
        const expected = rankingOf(rows, ranking, stretch).slice(0, 4);
        t.strictSame(
          top.map(({ id, value }) => [id, value]),
          expected,
          ranking,
        );
      }
    }
    t.strictSame(await analytics.series('site_none', 'EUR', 'revenue', [[0, START * 2]]), [0]);
  });

  t.test('the metrics of a course equal what its enrollments and orders add up to [D2]', async (t) => {
    const { analytics, schoolContent } = await node(t);
    const rows = metricRowsOf(t, 'a', START, DAYS);
    await schoolContent.add('site_a', rows);
    const ids = rows.courses.map(({ id }) => id);
    const figures = await analytics.courses('site_a', ids);
    const wasPaid = ['paid', 'partially_refunded', 'refunded'];
    for (const id of ids) {
      const students = rows.enrollments.filter(({ courseId, status }) => courseId === id && status !== 'revoked');
      const revenue = new Map<string, number>();
      for (const order of rows.orders.filter(({ status }) => wasPaid.includes(status))) {
        const items = rows.orderItems.filter(({ orderId }) => orderId === order.id);
        const whole = items.reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 0);
        for (const { quantity, unitAmount } of items.filter(({ kind, refId }) => kind === 'course' && refId === id)) {
          const share = whole === 0 ? 0 : ((order.total - order.refundedAmount) * quantity * unitAmount) / whole;
          revenue.set(order.currency, (revenue.get(order.currency) ?? 0) + Math.trunc(share));
        }
      }
      t.strictSame(figures.get(id), {
        id,
        students: students.length,
        completions: students.filter(({ completedAt }) => completedAt != null).length,
        progress: students.reduce((sum, { progressPercent = 0 }) => sum + progressPercent, 0),
        revenue: [...revenue].sort().map(([currency, amount]) => ({ currency, amount })),
      });
    }
    t.equal((await analytics.courses('site_b', ids)).size, 0, 'another school has none of them');
  });
}

const sorted = (points: Record<string, number | undefined>) =>
  Object.entries(points)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .filter(([, value]) => value !== 0);
