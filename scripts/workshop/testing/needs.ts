/** The needs of a test file in its first line, such as `// slow, sqlite`, and which files a run therefore has. */
import { readFileSync } from 'node:fs';
import { IS_ROTATING, IS_THOROUGH, isItsTurn } from '../../../test/support/thorough.ts';

const NEEDS = {
  slow: 'takes long: left out unless named, or THOROUGH',
  programs: 'runs large programs of others: left out unless named, or THOROUGH, but never in its turns',
  sqlite: 'is about SQLite, or about nothing that the engine of the database could change',
  postgres: 'is about PostgreSQL alone',
  alone: 'measures times, so nothing runs beside it',
  named: 'runs only if it is named itself, and not only its folder',
} as const;

export type Need = keyof typeof NEEDS;
export type Engine = 'sqlite' | 'postgres';

const SLOW_TURNS = 12;
const REPEATED_TURNS = 4;

/** @throws {Error} if the first line has a word that is not one of these */
export function needsOf(file: string): ReadonlySet<Need> {
  const [, words] = /^\/\/ ([a-z]+(?:, [a-z]+)*)\n/.exec(readFileSync(file, 'utf8').slice(0, 100)) ?? [];
  const needs = (words?.split(', ') ?? []) as Need[];
  const unknown = needs.find((need) => !Object.hasOwn(NEEDS, need));
  if (unknown !== undefined) throw new Error(`${file} needs ${unknown}, which is none of ${Object.keys(NEEDS).join()}`);
  return new Set(needs);
}

/** Returns the files of a folder or of everything that fit the engine. */
export const fitting = (files: readonly string[], engine: Engine): string[] => {
  const other = engine === 'sqlite' ? 'postgres' : 'sqlite';
  return files.filter((file) => !needsOf(file).has('named') && !needsOf(file).has(other));
};

/**
 * Returns what a run has of all files that fit the engine. Slow ones, and programs of others, are left out unless the run
 * is thorough. A rotating run has a twelfth of the slow ones, and on PostgreSQL a quarter of the others: those that are
 * not about it alone ran on SQLite, too.
 */
export function inThisRun(files: readonly string[], engine: Engine): string[] {
  const turns = (part: readonly string[], every: number): string[] =>
    part.toSorted().filter((_, index) => isItsTurn(index, every));
  const isSlow = (file: string): boolean => needsOf(file).has('slow');
  const isRepeated = (file: string): boolean =>
    IS_ROTATING && engine === 'postgres' && !isSlow(file) && !needsOf(file).has('postgres');
  const slow = files.filter(isSlow);
  const repeated = files.filter(isRepeated);
  const isLeftOut = (file: string): boolean => needsOf(file).has('programs') && !IS_THOROUGH;
  const always = files.filter((file) => !isSlow(file) && !isRepeated(file) && !isLeftOut(file));
  return [...always, ...turns(slow, SLOW_TURNS), ...turns(repeated, REPEATED_TURNS)];
}
