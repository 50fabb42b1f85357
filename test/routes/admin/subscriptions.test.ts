// slow
import t from 'tap';
import { CALLERS, call, RIVERSIDE } from '../../support/admin.ts';
import { type Learning, learning } from '../../support/learning.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const price = { amount: 900, currency: 'EUR' };
const memberId = CALLERS.member.id;
const PATHS = ['/cancel', '/resume', '/extend'] as const;

/** An active plan. */
async function planOf({ ask }: Learning, slug: string, terms: object): Promise<string> {
  const { json, body } = await ask('POST', '/membership_plans', { name: slug, slug, price, ...terms });
  if (json.id === undefined) throw new Error(body);
  await ask('POST', `/membership_plans/${slug}/publish`);
  return String(json.id);
}

const monthly = (made: Learning, slug = 'monthly') =>
  planOf(made, slug, { planType: 'recurring', interval: 'month', intervalCount: 1 });

/** A subscription put into the state it is to be in. */
async function subscribed(made: Learning, planId: string, columns: object = {}): Promise<string> {
  const { json, body } = await made.ask('POST', '/subscriptions', { memberId, planId });
  if (json.id === undefined) throw new Error(body);
  const id = String(json.id);
  const event = { event: 'resource_changed', at: made.clock.now } as const;
  if (Object.keys(columns).length > 0) {
    await made.app.school.records('subscriptions').update(RIVERSIDE.id, id, { ...columns }, event);
  }
  return id;
}

t.test('a subscription is granted free of charge, for the term of the plan or until a given end [D2]', async (t) => {
  const made = await learning(t);
  const { ask, clock, trail } = made;
  const at = (instant: number) => new Date(instant).toISOString();
  const plans = {
    recurring: [{ interval: 'month', intervalCount: 3 }, '2027-02-21T09:00:00.000Z', null],
    fixed_length: [{ lengthDays: 10 }, at(clock.now + 10 * DAY), at(clock.now + 10 * DAY)],
    // By the clocks of Lisbon, which are those of UTC in winter.
    fixed_date: [{ endsOn: '2026-12-31' }, '2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    lifetime: [{}, at(clock.now + 36_525 * DAY), null],
  } as const;
  for (const [planType, [terms, currentPeriodEnd, endsAt]] of Object.entries(plans)) {
    const planId = await planOf(made, planType.replace('_', '-'), { planType, ...terms });
    const granted = await ask('POST', '/subscriptions', { memberId, planId });
    t.match(granted, { status: 201 }, planType);
    const { id } = granted.json;
    t.strictSame(granted.json, {
      id,
      memberId,
      planId,
      status: 'active',
      startedAt: at(clock.now),
      currentPeriodStart: at(clock.now),
      currentPeriodEnd,
      cancelAtPeriodEnd: false,
      cancelledAt: null,
      endsAt,
      pausedAt: null,
      price: { amount: 0, currency: 'EUR' },
      createdAt: at(clock.now),
      updatedAt: at(clock.now),
    });
    t.equal(granted.headers.location, `/api/v1/subscriptions/${id}`);
    t.strictSame((await ask('GET', `/subscriptions/${id}`)).json, granted.json);
    t.strictSame(await trail(`subscription/${id}`), ['resource_created']);
  }
  const planId = await monthly(made, 'until');
  const endsAt = at(clock.now + 5 * DAY);
  t.match((await ask('POST', '/subscriptions', { memberId, planId, endsAt })).json, {
    endsAt,
    currentPeriodEnd: endsAt,
  });
});

t.test('a grant needs a member and an active plan of the same school [D2]', async (t) => {
  const made = await learning(t);
  const { ask, askAs, clock } = made;
  const planId = await monthly(made);
  const theirPlan = await askAs('foreignOwner', 'POST', '/membership_plans', {
    name: 'x',
    slug: 'x',
    planType: 'lifetime',
    price,
  });
  const grant = (fields: object) => ask('POST', '/subscriptions', { memberId, planId, ...fields });
  const refused = async (fields: object, path: string) =>
    t.match(await grant(fields), { status: 400, json: { errors: [{ path }] } }, path);
  await refused({ memberId: CALLERS.foreignOwner.id }, 'memberId');
  await refused({ memberId: 'usr_nobody' }, 'memberId');
  await refused({ planId: theirPlan.json.id }, 'planId');
  await refused({ planId: 'pln_none' }, 'planId');
  await refused({ endsAt: new Date(clock.now).toISOString() }, 'endsAt');
  await refused({ price }, 'price');
  await ask('POST', '/membership_plans', { name: 'd', slug: 'draft', planType: 'lifetime', price });
  const draft = (await ask('GET', '/membership_plans/draft')).json.id;
  t.match(await grant({ planId: draft }), { status: 409, json: { detail: /plan is draft/ } });
  await ask('POST', `/membership_plans/${planId}/archive`);
  t.match(await grant({}), { status: 409, json: { detail: /plan is archived/ } });
});

t.test('a member has one running subscription to a plan, even under simultaneous grants [D2]', async (t) => {
  const made = await learning(t);
  const { ask } = made;
  const planId = await monthly(made);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => ask('POST', '/subscriptions', { memberId, planId })),
  );
  t.strictSame(answers.map(({ status }) => status).sort(), [201, ...Array(9).fill(409)]);
  t.equal((await ask('GET', `/subscriptions?planId=${planId}&totalCount=true`)).json.totalCount, 1);
  t.equal((await ask('POST', '/subscriptions', { memberId: CALLERS.staff.id, planId })).status, 201, 'another member');
  const id = answers.find(({ status }) => status === 201)?.json.id;
  await ask('POST', `/subscriptions/${id}/cancel`, { when: 'now' });
  t.equal((await ask('POST', '/subscriptions', { memberId, planId })).status, 201, 'a new one after the end');
});

