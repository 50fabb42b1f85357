/** What the stores of sold things promise on either engine. */
import type { Test } from 'tap';
import type { RowIn } from '../../db/school/records/record-table.ts';
import { recordStores } from '../../db/school/records/records.ts';
import { salesStore } from '../../db/school/sales.ts';
import { randomFrom, seedOf } from '../support/seed.ts';
import { DAY, event, HOUR, insertRows, NOW, rowsOf, SITE, times } from './fixtures.ts';
import type { NewNode, NewNodes, Stores } from './stores.ts';

const OTHER = 'site_2';
const MANY = 30;

const plan = (id: string, siteId = SITE.id) => ({
  id,
  siteId,
  slug: id,
  name: id,
  description: '',
  planType: 'lifetime',
  priceAmount: 1,
  priceCurrency: 'EUR',
  trialDays: 0,
  allCourses: false,
  status: 'active',
  createdAt: NOW,
  updatedAt: NOW,
});

const subscription = (id: string, columns: Partial<RowIn<'subscriptions'>> = {}) => ({
  id,
  siteId: SITE.id,
  personId: 'usr_1',
  planId: 'pln_1',
  status: 'active' as const,
  startedAt: NOW,
  currentPeriodStart: NOW,
  currentPeriodEnd: NOW + DAY,
  cancelAtPeriodEnd: false,
  endsAt: null,
  priceAmount: 0,
  priceCurrency: 'EUR',
  createdAt: NOW,
  updatedAt: NOW,
  ...columns,
});

