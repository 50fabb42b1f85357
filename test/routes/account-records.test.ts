import t from 'tap';
import {
  ADA,
  ask,
  course,
  DAY,
  dataOf,
  enrollment,
  event,
  HOUR,
  item,
  lecture,
  NORTH,
  order,
  registration,
  schools,
  type Tree,
} from '../support/account.ts';
import { BASE } from '../support/app.ts';

const COURSE_STATES = `query States($status: EnrollmentStatus) {
  viewer { enrolledCourses(status: $status) { totalCount nodes { id expireDate hasLifetimeAccess isExpired } } }
}`;

t.test('the status filter agrees with the state of every enrollment to the millisecond [D3]', async (t) => {
  const { app, tokenOf, clock } = await schools(t);
  const endsAt = clock.now + 10 * 60_000;
  const expiring = { expireDate: '2026-11-21', expiresAt: endsAt };
  const past = { expireDate: '2026-11-01', expiresAt: Date.UTC(2026, 10, 1, 23) };
  const courses = ['lifetime', 'expiring', 'by_date', 'by_status', 'ended_early', 'ended_lifetime', 'revoked'];
  await app.school.content.add(NORTH.id, {
    courses: courses.map((id) => course(id)),
    enrollments: [
      enrollment('lifetime', 'lifetime', { startsAt: 70 }),
      enrollment('expiring', 'expiring', { startsAt: 60, ...expiring }),
      enrollment('by_date', 'by_date', { startsAt: 50, ...past }),
      enrollment('by_status', 'by_status', { startsAt: 40, status: 'expired', ...past }),
      enrollment('ended_early', 'ended_early', { startsAt: 30, status: 'expired', ...expiring }),
      enrollment('ended_lifetime', 'ended_lifetime', { startsAt: 20, status: 'expired' }),
      enrollment('revoked', 'revoked', { startsAt: 10, status: 'revoked' }),
    ],
  });
  const token = await tokenOf(ADA);
  const idsOf = async (status?: string): Promise<string[]> => {
    const { viewer } = await dataOf(app, token, COURSE_STATES, { variables: { status } });
    const nodes = [...(viewer?.enrolledCourses?.nodes ?? [])];
    t.equal(viewer?.enrolledCourses?.totalCount, nodes.length, 'the count is of the same filter');
    for (const { id, expireDate, hasLifetimeAccess, isExpired } of nodes) {
      t.equal(hasLifetimeAccess, expireDate === null, `${id}: no date exactly when access is for life`);
      if (status !== undefined) t.equal(isExpired, status === 'EXPIRED', `${id}: the filter agrees with isExpired`);
    }
    return nodes.map(({ id }) => String(id));
  };
  const ended = ['by_date', 'by_status', 'ended_early', 'ended_lifetime'];
  t.strictSame(await idsOf(), ['lifetime', 'expiring', ...ended], 'what is revoked is not listed');
  clock.now = endsAt - 1;
  t.strictSame(await idsOf('ACTIVE'), ['lifetime', 'expiring']);
  t.strictSame(await idsOf('EXPIRED'), ended);
  clock.now = endsAt;
  t.strictSame(await idsOf('ACTIVE'), ['lifetime'], 'the day is over at the school');
  t.strictSame(await idsOf('EXPIRED'), ['expiring', ...ended]);
});

