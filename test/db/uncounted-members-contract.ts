/** What is counted of members who are removed, or come back, while what they have changes, on either engine. */
import { eq } from 'drizzle-orm';
import type { Test } from 'tap';
import type { Params } from '../../db/engine/engine.ts';
import { text, value } from '../../db/engine/placeholders.ts';
import { salesStore } from '../../db/school/sales.ts';
import { enrollment } from '../support/account.ts';
import { randomFrom, seedOf } from '../support/seed.ts';
import { fill, subscription } from './entitlement-fixtures.ts';
import { insertRows, NOW, person, SITE, times } from './fixtures.ts';
import { courseMetrics, metricRowsIn, storedCounts, subscribersAt } from './histories/naive-metrics.ts';
import type { NewNodes, Stores } from './stores.ts';

const PEOPLE = 10;
const ROUNDS = 8;

const statusesOf = ({ db }: Stores) => {
  const { memberships } = db.tables;
  return db.write((q, p: Params<{ personId: string; status: 'active' | 'removed' }>) =>
    q
      .update(memberships)
      .set({ status: value(p.status) })
      .where(eq(memberships.personId, text(p.personId))),
  );
};

export function uncountedMembersContract(t: Test, nodes: NewNodes): void {
  t.test('counts stay true while members are removed and what they have changes, over two nodes [D2]', async (t) => {
    const [one, two] = await nodes(t);
    if (one === undefined || two === undefined) return t.fail('two nodes are needed');
    await fill(one);
    const random = randomFrom(seedOf(t));
    const people = times(PEOPLE, (n) => `usr_c${n}`);
    await insertRows(
      one.db,
      'people',
      people.map((id) => ({ ...person(id) })),
    );
    const place = { role: 'member', status: 'active', joinedAt: NOW, marketingConsent: false, updatedAt: NOW };
    await insertRows(
      one.db,
      'memberships',
      people.map((personId) => ({ ...place, personId, siteId: SITE.id })),
    );
    const here = { stores: one, setStatus: statusesOf(one) };
    const there = { stores: two, setStatus: statusesOf(two) };
    const rowsOf = metricRowsIn(one.db);
    let isThere = false;
    for (let round = 0; round < ROUNDS; round += 1) {
      const status = isThere ? ('revoked' as const) : ('active' as const);
      const membership = random() < 0.5 ? ('removed' as const) : ('active' as const);
      await Promise.all(
        people.flatMap((personId, n) => {
          const [mine, other] = n % 2 === 0 ? [here, there] : [there, here];
          const { steps } = other.stores.records('enrollments');
          const id = `enr_${personId}`;
          const enrolled =
            round === 0
              ? other.stores.schoolContent.add(SITE.id, {
                  enrollments: [enrollment(id, 'crs_a', { personId, startsAt: NOW })],
                  subscriptions: [subscription(`sub_${personId}`, 'pln_some', { personId })],
                })
              : other.stores.db.atomically(
                  steps.update(SITE.id, id, { status }),
                  other.stores
                    .records('subscriptions')
                    .steps.update(SITE.id, `sub_${personId}`, { status: isThere ? 'cancelled' : 'active' }),
                );
          return [mine.stores.db.atomically(mine.setStatus({ personId, status: membership })), enrolled];
        }),
      );
      isThere = !isThere;
      const rows = await rowsOf(SITE.id);
      t.equal(storedCounts(rows).crs_a, courseMetrics(rows, 'crs_a').students, `students after round ${round}`);
      const plans = rows.subscriptions.map(({ planId }) => planId);
      const counts = await salesStore(one.db).subscriberCounts(SITE.id, [...new Set(plans)], NOW);
      const sum = [...counts.values()].reduce((all, count) => all + count, 0);
      t.equal(sum, subscribersAt(rows, NOW), `subscribers after round ${round}`);
    }
  });
}
