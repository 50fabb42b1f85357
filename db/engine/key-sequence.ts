/** Integer keys that grow with time and never collide: each process reserves a block at a time. */
import { eq, sql } from 'drizzle-orm';
import { type Database, type Params, required } from './engine.ts';
import { integer } from './placeholders.ts';

const BLOCK = 1000;

export type KeySequence = () => Promise<number>;

/**
 * Keys of one sequence. Rows inserted with them land at the end of the table's tree, and neither a restart nor a clock
 * that jumps can make one twice; what a process has reserved and not used is skipped.
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
