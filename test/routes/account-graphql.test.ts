import { buildASTSchema, type GraphQLNamedType, lexicographicSortSchema, parse, printSchema, visit } from 'graphql';
import t, { type Test } from 'tap';
import {
  ADA,
  ask,
  BOB,
  codesOf,
  course,
  DAY,
  dataOf,
  enrollment,
  event,
  type GraphqlBody,
  HOUR,
  item,
  lecture,
  NORTH,
  order,
  registration,
  SOUTH,
  schools,
  type Tree,
} from '../support/account.ts';
import { BASE } from '../support/app.ts';

/** The decision, to the letter. */
const D3 = /* GraphQL */ `
scalar DateTime
scalar Date
type Query { viewer: Viewer! }
type Viewer {
  id: ID!
  email: String!
  name: String
  locale: String
  marketingConsent: Boolean!
  site: Site!
  enrolledCourses(first: Int = 20, after: String, status: EnrollmentStatus): EnrolledCourseConnection!
  orders(first: Int = 20, after: String): OrderConnection!
  eventRegistrations(first: Int = 20, after: String, upcoming: Boolean): EventRegistrationConnection!
}
type Site { id: ID! name: String! slug: String! url: String! locale: String! timezone: String! }
enum EnrollmentStatus { ACTIVE EXPIRED }
type EnrolledCourse {
  id: ID!
  slug: String!
  title: String!
  coverImageUrl: String
  enrolledAt: DateTime!
  expireDate: Date
  hasLifetimeAccess: Boolean!
  isExpired: Boolean!
  progressPercent: Int!
  completedAt: DateTime
  lectureCount: Int!
  lastWatchedLecture: LastWatchedLecture
  url: String!
}
type LastWatchedLecture { lectureId: ID!  title: String!  positionSeconds: Int!  watchedAt: DateTime!  url: String! }
type EnrolledCourseConnection { nodes: [EnrolledCourse!]!  edges: [EnrolledCourseEdge!]!  pageInfo: PageInfo!  totalCount: Int! }
type EnrolledCourseEdge { cursor: String!  node: EnrolledCourse! }
type PageInfo { hasNextPage: Boolean!  hasPreviousPage: Boolean!  startCursor: String  endCursor: String }
type Money { amount: Int!  currency: String!  formatted: String! }
enum OrderStatus { PENDING PAID PARTIALLY_REFUNDED REFUNDED CANCELLED FAILED }
type Order { id: ID!  number: String!  status: OrderStatus!  placedAt: DateTime!  paidAt: DateTime  total: Money!  refunded: Money  items: [OrderItem!]!  couponCode: String }
enum OrderItemKind { COURSE MEMBERSHIP_PLAN DIGITAL_PRODUCT EVENT }
type OrderItem { kind: OrderItemKind!  title: String!  quantity: Int!  unitPrice: Money! }
type OrderConnection { nodes: [Order!]!  edges: [OrderEdge!]!  pageInfo: PageInfo!  totalCount: Int! }
type OrderEdge { cursor: String!  node: Order! }
enum RegistrationStatus { REGISTERED WAITLISTED CANCELLED ATTENDED }
type EventRegistration { id: ID!  status: RegistrationStatus!  registeredAt: DateTime!  event: Event! }
type Event { id: ID!  title: String!  slug: String!  startsAt: DateTime!  endsAt: DateTime!  timezone: String!  location: String  joinUrl: String }
type EventRegistrationConnection { nodes: [EventRegistration!]!  edges: [EventRegistrationEdge!]!  pageInfo: PageInfo!  totalCount: Int! }
type EventRegistrationEdge { cursor: String!  node: EventRegistration! }
type Mutation {
  updateProfile(input: UpdateProfileInput!): Viewer!
  saveWatchPosition(lectureId: ID!, positionSeconds: Int!): LastWatchedLecture!
  cancelEventRegistration(id: ID!): EventRegistration!
}
input UpdateProfileInput { name: String  locale: String  marketingConsent: Boolean }
`;