t.test('an enrolled course counts its published lectures and names the one last watched [D3]', async (t) => {
  const { app, tokenOf, clock } = await schools(t);
  const watched = { lastLectureId: 'lec_1', lastPositionSeconds: 12, lastWatchedAt: clock.now - 1500 };
  await app.school.content.add(NORTH.id, {
    courses: [course('crs_1', { coverImageUrl: 'https://img.example/1.png' }), course('crs_2')],
    lectures: [
      lecture('lec_1', 'crs_1'),
      lecture('lec_2', 'crs_1'),
      lecture('lec_3', 'crs_1', { status: 'draft' }),
      lecture('lec_4', 'crs_2'),
    ],
    enrollments: [
      enrollment('enr_1', 'crs_1', { startsAt: 0, progressPercent: 50, completedAt: clock.now, ...watched }),
      enrollment('enr_2', 'crs_2', {
        startsAt: -1,
        lastLectureId: 'lec_gone',
        lastPositionSeconds: 1,
        lastWatchedAt: 1,
      }),
    ],
  });
  const fields = `id slug title coverImageUrl enrolledAt progressPercent completedAt lectureCount url
    lastWatchedLecture { lectureId title positionSeconds watchedAt url }`;
  const { viewer } = await dataOf(app, await tokenOf(ADA), `{ viewer { enrolledCourses { nodes { ${fields} } } } }`);
  const [first, second] = viewer?.enrolledCourses?.nodes ?? [];
  t.strictSame(first, {
    id: 'enr_1',
    slug: 'crs-1',
    title: 'Course crs_1',
    coverImageUrl: 'https://img.example/1.png',
    enrolledAt: '1970-01-01T00:00:00Z',
    progressPercent: 50,
    completedAt: '2026-11-21T09:00:00Z',
    lectureCount: 2,
    url: `${BASE}/account/schools/north/courses/crs-1`,
    lastWatchedLecture: {
      lectureId: 'lec_1',
      title: 'Lecture lec_1',
      positionSeconds: 12,
      watchedAt: '2026-11-21T08:59:58.500Z',
      url: `${BASE}/account/schools/north/courses/crs-1/lectures/lec_1`,
    },
  });
  t.hasStrict(second, { lectureCount: 1, lastWatchedLecture: null }, 'a lecture that is gone is nowhere to go on');
});

const ORDERS = `{ viewer { orders { totalCount nodes { id number status placedAt paidAt couponCode
  total { amount currency formatted } refunded { amount currency formatted }
  items { kind title quantity unitPrice { amount currency formatted } } } } } }`;

/** Languages set a no-break space before the sign. */
const plain = (text: unknown): string => String(text).replaceAll(/[\u00a0\u202f]/g, ' ');

t.test('orders show items, refunds and amounts, formatted for the language of the member [D3]', async (t) => {
  const { app, tokenOf, clock } = await schools(t);
  const statuses = ['pending', 'paid', 'partially_refunded', 'refunded', 'cancelled', 'failed'] as const;
  const currencies = ['EUR', 'JPY', 'USD', 'KWD', 'EUR', 'EUR'];
  await app.school.content.add(NORTH.id, {
    orders: statuses.map((status, i) =>
      order(`ord_${i}`, {
        status,
        placedAt: clock.now - i * HOUR,
        total: 123_456,
        currency: currencies[i] ?? 'EUR',
        refundedAmount: status === 'refunded' ? 123_456 : status === 'partially_refunded' ? 1 : 0,
        ...(status === 'paid' ? { paidAt: clock.now, couponCode: 'SPRING' } : {}),
      }),
    ),
    orderItems: [
      item('ord_1', 1, { kind: 'event', title: 'second', quantity: 2, unitAmount: 61_728 }),
      item('ord_1', 0, { kind: 'membership_plan', title: 'first' }),
      item('ord_1', 2, { kind: 'digital_product', title: 'third', unitAmount: 0 }),
      item('ord_2', 0),
    ],
  });
  const token = await tokenOf(ADA);
  const nodesOf = async (): Promise<readonly Tree[]> => {
    const { viewer } = await dataOf(app, token, ORDERS);
    t.equal(viewer?.orders?.totalCount, 6);
    return viewer?.orders?.nodes ?? [];
  };
  const german = await nodesOf();
  t.strictSame(
    german.map(({ status, couponCode, paidAt }) => [status, couponCode, paidAt]),
    statuses.map((status) => [
      status.toUpperCase(),
      ...(status === 'paid' ? ['SPRING', '2026-11-21T09:00:00Z'] : [null, null]),
    ]),
  );
  t.strictSame(
    german.map(({ total }) => plain(total?.formatted)),
    ['1.234,56 €', '123.456 ¥', '1.234,56 $', '123,456 KWD', '1.234,56 €', '1.234,56 €'],
    'as many decimals as the currency has',
  );
  t.strictSame(
    german.map(({ refunded }) => (refunded === null ? null : refunded?.amount)),
    [null, null, 1, 123_456, null, null],
  );
  t.strictSame(
    german.map(({ items }) => [...(items ?? [])].map(({ title }) => title)),
    [[], ['first', 'second', 'third'], ['Item 0 of ord_2'], [], [], []],
  );
  t.strictSame(
    [...(german[1]?.items ?? [])].map(({ kind, quantity, unitPrice }) => [kind, quantity, plain(unitPrice?.formatted)]),
    [
      ['MEMBERSHIP_PLAN', 1, '500 ¥'],
      ['EVENT', 2, '61.728 ¥'],
      ['DIGITAL_PRODUCT', 1, '0 ¥'],
    ],
  );
  for (const [locale, first] of Object.entries({ en: '€1,234.56', fr: '1 234,56 €', ja: '€1,234.56' })) {
    await dataOf(app, token, 'mutation($l: String) { updateProfile(input: { locale: $l }) { id } }', {
      variables: { l: locale },
    });
    const [order] = await nodesOf();
    t.equal(plain(order?.total?.formatted), first, locale);
  }
});

