/** What units of work promise on either engine: all or nothing, each for itself, and keys that never collide. */
import type { Test } from 'tap';
import { keySequence, recheckKeys } from '../../db/engine/key-sequence.ts';
import { hashCredential } from '../../schema/credential.ts';
import { UnstorableTextError } from '../../schema/refusals/store-error.ts';
import {
  CONSENT,
  contentsOf,
  event,
  issuedCode,
  issuedLike,
  issuedRefreshToken,
  NOW,
  newClient,
  newCode,
  newPair,
  person,
  rowsOf,
  SCOPES,
  SILENTLY,
  SITE,
  times,
} from './fixtures.ts';
import type { NewNodes } from './stores.ts';

export function unitContract(t: Test, nodes: NewNodes): void {
  t.test('a unit of work whose required step touches no row leaves nothing behind', async (t) => {
    const [{ db, codes, tokens, ...stores }] = await nodes(t);
    const before = await contentsOf(db);
    const pair = await newPair({ tokens });
    const code = await newCode({ codes });
    t.equal(await codes.redeem(issuedLike({ ...code, id: 999_999_999 }), pair, NOW), false);
    t.equal(await codes.issue(code, CONSENT, 'no-such-request', SILENTLY), false);
    t.equal(
      await codes.approve(code, { requestId: 'no-such-request', requested: SCOPES, granted: SCOPES, event: event() }),
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

  t.test('a unit of work that violates a constraint in its last step leaves nothing behind', async (t) => {
    const [stores, other] = await nodes(t);
    const { db } = stores;
    const code = await issuedCode(stores);
    const first = await newPair(stores);
    await stores.codes.redeem(code, first, NOW);
    const unredeemed = await issuedCode(stores);
    const before = await contentsOf(db);
    // The token ids are taken, so the insert after the update fails.
    await t.rejects(stores.codes.redeem(unredeemed, first, NOW));
    t.equal(
      await stores.clients.create(newClient('c_1', { name: 'Impostor' }), event({ event: 'client_registered' })),
      false,
      'an id that is taken',
    );
    const token = await stores.tokens.findRefresh(first.refresh.id);
    if (token !== undefined) await t.rejects(stores.tokens.rotate(token, first, Buffer.from('copy'), NOW));
    t.strictSame(await contentsOf(db), before);
    t.equal(await other.codes.redeem(unredeemed, await newPair(other), NOW), true, 'and a retry works');
  });

  t.test(
    'a text with NUL is refused by either engine, and the unit of work leaves nothing behind [E-48]',
    async (t) => {
      const [stores] = await nodes(t);
      const before = await contentsOf(stores.db);
      const out = event({ event: 'sign_out' });
      await t.rejects(stores.sessions.endOfPerson('usr_1', '\0x', out), UnstorableTextError);
      await t.rejects(stores.audit.record({ ...out, target: 'a\0b' }), UnstorableTextError);
      t.strictSame(await contentsOf(stores.db), before);
      t.equal(await stores.sessions.endOfPerson('usr_1', 'x', out), false, 'any other text is looked up');
    },
  );

  t.test('of units of work submitted together, a failing one does not affect the others', async (t) => {
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
    t.equal((await stores.codes.find(bad.grant.grantId))?.redeemedAt, null);
    t.equal((await rowsOf(stores.db, 'tokens')).length, 22);
  });

  t.test('a commit acknowledged by one node is immediately visible to the other', async (t) => {
    const [one, two] = await nodes(t);
    for (const round of times(20, (i) => i)) {
      const [writer, reader] = round % 2 === 0 ? [one, two] : [two, one];
      const code = await issuedCode(writer);
      t.equal(await reader.codes.redeem(code, await newPair(reader), NOW), true);
      t.equal((await writer.codes.find(code.grant.grantId))?.redeemedAt, NOW);
    }
  });

  t.test('keys never collide, over two nodes and a restart', async (t) => {
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

  t.test('keys of two nodes grow with time from one look at the other to the next, and few are left out', async (t) => {
    const [one, two] = await nodes(t, false);
    const [first, second] = [one.db, two.db].map((db) => keySequence(db, 'order'));
    if (first === undefined || second === undefined) return t.fail('two nodes are needed');
    const look = (): void => [one.db, two.db].forEach(recheckKeys);
    await Promise.all([first(), second()]);
    const keys: number[] = [];
    for (const round of times(40, (i) => i)) {
      look();
      const next = round % 2 === 0 ? first : second;
      keys.push(...(await Promise.all([next(), next()])));
    }
    t.strictSame(
      keys,
      keys.toSorted((a, b) => a - b),
    );
    t.equal(new Set(keys).size, 80);
    t.ok((keys.at(-1) ?? 0) < 2200, 'the two first blocks, and little more');

    const before = await first();
    look();
    t.equal(await first(), before + 1, 'a node goes on where nobody else has reserved any');
  });
}
