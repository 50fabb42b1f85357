/** Every row of the demo as it is made, without a database. */
import { CONTENT_TABLES, type ContentRow, type ContentTable } from '../../db/school/school-content.ts';
import { demoContent, furtherWaves, type WaveContent } from '../../scripts/commands/demo/content/index.ts';
import type { DemoSite } from '../../scripts/commands/demo/platform.ts';

export const NOW = Date.UTC(2026, 10, 21, 9, 0, 0);
export const DAY = 86_400_000;

export type DemoRows = { [Name in ContentTable]: ContentRow<Name>[] } & Pick<WaveContent, 'people' | 'memberships'>;

export function demoRows(site: DemoSite, now = NOW, scale = 1): DemoRows {
  const waves = [demoContent(site, now), ...furtherWaves(site, now, scale)];
  const tables = CONTENT_TABLES.map((name) => [name, waves.flatMap(({ content }) => rowsIn(content[name]))]);
  return {
    ...(Object.fromEntries(tables) as { [Name in ContentTable]: ContentRow<Name>[] }),
    people: waves.flatMap(({ people }) => people),
    memberships: waves.flatMap(({ memberships }) => memberships),
  };
}

const rowsIn = (rows: readonly object[] = []): readonly object[] => rows;

/** @throws {Error} when there is none, or more than one */
export function byId<Item extends { id: string }>(rows: readonly Item[]): (id: string | null | undefined) => Item {
  const found = new Map(rows.map((row) => [row.id, row]));
  if (found.size !== rows.length) throw new Error('two rows have one id');
  return (id) => {
    const row = found.get(id ?? '');
    if (row === undefined) throw new Error(`nothing has the id ${id}`);
    return row;
  };
}
