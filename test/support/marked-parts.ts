/** The parts of files between markers, which a command writes and a test compares. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** The part of a file between its markers, and those before and after it. */
function around(file: string, name: string): [before: string, between: string, after: string] {
  const start = `<!-- ${name}: written by npm run manual -->\n`;
  const end = `<!-- end of ${name} -->`;
  const [before, rest] = readFileSync(join(ROOT, file), 'utf8').split(start);
  const [between, after] = (rest ?? '').split(end);
  if (before === undefined || between === undefined || after === undefined) throw new Error(`${file} has no ${start}`);
  return [before + start, between, end + after];
}

export const committedTable = (file: string, name: string): string => around(file, name)[1].trim();

export function writeTable(file: string, name: string, content: string): void {
  const [before, , after] = around(file, name);
  writeFileSync(join(ROOT, file), `${before}\n${content}\n\n${after}`);
}
