/** Reads the rows of a CSV or JSON file, for commands that are given many objects at once. */
import { readFile, stat } from 'node:fs/promises';
import { columnOf } from '../../schema/data/column-names.ts';
import { CsvError, type CsvRow, parseCsv } from '../../schema/data/csv.ts';
import { decodeText } from '../../schema/data/plain-text.ts';
import { UsageError } from './usage.ts';

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_VALUE = 1_000_000;
const JSON_FILE = /\.jsonl?$/i;
/** The form of a column name, which neither an address nor a hash has. */
const COLUMN_NAME = /^\p{L}[\p{L} _-]{0,29}$/u;

/** A row with the line or place where it begins, for reports. */
export interface FileRow {
  line: number;
  values: Readonly<Record<string, unknown>>;
}

/**
 * Reads a file of JSON, which is a list of objects, of JSON lines, or of CSV, whose first line names the columns.
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
  if (!JSON_FILE.test(path)) return csvRows(text, path, columns);
  return /l$/i.test(path) ? jsonLines(text, path) : jsonRows(text, path);
}

/** @throws {UsageError} if it is no text */
export async function readText(path: string): Promise<string> {
  let bytes: Buffer;
  try {
    if ((await stat(path)).size > MAX_BYTES)
      throw new UsageError(`${path} has more than ${MAX_BYTES} bytes; divide it`);
    bytes = await readFile(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const text = decodeText(bytes);
  if (text !== undefined) return text;
  // Such as a workbook, or what a spreadsheet saves as CSV in the encoding of the machine.
  const kind = JSON_FILE.test(path) ? 'UTF-8' : 'CSV UTF-8';
  throw new UsageError(`${path} is not UTF-8 text: save it as ${kind}`);
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
  return text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    if (line.trim() === '') return [];
    const [row] = jsonRows(`[${line}]`, `${path}, line ${index + 1}`);
    return row === undefined ? [] : [{ line: index + 1, values: row.values }];
  });
}

function csvRows(text: string, path: string, columns: readonly string[] | undefined): FileRow[] {
  const [head, ...rows] = withoutMargin(readCsv(text, path));
  if (head === undefined) throw new UsageError(`${path} is empty; the first line names the columns`);
  const names = head.cells.map((name) => (columns === undefined ? name.trim() : columnOf(name, columns)));
  if (new Set(names).size < names.length) throw new UsageError(`${path} names a column twice`);
  if (columns !== undefined) requireColumns(names, columns, head.line, path);
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

function readCsv(text: string, path: string): CsvRow[] {
  try {
    return parseCsv(text);
  } catch (error) {
    throw error instanceof CsvError ? new UsageError(`${path}, ${error.message}`) : error;
  }
}

/** Leaves out columns at the end in which nothing is written, as spreadsheets save those that were emptied. */
function withoutMargin(rows: readonly CsvRow[]): CsvRow[] {
  const width = rows.reduce(
    (most, { cells }) => Math.max(most, cells.findLastIndex((cell) => cell.trim() !== '') + 1),
    0,
  );
  return rows.map(({ line, cells }) => ({ line, cells: cells.slice(0, width) }));
}

/**
 * Refuses unknown columns, all of them together. Without a head line, the cells are values, perhaps secret ones, and are not
 * repeated.
 */
function requireColumns(names: readonly string[], columns: readonly string[], line: number, path: string): void {
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
  throw new UsageError(`${path}, line ${line}: ${faults.join('; ')}; the columns are ${columns.join(', ')}`);
}
