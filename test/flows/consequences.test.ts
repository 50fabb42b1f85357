// slow
/** What a school arranges has its consequences at once, and every surface says the same. */
import t, { type Test } from 'tap';
import { dataOf, HOUR, SECOND } from '../support/account.ts';
import { RIVERSIDE } from '../support/admin.ts';
import { type Learning, learning } from '../support/learning.ts';
import { callTool } from '../support/mcp.ts';
import { MEMBER, withoutSubscriptions } from '../support/member-surfaces.ts';

const COURSES = `{ viewer { enrolledCourses(first: 100, status: ACTIVE) {
  nodes { id slug source expireDate hasLifetimeAccess isExpired progressPercent enrolledAt } } } }`;
const EVENTS =
  '{ viewer { eventRegistrations(first: 100) { nodes { id status cancelledBy event { slug status joinUrl } } } } }';

/** The member of the demo, without the subscriptions that the demo gives. */
async function stage(t: Test) {
  const made = await learning(t);
  await withoutSubscriptions(made);
  return { ...made, token: await made.tokenOf('member', ['account:read', 'account:write']) };
}

/** How the course stands on each surface; `undefined` where it cannot be opened. */
async function standing({ app, ask, token }: Learning & { token: string }, slug: string) {
  const { viewer } = await dataOf(app, token, COURSES);
  const graphql = viewer?.enrolledCourses?.nodes?.find((node) => String(node.slug) === slug);
  const tool = await callTool(app, 'list_my_courses', { status: 'active', first: 100 }, { token });
  const listed = tool.result.structuredContent?.nodes?.find((item) => String(item.slug) === slug);
  const rest = await ask('GET', `/students/${MEMBER}/courses?status=active&first=100`);
  const shown = rest.json.nodes?.find((node) => String(node.slug) === slug);
  return [
    graphql && [String(graphql.source).toLowerCase(), graphql.expireDate, graphql.progressPercent],
    listed && [listed.source, listed.expireDate, listed.progressPercent],
    shown && [shown.source, shown.expireDate, shown.progressPercent],
  ];
}

const nowhere = [undefined, undefined, undefined];
const everywhere = (...values: unknown[]) => [values, values, values];

t.test('a subscription opens courses, closes and opens them again, and every surface agrees [D2]', async (t) => {
  const made = await stage(t);
  const { app, ask, clock, course, token } = made;
  const { id: courseId, lecture } = await course('given');
  const terms = { planType: 'recurring', interval: 'month', intervalCount: 1, price: { amount: 900, currency: 'EUR' } };
  const plan = await ask('POST', '/membership_plans', { name: 'Some', slug: 'some', ...terms, courseIds: [courseId] });
  t.equal(plan.status, 201, plan.body);
  await ask('POST', '/membership_plans/some/publish');
  t.strictSame(await standing(made, 'given'), nowhere);

  const begin = clock.now;
  const end = begin + HOUR / 2;
  const granted = { memberId: MEMBER, planId: plan.json.id, endsAt: new Date(end).toISOString() };
  const subscription = await ask('POST', '/subscriptions', granted);
  t.equal(subscription.status, 201, subscription.body);
  const day = new Date(end - 1).toISOString().slice(0, 10);
  t.strictSame(await standing(made, 'given'), everywhere('subscription', day, 0), 'it is sold');
  const change = (action: string, body?: object) =>
    ask('POST', `/subscriptions/${subscription.json.id}/${action}`, body);

  const watch = `mutation { saveWatchPosition(lectureId: "${lecture}", positionSeconds: 0) { lectureId } }`;
  await dataOf(app, token, watch);
  t.strictSame(await standing(made, 'given'), everywhere('subscription', day, 100), 'the member learns');
  const rows = async () =>
    (await ask('GET', `/enrollments?memberId=${MEMBER}&courseId=${courseId}`)).json.nodes?.map(
      ({ id, source, status, progressPercent }) => [id, source, status, progressPercent],
    );
  const before = (await rows()) ?? [];
  t.match(before, [[String, 'subscription', 'active', 100]]);
  const id = before[0]?.[0];
  for (const [action, body] of [
    ['revoke', {}],
    ['extend', { days: 3 }],
    ['set_lifetime', {}],
  ] as const) {
    t.equal((await ask('POST', `/enrollments/${id}/${action}`, body)).status, 409, `${action} is for enrollments`);
  }

  clock.advance(end - clock.now - 1);
  t.strictSame(await standing(made, 'given'), everywhere('subscription', day, 100), 'to the last millisecond');
  clock.advance(1);
  t.strictSame(await standing(made, 'given'), nowhere, 'the subscription lapses');
  await t.rejects(dataOf(app, token, watch), /accessible lecture/);
  t.match(await rows(), [[id, 'subscription', 'expired', 100]], 'the progress is kept');
  const members = await ask('GET', `/students?courseId=${courseId}&active=true`);
  t.equal(members.json.nodes?.length, 0);

  const until = clock.now + HOUR / 4;
  t.equal((await change('extend', { until: new Date(until).toISOString() })).status, 200);
  t.strictSame(await standing(made, 'given'), everywhere('subscription', day, 100), 'it is extended');
  t.match((await change('pause')).json, { status: 'paused', pausedAt: new Date(clock.now).toISOString() });
  t.equal((await change('pause')).status, 200, 'again changes nothing');
  t.strictSame(await standing(made, 'given'), nowhere, 'it is paused');
  clock.advance(SECOND);
  t.match((await change('resume')).json, { status: 'active', pausedAt: null });
  t.strictSame(await standing(made, 'given'), everywhere('subscription', day, 100), 'it is resumed');

  t.equal((await ask('POST', '/enrollments', { courseId, memberId: MEMBER, expireDate: null })).status, 201);
  t.strictSame(await standing(made, 'given'), everywhere('grant', null, 100), 'the school gives the course as well');
  t.equal((await change('cancel', { when: 'now' })).status, 200);
  t.strictSame(await standing(made, 'given'), everywhere('grant', null, 100), 'which outlasts the subscription');
  t.match(await rows(), [[id, 'grant', 'active', 100]], 'under the same id');
  t.equal((await ask('POST', `/enrollments/${id}/revoke`)).status, 200);
  t.strictSame(await standing(made, 'given'), nowhere);
});