/** The schema without its words. */
const shapeOf = (sdl: string): string => {
  const enter = ({ description: _, ...node }: { description?: unknown }) => node;
  return printSchema(lexicographicSortSchema(buildASTSchema(visit(parse(sdl), { enter }))));
};

/** Everything in the schema that may have a description, and the description. */
function* described(type: GraphQLNamedType): Generator<readonly [string, string | null | undefined]> {
  yield [type.name, type.description];
  if ('getFields' in type) {
    for (const field of Object.values(type.getFields())) {
      yield [`${type.name}.${field.name}`, field.description];
      const args = 'args' in field ? field.args : [];
      for (const { name, description } of args) yield [`${type.name}.${field.name}(${name})`, description];
    }
  }
  if ('getValues' in type) {
    for (const { name, description } of type.getValues()) yield [`${type.name}.${name}`, description];
  }
}

t.test('D3: the served schema has every type, field and argument of the decision, and a word for each', async (t) => {
  const { app, tokenOf } = await schools(t);
  const response = await app.inject({ method: 'GET', url: '/account/schema.graphql' });
  t.equal(response.statusCode, 200);
  t.match(response.headers['content-type'], /^text\/plain; charset=utf-8/);
  t.equal(response.headers['access-control-allow-origin'], '*');
  t.equal(shapeOf(response.body), shapeOf(D3));

  const types = Object.values(buildASTSchema(parse(response.body)).getTypeMap());
  const own = types.filter(({ astNode }) => astNode != null);
  t.ok(own.length >= 25);
  const silent = own.flatMap((type) => [...described(type)]).filter(([, words]) => (words ?? '').trim().length < 3);
  t.strictSame(silent, []);

  const introspected = await dataOf(app, await tokenOf(ADA), '{ __schema { types { name fields { name } } } }');
  const namesOf = (list: readonly { name: unknown }[]): unknown[] => list.map(({ name }) => name).sort();
  t.strictSame(
    namesOf([...(introspected.__schema?.types ?? [])]).filter((name) => !String(name).startsWith('__')),
    namesOf(types).filter((name) => !String(name).startsWith('__')),
    'what is executed is what is served',
  );
});

const SPEC_QUERY = `query Courses($first: Int) {
  viewer { id email enrolledCourses(first: $first) { nodes {
    slug expireDate hasLifetimeAccess lastWatchedLecture { lectureId positionSeconds }
  } } }
}`;

t.test('spec 2.7: the query of the specification returns exactly its fields', async (t) => {
  const { app, tokenOf, clock } = await schools(t);
  const { now } = clock;
  await app.schoolContent.add(NORTH.id, {
    courses: [course('crs_a'), course('crs_b')],
    lectures: [lecture('lec_a', 'crs_a')],
    enrollments: [
      enrollment('enr_a', 'crs_a', {
        startsAt: now - DAY,
        lastLectureId: 'lec_a',
        lastPositionSeconds: 431,
        lastWatchedAt: now,
      }),
      enrollment('enr_b', 'crs_b', {
        startsAt: now - 2 * DAY,
        expireDate: '2026-12-31',
        expiresAt: Date.UTC(2026, 11, 31, 23),
      }),
    ],
  });
  // Spec 2.7 lists email without demanding the scope email.
  const token = await tokenOf(ADA, 'account:read');
  const response = await ask(app, token, SPEC_QUERY, { variables: { first: 10 } });
  t.equal(response.statusCode, 200);
  t.strictSame(response.json(), {
    data: {
      viewer: {
        id: ADA.id,
        email: ADA.email,
        enrolledCourses: {
          nodes: [
            {
              slug: 'crs-a',
              expireDate: null,
              hasLifetimeAccess: true,
              lastWatchedLecture: { lectureId: 'lec_a', positionSeconds: 431 },
            },
            { slug: 'crs-b', expireDate: '2026-12-31', hasLifetimeAccess: false, lastWatchedLecture: null },
          ],
        },
      },
    },
  });
});

