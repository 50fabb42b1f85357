/** What the store of staff rights promises on either engine: a change counts only for what it was decided on. */
import type { Test } from 'tap';
import { event, SITE, trues } from './fixtures.ts';
import type { NewNodes, Stores } from './stores.ts';

const ADMIN = 'usr_1';
const CHOICES = ['', 'courses:read', 'posts:read', 'orders:read courses:read'];

export function staffRightsContract(t: Test, nodes: NewNodes): void {
  const changing = (node: Stores, staffScope: string | null, seen: string | null, personId = ADMIN) =>
    node.staffRights.change(
      { siteId: SITE.id, personId, staffScope, seen },
      event({ event: 'staff_rights_changed', siteId: SITE.id, personId }),
    );

  async function withAdmin(t: Test) {
    const both = await nodes(t);
    const [{ db }] = both;
    const { memberships, sites } = db.tables;
    await db.atomically(db.write((q) => q.update(memberships).set({ role: 'admin' }))());
    const stored = async () => (await db.many((q) => q.select({ staffScope: sites.staffScope }).from(sites))())[0];
    return { both, memberships, stored };
  }

  t.test('of changes decided on the same state, by any node, one is stored and recorded', async (t) => {
    const { both, stored } = await withAdmin(t);
    let seen: string | null = null;
    for (const round of [1, 2, 3]) {
      const choices: string[] = CHOICES.map((choice) => `${choice} forms:read${' '.repeat(round)}`);
      const before: string | null = seen;
      const results = await Promise.all(
        choices.flatMap((choice) => both.map((node) => changing(node, choice, before))),
      );
      t.equal(trues(results), 1);
      seen = (await stored())?.staffScope ?? null;
      t.equal(choices.includes(seen ?? ''), true);
    }
    t.equal(await changing(both[0], null, ''), false, 'nothing is another state than the default');
    t.equal(await changing(both[0], '', seen), true);
    t.equal(await changing(both[1], '', null), false, 'and the default another than nothing');
    t.equal(await changing(both[1], null, ''), true);
    t.strictSame(await stored(), { staffScope: null });
    const { auditEvents } = both[0].db.tables;
    const events = await both[0].db.many((q) => q.select({ event: auditEvents.event }).from(auditEvents))();
    t.equal(events.filter((one) => one.event === 'staff_rights_changed').length, 5);
  });

  t.test('who no longer manages the school changes nothing', async (t) => {
    const { both, memberships, stored } = await withAdmin(t);
    const [{ db }, other] = both;
    for (const values of [{ role: 'staff' }, { role: 'owner', status: 'suspended' }] as const) {
      await db.atomically(db.write((q) => q.update(memberships).set(values))());
      t.equal(await changing(other, 'courses:read', null), false, JSON.stringify(values));
    }
    await db.atomically(db.write((q) => q.update(memberships).set({ role: 'owner', status: 'active' }))());
    t.equal(await changing(other, 'courses:read', null, 'usr_nobody'), false);
    t.strictSame(await stored(), { staffScope: null });
    t.equal(await changing(other, 'courses:read', null), true);
  });
}
