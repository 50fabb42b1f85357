/** The inputs that searches found interesting: one JSON string in each line of a file for each target. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../support/programs.ts';

const fileOf = (target: string): string => join(ROOT, 'test/machines/fuzz/corpus', `${target}.jsonl`);

export function corpusOf(target: string): string[] {
  const file = fileOf(target);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => String(JSON.parse(line)));
}

/** Replaces what is kept of a target. */
export function keep(target: string, inputs: readonly string[]): void {
  const lines = [...inputs].sort((a, b) => a.length - b.length).map((one) => JSON.stringify(one));
  writeFileSync(fileOf(target), `${lines.join('\n')}\n`);
}
