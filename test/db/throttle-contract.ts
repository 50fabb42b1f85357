/** What the counters that all nodes share promise on either engine. */
import type { Test } from 'tap';
import type { ThrottleRule } from '../../schema/throttle.ts';
import { DAY, HOUR, MINUTE, NOW, rowsOf, times } from './fixtures.ts';
import type { NewNode, NewNodes } from './stores.ts';

const GROWING: ThrottleRule = { limit: 10, windowMs: 10 * HOUR, afterwards: 'growing_delay' };
const WAITING: ThrottleRule = { limit: 20, windowMs: HOUR, afterwards: 'wait_for_window' };

export function throttleContract(t: Test, node: NewNode, nodes: NewNodes): void {
  t.test('parallel attempts over two nodes are counted exactly [E-38]', async (t) => {
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

  t.test('the delay after too many attempts grows up to a quarter of an hour [E-38]', async (t) => {
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

  t.test('attempts are allowed again after the window, a refund or clearing the key [E-38]', async (t) => {
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

  t.test('a clock that was far ahead throttles no one for longer than the rule allows [F08]', async (t) => {
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
