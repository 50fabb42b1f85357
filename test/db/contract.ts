/** What every store promises, whatever the engine: run once on SQLite and once on PostgreSQL. */
import { getTableColumns, type Table } from 'drizzle-orm';
import type { Test } from 'tap';
import type { Database, Values } from '../../db/engine.ts';
import { keySequence } from '../../db/key-sequence.ts';
import { RETENTION } from '../../db/stores/purge.ts';
import type { NewCode } from '../../schema/approval.ts';
import { hashCredential } from '../../schema/credential.ts';
import type { GrantedScopes } from '../../schema/scope.ts';
import type { ThrottleRule } from '../../schema/throttle.ts';
import type { AuthorizationCode } from '../../schema/token.ts';
import { accountContract } from './account-contract.ts';
import { analyticsContract } from './analytics-contract.ts';
import { auditLogContract } from './audit-log-contract.ts';
import { connectionsContract } from './connections-contract.ts';
import {
  addPlatform,
  contentsOf,
  DAY,
  event,
  HOUR,
  insertRows,
  issuedCode,
  issuedRefreshToken,
  MINUTE,
  NOW,
  newClient,
  newCode,
  newPair,
  newToken,
  openRequest,
  person,
  rowsOf,
  SCOPES,
  SITE,
  type Stores,
  storesOf,
  times,
} from './fixtures.ts';
import { learningContract } from './learning-contract.ts';
import { mailLinkContract } from './mail-link-contract.ts';
import { metadataClientContract } from './metadata-client-contract.ts';
import { placesContract } from './places-contract.ts';
import { recordsContract } from './records-contract.ts';
import { salesContract } from './sales-contract.ts';
import { siteApplicationContract } from './site-application-contract.ts';
import { taughtContract } from './taught-contract.ts';

/** Opens one and the same store, each time as another process would. */
export type OpenStore = () => Promise<Database>;

const CONCURRENT = 50;

const trues = (results: readonly boolean[]): number => results.filter(Boolean).length;
const eventsOf = async (db: Database): Promise<unknown[]> =>
  (await rowsOf(db, 'auditEvents')).map(({ event }) => event).sort();

/**
 * @param newStore makes an empty store
 */
export function storeContract(t: Test, newStore: () => Promise<OpenStore>): void {
  /** Stores on two handles, as two nodes have them. */
  async function nodes(t: Test, platform = true): Promise<[Stores, Stores]> {
    const open = await newStore();
    const databases = [await open(), await open()] as const;
    t.teardown(() => Promise.all(databases.map((db) => db.close())));
    const stores: [Stores, Stores] = [storesOf(databases[0]), storesOf(databases[1])];
    if (platform) await addPlatform(stores[0]);
    return stores;
  }

  async function node(t: Test, platform = true): Promise<Stores> {
    const db = await (await newStore())();
    t.teardown(() => db.close());
    const stores = storesOf(db);
    if (platform) await addPlatform(stores);
    return stores;
  }

  columns(t, node);
  units(t, nodes);
  clients(t, node);
  metadataClientContract(t, node, nodes);
  codes(t, node, nodes);
  tokens(t, node, nodes);
  peopleAndSessions(t, node);
  operation(t, node, nodes);
  throttling(t, node, nodes);
  purging(t, node);
  accountContract(t, node, nodes);
  auditLogContract(t, node);
  analyticsContract(t, node);
  placesContract(t, nodes);
  recordsContract(t, node, nodes);
  salesContract(t, node, nodes);
  siteApplicationContract(t, node, nodes);
  learningContract(t, node, nodes);
  connectionsContract(t, node, nodes);
  mailLinkContract(t, nodes);
  taughtContract(t, node, nodes);
}

type Node = (t: Test, platform?: boolean) => Promise<Stores>;
type Nodes = (t: Test, platform?: boolean) => Promise<[Stores, Stores]>;

/** The largest value of each kind that a row may have to carry. */
function extremeOf(dataType: string, n: number): unknown {
  switch (dataType) {
    case 'number':
      return Number.MAX_SAFE_INTEGER - n;
    case 'boolean':
      return n % 2 === 0;
    case 'string':
      return `Ünïcode 🎻 \u2028 "quoted" 'single' \\ % ; -- ${n}`;
    case 'json':
      return { text: 'ü"\\\n', list: ['a', 'b'], nested: { null: null, yes: true, number: 1.5 }, n };
    default:
      return Buffer.from([n, ...times(256, (byte) => byte)]);
  }
}

function columns(t: Test, node: Node): void {
  t.test('structure §7: every column of every table gives back what was put in', async (t) => {
    const { db } = await node(t, false);
    for (const name of Object.keys(db.tables) as (keyof Database['tables'])[]) {
      const columns = Object.entries(getTableColumns(db.tables[name] as Table));
      const row = (n: number, nulls: boolean): Values =>
        Object.fromEntries(
          columns.map(([key, column]) => [
            key,
            nulls && !column.notNull && !column.primary ? null : extremeOf(column.dataType, n),
          ]),
        );
      const rows = [row(1, false), row(2, true)];
      await insertRows(db, name, rows);
      const byNumber = (a: Values, b: Values): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
      t.strictSame((await rowsOf(db, name)).sort(byNumber), rows.sort(byNumber), name);
    }
  });
}