t.test('a subscription cancelled at the end of its period can be resumed until then [D2]', async (t) => {
  const made = await learning(t);
  const { ask, clock, trail } = made;
  const id = await subscribed(made, await monthly(made), { currentPeriodEnd: clock.now + 10 * MINUTE });
  const cancelled = await ask('POST', `/subscriptions/${id}/cancel`);
  t.match(cancelled, {
    status: 200,
    json: {
      status: 'active',
      cancelAtPeriodEnd: true,
      cancelledAt: new Date(clock.now).toISOString(),
      endsAt: new Date(clock.now + 10 * MINUTE).toISOString(),
    },
  });
  clock.advance(MINUTE);
  t.strictSame((await ask('POST', `/subscriptions/${id}/cancel`)).json, cancelled.json, 'again changes nothing');
  t.match(await ask('POST', `/subscriptions/${id}/resume`), {
    status: 200,
    json: { status: 'active', cancelAtPeriodEnd: false, cancelledAt: null, endsAt: null },
  });
  t.match(await ask('POST', `/subscriptions/${id}/resume`), { status: 409 }, 'there is nothing to take back');
  await ask('POST', `/subscriptions/${id}/cancel`, { when: 'period_end' });
  clock.advance(9 * MINUTE);
  t.match((await ask('GET', `/subscriptions/${id}`)).json, { status: 'expired', cancelAtPeriodEnd: true });
  t.match(await ask('POST', `/subscriptions/${id}/resume`), { status: 409, json: { detail: /is expired/ } });
  t.match(await ask('POST', `/subscriptions/${id}/cancel`, { when: 'now' }), { status: 409 });
  t.equal((await trail(`subscription/${id}`)).filter((event) => event === 'resource_changed').length, 3);
});

t.test('a subscription cancelled immediately cannot be resumed [D2]', async (t) => {
  const made = await learning(t);
  const { ask, clock } = made;
  const id = await subscribed(made, await monthly(made));
  const now = new Date(clock.now).toISOString();
  t.match(await ask('POST', `/subscriptions/${id}/cancel`, { when: 'now' }), {
    status: 200,
    json: { status: 'cancelled', cancelledAt: now, endsAt: now, cancelAtPeriodEnd: false },
  });
  for (const [path, body] of [
    ['cancel', { when: 'now' }],
    ['cancel', {}],
    ['resume', undefined],
    ['extend', { days: 3 }],
  ] as const) {
    t.match(await ask('POST', `/subscriptions/${id}/${path}`, body), {
      status: 409,
      json: { detail: 'the subscription is cancelled' },
    });
  }
  t.equal((await ask('POST', `/subscriptions/${id}/cancel`, { when: 'later' })).status, 400);
});