t.test('a subscription that is paused or cancelled before its start gave nothing, on every surface [D2]', async (t) => {
  const made = await stage(t);
  const { app, ask, clock, course, token } = made;
  const terms = { planType: 'recurring', interval: 'month', intervalCount: 1, price: { amount: 900, currency: 'EUR' } };
  const start = clock.now + HOUR / 2;
  for (const [slug, action, body] of [
    ['paused', 'pause', {}],
    ['cancelled', 'cancel', { when: 'now' }],
    ['later', undefined, {}],
  ] as const) {
    const { id: courseId } = await course(slug);
    const plan = { name: slug, slug: `plan-${slug}`, ...terms, courseIds: [courseId] };
    const { id: planId } = (await ask('POST', '/membership_plans', plan)).json;
    await ask('POST', `/membership_plans/plan-${slug}/publish`);
    const { id } = (await ask('POST', '/subscriptions', { memberId: MEMBER, planId })).json;
    const times = { startedAt: start, currentPeriodStart: start };
    const event = { event: 'resource_changed', at: clock.now } as const;
    await app.school.records('subscriptions').update(RIVERSIDE.id, String(id), times, event);
    if (action === undefined) continue;
    t.equal((await ask('POST', `/subscriptions/${id}/${action}`, body)).status, 200, action);
  }

  /** Those of the three courses that a list has. */
  const among = (nodes: readonly { slug?: unknown; courseSlug?: unknown }[] | undefined): string[] =>
    (nodes ?? [])
      .map(({ slug, courseSlug }) => String(slug ?? courseSlug))
      .filter((slug) => ['paused', 'cancelled', 'later'].includes(slug));
  /** What each surface shows as open and as ended. */
  const shown = async (status: 'ACTIVE' | 'EXPIRED') => {
    const query = `{ viewer { enrolledCourses(first: 100, status: ${status}) { nodes { slug } } } }`;
    const { viewer } = await dataOf(app, token, query);
    const args = { status: status.toLowerCase(), first: 100 };
    const tool = await callTool(app, 'list_my_courses', args, { token });
    const rest = await ask('GET', `/students/${MEMBER}/courses?status=${status.toLowerCase()}&first=100`);
    t.equal(rest.status, 200, rest.body);
    const nodes = [viewer?.enrolledCourses?.nodes, tool.result.structuredContent?.nodes, rest.json.nodes];
    return nodes.map((list) => among(list as never));
  };
  const none = [[], [], []];
  t.strictSame([await shown('ACTIVE'), await shown('EXPIRED')], [none, none], 'before the start');
  clock.advance(HOUR / 2 + SECOND);
  const open = [['later'], ['later'], ['later']];
  t.strictSame(await shown('ACTIVE'), open, 'the one that nobody touched has begun');
  t.strictSame(await shown('EXPIRED'), none, 'and the others have not ended, because they never began');
  for (const slug of ['paused', 'cancelled']) {
    const enrolled = await ask('GET', `/students?courseId=${(await ask('GET', `/courses/${slug}`)).json.id}`);
    t.strictSame(enrolled.json.nodes, [], 'no student was made');
  }
});

