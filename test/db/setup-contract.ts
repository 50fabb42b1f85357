/** What the link of the first start promises on either engine. */
import type { Test } from 'tap';
import { hashCredential } from '../../schema/credential.ts';
import {
  CONCURRENT,
  event,
  eventsOf,
  insertRows,
  MINUTE,
  NOW,
  person,
  rowsOf,
  SITE,
  times,
  trues,
} from './fixtures.ts';
import type { NewNodes } from './stores.ts';

export function setupContract(t: Test, nodes: NewNodes): void {
  t.test('a set-up link works once, even for 50 attempts at a time, and only until it expires', async (t) => {
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
    await db.atomically(db.write((q) => q.delete(db.tables.people))());
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
      {
        siteId: `s_${winner}`,
        siteName: SITE.name,
        slug: `s-${winner}`,
        role: 'owner',
        secondFactorFor: 'off',
        signInBy: 'account',
        staffScope: null,
      },
    ]);
    t.strictSame(await eventsOf(db), ['setup_completed']);
    t.equal(await setup.isLinkLive(link, NOW), false);
    t.equal(await setup.isEmpty(), false);
  });
}
