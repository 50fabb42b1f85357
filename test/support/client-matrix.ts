/** What every known client got through, as the table in `test/README.md`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, STEPS } from '../../scripts/doctor/findings.ts';

const FILE = join(import.meta.dirname, '../README.md');
const START = '<!-- clients: written by npm run matrix -->';
const END = '<!-- end of clients -->';
const MARKS: Readonly<Record<Finding['outcome'], string>> = { held: '●', failed: '✗', 'left out': '' };

export interface MatrixRow {
  client: string;
  way: string;
  findings: readonly Finding[];
}

export function clientMatrix(rows: readonly MatrixRow[]): string {
  const lines = rows.map(({ client, way, findings }) => {
    const outcomes = new Map(findings.map(({ step, outcome }) => [step, outcome]));
    return [`${client}, ${way}`, ...STEPS.map((step) => MARKS[outcomes.get(step) ?? 'left out'])];
  });
  return [['client', ...STEPS], ['---', ...STEPS.map(() => ':-:')], ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function around(): [before: string, between: string, after: string] {
  const text = readFileSync(FILE, 'utf8');
  const [before, rest] = text.split(START);
  const [between, after] = (rest ?? '').split(END);
  if (before === undefined || between === undefined || after === undefined) throw new Error(`${FILE} has no ${START}`);
  return [before, between, after];
}

export const committedMatrix = (): string => around()[1].trim();

export function writeMatrix(matrix: string): void {
  const [before, , after] = around();
  writeFileSync(FILE, `${before}${START}\n\n${matrix}\n\n${END}${after}`);
}
