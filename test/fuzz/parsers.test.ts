/** Mutated input for every parser, without a server: `npm run fuzz` searches longer, and by the code that is reached. */
import t from 'tap';
import { REPEATED_BY, seedOf } from '../support/seed.ts';
import { IS_THOROUGH } from '../support/thorough.ts';
import { corpusOf } from './corpus.ts';
import { hunt } from './hunt.ts';
import { PARSERS } from './targets/index.ts';

t.setTimeout(240_000);

const RUNS = IS_THOROUGH ? 20_000 : 1500;

for (const target of PARSERS) {
  t.test(`whatever ${target.name} is given, it is read as by the rule or refused, in time [F11]`, async (t) => {
    const corpus = corpusOf(target.name);
    const { runs, seconds, found } = await hunt(target, { seed: seedOf(t), corpus, isOver: (runs) => runs >= RUNS });
    t.strictSame(found, undefined, REPEATED_BY);
    t.ok(runs >= RUNS, `${runs} inputs in ${seconds.toFixed(1)} s`);
  });
}
