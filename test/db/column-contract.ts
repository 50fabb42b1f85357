/** What every column of either engine promises: it gives back what was put in. */
import { type Column, getTableColumns, type Table } from 'drizzle-orm';
import type { Test } from 'tap';
import type { Database, Values } from '../../db/engine/engine.ts';
import { insertRows, rowsOf, times } from './fixtures.ts';
import type { NewNode } from './stores.ts';

/** The largest value of each kind that a row may have to carry. */
function extremeOf(dataType: string, n: number): unknown {
  switch (dataType) {
    case 'number':
      return Number.MAX_SAFE_INTEGER - n;
    case 'boolean':
      return n % 2 === 0;
    case 'string':
      return `Ünïcode 🎻 \u2028 "quoted" 'single' \\ % ; -- ${n}`;
    case 'json':
      return { text: 'ü"\\\n', list: ['a', 'b'], nested: { null: null, yes: true, number: 1.5 }, n };
    default:
      return Buffer.from([n, ...times(256, (byte) => byte)]);
  }
}

/** A timezone is a text, and bytes are of a type of their own on PostgreSQL. */
const kindOf = (column: Column): string =>
  column.getSQLType() === 'text' ? column.dataType.replace('custom', 'string') : column.dataType;

export function columnContract(t: Test, node: NewNode): void {
  t.test('every column of every table gives back exactly what was stored', async (t) => {
    const { db } = await node(t, false);
    for (const name of Object.keys(db.tables) as (keyof Database['tables'])[]) {
      const columns = Object.entries(getTableColumns(db.tables[name] as Table));
      const row = (n: number, nulls: boolean): Values =>
        Object.fromEntries(
          columns.map(([key, column]) => [
            key,
            nulls && !column.notNull && !column.primary ? null : extremeOf(kindOf(column), n),
          ]),
        );
      const rows = [row(1, false), row(2, true)];
      // Triggers of tables before this one may have put rows in it.
      await db.atomically(db.write((q) => q.delete(db.tables[name]))());
      await insertRows(db, name, rows);
      const byNumber = (a: Values, b: Values): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
      t.strictSame((await rowsOf(db, name)).sort(byNumber), rows.sort(byNumber), name);
    }
  });
}
