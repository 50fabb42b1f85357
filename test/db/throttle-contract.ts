/** What the counters that all nodes share promise on either engine. */
import type { Test } from 'tap';
import type { ThrottleRule } from '../../schema/throttle.ts';
import { DAY, HOUR, MINUTE, NOW, rowsOf, times } from './fixtures.ts';
import type { NewNode, NewNodes } from './stores.ts';

const GROWING: ThrottleRule = {
  limit: 10,
  windowMs: 10 * HOUR,
  afterwards: 'growing_delay',
  longestDelayMs: 15 * MINUTE,
};
const REFILLED: ThrottleRule = { limit: 20, windowMs: HOUR, afterwards: 'steady_refill' };
const WAITING: ThrottleRule = { limit: 20, windowMs: HOUR, afterwards: 'wait_for_window' };

export function throttleContract(t: Test, node: NewNode, nodes: NewNodes): void {
  t.test('parallel attempts over two nodes are counted exactly [E-38]', async (t) => {
    const both = await nodes(t, false);
    const waitAfter = { growing: MINUTE / 2, refilled: HOUR / REFILLED.limit, waiting: HOUR };
    for (const [key, rule] of Object.entries({ growing: GROWING, refilled: REFILLED, waiting: WAITING })) {
      const waits = await Promise.all(
        times(100, (i) => both[i % 2 === 0 ? 0 : 1].throttles.take([{ key, rule }], NOW)),
      );
      t.equal(waits.filter((wait) => wait === 0).length, rule.limit, `${key}: as many as are free`);
      const refused = new Set(waits.filter((wait) => wait > 0));
      t.strictSame(
        refused,
        new Set([waitAfter[key as keyof typeof waitAfter]]),
        `${key}: the same wait for all others`,
      );
      const row = (await rowsOf(both[0].db, 'throttles')).find((row) => row.key === key);
      if (key === 'refilled') t.equal(row?.windowEndsAt, NOW + HOUR, 'a refused attempt does not count');
      else t.equal(row?.count, rule.limit, 'a refused attempt does not count');
    }
  });

  t.test('a limit of one allows one attempt [E-38]', async (t) => {
    const { throttles } = await node(t, false);
    const waitAfter = { growing: MINUTE / 2, refilled: HOUR, waiting: HOUR };
    for (const [key, rule] of Object.entries({ growing: GROWING, refilled: REFILLED, waiting: WAITING })) {
      const wait = waitAfter[key as keyof typeof waitAfter];
      const attempts = [{ key, rule: { ...rule, limit: 1 } }];
      t.equal(await throttles.take(attempts, NOW), 0);
      t.equal(await throttles.take(attempts, NOW), wait, key);
      t.equal(await throttles.take(attempts, NOW + wait), 0);
    }
  });

  t.test('the delay after too many attempts grows up to a quarter of an hour [E-38]', async (t) => {
    const { throttles } = await node(t, false);
    let now = NOW;
    for (const _ of times(GROWING.limit, (i) => i))
      t.equal(await throttles.take([{ key: 'key', rule: GROWING }], now), 0);
    for (const minutes of [0.5, 1, 2, 4, 8, 15, 15, 15]) {
      t.equal(await throttles.take([{ key: 'key', rule: GROWING }], now), minutes * MINUTE);
      t.equal(
        await throttles.take([{ key: 'key', rule: GROWING }], now + minutes * MINUTE - 1000),
        1000,
        'it counts down',
      );
      now += minutes * MINUTE;
      t.equal(await throttles.take([{ key: 'key', rule: GROWING }], now), 0, 'then one more goes through');
    }
  });

  t.test('the delay grows up to an hour where the rule says so [E-38]', async (t) => {
    const { throttles } = await node(t, false);
    const attempts = [{ key: 'key', rule: { ...GROWING, longestDelayMs: HOUR } as const }];
    let now = NOW;
    for (const _ of times(GROWING.limit, (i) => i)) t.equal(await throttles.take(attempts, now), 0);
    for (const minutes of [0.5, 1, 2, 4, 8, 16, 32, 60, 60]) {
      t.equal(await throttles.take(attempts, now), minutes * MINUTE);
      now += minutes * MINUTE;
      t.equal(await throttles.take(attempts, now), 0);
    }
  });

  t.test('a refilled counter allows one more attempt after each interval, or for each given back [E-38]', async (t) => {
    const { throttles } = await node(t, false);
    const attempts = [{ key: 'key', rule: REFILLED }];
    const interval = HOUR / REFILLED.limit;
    for (const _ of times(REFILLED.limit, (i) => i)) t.equal(await throttles.take(attempts, NOW), 0);
    t.equal(await throttles.take(attempts, NOW + interval - 1000), 1000);
    t.equal(await throttles.take(attempts, NOW + interval), 0);
    t.equal(await throttles.take(attempts, NOW + interval), interval, 'one only');
    await throttles.giveBack(attempts);
    t.equal(await throttles.take(attempts, NOW + interval), 0, 'the one given back');
    for (const _ of times(5, (i) => i)) t.equal(await throttles.take(attempts, NOW + 6 * interval), 0);
    t.equal(await throttles.take(attempts, NOW + 6 * interval), interval);
    for (const _ of times(REFILLED.limit, (i) => i)) t.equal(await throttles.take(attempts, NOW + 2 * DAY), 0);
    t.equal(await throttles.take(attempts, NOW + 2 * DAY), interval, 'never more than the limit at once');
  });

  t.test('an attempt counts against all of its counters or none, over two nodes [E-38]', async (t) => {
    const [one, other] = await nodes(t, false);
    const [narrow, wide] = [
      { key: 'narrow', rule: { ...WAITING, limit: 3 } },
      { key: 'wide', rule: REFILLED },
    ];
    const waits = await Promise.all(
      times(40, (i) => (i % 2 === 0 ? one : other).throttles.take(i % 4 < 2 ? [narrow, wide] : [wide, narrow], NOW)),
    );
    t.equal(waits.filter((wait) => wait === 0).length, 3);
    t.equal(await one.throttles.waitFor(narrow, NOW), HOUR);
    t.equal(await one.throttles.waitFor(wide, NOW), 0, 'asking counts nothing');
    for (const _ of times(REFILLED.limit - 3, (i) => i)) t.equal(await other.throttles.take([wide], NOW), 0);
    t.not(await other.throttles.take([wide], NOW), 0, 'three of the wide one were counted');
    await one.throttles.giveBack([narrow, wide]);
    t.equal(await other.throttles.take([narrow, wide], NOW), 0, 'both are given back');
  });

  t.test('attempts are allowed again after the window, a refund or clearing the key [E-38]', async (t) => {
    const { throttles } = await node(t, false);
    const take = (now: number) => throttles.take([{ key: 'key', rule: WAITING }], now);
    for (const i of times(WAITING.limit, (i) => i)) t.equal(await take(NOW + i), 0);
    t.equal(await take(NOW + 100), HOUR - 100);
    t.equal(await take(NOW + HOUR - 1), 1000, 'never less than a second');
    t.equal(await take(NOW + HOUR), 0, 'a new window');
    for (const _ of times(WAITING.limit - 2, (i) => i)) await take(NOW + HOUR);
    await throttles.giveBack([{ key: 'key', rule: WAITING }]);
    t.equal(await take(NOW + HOUR), 0);
    t.equal(await take(NOW + HOUR), 0, 'the one given back');
    t.not(await take(NOW + HOUR), 0);
    await throttles.clear(['key']);
    t.equal(await take(NOW + HOUR), 0);
    await throttles.giveBack([{ key: 'unknown', rule: WAITING }]);
    t.equal(await throttles.take([{ key: 'unknown', rule: WAITING }], NOW), 0);
    t.equal(await throttles.take([{ key: 'another', rule: WAITING }], NOW), 0, 'each key for itself');
  });

  t.test('a clock that was far ahead throttles no one for longer than the rule allows [F08]', async (t) => {
    const { throttles } = await node(t, false);
    const ahead = NOW + 3650 * DAY;
    for (const [key, rule] of Object.entries({ growing: GROWING, refilled: REFILLED, waiting: WAITING })) {
      for (const _ of times(rule.limit, (i) => i)) t.equal(await throttles.take([{ key, rule }], ahead), 0);
      t.not(await throttles.take([{ key, rule }], ahead), 0);
      t.equal(await throttles.take([{ key, rule }], NOW), 0, `${key}: back in the present`);
      for (const _ of times(rule.limit - 1, (i) => i)) await throttles.take([{ key, rule }], NOW);
      t.not(await throttles.take([{ key, rule }], NOW), 0, `${key}: and counted as ever`);
    }
  });
}
