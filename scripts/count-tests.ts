/**
 * Reads what a test file said in TAP: how many assertions there were, and each that failed with the tests around it. A
 * run that is watched only through its log must still say what broke.
 */

const DETAIL_LINES = 40;

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export function countAssertions(tap: string): Counts {
  const totals = [...tap.matchAll(/^# \{ (total: .*) \}$/gm)].at(-1)?.[1] ?? '';
  const counts = new Map(totals.split(', ').map((pair) => pair.split(': ') as [string, string]));
  const count = (name: string): number => Number(counts.get(name) ?? 0);
  return { passed: count('pass'), failed: count('fail'), skipped: count('skip') + count('todo') };
}

/** Each failed assertion: the titles that lead to it, and the start of what tap says of it. Subtests are indented. */
export function describeFailures(file: string, tap: string): string[] {
  const lines = tap.split('\n');
  const found: string[] = [];
  const titles: string[] = [];
  let failedInside = -1;
  for (const [at, line] of lines.entries()) {
    const depth = line.search(/\S/) / 4;
    const title = /^ *# Subtest: (.*)$/.exec(line)?.[1];
    if (title !== undefined) titles.splice(depth, titles.length, title);
    const failed = /^ *not ok \d+ - (.*)$/.exec(line)?.[1];
    if (failed === undefined || / # (skip|todo)\b/i.test(failed)) continue;
    // A test fails with its assertions, which were named already.
    const hasNamedItsOwn = failedInside > depth;
    failedInside = depth;
    if (hasNamedItsOwn) continue;
    const details = lines.slice(at + 1, at + 1 + DETAIL_LINES);
    const end = details.findIndex((detail) => detail.trim() === '...');
    const shown = end === -1 ? details : details.slice(0, end + 1);
    found.push(['', `FAILED ${[file, ...titles.slice(0, depth), failed].join(' > ')}`, ...shown].join('\n'));
  }
  return found;
}