function units(t: Test, nodes: Nodes): void {
  t.test('structure §7: a unit whose required step touches no row leaves nothing', async (t) => {
    const [{ db, codes, tokens, ...stores }] = await nodes(t);
    const before = await contentsOf(db);
    const pair = await newPair({ tokens });
    const code = await newCode({ codes });
    t.equal(await codes.redeem(issuedLike({ ...code, id: 999_999_999 }), pair, NOW), false);
    t.equal(await codes.issue(code, NOW, 'no-such-request'), false);
    t.equal(
      await codes.approve(code, { requestId: 'no-such-request', asked: SCOPES, granted: SCOPES, event: event() }),
      false,
    );
    t.equal(await codes.deny('no-such-request', event()), false);
    t.equal(
      await stores.setup.complete(hashCredential('none'), person('usr_2'), { ...SITE, id: 's2', slug: 's2' }, event()),
      false,
    );
    await tokens.revoke(999_999_999, NOW, event());
    t.strictSame(await contentsOf(db), before);
  });

  t.test('structure §7: a unit that breaks a constraint in its last step leaves nothing', async (t) => {
    const [stores, other] = await nodes(t);
    const { db } = stores;
    const code = await issuedCode(stores);
    const first = await newPair(stores);
    await stores.codes.redeem(code, first, NOW);
    const unredeemed = await issuedCode(stores);
    const before = await contentsOf(db);
    // The token ids are taken, so the insert after the update fails.
    await t.rejects(stores.codes.redeem(unredeemed, first, NOW));
    await t.rejects(
      stores.clients.create(newClient('c_1', { name: 'Impostor' }), event({ event: 'client_registered' })),
      'an id that is taken',
    );
    const token = await stores.tokens.find(first.refresh.id);
    if (token !== undefined) await t.rejects(stores.tokens.rotate(token, first, Buffer.from('copy'), NOW));
    t.strictSame(await contentsOf(db), before);
    t.equal(await other.codes.redeem(unredeemed, await newPair(other), NOW), true, 'and a retry works');
  });

  t.test('structure §7: units submitted together fail alone', async (t) => {
    const [stores] = await nodes(t);
    const taken = await issuedRefreshToken(stores);
    const good = await Promise.all(times(10, () => issuedCode(stores)));
    const bad = await issuedCode(stores);
    const pairs = await Promise.all(good.map(() => newPair(stores)));
    const doomed = { access: taken.access, refresh: taken.access };
    const redemptions = good.map((code, i) => () => stores.codes.redeem(code, pairs[i] ?? doomed, NOW));
    redemptions.splice(5, 0, () => stores.codes.redeem(bad, doomed, NOW));
    const results = await Promise.allSettled(redemptions.map((redeem) => redeem()));
    t.strictSame(
      results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed')),
      [...times(5, () => true), 'failed', ...times(5, () => true)],
    );
    t.equal((await stores.codes.find(bad.standing.grantId))?.redeemedAt, null);
    t.equal((await rowsOf(stores.db, 'tokens')).length, 22);
  });

  t.test('structure §7: what is answered is there for every other node', async (t) => {
    const [one, two] = await nodes(t);
    for (const round of times(20, (i) => i)) {
      const [writer, reader] = round % 2 === 0 ? [one, two] : [two, one];
      const code = await issuedCode(writer);
      t.equal(await reader.codes.redeem(code, await newPair(reader), NOW), true);
      t.equal((await writer.codes.find(code.standing.grantId))?.redeemedAt, NOW);
    }
  });

  t.test('structure §7: key blocks never collide, over two nodes and restarts', async (t) => {
    const [one, two] = await nodes(t, false);
    const started = [one.db, two.db, one.db].map((db) => keySequence(db, 'probe'));
    const keys = (await Promise.all(times(3000, () => Promise.all(started.map((next) => next()))))).flat();
    t.equal(new Set(keys).size, 9000);
    t.ok(keys.every((key) => Number.isSafeInteger(key) && key > 0));
    for (const next of started) {
      const [a, b] = [await next(), await next()];
      t.ok(b > a, 'they grow');
      t.notOk(keys.includes(a));
    }
    t.equal(await keySequence(one.db, 'another')(), 1, 'each sequence counts for itself');
  });
}

/** What `codes.find` answers for a code of `newCode`. */
const issuedLike = (code: NewCode): AuthorizationCode => ({
  hash: code.hash,
  expiresAt: code.expiresAt,
  redeemedAt: null,
  redirectUri: code.redirectUri,
  scopes: code.scopes,
  resourceSent: code.resourceSent,
  codeChallenge: code.codeChallenge,
  nonce: code.nonce ?? null,
  authenticatedAt: code.authenticatedAt,
  authTimeRequested: code.authTimeRequested,
  standing: {
    grantId: code.id,
    clientId: code.clientId,
    personId: code.personId,
    siteId: code.siteId,
    audience: code.audience,
    grantExpiresAt: code.grantExpiresAt,
    grantRevokedAt: null,
    email: 'usr_1@Riverside.example',
    role: 'member',
    inGoodStanding: true,
    clientScope: SCOPES.join(' '),
  },
});

function clients(t: Test, node: Node): void {
  t.test('structure §7: clients come back as their kind, with every field', async (t) => {
    const { clients, db } = await node(t);
    const expected = {
      id: 'c_1',
      name: 'Portal',
      authMethod: 'client_secret_post',
      redirectUris: ['https://portal.example/callback', 'https://portal.example/"quoted"?a=ü'],
      postLogoutRedirectUris: [],
      scopes: SCOPES,
      defaultScope: undefined,
      active: true,
      createdAt: NOW,
      lastUsedAt: undefined,
      origin: 'site_application',
      siteId: SITE.id,
      redirectUrisChangedAt: undefined,
    };
    const credentials = {
      id: 'c_1',
      origin: 'site_application',
      authMethod: 'client_secret_post',
      secretHashes: [hashCredential('secret')],
      active: true,
      siteId: SITE.id,
      mayIntrospect: false,
    };
    t.strictSame(await clients.findCredentials('c_1', NOW), credentials);
    t.equal(await clients.findCredentials('c_2', NOW), undefined);
    t.strictSame(await clients.find('c_1'), expected);
    t.strictSame(await clients.ofSite(SITE.id), [expected]);
    t.strictSame(await clients.ofSite('another'), []);
    t.equal(await clients.find('c_2'), undefined);

    const { siteId: _, secretHash: _secret, ...shared } = newClient('c_2');
    await clients.create(
      { ...shared, origin: 'registered', authMethod: 'none', defaultScope: 'openid', createdAt: 2 ** 53 - 1 },
      event({
        event: 'client_registered',
        clientId: 'c_2',
        ip: '::1',
        userAgent: 'tool/1',
        requestId: 'r',
        target: 't',
      }),
    );
    const registered = await clients.find('c_2');
    t.match(registered, { origin: 'registered', defaultScope: 'openid', createdAt: 2 ** 53 - 1 });
    t.notOk(registered && 'siteId' in registered);
    t.match(
      (await rowsOf(db, 'auditEvents')).find(({ clientId }) => clientId === 'c_2'),
      {
        event: 'client_registered',
        at: NOW,
        siteId: null,
        personId: null,
        ip: '::1',
        userAgent: 'tool/1',
        requestId: 'r',
      },
    );

    t.match(await clients.findCredentials('c_2', NOW), { authMethod: 'none', secretHashes: [], siteId: undefined });

    await clients.replaceSecret('c_1', hashCredential('new'));
    t.strictSame(await clients.findCredentials('c_1', NOW), { ...credentials, secretHashes: [hashCredential('new')] });
  });

  t.test('structure §7: vendor presets follow the configuration and keep what people did with them', async (t) => {
    const stores = await node(t);
    const { clients } = stores;
    const vendor = (key: string, name: string) => {
      const { siteId: _, secretHash: _secret, ...shared } = newClient(`c_vendor_${key}`, { name });
      return { ...shared, origin: 'vendor' as const, authMethod: 'none' as const };
    };
    await clients.presetVendors([vendor('a', 'Alpha'), vendor('b', 'Beta')]);
    await issuedRefreshToken(stores, { clientId: 'c_vendor_a' });
    await clients.presetVendors([
      { ...vendor('a', 'Alpha 2'), redirectUris: ['https://a.example/2'], createdAt: NOW + 1 },
    ]);
    t.match(await clients.find('c_vendor_a'), {
      name: 'Alpha 2',
      redirectUris: ['https://a.example/2'],
      active: true,
      createdAt: NOW,
      lastUsedAt: NOW,
    });
    t.match(await clients.find('c_vendor_b'), { active: false }, 'a preset that is gone is switched off');
    t.match(await clients.find('c_1'), { active: true, name: 'Portal' }, 'a client of a school is left alone');
    await clients.presetVendors([vendor('a', 'Alpha'), vendor('b', 'Beta')]);
    t.match(await clients.find('c_vendor_b'), { active: true }, 'and comes back');
  });
}

