import t from 'tap';
import { CALLERS, call, RIVERSIDE } from '../../support/admin.ts';
import { learning } from '../../support/learning.ts';
import { callTool } from '../../support/mcp.ts';

const price = { amount: 900, currency: 'EUR' };
const monthly = { planType: 'recurring', interval: 'month', intervalCount: 1, price };
const plan = (slug: string, fields: object = monthly) => ({ name: `Plan ${slug}`, slug, ...fields });

t.test('a membership plan is a draft until it is published, and stays readable once archived [D2]', async (t) => {
  const { ask, trail } = await learning(t);
  const made = await ask('POST', '/membership_plans', plan('monthly'));
  t.match(made, {
    status: 201,
    json: {
      planType: 'recurring',
      interval: 'month',
      intervalCount: 1,
      lengthDays: null,
      endsOn: null,
      price,
      trialDays: 0,
      courseIds: [],
      allCourses: false,
      status: 'draft',
      subscriberCount: 0,
    },
  });
  const { id } = made.json;
  t.equal(made.headers.location, `/api/v1/membership_plans/${id}`);
  t.match(await ask('POST', '/membership_plans/monthly/publish'), { status: 200, json: { status: 'active' } });
  t.match((await ask('GET', '/membership_plans?status=active&q=plan%20mon')).json.nodes, [{ id }]);
  const archived = await ask('POST', `/membership_plans/${id}/archive`);
  t.match(archived, { status: 200, json: { status: 'archived' } });
  t.strictSame((await ask('POST', `/membership_plans/${id}/archive`)).json, archived.json, 'again changes nothing');
  t.match(await ask('GET', '/membership_plans/monthly'), { status: 200, json: { status: 'archived' } });
  t.match(await ask('POST', `/membership_plans/${id}/publish`), { json: { status: 'active' } });
  t.match(await ask('DELETE', `/membership_plans/${id}`), { status: 409, json: { detail: /archive the plan/ } });
  t.strictSame(await trail(`membership_plan/${id}`), ['resource_created', ...Array(3).fill('resource_changed')]);
});

t.test('a plan that was never on offer is deleted, by REST or by a tool, and no other [D2]', async (t) => {
  const { app, ask, askAs, tokenOf, trail } = await learning(t);
  const token = await tokenOf('owner');
  for (const slug of ['by-rest', 'by-tool', 'ordered']) await ask('POST', '/membership_plans', plan(slug));
  const ids = await Promise.all(
    ['by-rest', 'by-tool', 'ordered'].map(async (slug) =>
      String((await ask('GET', `/membership_plans/${slug}`)).json.id),
    ),
  );
  const [byRest, byTool, ordered = ''] = ids;
  const item = { orderId: 'ord_old', position: 0, title: 'x', quantity: 1, unitAmount: 1 };
  await app.school.content.add(RIVERSIDE.id, { orderItems: [{ ...item, kind: 'membership_plan', refId: ordered }] });
  t.match(await ask('DELETE', '/membership_plans/ordered'), { status: 409, json: { detail: /has been sold/ } });
  t.match(await askAs('foreignOwner', 'DELETE', `/membership_plans/${byRest}`), { status: 404 });
  t.match(await askAs('staff', 'DELETE', `/membership_plans/${byRest}`), { status: 403 });
  t.equal((await ask('DELETE', '/membership_plans/by-rest')).status, 204);
  t.equal((await ask('GET', '/membership_plans/by-rest')).status, 404);
  await callTool(app, 'delete_membership_plan', { id: byTool }, { token });
  t.equal((await ask('GET', `/membership_plans/${byTool}`)).status, 404);
  for (const id of [byRest, byTool]) {
    t.strictSame(await trail(`membership_plan/${id}`), ['resource_created', 'resource_deleted']);
  }
});

t.test('a membership plan takes exactly the term fields that its type requires [D2]', async (t) => {
  const { ask } = await learning(t);
  const terms = { interval: 'year', intervalCount: 2, lengthDays: 30, endsOn: '2099-12-31' };
  const asked = {
    recurring: ['interval', 'intervalCount'],
    fixed_length: ['lengthDays'],
    fixed_date: ['endsOn'],
    lifetime: [],
  };
  for (const [planType, names] of Object.entries(asked)) {
    const own = Object.fromEntries(Object.entries(terms).filter(([name]) => (names as string[]).includes(name)));
    const slug = planType.replace('_', '-');
    const made = await ask('POST', '/membership_plans', plan(slug, { planType, price, ...own }));
    t.match(made, { status: 201, json: own }, planType);
    const paths = (answer: typeof made) => answer.json.errors?.map(({ path }) => path);
    const none = await ask('POST', '/membership_plans', plan(`${slug}-none`, { planType, price }));
    t.strictSame(none.status === 201 ? [] : paths(none), names, `${planType} without`);
    const all = await ask('POST', '/membership_plans', plan(`${slug}-all`, { planType, price, ...terms }));
    t.strictSame(
      paths(all),
      Object.keys(terms).filter((name) => !(names as string[]).includes(name)),
      `${planType} with all`,
    );
    for (const name of names) {
      t.equal((await ask('PATCH', `/membership_plans/${slug}`, { [name]: null })).status, 400, `${planType} ${name}`);
    }
    t.match(await ask('PATCH', `/membership_plans/${slug}`, { planType }), {
      status: 400,
      json: { errors: [{ path: 'planType' }] },
    });
  }
});

