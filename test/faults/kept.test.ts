// slow
/** The kept figures belong to the scripts that there are, and a worse figure is noticed. */
import t from 'tap';
import { readRequirements } from '../../scripts/workshop/requirements.ts';
import { ROOT } from '../support/programs.ts';
import { FAULTS } from './catalogue/index.ts';
import { isMeasured, type Measured, readKept, worseThan } from './kept.ts';
import { described } from './script.ts';

const KEPT: Measured = {
  date: '2026-01-01',
  commit: 'abcdef12',
  machine: 'two cores',
  engines: 'SQLite',
  seed: 1,
  seconds: 1,
  asserted: [],
  broken: [],
  figures: { 'ready ms': 2000, lost: 0, share: '0.5', answers: 1000 },
};

t.test('a figure that is compared fails when it is worse by half, beyond what never counts as worse', (t) => {
  const compare = (figures: Measured['figures'], compared: Readonly<Record<string, number>>): string[] =>
    worseThan(KEPT, figures, compared);
  t.strictSame(compare({ 'ready ms': 3000 }, { 'ready ms': 100 }), []);
  t.strictSame(compare({ 'ready ms': 3001 }, { 'ready ms': 100 }), [
    'ready ms: 3001, which is worse by half than the 2000 of abcdef12 (2026-01-01)',
  ]);
  t.strictSame(compare({ 'ready ms': 3001 }, { 'ready ms': 2500 }), [], 'so little never counts');
  t.match(compare({ lost: 1 }, { lost: 0 }), [/^lost: 1, /], 'more than nothing is worse');
  t.match(compare({ share: '0.76' }, { share: 0 }), [/^share: 0.76, /], 'a figure with decimals');
  t.strictSame(compare({ answers: 5000 }, {}), [], 'others are not compared');
  t.match(compare({ 'ready s': 1 }, { 'ready ms': 100 }), [/^ready ms: is to be compared/]);
  t.strictSame(worseThan(undefined, { 'ready ms': 9000 }, { 'ready ms': 100 }), [], 'the first time');
  t.end();
});

t.test(
  'the kept figures are those of scripts that exist, of the figures that are compared, and of nothing broken',
  (t) => {
    for (const [name, kept] of Object.entries(readKept())) {
      const script = FAULTS[name];
      t.ok(script, `${name} is a script`);
      if (!isMeasured(kept) || script === undefined) continue;
      t.strictSame(kept.broken, [], name);
      for (const figure of Object.keys(described(script).compared ?? {}))
        t.ok(figure in kept.figures, `${name}: ${figure}`);
    }
    t.end();
  },
);

t.test(
  'every script with a code tries a fault of the list, which has no gap and says of none that it is not met',
  (t) => {
    const requirements = new Map(readRequirements(ROOT, 'faults').map((one) => [one.code, one.state]));
    for (const name of Object.keys(FAULTS)) {
      const [code] = /^F\d{2}\b/.exec(name) ?? [];
      if (code !== undefined) t.equal(requirements.get(code), 'met', name);
    }
    const first = Array.from({ length: 32 }, (_, index) => `F${String(index + 1).padStart(2, '0')}`);
    t.strictSame(
      first.filter((code) => !requirements.has(code)),
      [],
    );
    t.end();
  },
);