t.test('an instructor sees only the courses that they teach of what a member may open [D2]', async (t) => {
  const { ask, askAs } = await stage(t);
  const all = (await ask('GET', `/students/${MEMBER}/courses?first=100&totalCount=true`)).json;
  const taught = (await askAs('instructor', 'GET', '/courses?first=100')).json.nodes?.map(({ id }) => String(id)) ?? [];
  const seen = (await askAs('instructor', 'GET', `/students/${MEMBER}/courses?first=100&totalCount=true`)).json;
  const wanted = all.nodes?.map(({ courseId }) => String(courseId)).filter((id) => taught.includes(id));
  t.strictSame(
    seen.nodes?.map(({ courseId }) => courseId),
    wanted,
  );
  t.equal(seen.totalCount, wanted?.length);
  t.equal((await askAs('foreignOwner', 'GET', `/students/${MEMBER}/courses`)).status, 404);
  const pages: unknown[] = [];
  for (let after = ''; pages.length < 100; ) {
    const { json } = await ask('GET', `/students/${MEMBER}/courses?first=3${after && `&after=${after}`}`);
    pages.push(...(json.nodes ?? []));
    if (!json.pageInfo?.hasNextPage) break;
    after = String(json.pageInfo?.endCursor);
  }
  t.strictSame(pages, all.nodes, 'page by page');
});

t.test('cancelling an event ends its registrations on every surface, by the school [D3]', async (t) => {
  const { app, ask, clock, token, trail } = await stage(t);
  const at = (hours: number): string => new Date(clock.now + hours * HOUR).toISOString();
  const fields = { title: 'Moss walk', slug: 'moss', startsAt: at(24), endsAt: at(25), timezone: 'Europe/Lisbon' };
  const joinUrl = 'https://meet.example/moss';
  const made = await ask('POST', '/events', { ...fields, capacity: 1, joinUrl });
  await ask('POST', '/events/moss/publish');
  const register = async (memberId: string) =>
    String((await ask('POST', '/events/moss/registrations', { memberId })).json.id);
  const mine = await register(MEMBER);
  clock.advance(1);
  const waiting = await register('usr_demo_ben');
  const graphql = async () => {
    const { viewer } = await dataOf(app, token, EVENTS);
    return viewer?.eventRegistrations?.nodes?.find((node) => String(node.id) === mine);
  };
  const tool = async () => {
    const { result } = await callTool(app, 'list_my_event_registrations', { first: 100 }, { token });
    return result.structuredContent?.nodes?.find((item) => String(item.id) === mine);
  };
  t.match(await graphql(), { status: 'REGISTERED', cancelledBy: null, event: { status: 'SCHEDULED', joinUrl } });
  t.match(await tool(), { status: 'registered', cancelledBy: null, event: { status: 'scheduled', joinUrl } });

  t.equal((await ask('POST', '/events/moss/cancel')).status, 200);
  t.match(await graphql(), {
    status: 'CANCELLED',
    cancelledBy: 'SCHOOL',
    event: { status: 'CANCELLED', joinUrl: null },
  });
  t.match(await tool(), { status: 'cancelled', cancelledBy: 'school', event: { status: 'cancelled', joinUrl: null } });
  const { json } = await ask('GET', '/events/moss/registrations?first=10');
  t.strictSame(
    json.nodes?.map(({ id, status, cancelledBy }) => [id, status, cancelledBy]).sort(),
    [mine, waiting].sort().map((id) => [id, 'cancelled', 'school']),
    'and the waiting list is let go',
  );
  t.match((await ask('GET', '/events/moss')).json, { status: 'cancelled', registeredCount: 0 });
  t.strictSame(await trail(`event_registration/${mine}`), ['resource_created', 'resource_changed']);
  t.strictSame(await trail(`event_registration/${waiting}`), ['resource_created', 'resource_changed']);
  t.equal((await trail(`event/${made.json.id}`)).length, 3);
  t.equal((await ask('POST', '/events/moss/cancel')).status, 200, 'again changes nothing');
  t.equal((await trail(`event_registration/${mine}`)).length, 2);
});

t.test('a member who gives up a place is the one who cancelled it [D3]', async (t) => {
  const { app, ask, clock, token } = await stage(t);
  const at = (hours: number): string => new Date(clock.now + hours * HOUR).toISOString();
  await ask('POST', '/events', { title: 'X', slug: 'x', startsAt: at(24), endsAt: at(25), timezone: 'UTC' });
  await ask('POST', '/events/x/publish');
  const { id } = (await ask('POST', '/events/x/registrations', { memberId: MEMBER })).json;
  const cancel = `mutation { cancelEventRegistration(id: "${id}") { status cancelledBy } }`;
  t.match(await dataOf(app, token, cancel), {
    cancelEventRegistration: { status: 'CANCELLED', cancelledBy: 'MEMBER' },
  });
  t.match((await ask('GET', `/registrations/${id}`)).json, { cancelledBy: 'member' });
  clock.advance(1);
  t.match((await ask('POST', '/events/x/registrations', { memberId: MEMBER })).json, { cancelledBy: null });
});
