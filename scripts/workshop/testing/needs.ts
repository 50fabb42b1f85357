/** What a test file says of itself in its first line, such as `// slow, sqlite`, and which files a run therefore has. */
import { readFileSync } from 'node:fs';
import { IS_THOROUGH, isItsTurn } from '../../../test/support/thorough.ts';

const NEEDS = {
  slow: 'takes long: left out unless named, or THOROUGH; a rotating run has a third of them',
  sqlite: 'is about SQLite, or about nothing that the engine of the database could change',
  postgres: 'is about PostgreSQL alone',
  alone: 'measures times, so nothing runs beside it',
  named: 'runs only if it is named itself, and not only its folder',
} as const;

export type Need = keyof typeof NEEDS;

/** @throws {Error} if the first line has a word that is not one of these */
export function needsOf(file: string): ReadonlySet<Need> {
  const [, words] = /^\/\/ ([a-z]+(?:, [a-z]+)*)\n/.exec(readFileSync(file, 'utf8').slice(0, 100)) ?? [];
  const needs = (words?.split(', ') ?? []) as Need[];
  const unknown = needs.find((need) => !Object.hasOwn(NEEDS, need));
  if (unknown !== undefined) throw new Error(`${file} needs ${unknown}, which is none of ${Object.keys(NEEDS).join()}`);
  return new Set(needs);
}

/** Returns the files of a folder or of everything that fit the engine. */
export const fitting = (files: readonly string[], engine: 'sqlite' | 'postgres'): string[] => {
  const other = engine === 'sqlite' ? 'postgres' : 'sqlite';
  return files.filter((file) => !needsOf(file).has('named') && !needsOf(file).has(other));
};

/** Returns the files without the slow ones, or with those whose turn it is. */
export function withoutSlow(files: readonly string[]): string[] {
  const slow = files.filter((file) => needsOf(file).has('slow')).sort();
  return files.filter((file) => !slow.includes(file) || (IS_THOROUGH && isItsTurn(slow.indexOf(file), 3)));
}
