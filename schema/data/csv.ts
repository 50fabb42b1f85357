/** Formats comma-separated values (RFC 4180). */

/**
 * Matches positions where a spreadsheet would start a formula. These are not only the starts of our cells: in languages
 * that write decimals with a comma, spreadsheets split at semicolons or tabs, and our quotation marks then no longer
 * enclose a cell. White space and quotation marks before the formula are skipped. Japanese programs also read the
 * full-width signs.
 */
const FORMULA = /(^|[;,\t\r\n])([\s"]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
/** Spreadsheets drop these characters at the start of a cell and evaluate the rest. */
const DROPPED = /^[\t\r]/;

/** Formats one cell so that text from outside is never evaluated as a formula. */
function cellOf(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const guarded = value.replaceAll(FORMULA, "$1$2'");
  const harmless = DROPPED.test(guarded) ? `'${guarded}` : guarded;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The start of a file. Without it, spreadsheets read the text in the encoding of the computer, and not as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cellOf).join(',')}\r\n`;
