/** What the outbox promises on either engine. */
import type { Test } from 'tap';
import type { OutgoingMessage } from '../../schema/data/outgoing-message.ts';
import { DAY, event, MINUTE, NOW, rowsOf, SITE, times } from './fixtures.ts';
import type { NewNode, NewNodes } from './stores.ts';

const message = (id: string, more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id,
  channel: 'security',
  kind: 'reset_password',
  sealed: Buffer.from(id),
  createdAt: NOW,
  expiresAt: NOW + 2 * DAY,
  ...more,
});

export function outboxContract(t: Test, node: NewNode, nodes: NewNodes): void {
  t.test('a message is stored with its change or not at all, and claimed by one node [E-48]', async (t) => {
    const [one, two] = await nodes(t);
    const caused = event({
      event: 'resource_created',
      siteId: SITE.id,
      outgoing: [message('out_1'), message('out_1')],
    });
    const refused = await one.db.atomically(
      ...(await one.audit.steps({ ...caused, outgoing: [message('out_2')] })),
      ...one.mailLinks.opening(
        { hash: Buffer.alloc(32) as never, purpose: 'verify_email', personId: 'x', email: 'x', credentialsVersion: 1 },
        NOW,
      ),
    );
    t.equal(refused, false);
    await one.audit.record(caused);
    const [due, ...more] = await two.outbox.due('security', NOW, 10);
    t.match([due?.id, due?.sealed.toString(), due?.attempts, more], ['out_1', 'out_1', 0, []]);
    if (due === undefined) return;
    const claims = await Promise.all(times(8, (i) => [one, two][i % 2]?.outbox.claim(due, NOW + MINUTE, NOW)));
    const [claim] = claims.filter((one) => one !== undefined);
    t.equal(claims.filter((one) => one !== undefined).length, 1);
    if (claim === undefined) return;
    t.strictSame(await two.outbox.due('security', NOW, 10), []);
    await two.outbox.postpone(claim, NOW + 2 * MINUTE, 'ETIMEDOUT');
    t.strictSame(await two.outbox.due('security', NOW + MINUTE, 10), []);

    const [again] = await two.outbox.due('security', NOW + 2 * MINUTE, 10);
    const second = again && (await two.outbox.claim(again, NOW + 3 * MINUTE, NOW + 2 * MINUTE));
    await one.outbox.postpone(claim, NOW, 'late');
    t.equal(await one.outbox.replace(claim, [message('out_3')]), false, 'a claim that was lost changes nothing');
    if (second === undefined) return;
    t.equal(await two.outbox.replace(second, [message('out_3'), message('out_4', { channel: 'bulk' })]), true);
    t.strictSame((await rowsOf(one.db, 'outbox')).map(({ id }) => id).sort(), ['out_3', 'out_4']);
    t.strictSame(
      (await one.outbox.due('bulk', NOW, 10)).map(({ id }) => id),
      ['out_4'],
      'each channel by itself',
    );
  });

  t.test('what was given up is counted, tried again, dropped, and deleted after a month [E-48]', async (t) => {
    const { outbox, purge } = await node(t);
    await outbox.post(...times(3, (i) => message(`out_${i}`, { createdAt: NOW + i })));
    for (const due of await outbox.due('security', NOW + 5, 10)) {
      const claim = await outbox.claim(due, NOW + MINUTE, NOW + 5);
      if (claim !== undefined) await outbox.giveUp(claim, NOW, 'EENVELOPE 550');
    }
    t.strictSame(await outbox.due('security', NOW + DAY, 10), []);
    t.strictSame(await outbox.counts(), { waiting: 0, failed: 3 });
    t.strictSame(
      (await outbox.list(2)).map(({ id, failure }) => [id, failure]),
      [
        ['out_2', 'EENVELOPE 550'],
        ['out_1', 'EENVELOPE 550'],
      ],
    );
    t.equal(await outbox.retry('out_2', NOW + DAY, NOW + 3 * DAY), true);
    t.equal(await outbox.retry('out_2', NOW + DAY, NOW + 3 * DAY), false, 'it waits again');
    t.equal(await outbox.drop('out_2'), false, 'what waits is not dropped');
    t.equal(await outbox.drop('out_1'), true);
    t.strictSame(
      (await outbox.due('security', NOW + DAY, 10)).map(({ id }) => id),
      ['out_2'],
    );
    await purge.batch(() => NOW + 31 * DAY);
    t.strictSame(await outbox.counts(), { waiting: 1, failed: 0 });
  });
}
