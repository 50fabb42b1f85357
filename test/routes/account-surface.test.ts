/** What members see and do beside their courses and orders: the Account API and the tools tell the same. */
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
  lecture,
  NORTH,
  type Person,
  registration,
  type Schools,
  schools,
  times,
} from '../support/account.ts';
import { callTool, type Json } from '../support/mcp.ts';

/** What a tool says of instants and enumerations, as the Account API says it. */
const asGraphql = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, one) => {
    if (typeof one !== 'string') return one;
    if (['status', 'kind', 'source', 'visibility', 'closedBecause'].includes(key)) return one.toUpperCase();
    return /^\d{4}-\d\d-\d\dT/.test(one) ? one.replace('.000Z', 'Z') : one;
  });

function asking({ app, clock, tokenOf: newTokenOf }: Schools) {
  // Requests at the same time share one sign-in.
  const tokens = new Map<string, Promise<string>>();
  const tokenOf = (person: Person): Promise<string> => {
    const key = `${person.id} ${clock.now}`;
    const token = tokens.get(key) ?? newTokenOf(person);
    tokens.set(key, token);
    return token;
  };
  const graphql = async (person: Person, query: string) => dataOf(app, await tokenOf(person), query);
  const refusal = async (person: Person, query: string): Promise<string | undefined> =>
    (await ask(app, await tokenOf(person), query)).json<GraphqlBody>().errors?.[0]?.message;
  const tool = async (person: Person, name: string, args: Record<string, unknown> = {}) => {
    const { result, text } = await callTool(app, name, args, { token: await tokenOf(person) });
    return { data: (result?.structuredContent ?? {}) as Json, isError: result?.isError !== undefined, text };
  };
  return { graphql, refusal, tool };
}

const subscription = (id: string, planId: string, now: number, more: object = {}) => ({
  ...{ id, personId: ADA.id, planId, status: 'active' as const, startedAt: now, currentPeriodStart: now },
  ...{ currentPeriodEnd: now + 30 * DAY, cancelAtPeriodEnd: false, priceAmount: 900, priceCurrency: 'EUR' },
  ...{ createdAt: now, updatedAt: now, ...more },
});
const plan = (id: string, more: object = {}) => ({
  ...{ id, slug: id, name: `Plan ${id}`, description: '', planType: 'recurring' as const, interval: 'month' as const },
  ...{ intervalCount: 1, priceAmount: 900, priceCurrency: 'EUR', trialDays: 0, allCourses: false },
  ...{ status: 'active' as const, createdAt: 0, updatedAt: 0, ...more },
});

const LECTURES = `nodes { id title section { id title } kind durationSeconds freePreview isOpen closedBecause opensAt
  positionSeconds watchedAt completedAt url } pageInfo { hasNextPage endCursor } totalCount`;

