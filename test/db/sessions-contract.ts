/** What the store of the browsers people are signed in with promises on either engine. */
import type { Test } from 'tap';
import { type CredentialHash, hashCredential } from '../../schema/credential.ts';
import { DAY, event, insertRows, NOW, times, trues } from './fixtures.ts';
import type { NewNode, NewNodes } from './stores.ts';

export function sessionsContract(t: Test, node: NewNode, nodes: NewNodes): void {
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

  t.test('of 20 renewals of one cookie over two nodes, one succeeds, and only its cookie is accepted', async (t) => {
    const both = await nodes(t);
    const [{ db, sessions }, two] = both;
    const from = hashCredential('cookie');
    await insertRows(db, 'sessions', [
      { ...session('ses_1'), hash: from },
      { ...session('ses_ended'), endedAt: NOW },
    ]);
    const renewal = (n: number) => ({ id: 'ses_1', from, to: hashCredential(`cookie ${n}`) });
    t.equal(await sessions.renew(renewal(0), 'usr_1', 1), false, 'the credentials have changed');
    t.equal(await sessions.renew(renewal(0), 'usr_2', 0), false, 'another person');
    t.equal(await sessions.renew({ ...renewal(0), id: 'ses_other' }, 'usr_1', 0), false, 'another session');
    const ended = { id: 'ses_ended', from: session('ses_ended').hash as CredentialHash, to: hashCredential('x') };
    t.equal(await sessions.renew(ended, 'usr_1', 0), false, 'a session that has ended');
    t.match(await two.sessions.find(from), { id: 'ses_1' });

    const renewed = await Promise.all(
      times(20, (n) => (n % 2 === 0 ? sessions : two.sessions).renew(renewal(n), 'usr_1', 0)),
    );
    t.equal(trues(renewed), 1);
    t.equal(await two.sessions.find(from), undefined);
    for (const [n, isRenewed] of renewed.entries()) {
      t.equal((await two.sessions.find(renewal(n).to))?.id, isRenewed ? 'ses_1' : undefined);
    }
  });
}