t.test('D3: the viewer and the one school of the token', async (t) => {
  const { app, tokenOf } = await schools(t);
  const query = '{ viewer { id name locale marketingConsent site { id name slug url locale timezone } } }';
  t.strictSame(await dataOf(app, await tokenOf(ADA), query), {
    viewer: {
      id: ADA.id,
      name: ADA.name,
      locale: null,
      marketingConsent: false,
      site: { ...NORTH, url: `${BASE}/schools/north` },
    },
  });
  const south = await dataOf(app, await tokenOf(ADA, 'account:read', SOUTH.id), query);
  t.strictSame(south.viewer?.site, {
    ...SOUTH,
    url: `${BASE}/schools/south`,
    locale: 'en',
    timezone: 'UTC',
  });
});

const COURSE_STATES = `query States($status: EnrollmentStatus) {
  viewer { enrolledCourses(status: $status) { totalCount nodes { id expireDate hasLifetimeAccess isExpired } } }
}`;

t.test('D3: every state of an enrollment, and the filter that agrees with it to the millisecond', async (t) => {
  const { app, tokenOf, clock } = await schools(t);
  const endsAt = clock.now + 10 * 60_000;
  const expiring = { expireDate: '2026-11-21', expiresAt: endsAt };
  const past = { expireDate: '2026-11-01', expiresAt: Date.UTC(2026, 10, 1, 23) };
  const courses = ['lifetime', 'expiring', 'by_date', 'by_status', 'ended_early', 'ended_lifetime', 'revoked'];
  await app.schoolContent.add(NORTH.id, {
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

t.test('D3: a course counts its published lectures and knows where the member stopped', async (t) => {
  const { app, tokenOf, clock } = await schools(t);
  const watched = { lastLectureId: 'lec_1', lastPositionSeconds: 12, lastWatchedAt: clock.now - 1500 };
  await app.schoolContent.add(NORTH.id, {
    courses: [course('crs_1', { coverImageUrl: 'https://img.example/1.png' }), course('crs_2')],
    lectures: [
      lecture('lec_1', 'crs_1'),
      lecture('lec_2', 'crs_1'),
      lecture('lec_3', 'crs_1', { status: 'draft' }),
      lecture('lec_4', 'crs_2'),
    ],
    enrollments: [
      enrollment('enr_1', 'crs_1', { startsAt: 0, progressPercent: 50, completedAt: clock.now, ...watched }),
      enrollment('enr_2', 'crs_2', { startsAt: -1, lastLectureId: 'lec_gone', lastPositionSeconds: 1, lastWatchedAt: 1 }),
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
    url: `${BASE}/schools/north/courses/crs-1`,
    lastWatchedLecture: {
      lectureId: 'lec_1',
      title: 'Lecture lec_1',
      positionSeconds: 12,
      watchedAt: '2026-11-21T08:59:58.500Z',
      url: `${BASE}/schools/north/courses/crs-1/lectures/lec_1`,
    },
  });
  t.hasStrict(second, { lectureCount: 1, lastWatchedLecture: null }, 'a lecture that is gone is nowhere to go on');
});

const ORDERS = `{ viewer { orders { totalCount nodes { id number status placedAt paidAt couponCode
  total { amount currency formatted } refunded { amount currency formatted }
  items { kind title quantity unitPrice { amount currency formatted } } } } } }`;

/** Languages set a no-break space before the sign. */
const plain = (text: unknown): string => String(text).replaceAll(/[\u00a0\u202f]/g, ' ');

t.test('D3: orders with their lines, refunds and money as the member reads it', async (t) => {
  const { app, tokenOf, clock } = await schools(t);
  const statuses = ['pending', 'paid', 'partially_refunded', 'refunded', 'cancelled', 'failed'] as const;
  const currencies = ['EUR', 'JPY', 'USD', 'KWD', 'EUR', 'EUR'];
  await app.schoolContent.add(NORTH.id, {
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
  for (const [locale, first] of Object.entries({ en: '€1,234.56', 'fr-CH': '1 234.56 €', ja: '€1,234.56' })) {
    await dataOf(app, token, 'mutation($l: String) { updateProfile(input: { locale: $l }) { id } }', {
      variables: { l: locale },
    });
    const [order] = await nodesOf();
    t.equal(plain(order?.total?.formatted).replace(',', locale === 'fr-CH' ? '.' : ','), first, locale);
  }
});

t.test('D3: an amount that the type cannot carry is a fault of ours, said and logged as one', async (t) => {
  const { app, tokenOf, logs } = await schools(t);
  await app.schoolContent.add(NORTH.id, { orders: [order('ord_1', { total: 3_000_000_000 })] });
  const response = await ask(app, await tokenOf(ADA), '{ viewer { orders { nodes { total { amount } } } } }');
  t.strictSame(codesOf(response), ['INTERNAL']);
  t.notMatch(response.body, /3000000000|32-bit/);
  t.ok(logs.some((line) => line.includes('32-bit')));
});

const REGISTRATIONS = `query Events($upcoming: Boolean) { viewer { eventRegistrations(upcoming: $upcoming) { totalCount
  nodes { id status registeredAt event { id title slug startsAt endsAt timezone location joinUrl } } } } }`;

t.test('D3: registrations, and where to join only for those who have a place', async (t) => {
  const { app, tokenOf, clock } = await schools(t);
  const statuses = ['registered', 'waitlisted', 'cancelled', 'attended'] as const;
  await app.schoolContent.add(NORTH.id, {
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

t.test('D3: a member without anything sees empty lists', async (t) => {
  const { app, tokenOf } = await schools(t);
  const list = 'totalCount nodes { id } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
  const query = `{ viewer { enrolledCourses { ${list} } orders { ${list} } eventRegistrations { ${list} } } }`;
  const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };
  const empty = { totalCount: 0, nodes: [], edges: [], pageInfo };
  t.strictSame(await dataOf(app, await tokenOf(BOB), query), {
    viewer: { enrolledCourses: empty, orders: empty, eventRegistrations: empty },
  });
});

/** What a client may get when something is wrong with its query: a code, never a stack. */
async function refused(t: Test, bodies: Record<string, [GraphqlBody, string]>): Promise<void> {
  for (const [what, [{ errors = [] }, code]] of Object.entries(bodies)) {
    t.ok(errors.length > 0, what);
    for (const error of errors) {
      t.equal(error.extensions.code, code, what);
      t.strictSame(Object.keys(error.extensions), ['code'], `${what}: no stack`);
      t.notMatch(JSON.stringify(error), /node_modules|\.ts:|\bat /, what);
    }
  }
}

t.test('D3: errors carry a code of the list and nothing of the inside', async (t) => {
  const { app, tokenOf } = await schools(t);
  const token = await tokenOf(ADA);
  const body = async (query: string, variables = {}) => (await ask(app, token, query, { variables })).json<GraphqlBody>();
  const bad = 'BAD_USER_INPUT';
  await refused(t, {
    'a syntax error': [await body('{ viewer {'), bad],
    'an unknown field': [await body('{ viewer { password } }'), bad],
    'an unknown argument': [await body('{ viewer { orders(last: 1) { totalCount } } }'), bad],
    'a wrong type': [await body('{ viewer { orders(first: "1") { totalCount } } }'), bad],
    'a missing variable': [await body('query($id: ID!) { viewer { id } }'), bad],
    'a wrong enum': [await body('{ viewer { enrolledCourses(status: REVOKED) { totalCount } } }'), bad],
    'null where none may be': [
      await body('mutation($id: ID = "x") { cancelEventRegistration(id: $id) { id } }', { id: null }),
      bad,
    ],
    'nothing of that id': [await body('mutation { cancelEventRegistration(id: "x") { id } }'), 'NOT_FOUND'],
    'a subscription': [await body('subscription { viewer { id } }'), bad],
    'a definition': [await body('type Query { a: Int }'), bad],
    'too much': [await body(`{ viewer { ${'id '.repeat(600)} } }`), 'QUERY_TOO_COMPLEX'],
  });
});
