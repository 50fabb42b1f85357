/** What the store of signing keys promises on either engine. */
import type { Test } from 'tap';
import { DAY, event, eventsOf, NOW, times, trues } from './fixtures.ts';
import type { NewNodes } from './stores.ts';

export function keyContract(t: Test, nodes: NewNodes): void {
  t.test('signing keys are listed in the order they sign, and two first starts create only one [E-39]', async (t) => {
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
}
