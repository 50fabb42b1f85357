/** What the hash chains of the audit log promise on either engine: whatever is changed after sealing is noticed. */
import { sql } from 'drizzle-orm';
import type { Test } from 'tap';
import type { ChainReport } from '../../db/audit/audit-verification.ts';
import type { Values } from '../../db/engine/engine.ts';
import { DAY, event, insertRows, NOW, rowsOf, SITE, times } from './fixtures.ts';
import type { NewNode, NewNodes, Stores } from './stores.ts';

const LATER = NOW + 10_000;

const record = async ({ audit }: Stores, count: number, overrides = {}): Promise<void> => {
  for (const n of times(count, (i) => i))
    await audit.record(event({ siteId: SITE.id, target: `t/${n}`, ...overrides }));
};
const sealed = async ({ auditChains }: Stores, now = LATER): Promise<void> => {
  while (await auditChains.seal(now));
};
async function verified({ auditVerification }: Stores): Promise<ChainReport[]> {
  const reports: ChainReport[] = [];
  for await (const report of auditVerification.verify()) reports.push(report);
  return reports;
}
const faultsOf = async (stores: Stores) => (await verified(stores)).flatMap(({ fault }) => fault ?? []);

/** Does what somebody with access to the database can do. */
const edit = (stores: Stores, set: Values | 'delete', where: Record<string, unknown>): Promise<boolean> => {
  const { auditEvents: t } = stores.db.tables;
  const condition = sql.join(
    Object.entries(where).map(([name, value]) => sql`${sql.identifier(name)} = ${value}`),
    sql` and `,
  );
  const step = stores.db.write((q) =>
    set === 'delete' ? q.delete(t).where(condition) : q.update(t).set(set).where(condition),
  );
  return stores.db.atomically({ ...step(), required: true });
};

export function auditChainContract(t: Test, node: NewNode, nodes: NewNodes): void {
  t.test('events are sealed after a few seconds, in one chain for each school and one without [E-49]', async (t) => {
    const stores = await node(t, false);
    await record(stores, 3);
    await record(stores, 2, { siteId: 'site_2' });
    await record(stores, 1, { siteId: undefined, event: 'sign_in' });
    await record(stores, 1, { at: LATER });
    await sealed(stores);
    const reports = await verified(stores);
    t.strictSame(
      reports.map(({ chain, sequence, verified, fault }) => [chain, sequence, verified, fault]),
      [
        ['', 1, 1],
        [SITE.id, 3, 3],
        ['site_2', 2, 2],
      ]
        .map((row) => [...row, undefined])
        .sort(),
    );
    t.equal(await stores.auditVerification.unsealed(LATER + 1), 1);
    const [{ hash } = { hash: '' }] = reports.filter(({ chain }) => chain === SITE.id);
    await sealed(stores, LATER + 6000);
    const after = (await verified(stores)).find(({ chain }) => chain === SITE.id);
    t.match(after, { sequence: 4, verified: 4, fault: undefined });
    t.not(after?.hash, hash);
  });

  t.test('a sealed event that is changed, deleted, inserted or moved is the first fault named [E-49]', async (t) => {
    const attempt = async (
      name: string,
      attack: (stores: Stores, ids: number[]) => Promise<unknown>,
      fault: object,
    ) => {
      const stores = await node(t, false);
      await record(stores, 6);
      await sealed(stores);
      const ids = (await rowsOf(stores.db, 'auditEvents')).map(({ id }) => Number(id)).sort((a, b) => a - b);
      t.strictSame(await faultsOf(stores), [], `${name}: at first nothing`);
      await attack(stores, ids);
      t.match(await faultsOf(stores), [fault], name);
    };
    const id = (ids: number[], n: number) => ({ id: ids[n - 1] });
    await attempt('changed', (s, ids) => edit(s, { personId: 'usr_x' }, id(ids, 3)), {
      problem: 'changed',
      sequence: 3,
    });
    await attempt('deleted', (s, ids) => edit(s, 'delete', id(ids, 2)), { problem: 'missing', sequence: 2 });
    await attempt('the last one deleted', (s, ids) => edit(s, 'delete', id(ids, 6)), {
      problem: 'missing',
      sequence: 6,
    });
    await attempt('unsealed again', (s, ids) => edit(s, { sequence: null, hash: null }, id(ids, 4)), {
      problem: 'missing',
      sequence: 4,
    });
    const insert = (sequence: number) => (stores: Stores) =>
      insertRows(stores.db, 'auditEvents', [
        { id: 999_999, at: NOW, event: 'sign_in', siteId: SITE.id, sequence, hash: 'x' },
      ]);
    await attempt('inserted', insert(5), { problem: 'inserted', sequence: 5, eventId: 999_999 });
    await attempt('inserted as the last', insert(7), { problem: 'inserted', sequence: 7, eventId: 999_999 });
    await attempt('inserted as the first', insert(0), { problem: 'inserted', sequence: 0, eventId: 999_999 });
    const swap = async (stores: Stores, ids: number[]) => {
      const rows = await rowsOf(stores.db, 'auditEvents');
      const of = (n: number) => rows.find((row) => row.sequence === n);
      await edit(stores, { sequence: 5, hash: of(5)?.hash }, id(ids, 2));
      await edit(stores, { sequence: 2, hash: of(2)?.hash }, id(ids, 5));
    };
    await attempt('reordered', swap, { problem: 'changed', sequence: 2 });
  });

  t.test('retention deletes a chain from its beginning, and the rest still verifies [W44]', async (t) => {
    const stores = await node(t, false);
    await record(stores, 700, { at: NOW - 5 * DAY });
    await record(stores, 3);
    await record(stores, 2, { siteId: undefined, at: NOW - 5 * DAY });
    await sealed(stores);
    const expired = NOW - 2 * DAY;
    await stores.auditChains.prune(expired);
    t.ok((await rowsOf(stores.db, 'auditEvents')).length >= 205, 'at most 500 at a time');
    // A batch is as large as the speed of the machine permits.
    while ((await stores.auditChains.prune(expired)).isBusy);
    t.match(await verified(stores), [
      { chain: '', sequence: 2, verified: 0, fault: undefined },
      { chain: SITE.id, sequence: 703, verified: 3, fault: undefined },
    ]);
    t.equal((await rowsOf(stores.db, 'auditEvents')).length, 3);
    await record(stores, 1);
    await sealed(stores);
    t.match((await verified(stores))[1], { sequence: 704, verified: 4, fault: undefined });
    await edit(stores, 'delete', { sequence: 701 });
    t.match(await faultsOf(stores), [{ problem: 'missing', sequence: 701 }], 'what retention has not deleted');
  });

  t.test('two nodes that write and seal at the same time make one chain [E-49]', async (t) => {
    const [one, other] = await nodes(t, false);
    for (const round of times(8, (i) => i)) {
      await Promise.all([record(one, 15), record(other, 15), sealed(one), sealed(other)]);
      await Promise.all([sealed(one, LATER + round), sealed(other, LATER + round)]);
    }
    await sealed(one);
    t.match(await verified(other), [{ sequence: 240, verified: 240, fault: undefined }]);
    t.equal(await one.auditVerification.unsealed(LATER), 0);
  });
}
