/** The migrations of this version, and what has to be done to a database before this version can use it. */
import { createHash } from 'node:crypto';
import { readProgramFile } from '../../schema/program/files.ts';
import { VERSION } from '../../schema/program/manifest.ts';
import { mayRun, OLDEST_VERSIONS } from './compatibility.ts';

type Engine = 'sqlite' | 'postgres';

interface Journal {
  entries: { tag: string; when: number }[];
}

export interface Migration {
  readonly name: string;
  /** When it was written, which is the order of the migrations. */
  readonly when: number;
  readonly hash: string;
  readonly statements: readonly string[];
  /** The oldest version of the program that may run on the tables afterwards. */
  readonly oldestVersion: string;
}

/** A row of the table in which a database keeps its migrations. Earlier versions did not write the oldest version. */
export interface AppliedMigration {
  created_at: unknown;
  oldest_version?: unknown;
}

/** The database has not been migrated to this version, and the caller may not do so. */
export class NotMigratedError extends Error {
  override readonly name = 'NotMigratedError';

  constructor(pending: readonly Migration[], isNew: boolean) {
    const wanted = 'set DATABASE_URL or DATA_DIR as the server has it, or make a new database with schoolgate migrate';
    if (isNew) {
      super(`there is no database of Schoolgate yet: ${wanted}`);
      return;
    }
    const names = pending.map(({ name }) => name).join(', ');
    super(`the database is older than this version (pending: ${names}); run schoolgate migrate`);
  }
}

/** A newer version has changed the tables so that this one cannot use them. There is no migration backwards. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';

  constructor(oldestVersion: unknown) {
    const version =
      oldestVersion === VERSION
        ? `a later build of Schoolgate ${VERSION}`
        : typeof oldestVersion === 'string'
          ? `Schoolgate ${oldestVersion} or newer`
          : 'that version';
    super(`a newer version of Schoolgate has changed its tables; start ${version}, or restore a backup`);
  }
}

const readJournal = (engine: Engine): Journal =>
  JSON.parse(readProgramFile(`db/migrations/${engine}/meta/_journal.json`));

export function readMigrations(engine: Engine): Migration[] {
  return readJournal(engine).entries.map(({ tag, when }) => {
    const text = readProgramFile(`db/migrations/${engine}/${tag}.sql`);
    return {
      name: tag,
      when,
      hash: createHash('sha256').update(text).digest('hex'),
      statements: text.split('--> statement-breakpoint'),
      oldestVersion: OLDEST_VERSIONS[tag] ?? VERSION,
    };
  });
}

/**
 * Returns the migrations that a database lacks.
 * @throws {NewerDatabaseError}
 */
export function pendingMigrations(engine: Engine, applied: readonly AppliedMigration[]): Migration[] {
  requireUsable(engine, applied);
  const newest = newestOf(applied);
  return newest < newestOf(readJournal(engine).entries.map(({ when }) => ({ created_at: when })))
    ? readMigrations(engine).filter(({ when }) => when > newest)
    : [];
}

/**
 * Checks that this version may use the tables that a newer version has migrated, if one has.
 * @throws {NewerDatabaseError}
 */
export function requireUsable(engine: Engine, applied: readonly AppliedMigration[]): void {
  // By each, and not by the newest: another program of an unreleased version may have one between two of this one.
  const known = new Set(readJournal(engine).entries.map(({ when }) => when));
  for (const { created_at, oldest_version } of applied) {
    if (known.has(Number(created_at))) continue;
    if (typeof oldest_version === 'string' && mayRun(VERSION, oldest_version)) continue;
    throw new NewerDatabaseError(oldest_version);
  }
}

export const newestOf = (applied: readonly AppliedMigration[]): number =>
  Math.max(0, ...applied.map(({ created_at }) => Number(created_at)));

/** Returns whether this version can open a database whose newest migration has this time. */
export const knowsMigration = (engine: Engine, applied: number): boolean =>
  readJournal(engine).entries.some(({ when }) => when === applied);

/** Returns whether a migration reads or writes all rows of a table while nobody else can write to it, or at all. */
export const isSlowOnLargeTables = ({ statements }: Migration): boolean => {
  const made = statements.flatMap((statement) => /^\s*create table "?(\w+)/i.exec(statement)?.[1] ?? []);
  const isIndexOnly = statements.every((statement) => INDEX.test(statement));
  return statements.some((statement) => {
    const indexed = /^\s*create (?:unique )?index \S+ on "?(\w+)/i.exec(statement)?.[1];
    if (indexed !== undefined) return !(isIndexOnly || made.includes(indexed));
    const changed = REWRITES.exec(statement)?.groups?.table;
    return changed !== undefined && !made.includes(changed);
  });
};

const INDEX = /^\s*create (?:unique )?index\b/i;
const REWRITES =
  /^\s*(?:(?:with\b[^;]*)?update "?(?<table>\w+)|delete from "?(?<table>\w+)|insert into \S+[^;]*\bselect\b[^;]*\bfrom "?(?<table>\w+)|alter table "?(?<table>\w+)"? (?:alter column \S+ (?:set not null|set data type|type)|add constraint))/i;
