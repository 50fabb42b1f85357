import t from 'tap';
import { METRICS } from '../../../schema/school/analytics.ts';
import { call, HARBOUR, RIVERSIDE } from '../../support/admin.ts';
import { figuresOf, pointsOf, rankingOf } from '../../support/figures.ts';
import { learning } from '../../support/learning.ts';

/** Before the demo was founded, so that only rows of this test are counted; over a change of the clocks. */
const STRETCH = { from: '2022-02-01', to: '2022-04-30' };
const ROWS = figuresOf(t, 'a', Date.UTC(2022, 0, 25), 110);

t.test('series count each metric by day, week and month in the school’s own time zone [D2]', async (t) => {
  const { app, ask } = await learning(t);
  await app.school.content.add(RIVERSIDE.id, ROWS);
  await app.school.content.add(HARBOUR.id, figuresOf(t, 'foreign', Date.UTC(2022, 0, 25), 110));
  for (const timezone of ['Europe/Lisbon', 'America/New_York']) {
    await ask('PATCH', '/school', { timezone });
    for (const metric of METRICS) {
      for (const interval of ['day', 'week', 'month'] as const) {
        const { from, to } = STRETCH;
        const answer = await ask(
          'GET',
          `/analytics/series?metric=${metric}&interval=${interval}&from=${from}&to=${to}`,
        );
        t.match(answer, { status: 200, json: { ...STRETCH, metric, interval, timezone, currency: 'EUR' } });
        const points = answer.json.points ?? [];
        t.equal(points.length, { day: 89, week: 13, month: 3 }[interval]);
        t.strictSame(
          Object.fromEntries(points.filter(({ value }) => Number(value) !== 0).map(({ date, value }) => [date, value])),
          Object.fromEntries(
            Object.entries(pointsOf(ROWS, metric, { ...STRETCH, interval, timezone }))
              .filter(([, value]) => value !== 0)
              .sort(([a], [b]) => (a < b ? -1 : 1)),
          ),
          `${metric} by ${interval} in ${timezone}`,
        );
      }
    }
  }
});

t.test('the summary, course metrics and top lists agree with the school’s own rows [D2]', async (t) => {
  const { app, ask, askAs } = await learning(t);
  await app.school.content.add(RIVERSIDE.id, ROWS);
  const query = `from=${STRETCH.from}&to=${STRETCH.to}`;
  const { timezone } = RIVERSIDE;
  const summary = await ask('GET', `/analytics/summary?${query}`);
  t.match(summary.json, { ...STRETCH, timezone, currency: 'EUR' });
  for (const metric of ['revenue', 'orders', 'lectureViews', 'completions'] as const) {
    const points = Object.values(pointsOf(ROWS, metric, { ...STRETCH, interval: 'day', timezone }));
    t.equal(
      Number(summary.json.totals?.[metric]),
      points.reduce((sum, value) => sum + value, 0),
      metric,
    );
  }
  const top = await ask('GET', `/analytics/top?ranking=courses_by_revenue&limit=3&${query}`);
  t.strictSame(
    top.json.nodes?.map(({ id, value }) => [String(id), Number(value)]),
    rankingOf(ROWS, 'courses_by_revenue', { ...STRETCH, timezone }).slice(0, 3),
  );
  const students = ROWS.enrollments.filter(({ courseId, status }) => courseId === 'crs_a_1' && status !== 'revoked');
  const finished = students.filter(({ completedAt }) => completedAt !== null);
  const course = await ask('GET', '/analytics/courses/crs_a_1');
  t.match(course, {
    status: 200,
    json: {
      id: 'crs_a_1',
      title: 'Course 1',
      students: students.length,
      completions: finished.length,
      completionRate: Math.round((finished.length / students.length) * 10_000) / 10_000,
      currency: 'EUR',
    },
  });
  const listed = await ask('GET', '/analytics/courses?sort=createdAt&first=2');
  t.strictSame(listed.json.nodes?.[1], course.json);
  t.equal((await askAs('foreignOwner', 'GET', '/analytics/courses/crs_a_1')).status, 404);
  t.equal(Number((await askAs('foreignOwner', 'GET', `/analytics/summary?${query}`)).json.totals?.orders), 0);
});

t.test('a series covers the latest 30 days by default and at most 400, and refuses invalid queries [D2]', async (t) => {
  const { app, ask, tokenOf } = await learning(t);
  const usual = await ask('GET', '/analytics/series?metric=orders');
  t.match(usual.json, { from: '2026-10-23', to: '2026-11-21', interval: 'day' });
  t.equal(usual.json.points?.length, 30);
  t.match((await ask('GET', '/analytics/series?metric=orders&to=2026-03-30')).json, { from: '2026-03-01' });
  const most = await ask('GET', '/analytics/series?metric=revenue&from=2025-01-01&to=2026-02-04');
  t.equal(most.json.points?.length, 400);
  const wrong: [string, string][] = [
    ['from', 'metric=orders&from=2025-01-01&to=2026-02-05'],
    ['to', 'metric=orders&from=2026-02-02&to=2026-02-01'],
    ['from', 'metric=orders&from=2026-02-30'],
    ['metric', 'metric=love'],
    ['metric', ''],
    ['interval', 'metric=orders&interval=hour'],
  ];
  for (const [path, query] of wrong) {
    t.match(await ask('GET', `/analytics/series?${query}`), { status: 400, json: { errors: [{ path }] } }, query);
  }
  t.equal((await ask('GET', '/analytics/top?ranking=courses_by_revenue&limit=51')).status, 400);
  t.equal((await call(app, await tokenOf('owner', ['orders:read']), 'GET', '/analytics/summary')).status, 403);
});
