/** Writes and reads comma-separated values (RFC 4180), which spreadsheets of other countries separate by other characters. */

/**
 * Matches positions where a spreadsheet would start a formula. These are not only the starts of our cells: in languages
 * that write decimals with a comma, spreadsheets split at semicolons or tabs, and our quotation marks then no longer
 * enclose a cell. White space and quotation marks before the formula are skipped. Japanese programs also read the
 * full-width signs. What looks like a guard already gets another, so that reading takes away what writing has added.
 */
const FORMULA = /(^|[;,\t\r\n])([\s"]*)(?='*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
const GUARDED = /(^|[;,\t\r\n])([\s"]*)'(?='*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
/** Spreadsheets drop these characters at the start of a cell and evaluate the rest. */
const DROPPED = /^'*[\t\r]/;

/** Formats one cell so that text from outside is never evaluated as a formula. */
function cellOf(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const guarded = value.replaceAll(FORMULA, "$1$2'");
  const harmless = DROPPED.test(guarded) ? `'${guarded}` : guarded;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Returns a cell as it was before it was formatted. */
const unguarded = (cell: string): string =>
  (cell.startsWith("'") && DROPPED.test(cell) ? cell.slice(1) : cell).replaceAll(GUARDED, '$1$2');

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

/** Returns the end of a cell in quotation marks, two of which are one inside of it. @throws {CsvError} */
function quotedEnd(text: string, start: number, line: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end === -1) throw new CsvError(`line ${line}: a quote is not closed`);
  return end + 1;
}

function bareEnd(text: string, start: number, separator: string): number {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '"' && text[end] !== '\r' && text[end] !== '\n')
    end += 1;
  return end;
}

/**
 * Parses CSV with any of the usual separators and ends of lines. Empty lines are left out, and what `csvLine` has added against
 * formulas.
 * @throws {CsvError} with the line in which a cell begins that cannot be read
 */
export function parseCsv(text: string): CsvRow[] {
  const [declaration = '', declared] = DECLARATION.exec(text) ?? [];
  const separator = declared ?? separatorOf(text);
  const rows: CsvRow[] = [];
  let [at, line] = [declaration.length, declaration === '' ? 1 : 2];
  let row: CsvRow = { line, cells: [] };
  while (at < text.length) {
    const isQuoted = text[at] === '"';
    const end = isQuoted ? quotedEnd(text, at, line) : bareEnd(text, at, separator);
    const written = text.slice(at, end);
    row.cells.push(unguarded(isQuoted ? written.slice(1, -1).replaceAll('""', '"') : written));
    const next = text[end];
    if (next !== undefined && next !== separator && next !== '\r' && next !== '\n')
      throw new CsvError(`line ${line}: a quote is not closed, or inside a value without quotes around it`);
    if (isQuoted) line += written.match(LINE_END)?.length ?? 0;
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
    if (next === separator) {
      if (at < text.length) continue;
      row.cells.push('');
    } else line += 1;
    if (row.cells.some((cell) => cell !== '')) rows.push(row);
    row = { line, cells: [] };
  }
  return rows;
}
