/** What the purge promises on either engine: every dead row goes, no living one does. */
import type { Test } from 'tap';
import type { Database, Values } from '../../db/engine/engine.ts';
import { RETENTION } from '../../db/maintenance/retention.ts';
import { hashCredential } from '../../schema/credential.ts';
import type { GrantedScopes } from '../../schema/oauth/scope.ts';
import {
  DAY,
  event,
  insertRows,
  issuedRefreshToken,
  NOW,
  newClient,
  newPair,
  rowsOf,
  SITE,
  times,
} from './fixtures.ts';
import type { NewNode } from './stores.ts';

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
  authenticatedBy: 'password',
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
  authenticatedBy: 'password',
  lastSeenAt: NOW,
  expiresAt,
  userAgent: '',
});
const offer = (personId: string, siteId: string, expiresAt: number): Values => ({
  personId,
  siteId,
  offeredBy: 'usr_9',
  handsOver: false,
  offeredAt: NOW - DAY,
  expiresAt,
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

export function purgeContract(t: Test, node: NewNode): void {
  t.test('the purge deletes every row past its retention period, and no other [W44]', async (t) => {
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
      grant(6, { expiresAt: NOW - RETENTION.tokens - 1, revokedAt: NOW - RETENTION.audit, revokedBy: 'block' }),
      grant(7, { expiresAt: NOW - RETENTION.tokens - 1, revokedAt: NOW - RETENTION.audit - 1, revokedBy: 'block' }),
      grant(8, { expiresAt: NOW - RETENTION.tokens - 1, revokedAt: NOW - RETENTION.audit, revokedBy: 'person' }),
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
    await insertRows(db, 'ownershipOffers', [
      offer('usr_1', 'site_a', NOW - 1),
      offer('usr_1', 'site_b', NOW),
      offer('usr_2', 'site_a', NOW + 1),
    ]);
    await purge.batch(() => NOW);
    t.strictSame(
      (await rowsOf(db, 'ownershipOffers')).map(({ personId, siteId }) => `${personId} ${siteId}`).sort(),
      ['usr_1 site_b', 'usr_2 site_a'],
      'an offer at another school is not the same one',
    );
    t.strictSame(await idsOf(db, 'tokens'), [2, 3]);
    t.strictSame(
      await idsOf(db, 'grants'),
      [2, 3, 5, 6],
      'the person reads of an end by others for as long as of events',
    );
    t.strictSame(await idsOf(db, 'auditEvents'), [2]);
    t.strictSame(await idsOf(db, 'authorizationRequests'), ['b', 'c']);
    t.strictSame(await idsOf(db, 'sessions'), ['b', 'c']);
    t.strictSame(await idsOf(db, 'throttles'), ['b', 'c']);
    t.strictSame(await idsOf(db, 'clients'), ['b', 'd', 'e', 'f']);
  });

  t.test('a batch deletes at most 500 rows of a table, and repeated ones reach every expired row [F32]', async (t) => {
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
    await insertRows(
      db,
      'ownershipOffers',
      times(1100, (i) => offer(`usr_${i}`, 'site_a', dead)),
    );
    const tables = ['tokens', 'auditEvents', 'sessions', 'throttles', 'ownershipOffers'] as const;
    const counts = () => Promise.all(tables.map(async (table) => (await rowsOf(db, table)).length));
    let before = await counts();
    let isBusy = true;
    for (let batch = 0; isBusy && batch < 60; batch += 1) {
      ({ isBusy } = await purge.batch(() => NOW));
      const after = await counts();
      for (const [i, table] of tables.entries()) {
        const gone = (before[i] ?? 0) - (after[i] ?? 0);
        t.ok(gone <= 500, `${table}, batch ${batch}: ${gone} rows`);
      }
      before = after;
    }
    t.strictSame(before, [130, 0, 0, 0, 0]);
    await insertRows(db, 'tokens', [token(2, dead)]);
    for (let isAnyLeft = true; isAnyLeft; ) ({ isBusy: isAnyLeft } = await purge.batch(() => NOW));
    t.strictSame((await counts())[0], 130, 'a sweep that has reached the end begins anew');
  });

  t.test('a registered client with a valid grant is not purged [E-9]', async (t) => {
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
      await purge.batch(() => now + DAY);
      const found = await tokens.findRefresh(pair.refresh.id);
      if (found === undefined) return t.fail(`the grant lost its client after ${use * 25} days`);
      current = found;
    }
    return t.ok(await clients.find('c_tool'));
  });
}