t.test('an amount of more than 32 bits is exact [D3]', async (t) => {
  const { app, tokenOf } = await schools(t);
  await app.school.content.add(NORTH.id, { orders: [order('ord_1', { total: 3_000_000_000 })] });
  const response = await ask(app, await tokenOf(ADA), '{ viewer { orders { nodes { total { amount } } } } }');
  t.match(response.body, '"amount":3000000000');
});

const REGISTRATIONS = `query Events($upcoming: Boolean) { viewer { eventRegistrations(upcoming: $upcoming) { totalCount
  nodes { id status registeredAt event { id title slug startsAt endsAt timezone location joinUrl } } } } }`;

t.test('the join URL needs the status REGISTERED, and an event is upcoming until it ends [D3]', async (t) => {
  const { app, tokenOf, clock } = await schools(t);
  const statuses = ['registered', 'waitlisted', 'cancelled', 'attended'] as const;
  await app.school.content.add(NORTH.id, {
    events: [
      ...statuses.map((status) => event(`evt_${status}`, clock.now + DAY)),
      event('evt_running', clock.now - 30 * 60_000, { location: 'Room 2', joinUrl: null }),
      event('evt_over', clock.now - 2 * HOUR),
    ],
    eventRegistrations: [
      ...statuses.map((status, i) =>
        registration(`reg_${status}`, `evt_${status}`, { status, registeredAt: clock.now - i }),
      ),
      registration('reg_running', 'evt_running', { registeredAt: 1 }),
      registration('reg_over', 'evt_over', { registeredAt: 0 }),
    ],
  });
  const token = await tokenOf(ADA);
  const nodesOf = async (upcoming?: boolean): Promise<readonly Tree[]> => {
    const { viewer } = await dataOf(app, token, REGISTRATIONS, { variables: { upcoming } });
    const nodes = viewer?.eventRegistrations?.nodes ?? [];
    t.equal(viewer?.eventRegistrations?.totalCount, nodes.length);
    return nodes;
  };
  const idsOf = async (upcoming?: boolean) => (await nodesOf(upcoming)).map(({ id }) => String(id));
  const all = await nodesOf();
  t.strictSame(
    all.map(({ status, event }) => [status, event?.joinUrl]),
    [
      ['REGISTERED', 'https://meet.example/evt_registered'],
      ['WAITLISTED', null],
      ['CANCELLED', null],
      ['ATTENDED', null],
      ['REGISTERED', null],
      ['REGISTERED', 'https://meet.example/evt_over'],
    ],
  );
  t.strictSame(all[4]?.event, {
    id: 'evt_running',
    title: 'Event evt_running',
    slug: 'evt-running',
    startsAt: '2026-11-21T08:30:00Z',
    endsAt: '2026-11-21T09:30:00Z',
    timezone: 'Europe/Berlin',
    location: 'Room 2',
    joinUrl: null,
  });
  const ahead = statuses.map((status) => `reg_${status}`);
  t.strictSame(await idsOf(true), [...ahead, 'reg_running']);
  t.strictSame(await idsOf(false), ['reg_over']);
  clock.now += 30 * 60_000;
  t.strictSame(await idsOf(true), ahead, 'over at the very end');
  t.strictSame(await idsOf(false), ['reg_running', 'reg_over']);
});
