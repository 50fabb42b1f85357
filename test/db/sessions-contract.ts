/** What the store of the browsers people are signed in with promises on either engine. */
import type { Test } from 'tap';
import { DAY, event, insertRows, NOW } from './fixtures.ts';
import type { NewNode } from './stores.ts';

export function sessionsContract(t: Test, node: NewNode): void {
  const session = (id: string, personId = 'usr_1', lastSeenAt = NOW, expiresAt = NOW + DAY) => ({
    id,
    hash: Buffer.from(id),
    personId,
    authenticatedAt: NOW - DAY,
    authenticatedBy: 'password',
    lastSeenAt,
    expiresAt,
    endedAt: null,
    userAgent: `Browser ${id}`,
  });

  t.test('a person sees their sessions, and ends one of them or all but one [W37]', async (t) => {
    const stores = await node(t);
    const { db, sessions } = stores;
    await insertRows(db, 'sessions', [
      session('ses_1'),
      session('ses_2', 'usr_1', NOW + 1),
      session('ses_3', 'usr_1', NOW - 1),
      session('ses_idle', 'usr_1', NOW - 14 * DAY),
      session('ses_old', 'usr_1', NOW, NOW),
      session('ses_other', 'usr_2'),
    ]);
    const ids = async (personId = 'usr_1') =>
      (await sessions.ofPerson(personId, NOW, NOW - 14 * DAY)).map(({ id }) => id);
    t.strictSame(await ids(), ['ses_2', 'ses_1', 'ses_3']);
    t.match(await sessions.ofPerson('usr_2', NOW, 0), [
      { id: 'ses_other', authenticatedAt: NOW - DAY, lastSeenAt: NOW, userAgent: 'Browser ses_other' },
    ]);
    const out = event({ event: 'sign_out', personId: 'usr_1' });
    t.equal(await sessions.endOfPerson('usr_1', 'ses_other', out), false, 'only one of their own');
    t.equal(await sessions.endOfPerson('usr_1', 'ses_3', out), true);
    t.equal(await sessions.endOfPerson('usr_1', 'ses_3', out), false, 'once');
    t.strictSame(await ids(), ['ses_2', 'ses_1']);
    await sessions.endAllOf('usr_1', 'ses_1', out);
    t.strictSame(await ids(), ['ses_1'], 'all but the one');
    await sessions.endAllOf('usr_1', undefined, out);
    t.strictSame(await ids(), [], 'all');
    t.strictSame(await ids('usr_2'), ['ses_other'], 'and nobody else’s');
  });
}
