import { asc, eq, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit-event.ts';
import type { StoredKey } from '../../schema/signing-key.ts';
import type { Database } from '../database.ts';
import { rowOf } from '../placeholders.ts';
import type { AuditTrail } from './audit.ts';

export type KeyStore = ReturnType<typeof keyStore>;

export function keyStore(db: Database, audit: AuditTrail) {
  const t = db.tables.signingKeys;
  // A handful of rows; the whole table.
  const readAll = db.many((q) => q.select().from(t).orderBy(asc(t.signsFrom)));
  const insert = db.write((q) => q.insert(t).values(rowOf(t)).onConflictDoNothing());
  const remove = db.write((q) => q.delete(t).where(eq(t.kid, sql.placeholder('kid'))));

  return {
    /** In the order in which they sign. */
    list: (): Promise<StoredKey[]> => readAll(),

    async add(key: StoredKey, event: AuditEvent): Promise<void> {
      await db.atomically(insert({ ...key }), await audit.step(event));
    },

    /** Several nodes may start on an empty store at once: the first key has a fixed name, so only one is kept. */
    async addFirst(key: StoredKey): Promise<void> {
      await db.atomically(insert({ ...key }));
    },

    async remove(kid: string): Promise<void> {
      await db.atomically(remove({ kid }));
    },
  };
}
