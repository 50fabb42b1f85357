/** A member's own data by the tools: the same as the Account API shows, and nobody else's. */
import t from 'tap';
import {
  ADA,
  BOB,
  CYD,
  course,
  DAY,
  dataOf,
  enrollment,
  event,
  HOUR,
  lecture,
  NORTH,
  order,
  type Person,
  registration,
  SOUTH,
  schools,
  times,
} from '../../support/account.ts';
import { callTool, type Json } from '../../support/mcp.ts';

const { app, clock, tokenOf } = await schools(t);
const now = clock.now;

/** The same rows for each, with the person's mark in whatever can be read. */
const rowsOf = ({ id: personId }: Person, mark: string) => ({
  courses: times(5, (n) => course(`crs_${mark}_${n}`)),
  sections: times(5, (n) => ({
    id: `crs_${mark}_${n}_s`,
    courseId: `crs_${mark}_${n}`,
    title: 'Section',
    position: 0,
    createdAt: 0,
    updatedAt: 0,
  })),
  lectures: times(5, (n) => lecture(`lec_${mark}_${n}`, `crs_${mark}_${n}`)),
  enrollments: times(5, (n) =>
    enrollment(`enr_${mark}_${n}`, `crs_${mark}_${n}`, {
      personId,
      startsAt: now - (n % 2) * DAY,
      progressPercent: 10 * n,
      ...(n === 1 ? { status: 'revoked' as const } : {}),
      ...(n === 2 ? { expireDate: '2026-11-01', expiresAt: now - DAY } : {}),
      ...(n === 3
        ? { lastLectureId: `lec_${mark}_3`, lastPositionSeconds: 42, lastWatchedAt: now - HOUR, completedAt: now }
        : {}),
    }),
  ),
  orders: times(6, (n) =>
    order(`ord_${mark}_${n}`, { personId, placedAt: now - (n % 3) * DAY, refundedAmount: n === 1 ? 1000 : 0 }),
  ),
  events: times(4, (n) => event(`evt_${mark}_${n}`, now + (n - 2) * DAY)),
  eventRegistrations: times(4, (n) =>
    registration(`reg_${mark}_${n}`, `evt_${mark}_${n}`, {
      personId,
      registeredAt: now - n * HOUR,
      status: n === 3 ? 'waitlisted' : 'registered',
    }),
  ),
});
const SUBSIDE = [
  [ADA, 'ada', NORTH],
  [BOB, 'bob', NORTH],
  [CYD, 'cyd', SOUTH],
] as const;
for (const [person, mark, { id }] of SUBSIDE) await app.school.content.add(id, rowsOf(person, mark));

const READING: [tool: string, args: Record<string, unknown>][] = [
  ['get_my_account', {}],
  ['list_my_courses', {}],
  ['list_my_courses', { status: 'active' }],
  ['list_my_courses', { status: 'expired' }],
  ['list_my_orders', {}],
  ['list_my_event_registrations', {}],
  ['list_my_event_registrations', { when: 'upcoming' }],
  ['list_my_event_registrations', { when: 'past' }],
];

const nodesOf = async (person: Person, tool: string, args: Record<string, unknown> = {}) => {
  const { result, text } = await callTool(app, tool, args, { token: await tokenOf(person) });
  if (result?.structuredContent === undefined) throw new Error(text);
  return result.structuredContent.nodes as readonly Json[];
};

t.test('each member’s tools return their own data only, and nothing at another school [W38]', async (t) => {
  for (const [person, mark] of SUBSIDE) {
    const token = await tokenOf(person);
    for (const [tool, args] of READING) {
      const { text } = await callTool(app, tool, args, { token });
      const others = SUBSIDE.map(([, other]) => other).filter((other) => other !== mark);
      t.notMatch(text, new RegExp(`[_-](?:${others.join('|')})[_-]`), `${tool} of ${mark}`);
      if (tool !== 'get_my_account') t.match(text, new RegExp(`[_-]${mark}[_-]`));
    }
  }
  const elsewhere = await tokenOf(ADA, 'openid account:read', SOUTH.id);
  for (const [tool, args] of READING.slice(1)) {
    const { result } = await callTool(app, tool, args, { token: elsewhere });
    t.strictSame(
      result?.structuredContent?.nodes as unknown,
      [],
      `${tool}: at another school there is nothing of theirs`,
    );
  }
});

