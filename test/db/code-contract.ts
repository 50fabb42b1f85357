/** What the store of authorization codes promises on either engine. */
import type { Test } from 'tap';
import {
  allow,
  CONCURRENT,
  CONSENT,
  DAY,
  event,
  HOUR,
  issuedCode,
  issuedLike,
  NOW,
  newCode,
  newPair,
  person,
  rowsOf,
  SILENTLY,
  SITE,
  times,
  trues,
} from './fixtures.ts';
import type { NewNode, NewNodes } from './stores.ts';

export function codeContract(t: Test, node: NewNode, nodes: NewNodes): void {
  t.test('an authorization code comes back with its grant and the person it was issued for', async (t) => {
    const stores = await node(t);
    const code = await newCode(stores, { nonce: undefined, authTimeRequested: true, resourceSent: false });
    await allow(stores, code);
    t.equal(await stores.codes.issue(code, CONSENT, undefined, SILENTLY), true);
    t.strictSame(await stores.codes.find(code.id), issuedLike(code));
    t.equal(await stores.codes.find(code.id + 1), undefined);

    await stores.platform.add({
      createdAt: NOW,
      sites: [],
      people: [person('usr_2')],
      memberships: [{ personId: 'usr_2', siteId: SITE.id, role: 'instructor' }],
    });
    const other = await issuedCode(stores, { personId: 'usr_2' });
    t.match(other.grant, { personId: 'usr_2', role: 'instructor', isActive: true });
  });

  t.test('a grant is active only while its client, person, site and membership are active', async (t) => {
    const stores = await node(t);
    const { db, codes } = stores;
    const { grantId: id } = (await issuedCode(stores)).grant;
    const steps = {
      client: [db.tables.clients, { active: false }, { active: true }],
      person: [db.tables.people, { active: false }, { active: true }],
      site: [db.tables.sites, { active: false }, { active: true }],
      membership: [db.tables.memberships, { status: 'suspended' }, { status: 'active' }],
    } as const;
    for (const [name, [table, ended, back]] of Object.entries(steps)) {
      await db.atomically(db.write((q) => q.update(table as typeof db.tables.memberships).set(ended as object))());
      t.equal((await codes.find(id))?.grant.isActive, false, name);
      await db.atomically(db.write((q) => q.update(table as typeof db.tables.memberships).set(back as object))());
      t.equal((await codes.find(id))?.grant.isActive, true, `${name} back`);
    }
    await db.atomically(db.write((q) => q.delete(db.tables.memberships))());
    t.equal(await codes.find(id), undefined, 'a parent that is gone takes the grant with it');
  });

  t.test('of 50 concurrent redemptions of an authorization code over two nodes, one succeeds', async (t) => {
    const both = await nodes(t);
    for (const round of times(5, (i) => i)) {
      const code = await issuedCode(both[0]);
      const pairs = await Promise.all(times(CONCURRENT, (i) => newPair(both[i % 2 === 0 ? 0 : 1])));
      const won = await Promise.all(
        pairs.map((pair, i) => both[i % 2 === 0 ? 0 : 1].codes.redeem(code, pair, NOW + round)),
      );
      t.equal(trues(won), 1);
      const winner = pairs[won.indexOf(true)];
      const stored = (await rowsOf(both[0].db, 'tokens')).filter(({ grantId }) => grantId === code.grant.grantId);
      t.strictSame(stored.map(({ id }) => id).sort(), [winner?.access.id, winner?.refresh.id].sort());
      t.equal((await both[1].codes.find(code.grant.grantId))?.redeemedAt, NOW + round);
    }
  });

  t.test('an authorization code whose grant was revoked cannot be redeemed', async (t) => {
    const stores = await node(t);
    const code = await issuedCode(stores);
    await stores.tokens.revokeGrant(code.grant, 'person', NOW, event({ event: 'grant_revoked' }));
    t.equal(await stores.codes.redeem(code, await newPair(stores), NOW), false);
    t.equal((await rowsOf(stores.db, 'tokens')).length, 0);
  });

  t.test('an authorization code found expired stays expired, whatever the clock shows afterwards', async (t) => {
    const stores = await node(t);
    const code = await issuedCode(stores);
    await stores.codes.expire(code, NOW + DAY);
    t.equal((await stores.codes.find(code.grant.grantId))?.grant.grantRevokedAt, NOW + DAY);
    t.equal(await stores.codes.redeem(code, await newPair(stores), NOW), false);
  });

  t.test('redeeming a code records the use of its client, at most once a day', async (t) => {
    const stores = await node(t);
    const { clients, codes } = stores;
    const redeemAt = async (now: number): Promise<number | undefined> => {
      await codes.redeem(await issuedCode(stores), await newPair(stores), now);
      return (await clients.find('c_1'))?.lastUsedAt;
    };
    t.equal(await redeemAt(NOW), NOW);
    t.equal(await redeemAt(NOW + HOUR), NOW);
    t.equal(await redeemAt(NOW + DAY + 1), NOW + DAY + 1);
  });
}
