/** `schoolgate upgrade-check`: says before an upgrade what would go wrong with it. It changes nothing. */
import { styleText } from 'node:util';
import { printDataPaths } from './process.ts';
import { checkUpgrade, type Item } from './upgrade/items.ts';
import { readArguments, refuseArguments } from './usage.ts';

export const USAGE = `Usage: schoolgate upgrade-check [--json]

Run it with the new version and the settings of the server, which may go on running. It prints PASS or FAIL for each
item, with what to do, and changes nothing. The exit code is 1 if an item failed.

  --json  print a JSON array instead
`;

export async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args, USAGE, { json: { type: 'boolean', default: false } });
  if (positionals.length > 0) refuseArguments(USAGE, { positionals, values });
  const items = (await checkUpgrade(process.env, printDataPaths)).map((item) => ({
    ...item,
    says: item.says,
    ...(item.toDo === undefined ? {} : { toDo: item.toDo }),
  }));
  process.stdout.write(values.json ? `${JSON.stringify(items, undefined, 2)}\n` : items.map(lineOf).join(''));
  if (items.some(({ passed }) => !passed)) process.exitCode = 1;
}

function lineOf({ item, passed, says, toDo }: Item): string {
  const verdict = passed ? styleText('green', 'PASS') : styleText('red', 'FAIL');
  return `${verdict}  ${item.padEnd(11)} ${says}\n${toDo === undefined ? '' : `                  ${toDo}\n`}`;
}
