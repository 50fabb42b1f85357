/** `npm run sizes`: how large the repository is, by layer, and how large it may be. */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isCommand, withoutOptions } from '../commands/usage.ts';

const ROOT = join(import.meta.dirname, '../..');
const CODE = /\.(?:[cm]?[jt]s|sh)$/;

interface Part {
  readonly name: string;
  /** The unit in which its files are counted. */
  readonly unit: 'files' | 'bytes' | 'lines' | 'lines of code';
  readonly has: (file: string) => boolean;
  /** A change that needs more raises it, and says why. One that needs less lowers it. */
  readonly limit: number;
}

const lines = (name: string, limit: number, has: (file: string) => boolean): Part => ({
  name,
  unit: 'lines',
  has,
  limit,
});
/** Without blank lines and comments. */
const code = (name: string, limit: number, has: (file: string) => boolean): Part => ({
  name,
  unit: 'lines of code',
  has,
  limit,
});
const codeIn = (folder: string) => (file: string) => file.startsWith(`${folder}/`) && CODE.test(file);

const isWords = (file: string): boolean => file.startsWith('routes/words/');
const isProduct = (file: string): boolean =>
  ['schema', 'db', 'plugins', 'routes', 'scripts/commands'].some((folder) => codeIn(folder)(file)) && !isWords(file);

const PARTS: readonly Part[] = [
  { name: 'tracked files', unit: 'files', has: () => true, limit: 2_450 },
  { name: 'tracked bytes', unit: 'bytes', has: () => true, limit: 16_720_000 },
  lines('product without words', 114_070, isProduct),
  lines('authorization server', 8_450, (file) => /^(?:schema|db|plugins|routes)\/oauth\//.test(file)),
  lines('schema', 12_550, codeIn('schema')),
  lines('db', 25_850, codeIn('db')),
  lines('plugins', 21_650, codeIn('plugins')),
  lines('routes', 41_810, (file) => codeIn('routes')(file) && !isWords(file)),
  { name: 'files of routes/pages', unit: 'files', has: codeIn('routes/pages'), limit: 226 },
  code('routes/pages', 25_280, codeIn('routes/pages')),
  code('routes/pages/kit', 6_010, codeIn('routes/pages/kit')),
  lines('words of each language', 5_660, (file) => file === 'routes/words/en.json'),
  lines('scripts/commands', 12_260, codeIn('scripts/commands')),
  lines('scripts/workshop', 6_540, codeIn('scripts/workshop')),
  lines('test', 136_110, codeIn('test')),
  lines('docs', 7_680, (file) => file.startsWith('docs/') && file.endsWith('.md')),
];

export interface Size {
  readonly name: string;
  readonly unit: Part['unit'];
  readonly size: number;
  readonly limit: number;
}

export function sizes(): Size[] {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean);
  const sum = (files: readonly string[], of: (path: string) => number): number =>
    files.reduce((all, file) => all + of(join(ROOT, file)), 0);
  const measures: Record<Part['unit'], (files: readonly string[]) => number> = {
    files: (files) => files.length,
    bytes: (files) => sum(files, (path) => statSync(path).size),
    lines: (files) => sum(files, (path) => readFileSync(path, 'utf8').split('\n').length - 1),
    'lines of code': (files) => sum(files, (path) => linesOfCode(readFileSync(path, 'utf8'))),
  };
  return PARTS.map(({ name, unit, has, limit }) => ({ name, unit, limit, size: measures[unit](tracked.filter(has)) }));
}

const linesOfCode = (text: string): number =>
  text
    .replaceAll(/^\s*\/\*.*?\*\/$/gms, '')
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/.*)?$/.test(line)).length;

if (isCommand(import.meta.filename)) {
  withoutOptions(process.argv.slice(2), 'Usage: npm run sizes    print how large the repository is, and may be\n');
  for (const { name, unit, size, limit } of sizes()) {
    const cells = [size, limit].map((number) => number.toLocaleString('en').padStart(12));
    process.stdout.write(`${name.padEnd(26)}${cells.join('')}  ${unit}\n`);
  }
}