export function salesContract(t: Test, node: NewNode, nodes: NewNodes): void {
  t.test('the items of a page of orders come in order, and at their own site only [D2]', async (t) => {
    const { db } = await node(t);
    const item = (orderId: string, position: number, siteId = SITE.id) => ({
      orderId,
      position,
      siteId,
      kind: 'course',
      refId: 'crs_1',
      title: `${orderId} ${position}`,
      quantity: 2,
      unitAmount: 700,
    });
    const items = [item('a', 2), item('a', 0), item('a', 1), item('b', 0), item('c', 0), item('d', 0, OTHER)];
    await insertRows(db, 'orderItems', items);
    const found = await salesStore(db).itemsOf(SITE.id, ['a', 'b', 'd', 'none']);
    const titles = Object.fromEntries([...found].map(([id, some]) => [id, some.map(({ title }) => title)]));
    t.strictSame(titles, { a: ['a 0', 'a 1', 'a 2'], b: ['b 0'], d: [], none: [] });
    const first = { kind: 'course', refId: 'crs_1', title: 'b 0', quantity: 2, unitAmount: 700 };
    t.strictSame(found.get('b'), [first]);
  });

  t.test('the subscribers of a plan are those whose subscription has not ended [D2]', async (t) => {
    const { db } = await node(t);
    await insertRows(db, 'membershipPlans', [plan('pln_1'), plan('pln_2'), plan('pln_3', OTHER)]);
    await insertRows(db, 'subscriptions', [
      subscription('a'),
      subscription('b', { personId: 'usr_8', status: 'paused' }),
      subscription('c', { personId: 'usr_2', status: 'past_due', endsAt: NOW + 1 }),
      subscription('d', { personId: 'usr_3', endsAt: NOW }),
      subscription('e', { personId: 'usr_4', status: 'cancelled' }),
      subscription('f', { personId: 'usr_5', status: 'expired' }),
      subscription('g', { personId: 'usr_6', siteId: OTHER }),
      subscription('h', { personId: 'usr_7', planId: 'pln_2', status: 'trialing' }),
    ]);
    const counts = await salesStore(db).subscriberCounts(SITE.id, ['pln_1', 'pln_2', 'pln_3'], NOW);
    t.strictSame(Object.fromEntries(counts), { pln_1: 3, pln_2: 1 });
  });

  t.test('the subscriber count follows every change and the passing of time, on two nodes [D2]', async (t) => {
    const [one, other] = await nodes(t);
    const { db } = one;
    const plans = ['pln_1', 'pln_2'];
    await insertRows(db, 'membershipPlans', [...plans.map((id) => plan(id)), plan('pln_3', OTHER)]);
    const sales = salesStore(db);
    const rows = recordStores(db, one.audit)('subscriptions');
    const chance = randomFrom(seedOf(t));
    const random = (below: number): number => Math.floor(chance() * below);
    const pick = <Value>(values: readonly Value[]): Value => values[random(values.length)] as Value;
    const some = () => ({
      status: pick(['trialing', 'active', 'past_due', 'paused', 'cancelled', 'expired'] as const),
      endsAt: pick([null, NOW - 5 * HOUR, NOW - HOUR, NOW, NOW + 1, NOW + HOUR, NOW + 3 * HOUR]),
      planId: pick([...plans, 'pln_3', 'pln_none']),
    });
    const LIVE = ['trialing', 'active', 'past_due', 'paused'];
    async function agree(now: number): Promise<void> {
      const live = (await rowsOf(db, 'subscriptions')).filter(
        ({ status, endsAt }) => LIVE.includes(String(status)) && (endsAt === null || Number(endsAt) > now),
      );
      const wanted = Object.fromEntries(plans.map((id) => [id, live.filter(({ planId }) => planId === id).length]));
      t.strictSame(Object.fromEntries(await sales.subscriberCounts(SITE.id, plans, now)), wanted, `at ${now - NOW}`);
    }
    await insertRows(
      db,
      'subscriptions',
      times(60, (n) => subscription(`sub_${n}`, { personId: `usr_${n}`, ...some() })),
    );
    for (const now of [NOW, NOW + 1, NOW + 2 * HOUR, NOW + 9 * HOUR]) await agree(now);
    for (const now of [NOW, NOW + 2 * HOUR, NOW + 9 * HOUR]) {
      // Changes go on while the counts are brought up to date.
      await Promise.all([
        ...times(40, () => rows.update(SITE.id, `sub_${random(60)}`, some(), event())),
        sales.forgetEnded(now),
        salesStore(other.db).forgetEnded(now + HOUR),
        rows.remove(SITE.id, `sub_${random(60)}`, event()),
      ]);
      await agree(now + HOUR);
      await agree(now + 2 * HOUR);
    }
    const kept = (await rowsOf(db, 'membershipPlans')).filter(({ siteId }) => siteId === SITE.id);
    t.ok(
      kept.some(({ countedUntil }) => Number(countedUntil) > NOW),
      'the counts have moved on',
    );
  });

  t.test('of many simultaneous subscriptions of one member to one plan, one is created [D2]', async (t) => {
    const [one, other] = await nodes(t);
    const grant = ({ db, audit }: Stores, row: ReturnType<typeof subscription>): Promise<void> =>
      recordStores(
        db,
        audit,
      )('subscriptions').insert(
        SITE.id,
        row,
        event({ target: row.id }),
        ...salesStore(db).steps.onlyLive(SITE.id, row, NOW),
      );
    const attempts = await Promise.allSettled(
      times(MANY, (n) => grant(n % 2 === 0 ? one : other, subscription(`sub_${n}`))),
    );
    t.equal(attempts.filter(({ status }) => status === 'fulfilled').length, 1);
    t.equal((await rowsOf(one.db, 'subscriptions')).length, 1);
    t.equal((await rowsOf(one.db, 'auditEvents')).length, 2, 'and only that is in the trail');
    const sales = salesStore(one.db);
    t.equal(await sales.hasLive(SITE.id, 'usr_1', 'pln_1', NOW), true);
    t.equal(await sales.hasLive(SITE.id, 'usr_1', 'pln_2', NOW), false);
    t.equal(await sales.hasLive(OTHER, 'usr_1', 'pln_1', NOW), false);
    await t.rejects(grant(one, subscription('sub_stranger', { personId: 'usr_2' })), { name: 'TakenError' });
    await grant(one, subscription('sub_other', { planId: 'pln_2' }));
  });

  t.test('a list can be filtered by a bound in time and by a set of values [D2]', async (t) => {
    const { db, audit } = await node(t);
    const rows = [
      subscription('a'),
      subscription('b', { endsAt: NOW }),
      subscription('c', { endsAt: NOW + 1, status: 'trialing' }),
      subscription('d', { endsAt: NOW - 1, status: 'expired' }),
    ];
    await insertRows(db, 'subscriptions', rows);
    const subscriptions = recordStores(db, audit)('subscriptions');
    const ids = async (where: Record<string, unknown>): Promise<string> => {
      const query = { first: 9, after: undefined, sort: 'createdAt', descending: false, where };
      const page = await subscriptions.page(SITE.id, query);
      t.equal(await subscriptions.count(SITE.id, where), page.rows.length);
      return page.rows.map(({ id }) => id).join('');
    };
    t.equal(await ids({ endsAt: { by: NOW } }), 'bd');
    t.equal(await ids({ endsAt: { after: NOW } }), 'ac');
    t.equal(await ids({ status: { oneOf: ['active', 'expired'] } }), 'abd');
    t.equal(await ids({ status: { oneOf: [] } }), '');
    t.equal(await ids({ status: { oneOf: ['active', 'expired'] }, endsAt: { by: NOW }, personId: 'usr_1' }), 'bd');
    t.equal(await ids({ status: 'active', endsAt: { after: NOW } }), 'a');
  });
}