t.test('the member tools return what the Account API returns [D4]', async (t) => {
  const token = await tokenOf(ADA);
  const { viewer } = await dataOf(
    app,
    token,
    `{ viewer { id email name locale marketingConsent site { id name slug url locale timezone }
      enrolledCourses { nodes { slug title enrolledAt source expireDate hasLifetimeAccess isExpired progressPercent completedAt lectureCount
        lastWatchedLecture { lectureId title positionSeconds watchedAt url } url } }
      orders { nodes { number status placedAt paidAt total { amount currency } refunded { amount currency } couponCode
        items { kind title quantity unitPrice { amount currency } } } }
      eventRegistrations { nodes { id status cancelledBy registeredAt
        event { status slug title startsAt endsAt timezone location joinUrl } } } } }`,
  );
  const iso = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (key, one) => {
      // GraphQL spells enumerations in capitals.
      if (['status', 'kind', 'source'].includes(key)) return String(one).toLowerCase();
      return /At$/.test(key) && one !== null ? new Date(one).toISOString() : one;
    });
  const { enrolledCourses, orders, eventRegistrations, ...me } = (viewer ?? {}) as Record<string, { nodes: unknown }>;
  t.strictSame(iso(await nodesOf(ADA, 'list_my_courses')), iso(enrolledCourses?.nodes));
  t.strictSame(iso(await nodesOf(ADA, 'list_my_orders')), iso(orders?.nodes));
  t.strictSame(iso(await nodesOf(ADA, 'list_my_event_registrations')), iso(eventRegistrations?.nodes));
  const { result } = await callTool(app, 'get_my_account', {}, { token });
  t.match(result?.structuredContent as unknown, me);
});

t.test(
  'get_my_course_progress finds a course by its slug, among the caller’s own that are not revoked [D4]',
  async (t) => {
    const token = await tokenOf(ADA);
    const progress = async (slug: string) => callTool(app, 'get_my_course_progress', { slug }, { token });
    for (const row of await nodesOf(ADA, 'list_my_courses')) {
      const { result, text } = await progress(String(row.slug));
      const { school, schoolSlug, lectures, ...course } = (result?.structuredContent ?? {}) as Record<string, unknown>;
      t.strictSame(course, row);
      t.equal(schoolSlug as unknown, 'north');
      t.equal(school, 'North School');
      const [lecture] = lectures as readonly Record<string, unknown>[];
      const lectureId = String(row.slug).replaceAll('-', '_').replace('crs', 'lec');
      t.match(lecture, { lectureId, title: String, positionSeconds: Number });
      t.ok(text.includes(`\n- ${JSON.stringify(lecture?.title)}; lecture id: ${lectureId}; `), text);
    }
    for (const slug of ['crs-ada-1', 'crs-bob-0', 'crs-cyd-0', 'nothing', '']) {
      const { result, text } = await progress(slug);
      t.equal(result?.isError as unknown, true, slug);
      t.equal(text, 'enrolled course not found');
    }
  },
);

t.test('first and after page through a member’s lists, each row once despite equal times [D4]', async (t) => {
  const token = await tokenOf(ADA);
  for (const [tool, args, count] of [
    ['list_my_courses', {}, 4],
    ['list_my_orders', {}, 6],
    ['list_my_event_registrations', {}, 4],
  ] as const) {
    for (const first of [1, 2, 100]) {
      const seen: string[] = [];
      let after: unknown;
      for (let more = true; more && seen.length < 20; ) {
        const { result } = await callTool(
          app,
          tool,
          { ...args, first, ...(after === undefined ? {} : { after }) },
          { token },
        );
        seen.push(...(result?.structuredContent?.nodes ?? ([] as Json[])).map((row: Json) => JSON.stringify(row)));
        const { hasNextPage, endCursor } = (result?.structuredContent?.pageInfo ?? {}) as Record<string, unknown>;
        more = hasNextPage === true;
        after = endCursor;
      }
      t.equal(seen.length, count, `${tool} by ${first}`);
      t.equal(new Set(seen).size, count);
    }
  }
});

t.test('a cursor is valid for one list of one member only [W63]', async (t) => {
  const { result } = await callTool(app, 'list_my_courses', { first: 1 }, { token: await tokenOf(ADA) });
  const after = result?.structuredContent?.pageInfo?.endCursor;
  const attempts: [person: Person, tool: string, args: Record<string, unknown>][] = [
    [BOB, 'list_my_courses', {}],
    [ADA, 'list_my_orders', {}],
    [ADA, 'list_my_courses', { status: 'active' }],
    [ADA, 'search_public_courses', {}],
  ];
  for (const [person, tool, args] of attempts) {
    const { text } = await callTool(app, tool, { ...args, after }, { token: await tokenOf(person) });
    t.equal(text, 'after is not a cursor of this list', tool);
  }
});

