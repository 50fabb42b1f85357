import t, { type Test } from 'tap';
import {
  ADA,
  ask,
  codesOf,
  course,
  DAY,
  enrollment,
  event,
  item,
  lecture,
  NORTH,
  order,
  registration,
  type Schools,
  schools,
  times,
} from '../support/account.ts';
import { withStatements } from '../support/statements.ts';

const statementsOf = async (run: () => Promise<unknown>): Promise<string[]> => (await withStatements(run))[1];

const COURSES = `nodes { id slug title lectureCount url lastWatchedLecture { lectureId title positionSeconds } }
  edges { cursor node { title } } pageInfo { hasNextPage }`;
const ORDERS =
  'nodes { id total { formatted } refunded { amount } items { title unitPrice { formatted } } } pageInfo { endCursor }';
const EVENTS = 'nodes { id event { title joinUrl } } edges { cursor }';

const rename = (name: string): string => `updateProfile(input: { name: "${name}" }) { name }`;

/** At most, beyond the one read that finds the token with its standing: reads and writes, in that order. */
const READS: Record<string, [query: string, most: number]> = {
  nothing: ['{ __typename }', 0],
  'the schema': ['{ __schema { types { name fields { name } } } }', 0],
  'the viewer': ['{ viewer { id email name site { url } } }', 1],
  courses: [`{ viewer { enrolledCourses(first: FIRST) { ${COURSES} } } }`, 3],
  'courses and how many there are': [`{ viewer { enrolledCourses(first: FIRST) { ${COURSES} totalCount } } }`, 5],
  'orders with their lines': [`{ viewer { orders(first: FIRST) { ${ORDERS} } } }`, 3],
  'orders with their lines, twice': [
    `{ viewer { orders(first: FIRST) { nodes { items { title } } edges { node { items { kind } } } } } }`,
    3,
  ],
  registrations: [`{ viewer { eventRegistrations(first: FIRST) { ${EVENTS} } } }`, 2],
  'an outline': [
    '{ viewer { courseOutline(slug: "crs-1") { course { title } lectures(first: FIRST) { nodes { id isOpen url } totalCount } } } }',
    4,
  ],
  subscriptions: [
    '{ viewer { subscriptions(first: FIRST) { nodes { planName courses { title } products { title } } totalCount } } }',
    5,
  ],
  'digital products': [
    '{ viewer { digitalProducts(first: FIRST) { nodes { title files { downloadsLeft } } totalCount } } }',
    6,
  ],
  posts: ['{ viewer { posts(first: FIRST) { nodes { title url } totalCount } } }', 5],
  'a post': ['{ viewer { post(slug: "pst-1") { bodyMarkdown } } }', 3],
  everything: [
    `{ viewer { enrolledCourses(first: FIRST) { ${COURSES} totalCount } orders(first: FIRST) { ${ORDERS} totalCount }
      eventRegistrations(first: FIRST) { ${EVENTS} totalCount } } }`,
    10,
  ],
};

const WRITES: Record<string, [query: string, most: number]> = {
  'no change': ['mutation { updateProfile(input: {}) { id } }', 1],
  'a language': ['mutation { updateProfile(input: { locale: "en" }) { id } }', 2],
  // At each of her two schools she is found by it.
  'a name': [`mutation { ${rename('Ada')} }`, 5],
  'a whole profile': [
    'mutation { updateProfile(input: { name: "Ada", locale: "en", marketingConsent: true }) { id } }',
    7,
  ],
  'a watch position': ['mutation { saveWatchPosition(lectureId: "lec_1", positionSeconds: 7) { url } }', 6],
  'a watch position of nothing': ['mutation { saveWatchPosition(lectureId: "x", positionSeconds: 7) { url } }', 1],
  'a registration cancelled': ['mutation { cancelEventRegistration(id: "reg_0") { status } }', 6],
  'a registration cancelled again': ['mutation { cancelEventRegistration(id: "reg_0") { status } }', 1],
  'a registration': ['mutation { registerForEvent(event: "evt_new") { status } }', 14],
  'a registration made before': ['mutation { registerForEvent(event: "evt_new") { status } }', 4],
  'a link to a file': ['mutation { requestDownload(productId: "prd_1", fileId: "ast_1") { url } }', 10],
  'the same link': ['mutation { requestDownload(productId: "prd_1", fileId: "ast_1") { url } }', 4],
  'a registration of nobody': ['mutation { cancelEventRegistration(id: "x") { status } }', 1],
};

