/** Increasing integer keys without collisions. Each process reserves a block of keys at a time. */
import { eq, sql } from 'drizzle-orm';
import { type Database, type Params, required } from './engine.ts';
import { integer } from './placeholders.ts';

const BLOCK = 1000;

export type KeySequence = () => Promise<number>;

/**
 * Returns the next key of a sequence. Rows with these keys are appended at the end of the table's tree. Restarts and
 * clock changes cannot produce a key twice. Reserved keys that a process did not use are skipped.
 */
export function keySequence(db: Database, name: string): KeySequence {
  const t = db.tables.keyBlocks;
  const read = db.one((q) => q.select({ next: t.next }).from(t).where(eq(t.name, name)));
  const create = db.write((q) => q.insert(t).values({ name, next: 1 }).onConflictDoNothing());
  const advance = db.write((q, p: Params<{ seen: number }>) =>
    q
      .update(t)
      .set({ next: sql`${t.next} + ${BLOCK}` })
      .where(sql`${t.name} = ${name} and ${t.next} = ${integer(p.seen)}`),
  );

  let next = 0;
  let end = 0;
  let reserving: Promise<void> | undefined;

  async function reserve(): Promise<void> {
    for (;;) {
      const row = await read();
      if (row === undefined) await db.atomically(create());
      else if (await db.atomically(required(advance({ seen: row.next })))) {
        next = row.next;
        end = row.next + BLOCK;
        return;
      }
    }
  }

  return async () => {
    while (next === end) {
      reserving ??= reserve().finally(() => {
        reserving = undefined;
      });
      await reserving;
    }
    next += 1;
    return next - 1;
  };
}
