import t from 'tap';
import { call, HARBOUR, RIVERSIDE } from '../../support/admin.ts';
import { learning } from '../../support/learning.ts';

const DAY = 86_400_000;
const LONG_AGO = Date.UTC(2001, 0, 1);
const at = (days: number): string => new Date(LONG_AGO + days * DAY).toISOString();

const order = (id: string, days: number, more: object = {}) => ({
  id,
  number: `N-${id}`,
  personId: 'usr_demo_ana',
  status: 'paid' as const,
  subtotal: 5000,
  discount: 500,
  tax: 100,
  total: 4600,
  currency: 'EUR',
  couponCode: 'TEN',
  paymentMethod: 'card' as const,
  placedAt: LONG_AGO + days * DAY,
  paidAt: LONG_AGO + days * DAY + 1000,
  refundedAmount: 0,
  refundedAt: null,
  ...more,
});

async function withOrders(t: Parameters<typeof learning>[0]) {
  const made = await learning(t);
  const item = { refId: 'crs_x', title: 'Botany', quantity: 2, unitAmount: 2000 };
  await made.app.school.content.add(RIVERSIDE.id, {
    orders: [
      order('ord_a', 0),
      order('ord_b', 1, { status: 'refunded', refundedAmount: 4600, refundedAt: LONG_AGO + 3 * DAY }),
      order('ord_c', 2, { personId: 'usr_demo_noor', couponCode: null, paidAt: null, status: 'pending' }),
    ],
    orderItems: [
      { orderId: 'ord_a', position: 1, kind: 'digital_product', ...item, title: 'Prints' },
      { orderId: 'ord_a', position: 0, kind: 'course', ...item },
    ],
  });
  await made.app.school.content.add(HARBOUR.id, { orders: [order('ord_theirs', 1)] });
  return made;
}

t.test('an order is found by id and by number, with its items by position [D2]', async (t) => {
  const { ask } = await withOrders(t);
  const found = await ask('GET', '/orders/ord_a');
  t.match(found, { status: 200 });
  t.strictSame(found.json, {
    id: 'ord_a',
    number: 'N-ord_a',
    memberId: 'usr_demo_ana',
    status: 'paid',
    items: [
      { kind: 'course', refId: 'crs_x', title: 'Botany', quantity: 2, unitAmount: 2000 },
      { kind: 'digital_product', refId: 'crs_x', title: 'Prints', quantity: 2, unitAmount: 2000 },
    ],
    subtotal: 5000,
    discount: 500,
    tax: 100,
    total: 4600,
    currency: 'EUR',
    couponCode: 'TEN',
    paymentMethod: 'card',
    paidAt: new Date(LONG_AGO + 1000).toISOString(),
    refundedAmount: 0,
    refundedAt: null,
    placedAt: at(0),
  });
  t.strictSame((await ask('GET', '/orders/N-ord_a')).json, found.json);
  t.match((await ask('GET', '/orders/ord_c')).json, { items: [], couponCode: null, paidAt: null });
});

t.test('orders are filtered by status, member and date range [D2]', async (t) => {
  const { ask } = await withOrders(t);
  const ids = async (query: string) => {
    const { json } = await ask('GET', `/orders?totalCount=true&to=${at(9)}&${query}`);
    t.equal(json.totalCount, json.nodes?.length, query);
    return json.nodes?.map(({ id }) => id);
  };
  t.strictSame(await ids(''), ['ord_c', 'ord_b', 'ord_a']);
  t.strictSame(await ids('sort=placedAt'), ['ord_a', 'ord_b', 'ord_c']);
  t.strictSame(await ids('status=refunded'), ['ord_b']);
  t.strictSame(await ids('memberId=usr_demo_ana'), ['ord_b', 'ord_a']);
  t.strictSame(await ids('memberId=usr_demo_ana&status=paid'), ['ord_a']);
  t.strictSame(await ids(`from=${at(1)}`), ['ord_c', 'ord_b'], 'the first instant is within');
  const until = (await ask('GET', `/orders?to=${at(1)}`)).json.nodes;
  t.strictSame(
    until?.map(({ id }) => id),
    ['ord_a'],
    'the last is not',
  );
  const offset = encodeURIComponent('2001-01-02T01:00:00+01:00');
  t.strictSame((await ask('GET', `/orders?to=${offset}`)).json.nodes?.length, 1);
  for (const query of ['status=lost', 'from=2001-01-01', 'from=now', 'number=N-ord_a']) {
    t.equal((await ask('GET', `/orders?${query}`)).status, 400, query);
  }
});

t.test('pages of a date range continue from a cursor that is valid for that range only [D1]', async (t) => {
  const { ask } = await withOrders(t);
  const first = await ask('GET', `/orders?first=2&to=${at(9)}`);
  t.match(first.json, { nodes: [{ id: 'ord_c' }, { id: 'ord_b' }], pageInfo: { hasNextPage: true } });
  const after = String(first.json.pageInfo?.endCursor);
  const second = await ask('GET', `/orders?first=2&to=${at(9)}&after=${after}`);
  t.match(second.json, { nodes: [{ id: 'ord_a' }], pageInfo: { hasNextPage: false } });
  t.equal((await ask('GET', `/orders?first=2&to=${at(8)}&after=${after}`)).status, 400);
});

t.test('orders are not found from another school, and cannot be created, updated or deleted [D2]', async (t) => {
  const { ask, app, tokenOf } = await withOrders(t);
  t.equal((await ask('GET', '/orders/ord_theirs')).status, 404);
  t.equal((await ask('GET', '/orders/N-ord_theirs')).status, 404);
  for (const [method, path] of [
    ['POST', '/orders'],
    ['PATCH', '/orders/ord_a'],
    ['DELETE', '/orders/ord_a'],
  ] as const) {
    t.equal((await ask(method, path, method === 'DELETE' ? undefined : {})).status, 405, method);
  }
  const narrow = await tokenOf('owner', ['courses:read']);
  t.match(await call(app, narrow, 'GET', '/orders'), { status: 403 });
});

