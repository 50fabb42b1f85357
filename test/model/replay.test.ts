/** The server answers as the model does, on two nodes. `npm run model` replays ten thousand traces. */
import t from 'tap';
import { REPEATED_BY, seedFor } from '../support/seed.ts';
import { SMALL_SEARCHES } from './bounds.ts';
import { replayAll } from './replays.ts';
import { School } from './server.ts';
import { HALVES } from './step.ts';
import { rowNames, TABLE } from './table.ts';
import { asGiven, coveringTraces, randomWalk } from './traces.ts';

const RANDOM = 120;

t.setTimeout(120_000);

t.test('the server answers each event of many traces as the model does [E-19]', async (t) => {
  t.comment(REPEATED_BY);
  const covering = coveringTraces([SMALL_SEARCHES.family, SMALL_SEARCHES.consent], () => '');
  const random = Array.from({ length: RANDOM }, (_, i) => randomWalk(seedFor(`short trace ${i}`)));
  const { rows, differences, ...counted } = await replayAll(await School.open(t), [
    ...covering.map(asGiven),
    ...random,
  ]);
  t.comment(JSON.stringify(counted));
  t.strictSame(differences, [], 'differences');
  t.ok(counted.races > 0, 'some requests came at the same time');
  t.strictSame(
    rowNames(TABLE).filter((name) => !rows.has(name)),
    [],
    'every row of the table',
  );
  t.ok(
    HALVES.every((name) => rows.has(name)),
    'and requests that lost against others',
  );
});