t.test('the outline of a course names each lecture, whether it is open, and the position that was saved', async (t) => {
  const made = await schools(t);
  const { app, clock } = made;
  const { graphql, refusal, tool } = asking(made);
  const { now } = clock;
  const section = (id: string, position: number) => ({
    ...{ id, courseId: 'crs_1', title: `Section ${id}`, position, createdAt: 0, updatedAt: 0 },
  });
  await app.school.content.add(NORTH.id, {
    courses: [course('crs_1'), course('crs_2')],
    sections: [section('sec_b', 0), section('sec_a', 1)],
    lectures: [
      lecture('lec_3', 'crs_1', { sectionId: 'sec_a', position: 0, releaseAt: now + HOUR, kind: 'live' }),
      lecture('lec_4', 'crs_1', { sectionId: 'sec_a', position: 1, releaseAfterDays: 2, freePreview: true }),
      lecture('lec_2', 'crs_1', { sectionId: 'sec_b', position: 1 }),
      lecture('lec_1', 'crs_1', { sectionId: 'sec_b', position: 0, kind: 'text', durationSeconds: 0 }),
      lecture('lec_draft', 'crs_1', { sectionId: 'sec_b', position: 2, status: 'draft' }),
    ],
    enrollments: [
      enrollment('enr_1', 'crs_1', { startsAt: now - DAY, expireDate: '2030-01-01', expiresAt: now + 3 * DAY }),
    ],
  });
  const outline = async (person = ADA) => {
    const { viewer } = await graphql(
      person,
      `{ viewer { courseOutline(slug: "crs-1") { course { id } lectures { ${LECTURES} } } } }`,
    );
    const { data } = await tool(person, 'get_my_course_progress', { slug: 'crs-1' });
    const rows = (viewer?.courseOutline?.lectures?.nodes ?? []) as unknown as Record<string, unknown>[];
    const byTool = ((data.lectures ?? []) as unknown as Record<string, unknown>[]).map(
      ({ lectureId: id, section, sectionId, ...rest }) => ({ id, section: { id: sectionId, title: section }, ...rest }),
    );
    t.same(asGraphql(byTool), asGraphql(rows), 'the tool says the same');
    return rows;
  };
  /** What can be saved is what is said to be open. */
  const agrees = async () => {
    for (const { id, isOpen } of await outline()) {
      const said = await refusal(
        ADA,
        `mutation { saveWatchPosition(lectureId: "${id}", positionSeconds: 0) { title } }`,
      );
      t.equal(said === undefined, isOpen, String(id));
    }
  };
  t.match(await outline(), [
    {
      id: 'lec_1',
      section: { id: 'sec_b', title: 'Section sec_b' },
      kind: 'TEXT',
      isOpen: true,
      watchedAt: null,
    },
    { id: 'lec_2', isOpen: true, closedBecause: null, opensAt: null, completedAt: null },
    { id: 'lec_3', kind: 'LIVE', isOpen: false, closedBecause: 'NOT_RELEASED', opensAt: iso(now + HOUR) },
    { id: 'lec_4', freePreview: true, isOpen: false, opensAt: iso(now + DAY) },
  ]);
  await tool(ADA, 'save_watch_position', { lectureId: 'lec_2', positionSeconds: 600 });
  t.match((await outline())[1], { positionSeconds: 600, watchedAt: iso(now), completedAt: iso(now) });
  await agrees();
  clock.advance(HOUR - 1);
  await agrees();
  clock.advance(1);
  await agrees();
  t.match((await outline())[2], { isOpen: true });
  t.equal(
    (await graphql(BOB, '{ viewer { courseOutline(slug: "crs-1") { course { id } } } }')).viewer
      ?.courseOutline as unknown,
    null,
  );

  const paged: unknown[] = [];
  for (let after = ''; paged.length < 9; ) {
    const query = `{ viewer { courseOutline(slug: "crs-1") { lectures(first: 3${after}) { ${LECTURES} } } } }`;
    const lectures = (await graphql(ADA, query)).viewer?.courseOutline?.lectures;
    paged.push(...(lectures?.nodes ?? []).map(({ id }) => id));
    t.equal(lectures?.totalCount as unknown, 4);
    if (!(lectures?.pageInfo?.hasNextPage as unknown)) break;
    after = `, after: "${lectures?.pageInfo?.endCursor}"`;
  }
  t.strictSame(paged, ['lec_1', 'lec_2', 'lec_3', 'lec_4']);
  clock.now = now + 3 * DAY;
  for (const row of await outline()) t.match(row, { isOpen: false, closedBecause: 'ACCESS_ENDED', opensAt: null });
});

const iso = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z');

t.test(
  'a member sees what a subscription includes, its current period, and when it renews itself or ends',
  async (t) => {
    const made = await schools(t);
    const { app, clock } = made;
    const { graphql, tool } = asking(made);
    const { now } = clock;
    await app.school.content.add(NORTH.id, {
      courses: [course('crs_1'), course('crs_draft', { status: 'draft' })],
      membershipPlans: [plan('pln_1', { courseIds: ['crs_1', 'crs_draft'] }), plan('pln_all', { allCourses: true })],
      subscriptions: [
        subscription('sub_1', 'pln_1', now),
        subscription('sub_2', 'pln_all', now, { cancelAtPeriodEnd: true, endsAt: now + DAY, createdAt: now - 1 }),
        subscription('sub_others', 'pln_all', now, { personId: BOB.id }),
      ],
    });
    const both = async () => {
      const { viewer } = await graphql(
        ADA,
        `{ viewer { subscriptions { totalCount nodes { id plan: planName status startedAt currentPeriodStart currentPeriodEnd
        renewsAt endsAt price { amount currency } allCourses courses { slug title url } products { id title } } } } }`,
      );
      const { data } = await tool(ADA, 'list_my_subscriptions');
      t.same(asGraphql(data.nodes), asGraphql(viewer?.subscriptions?.nodes), 'the tool says the same');
      t.equal(viewer?.subscriptions?.totalCount as unknown, 2);
      return viewer?.subscriptions?.nodes as unknown;
    };
    t.match(await both(), [
      {
        ...{ id: 'sub_1', plan: 'Plan pln_1', status: 'ACTIVE', endsAt: null, renewsAt: iso(now + 30 * DAY) },
        ...{ price: { amount: 900, currency: 'EUR' }, courses: [{ slug: 'crs-1' }] },
      },
      { id: 'sub_2', status: 'ACTIVE', renewsAt: null, endsAt: iso(now + DAY), allCourses: true, courses: [] },
    ]);
    clock.advance(DAY);
    t.match(await both(), [{ status: 'ACTIVE' }, { status: 'EXPIRED' }]);
    clock.advance(40 * DAY);
    const start = iso(now + 30 * DAY);
    t.match(await both(), [{ status: 'ACTIVE', currentPeriodStart: start }, { status: 'EXPIRED' }], 'the next period');
  },
);