t.test(
  'q finds orders by the beginning of the number, and by words of the buyer if the scopes allow [D2]',
  async (t) => {
    const { app, tokenOf } = await withOrders(t);
    await app.school.content.add(RIVERSIDE.id, { orders: [order('ord_d', 3, { number: 'Z9-0001' })] });
    await app.school.content.add(HARBOUR.id, { orders: [order('ord_e', 3, { number: 'Z9-0002' })] });
    const all = await tokenOf('owner', ['orders:read', 'members:read']);
    const narrow = await tokenOf('owner', ['orders:read']);
    const found = async (token: string, q: string, more = '') => {
      const { status, json } = await call(
        app,
        token,
        'GET',
        `/orders?first=100&totalCount=true&q=${q}&to=${at(9)}${more}`,
      );
      t.equal(status, 200, q);
      const ids = json.nodes?.map(({ id }) => id) ?? [];
      if (more === '') t.ok(Number(json.totalCount) >= ids.length);
      return ids;
    };
    for (const q of ['Z9-0001', 'z9-0', 'z9']) t.strictSame(await found(narrow, q), ['ord_d'], q);
    t.strictSame(await found(all, 'ana'), ['ord_d', 'ord_b', 'ord_a'], 'by name');
    t.strictSame(await found(all, 'ana', '&status=refunded'), ['ord_b'], 'with a filter');
    t.strictSame(await found(all, 'ana@riverside.example'), ['ord_d', 'ord_b', 'ord_a'], 'by address');
    t.strictSame(await found(all, 'noor'), ['ord_c']);
    t.strictSame(await found(narrow, 'ana'), [], 'names cannot be guessed without the scope that shows them');
    for (const q of ['z9-01', 'nobody', '%25', '-']) t.strictSame(await found(all, q), [], q);

    const many = Array.from({ length: 510 }, (_, n) =>
      order(`ord_m${String(n).padStart(3, '0')}`, 10 + n, {
        number: `M7-${n}`,
        personId: n < 300 ? 'usr_demo_ana' : 'usr_demo_noor',
      }),
    );
    await app.school.content.add(RIVERSIDE.id, { orders: many });
    const page = await call(app, narrow, 'GET', '/orders?first=2&totalCount=true&q=m7-');
    t.match(page.json, { totalCount: 510, nodes: [{ id: 'ord_m509' }, { id: 'ord_m508' }] });
    const next = await call(app, narrow, 'GET', `/orders?first=2&q=m7-&after=${page.json.pageInfo?.endCursor}`);
    t.match(next.json.nodes, [{ id: 'ord_m507' }, { id: 'ord_m506' }]);
  },
);

t.test(
  'each refund of an order is listed at its own time, with the name of the buyer where it may be seen [D2]',
  async (t) => {
    const { app, ask, askAs, tokenOf } = await withOrders(t);
    const partly = { status: 'partially_refunded', refundedAmount: 1000, refundedAt: LONG_AGO + 2 * DAY } as const;
    const wholly = { status: 'refunded', refundedAmount: 4600, refundedAt: LONG_AGO + 4 * DAY } as const;
    for (const refund of [partly, wholly]) {
      const event = { event: 'resource_changed', at: refund.refundedAt } as const;
      await app.school.records('orders').update(RIVERSIDE.id, 'ord_a', refund, event);
    }
    const range = `from=${at(0)}&to=${at(5)}`;
    const { json } = await ask('GET', `/refunds?${range}&totalCount=true&include=member`);
    t.equal(json.totalCount, 3);
    const known = { currency: 'EUR', memberId: 'usr_demo_ana', memberName: 'Ana Lima' };
    t.match(json.nodes, [
      { orderId: 'ord_a', orderNumber: 'N-ord_a', refundedAmount: 3600, refundedAt: at(4), ...known },
      { orderId: 'ord_b', refundedAmount: 4600, refundedAt: at(3), ...known },
      { orderId: 'ord_a', refundedAmount: 1000, refundedAt: at(2), ...known },
    ]);
    const ids = new Set(json.nodes?.map(({ id }) => id));
    t.equal(ids.size, 3, 'each has an id of its own');

    const first = await ask('GET', `/refunds?${range}&first=2&sort=refundedAt`);
    const after = `after=${encodeURIComponent(String(first.json.pageInfo?.endCursor))}`;
    const second = await ask('GET', `/refunds?${range}&first=2&sort=refundedAt&${after}`);
    t.strictSame(
      [...(first.json.nodes ?? []), ...(second.json.nodes ?? [])].map(({ id }) => id),
      [...ids].reverse(),
      'in pages, the other way round',
    );
    t.equal(second.json.pageInfo?.hasNextPage, false);
    t.strictSame((await ask('GET', `/refunds?from=${at(2)}&to=${at(3)}`)).json.nodes?.length, 1, 'until, exclusive');
    t.strictSame(
      (await askAs('foreignOwner', 'GET', `/refunds?${range}`)).json.nodes,
      [],
      'not those of other schools',
    );
    t.equal((await call(app, await tokenOf('owner', ['analytics:read']), 'GET', '/refunds')).status, 403);
    const { json: figures } = await ask('GET', '/analytics/summary?from=2001-01-01&to=2001-01-10');
    t.match(figures.totals, { refunds: 9200, revenue: 0 }, 'the figures count them too');
  },
);
