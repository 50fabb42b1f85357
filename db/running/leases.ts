/**
 * Leases: work that one node does at a time. A node that stops releases its lease, or loses it after a while if it was
 * killed, and another goes on.
 */
import { and, eq, lte, or } from 'drizzle-orm';
import { type Database, type Params, required } from '../engine/engine.ts';
import { integer, text } from '../engine/placeholders.ts';
import { inserting, updating } from '../engine/rows.ts';

export type LeaseStore = ReturnType<typeof leaseStore>;

export function leaseStore(db: Database) {
  const { leases: t } = db.tables;
  // All of them use the primary key.
  const create = inserting(db, t);
  const take = updating(db, t, (p: Params<{ name: string; by: string; now: number }>) =>
    and(eq(t.name, text(p.name)), or(eq(t.holder, text(p.by)), lte(t.expiresAt, integer(p.now)))),
  );

  const read = db.lookup((q, p: Params<{ name: string }>) =>
    q
      .select({ holder: t.holder, expiresAt: t.expiresAt })
      .from(t)
      .where(eq(t.name, text(p.name))),
  );
  const release = db.write((q, p: Params<{ name: string; by: string }>) =>
    q.delete(t).where(and(eq(t.name, text(p.name)), eq(t.holder, text(p.by)))),
  );

  return {
    /**
     * Takes a lease, or renews it.
     * @returns false if another node has it
     */
    async take(name: string, holder: string, now: number, lifetime: number): Promise<boolean> {
      // Nodes ask for the leases of others all the time, which need not be a transaction that is rolled back.
      const held = await read({ name });
      if (held !== undefined && held.holder !== holder && held.expiresAt > now) return false;
      return db.atomically(
        create({ name, holder, expiresAt: now }),
        required(take({ holder, expiresAt: now + lifetime }, { name, by: holder, now })),
      );
    },

    /** Lets another node take the lease at once. Does nothing if the holder does not have it. */
    async release(name: string, holder: string): Promise<void> {
      await db.atomically(release({ name, by: holder }));
    },
  };
}