async function fill({ app, clock }: Schools): Promise<void> {
  await app.school.content.add(NORTH.id, {
    courses: times(120, (n) => course(`crs_${n}`)),
    lectures: times(240, (n) => lecture(`lec_${n}`, `crs_${n % 120}`)),
    enrollments: times(120, (n) =>
      enrollment(`enr_${n}`, `crs_${n}`, {
        startsAt: n,
        lastLectureId: `lec_${n}`,
        lastPositionSeconds: 1,
        lastWatchedAt: 1,
      }),
    ),
    orders: times(120, (n) => order(`ord_${n}`, { placedAt: n })),
    orderItems: times(360, (n) =>
      item(`ord_${n % 120}`, Math.floor(n / 120), n < 120 ? { kind: 'digital_product', refId: `prd_${n}` } : {}),
    ),
    sections: [{ id: 'crs_1_s', courseId: 'crs_1', title: 'S', position: 0, createdAt: 0, updatedAt: 0 }],
    membershipPlans: times(120, (n) => ({
      ...{ id: `pln_${n}`, slug: `p-${n}`, name: 'P', description: '', planType: 'recurring', interval: 'month' },
      ...{ intervalCount: 1, priceAmount: 1, priceCurrency: 'EUR', trialDays: 0, allCourses: false, status: 'active' },
      ...{ courseIds: [`crs_${n}`], productIds: [`prd_${n}`], createdAt: n, updatedAt: n },
    })),
    // None of them gives access, so that the courses are those of the enrollments.
    subscriptions: times(120, (n) => ({
      ...{ id: `sub_${n}`, personId: ADA.id, planId: `pln_${n}`, status: 'paused', startedAt: n, priceAmount: 1 },
      ...{ currentPeriodStart: n, currentPeriodEnd: n + 1, cancelAtPeriodEnd: false, priceCurrency: 'EUR' },
      ...{ createdAt: n, updatedAt: n },
    })),
    digitalProducts: times(120, (n) => ({
      ...{ id: `prd_${n}`, slug: `prd-${n}`, title: 'P', description: '', priceAmount: 1, priceCurrency: 'EUR' },
      ...{ files: [{ assetId: `ast_${n}`, name: 'f', size: 1 }], downloadLimit: 3, status: 'published' },
      ...{ createdAt: n, updatedAt: n },
    })),
    posts: times(120, (n) => ({
      ...{ id: `pst_${n}`, slug: `pst-${n}`, title: 'P', bodyMarkdown: 'T', authorId: ADA.id, visibility: 'members' },
      ...{ status: 'published', publishAt: n, createdAt: n, updatedAt: n },
    })),
    events: [
      ...times(120, (n) => event(`evt_${n}`, clock.now + DAY, { capacity: 2 })),
      event('evt_new', clock.now + DAY),
    ],
    eventRegistrations: times(120, (n) => registration(`reg_${n}`, `evt_${n}`, { registeredAt: n })),
  });
}

const isTokenRead = (sql: string): boolean => /^select .* from "tokens"/.test(sql);

/** The statements of a request itself. The e-mail about the sign-in of its token may be stored and sent meanwhile. */
const ownOf = (statements: readonly string[]): string[] =>
  statements.filter((sql) => !isTokenRead(sql) && !/"mail_links"|"outbox"/.test(sql));

async function counted(t: Test, made: Schools): Promise<void> {
  const { app, tokenOf } = made;
  await fill(made);
  const token = await tokenOf(ADA);
  // Reserves keys, which is done once in a while.
  await ask(app, token, `mutation { ${rename('Ada King')} }`);
  const alone = await statementsOf(() => ask(app, undefined, '{ viewer { id } }'));
  t.equal(alone.length, 0, 'without a token nothing is asked');
  const found = await statementsOf(() => ask(app, token, '{ viewer { nope } }'));
  t.ok(found.filter(isTokenRead).length <= 1, 'the token is looked up once, or kept');
  t.strictSame(ownOf(found), [], 'and nothing else is');

  for (const [what, [query, most]] of Object.entries(READS)) {
    const counts = new Set<number>();
    for (const first of [1, 20, 100]) {
      const all = await statementsOf(async () => {
        t.strictSame(codesOf(await ask(app, token, query.replaceAll('FIRST', String(first)))), [], what);
      });
      const statements = ownOf(all);
      counts.add(statements.length);
      t.ok(statements.length <= most, `${what}, ${first}: ${statements.join('\n')}`);
      t.ok(
        statements.every((sql) => /^select/i.test(sql)),
        'reading writes nothing',
      );
    }
    t.equal(counts.size, 1, `${what}: as many for any page, ${[...counts]}`);
  }
  for (const [what, [query, most]] of Object.entries(WRITES)) {
    const statements = ownOf(await statementsOf(() => ask(app, token, query)));
    t.ok(statements.length > 0 && statements.length <= most, `${what}: ${statements.join('\n')}`);
  }
}

t.test('the number of statements of a request does not grow with the page size [E-36]', async (t) => {
  await counted(t, await schools(t, { housekeeping: false }));
});

t.test('a statement is published to observers as its text, never with its values', async (t) => {
  const { app, tokenOf } = await schools(t);
  const token = await tokenOf(ADA);
  const statements = await statementsOf(async () => {
    await ask(app, token, `mutation { ${rename('Canary')} }`);
    await ask(app, token, 'mutation { cancelEventRegistration(id: "canary") { id } }');
  });
  t.ok(statements.length >= 4);
  t.notMatch(statements.join('\n'), /canary|usr_ada|site_north/i);
});
