/** What is read from memory on SQLite: the next lookup sees every change, whoever made it. */
import { eq } from 'drizzle-orm';
import type { Test } from 'tap';
import { required, type Step, type Values } from '../../db/engine/engine.ts';
import { hashCredential } from '../../schema/credential.ts';
import { withStatements } from '../support/statements.ts';
import { insertRows, issuedRefreshToken, NOW } from './fixtures.ts';
import type { NewNodes, Stores } from './stores.ts';

type TableName = 'tokens' | 'grants' | 'clients' | 'people' | 'sites' | 'memberships';

const updating = ({ db }: Stores, table: TableName, values: Values): Step =>
  db.write((q) => q.update(db.tables[table]).set(values))();
const deleting = ({ db }: Stores, table: TableName): Step => db.write((q) => q.delete(db.tables[table]))();

/** Everything that a token depends on, with what becomes of its row. */
const CHANGES: readonly [TableName, Values, object][] = [
  ['tokens', { scope: 'openid' }, { scopes: ['openid'] }],
  ['tokens', { hash: hashCredential('another') }, { hash: hashCredential('another') }],
  ['tokens', { issuedAt: 7 }, { issuedAt: 7 }],
  ['tokens', { expiresAt: 8 }, { expiresAt: 8 }],
  ['tokens', { revokedAt: 9 }, { revokedAt: 9 }],
  ['grants', { audience: 'https://other.example' }, { grant: { audience: 'https://other.example' } }],
  ['grants', { expiresAt: 10 }, { grant: { grantExpiresAt: 10 } }],
  ['grants', { revokedAt: 11, revokedBy: 'client' }, { grant: { grantRevokedAt: 11 } }],
  ['grants', { authenticatedBy: 'passkey' }, { grant: { authenticatedBy: 'passkey' } }],
  ['clients', { scope: 'email' }, { grant: { clientScope: 'email' } }],
  ['clients', { active: false }, { grant: { isActive: false } }],
  ['clients', { active: true }, { grant: { isActive: true } }],
  ['people', { active: false }, { grant: { isActive: false } }],
  ['people', { active: true }, { grant: { isActive: true } }],
  ['people', { email: 'new@riverside.example' }, { grant: { email: 'new@riverside.example' } }],
  ['sites', { active: false }, { grant: { isActive: false } }],
  ['sites', { active: true }, { grant: { isActive: true } }],
  ['sites', { secondFactorFor: 'operators' }, { grant: { secondFactorFor: 'operators' } }],
  ['sites', { staffScope: 'courses:read' }, { grant: { staffScope: 'courses:read' } }],
  ['sites', { staffScope: null }, { grant: { staffScope: null } }],
  ['memberships', { status: 'suspended' }, { grant: { isActive: false } }],
  ['memberships', { status: 'active' }, { grant: { isActive: true } }],
  ['memberships', { role: 'staff' }, { grant: { role: 'staff' } }],
];

export function keptReadsContract(t: Test, nodes: NewNodes): void {
  t.test('a lookup sees every change of what its token depends on, made by any node, and no undone one', async (t) => {
    for (const changing of [0, 1]) {
      const both = await nodes(t);
      const stores = both[changing] as Stores;
      const { access } = await issuedRefreshToken(both[0]);
      const find = () => Promise.all(both.map(({ tokens }) => tokens.findAccess(access.id)));
      const none = stores.db.write((q) =>
        q.delete(stores.db.tables.consents).where(eq(stores.db.tables.consents.siteId, '-')),
      )();
      for (const [table, values, seen] of CHANGES) {
        const what = `${table} ${JSON.stringify(values)}, by node ${changing}`;
        const before = await find();
        t.equal(await stores.db.atomically(updating(stores, table, values), required(none)), false, what);
        t.strictSame(await find(), before, `${what}: undone`);
        await stores.db.atomically(updating(stores, table, values));
        t.match(await find(), [seen, seen], what);
      }
      for (const table of ['memberships', 'tokens'] as const) {
        const rows = await stores.db.many((q) => q.select().from(stores.db.tables[table]))();
        t.notSame(await find(), [undefined, undefined]);
        await stores.db.atomically(deleting(stores, table));
        t.strictSame(await find(), [undefined, undefined], `${table}: deleted`);
        await insertRows(stores.db, table, rows);
        t.match(await find(), [{ id: access.id }, { id: access.id }], `${table}: there again`);
      }
    }
  });

  t.test('a change of one token leaves the others as they are', async (t) => {
    const both = await nodes(t);
    const [first, second] = [await issuedRefreshToken(both[0]), await issuedRefreshToken(both[0])];
    const find = () =>
      Promise.all(both.flatMap(({ tokens }) => [first, second].map(({ access }) => tokens.findAccess(access.id))));
    const dead = { revokedAt: NOW };
    const alive = { revokedAt: null };
    t.match(await find(), [alive, alive, alive, alive]);
    await both[0].tokens.expire(first.access.id, NOW);
    t.match(await find(), [dead, alive, dead, alive]);
    await both[1].tokens.expire(second.access.id, NOW);
    t.match(await find(), [dead, dead, dead, dead]);
  });

  t.test('a change of one grant is seen at its own token, and leaves those of other grants in memory', async (t) => {
    const [stores] = await nodes(t);
    const { db, tokens } = stores;
    const [first, second] = [await issuedRefreshToken(stores), await issuedRefreshToken(stores)];
    const find = () => Promise.all([first, second].map(({ access }) => tokens.findAccess(access.id)));
    const { grantId } = first.token.grant;
    const ofFirst = eq(db.tables.grants.id, grantId);
    const once = db.engine === 'sqlite' ? 1 : 2;
    const alive = { grant: { grantRevokedAt: null } };
    t.match(await find(), [alive, alive]);
    for (const [change, seen, reads] of [
      [db.write((q) => q.update(db.tables.grants).set({ revokedAt: NOW }).where(ofFirst)), NOW, once],
      [db.write((q) => q.update(db.tables.grants).set({ revokedAt: null }).where(ofFirst)), null, once],
      // A token that is not found is not kept.
      [db.write((q) => q.delete(db.tables.grants).where(ofFirst)), undefined, once],
    ] as const) {
      await db.atomically(change());
      const [found, statements] = await withStatements(find);
      t.equal(found[0]?.grant.grantRevokedAt, seen);
      t.match(found[1], alive);
      t.equal(statements.length, reads);
    }
  });

  t.test('what a client proves itself with is what is stored now', async (t) => {
    const both = await nodes(t);
    const find = () => Promise.all(both.map(({ clients }) => clients.findCredentials('c_1', NOW)));
    t.match(await find(), [{ active: true }, { active: true }]);
    for (const [changing, { clients }] of both.entries()) {
      const hash = hashCredential(`secret ${changing}`);
      await clients.replaceSecret('c_1', hash);
      t.strictSame(
        (await find()).map((found) => found?.secretHashes),
        [[hash], [hash]],
      );
    }
    await both[1].db.atomically(updating(both[1], 'clients', { active: false, mayIntrospect: true }));
    const changed = { active: false, mayIntrospect: true };
    t.match(await find(), [changed, changed]);
  });
}
