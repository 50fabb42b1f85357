/** The rows of a table in a form that both engines are read into and written from, and a digest of all rows of a table. */
import { createHash } from 'node:crypto';
import { getTableColumns, getTableName } from 'drizzle-orm';
import { sqliteColumns } from '../columns/sqlite.ts';
import { defineTables } from '../tables/index.ts';

type Kind = 'integer' | 'flag' | 'text' | 'bytes' | 'json';

export interface MovedTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly kind: Kind }[];
}

/** The values in the order of the columns: integers in decimal, flags as 0 or 1, bytes in hexadecimal, JSON as text. */
export type Row = readonly (string | null)[];

const KINDS: Readonly<Record<string, Kind>> = {
  number: 'integer',
  boolean: 'flag',
  string: 'text',
  // A timezone, which is moved as it is stored.
  custom: 'text',
  buffer: 'bytes',
  json: 'json',
};

/** Every table of this version. The order does not matter, because there are no foreign keys and triggers do not run. */
export const movedTables = (): MovedTable[] =>
  Object.values(defineTables(sqliteColumns)).map((table) => ({
    name: getTableName(table),
    columns: Object.values(getTableColumns(table)).map(({ name, dataType }) => {
      const kind = KINDS[dataType];
      if (kind === undefined) throw new TypeError(`no conversion for columns of ${dataType}`);
      return { name, kind };
    }),
  }));

/** @throws {Error} if a database has other tables or columns than this version, which would be lost */
export function requireKnownTables(found: ReadonlyMap<string, readonly string[]>): void {
  const known = new Map(movedTables().map(({ name, columns }) => [name, columns.map((column) => column.name)]));
  for (const [table, columns] of known) {
    const others = columns.filter((column) => !found.get(table)?.includes(column));
    if (others.length > 0) throw new Error(`the table ${table} lacks ${others.join(', ')}`);
  }
  for (const [table, columns] of found) {
    const expected = known.get(table);
    if (expected === undefined)
      throw new Error(`the table ${table} is not one of this version; drop it or move it yourself`);
    const others = columns.filter((column) => !expected.includes(column));
    if (others.length > 0) throw new Error(`the table ${table} has columns of another version: ${others.join(', ')}`);
  }
}

export interface TableDigest {
  rows: number;
  sha256: string;
}

const MODULUS = 2n ** 256n;

/**
 * Computes a digest that does not depend on the order of the rows, because the engines return them in different orders:
 * the sum of the hashes of all rows.
 */
export function tableDigest({ columns }: MovedTable) {
  let rows = 0;
  let sum = 0n;
  const jsonColumns = columns.flatMap(({ kind }, index) => (kind === 'json' ? [index] : []));
  return {
    add(row: Row): void {
      const cells = [...row];
      for (const index of jsonColumns) cells[index] = sorted(cells[index] ?? null);
      sum = (sum + BigInt(`0x${createHash('sha256').update(JSON.stringify(cells)).digest('hex')}`)) % MODULUS;
      rows += 1;
    },
    result: (): TableDigest => ({ rows, sha256: sum.toString(16).padStart(64, '0') }),
  };
}

/** PostgreSQL keeps the value of JSON, and SQLite its text, so objects are compared with their keys in order. */
function sorted(json: string | null): string | null {
  if (json === null) return null;
  return JSON.stringify(JSON.parse(json), (_key, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