function codes(t: Test, node: Node, nodes: Nodes): void {
  t.test('structure §7: a code comes back with its grant, its subject and its standing', async (t) => {
    const stores = await node(t);
    const code = await newCode(stores, { nonce: undefined, authTimeRequested: true, resourceSent: false });
    t.equal(await stores.codes.issue(code, NOW, undefined), true);
    t.strictSame(await stores.codes.find(code.id), issuedLike(code));
    t.equal(await stores.codes.find(code.id + 1), undefined);

    await stores.platform.add({
      createdAt: NOW,
      sites: [],
      people: [person('usr_2')],
      memberships: [{ personId: 'usr_2', siteId: SITE.id, role: 'instructor' }],
    });
    const other = await issuedCode(stores, { personId: 'usr_2' });
    t.match(other.standing, { personId: 'usr_2', role: 'instructor', inGoodStanding: true });
  });

  t.test('structure §7: whatever a grant hangs on ends its standing when it ends', async (t) => {
    const stores = await node(t);
    const { db, codes } = stores;
    const { grantId: id } = (await issuedCode(stores)).standing;
    const steps = {
      client: [db.tables.clients, { active: false }, { active: true }],
      person: [db.tables.people, { active: false }, { active: true }],
      site: [db.tables.sites, { active: false }, { active: true }],
      membership: [db.tables.memberships, { status: 'suspended' }, { status: 'active' }],
    } as const;
    for (const [name, [table, ended, back]] of Object.entries(steps)) {
      await db.atomically(db.write((q) => q.update(table as typeof db.tables.memberships).set(ended as object))({}));
      t.equal((await codes.find(id))?.standing.inGoodStanding, false, name);
      await db.atomically(db.write((q) => q.update(table as typeof db.tables.memberships).set(back as object))({}));
      t.equal((await codes.find(id))?.standing.inGoodStanding, true, `${name} back`);
    }
    await db.atomically(db.write((q) => q.delete(db.tables.memberships))({}));
    t.equal(await codes.find(id), undefined, 'a parent that is gone takes the grant with it');
  });

  t.test('structure §7: approving remembers consent, code and event together; nothing happens twice', async (t) => {
    const stores = await node(t);
    const { codes, consents, db, authorizationRequests } = stores;
    await openRequest(stores, 'req_1');
    const granted = SCOPES.slice(0, 1);
    const code = await newCode(stores);
    const decision = { requestId: 'req_1', asked: SCOPES, granted, event: event({ personId: 'usr_1' }) };
    t.equal(await codes.approve(code, decision), true);
    const key = { personId: 'usr_1', siteId: SITE.id, clientId: 'c_1' };
    t.strictSame(await consents.find(key), { asked: SCOPES, granted, decidedAt: NOW, lastUsedAt: NOW });
    t.equal((await authorizationRequests.find('req_1'))?.outcome, 'approved');
    t.ok(await codes.find(code.id));
    t.strictSame(await eventsOf(db), ['client_created', 'consent_given']);

    const before = await contentsOf(db);
    t.equal(await codes.approve(await newCode(stores), { ...decision, granted: SCOPES }), false, 'the Back button');
    t.equal(await codes.deny('req_1', event({ event: 'consent_denied' })), false);
    t.equal(await codes.issue(await newCode(stores), 0, 'req_1'), false);
    await authorizationRequests.chooseSite('req_1', 'elsewhere');
    await authorizationRequests.confirmAccount('req_1', 'ses');
    t.strictSame(await contentsOf(db), before);

    await openRequest(stores, 'req_2');
    const later = await newCode(stores, { issuedAt: NOW + DAY });
    await codes.approve(later, { ...decision, requestId: 'req_2', granted: SCOPES });
    t.strictSame(
      await consents.find(key),
      { asked: SCOPES, granted: SCOPES, decidedAt: NOW + DAY, lastUsedAt: NOW + DAY },
      'the last word',
    );
  });

  t.test('structure §7: a remembered consent is renewed once a day', async (t) => {
    const stores = await node(t);
    const { codes, consents } = stores;
    await openRequest(stores, 'req_1');
    await codes.approve(await newCode(stores), { requestId: 'req_1', asked: SCOPES, granted: SCOPES, event: event() });
    const key = { personId: 'usr_1', siteId: SITE.id, clientId: 'c_1' };
    await codes.issue(await newCode(stores, { issuedAt: NOW + HOUR }), NOW, undefined);
    t.equal((await consents.find(key))?.lastUsedAt, NOW);
    await codes.issue(await newCode(stores, { issuedAt: NOW + DAY + HOUR }), NOW, undefined);
    t.equal((await consents.find(key))?.lastUsedAt, NOW + DAY + HOUR);
  });

  t.test('structure §7: of 50 concurrent redemptions over two nodes one wins', async (t) => {
    const both = await nodes(t);
    for (const round of times(5, (i) => i)) {
      const code = await issuedCode(both[0]);
      const pairs = await Promise.all(times(CONCURRENT, (i) => newPair(both[i % 2 === 0 ? 0 : 1])));
      const won = await Promise.all(
        pairs.map((pair, i) => both[i % 2 === 0 ? 0 : 1].codes.redeem(code, pair, NOW + round)),
      );
      t.equal(trues(won), 1);
      const winner = pairs[won.indexOf(true)];
      const stored = (await rowsOf(both[0].db, 'tokens')).filter(({ grantId }) => grantId === code.standing.grantId);
      t.strictSame(stored.map(({ id }) => id).sort(), [winner?.access.id, winner?.refresh.id].sort());
      t.equal((await both[1].codes.find(code.standing.grantId))?.redeemedAt, NOW + round);
    }
  });

  t.test('structure §7: a code whose grant was revoked is not redeemed', async (t) => {
    const stores = await node(t);
    const code = await issuedCode(stores);
    await stores.tokens.revokeGrant(code.standing, 'person', NOW, event({ event: 'grant_revoked' }));
    t.equal(await stores.codes.redeem(code, await newPair(stores), NOW), false);
    t.equal((await rowsOf(stores.db, 'tokens')).length, 0);
  });

  t.test('structure §7: of 50 concurrent answers to a request over two nodes one counts', async (t) => {
    const both = await nodes(t);
    for (const round of times(5, (i) => i)) {
      const requestId = `req_${round}`;
      await openRequest(both[0], requestId);
      const prepared = await Promise.all(times(CONCURRENT, (i) => newCode(both[i % 2 === 0 ? 0 : 1])));
      const answers = await Promise.all(
        prepared.map((code, i) => {
          const { codes } = both[i % 2 === 0 ? 0 : 1];
          if (i % 3 === 0) return codes.deny(requestId, event({ event: 'consent_denied' }));
          if (i % 3 === 1) return codes.issue(code, NOW, requestId);
          return codes.approve(code, { requestId, asked: SCOPES, granted: SCOPES, event: event() });
        }),
      );
      t.equal(trues(answers), 1);
      const winner = answers.indexOf(true);
      t.equal((await both[0].authorizationRequests.find(requestId))?.outcome, winner % 3 === 0 ? 'denied' : 'approved');
      const codesMade = (await rowsOf(both[0].db, 'grants')).filter(({ id }) =>
        prepared.some((code) => code.id === id),
      );
      t.equal(codesMade.length, winner % 3 === 0 ? 0 : 1);
    }
  });

  t.test('structure §7: redeeming notes that the client is used, once a day', async (t) => {
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

function tokens(t: Test, node: Node, nodes: Nodes): void {
  t.test('structure §7: tokens come back with their grant; rotation leaves a trail of one step', async (t) => {
    const stores = await node(t);
    const { tokens } = stores;
    const { token, access } = await issuedRefreshToken(stores);
    t.match(token, {
      kind: 'refresh',
      scopes: SCOPES,
      issuedAt: NOW,
      expiresAt: NOW + 30 * DAY,
      revokedAt: null,
      rotatedAt: null,
      successorId: null,
      standing: { clientId: 'c_1', personId: 'usr_1', role: 'member', grantRevokedAt: null, inGoodStanding: true },
    });
    t.equal(await tokens.findUnusedSuccessor(token), undefined);
    t.strictSame(token.hash, hashCredential(`token ${token.id}`));
    t.match(await tokens.find(access.id), { kind: 'access', expiresAt: NOW + HOUR, standing: token.standing });
    t.equal(await tokens.find(999_999), undefined);

    const second = await newPair(stores, NOW + 1);
    const copy = Buffer.from([0, 255, 128, 39]);
    t.equal(await tokens.rotate(token, second, copy, NOW + 1), true);
    const rotated = await tokens.find(token.id);
    t.match(rotated, { rotatedAt: NOW + 1, successorId: second.refresh.id });
    t.strictSame(rotated && (await tokens.findUnusedSuccessor(rotated)), { graceCopy: copy });
    t.equal(await tokens.rotate(token, await newPair(stores), copy, NOW + 2), false, 'a second time');

    const current = await tokens.find(second.refresh.id);
    if (current !== undefined) await tokens.rotate(current, await newPair(stores), copy, NOW + 2);
    t.equal(rotated && (await tokens.findUnusedSuccessor(rotated)), undefined, 'the successor was used in turn');
  });

  t.test('structure §7: of 50 concurrent rotations over two nodes one wins', async (t) => {
    const both = await nodes(t);
    for (const round of times(5, (i) => i)) {
      const { token } = await issuedRefreshToken(both[0]);
      const pairs = await Promise.all(times(CONCURRENT, (i) => newPair(both[i % 2 === 0 ? 0 : 1])));
      const copies = times(CONCURRENT, (i) => Buffer.from(`copy ${i}`));
      const won = await Promise.all(
        pairs.map((pair, i) =>
          both[i % 2 === 0 ? 0 : 1].tokens.rotate(token, pair, copies[i] ?? Buffer.alloc(0), NOW + round),
        ),
      );
      t.equal(trues(won), 1);
      const winner = won.indexOf(true);
      const rows = (await rowsOf(both[1].db, 'tokens')).filter(({ grantId }) => grantId === token.standing.grantId);
      t.equal(rows.length, 4, 'one more pair');
      const successorId = pairs[winner]?.refresh.id;
      t.match(
        rows.find(({ id }) => id === token.id),
        { rotatedAt: NOW + round, successorId },
      );
      t.strictSame(rows.find(({ id }) => id === successorId)?.graceCopy, copies[winner]);
    }
  });

  t.test('structure §7: rotating and revoking at once never leaves a live token', async (t) => {
    const both = await nodes(t);
    for (const round of times(10, (i) => i)) {
      const { token } = await issuedRefreshToken(both[0]);
      const pair = await newPair(both[1]);
      const rotation = () => both[1].tokens.rotate(token, pair, Buffer.from('copy'), NOW);
      const revocation = () =>
        both[0].tokens.revokeGrant(token.standing, 'client', NOW, event({ event: 'grant_revoked' }));
      await Promise.all(round % 2 === 0 ? [rotation(), revocation()] : [revocation(), rotation()]);
      for (const id of [token.id, pair.refresh.id, pair.access.id]) {
        const found = await both[0].tokens.find(id);
        if (found !== undefined) t.equal(found.standing.grantRevokedAt, NOW);
      }
    }
  });

  t.test(
    'structure §7: rotations tell within two days, as the purge assumes, when a grant and its client were last used',
    async (t) => {
      const stores = await node(t);
      const { tokens, clients, db } = stores;
      for (const [name, interval] of Object.entries({
        'every hour': HOUR,
        'every 20 hours': 20 * HOUR,
        weekly: 7 * DAY,
      })) {
        let { token } = await issuedRefreshToken(stores);
        for (let now = NOW + interval; now < NOW + 21 * DAY; now += interval) {
          const pair = await newPair(stores, now);
          await tokens.rotate(token, pair, Buffer.from('copy'), now);
          token = (await tokens.find(pair.refresh.id)) ?? token;
          const grant = (await rowsOf(db, 'grants')).find(({ id }) => id === token.standing.grantId);
          const known = [Number(grant?.lastUsedAt), (await clients.find('c_1'))?.lastUsedAt ?? 0];
          if (known.some((time) => time < now - 2 * DAY)) return t.fail(`${name}: ${now} ${known}`);
        }
        t.pass(name);
      }
    },
  );

  t.test('structure §7: revoking ends one token, or the grant with the consent behind it, once', async (t) => {
    const stores = await node(t);
    const { tokens, consents, codes, db } = stores;
    await openRequest(stores, 'req_1');
    const code = await newCode(stores);
    await codes.approve(code, { requestId: 'req_1', asked: SCOPES, granted: SCOPES, event: event() });
    const issued = await codes.find(code.id);
    const pair = await newPair(stores);
    if (issued !== undefined) await codes.redeem(issued, pair, NOW);

    await tokens.revoke(pair.access.id, NOW + 1, event({ event: 'token_revoked' }));
    await tokens.revoke(pair.access.id, NOW + 2, event({ event: 'token_revoked' }));
    t.equal((await tokens.find(pair.access.id))?.revokedAt, NOW + 1);
    t.match(await tokens.find(pair.refresh.id), { revokedAt: null, standing: { grantRevokedAt: null } });

    const extra = await newToken(stores, HOUR);
    await tokens.addAccess(code.id, extra);
    t.match(await tokens.find(extra.id), { kind: 'access', standing: { grantId: code.id } });

    const refreshToken = await tokens.find(pair.refresh.id);
    const endings = times(CONCURRENT, (i) =>
      refreshToken === undefined
        ? Promise.reject(new Error('no token'))
        : tokens.revokeGrant(refreshToken.standing, 'refresh_reuse', NOW + i, event({ event: 'refresh_reuse' })),
    );
    await Promise.all(endings);
    // Over several connections whichever call commits first, and only that one.
    const revokedAt = (await tokens.find(extra.id))?.standing.grantRevokedAt;
    t.ok(
      endings.some((_, i) => revokedAt === NOW + i),
      'one call counts',
    );
    t.equal((await rowsOf(db, 'grants'))[0]?.revokedBy, 'refresh_reuse');
    t.equal(await consents.find({ personId: 'usr_1', siteId: SITE.id, clientId: 'c_1' }), undefined);
    t.strictSame(await eventsOf(db), ['client_created', 'consent_given', 'refresh_reuse', 'token_revoked']);
  });
}

function peopleAndSessions(t: Test, node: Node): void {
  t.test('structure §7: people are found by e-mail, with their places at open schools', async (t) => {
    const { people, platform, db } = await node(t);
    t.match(await people.findByEmail('usr_1@riverside.example'), {
      id: 'usr_1',
      email: 'usr_1@Riverside.example',
      name: 'Ána 🎻 O’Neill',
      passwordHash: null,
      emailVerified: true,
      active: true,
    });
    t.equal(await people.findByEmail('nobody@riverside.example'), undefined);
    await people.setPassword('usr_1', '$argon2id$x');
    t.equal((await people.findByEmail('usr_1@riverside.example'))?.passwordHash, '$argon2id$x');

    await platform.add({
      createdAt: NOW,
      sites: [
        { id: 'site_2', slug: 'abbey', name: 'Abbey' },
        { id: 'site_3', slug: 'closed', name: 'Closed' },
        { id: 'site_4', slug: 'former', name: 'Former' },
      ],
      people: [],
      memberships: [
        { personId: 'usr_1', siteId: 'site_2', role: 'admin' },
        { personId: 'usr_1', siteId: 'site_3', role: 'owner' },
      ],
    });
    await insertRows(db, 'memberships', [
      { personId: 'usr_1', siteId: 'site_4', role: 'owner', status: 'suspended', joinedAt: NOW },
    ]);
    await db.atomically(db.write((q) => q.update(db.tables.sites).set({ active: false }))({}));
    t.strictSame(await people.membershipsOf('usr_1'), []);
    await db.atomically(db.write((q) => q.update(db.tables.sites).set({ active: true }))({}));
    t.strictSame(
      (await people.membershipsOf('usr_1')).map(({ siteName, role }) => `${siteName}: ${role}`),
      ['Abbey: admin', 'Closed: owner', 'Riverside Academy: member'],
    );
    t.equal(await people.siteName('site_2'), 'Abbey');
    t.equal(await people.siteName('nowhere'), undefined);

    const profile = { emailVerified: true, name: 'Ána 🎻 O’Neill', enrolled: true };
    t.strictSame(await people.requireProfile({ personId: 'usr_1', siteId: SITE.id }), profile);
    t.strictSame(await people.requireProfile({ personId: 'usr_1', siteId: 'site_2' }), { ...profile, enrolled: false });
    await db.atomically(db.write((q) => q.update(db.tables.enrollments).set({ status: 'revoked' }))({}));
    t.strictSame(await people.requireProfile({ personId: 'usr_1', siteId: SITE.id }), { ...profile, enrolled: false });
    await t.rejects(people.requireProfile({ personId: 'nobody', siteId: SITE.id }));
  });

  t.test('structure §7: a platform that is there stays as it is', async (t) => {
    const stores = await node(t);
    const before = await contentsOf(stores.db);
    t.equal(await stores.platform.hasSite(SITE.id), true);
    t.equal(await stores.platform.hasSite('nowhere'), false);
    await stores.platform.add({
      createdAt: NOW + DAY,
      sites: [{ ...SITE, name: 'Renamed' }],
      people: [person('usr_1', { name: 'Renamed', passwordHash: 'other' })],
      memberships: [{ personId: 'usr_1', siteId: SITE.id, role: 'owner' }],
    });
    await stores.schoolContent.add(SITE.id, {
      courses: [{ id: 'crs_1', slug: 'botany', title: 'Renamed', createdAt: NOW }],
      enrollments: [{ id: 'enr_1', personId: 'usr_1', courseId: 'crs_1', status: 'revoked', startsAt: NOW }],
    });
    t.strictSame(await contentsOf(stores.db), before);
  });

  t.test('structure §7: sessions are found by hash while they and their person live', async (t) => {
    const { sessions, db } = await node(t);
    const session = (id: string) => ({
      id,
      hash: hashCredential(id),
      personId: 'usr_1',
      authenticatedAt: NOW,
      expiresAt: NOW + 30 * DAY,
      userAgent: 'Browser/1 “ü”',
    });
    await sessions.open(session('ses_1'), undefined, event({ event: 'sign_in' }));
    t.strictSame(await sessions.find(hashCredential('ses_1')), {
      id: 'ses_1',
      authenticatedAt: NOW,
      lastSeenAt: NOW,
      expiresAt: NOW + 30 * DAY,
      person: { id: 'usr_1', email: 'usr_1@Riverside.example', name: 'Ána 🎻 O’Neill' },
    });
    t.equal(await sessions.find(hashCredential('ses_2')), undefined);
    await sessions.touch('ses_1', NOW + HOUR);
    t.equal((await sessions.find(hashCredential('ses_1')))?.lastSeenAt, NOW + HOUR);

    await sessions.open(session('ses_2'), 'ses_1', event({ event: 'sign_in' }));
    t.equal(await sessions.find(hashCredential('ses_1')), undefined, 'no session outlives a new sign-in');
    await sessions.end('ses_2', NOW, event({ event: 'sign_out' }));
    await sessions.end('ses_2', NOW, event({ event: 'sign_out' }));
    t.equal(await sessions.find(hashCredential('ses_2')), undefined);
    t.strictSame(await eventsOf(db), ['client_created', 'sign_in', 'sign_in', 'sign_out']);

    await sessions.open(session('ses_3'), undefined, event({ event: 'sign_in' }));
    await db.atomically(db.write((q) => q.update(db.tables.people).set({ active: false }))({}));
    t.equal(await sessions.find(hashCredential('ses_3')), undefined, 'a person who was switched off is signed out');
  });
}

function operation(t: Test, node: Node, nodes: Nodes): void {
  t.test('structure §7: a pending request comes back as it was sent', async (t) => {
    const stores = await node(t);
    const { authorizationRequests } = stores;
    await openRequest(stores, 'req_1');
    await authorizationRequests.chooseSite('req_1', SITE.id);
    await authorizationRequests.confirmAccount('req_1', 'ses_1');
    t.strictSame(await authorizationRequests.find('req_1'), {
      id: 'req_1',
      browserHash: hashCredential('browser'),
      parameters: { client_id: 'c_1', resource: ['https://id.example', 'https://id.example/'] },
      signedInSince: 0,
      confirmedSessionId: 'ses_1',
      siteId: SITE.id,
      outcome: null,
      createdAt: NOW,
      expiresAt: NOW + 30 * MINUTE,
    });
    t.equal(await authorizationRequests.find('req_2'), undefined);
  });

  t.test('structure §7: the audit trail keeps every field and its order', async (t) => {
    const { audit, db } = await node(t, false);
    const full = event({
      siteId: 's',
      personId: 'p',
      clientId: 'c',
      target: 't',
      ip: '2001:db8::1',
      userAgent: 'u',
      requestId: 'r',
      before: 'sha of before',
      after: 'sha of after',
    });
    for (const i of times(30, (i) => i)) await audit.record({ ...full, at: NOW - i });
    const rows = await rowsOf(db, 'auditEvents');
    t.strictSame(
      rows.sort((a, b) => Number(a.id) - Number(b.id)).map(({ at }) => at),
      times(30, (i) => NOW - i),
    );
    const { id: _, ...first } = rows[0] ?? {};
    t.strictSame(first, { ...full });
  });

  t.test('E-39: keys are listed in the order in which they sign, and two first starts make one key', async (t) => {
    const both = await nodes(t, false);
    const key = (kid: string, signsFrom: number) => ({
      kid,
      sealedPrivateKey: Buffer.from([0, 1, 255]),
      publicX: 'x',
      publicY: 'y',
      createdAt: NOW,
      signsFrom,
    });
    const first = await Promise.all(
      times(10, (i) =>
        both[i % 2 === 0 ? 0 : 1].keys.addFirst(key(`first ${i}`, NOW), event({ event: 'key_rotated' })),
      ),
    );
    t.equal(trues(first), 1);
    const [kept, ...others] = await both[0].keys.list();
    t.strictSame([kept, others], [key(`first ${first.indexOf(true)}`, NOW), []]);
    await both[1].keys.add(key('later', NOW + DAY), event({ event: 'key_rotated' }));
    await both[0].keys.add(key('earlier', NOW - DAY), event({ event: 'key_rotated' }));
    t.strictSame(
      (await both[0].keys.list()).map(({ kid }) => kid),
      ['earlier', kept?.kid, 'later'],
    );
    await both[0].keys.remove('earlier');
    t.strictSame(
      (await both[1].keys.list()).map(({ kid }) => kid),
      [kept?.kid, 'later'],
    );
    t.strictSame(await eventsOf(both[0].db), ['key_rotated', 'key_rotated', 'key_rotated']);
  });

  t.test('structure §7: a set-up link works once, of 50 at a time, and only while it lives', async (t) => {
    const both = await nodes(t, false);
    const { setup, db, people } = both[0];
    t.equal(await setup.isEmpty(), true);
    const link = hashCredential('link');
    await setup.openLink(hashCredential('older'), NOW + 30 * MINUTE);
    await setup.openLink(link, NOW + 30 * MINUTE);
    t.equal(await setup.isLinkLive(hashCredential('older'), NOW), false, 'a new link replaces the old one');
    t.equal(await setup.isLinkLive(link, NOW), true);
    t.equal(await setup.isLinkLive(link, NOW + 30 * MINUTE), false, 'expired');
    const done = event({ event: 'setup_completed' });
    t.equal(
      await setup.complete(link, person('late', { createdAt: NOW + 30 * MINUTE }), SITE, done),
      false,
      'not after its end',
    );
    await insertRows(db, 'people', [{ ...person('usr_0', { emailKey: 'taken' }) }]);
    t.equal(await setup.complete(link, person('usr_0'), SITE, done), false, 'a person who is there already');
    t.equal(await setup.isLinkLive(link, NOW), true, 'leaves the link as it was');
    await db.atomically(db.write((q) => q.delete(db.tables.people))({}));
    const won = await Promise.all(
      times(CONCURRENT, (i) =>
        both[i % 2 === 0 ? 0 : 1].setup.complete(
          link,
          person(`usr_${i}`),
          { ...SITE, id: `s_${i}`, slug: `s-${i}` },
          done,
        ),
      ),
    );
    t.equal(trues(won), 1);
    const winner = won.indexOf(true);
    t.strictSame(
      (await rowsOf(db, 'people')).map(({ id }) => id),
      [`usr_${winner}`],
    );
    t.strictSame(await people.membershipsOf(`usr_${winner}`), [
      { siteId: `s_${winner}`, siteName: SITE.name, role: 'owner' },
    ]);
    t.strictSame(await eventsOf(db), ['setup_completed']);
    t.equal(await setup.isLinkLive(link, NOW), false);
    t.equal(await setup.isEmpty(), false);
  });
}

const GROWING: ThrottleRule = { limit: 10, windowMs: 10 * HOUR, afterwards: 'growing_delay' };
const WAITING: ThrottleRule = { limit: 20, windowMs: HOUR, afterwards: 'wait_for_window' };

function throttling(t: Test, node: Node, nodes: Nodes): void {
  t.test('E-38: parallel attempts over two nodes are counted exactly', async (t) => {
    const both = await nodes(t, false);
    for (const [key, rule] of Object.entries({ growing: GROWING, waiting: WAITING })) {
      const waits = await Promise.all(times(100, (i) => both[i % 2 === 0 ? 0 : 1].throttles.take(key, rule, NOW)));
      t.equal(waits.filter((wait) => wait === 0).length, rule.limit, `${key}: as many as are free`);
      const refused = new Set(waits.filter((wait) => wait > 0));
      t.strictSame(refused, new Set([key === 'growing' ? MINUTE / 2 : HOUR]), `${key}: the same wait for all others`);
      const row = (await rowsOf(both[0].db, 'throttles')).find((row) => row.key === key);
      t.equal(row?.count, rule.limit, 'a refused attempt does not count');
    }
  });

  t.test('E-38: the wait grows up to a quarter of an hour', async (t) => {
    const { throttles } = await node(t, false);
    let now = NOW;
    for (const _ of times(GROWING.limit, (i) => i)) t.equal(await throttles.take('key', GROWING, now), 0);
    for (const minutes of [0.5, 1, 2, 4, 8, 15, 15, 15]) {
      t.equal(await throttles.take('key', GROWING, now), minutes * MINUTE);
      t.equal(await throttles.take('key', GROWING, now + minutes * MINUTE - 1000), 1000, 'it counts down');
      now += minutes * MINUTE;
      t.equal(await throttles.take('key', GROWING, now), 0, 'then one more goes through');
    }
  });

  t.test('E-38: a window ends, an attempt is given back, a key is cleared', async (t) => {
    const { throttles } = await node(t, false);
    const take = (now: number) => throttles.take('key', WAITING, now);
    for (const i of times(WAITING.limit, (i) => i)) t.equal(await take(NOW + i), 0);
    t.equal(await take(NOW + 100), HOUR - 100);
    t.equal(await take(NOW + HOUR - 1), 1000, 'never less than a second');
    t.equal(await take(NOW + HOUR), 0, 'a new window');
    for (const _ of times(WAITING.limit - 2, (i) => i)) await take(NOW + HOUR);
    await throttles.giveBack('key');
    t.equal(await take(NOW + HOUR), 0);
    t.equal(await take(NOW + HOUR), 0, 'the one given back');
    t.not(await take(NOW + HOUR), 0);
    await throttles.clear('key');
    t.equal(await take(NOW + HOUR), 0);
    await throttles.giveBack('unknown');
    t.equal(await throttles.take('unknown', WAITING, NOW), 0);
    t.equal(await throttles.take('another', WAITING, NOW), 0, 'each key for itself');
  });

  t.test('F08: a clock that was far ahead blocks nobody for longer than the rule says', async (t) => {
    const { throttles } = await node(t, false);
    const ahead = NOW + 3650 * DAY;
    for (const [key, rule] of Object.entries({ growing: GROWING, waiting: WAITING })) {
      for (const _ of times(rule.limit, (i) => i)) t.equal(await throttles.take(key, rule, ahead), 0);
      t.not(await throttles.take(key, rule, ahead), 0);
      t.equal(await throttles.take(key, rule, NOW), 0, `${key}: back in the present`);
      for (const _ of times(rule.limit - 1, (i) => i)) await throttles.take(key, rule, NOW);
      t.not(await throttles.take(key, rule, NOW), 0, `${key}: and counted as ever`);
    }
  });
}

function purging(t: Test, node: Node): void {
  const grant = (id: number, overrides: Values): Values => ({
    id,
    codeHash: hashCredential('code'),
    codeExpiresAt: NOW,
    redeemedAt: NOW,
    clientId: 'c_1',
    personId: 'usr_1',
    siteId: SITE.id,
    redirectUri: 'https://portal.example/callback',
    scope: 'openid',
    audience: 'https://id.example',
    resourceSent: true,
    codeChallenge: 'c',
    authenticatedAt: NOW,
    authTimeRequested: false,
    createdAt: NOW,
    expiresAt: NOW + DAY,
    lastUsedAt: NOW,
    ...overrides,
  });
  const token = (id: number, expiresAt: number): Values => ({
    id,
    kind: 'refresh',
    hash: hashCredential('token'),
    grantId: 1,
    scope: 'openid',
    issuedAt: NOW,
    expiresAt,
  });
  const session = (id: string, expiresAt: number): Values => ({
    id,
    hash: hashCredential(id),
    personId: 'usr_1',
    authenticatedAt: NOW,
    lastSeenAt: NOW,
    expiresAt,
    userAgent: '',
  });
  const request = (id: string, expiresAt: number): Values => ({
    id,
    browserHash: hashCredential('b'),
    parameters: {},
    signedInSince: 0,
    createdAt: NOW,
    expiresAt,
  });
  const client = (id: string, overrides: Values): Values => ({
    id,
    origin: 'registered',
    name: id,
    authMethod: 'none',
    redirectUris: [],
    postLogoutRedirectUris: [],
    scope: 'openid',
    mayIntrospect: false,
    active: true,
    createdAt: NOW,
    ...overrides,
  });
  const idsOf = async (db: Database, table: keyof Database['tables']): Promise<unknown[]> =>
    (await rowsOf(db, table)).map((row) => row.id ?? row.key).sort((a, b) => (String(a) < String(b) ? -1 : 1));

  t.test('structure §7: the purge deletes the dead rows of each kind, and only those', async (t) => {
    const { db, purge } = await node(t, false);
    await insertRows(db, 'tokens', [
      token(1, NOW - RETENTION.tokens - 1),
      token(2, NOW - RETENTION.tokens),
      token(3, NOW + DAY),
    ]);
    await insertRows(db, 'grants', [
      grant(1, { redeemedAt: null, codeExpiresAt: NOW - RETENTION.codes - 1 }),
      grant(2, { redeemedAt: null, codeExpiresAt: NOW - RETENTION.codes }),
      grant(3, { codeExpiresAt: NOW - RETENTION.codes - 1 }),
      grant(4, { expiresAt: NOW - RETENTION.tokens - 1 }),
      grant(5, { expiresAt: NOW - RETENTION.tokens, revokedAt: 1 }),
    ]);
    const audited = { event: 'sign_in' };
    await insertRows(db, 'auditEvents', [
      { id: 1, at: NOW - RETENTION.audit - 1, ...audited },
      { id: 2, at: NOW - RETENTION.audit, ...audited },
    ]);
    await insertRows(db, 'authorizationRequests', [
      request('a-dead', NOW - RETENTION.requests - 1),
      request('b', NOW - RETENTION.requests),
      request('c', NOW + 1),
    ]);
    await insertRows(db, 'sessions', [
      session('a-dead', NOW - RETENTION.sessions - 1),
      session('b', NOW - RETENTION.sessions),
      session('c', NOW + 1),
    ]);
    await insertRows(db, 'throttles', [
      { key: 'a-dead', count: 1, windowEndsAt: NOW - 1, blockedUntil: 0 },
      { key: 'b', count: 1, windowEndsAt: NOW - 1, blockedUntil: NOW },
      { key: 'c', count: 1, windowEndsAt: NOW, blockedUntil: 0 },
    ]);
    const old = NOW - RETENTION.dormantClients - 1;
    await insertRows(db, 'clients', [
      client('a-dead', { createdAt: NOW - RETENTION.unusedClients - 1 }),
      client('b', { createdAt: NOW - RETENTION.unusedClients }),
      client('c-dead', { createdAt: old - DAY, lastUsedAt: old }),
      client('d', { createdAt: old, lastUsedAt: old + 1 }),
      client('e', { origin: 'site_application', siteId: SITE.id, createdAt: old, lastUsedAt: old }),
      client('f', { origin: 'vendor', createdAt: old }),
    ]);
    await purge.batch(NOW);
    t.strictSame(await idsOf(db, 'tokens'), [2, 3]);
    t.strictSame(await idsOf(db, 'grants'), [2, 3, 5]);
    t.strictSame(await idsOf(db, 'auditEvents'), [2]);
    t.strictSame(await idsOf(db, 'authorizationRequests'), ['b', 'c']);
    t.strictSame(await idsOf(db, 'sessions'), ['b', 'c']);
    t.strictSame(await idsOf(db, 'throttles'), ['b', 'c']);
    t.strictSame(await idsOf(db, 'clients'), ['b', 'd', 'e', 'f']);
  });

  t.test('F32: a batch is at most 500 rows, and batches reach every dead row', async (t) => {
    const { db, purge } = await node(t, false);
    const dead = NOW - 1000 * DAY;
    await insertRows(
      db,
      'tokens',
      times(1300, (i) => token(2 * i + 1, i % 10 === 0 ? NOW + DAY : dead)),
    );
    await insertRows(
      db,
      'auditEvents',
      times(1100, (i) => ({ id: i + 1, at: dead, event: 'sign_in' })),
    );
    await insertRows(
      db,
      'sessions',
      times(1100, (i) => session(`ses_${i}`, dead)),
    );
    await insertRows(
      db,
      'throttles',
      times(1100, (i) => ({ key: `k${i}`, count: 1, windowEndsAt: 0, blockedUntil: 0 })),
    );
    const tables = ['tokens', 'auditEvents', 'sessions', 'throttles'] as const;
    const counts = () => Promise.all(tables.map(async (table) => (await rowsOf(db, table)).length));
    let before = await counts();
    for (const batch of times(4, (i) => i)) {
      await purge.batch(NOW);
      const after = await counts();
      for (const [i, table] of tables.entries()) {
        const gone = (before[i] ?? 0) - (after[i] ?? 0);
        t.ok(gone <= 500, `${table}, batch ${batch}: ${gone} rows`);
      }
      before = after;
    }
    t.strictSame(before, [130, 0, 0, 0]);
    await insertRows(db, 'tokens', [token(2, dead)]);
    for (const _ of times(3, (i) => i)) await purge.batch(NOW);
    t.strictSame((await counts())[0], 130, 'a sweep that has reached the end begins anew');
  });

  t.test('E-9: a registered client with a living grant stays', async (t) => {
    const stores = await node(t);
    const { clients, tokens, purge } = stores;
    const { siteId: _, secretHash: _secret, ...shared } = newClient('c_tool');
    await clients.create(
      { ...shared, origin: 'registered', authMethod: 'none' },
      event({ event: 'client_registered' }),
    );
    const { token } = await issuedRefreshToken(stores, {
      clientId: 'c_tool',
      grantExpiresAt: NOW + 365 * DAY,
      scopes: ['openid'] as readonly string[] as GrantedScopes,
    });
    // Used every 25 days, far inside the idle time of a refresh token.
    let current = token;
    for (const use of times(8, (i) => i + 1)) {
      const now = NOW + use * 25 * DAY;
      const pair = await newPair(stores, now);
      t.equal(await tokens.rotate(current, pair, Buffer.from('copy'), now), true);
      await purge.batch(now + DAY);
      const found = await tokens.find(pair.refresh.id);
      if (found === undefined) return t.fail(`the grant lost its client after ${use * 25} days`);
      current = found;
    }
    return t.ok(await clients.find('c_tool'));
  });
}
