/**
 * Compares the rows of the main table between an empty database and a large one, from which housekeeping deletes dead
 * grants meanwhile, and then measures the housekeeping itself.
 */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { introspectionCallers } from '../load/callers.ts';
import { prepareRow, ROW_NAMES } from '../load/rows.ts';
import { type Measurement, measureCallers } from '../measure.ts';
import { rotated, runRounds } from '../rounds.ts';
import type { Plan } from '../school/measure.ts';
import { fill } from './fill.ts';
import { measurePurge } from './purge.ts';
import { type GrowthServer, restart, startAt } from './servers.ts';
import { type Compared, renderRatios } from './tables.ts';

export async function compareGrowth(folder: string, plan: Plan): Promise<string> {
  const { onProgress, sizes, grants } = plan;
  const [living, dead] = grants;
  onProgress(`making schools of ${sizes.join(' and ')} times the demo`);
  const empty = await startAt(folder, 'empty', sizes[0]);
  const seeded = await startAt(folder, 'grown', sizes[1]);
  await seeded.server.stop();
  onProgress(`adding ${living} living and ${dead} dead grants`);
  const accessTokens = fill(seeded.file, living, dead);
  const copy = join(folder, 'before.db');
  await copyFile(seeded.file, copy);

  const grown = await restart(seeded);
  const ratios = renderRatios(await compareRows([empty, grown], accessTokens, plan));
  await Promise.all([empty.server.stop(), grown.server.stop()]);
  await copyFile(copy, grown.file);
  const purge = await measurePurge(empty, grown, plan);
  const title = `${sizes[1]} times the demo, ${living} living and ${dead} dead grants, beside ${sizes[0]} times the demo`;
  return `${title}\n\n${ratios}\n\n${purge}`;
}

type Pair = readonly [empty: GrowthServer, grown: GrowthServer];

async function compareRows(pair: Pair, accessTokens: readonly string[], plan: Plan): Promise<Compared[]> {
  const { rows, failures } = await runRounds(pair, { ...plan, rows: ROW_NAMES });
  if (failures.length > 0) throw new Error(failures.map(({ row, message }) => `${row}: ${message}`).join('\n'));
  const compared = [...rows].map(([name, measured]) => ({ name, measured: [...measured.values()] }));
  return [...compared, await compareAnyTokens(pair, accessTokens, plan)];
}

/** Tokens of all living grants are introspected in turn, more than the server keeps in memory. */
async function compareAnyTokens(pair: Pair, accessTokens: readonly string[], plan: Plan): Promise<Compared> {
  const [empty, grown] = pair;
  const callers = [
    await prepareRow.introspection(empty.target, plan.seconds),
    introspectionCallers(grown.target, accessTokens),
  ];
  const measured: Measurement[][] = [[], []];
  for (let round = 0; round <= plan.rounds; round += 1) {
    for (const [index, { target }] of rotated([...pair.entries()], round)) {
      plan.signal.throwIfAborted();
      const one = await measureCallers(callers[index] ?? [], target, plan.seconds);
      if (round > 0) measured[index]?.push(one);
    }
  }
  return { name: 'introspection, of all grants', measured };
}
