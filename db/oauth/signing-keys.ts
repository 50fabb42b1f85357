/**
 * Signing keys for ID tokens (`signing_keys`); private keys arrive here already encrypted. If several nodes start on an
 * empty database at once, a row lock makes sure that only one of them creates the first key.
 */
import { asc, eq, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { StoredKey } from '../../schema/oauth/signing-key.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, type RowOf, required } from '../engine/engine.ts';
import { rowOf, text } from '../engine/placeholders.ts';

export type KeyStore = ReturnType<typeof keyStore>;

export function keyStore(db: Database, audit: AuditTrail) {
  const t = db.tables.signingKeys;
  const blocks = db.tables.keyBlocks;
  // The table has only a few rows.
  const readAll = db.many((q) => q.select().from(t).orderBy(asc(t.signsFrom), asc(t.createdAt), asc(t.kid)));
  const insert = db.write((q, p: Params<RowOf<typeof t>>) => q.insert(t).values(rowOf(t, p)).onConflictDoNothing());
  // Locks a row until the first key is committed. The next node that waits for the lock then sees that key.
  const lockForFirst = db.write((q) =>
    q
      .insert(blocks)
      .values({ name: 'first signing key', next: 1 })
      .onConflictDoUpdate({ target: blocks.name, set: { next: sql`${blocks.next} + 1` } }),
  );
  const insertFirst = db.write((q, p: Params<RowOf<typeof t>>) =>
    q
      .insert(t)
      .select(sql`select ${sql.join(Object.values(rowOf(t, p)), sql`, `)} where not exists (select 1 from ${t})`),
  );
  const remove = db.write((q, p: Params<{ kid: string }>) => q.delete(t).where(eq(t.kid, text(p.kid))));

  return {
    /** Lists the keys in the order in which they sign. */
    list: (): Promise<StoredKey[]> => readAll(),

    async add(key: StoredKey, event: AuditEvent): Promise<void> {
      await db.atomically(insert({ ...key }), ...(await audit.steps(event)));
    },

    /**
     * Adds the first key. If several nodes start on an empty database at once, one of them succeeds.
     * @returns false if there is a key
     */
    async addFirst(key: StoredKey, event: AuditEvent): Promise<boolean> {
      return db.atomically(lockForFirst(), required(insertFirst({ ...key })), ...(await audit.steps(event)));
    },

    /**
     * Removes a key at once, and adds the one that signs instead of it.
     * @returns false if there is no such key
     */
    async revoke(kid: string, successor: StoredKey | undefined, events: readonly AuditEvent[]): Promise<boolean> {
      return db.atomically(
        required(remove({ kid })),
        ...(successor === undefined ? [] : [insert({ ...successor })]),
        ...(await Promise.all(events.map((event) => audit.steps(event)))).flat(),
      );
    },

    async remove(kid: string): Promise<void> {
      await db.atomically(remove({ kid }));
    },
  };
}
