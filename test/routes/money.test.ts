/** Amounts of money at every place that takes or shows one, in every currency of ISO 4217. */
import t from 'tap';
import { parseNewSchool } from '../../schema/school/new-school.ts';
import { WEBHOOK_EVENTS } from '../../schema/school/webhook.ts';
import { ask as asked, dataOf, item, order } from '../support/account.ts';
import { CALLERS, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD } from '../support/app.ts';
import { ANA } from '../support/interaction.ts';
import { learning } from '../support/learning.ts';
import { callTool, type Json } from '../support/mcp.ts';
import { said, signedIn } from '../support/signed-in.ts';

/** List one of ISO 4217, with the digits after the point of those that have not two. */
const OTHER_DIGITS: Readonly<Record<string, number>> = {
  ...{ BIF: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0, RWF: 0, UGX: 0, UYI: 0, VND: 0, VUV: 0 },
  ...{ XAF: 0, XOF: 0, XPF: 0, BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3, CLF: 4, UYW: 4 },
};
const CODES =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAD XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'.split(
    ' ',
  );
/** Stored by earlier versions: withdrawn, unknown, and without a minor unit, whose amounts are whole. */
const STORED: Readonly<Record<string, number>> = { BGN: 2, HRK: 2, DEM: 2, QQQ: 2, XAU: 0, XTS: 0 };
const digitsOf = (code: string): number => STORED[code] ?? OTHER_DIGITS[code] ?? 2;

const AMOUNT = 123_456;
const MOST = Number.MAX_SAFE_INTEGER;

/** Puts the point where it belongs. */
function decimal(amount: number, code: string): string {
  const digits = digitsOf(code);
  const written = String(amount);
  return digits === 0 ? written : `${written.slice(0, -digits)}.${written.slice(-digits)}`;
}

/** A formatted amount of English without its currency and what groups its digits. */
const bare = (formatted: unknown): string =>
  String(formatted)
    .replace(/[^\d.]/g, '')
    .replace(/^\./, '');

const made = await learning(t);
const { app, ask, tokenOf } = made;
const ALL = [...CODES, ...Object.keys(STORED)];
const slugOf = (code: string): string => `costs-${code.toLowerCase()}`;
await app.school.content.add(RIVERSIDE.id, {
  orders: ALL.map((code, n) =>
    order(`ord_money_${code}`, {
      ...{ number: `MONEY-${code}`, personId: CALLERS.member.id, currency: code, status: 'partially_refunded' },
      ...{ subtotal: MOST, total: MOST, refundedAmount: AMOUNT, placedAt: made.clock.now - n, paidAt: made.clock.now },
    }),
  ),
  orderItems: ALL.map((code) => item(`ord_money_${code}`, 0, { unitAmount: MOST })),
});
const members = await tokenOf('member');
const owners = await tokenOf('owner');

t.test('an order shows its amounts in every currency at REST, GraphQL and the tools', async (t) => {
  const graphql = new Map<string, Json>();
  const QUERY = `query ($after: String) { viewer { orders(first: 50, after: $after) { nodes {
    number total { amount currency formatted } refunded { amount formatted } items { unitPrice { amount formatted } }
  } pageInfo { hasNextPage endCursor } } } }`;
  for (let after: unknown = null, more = true; more; ) {
    const { viewer } = (await dataOf(app, members, QUERY, { variables: { after } })) as Json;
    const pageInfo = viewer?.orders?.pageInfo;
    for (const node of viewer?.orders?.nodes ?? []) graphql.set(String(node.number), node);
    [after, more] = [pageInfo?.endCursor, Boolean(pageInfo?.hasNextPage)];
  }
  const tools = new Map<string, string>();
  for (let after: unknown, more = true; more; ) {
    const { result, text } = await callTool(app, 'list_my_orders', after === undefined ? {} : { after }, {
      token: members,
    });
    for (const line of text.split('\n')) tools.set(/"(MONEY-\w+)"/.exec(line)?.[1] ?? '', line);
    [after, more] = [
      result?.structuredContent?.pageInfo?.endCursor,
      Boolean(result?.structuredContent?.pageInfo?.hasNextPage),
    ];
  }
  const wrong: string[] = [];
  const is = (place: string, found: unknown, wanted: unknown) => found === wanted || wrong.push(`${place}: ${found}`);
  for (const code of ALL) {
    const [most, amount] = [decimal(MOST, code), decimal(AMOUNT, code)];
    const { json } = await ask('GET', `/orders/MONEY-${code}`);
    is(
      `REST ${code}`,
      `${json.total} ${json.refundedAmount} ${json.items?.[0]?.unitAmount}`,
      `${MOST} ${AMOUNT} ${MOST}`,
    );
    const one = graphql.get(`MONEY-${code}`);
    is(`GraphQL ${code}`, `${one?.total?.amount} ${one?.total?.currency}`, `${MOST} ${code}`);
    is(`GraphQL ${code}`, bare(one?.total?.formatted), most);
    is(`GraphQL ${code}`, bare(one?.items?.[0]?.unitPrice?.formatted), most);
    is(`GraphQL ${code}`, bare(one?.refunded?.formatted), amount);
    const line = tools.get(`MONEY-${code}`) ?? '';
    is(
      `tool ${code}`,
      [`total: ${most} ${code};`, `refunded: ${amount} ${code};`].every((part) => line.includes(part)),
      true,
    );
    const { text } = await callTool(app, 'get_order', { id: `MONEY-${code}` }, { token: owners });
    is(`operator's tool ${code}`, text.includes(`total: ${most} ${code}\n`), true);
  }
  t.strictSame(wrong, []);
});

