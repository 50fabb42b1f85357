/** Mutated headers, cursors and signed addresses, on a server that believes what a proxy says. */
import t from 'tap';
import { testApp } from '../../support/app.ts';
import { REPEATED_BY, seedOf } from '../../support/seed.ts';
import { IS_THOROUGH } from '../../support/thorough.ts';
import { corpusOf } from './corpus.ts';
import { hunt } from './hunt.ts';
import { PROXIED, serverTargets } from './targets/server.ts';

t.setTimeout(240_000);

const RUNS = IS_THOROUGH ? 10_000 : 1500;

t.test('cursors, signed addresses and headers that nobody sends in good faith cause no fault [F11, W38]', async (t) => {
  const { app, logs } = await testApp(t, { env: PROXIED, housekeeping: false });
  for (const target of serverTargets(app)) {
    const hunting = {
      seed: seedOf(t, target.name),
      corpus: corpusOf(target.name),
      isOver: (runs: number) => runs >= RUNS,
    };
    const { runs, found } = await hunt(target, hunting);
    t.strictSame(found, undefined, `${target.name}, ${REPEATED_BY}`);
    t.ok(runs >= RUNS, `${target.name}: ${runs} inputs`);
  }
  t.notMatch(logs.join(''), /"level":(?:50|60)/, 'nothing was a fault of ours');
});
