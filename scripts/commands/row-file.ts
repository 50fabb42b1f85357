/** Reads the rows of a CSV or JSON file, for commands that are given many objects at once. */
import { readFile, stat } from 'node:fs/promises';
import { UsageError } from './usage.ts';

const MAX_BYTES = 64 * 1024 * 1024;
/** A longer value could exhaust the stack of a regular expression. The forms of cells in quotes have the same limit. */
const MAX_VALUE = 1_000_000;
const JSON_FILE = /\.jsonl?$/;
/** The form of a column name, which neither an address nor a hash has. */
const COLUMN_NAME = /^\p{L}[\p{L} _-]{0,29}$/u;

/** A row with the line or place where it begins, for reports. */
export interface FileRow {
  line: number;
  values: Readonly<Record<string, unknown>>;
}

/**
 * Reads a file of JSON, which is a list of objects, of JSON lines, or of CSV, whose first line names the columns, with
 * commas, semicolons or tabs between them.
 * @param columns those that CSV may have; any if omitted
 * @throws {UsageError} if it cannot be read or understood
 */
export async function readRows(path: string, columns?: readonly string[]): Promise<FileRow[]> {
  const rows = rowsOf(await readText(path), path, columns);
  const isLong = (value: unknown) => typeof value === 'string' && value.length > MAX_VALUE;
  const long = rows.find(({ values }) => Object.values(values).some(isLong));
  if (long === undefined) return rows;
  throw new UsageError(`${path}, line ${long.line}: a value has more than ${MAX_VALUE} characters`);
}

function rowsOf(text: string, path: string, columns: readonly string[] | undefined): FileRow[] {
  if (path.endsWith('.jsonl')) return jsonLines(text, path);
  return path.endsWith('.json') ? jsonRows(text, path) : csvRows(text, path, columns);
}

async function readText(path: string): Promise<string> {
  let bytes: Buffer;
  try {
    if ((await stat(path)).size > MAX_BYTES)
      throw new UsageError(`${path} has more than ${MAX_BYTES} bytes; divide it`);
    bytes = await readFile(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Such as a workbook, or what a spreadsheet saves as CSV in the encoding of the machine.
    const kind = JSON_FILE.test(path) ? 'UTF-8' : 'CSV UTF-8';
    throw new UsageError(`${path} is not UTF-8 text: save it as ${kind}`);
  }
}

function jsonRows(text: string, path: string): FileRow[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // The message of the parser would repeat a part of the file.
    throw new UsageError(`${path} is not JSON`);
  }
  if (!Array.isArray(parsed)) throw new UsageError(`${path} must contain a list of objects`);
  return parsed.map((values: unknown, index) => {
    if (typeof values !== 'object' || values === null) {
      throw new UsageError(`${path}: entry ${index + 1} is not an object`);
    }
    return { line: index + 1, values: { ...values } };
  });
}

function jsonLines(text: string, path: string): FileRow[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const [row] = jsonRows(`[${line}]`, `${path}, line ${index + 1}`);
    return row === undefined ? [] : [{ line: index + 1, values: row.values }];
  });
}

function csvRows(text: string, path: string, columns: readonly string[] | undefined): FileRow[] {
  const [head, ...rows] = parseCsv(text, path);
  if (head === undefined) throw new UsageError(`${path} is empty; the first line names the columns`);
  const names = head.cells.map((name) => name.trim());
  if (new Set(names).size < names.length) throw new UsageError(`${path} names a column twice`);
  if (columns !== undefined) requireColumns(names, columns, path);
  return rows.map(({ line, cells }) => {
    if (cells.length !== names.length) {
      throw new UsageError(`${path}, line ${line}: ${cells.length} values, but ${names.length} columns`);
    }
    // An empty cell is a value that is not given.
    return {
      line,
      values: Object.fromEntries(names.map((name, i) => [name, cells[i]]).filter(([, cell]) => cell !== '')),
    };
  });
}

/**
 * Refuses unknown columns, all of them together. Without a head line, the cells are values, perhaps secret ones, and are not
 * repeated.
 */
function requireColumns(names: readonly string[], columns: readonly string[], path: string): void {
  const unknown = names.filter((name) => !columns.includes(name));
  if (unknown.length === 0) return;
  const isHead = names.some((name) => columns.includes(name.toLowerCase()));
  const named = isHead ? unknown.filter((name) => COLUMN_NAME.test(name)) : [];
  const hidden = names.flatMap((name, i) => (unknown.includes(name) && !named.includes(name) ? [i + 1] : []));
  const faults = [
    ...(named.length === 0 ? [] : [`there is no column ${named.join(', ')}`]),
    ...(isHead ? hidden.map((place) => `column ${place} has an unknown name`) : []),
    ...(isHead ? [] : ['none of its columns is known']),
  ];
  throw new UsageError(`${path}, line 1: ${faults.join('; ')}; the columns are ${columns.join(', ')}`);
}

/**
 * Separators of columns in spreadsheets: where decimals have a comma, a semicolon. Each with its cells: one in quotes,
 * in which two quotes are one, or one without; then the separator, the end of the line or of the file.
 */
const CELLS: readonly (readonly [separator: string, cell: () => RegExp])[] = [
  [',', () => /(?:"((?:[^"]|""){0,1000000})"|([^",\r\n]*))(,|\r?\n|$)/gy],
  [';', () => /(?:"((?:[^"]|""){0,1000000})"|([^";\r\n]*))(;|\r?\n|$)/gy],
  ['\t', () => /(?:"((?:[^"]|""){0,1000000})"|([^"\t\r\n]*))(\t|\r?\n|$)/gy],
];

/** Returns the first separator that the head line has outside of quotes. A file of one column has none. */
function separatorOf(text: string): (typeof CELLS)[number] {
  const [head = ''] = text.trimStart().split('\n', 1);
  const bare = head.replaceAll(/"[^"]*"/g, '');
  return CELLS.find(([separator]) => bare.includes(separator)) ?? (CELLS[0] as (typeof CELLS)[number]);
}

/** Parses CSV (RFC 4180), also with other separators, and with line feeds only. Empty lines are left out. */
function parseCsv(text: string, path: string): { line: number; cells: string[] }[] {
  const rows: { line: number; cells: string[] }[] = [];
  const [separator, cellOf] = separatorOf(text);
  const cell = cellOf();
  let line = 1;
  let begun: { line: number; cells: string[] } = { line, cells: [] };
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (match === null) {
      throw new UsageError(`${path}, line ${line}: a quote is not closed, or inside a value, or the value is too long`);
    }
    const [whole, quoted, bare = '', end] = match;
    begun.cells.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    line += whole.split('\n').length - 1;
    if (end === separator && cell.lastIndex < text.length) continue;
    if (end === separator) begun.cells.push('');
    if (begun.cells.some((one) => one !== '')) rows.push(begun);
    begun = { line, cells: [] };
  }
  return rows;
}