t.test('access by enrollment and subscription began with the first of them', async (t) => {
  const made = await schools(t);
  const { app, clock } = made;
  const { graphql } = asking(made);
  const { now } = clock;
  await app.school.content.add(NORTH.id, {
    courses: times(3, (n) => course(`crs_${n}`)),
    enrollments: times(3, (n) => enrollment(`enr_${n}`, `crs_${n}`, { startsAt: now - n * HOUR })),
    membershipPlans: [plan('pln_all', { allCourses: true })],
    subscriptions: [subscription('sub_1', 'pln_all', now - DAY)],
  });
  const seen: unknown[] = [];
  for (let after = ''; seen.length < 9; ) {
    const query = `{ viewer { enrolledCourses(first: 1${after}) { nodes { id enrolledAt } pageInfo { hasNextPage endCursor } } } }`;
    const page = (await graphql(ADA, query)).viewer?.enrolledCourses;
    seen.push(...(page?.nodes ?? []));
    if (!(page?.pageInfo?.hasNextPage as unknown)) break;
    after = `, after: "${page?.pageInfo?.endCursor}"`;
  }
  t.same(
    seen,
    times(3, (n) => ({ id: `enr_${n}`, enrolledAt: iso(now - DAY) })),
  );
});

t.test(
  'a member reads posts for members, and with a subscription those for a plan; only public ones have a URL',
  async (t) => {
    const made = await schools(t);
    const { app, clock } = made;
    const { graphql, tool } = asking(made);
    const { now } = clock;
    const post = (visibility: 'public' | 'members' | 'plan', more: object = {}) => ({
      ...{
        id: `pst_${visibility}`,
        slug: visibility,
        title: `For ${visibility}`,
        bodyMarkdown: `Text for ${visibility}`,
      },
      ...{ authorId: BOB.id, visibility, status: 'published' as const, publishAt: now, createdAt: now, updatedAt: now },
      ...more,
    });
    await app.school.content.add(NORTH.id, {
      posts: [post('public'), post('members', { publishAt: now - 1 }), post('plan', { publishAt: now - 2 })],
      membershipPlans: [plan('pln_1')],
      subscriptions: [subscription('sub_1', 'pln_1', now, { endsAt: now + DAY })],
    });
    const slugs = async (person: Person) => {
      const { viewer } = await graphql(
        person,
        '{ viewer { posts { totalCount nodes { title slug excerpt visibility publishedAt url } } } }',
      );
      const { data } = await tool(person, 'list_my_posts');
      const nodes = viewer?.posts?.nodes as unknown as { slug: string; url: string | null }[];
      t.same(asGraphql(data.nodes), asGraphql(nodes), 'the tool says the same');
      t.equal(viewer?.posts?.totalCount as unknown, nodes.length);
      for (const { slug, url } of nodes) {
        t.equal(url === null, slug !== 'public');
        if (url !== null) t.equal((await app.inject({ url: new URL(url).pathname })).statusCode, 200, url);
      }
      return nodes.map(({ slug }) => slug);
    };
    const text = async (person: Person, slug: string) => {
      const { viewer } = await graphql(person, `{ viewer { post(slug: "${slug}") { title bodyMarkdown } } }`);
      const { data } = await tool(person, 'get_my_post', { slug });
      const body = viewer?.post?.bodyMarkdown as unknown;
      t.equal(body, data.bodyMarkdown as unknown);
      return body;
    };
    t.strictSame(await slugs(ADA), ['public', 'members', 'plan']);
    t.strictSame(await slugs(BOB), ['public', 'members']);
    t.equal(await text(ADA, 'plan'), 'Text for plan');
    t.equal(await text(BOB, 'members'), 'Text for members');
    t.equal(await text(BOB, 'plan'), undefined);
    clock.advance(DAY);
    t.strictSame(await slugs(ADA), ['public', 'members']);
    t.equal(await text(ADA, 'plan'), undefined);
    t.match((await tool(ADA, 'get_my_post', { slug: 'plan' })).text, /post that you may read not found/);
  },
);

async function register(t: Test) {
  const made = await schools(t);
  const { app, clock } = made;
  const { graphql, refusal, tool } = asking(made);
  const { now } = clock;
  const at = now + DAY;
  await app.school.content.add(NORTH.id, {
    events: [
      event('evt_open', at, { capacity: 1, registrationClosesAt: now + HOUR }),
      event('evt_paid', at, { priceAmount: 2500 }),
      event('evt_cancelled', at, { status: 'cancelled' }),
      event('evt_draft', at, { status: 'draft' }),
      event('evt_begun', now - 1),
      event('evt_over', now - DAY),
      event('evt_shut', at),
    ],
    eventRegistrations: [registration('reg_shut', 'evt_shut', { status: 'cancelled', cancelledBy: 'school' })],
  });
  return { ...made, graphql, refusal, tool };
}

