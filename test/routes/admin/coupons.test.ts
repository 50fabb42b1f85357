// slow
import t from 'tap';
import { call, RIVERSIDE } from '../../support/admin.ts';
import { learning } from '../../support/learning.ts';

const MINUTE = 60_000;
const part = { discountType: 'percent', percent: 20 };
const amount = { amount: 500, currency: 'EUR' };

t.test('a coupon code is stored in capitals, found in any case and unique within its school [D2]', async (t) => {
  const { ask, askAs, trail } = await learning(t);
  const made = await ask('POST', '/coupons', { code: ' early-Bird_7 ', ...part });
  t.match(made, {
    status: 201,
    json: {
      code: 'EARLY-BIRD_7',
      percent: 20,
      amount: null,
      appliesTo: 'all',
      appliesToIds: [],
      startsAt: null,
      endsAt: null,
      maxRedemptions: null,
      perMember: 1,
      redeemedCount: 0,
      status: 'active',
    },
  });
  const { id } = made.json;
  for (const key of [id, 'EARLY-BIRD_7', 'early-bird_7', 'Early-Bird_7']) {
    t.match(await ask('GET', `/coupons/${key}`), { status: 200, json: { id } }, String(key));
  }
  t.match(await ask('POST', '/coupons', { code: 'early-bird_7', ...part }), {
    status: 409,
    json: { errors: [{ path: 'code', code: 'taken' }] },
  });
  t.equal((await askAs('foreignOwner', 'POST', '/coupons', { code: 'EARLY-BIRD_7', ...part })).status, 201);
  const together = await Promise.all(
    Array.from({ length: 8 }, (_, i) => ask('POST', '/coupons', { code: i % 2 ? 'same' : 'SAME', ...part })),
  );
  t.strictSame(together.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)]);
  t.match(await ask('PATCH', '/coupons/same', { code: 'early-bird_7' }), { status: 409 });
  t.match(await ask('PATCH', '/coupons/same', { code: 'other' }), { status: 200, json: { code: 'OTHER' } });
  for (const code of ['AB', 'A'.repeat(41), 'A B', 'Ä12', 'A/B', '']) {
    t.match(await ask('POST', '/coupons', { code, ...part }), { status: 400, json: { errors: [{ path: 'code' }] } });
  }
  t.equal((await ask('DELETE', `/coupons/early-bird_7`)).status, 204);
  t.strictSame(await trail(`coupon/${id}`), ['resource_created', 'resource_deleted']);
});

t.test('a coupon discounts by a percentage or an amount, never both, and its fields are validated [D2]', async (t) => {
  const { ask } = await learning(t);
  const refused = async (fields: object, ...paths: string[]) => {
    const { status, json } = await ask('POST', '/coupons', { code: 'TERMS', ...fields });
    t.equal(status, 400, JSON.stringify(fields));
    t.strictSame(
      json.errors?.map(({ path }) => path),
      paths,
    );
  };
  await refused({ discountType: 'percent' }, 'percent');
  await refused({ discountType: 'percent', percent: 0 }, 'percent');
  await refused({ discountType: 'percent', percent: 101 }, 'percent');
  await refused({ ...part, amount }, 'amount');
  await refused({ discountType: 'amount' }, 'amount');
  await refused({ discountType: 'amount', amount, percent: 3 }, 'percent');
  await refused({ discountType: 'amount', amount: { amount: 0, currency: 'EUR' } }, 'amount.amount');
  await refused({ discountType: 'amount', amount: { amount: 5 } }, 'amount.currency');
  await refused({ ...part, maxRedemptions: 0 }, 'maxRedemptions');
  await refused({ ...part, perMember: 101 }, 'perMember');
  await refused({ ...part, redeemedCount: 3 }, 'redeemedCount');
  t.match(await ask('POST', '/coupons', { code: 'TERMS', discountType: 'amount', amount }), {
    status: 201,
    json: { amount, percent: null },
  });
  t.equal((await ask('PATCH', '/coupons/terms', { discountType: 'percent' })).status, 400);
  const changed = await ask('PATCH', '/coupons/terms', { discountType: 'percent', percent: 5, amount: null });
  t.match(changed, { status: 200, json: { percent: 5, amount: null } });
});

t.test('a coupon applies only to existing items of the chosen kind at its own school [D2]', async (t) => {
  const { ask, askAs, course } = await learning(t);
  const { id } = await course('cheaper');
  const theirs = (await askAs('foreignOwner', 'POST', '/courses', { title: 'A', slug: 'a' })).json.id;
  const make = (fields: object) => ask('POST', '/coupons', { code: 'ONLY', ...part, ...fields });
  t.match(await make({ appliesToIds: [id] }), { status: 400, json: { errors: [{ path: 'appliesToIds' }] } });
  t.match(await make({ appliesTo: 'courses', appliesToIds: [id, theirs] }), {
    status: 400,
    json: { errors: [{ path: 'appliesToIds.1' }] },
  });
  t.equal((await make({ appliesTo: 'plans', appliesToIds: [id] })).status, 400, 'a course is no plan');
  t.match(await make({ appliesTo: 'courses', appliesToIds: [id] }), { status: 201, json: { appliesToIds: [id] } });
  t.equal((await ask('PATCH', '/coupons/only', { appliesTo: 'products' })).status, 400);
  t.equal((await ask('PATCH', '/coupons/only', { appliesTo: 'products', appliesToIds: [] })).status, 200);
});