t.test('a price is taken in every currency, and read by visitors and tools', async (t) => {
  const wrong: string[] = [];
  for (const code of CODES) {
    const amount = code < 'M' ? AMOUNT : MOST;
    const price = { amount, currency: code };
    await app.school.content.add(RIVERSIDE.id, {
      courses: [
        {
          ...{ id: `crs_money_${code}`, slug: slugOf(code), title: `Costs ${code}`, createdAt: 0, courseType: 'paid' },
          ...{ status: 'published', priceAmount: 1, priceCurrency: 'EUR' },
        },
      ],
    });
    const { status, json } = await ask('PATCH', `/courses/crs_money_${code}`, { price });
    if (status !== 200 || json.price?.amount !== (amount as unknown)) wrong.push(`REST ${code}: ${status}`);
    const page = await app.inject(`/schools/${RIVERSIDE.slug}/courses/${slugOf(code)}`);
    const shown = /<p class="price">([^<]*(?:<span[^>]*>[^<]*<\/span>)?[^<]*)<\/p>/
      .exec(page.body)?.[1]
      ?.replace(/<[^>]*>/g, '');
    if (bare(shown) !== decimal(amount, code)) wrong.push(`page ${code}: ${shown}`);
    const { text } = await callTool(app, 'get_public_course', { school: RIVERSIDE.slug, slug: slugOf(code) });
    if (!text.includes(`price: ${decimal(amount, code)} ${code}`)) wrong.push(`tool ${code}: ${text}`);
  }
  t.strictSame(wrong, []);
});

t.test('what is no currency with a minor unit, and no whole amount up to 2^53 - 1, is refused', async (t) => {
  const planType = { planType: 'lifetime' };
  for (const currency of [
    'ABC',
    'QQQ',
    'DEM',
    'XAU',
    'XAG',
    'XDR',
    'XXX',
    'XTS',
    'XSU',
    'eur',
    'EURO',
    '€',
    '',
    null,
  ]) {
    const price = { amount: AMOUNT, currency };
    for (const [path, field, body] of [
      ['/courses', 'price.currency', { title: 'x', slug: 'x', courseType: 'paid', price }],
      ['/membership_plans', 'price.currency', { name: 'x', slug: 'x', price, ...planType }],
      ['/digital_products', 'price.currency', { title: 'x', slug: 'x', price }],
      ['/coupons', 'amount.currency', { code: 'XXX', discountType: 'amount', amount: price }],
    ] as const) {
      const answer = await ask('POST', path, body);
      t.match(answer, { status: 400, json: { errors: [{ path: field }] } }, `${path} ${currency}`);
      t.equal(answer.json.errors?.length, 1 as never, 'one sentence');
    }
    t.match(await ask('PATCH', '/school', { currency }), { status: 400, json: { errors: [{ path: 'currency' }] } });
  }
  for (const amount of [2 ** 53, 1e300, 1.5, -1, '100', null]) {
    const price = { amount, currency: 'IDR' };
    const answer = await ask('POST', '/digital_products', { title: 'x', slug: 'x', price });
    t.match(answer, { status: 400, json: { errors: [{ path: 'price.amount' }] } }, String(amount));
  }
  for (const currency of ['UYW', 'CLF', 'CHE', 'XCG', 'BGN']) {
    t.match(await ask('PATCH', '/school', { currency }), { status: 200, json: { currency } }, currency);
    t.type(
      parseNewSchool({ name: 'x', slug: 'x', owner: 'x@x.example', locale: 'en', timezone: 'UTC', currency }),
      'object',
    );
  }
});