t.test('list_my_orders says what was bought, with one statement more, in words as well [D4]', async (t) => {
  const items = await nodesOf(ADA, 'list_my_orders');
  t.ok(items.length > 1);
  const { text } = await callTool(app, 'list_my_orders', {}, { token: await tokenOf(ADA) });
  for (const order of items) {
    for (const { title } of order.items as readonly Json[]) t.ok(text.includes(`[${title}; `), String(title));
  }
});

t.test('save_watch_position takes positions within lectures that the member can open [D4]', async (t) => {
  const token = await tokenOf(ADA);
  const save = (lectureId: string, positionSeconds: unknown) =>
    callTool(app, 'save_watch_position', { lectureId, positionSeconds }, { token });
  const { result } = await save('lec_ada_0', 600);
  t.match(result?.structuredContent, { lectureId: 'lec_ada_0', positionSeconds: 600 });
  const [first] = (await nodesOf(ADA, 'list_my_courses')).filter(({ slug }) => String(slug) === 'crs-ada-0');
  t.match(first?.lastWatchedLecture, { lectureId: 'lec_ada_0', positionSeconds: 600 });
  for (const id of ['lec_ada_1', 'lec_ada_2', 'lec_bob_0', 'lec_cyd_0', 'nothing']) {
    t.match((await save(id, 1)).text, /accessible lecture not found/, id);
  }
  t.match((await save('lec_ada_0', 601)).text, /positionSeconds must be from 0 to 600/);
  for (const seconds of [-1, 1.5, '7 s', null, 1e300]) {
    t.match((await save('lec_ada_0', seconds)).text, /positionSeconds /, String(seconds));
  }
});

t.test('update_my_profile validates its fields and refuses any other, such as email or role [W55]', async (t) => {
  const token = await tokenOf(ADA);
  const change = (args: Record<string, unknown>) => callTool(app, 'update_my_profile', args, { token });
  const { result } = await change({ name: 'Ada Lovelace', marketingConsent: true });
  t.match(result?.structuredContent, { name: 'Ada Lovelace', marketingConsent: true, email: ADA.email });
  for (const args of [{ email: 'x@y.example' }, { id: 'usr_bob' }, { role: 'owner' }, { site: { id: SOUTH.id } }]) {
    t.equal((await change(args)).result?.isError as unknown, true, JSON.stringify(args));
  }
  t.match((await change({ name: '  ' })).text, /name must not be empty/);
  t.match((await change({ locale: 'not a tag' })).text, /locale must be a BCP 47 tag/);
  t.match((await callTool(app, 'get_my_account', {}, { token: await tokenOf(BOB) })).text, /Bob Bright/);
});

t.test('cancel_my_event_registration needs confirm and a registration of one’s own [D4]', async (t) => {
  const token = await tokenOf(BOB);
  const cancel = (args: Record<string, unknown>) => callTool(app, 'cancel_my_event_registration', args, { token });
  t.match((await cancel({ id: 'reg_bob_3' })).text, /confirm/);
  t.match((await cancel({ id: 'reg_bob_3', confirm: false })).text, /confirm/);
  t.match((await cancel({ id: 'reg_bob_3', confirm: true })).result?.structuredContent, { status: 'cancelled' });
  t.match(
    (await cancel({ id: 'reg_bob_3', confirm: true })).result?.structuredContent,
    { status: 'cancelled' },
    'and again',
  );
  t.equal((await cancel({ id: 'reg_bob_0', confirm: true })).text, 'the event has already started');
  for (const id of ['reg_ada_3', 'reg_cyd_3', 'nothing']) {
    t.equal((await cancel({ id, confirm: true })).text, 'registration not found', id);
  }
});

t.test(
  'a registration that several requests cancel at the same moment is cancelled for each of them [D4]',
  async (t) => {
    const token = await tokenOf(ADA);
    const args = { id: 'reg_ada_3', confirm: true };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => callTool(app, 'cancel_my_event_registration', args, { token })),
    );
    for (const { result } of answers) t.match(result?.structuredContent, { status: 'cancelled' });
  },
);