t.test('a subscription’s state decides whether it can be cancelled, resumed or extended [D2]', async (t) => {
  const made = await learning(t);
  const { ask, clock } = made;
  const planId = await monthly(made);
  const id = await subscribed(made, planId);
  const row = await made.app.school.records('subscriptions').find(RIVERSIDE.id, id);
  const reset = (columns: object) =>
    made.app.school
      .records('subscriptions')
      .update(RIVERSIDE.id, id, { ...row, ...columns }, { event: 'resource_changed', at: clock.now });
  const over = { endsAt: clock.now - 1, currentPeriodEnd: clock.now - 1 };
  const ending = { cancelAtPeriodEnd: true, cancelledAt: clock.now, endsAt: Number(row?.currentPeriodEnd) };
  //                        now  at end  resume  extend
  const states: readonly [object, string][] = [
    [{ status: 'active' }, '200 200 409 200'],
    [{ status: 'trialing' }, '200 200 409 200'],
    [{ status: 'past_due' }, '200 200 409 200'],
    [{ status: 'paused' }, '200 409 200 409'],
    [{ status: 'active', ...ending }, '200 200 200 200'],
    [{ status: 'active', ...ending, cancelAtPeriodEnd: false, cancelledAt: null }, '200 409 409 200'],
    [{ status: 'active', ...over }, '409 409 409 200'],
    [{ status: 'paused', ...over }, '409 409 409 200'],
    [{ status: 'expired', ...over }, '409 409 409 200'],
    [{ status: 'cancelled', ...over }, '409 409 409 409'],
  ];
  for (const [columns, expected] of states) {
    const got: number[] = [];
    for (const [path, body] of [
      ['cancel', { when: 'now' }],
      ['cancel', { when: 'period_end' }],
      ['resume', undefined],
      ['extend', { days: 3 }],
    ] as const) {
      await reset(columns);
      got.push((await ask('POST', `/subscriptions/${id}/${path}`, body)).status);
    }
    t.equal(got.join(' '), expected, JSON.stringify(columns));
  }
});

t.test('resuming a paused subscription restarts its lapsed period [D2]', async (t) => {
  const made = await learning(t);
  const { ask, clock } = made;
  const planId = await monthly(made);
  const columns = { status: 'paused', currentPeriodStart: clock.now - 3 * DAY, currentPeriodEnd: clock.now - DAY };
  const id = await subscribed(made, planId, columns);
  t.match(await ask('POST', `/subscriptions/${id}/resume`), {
    status: 200,
    json: {
      status: 'active',
      currentPeriodStart: new Date(clock.now).toISOString(),
      currentPeriodEnd: new Date(clock.now + 2 * DAY).toISOString(),
    },
  });
});

t.test('a subscription is extended by days or until an instant, even once it has expired [D2]', async (t) => {
  const made = await learning(t);
  const { ask, clock } = made;
  const planId = await planOf(made, 'ten-days', { planType: 'fixed_length', lengthDays: 10 });
  const id = await subscribed(made, planId);
  const at = (days: number) => new Date(clock.now + days * DAY).toISOString();
  const extend = (body: object) => ask('POST', `/subscriptions/${id}/extend`, body);
  t.match(await extend({ days: 5 }), { status: 200, json: { endsAt: at(15), currentPeriodEnd: at(15) } });
  t.match(await extend({ until: at(20) }), { status: 200, json: { endsAt: at(20) } });
  t.match(await extend({ until: at(19) }), { status: 409 }, 'not shorter');
  for (const body of [{}, { days: 1, until: at(30) }, { days: 0 }, { days: 3651 }, { until: 'soon' }]) {
    t.equal((await extend(body)).status, 400, JSON.stringify(body));
  }
  const event = { event: 'resource_changed', at: clock.now } as const;
  const over = { endsAt: clock.now, currentPeriodEnd: clock.now };
  await made.app.school.records('subscriptions').update(RIVERSIDE.id, id, over, event);
  t.match((await ask('GET', `/subscriptions/${id}`)).json, { status: 'expired' });
  t.match(await extend({ days: 2 }), {
    status: 200,
    json: { status: 'active', currentPeriodStart: at(0), endsAt: at(2) },
  });
  // While it was over, the member got another one.
  await made.app.school.records('subscriptions').update(RIVERSIDE.id, id, over, event);
  t.equal((await ask('POST', '/subscriptions', { memberId, planId })).status, 201);
  t.match(await extend({ days: 2 }), {
    status: 409,
    json: { detail: /already has a current subscription to this plan/ },
  });

  const forEver = await subscribed(made, await planOf(made, 'for-ever', { planType: 'lifetime' }));
  t.match(await ask('POST', `/subscriptions/${forEver}/extend`, { days: 2 }), { status: 409 });
  t.match(await ask('POST', `/subscriptions/${forEver}/cancel`), {
    status: 409,
    json: { detail: /lifetime subscription has no period end/ },
  });
});

