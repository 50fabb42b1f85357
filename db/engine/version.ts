/** Whether the tables of a database are ones that this version knows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Journal {
  entries: { when: number }[];
}

/** When the newest migration of this version was made: the tables' version, as the migrator writes it down. */
export function newestMigration(engine: 'sqlite' | 'postgres'): number {
  const file = join(import.meta.dirname, '../migrations', engine, 'meta/_journal.json');
  const { entries }: Journal = JSON.parse(readFileSync(file, 'utf8'));
  return Math.max(...entries.map(({ when }) => when));
}

/** @throws when a newer version has changed the tables: whoever goes back must bring the older copy back as well */
export function requireKnownVersion(engine: 'sqlite' | 'postgres', applied: unknown): void {
  if (Number(applied ?? 0) > newestMigration(engine)) {
    throw new Error('a newer version of Schoolgate has changed its tables; start that version, or restore a backup');
  }
}
