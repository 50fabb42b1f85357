/** Checks that a database was not migrated by a newer version. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Journal {
  entries: { when: number }[];
}

/** Returns the time of this version's newest migration, as the migrator stores it. */
export function newestMigration(engine: 'sqlite' | 'postgres'): number {
  const file = join(import.meta.dirname, '../migrations', engine, 'meta/_journal.json');
  const { entries }: Journal = JSON.parse(readFileSync(file, 'utf8'));
  return Math.max(...entries.map(({ when }) => when));
}

/**
 * @throws {Error} if a newer version has migrated the tables; a downgrade requires a backup from before the migration
 */
export function requireKnownVersion(engine: 'sqlite' | 'postgres', applied: unknown): void {
  if (Number(applied ?? 0) > newestMigration(engine)) {
    throw new Error('a newer version of Schoolgate has changed its tables; start that version, or restore a backup');
  }
}
