// slow, sqlite
/** Every state of the model within small bounds. `npm run machine -- model` looks further. */
import t from 'tap';
import { SMALL_SEARCHES } from './bounds.ts';
import { INVARIANTS } from './invariants.ts';
import { MISTAKES } from './mistakes.ts';
import { search } from './search.ts';
import { HALVES } from './step.ts';
import { rowNames, TABLE } from './table.ts';

t.test('no state of the model breaks an invariant, and every row of its table is taken', async (t) => {
  const taken = new Set<string>();
  for (const [name, bounds] of Object.entries(SMALL_SEARCHES)) {
    const { states, transitions, depth, seconds, rows, fault } = search(TABLE, bounds);
    t.comment(`${name}: ${states} states, ${transitions} transitions, depth ${depth}, ${seconds.toFixed(1)} s`);
    t.equal(fault, undefined, `${name}: no invariant is broken`);
    for (const row of rows.keys()) taken.add(row);
  }
  const names = [...rowNames(TABLE), ...HALVES];
  t.equal(new Set(names).size, names.length, 'every row has a name of its own');
  t.strictSame([...taken].sort(), names.sort(), 'rows');
});

t.test('each mistake that is planted in the table breaks the invariant that is about it', async (t) => {
  for (const { name, search: where, breaks, plant } of MISTAKES) {
    const { fault, transitions } = search(plant(TABLE), SMALL_SEARCHES[where], { only: breaks });
    t.comment(`${name}: ${transitions} transitions; ${fault?.trace.map((event) => JSON.stringify(event)).join(' ')}`);
    t.strictSame(fault?.invariants, [breaks], name);
  }
});

t.test('every invariant is broken by one of the mistakes', async (t) => {
  const named = new Set(MISTAKES.map(({ breaks }) => breaks));
  t.strictSame([...named].sort(), Object.keys(INVARIANTS).sort());
});
