/** Prints the plain closing line of a saved TAP file; fails when nothing ran or something failed. */
import { readFileSync } from 'node:fs';

const tap = readFileSync(process.argv[2] ?? '.tap/out.tap', 'utf8');
const totals = [...tap.matchAll(/^# \{ (total: .*) \}$/gm)].at(-1)?.[1] ?? '';
const counts = new Map(totals.split(', ').map((pair) => pair.split(': ') as [string, string]));
const count = (name: string): number => Number(counts.get(name) ?? 0);

console.log(`${count('pass')} passed, ${count('fail')} failed, ${count('skip') + count('todo')} skipped`);
process.exitCode = count('pass') > 0 && count('fail') === 0 ? 0 : 1;
