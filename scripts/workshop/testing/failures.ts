/**
 * Extracts failed assertions from the TAP output of test files, with the surrounding tests, so that the log of a run
 * names each failure.
 */

const DETAIL_LINES = 40;

/**
 * Describes each failed assertion: the titles that lead to it, the start of tap's diagnostics, and the seed of random
 * tests. Subtests are indented.
 */
export function describeFailures(tap: string): string[] {
  const lines = tap.split('\n');
  const seed = /^ *# .*?(TEST_SEED=\d+)$/m.exec(tap)?.[1];
  const found: string[] = [];
  const titles: string[] = [];
  let failedInside = -1;
  for (const [at, line] of lines.entries()) {
    const depth = line.search(/\S/) / 4;
    const title = /^ *# Subtest: (.*)$/.exec(line)?.[1];
    if (title !== undefined) titles.splice(depth, titles.length, title);
    const failed = /^ *not ok \d+ - (.*)$/.exec(line)?.[1];
    if (failed === undefined || / # (skip|todo)\b/i.test(failed)) continue;
    // A test fails along with its assertions, which have been listed already.
    const hasNamedItsOwn = failedInside > depth;
    failedInside = depth;
    if (hasNamedItsOwn) continue;
    const details = lines.slice(at + 1, at + 1 + DETAIL_LINES);
    const end = details.findIndex((detail) => detail.trim() === '...');
    const excerpt = end === -1 ? details : details.slice(0, end + 1);
    const where = [...titles.slice(0, depth), failed].join(' > ');
    found.push(['', `FAILED ${where}${seed === undefined ? '' : ` (${seed})`}`, ...excerpt].join('\n'));
  }
  return found;
}
