// slow
/** The server answers as the model does, on two nodes. `npm run machine -- model` replays ten thousand traces. */
import t from 'tap';
import { REPEATED_BY, seedFor } from '../../support/seed.ts';
import { SMALL_SEARCHES } from './bounds.ts';
import { replayAll } from './replays.ts';
import { School } from './server.ts';
import { HALVES } from './step.ts';
import { rowNames, TABLE } from './table.ts';
import { asGiven, coveringTraces, randomWalk } from './traces.ts';

const RANDOM = 120;
/** How many times as many more until requests have lost in every way. */
const MORE = 8;

t.setTimeout(120_000);

t.test('the server answers each event of many traces as the model does [E-19]', async (t) => {
  t.comment(REPEATED_BY);
  const covering = coveringTraces([SMALL_SEARCHES.family, SMALL_SEARCHES.turns, SMALL_SEARCHES.consent], () => '');
  const random = (batch: number) =>
    Array.from({ length: RANDOM }, (_, i) => randomWalk(seedFor(`short trace ${batch}.${i}`)));
  const school = await School.open(t);
  const { rows, differences, ...counted } = await replayAll(school, [...covering.map(asGiven), ...random(0)]);
  t.comment(JSON.stringify(counted));
  t.strictSame(differences, [], 'differences');
  t.ok(counted.races > 0, 'some requests came at the same time');
  const losing = new Set(rows.keys());
  // Which of two requests loses is up to the server.
  for (let batch = 1; batch <= MORE && !HALVES.every((name) => losing.has(name)); batch += 1) {
    const more = await replayAll(school, random(batch));
    t.strictSame(more.differences, [], 'differences in more traces');
    for (const name of more.rows.keys()) losing.add(name);
  }
  t.strictSame(
    rowNames(TABLE).filter((name) => !rows.has(name)),
    [],
    'every row of the table',
  );
  t.ok(
    HALVES.every((name) => losing.has(name)),
    'and requests that lost against others',
  );
});