t.test('a coupon expires at its end, in lists too, and becomes active again with a later end [D2]', async (t) => {
  const { ask, clock } = await learning(t);
  const at = (minutes: number) => new Date(clock.now + minutes * MINUTE).toISOString();
  t.match(await ask('POST', '/coupons', { code: 'WINDOW', ...part, startsAt: at(2), endsAt: at(2) }), {
    status: 400,
    json: { errors: [{ path: 'endsAt', code: 'before_start' }] },
  });
  await ask('POST', '/coupons', { code: 'WINDOW', ...part, startsAt: at(1), endsAt: at(2) });
  await ask('POST', '/coupons', { code: 'OPEN-END', ...part });
  t.equal((await ask('PATCH', '/coupons/window', { startsAt: at(3) })).status, 400);
  const codes = async (status: string) => {
    const { json } = await ask('GET', `/coupons?first=100&totalCount=true&status=${status}`);
    t.equal(json.totalCount, json.nodes?.length);
    for (const node of json.nodes ?? []) t.equal(node.status, status, String(node.code));
    return json.nodes?.map(({ code }) => String(code)) ?? [];
  };
  t.ok((await codes('active')).includes('WINDOW'));
  clock.advance(2 * MINUTE);
  t.match((await ask('GET', '/coupons/window')).json, { status: 'expired' });
  t.notOk((await codes('active')).includes('WINDOW'));
  t.ok((await codes('active')).includes('OPEN-END'));
  t.ok((await codes('expired')).includes('WINDOW'));
  t.match(await ask('PATCH', '/coupons/window', { endsAt: at(9) }), { json: { status: 'active' } });
  t.match(await ask('POST', '/coupons/window/disable'), { status: 200, json: { status: 'disabled' } });
  clock.advance(20 * MINUTE);
  t.match((await ask('GET', '/coupons/window')).json, { status: 'disabled' }, 'for good');
  t.ok((await codes('disabled')).includes('WINDOW'));
  const first = await ask('GET', '/coupons?status=active&first=1');
  clock.advance(1000);
  const next = await ask('GET', `/coupons?status=active&first=1&after=${first.json.pageInfo?.endCursor}`);
  t.equal(next.status, 200, 'a cursor outlives the second');
});

t.test('a redeemed coupon cannot be deleted [D2]', async (t) => {
  const { app, ask, askAs, clock } = await learning(t);
  const { id } = (await ask('POST', '/coupons', { code: 'USED', ...part })).json;
  const redeem = { redeemedCount: 1, updatedAt: clock.now + 1 };
  const event = { event: 'resource_changed', at: clock.now } as const;
  await app.school.records('coupons').update(RIVERSIDE.id, String(id), redeem, event);
  t.match(await ask('DELETE', '/coupons/used'), { status: 409, json: { detail: /disable it instead/ } });
  t.equal((await ask('GET', '/coupons/used')).status, 200);
  t.equal((await askAs('foreignOwner', 'DELETE', `/coupons/${id}`)).status, 404);
});

t.test('up to 500 coupons are generated with unambiguous codes, and once per Idempotency-Key [D1, D2]', async (t) => {
  const { app, ask, clock, trail, tokenOf } = await learning(t);
  const body = { ...part, count: 500, prefix: 'spring', maxRedemptions: 1 };
  clock.advance(1000);
  const made = await ask('POST', '/coupons/bulk_generate', body);
  t.match(made, { status: 201, json: { count: 500 } });
  const coupons = made.json.coupons ?? [];
  t.equal(new Set(coupons.map(({ code }) => code)).size, 500);
  for (const { code } of coupons) {
    if (!/^SPRING-[A-HJKMNP-Z2-9]{10}$/.test(String(code))) t.fail(String(code));
  }
  t.equal(await app.school.records('coupons').count(RIVERSIDE.id, { createdAt: clock.now }), 500);
  t.match((await ask('GET', `/coupons/${String(coupons[499]?.code).toLowerCase()}`)).json, {
    percent: 20,
    maxRedemptions: 1,
    status: 'active',
  });
  for (const { id } of coupons) t.strictSame(await trail(`coupon/${id}`), ['resource_created'], 'an event for each');
  t.match(await ask('POST', '/coupons/bulk_generate', { ...part, count: 1 }), {
    status: 201,
    json: { coupons: [{ code: /^[A-HJKMNP-Z2-9]{10}$/ }] },
  });
  for (const [fields, path] of [
    [{ count: 501 }, 'count'],
    [{ count: 0 }, 'count'],
    [{ prefix: 'A'.repeat(30) }, 'prefix'],
    [{ prefix: 'a b' }, 'prefix'],
    [{ percent: null }, 'percent'],
    [{ code: 'MINE' }, 'code'],
  ] as const) {
    t.match(await ask('POST', '/coupons/bulk_generate', { ...body, ...fields }), {
      status: 400,
      json: { errors: [{ path }] },
    });
  }
  const reading = await tokenOf('owner', ['coupons:read']);
  t.equal((await call(app, reading, 'POST', '/coupons/bulk_generate', body)).status, 403);
  const again = { 'idempotency-key': 'batch-1' };
  const writing = await tokenOf('owner');
  const once = await call(app, writing, 'POST', '/coupons/bulk_generate', { ...part, count: 3 }, again);
  const twice = await call(app, writing, 'POST', '/coupons/bulk_generate', { ...part, count: 3 }, again);
  t.strictSame(twice.json, once.json, 'the same key makes them once');
});
