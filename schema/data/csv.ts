/** Writes and reads comma-separated values (RFC 4180), which spreadsheets of other countries separate by other characters. */

const SIGNS: ReadonlySet<string | undefined> = new Set('=+-@\uFF1D\uFF0B\uFF0D\uFF20');
/** In languages that write decimals with a comma, spreadsheets split at semicolons or tabs. */
const CELL_ENDS: ReadonlySet<string | undefined> = new Set(';,\t\r\n');
/** Spreadsheets drop these characters at the start of a cell and evaluate the rest. */
const DROPPED = /^'*[\t\r]/;

/**
 * Returns the positions where a spreadsheet would start a formula. These are not only the starts of our cells: where it splits at
 * other characters, our quotation marks no longer enclose a cell. White space and quotation marks before the formula are
 * skipped. Japanese programs also read the full-width signs. Apostrophes before a sign are guards, or look like them.
 */
function formulaStarts(text: string): number[] {
  const starts: number[] = [];
  let isStart = true;
  for (let at = 0; at < text.length; at += 1) {
    if (CELL_ENDS.has(text[at])) isStart = true;
    else if (isStart && !/[\s"]/.test(text.charAt(at))) {
      let sign = at;
      while (text[sign] === "'") sign += 1;
      if (SIGNS.has(text[sign])) starts.push(at);
      isStart = false;
    }
  }
  return starts;
}

/** @param change makes another text of each that begins where a formula could */
const atFormulas = (text: string, change: (rest: string) => string): string => {
  const starts = formulaStarts(text);
  if (starts.length === 0) return text;
  return text.slice(0, starts[0]) + starts.map((start, n) => change(text.slice(start, starts[n + 1]))).join('');
};

/** Formats one cell so that text from outside is never evaluated as a formula. What looks like a guard gets another. */
function cellOf(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const guarded = atFormulas(value, (rest) => `'${rest}`);
  const harmless = DROPPED.test(guarded) ? `'${guarded}` : guarded;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Returns a cell as it was before it was formatted. */
const unguarded = (cell: string): string =>
  atFormulas(cell.startsWith("'") && DROPPED.test(cell) ? cell.slice(1) : cell, (rest) =>
    rest.startsWith("'") ? rest.slice(1) : rest,
  );

/** The start of a file. Without it, spreadsheets read the text in the encoding of the computer, and not as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cellOf).join(',')}\r\n`;

/** A row with the line in which it begins. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/** What is wrong in a line of a text. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
}

const SEPARATORS = [',', ';', '\t', '|'] as const;
const LINE_END = /\r\n|\r|\n/g;
/** The first line by which a spreadsheet says what separates the cells. */
const DECLARATION = /^"?sep=([^"\r\n])"?(?:\r\n|\r|\n|$)/i;

/** Returns what the head line has most of, outside of quotation marks. A text of one column has none. */
function separatorOf(text: string): string {
  const [head = ''] = text.trimStart().split(/[\r\n]/, 1);
  const bare = head.replaceAll(/"[^"]*"/g, '');
  const countOf = (separator: string): number => bare.split(separator).length;
  return SEPARATORS.toSorted((a, b) => countOf(b) - countOf(a))[0] ?? ',';
}

interface Cell {
  readonly value: string;
  /** What ends it, and where the next one begins. */
  readonly end: string | undefined;
  readonly next: number;
  /** The lines that it goes on for after the first. */
  readonly lines: number;
}

/** Reads a cell, in quotation marks, two of which are one inside of it, or without any. @throws {CsvError} */
function cellAt(text: string, start: number, ends: ReadonlySet<string | undefined>, line: number): Cell {
  const isQuoted = text[start] === '"';
  let end = isQuoted ? text.indexOf('"', start + 1) : start;
  while (isQuoted && end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  while (!isQuoted && !ends.has(text[end]) && text[end] !== '"') end += 1;
  if (end === -1) throw new CsvError(`line ${line}: a quote is not closed`);
  const after = isQuoted ? end + 1 : end;
  if (!ends.has(text[after]))
    throw new CsvError(`line ${line}: a quote is not closed, or inside a value without quotes around it`);
  const written = isQuoted ? text.slice(start + 1, end).replaceAll('""', '"') : text.slice(start, end);
  const next = after + (text.startsWith('\r\n', after) ? 2 : 1);
  const lines = isQuoted ? (written.match(LINE_END)?.length ?? 0) : 0;
  return { value: unguarded(written), end: text[after], next, lines };
}

/**
 * Parses CSV with any of the usual separators and ends of lines. Empty lines are left out, and what `csvLine` has added against
 * formulas.
 * @throws {CsvError} with the line in which a cell begins that cannot be read
 */
export const parseCsv = (text: string): CsvRow[] => [...csvRows(text)];

/** The same row by row, for long texts. */
export function* csvRows(text: string): Generator<CsvRow, void> {
  const [declaration = '', declared] = DECLARATION.exec(text) ?? [];
  const separator = declared ?? separatorOf(text);
  const ends = new Set([separator, '\r', '\n', undefined]);
  let [at, line] = [declaration.length, declaration === '' ? 1 : 2];
  let row: CsvRow = { line, cells: [] };
  while (at < text.length) {
    const { value, end, next, lines } = cellAt(text, at, ends, line);
    row.cells.push(value);
    [at, line] = [next, line + lines];
    if (end === separator && at < text.length) continue;
    if (end === separator) row.cells.push('');
    if (row.cells.some((cell) => cell !== '')) yield row;
    line += 1;
    row = { line, cells: [] };
  }
}
