import {
  type ASTNode,
  buildASTSchema,
  extendSchema,
  type GraphQLNamedType,
  GraphQLSchema,
  lexicographicSortSchema,
  parse,
  printSchema,
  visit,
} from 'graphql';
import t, { type Test } from 'tap';
import {
  ADA,
  ask,
  BOB,
  course,
  DAY,
  dataOf,
  enrollment,
  type GraphqlBody,
  lecture,
  NORTH,
  SOUTH,
  schools,
} from '../support/account.ts';
import { BASE } from '../support/app.ts';

/** The promised schema, to the letter. */
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
enum EnrollmentSource { ORDER GRANT COUPON SUBSCRIPTION IMPORT }
type EnrolledCourse {
  id: ID!
  slug: String!
  title: String!
  coverImageUrl: String
  enrolledAt: DateTime!
  source: EnrollmentSource!
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
type Money { amount: Float!  currency: String!  formatted: String! }
enum OrderStatus { PENDING PAID PARTIALLY_REFUNDED REFUNDED CANCELLED FAILED }
type Order { id: ID!  number: String!  status: OrderStatus!  placedAt: DateTime!  paidAt: DateTime  total: Money!  refunded: Money  items: [OrderItem!]!  couponCode: String }
enum OrderItemKind { COURSE MEMBERSHIP_PLAN DIGITAL_PRODUCT EVENT }
type OrderItem { kind: OrderItemKind!  title: String!  quantity: Int!  unitPrice: Money! }
type OrderConnection { nodes: [Order!]!  edges: [OrderEdge!]!  pageInfo: PageInfo!  totalCount: Int! }
type OrderEdge { cursor: String!  node: Order! }
enum RegistrationStatus { REGISTERED WAITLISTED CANCELLED ATTENDED }
enum CancelledBy { SCHOOL MEMBER }
type EventRegistration { id: ID!  status: RegistrationStatus!  cancelledBy: CancelledBy  registeredAt: DateTime!  event: Event! }
enum EventStatus { SCHEDULED CANCELLED }
type Event { id: ID!  title: String!  slug: String!  status: EventStatus!  startsAt: DateTime!  endsAt: DateTime!  timezone: String!  location: String  joinUrl: String }
type EventRegistrationConnection { nodes: [EventRegistration!]!  edges: [EventRegistrationEdge!]!  pageInfo: PageInfo!  totalCount: Int! }
type EventRegistrationEdge { cursor: String!  node: EventRegistration! }
type Mutation {
  updateProfile(input: UpdateProfileInput!): Viewer!
  saveWatchPosition(lectureId: ID!, positionSeconds: Int!): LastWatchedLecture!
  cancelEventRegistration(id: ID!): EventRegistration!
}
input UpdateProfileInput { name: String  locale: String  marketingConsent: Boolean }
`;

/** What the server has beyond the promise. */
const ADDED = /* GraphQL */ `
extend type Viewer {
  courseOutline(slug: String!): CourseOutline
  subscriptions(first: Int = 20, after: String): SubscriptionConnection!
  digitalProducts(first: Int = 20, after: String): DigitalProductConnection!
  posts(first: Int = 20, after: String): PostConnection!
  post(slug: String!): PostText
}
extend type Mutation {
  registerForEvent(event: ID!): EventRegistration!
  requestDownload(productId: ID!, fileId: ID!): Download!
}
type CourseOutline { course: EnrolledCourse!  lectures(first: Int = 20, after: String): CourseLectureConnection! }
type CourseSection { id: ID! title: String! }
enum LectureKind { VIDEO AUDIO TEXT FILE QUIZ LIVE }
enum LectureClosed { ACCESS_ENDED NOT_RELEASED }
type CourseLecture { id: ID!  title: String!  section: CourseSection!  kind: LectureKind!  durationSeconds: Int!  freePreview: Boolean!  isOpen: Boolean!  closedBecause: LectureClosed  opensAt: DateTime  positionSeconds: Int!  watchedAt: DateTime  completedAt: DateTime  url: String! }
enum SubscriptionStatus { TRIALING ACTIVE PAST_DUE PAUSED CANCELLED EXPIRED }
type Subscription { id: ID!  planName: String!  planSlug: String!  status: SubscriptionStatus!  startedAt: DateTime!  currentPeriodStart: DateTime!  currentPeriodEnd: DateTime  renewsAt: DateTime  endsAt: DateTime  price: Money!  allCourses: Boolean!  courses: [IncludedCourse!]!  products: [IncludedProduct!]! }
type IncludedCourse { slug: String!  title: String!  url: String! }
type IncludedProduct { id: ID!  title: String! }
enum ProductSource { ORDER SUBSCRIPTION }
type DigitalProduct { id: ID!  slug: String!  title: String!  coverImageUrl: String  source: ProductSource!  downloadLimit: Int  files: [ProductFile!]! }
type ProductFile { id: ID!  name: String!  size: Float!  downloadsLeft: Int }
type Download { url: String!  expiresAt: DateTime!  name: String!  size: Float!  downloadsLeft: Int }
enum PostVisibility { PUBLIC MEMBERS PLAN }
type Post { id: ID!  slug: String!  title: String!  excerpt: String  category: String  visibility: PostVisibility!  publishedAt: DateTime!  url: String }
type PostText { id: ID!  slug: String!  title: String!  excerpt: String  category: String  visibility: PostVisibility!  publishedAt: DateTime!  url: String  bodyMarkdown: String! }
${['CourseLecture', 'Subscription', 'DigitalProduct', 'Post'].map(connectionOf).join('')}`;

function connectionOf(node: string): string {
  return `type ${node}Connection { nodes: [${node}!]!  edges: [${node}Edge!]!  pageInfo: PageInfo!  totalCount: Int! }
type ${node}Edge { cursor: String!  node: ${node}! }
`;
}

/** The schema without its words. */
const shapeOf = (sdl: string): string => {
  const silent = visit(parse(sdl), {
    enter: (node: ASTNode) => ('description' in node ? { ...node, description: undefined } : undefined),
  });
  return printSchema(lexicographicSortSchema(extendSchema(new GraphQLSchema({}), silent)));
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

t.test('the served schema has exactly the promised types, fields and arguments, all described [D3]', async (t) => {
  const { app, tokenOf } = await schools(t);
  const response = await app.inject({ method: 'GET', url: '/account/schema.graphql' });
  t.equal(response.statusCode, 200);
  t.match(response.headers['content-type'], /^text\/plain; charset=utf-8/);
  t.equal(response.headers['access-control-allow-origin'], '*');
  t.equal(shapeOf(response.body), shapeOf(D3 + ADDED));

  const types = Object.values(buildASTSchema(parse(response.body)).getTypeMap());
  const own = types.filter(({ astNode }) => astNode != null);
  t.ok(own.length >= 25);
  const silent = own.flatMap((type) => [...described(type)]).filter(([, words]) => (words ?? '').trim().length < 3);
  t.strictSame(silent, []);

  const introspected = await dataOf(app, await tokenOf(ADA), '{ __schema { types { name fields { name } } } }');
  const namesOf = (list: readonly { name?: unknown }[]): unknown[] => list.map(({ name }) => name).sort();
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

t.test('the example query of the specification returns exactly the fields it asks for [spec 2.7]', async (t) => {
  const { app, tokenOf, clock } = await schools(t);
  const { now } = clock;
  await app.school.content.add(NORTH.id, {
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
  // The specification lists email without demanding the scope email [spec 2.7].
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

t.test('the viewer and the site are the person and the one school the token was issued for [D3]', async (t) => {
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
    url: 'https://north.example',
    locale: 'en',
    timezone: 'UTC',
  });
});

t.test('a member without courses, orders and registrations gets empty lists [D3]', async (t) => {
  const { app, tokenOf } = await schools(t);
  const list =
    'totalCount nodes { id } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
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

t.test('a GraphQL error carries the code of its cause, and no stack trace or other internals [D3]', async (t) => {
  const { app, tokenOf } = await schools(t);
  const token = await tokenOf(ADA);
  const body = async (query: string, variables = {}) =>
    (await ask(app, token, query, { variables })).json<GraphqlBody>();
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
