/**
 * The columns that hold values encrypted under the master key, so that all of them can be encrypted again when it is
 * replaced. A new column of this kind is added to the list below.
 */
import { and, asc, eq, getTableColumns, gt, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Database, type Params, required } from './engine/engine.ts';
import { bytes, text, value } from './engine/placeholders.ts';

/** Rows that are read at a time. */
const BATCH = 200;

export interface SealedValue {
  readonly id: string;
  readonly sealed: Buffer;
}

export interface SealedColumn {
  /** What the values are encrypted for. */
  readonly purpose: string;
  /** Lists the values after an id in the order of the ids; empty at the end. */
  list(after: string): Promise<SealedValue[]>;
  /** @returns false if the row has been deleted or its value has changed since it was read */
  replace(row: SealedValue, sealed: Buffer): Promise<boolean>;
  /** Deletes the row of a value that nothing decrypts any more, if it has not changed. */
  remove(row: SealedValue): Promise<boolean>;
}

export function sealedColumns(db: Database): readonly SealedColumn[] {
  const { authenticators, outbox, signingKeys } = db.tables;
  return [
    sealedColumn(db, 'signing keys', signingKeys, 'kid', 'sealedPrivateKey'),
    sealedColumn(db, 'totp secrets', authenticators, 'personId', 'sealedSecret'),
    sealedColumn(db, 'outbox', outbox, 'id', 'sealed'),
  ];
}

/**
 * @param idName of a text column that is the primary key
 * @param sealedName of the column with the values
 */
function sealedColumn<T extends SQLiteTable>(
  db: Database,
  purpose: string,
  table: T,
  idName: keyof T['_']['columns'] & string,
  sealedName: keyof T['_']['columns'] & string,
): SealedColumn {
  const { [idName]: id, [sealedName]: sealed } = getTableColumns(table);
  if (id === undefined || sealed === undefined) throw new TypeError(`no column for ${purpose}`);
  const list = db.many((q, p: Params<{ after: string }>) =>
    q
      .select({ id: sql<string>`${id}`, sealed: sql<Buffer>`${sealed}` })
      .from(table)
      .where(gt(id, text(p.after)))
      .orderBy(asc(id))
      .limit(BATCH),
  );
  const replace = db.write((q, p: Params<{ id: string; seen: Buffer; sealed: Buffer }>) =>
    q
      .update(table as SQLiteTable)
      .set({ [sealedName]: value(p.sealed) })
      .where(and(eq(id, text(p.id)), eq(sealed, bytes(db, p.seen)))),
  );
  const remove = db.write((q, p: Params<{ id: string; seen: Buffer }>) =>
    q.delete(table as SQLiteTable).where(and(eq(id, text(p.id)), eq(sealed, bytes(db, p.seen)))),
  );
  return {
    purpose,
    list: (after) => list({ after }),
    replace: (row, resealed) => db.atomically(required(replace({ id: row.id, seen: row.sealed, sealed: resealed }))),
    remove: (row) => db.atomically(required(remove({ id: row.id, seen: row.sealed }))),
  };
}
