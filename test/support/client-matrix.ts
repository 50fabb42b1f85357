/** The tables in `test/README.md` of what clients got through. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, STEPS } from '../../scripts/commands/doctor/findings.ts';

const FILE = join(import.meta.dirname, '../README.md');
const startOf = (table: string): string => `<!-- ${table}: written by npm run manual -- clients -->`;
const endOf = (table: string): string => `<!-- end of ${table} -->`;
/** The steps of every known client. */
export const CLIENTS_TABLE = 'clients';
/** The places from which they connect. */
export const PLACES_TABLE = 'places';
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

function around(table: string): [before: string, between: string, after: string] {
  const text = readFileSync(FILE, 'utf8');
  const [before, rest] = text.split(startOf(table));
  const [between, after] = (rest ?? '').split(endOf(table));
  if (before === undefined || between === undefined || after === undefined) {
    throw new Error(`${FILE} has no ${startOf(table)}`);
  }
  return [before, between, after];
}

export const committedTable = (table: string): string => around(table)[1].trim();

export function writeTable(table: string, content: string): void {
  const [before, , after] = around(table);
  writeFileSync(FILE, `${before}${startOf(table)}\n\n${content}\n\n${endOf(table)}${after}`);
}