t.test('simultaneous extensions of a subscription add up, and only one cancellation succeeds [D2]', async (t) => {
  const made = await learning(t);
  const { ask, clock } = made;
  const id = await subscribed(made, await planOf(made, 'ten', { planType: 'fixed_length', lengthDays: 10 }));
  const both = await Promise.all(
    Array.from({ length: 12 }, () => ask('POST', `/subscriptions/${id}/extend`, { days: 1 })),
  );
  t.ok(both.every(({ status }) => status === 200));
  t.match((await ask('GET', `/subscriptions/${id}`)).json, {
    endsAt: new Date(clock.now + 22 * DAY).toISOString(),
  });
  const ends = await Promise.all(
    Array.from({ length: 12 }, () => ask('POST', `/subscriptions/${id}/cancel`, { when: 'now' })),
  );
  t.strictSame(ends.map(({ status }) => status).sort(), [200, ...Array(11).fill(409)]);
});

t.test('subscriptions are filtered by current status, plan and member [D2]', async (t) => {
  const made = await learning(t);
  const { ask, clock } = made;
  const planId = await monthly(made);
  const id = await subscribed(made, planId, { endsAt: clock.now + MINUTE });
  const count = async (query: string) => {
    const { json } = await ask('GET', `/subscriptions?totalCount=true&planId=${planId}&${query}`);
    t.equal(json.totalCount, json.nodes?.length);
    return json.totalCount;
  };
  t.equal(await count('status=active'), 1);
  t.equal(await count('status=expired'), 0);
  t.equal(await count(`memberId=${memberId}`), 1);
  t.equal(await count(`memberId=${CALLERS.staff.id}`), 0);
  clock.advance(MINUTE);
  t.equal(await count('status=active'), 0);
  t.equal(await count('status=expired'), 1);
  t.equal(await count('status=cancelled'), 0);
  t.match((await ask('GET', `/subscriptions/${id}`)).json, { status: 'expired' });
  for (const status of ['trialing', 'active', 'past_due', 'paused', 'cancelled', 'expired']) {
    for (const node of (await ask('GET', `/subscriptions?first=100&status=${status}`)).json.nodes ?? []) {
      t.equal(node.status, status);
    }
  }
});

t.test('another school finds no subscription, and each scope allows only its own operations [D2]', async (t) => {
  const made = await learning(t);
  const { app, askAs, tokenOf } = made;
  const planId = await monthly(made);
  const id = await subscribed(made, planId);
  t.equal((await askAs('foreignOwner', 'GET', `/subscriptions/${id}`)).status, 404);
  const reading = await tokenOf('owner', ['subscriptions:read']);
  for (const path of PATHS) {
    const body = path === '/extend' ? { days: 1 } : {};
    t.equal((await askAs('foreignOwner', 'POST', `/subscriptions/${id}${path}`, body)).status, 404, path);
    t.equal((await call(app, reading, 'POST', `/subscriptions/${id}${path}`, body)).status, 403, path);
  }
  t.equal((await call(app, reading, 'POST', '/subscriptions', { memberId, planId })).status, 403);
  const writing = await tokenOf('owner', ['subscriptions:write']);
  t.equal((await call(app, writing, 'GET', `/subscriptions/${id}`)).status, 403);
  t.equal((await call(app, writing, 'POST', `/subscriptions/${id}/cancel`)).status, 200, 'a write shows what it wrote');
  for (const method of ['PATCH', 'DELETE']) t.equal((await askAs('owner', method, `/subscriptions/${id}`)).status, 405);
});
