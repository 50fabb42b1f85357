/** RFC 4180: comma-separated values. */

/**
 * Where a spreadsheet would begin a formula. Not only at the beginning of ours: what we separate by commas is taken apart at
 * semicolons or tabs where a language writes its numbers with commas, and then no quotation mark of ours holds a cell together.
 * White space and quotation marks before it are passed over, and Japanese programs read the full-width signs too.
 */
const FORMULA = /(^|[;,\t\r\n])([\s"]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
/** These are dropped when they stand first, and what follows is run. */
const DROPPED = /^[\t\r]/;

/** A cell as others may open it: text that came from outside stays text. */
function cellOf(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const guarded = value.replaceAll(FORMULA, "$1$2'");
  const harmless = DROPPED.test(guarded) ? `'${guarded}` : guarded;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cellOf).join(',')}\r\n`;
