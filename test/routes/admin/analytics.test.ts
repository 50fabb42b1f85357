import t from 'tap';
import { METRICS } from '../../../schema/school/analytics.ts';
import { course, enrollment, lecture } from '../../support/account.ts';
import { CALLERS, call, HARBOUR, RIVERSIDE } from '../../support/admin.ts';
import { learning } from '../../support/learning.ts';
import { metricRowsOf, pointsOf, rankingOf } from '../../support/metric-rows.ts';

/** Before the demo was founded, so that only rows of this test are counted; over a change of the clocks. */
const STRETCH = { from: '2022-02-01', to: '2022-04-30' };
const DAY = 86_400_000;
const HOUR = DAY / 24;
const ROWS = metricRowsOf(t, 'a', Date.UTC(2022, 0, 25), 110);

t.test('series count each metric by day, week and month in the school’s own time zone [D2]', async (t) => {
  const { app, ask } = await learning(t);
  await app.school.content.add(RIVERSIDE.id, ROWS);
  await app.school.content.add(HARBOUR.id, metricRowsOf(t, 'foreign', Date.UTC(2022, 0, 25), 110));
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
  const inDollars = await ask('GET', `/analytics/summary?currency=USD&${query}`);
  t.match(inDollars.json, { currency: 'USD' });
  t.notSame(inDollars.json.totals?.revenue, summary.json.totals?.revenue);
  t.equal(inDollars.json.totals?.orders, summary.json.totals?.orders);
  t.strictSame(summary.json.revenueByCurrency, [
    { currency: 'EUR', amount: summary.json.totals?.revenue },
    { currency: 'USD', amount: inDollars.json.totals?.revenue },
  ]);
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

t.test('the summary leaves out subscriptions that have ended and students who were removed [D2]', async (t) => {
  const { ask, clock } = await learning(t);
  const now = async () => (await ask('GET', '/analytics/summary')).json.now;
  const listed = async (path: string) => Number((await ask('GET', `${path}totalCount=true&first=1`)).json.totalCount);
  const before = await now();
  const price = { amount: 900, currency: 'EUR' };
  const terms = { planType: 'recurring', interval: 'month', intervalCount: 1 };
  const plan = await ask('POST', '/membership_plans', { name: 'Monthly', slug: 'monthly-plan', price, ...terms });
  await ask('POST', '/membership_plans/monthly-plan/publish');
  const endsAt = new Date(clock.now + 2000).toISOString();
  const grant = { memberId: CALLERS.member.id, planId: plan.json.id, endsAt };
  t.equal((await ask('POST', '/subscriptions', grant)).status, 201);
  t.equal(Number((await now())?.activeSubscriptions), Number(before?.activeSubscriptions) + 1);
  clock.advance(1999);
  t.equal(Number((await now())?.activeSubscriptions), Number(before?.activeSubscriptions) + 1, 'until its last moment');
  clock.advance(1);
  t.strictSame((await now())?.activeSubscriptions, before?.activeSubscriptions, 'and no longer');
  const [active, trialing] = [
    await listed('/subscriptions?status=active&'),
    await listed('/subscriptions?status=trialing&'),
  ];
  t.equal(Number((await now())?.activeSubscriptions), active + trialing, 'as the list says');

  const courses = await ask('GET', '/courses?first=1&status=published');
  const enrolled = { courseId: courses.json.nodes?.[0]?.id, email: 'new.student@example.com' };
  const enrollment = await ask('POST', '/enrollments', enrolled);
  t.equal(enrollment.status, 201);
  t.equal(Number((await now())?.students), Number(before?.students) + 1);
  const today = '/analytics/series?metric=newStudents';
  const series = await ask('GET', today);
  t.equal(Number(series.json.points?.at(-1)?.value) > 0, true);
  t.equal((await ask('DELETE', `/members/${enrollment.json.memberId}`)).status, 204);
  t.strictSame((await now())?.students, before?.students);
  t.equal(Number((await now())?.students), await listed('/students?'), 'as the list says');
  t.strictSame((await ask('GET', today)).json.points, series.json.points, 'the day does not change');
});

t.test('a lecture that is watched again, and a refund, count today and leave the past as it was [D2]', async (t) => {
  const { app, ask, clock, course } = await learning(t);
  const { id: courseId, lecture } = await course('ferns');
  const memberId = CALLERS.member.id;
  const enrollment = await ask('POST', '/enrollments', { courseId, memberId });
  const order = {
    ...{ id: 'ord_big', number: 'BIG', personId: memberId, status: 'paid' as const, currency: 'EUR' },
    ...{ subtotal: 5000, discount: 0, tax: 0, total: 5000, paymentMethod: 'card' as const },
    ...{ placedAt: clock.now - 2 * DAY, paidAt: clock.now - 2 * DAY, refundedAmount: 0 },
  };
  const watched = { lectureId: lecture, positionSeconds: 0, watchedAt: clock.now - 2 * DAY };
  await app.school.content.add(RIVERSIDE.id, {
    watchPositions: [{ enrollmentId: String(enrollment.json.id), ...watched }],
    orders: [order],
  });
  const series = async () => {
    const all = await Promise.all(METRICS.map((metric) => ask('GET', `/analytics/series?metric=${metric}`)));
    return all.map(({ json }) => json.points?.map(({ value }) => Number(value)) ?? []);
  };
  const before = await series();
  const member = { siteId: RIVERSIDE.id, personId: memberId };
  const save = async () => app.school.memberAccount.saveWatchPosition(member, lecture, 0);
  await save();
  const seen = await series();
  clock.advance(30_000);
  await save();
  t.strictSame(await series(), seen, 'watching on is no further view');
  const event = { event: 'resource_changed', at: clock.now } as const;
  const refund = { status: 'refunded', refundedAmount: 5000, refundedAt: clock.now } as const;
  await app.school.records('orders').update(RIVERSIDE.id, order.id, refund, event);
  await ask('POST', `/enrollments/${enrollment.json.id}/revoke`);
  const after = await series();
  t.strictSame(
    after.map((points) => points.slice(0, -1)),
    before.map((points) => points.slice(0, -1)),
    'yesterday is as it was',
  );
  const today = Object.fromEntries(
    METRICS.map((metric, place) => [metric, Number(after[place]?.at(-1)) - Number(before[place]?.at(-1))]),
  );
  const unchanged = { orders: 0, newStudents: 0 };
  t.strictSame(today, {
    ...unchanged,
    revenue: -5000,
    refunds: 5000,
    activeStudents: 1,
    lectureViews: 1,
    completions: 1,
  });
});

t.test('somebody who watches before and after midnight is active on both days, in every time zone [D2]', async (t) => {
  const { app, ask, clock } = await learning(t);
  const { now } = clock;
  const personId = CALLERS.member.id;
  await app.school.content.add(RIVERSIDE.id, {
    courses: [course('crs_night')],
    lectures: [lecture('lec_night', 'crs_night')],
    enrollments: [enrollment('enr_night', 'crs_night', { personId })],
  });
  const zones = { UTC: 0, 'Asia/Kolkata': 5.5, 'Asia/Kathmandu': 5.75, 'America/St_Johns': -3.5 };
  // A week apart.
  const nights = Object.entries(zones).map(([timezone, offset], place) => {
    const date = Date.UTC(2022, 0, 3 + 7 * place);
    return { timezone, date, midnight: date - offset * HOUR };
  });
  for (const { midnight } of nights) {
    for (const at of [midnight - 1000, midnight + 1000]) {
      clock.advance(at - clock.now);
      await app.school.memberAccount.saveWatchPosition({ siteId: RIVERSIDE.id, personId }, 'lec_night', 0);
    }
  }
  clock.advance(now - clock.now);
  for (const { timezone, date } of nights) {
    await ask('PATCH', '/school', { timezone });
    const [from, to] = [date - DAY, date].map((day) => new Date(day).toISOString().slice(0, 10));
    const { json } = await ask('GET', `/analytics/series?metric=activeStudents&from=${from}&to=${to}`);
    t.strictSame(
      json.points,
      [from, to].map((date) => ({ date, value: 1 })),
      timezone,
    );
  }
});
