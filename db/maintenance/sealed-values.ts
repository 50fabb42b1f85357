/**
 * The columns that hold values encrypted under the master key, so that all of them can be encrypted again when it is
 * replaced. A new column of this kind is added to the list below.
 */
import { and, asc, eq, getTableColumns, gt, isNotNull, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { IMPORTED_PASSWORDS, sealedHashIn, storedHash } from '../../schema/people/imported-password.ts';
import { PROVIDER_SECRETS } from '../../schema/people/provider.ts';
import { SEALED_ARGUMENTS } from '../../schema/school/approval.ts';
import { type Database, type Params, required } from '../engine/engine.ts';
import { bytes, text, value } from '../engine/placeholders.ts';

/** Rows that are read at a time. */
const BATCH = 200;

export interface SealedValue {
  readonly id: string;
  readonly sealed: Buffer;
}

export interface SealedColumn {
  /** The purpose for which the values are encrypted. */
  readonly purpose: string;
  /** Lists the values after an id in the order of the ids; empty at the end. */
  list(after: string): Promise<SealedValue[]>;
  /** @returns false if the row has been deleted or its value has changed since it was read */
  replace(row: SealedValue, sealed: Buffer): Promise<boolean>;
  /** Deletes the row of a value that nothing decrypts any more, if it has not changed. */
  remove(row: SealedValue): Promise<boolean>;
}

export function sealedColumns(db: Database): readonly SealedColumn[] {
  const { approvals, authenticators, outbox, providers, rosterParts, signingKeys, webhookEndpoints } = db.tables;
  return [
    sealedColumn(db, 'signing keys', signingKeys, 'kid', 'sealedPrivateKey'),
    sealedColumn(db, 'totp secrets', authenticators, 'personId', 'sealedSecret'),
    sealedColumn(db, 'outbox', outbox, 'id', 'sealed'),
    sealedColumn(db, 'rosters', rosterParts, 'id', 'sealed'),
    sealedColumn(db, PROVIDER_SECRETS, providers, 'id', 'sealedSecret'),
    sealedColumn(db, 'webhook secrets', webhookEndpoints, 'id', 'sealedSecrets'),
    sealedColumn(db, SEALED_ARGUMENTS, approvals, 'id', 'sealedArguments'),
    importedPasswords(db),
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
      .where(and(gt(id, text(p.after)), isNotNull(sealed)))
      .orderBy(asc(id))
      .limit(BATCH),
  );
  const replace = db.write((q, p: Params<{ id: string; seen: Buffer; sealed: Buffer }>) =>
    q
      .update(table as SQLiteTable)
      .set({ [sealedName]: value(p.sealed) })
      .where(and(eq(id, text(p.id)), eq(sealed, bytes(db, p.seen)))),
  );
  const remove = db.write((q, p: Params<{ id: string; seen: Buffer }>) => {
    const isSame = and(eq(id, text(p.id)), eq(sealed, bytes(db, p.seen)));
    // What the rest of the row says stays true where a row may be without the value.
    return sealed.notNull
      ? q.delete(table as SQLiteTable).where(isSame)
      : q
          .update(table as SQLiteTable)
          .set({ [sealedName]: null })
          .where(isSame);
  });
  return {
    purpose,
    list: (after) => list({ after }),
    replace: (row, resealed) => db.atomically(required(replace({ id: row.id, seen: row.sealed, sealed: resealed }))),
    remove: (row) => db.atomically(required(remove({ id: row.id, seen: row.sealed }))),
  };
}

/** The hashes of other programs, which are stored where a person's own hash is. */
function importedPasswords(db: Database): SealedColumn {
  const { people } = db.tables;
  // Uses the index people_with_imported_password, which is empty when the last one has signed in.
  const readAll = db.many((q, p: Params<{ after: string }>) =>
    q
      .select({ id: people.id, stored: sql<string>`${people.passwordHash}` })
      .from(people)
      .where(and(sql`${people.passwordHash} like 'imported:%'`, gt(people.id, text(p.after))))
      .orderBy(asc(people.id))
      .limit(BATCH),
  );
  // Uses the primary key.
  const set = db.write((q, p: Params<{ id: string; seen: string; stored: string | null }>) =>
    q
      .update(people)
      .set({ passwordHash: value(p.stored) })
      .where(and(eq(people.id, text(p.id)), eq(people.passwordHash, text(p.seen)))),
  );
  const change = ({ id, sealed }: SealedValue, stored: string | null): Promise<boolean> =>
    db.atomically(required(set({ id, seen: storedHash(sealed), stored })));
  return {
    purpose: IMPORTED_PASSWORDS,
    list: async (after) =>
      (await readAll({ after })).flatMap(({ id, stored }) => {
        const sealed = sealedHashIn(stored);
        return sealed === undefined ? [] : [{ id, sealed }];
      }),
    replace: (row, sealed) => change(row, storedHash(sealed)),
    // The person asks for a link to a new password.
    remove: (row) => change(row, null),
  };
}
