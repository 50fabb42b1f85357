/** Compares the results with the list of equivalent mutants and prints them. */
import { MIN_SCORE } from './core.ts';
import { EQUIVALENT, type Equivalents } from './equivalent.ts';
import { type Fate, UNENDED } from './hunt.ts';
import type { Mutant } from './mutants.ts';

export type Result = Mutant & { fate: Fate };

const isKilled = ({ fate }: Result): boolean => typeof fate === 'object';

const listedBy = (mutant: Mutant): boolean =>
  EQUIVALENT.some(
    ({ file, mutants }) =>
      file === mutant.file &&
      mutants.some(([source, from, to]) => source === mutant.source && from === mutant.from && to === mutant.to),
  );

/** Returns whether the mutant survived although it is not listed as equivalent. */
export const isSurvivor = (result: Result): boolean => !isKilled(result) && !listedBy(result);

export const describe = ({ file, line, from, to, fate }: Result): string =>
  `${file}:${line} ${typeof fate === 'string' ? fate : 'killed'}\n  - ${from}\n  + ${to}`;

/**
 * Prints the table and all problems.
 * @returns whether there are no problems
 */
export function report(results: readonly Result[]): boolean {
  const ofFile = Map.groupBy(results, ({ file }) => file);
  const titles = ['mutants', 'killed', 'survived', 'equivalent', 'score'];
  console.log(`\n${' '.repeat(40)}${titles.map((title) => title.padStart(12)).join('')}`);
  for (const [file, own] of ofFile) printRow(file, own);
  const score = printRow('all', results);
  const unended = results.filter(({ fate }) => typeof fate === 'object' && fate.by.endsWith(UNENDED));
  console.log(`killed by time, or with the process: ${unended.length}`);
  const faults = faultsOfList(ofFile);
  if (score < MIN_SCORE) faults.push(`the score is below ${MIN_SCORE * 100} %`);
  for (const fault of faults) console.error(fault);
  return faults.length === 0;
}

/** @returns the score */
function printRow(name: string, of: readonly Result[]): number {
  const killed = of.filter(isKilled).length;
  const equivalent = of.filter((result) => !isKilled(result) && listedBy(result)).length;
  const score = killed / (of.length - equivalent || 1);
  const numbers = [of.length, killed, of.length - killed - equivalent, equivalent, `${(score * 100).toFixed(1)} %`];
  console.log(name.padEnd(40) + numbers.map((number) => String(number).padStart(12)).join(''));
  return score;
}

/** Returns the entries of the list that are wrong for the files that were run. */
function faultsOfList(ofFile: ReadonlyMap<string, readonly Result[]>): string[] {
  return EQUIVALENT.flatMap(({ file, mutants }) => {
    const results = ofFile.get(file);
    return results === undefined ? [] : mutants.flatMap((listed) => faultsOfEntry(file, listed, results));
  });
}

function faultsOfEntry(
  file: string,
  [source, from, to]: Equivalents['mutants'][number],
  results: readonly Result[],
): string[] {
  const found = results.filter((one) => one.source === source && one.from === from && one.to === to);
  if (found.length === 0) return [`listed as equivalent, but gone: ${file} ${source}\n  - ${from}\n  + ${to}`];
  return found.flatMap((one) =>
    typeof one.fate === 'object' ? [`listed as equivalent, but killed by ${one.fate.by}: ${describe(one)}`] : [],
  );
}
