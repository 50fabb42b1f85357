// slow
/** A small fleet for a month. `npm run machine -- fleet` has a thousand connections for ninety days. */
import t from 'tap';
import { seedOf } from '../../support/seed.ts';
import { BEHAVIOURS, FOREVER } from './behaviours.ts';
import { faultsOf, sail } from './fleet.ts';

t.setTimeout(120_000);

t.test(
  'clients of every kind are signed out for nothing never, and thieves beside them are found [E-51]',
  async (t) => {
    const kinds = Object.keys(BEHAVIOURS).length;
    const voyage = await sail(t, { connections: 2 * kinds, days: 33, seed: seedOf(t) });
    t.strictSame(faultsOf(voyage), []);
    const { rows } = voyage;
    const forever = rows.find(({ behaviour }) => behaviour === FOREVER);
    t.ok((forever?.needless ?? 0) > 0, 'but for those that never store a token');
    const thieves = rows.reduce((sum, row) => sum + row.thieves, 0);
    t.equal(thieves, kinds - 1, 'one for each of the other kinds');
    t.ok(voyage.emails >= thieves, 'people are told');
  },
);