t.test('invalid fields of a membership plan are refused, an end date in the past included [D2]', async (t) => {
  const { ask, clock } = await learning(t);
  const today = new Date(clock.now).toISOString().slice(0, 10);
  const yesterday = new Date(clock.now - 86_400_000).toISOString().slice(0, 10);
  const refused = async (fields: object, path: string) =>
    t.match(await ask('POST', '/membership_plans', plan('x', { ...monthly, ...fields })), {
      status: 400,
      json: { errors: [{ path }] },
    });
  await refused({ name: '' }, 'name');
  await refused({ name: 'x'.repeat(101) }, 'name');
  await refused({ slug: 'Big' }, 'slug');
  await refused({ intervalCount: 37 }, 'intervalCount');
  await refused({ intervalCount: 0 }, 'intervalCount');
  await refused({ interval: 'week' }, 'interval');
  await refused({ trialDays: 91 }, 'trialDays');
  await refused({ price: { amount: -1, currency: 'EUR' } }, 'price.amount');
  await refused({ status: 'active' }, 'status');
  await refused({ surprise: 1 }, 'surprise');
  const until = (endsOn: string) => plan(`until-${endsOn}`, { planType: 'fixed_date', price, endsOn });
  t.match(await ask('POST', '/membership_plans', until(yesterday)), {
    status: 400,
    json: { errors: [{ path: 'endsOn', code: 'past' }] },
  });
  t.equal((await ask('POST', '/membership_plans', until(today))).status, 201, 'the last day is today');
  t.equal((await ask('POST', '/membership_plans', until('2099-02-30'))).status, 400);
});

t.test('a membership plan covers named courses of its own school or all courses, never both [D2]', async (t) => {
  const { ask, askAs, course } = await learning(t);
  const { id } = await course('with-plan');
  const theirs = (await askAs('foreignOwner', 'POST', '/courses', { title: 'A', slug: 'a' })).json.id;
  const refused = await ask('POST', '/membership_plans', plan('a', { ...monthly, courseIds: [id, theirs] }));
  t.match(refused, { status: 400, json: { errors: [{ path: 'courseIds.1' }] } });
  const both = await ask('POST', '/membership_plans', plan('a', { ...monthly, courseIds: [id], allCourses: true }));
  t.match(both, { status: 400, json: { errors: [{ path: 'courseIds' }] } });
  const made = await ask('POST', '/membership_plans', plan('a', { ...monthly, courseIds: [id] }));
  t.match(made, { status: 201, json: { courseIds: [id] } });
  t.equal((await ask('PATCH', '/membership_plans/a', { allCourses: true })).status, 400);
  t.equal((await ask('PATCH', '/membership_plans/a', { allCourses: true, courseIds: [] })).status, 200);
});

t.test('a new price leaves existing subscriptions unchanged, and live subscribers are counted [D2]', async (t) => {
  const { app, ask, clock } = await learning(t);
  const { id } = (await ask('POST', '/membership_plans', plan('priced'))).json;
  await ask('POST', `/membership_plans/${id}/publish`);
  const granted = await ask('POST', '/subscriptions', { memberId: CALLERS.member.id, planId: id });
  await app.school
    .records('subscriptions')
    .update(
      CALLERS.member.siteId,
      String(granted.json.id),
      { priceAmount: 700 },
      { event: 'resource_changed', at: clock.now },
    );
  const dearer = { amount: 1200, currency: 'EUR' };
  const changed = await ask('PATCH', `/membership_plans/${id}`, { price: dearer });
  t.match(changed, { status: 200, json: { price: dearer, subscriberCount: 1 } });
  t.match((await ask('GET', `/subscriptions/${granted.json.id}`)).json, { price: { amount: 700, currency: 'EUR' } });
  await ask('POST', `/subscriptions/${granted.json.id}/cancel`, { when: 'now' });
  t.match((await ask('GET', `/membership_plans/${id}`)).json, { subscriberCount: 0 });
});

t.test('a membership plan’s slug is unique, and only its own school, role and scopes reach it [D2]', async (t) => {
  const { ask, askAs, app, tokenOf } = await learning(t);
  const together = await Promise.all(Array.from({ length: 8 }, () => ask('POST', '/membership_plans', plan('same'))));
  t.strictSame(together.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)]);
  const id = together.find(({ status }) => status === 201)?.json.id;
  for (const [method, path] of [
    ['GET', ''],
    ['PATCH', ''],
    ['POST', '/publish'],
    ['POST', '/archive'],
  ] as const) {
    const body = method === 'PATCH' ? { name: 'x' } : undefined;
    t.equal((await askAs('foreignOwner', method, `/membership_plans/${id}${path}`, body)).status, 404, method + path);
  }
  const reading = await tokenOf('owner', ['membership_plans:read']);
  t.equal((await call(app, reading, 'GET', `/membership_plans/${id}`)).status, 200);
  t.equal((await call(app, reading, 'POST', `/membership_plans/${id}/archive`)).status, 403);
  const writing = await tokenOf('owner', ['membership_plans:write']);
  t.equal((await call(app, writing, 'GET', `/membership_plans/${id}`)).status, 403);
  t.equal((await askAs('staff', 'POST', `/membership_plans/${id}/archive`)).status, 403);
});
