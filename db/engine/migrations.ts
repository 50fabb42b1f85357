/** The migrations of this version, and the check that a database was not migrated by a newer one. */
import { createHash } from 'node:crypto';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import { readProgramFile } from '../../schema/program/files.ts';

type Engine = 'sqlite' | 'postgres';

interface Journal {
  entries: { tag: string; when: number; breakpoints: boolean }[];
}

const readJournal = (engine: Engine): Journal =>
  JSON.parse(readProgramFile(`db/migrations/${engine}/meta/_journal.json`));

/** Returns the migrations in the form in which drizzle applies them. */
export function readMigrations(engine: Engine): MigrationMeta[] {
  return readJournal(engine).entries.map(({ tag, when, breakpoints }) => {
    const text = readProgramFile(`db/migrations/${engine}/${tag}.sql`);
    return {
      sql: text.split('--> statement-breakpoint'),
      bps: breakpoints,
      folderMillis: when,
      hash: createHash('sha256').update(text).digest('hex'),
    };
  });
}

/**
 * @param applied the time of the last migration of the database, as the migrator stores it
 * @returns whether the database is up to date
 * @throws {Error} if a newer version has migrated it; a downgrade requires a backup from before the migration
 */
export function isUpToDate(engine: Engine, applied: unknown): boolean {
  const newest = Math.max(...readJournal(engine).entries.map(({ when }) => when));
  if (Number(applied ?? 0) > newest) {
    throw new Error('a newer version of Schoolgate has changed its tables; start that version, or restore a backup');
  }
  return Number(applied ?? 0) === newest;
}

/** Whether this version can open a database whose newest migration has this time. */
export const knowsMigration = (engine: Engine, applied: number): boolean =>
  readJournal(engine).entries.some(({ when }) => when === applied);
