// slow, sqlite
/** Mutated input for every parser, without a server: `npm run machine -- fuzz` searches longer, and by the code that is reached. */
import t from 'tap';
import { REPEATED_BY, seedOf } from '../../support/seed.ts';
import { isItsTurn } from '../../support/thorough.ts';
import { corpusOf } from './corpus.ts';
import { hunt } from './hunt.ts';
import { PARSERS } from './targets/index.ts';

t.setTimeout(240_000);

/** A rotating run gives a quarter of the targets many inputs. */
const QUARTERS = 4;
const runsOf = (index: number): number => (isItsTurn(index, QUARTERS) ? 20_000 : 1500);

for (const [index, target] of PARSERS.entries()) {
  const least = runsOf(index);
  t.test(`whatever ${target.name} is given, it is read as by the rule or refused, in time [F11]`, async (t) => {
    const corpus = corpusOf(target.name);
    const { runs, seconds, found } = await hunt(target, { seed: seedOf(t), corpus, isOver: (runs) => runs >= least });
    t.strictSame(found, undefined, REPEATED_BY);
    t.ok(runs >= least, `${runs} inputs in ${seconds.toFixed(1)} s`);
  });
}
