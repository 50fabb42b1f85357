import { parseArgs } from 'node:util';
import { ROW_NAMES, type RowName } from './load/rows.ts';
import { TARGET_NAMES, type TargetName } from './targets/target.ts';

/** Separate tables. */
const COMPARISONS = ['mcp', 'tools', 'memory'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export const USAGE = `Usage: npm run bench -- [--rounds N] [--seconds N] [--only row,row] [--targets name,name]
  rows:    ${[...ROW_NAMES, ...COMPARISONS].join(', ')}
  targets: ${TARGET_NAMES.join(', ')}`;

export interface Options {
  rounds: number;
  seconds: number;
  rows: RowName[];
  comparisons: Comparison[];
  targets: TargetName[];
}

/**
 * Parses the command line.
 * @throws {Error} that describes the problem
 */
export function parseOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '2' },
      only: { type: 'string', default: [...ROW_NAMES, ...COMPARISONS].join(',') },
      targets: { type: 'string', default: TARGET_NAMES.join(',') },
    },
  });
  const rounds = positive('--rounds', values.rounds);
  if (!Number.isInteger(rounds)) throw new Error('--rounds takes a whole number');
  const seconds = positive('--seconds', values.seconds);
  if (seconds > MAX_SECONDS) throw new Error(`--seconds takes at most ${MAX_SECONDS}: the codes would expire`);
  const wanted = choose('--only', values.only, [...ROW_NAMES, ...COMPARISONS]);
  return {
    rounds,
    seconds,
    rows: ROW_NAMES.filter((name) => wanted.includes(name)),
    comparisons: COMPARISONS.filter((name) => wanted.includes(name)),
    targets: choose('--targets', values.targets, TARGET_NAMES),
  };
}

/** Codes are valid for one minute and are all issued before the load that redeems them. */
const MAX_SECONDS = 20;

function positive(option: string, text: string): number {
  const number = Number(text);
  if (!(number > 0 && Number.isFinite(number))) throw new Error(`${option} takes a positive number`);
  return number;
}

function choose<Name extends string>(option: string, text: string, known: readonly Name[]): Name[] {
  const wanted = text.split(',');
  const unknown = wanted.filter((name) => !known.some((one) => one === name));
  if (unknown.length > 0) throw new Error(`${option} does not know ${unknown.join(', ')}`);
  return known.filter((name) => wanted.includes(name));
}
