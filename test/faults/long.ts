/** `npm run faults [-- F01 F04 …]`: the fault tests in their long form, with their figures. */
import tap from 'tap';
import { FAULTS } from './catalogue/index.ts';
import { holds, printed, type Report } from './report.ts';
import { described } from './script.ts';
import { tidyUp } from './services.ts';

// Helpers of the tests load tap, which would end this process after 30 seconds.
tap.setTimeout(0);

const wanted = process.argv.slice(2);
/** A whole name selects that script alone, and the beginning of names all of these. */
const isWanted = (name: string): boolean =>
  wanted.length === 0 || wanted.some((text) => (Object.hasOwn(FAULTS, text) ? name === text : name.startsWith(text)));

try {
  for (const [name, script] of Object.entries(FAULTS)) if (isWanted(name)) print(name, await described(script).run());
} finally {
  await tidyUp();
}

function print(name: string, outcome: Report | string): void {
  if (typeof outcome === 'string') {
    process.stdout.write(`skipped  ${name}: ${outcome}\n`);
    return;
  }
  const broken = outcome.checks.filter((check) => !holds(check));
  process.stdout.write(`${broken.length === 0 ? 'holds  ' : 'BROKEN '}  ${name}\n         ${printed(outcome)}\n`);
  for (const { what, got, want } of broken) {
    process.stdout.write(`         ${what}: ${JSON.stringify(got)}, expected ${JSON.stringify(want)}\n`);
    process.exitCode = 1;
  }
}