t.test(
  'a member registers for a free event once, with a seat or on the waiting list, while it takes registrations',
  async (t) => {
    const { app, clock, graphql, refusal, tool } = await register(t);
    const first = await Promise.all(
      times(10, async (n) =>
        n % 2 === 0
          ? (await graphql(ADA, 'mutation { registerForEvent(event: "evt_open") { id status event { joinUrl } } }'))
              .registerForEvent
          : (await tool(ADA, 'register_for_event', { event: 'evt-open' })).data,
      ),
    );
    t.equal(new Set(first.map((one) => String(one?.id))).size, 1);
    for (const one of first) t.match(asGraphql(one), { status: 'REGISTERED', event: { joinUrl: /^https:/ } });
    t.match((await tool(BOB, 'register_for_event', { event: 'evt-open' })).data, {
      status: 'waitlisted',
      event: { joinUrl: null },
    });
    const [mine] = first;
    await graphql(ADA, `mutation { cancelEventRegistration(id: "${mine?.id}") { status } }`);
    const { viewer } = await graphql(BOB, '{ viewer { eventRegistrations { nodes { status } } } }');
    t.match(
      viewer?.eventRegistrations?.nodes as unknown,
      [{ status: 'REGISTERED' }],
      'the seat went to the one who waited',
    );
    const again = await graphql(ADA, 'mutation { registerForEvent(event: "evt_open") { id status } }');
    t.match(again.registerForEvent as unknown, { id: String(mine?.id), status: 'WAITLISTED' });
    const made = await app.audit.log.page(NORTH.id, { event: 'resource_created', personId: ADA.id }, 10);
    t.match(made, [{ target: `event_registration/${mine?.id}` }]);
    t.equal(made.length, 1);
    clock.advance(HOUR - 1);
    const id = 'mutation { registerForEvent(event: "evt_open") { id } }';
    t.match(await refusal(ADA, id), undefined);
    await tool(ADA, 'cancel_my_event_registration', { id: String(mine?.id), confirm: true });
    clock.advance(1);
    t.match(
      await refusal(ADA, id),
      'registration for the event has closed; ask the school whether it still has a place',
    );
  },
);

t.test('a member cannot register for an event that costs something, has begun or does not take place', async (t) => {
  const made = await register(t);
  const { app, tokenOf, refusal, tool } = made;
  for (const [slug, why] of [
    ['evt-paid', /^the event costs 25,00.€, .* see https?:\/\/.*\/events\/evt-paid$/],
    ['evt-cancelled', /^the school has cancelled the event$/],
    ['evt-draft', /^event not found$/],
    ['evt-nothing', /^event not found$/],
    ['evt-begun', /^the event has already started$/],
    ['evt-over', /^the event is over$/],
    ['evt-shut', /^the school has cancelled your registration; ask the school/],
  ] as const) {
    t.match(await refusal(ADA, `mutation { registerForEvent(event: "${slug}") { id } }`), why);
    t.match((await tool(ADA, 'register_for_event', { event: slug })).text, why);
  }
  t.strictSame(await app.school.records('eventRegistrations').findBy(NORTH.id, { eventId: 'evt_paid' }), undefined);
  const reading = await tokenOf(ADA, 'openid account:read');
  t.equal((await ask(app, reading, 'mutation { registerForEvent(event: "evt_open") { id } }')).statusCode, 403);
});

t.test(
  'what a mutation returns needs account:read for anything beyond the profile, and outlines have a cost',
  async (t) => {
    const { app, tokenOf } = await schools(t);
    const writing = await tokenOf(ADA, 'openid account:write');
    for (const field of [
      'courseOutline(slug: "x") { course { id } }',
      'post(slug: "x") { title }',
      'subscriptions { totalCount }',
      'digitalProducts { totalCount }',
      'posts { totalCount }',
    ]) {
      const response = await ask(app, writing, `mutation { updateProfile(input: {}) { ${field} } }`);
      t.equal(response.statusCode, 403, field);
    }
    const token = await tokenOf(ADA);
    const many = times(15, (n) => `o${n}: courseOutline(slug: "x") { lectures { nodes { id } } }`).join(' ');
    t.strictSame(codesOf(await ask(app, token, `{ viewer { ${many} } }`)), ['QUERY_TOO_COMPLEX']);
    const wide =
      'subscriptions(first: 100) { nodes { courses { slug title url } products { id title } price { amount currency } } }';
    t.strictSame(codesOf(await ask(app, token, `{ viewer { a: ${wide} b: ${wide} } }`)), ['QUERY_TOO_COMPLEX']);
    t.strictSame(codesOf(await ask(app, token, `{ viewer { ${wide} } }`)), []);
  },
);
