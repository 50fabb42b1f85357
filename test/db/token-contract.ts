/** What the store of tokens promises on either engine. */
import type { Test } from 'tap';
import { hashCredential } from '../../schema/credential.ts';
import {
  CONCURRENT,
  DAY,
  event,
  eventsOf,
  HOUR,
  issuedRefreshToken,
  NOW,
  newCode,
  newPair,
  newToken,
  openRequest,
  rowsOf,
  SCOPES,
  SITE,
  times,
  trues,
} from './fixtures.ts';
import type { NewNode, NewNodes } from './stores.ts';

export function tokenContract(t: Test, node: NewNode, nodes: NewNodes): void {
  t.test('a token comes back with its grant, and a rotated one with its successor until that is used', async (t) => {
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
      grant: { clientId: 'c_1', personId: 'usr_1', role: 'member', grantRevokedAt: null, isActive: true },
    });
    t.equal(await tokens.findSuccessor(token), undefined);
    t.strictSame(token.hash, hashCredential(`token ${token.id}`));
    t.match(await tokens.findAccess(access.id), { kind: 'access', expiresAt: NOW + HOUR, grant: token.grant });
    t.equal(await tokens.findAccess(999_999), undefined);

    const second = await newPair(stores, NOW + 1);
    const copy = Buffer.from([0, 255, 128, 39]);
    t.equal(await tokens.rotate(token, second, copy, NOW + 1), true);
    const rotated = await tokens.findRefresh(token.id);
    t.match(rotated, { rotatedAt: NOW + 1, successorId: second.refresh.id });
    const { issuedAt, expiresAt } = second.refresh;
    const successor = { issuedAt, expiresAt, rotatedAt: null, repeatedAt: null, graceCopy: copy };
    t.strictSame(rotated && (await tokens.findSuccessor(rotated)), successor);
    t.equal(await tokens.rotate(token, await newPair(stores), copy, NOW + 2), false, 'a second time');

    const current = await tokens.findRefresh(second.refresh.id);
    if (current !== undefined) await tokens.rotate(current, await newPair(stores), copy, NOW + 2);
    const used = { ...successor, rotatedAt: NOW + 2 };
    t.strictSame(rotated && (await tokens.findSuccessor(rotated)), used, 'the successor was used in turn');
    const late = await newToken(stores, HOUR);
    for (const seen of [successor, { repeatedAt: NOW }]) {
      const given = rotated && (await tokens.repeatLate(rotated, seen, late, NOW + 3, event()));
      t.equal(given, false, 'so it cannot be given out late');
    }
    t.equal(await tokens.findAccess(late.id), undefined, 'nor with an access token');
  });

  t.test('of 50 concurrent replacements of an unused successor over two nodes, one succeeds', async (t) => {
    const both = await nodes(t);
    const { token } = await issuedRefreshToken(both[0]);
    const { tokens } = both[0];
    const first = await newPair(both[0]);
    await tokens.rotate(token, first, Buffer.from('first'), NOW);
    const rotated = await tokens.findRefresh(token.id);
    if (rotated === undefined) throw new Error('the token is gone');
    const repeated = event({ event: 'refresh_repeated' });
    const late = await Promise.all(times(CONCURRENT, () => newToken(both[0], HOUR)));
    const given = await Promise.all(
      late.map((token, i) =>
        both[i % 2 === 0 ? 0 : 1].tokens.repeatLate(rotated, { repeatedAt: null }, token, NOW + HOUR, repeated),
      ),
    );
    t.equal(trues(given), 1, 'of those that are first to give it out late, one');
    t.equal((await tokens.findRefresh(first.refresh.id))?.repeatedAt, NOW + HOUR);
    t.equal(
      await tokens.repeatLate(rotated, { repeatedAt: NOW }, await newToken(both[0], HOUR), NOW + HOUR, repeated),
      true,
    );
    const pairs = await Promise.all(times(CONCURRENT, (i) => newPair(both[i % 2 === 0 ? 0 : 1])));
    const won = await Promise.all(
      pairs.map((pair, i) =>
        both[i % 2 === 0 ? 0 : 1].tokens.replaceSuccessor(rotated, pair, Buffer.from(`copy ${i}`), NOW + DAY, repeated),
      ),
    );
    t.equal(trues(won), 1);
    const winner = won.indexOf(true);
    const now = await both[1].tokens.findRefresh(token.id);
    t.match(now, { rotatedAt: NOW, successorId: pairs[winner]?.refresh.id }, 'its time is not renewed');
    t.match(await tokens.findRefresh(first.refresh.id), { revokedAt: NOW + DAY, rotatedAt: null });
    t.equal((await rowsOf(both[1].db, 'tokens')).filter(({ kind }) => kind === 'refresh').length, 3);
    const recorded = (await eventsOf(both[1].db)).filter((one) => one === 'refresh_repeated');
    t.equal(recorded.length, 2, 'one event for each that was the first');
  });

  t.test('of 50 concurrent rotations of a refresh token over two nodes, one succeeds', async (t) => {
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
      const rows = (await rowsOf(both[1].db, 'tokens')).filter(({ grantId }) => grantId === token.grant.grantId);
      t.equal(rows.length, 4, 'one more pair');
      const successorId = pairs[winner]?.refresh.id;
      t.match(
        rows.find(({ id }) => id === token.id),
        { rotatedAt: NOW + round, successorId },
      );
      t.strictSame(rows.find(({ id }) => id === successorId)?.graceCopy, copies[winner]);
    }
  });

  t.test('rotating a token and revoking its grant at the same time never leaves a valid token', async (t) => {
    const both = await nodes(t);
    for (const round of times(10, (i) => i)) {
      const { token } = await issuedRefreshToken(both[0]);
      const pair = await newPair(both[1]);
      const rotation = () => both[1].tokens.rotate(token, pair, Buffer.from('copy'), NOW);
      const revocation = () =>
        both[0].tokens.revokeGrant(token.grant, 'client', NOW, event({ event: 'grant_revoked' }));
      await Promise.all(round % 2 === 0 ? [rotation(), revocation()] : [revocation(), rotation()]);
      const { tokens } = both[0];
      const reads = [
        tokens.findRefresh(token.id),
        tokens.findRefresh(pair.refresh.id),
        tokens.findAccess(pair.access.id),
      ];
      for (const found of await Promise.all(reads)) {
        if (found !== undefined) t.equal(found.grant.grantRevokedAt, NOW);
      }
    }
  });

  t.test(
    'the recorded last use of a grant and its client is at most two days behind, as the purge assumes',
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
          token = (await tokens.findRefresh(pair.refresh.id)) ?? token;
          const grant = (await rowsOf(db, 'grants')).find(({ id }) => id === token.grant.grantId);
          const known = [Number(grant?.lastUsedAt), (await clients.find('c_1'))?.lastUsedAt ?? 0];
          if (known.some((time) => time < now - 2 * DAY)) return t.fail(`${name}: ${now} ${known}`);
        }
        t.pass(name);
      }
    },
  );

  t.test('a token found expired stays expired, and its grant stays valid', async (t) => {
    const stores = await node(t);
    const { token, access } = await issuedRefreshToken(stores);
    await stores.tokens.expire(access.id, NOW + DAY);
    t.match(await stores.tokens.findAccess(access.id), { revokedAt: NOW + DAY, grant: { grantRevokedAt: null } });
    t.match(await stores.tokens.findRefresh(token.id), { revokedAt: null });
  });

  t.test('revoking ends one token or the whole grant with its consent, and is recorded once', async (t) => {
    const stores = await node(t);
    const { tokens, consents, codes, db } = stores;
    await openRequest(stores, 'req_1');
    const code = await newCode(stores);
    await codes.approve(code, { requestId: 'req_1', requested: SCOPES, granted: SCOPES, event: event() });
    const issued = await codes.find(code.id);
    const pair = await newPair(stores);
    if (issued !== undefined) await codes.redeem(issued, pair, NOW);

    await tokens.revoke(pair.access.id, NOW + 1, event({ event: 'token_revoked' }));
    await tokens.revoke(pair.access.id, NOW + 2, event({ event: 'token_revoked' }));
    t.equal((await tokens.findAccess(pair.access.id))?.revokedAt, NOW + 1);
    t.match(await tokens.findRefresh(pair.refresh.id), { revokedAt: null, grant: { grantRevokedAt: null } });

    const extra = await newToken(stores, HOUR);
    await tokens.addAccess(code.id, extra);
    t.match(await tokens.findAccess(extra.id), { kind: 'access', grant: { grantId: code.id } });

    const refreshToken = await tokens.findRefresh(pair.refresh.id);
    const endings = times(CONCURRENT, (i) =>
      refreshToken === undefined
        ? Promise.reject(new Error('no token'))
        : tokens.revokeGrant(refreshToken.grant, 'refresh_reuse', NOW + i, event({ event: 'refresh_reuse' })),
    );
    await Promise.all(endings);
    // Over several connections whichever call commits first, and only that one.
    const revokedAt = (await tokens.findAccess(extra.id))?.grant.grantRevokedAt;
    t.ok(
      endings.some((_, i) => revokedAt === NOW + i),
      'one call counts',
    );
    t.equal((await rowsOf(db, 'grants'))[0]?.revokedBy, 'refresh_reuse');
    t.equal(await consents.find({ personId: 'usr_1', siteId: SITE.id, clientId: 'c_1' }), undefined);
    t.strictSame(await eventsOf(db), ['client_created', 'consent_given', 'refresh_reuse', 'token_revoked']);
  });
}
