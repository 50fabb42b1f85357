/**
 * Prints the plain closing line of a saved TAP file, and before it, on standard error, every assertion that failed with
 * the tests around it: a run that is watched only through its log must still say what broke.
 * Fails when nothing ran or something failed.
 */
import { readFileSync } from 'node:fs';

const DETAIL_LINES = 40;

const tap = readFileSync(process.argv[2] ?? '.tap/out.tap', 'utf8');
const totals = [...tap.matchAll(/^# \{ (total: .*) \}$/gm)].at(-1)?.[1] ?? '';
const counts = new Map(totals.split(', ').map((pair) => pair.split(': ') as [string, string]));
const count = (name: string): number => Number(counts.get(name) ?? 0);

for (const failure of failures(tap.split('\n'))) console.error(failure);
console.log(`${count('pass')} passed, ${count('fail')} failed, ${count('skip') + count('todo')} skipped`);
process.exitCode = count('pass') > 0 && count('fail') === 0 ? 0 : 1;

/** Each failed assertion: the titles that lead to it, and the start of what tap says of it. Subtests are indented. */
function failures(lines: readonly string[]): string[] {
  const found: string[] = [];
  const titles: string[] = [];
  let failedInside = -1;
  for (const [at, line] of lines.entries()) {
    const depth = line.search(/\S/) / 4;
    const title = /^ *# Subtest: (.*)$/.exec(line)?.[1];
    if (title !== undefined) titles.splice(depth, titles.length, title);
    const failed = /^ *not ok \d+ - (.*)$/.exec(line)?.[1];
    if (failed === undefined || / # (skip|todo)\b/i.test(failed)) continue;
    // A test or a file fails with its assertions, which were named already.
    const hasNamedItsOwn = failedInside > depth;
    failedInside = depth;
    if (hasNamedItsOwn) continue;
    const details = lines.slice(at + 1, at + 1 + DETAIL_LINES);
    const end = details.findIndex((detail) => detail.trim() === '...');
    const shown = end === -1 ? details : details.slice(0, end + 1);
    found.push(['', `FAILED ${[...titles.slice(0, depth), failed].join(' > ')}`, ...shown].join('\n'));
  }
  return found;
}