t.test('sums hold large amounts, and shares of them are exact', async (t) => {
  const half = 2 ** 52;
  await app.school.content.add(RIVERSIDE.id, {
    courses: ['a', 'b'].map((id) => ({
      id: `crs_share_${id}`,
      slug: `share-${id}`,
      title: `Share ${id}`,
      createdAt: 0,
    })),
    orders: ['1', '2'].map((n) =>
      order(`ord_share_${n}`, {
        ...{ number: `SHARE-${n}`, currency: 'IDR', paidAt: made.clock.now, placedAt: made.clock.now },
        ...{ subtotal: half - 1, total: half - 1 },
      }),
    ),
    // Of the first order, a third; the product of its amount and its price has 104 bits.
    orderItems: [
      item('ord_share_1', 0, { refId: 'crs_share_a', unitAmount: (half - 1) / 3 }),
      item('ord_share_1', 1, { refId: 'crs_share_b', unitAmount: (2 * (half - 1)) / 3 }),
      item('ord_share_2', 0, { refId: 'crs_share_b', unitAmount: half - 1 }),
    ],
  });
  const share = (half - 1) / 3;
  const top = await ask('GET', '/analytics/top?ranking=courses_by_revenue&currency=IDR&limit=2');
  t.strictSame(top.json.nodes, [
    { id: 'crs_share_b', title: 'Share b', value: 5 * share },
    { id: 'crs_share_a', title: 'Share a', value: share },
  ] as never);
  const { json } = await ask('GET', '/analytics/courses/crs_share_b');
  t.match(json.revenueByCurrency, [{ currency: 'IDR', amount: 5 * share }] as never);
  const summary = await ask('GET', '/analytics/summary?currency=IDR');
  // With the order of the other tests.
  const idr = 2 * (half - 1) + MOST - AMOUNT;
  t.equal(summary.json.totals?.revenue, idr as never);
  const amounts = new Map(
    (summary.json.revenueByCurrency ?? []).map(({ currency, amount }) => [String(currency), amount]),
  );
  // The demo sells in euros.
  for (const code of ALL.filter((one) => one !== 'EUR')) {
    t.equal(amounts.get(code), (code === 'IDR' ? idr : MOST - AMOUNT) as never, code);
  }
  const { text } = await callTool(
    app,
    'get_analytics_top_list',
    { ranking: 'courses_by_revenue', currency: 'IDR' },
    { token: owners },
  );
  t.match(text, `value: ${decimal(5 * share, 'IDR')} IDR`, 'the tool says it with the point');
  const series = await callTool(
    app,
    'get_analytics_series',
    { metric: 'revenue', currency: 'KWD', interval: 'month' },
    { token: owners },
  );
  t.match(series.text, `value: ${decimal(MOST - AMOUNT, 'KWD')} KWD`);
});

t.test('people find their amounts in the copy of their data; webhooks and e-mails have none', async (t) => {
  const ana = await signedIn(app, ANA);
  const copy = await ana.submit(await ana.get('/account/export'), '/account/export', { password: PASSWORD });
  t.equal(copy.status, 200, said(copy).slice(0, 100));
  const { orders } = JSON.parse(copy.body).tables;
  const own = orders.filter(({ number }: { number: string }) => number.startsWith('MONEY-'));
  t.equal(own.length, ALL.length);
  for (const { number, total, currency } of own) t.strictSame([total, currency], [MOST, number.slice(6)], number);
  const sent = Object.values(WEBHOOK_EVENTS).flatMap(({ example }) => Object.keys(example));
  t.strictSame(
    sent.filter((name) => /amount|price|total|currency/.test(name)),
    [],
  );
});

t.test('the descriptions of the APIs hold the amounts that they answer', async (t) => {
  const { components } = (await app.inject('/openapi.json')).json();
  const { Money, Order, CourseAnalytics } = components.schemas;
  t.match(Money.properties.amount, { type: 'integer', format: 'int64', minimum: 0 });
  t.notOk('maximum' in Money.properties.amount);
  for (const name of ['subtotal', 'discount', 'tax', 'total', 'refundedAmount']) {
    t.match(Order.properties[name], { type: 'integer', format: 'int64' }, name);
  }
  t.match(CourseAnalytics.properties.revenue, { type: 'integer', format: 'int64' });
  const { __type } = (await dataOf(
    app,
    members,
    '{ __type(name: "Money") { fields { name description type { ofType { name } } } } }',
  )) as Json;
  t.match(__type?.fields?.[0], {
    name: 'amount',
    description: /minor units/,
    type: { ofType: { name: 'Float' } },
  } as never);
});

t.test('an event says what it costs: to visitors, and to members who would register themselves', async (t) => {
  const startsAt = made.clock.now + 86_400_000;
  const row = {
    description: '',
    kind: 'online',
    joinUrl: 'https://meet.example/x',
    timezone: 'UTC',
    createdAt: 0,
  } as const;
  await app.school.content.add(RIVERSIDE.id, {
    events: ALL.map((code) => ({
      ...{ ...row, id: `evt_money_${code}`, slug: slugOf(code), title: `Costs ${code}`, startsAt, updatedAt: 0 },
      ...{ endsAt: startsAt + 3_600_000, status: 'published', priceAmount: MOST, priceCurrency: code },
    })),
  });
  const wrong: string[] = [];
  for (const code of ALL) {
    const query = `mutation { registerForEvent(event: "${slugOf(code)}") { id } }`;
    const { errors } = (await asked(app, members, query)).json();
    const said = /the event costs (.*), so that/.exec(errors?.[0]?.message)?.[1];
    if (bare(said) !== decimal(MOST, code)) wrong.push(`GraphQL ${code}: ${said}`);
    const page = (await app.inject(`/schools/${RIVERSIDE.slug}/events/${slugOf(code)}`)).body;
    const shown = [...page.matchAll(/<p class="price">(.*?)<\/p>/gs)].map(([, words = '']) =>
      bare(words.replace(/<[^>]*>/g, '')),
    );
    if (!shown.includes(decimal(MOST, code))) wrong.push(`page ${code}: ${shown}`);
  }
  t.strictSame(wrong, []);
});
