/** The figures of the latest run of each long script, as they are checked in, and what of them may not get worse. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/programs.ts';

const FILE = 'test/faults/figures.json';
/** What a run writes itself, which makes the code no other than that of the commit. */
const WRITTEN = [FILE, 'docs/reliability.md', 'docs/images/faults.svg'];
const WORSE_BY = 1.5;

interface Ran {
  date: string;
  /** What was run; `+` if files were changed since. */
  commit: string;
  machine: string;
  engines: string;
}

export interface Measured extends Ran {
  seed: number;
  seconds: number;
  /** Each check with what it expects. */
  asserted: readonly string[];
  /** The checks that did not hold, with what they found. */
  broken: readonly string[];
  figures: Readonly<Record<string, string | number>>;
}

export interface Skipped extends Ran {
  skipped: string;
}

export type Kept = Measured | Skipped;

export const isMeasured = (kept: Kept | undefined): kept is Measured => kept !== undefined && 'figures' in kept;

/** By the name of the script. */
export const readKept = (): Record<string, Kept> => JSON.parse(readFileSync(join(ROOT, FILE), 'utf8'));

/** Keeps what a script found, and forgets the scripts that are gone. A skip never replaces figures. */
export function keep(name: string, found: Kept, names: readonly string[]): void {
  const before = readKept();
  const entries = names.flatMap((one) => {
    const kept = one === name && (isMeasured(found) || !isMeasured(before[one])) ? found : before[one];
    return kept === undefined ? [] : [[one, kept] as const];
  });
  writeFileSync(join(ROOT, FILE), `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}

/** The commit that is checked out. */
export function commitHere(): string {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--', '.', ...WRITTEN.map((file) => `:!${file}`));
  return `${git('rev-parse', '--short=8', 'HEAD')}${changed === '' ? '' : '+'}`;
}

/**
 * Compares figures with the kept ones. The larger, the worse.
 * @param compared the names of the figures, each with the value up to which it never counts as worse
 * @returns what is more than half as large again, and what should be compared and was not measured
 */
export function worseThan(
  kept: Kept | undefined,
  figures: Measured['figures'],
  compared: Readonly<Record<string, number>> = {},
): string[] {
  return Object.entries(compared).flatMap(([name, harmless]) => {
    const now = Number(figures[name] ?? Number.NaN);
    if (Number.isNaN(now)) return [`${name}: is to be compared, and was not measured`];
    const before = isMeasured(kept) ? Number(kept.figures[name] ?? Number.NaN) : Number.NaN;
    if (Number.isNaN(before) || now <= WORSE_BY * Math.max(before, harmless)) return [];
    return [`${name}: ${now}, which is worse by half than the ${before} of ${kept?.commit} (${kept?.date})`];
  });
}
