// slow
/** The whole system from one seed, in its short form. `npm run machine -- simulate` runs the long one. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { seedOf } from '../../support/seed.ts';
import { templates } from '../../support/templates.ts';
import { isItsTurn } from '../../support/thorough.ts';
import { buildSimulation, planted, ROOT } from './build.ts';
import { hunt, shorten } from './hunt.ts';
import { INVARIANTS } from './oracle/invariants.ts';
import { PLANTED_BUGS } from './planted-bugs.ts';
import { type Form, Runner } from './runner.ts';

const FORM: Form = { nodes: 2, crashes: true, length: 250 };
/** The length of episodes in which each planted bug was looked for. */
const LONG = 300;
/** Each was found in less than a third of it (README.md). What else the product does at a step decides when. */
const MOST_STEPS = 100_000;
/** A bug that is found soon, for runs that look for no other. */
const SOON = 'a response has no state';

async function runnerOf(t: Test, program: string): Promise<Runner> {
  const runner = new Runner(program, join(await templates('sqlite'), 'demo.db'));
  t.teardown(() => runner.close());
  return runner;
}

t.test(
  'no invariant is violated, whatever order a seed chooses, and the same seed leads to the same answers [F01, F03, F08]',
  async (t) => {
    const runner = await runnerOf(t, await buildSimulation());
    const seed = seedOf(t);
    for (const episode of [seed, seed + 1]) {
      const { failure, steps, done } = await runner.run({ seed: episode, ...FORM });
      t.equal(failure?.message, undefined, `seed ${episode}, ${steps} steps`);
      t.ok(
        done['redeemed: 200'] && done['refreshed: 200'] && done['introspected: true'],
        'clients get what they ask for',
      );
    }
    const [first, again] = [await runner.run({ seed, ...FORM }), await runner.run({ seed, ...FORM })];
    t.equal(again.digest, first.digest, 'all answers are the same');
    t.not((await runner.run({ seed: seed + 1, ...FORM })).digest, first.digest, 'another seed leads to others');
  },
);

t.test('each planted bug is a change of one place of the product', async (t) => {
  for (const bug of PLANTED_BUGS) {
    const source = readFileSync(join(ROOT, bug.file), 'utf8');
    t.not(planted(source, bug), source, bug.name);
  }
  t.equal(new Set(PLANTED_BUGS.map(({ name }) => name)).size, PLANTED_BUGS.length, 'each has a name of its own');
  t.ok(PLANTED_BUGS.length >= 60);
});

for (const [index, bug] of PLANTED_BUGS.entries()) {
  if (bug.name !== SOON && !isItsTurn(index, PLANTED_BUGS.length)) continue;
  t.test(`a planted bug is found: ${bug.name}`, async (t) => {
    const runner = await runnerOf(t, await buildSimulation(bug));
    const form = { ...FORM, length: LONG };
    const found = await hunt(runner, form, 1, MOST_STEPS);
    t.ok(found, 'it is found');
    if (found === undefined || bug.name !== SOON) return;
    const { invariant = '' } = found.outcome.failure ?? {};
    t.ok(invariant in INVARIANTS, 'by an invariant');
    const only = await shorten(runner, form, { seed: found.seed, invariant }, 40);
    t.ok(only.length < LONG / 4, `${only.length} things are left of it`);
    const { failure } = await runner.run({ seed: found.seed, ...form, only });
    t.equal(failure?.invariant, invariant, 'which lead to the same failure');
  });
}
