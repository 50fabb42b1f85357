/** Increasing integer keys without collisions. Each process reserves a block of keys at a time. */
import { eq, sql } from 'drizzle-orm';
import { type Database, type Params, required } from './engine.ts';
import { integer } from './placeholders.ts';

const LARGEST_BLOCK = 1000;

export type KeySequence = () => Promise<number>;

/** By database: how often its sequences had to check for keys of other processes. */
const rechecks = new WeakMap<Database, number>();
const rechecksOf = (db: Database): number => rechecks.get(db) ?? 0;

/**
 * Makes each sequence check, before its next key, for keys that another process has reserved since, and go on after those.
 * Lists are read in the order of keys, the newest first. Without this, a node would use up a block that it has reserved
 * long ago, and what happened there would stand below everything that happened on another one.
 */
export const recheckKeys = (db: Database): void => {
  rechecks.set(db, rechecksOf(db) + 1);
};

/**
 * Returns the next key of a sequence. Rows with these keys are appended at the end of the table's tree. Restarts and
 * clock changes cannot produce a key twice. Reserved keys that a process did not use are skipped. The keys of several
 * processes have the order of time from one check to the next (`recheckKeys`).
 */
export function keySequence(db: Database, name: string): KeySequence {
  const t = db.tables.keyBlocks;
  const read = db.one((q) => q.select({ next: t.next }).from(t).where(eq(t.name, name)));
  const create = db.write((q) => q.insert(t).values({ name, next: 1 }).onConflictDoNothing());
  const advance = db.write((q, p: Params<{ seen: number; by: number }>) =>
    q
      .update(t)
      .set({ next: sql`${t.next} + ${integer(p.by)}` })
      .where(sql`${t.name} = ${name} and ${t.next} = ${integer(p.seen)}`),
  );

  let start = 0;
  let next = 0;
  let end = 0;
  let size = LARGEST_BLOCK;
  let checkedAt = rechecksOf(db);
  let checking: Promise<void> | undefined;
  let reserving: Promise<void> | undefined;

  async function reserve(): Promise<void> {
    for (;;) {
      const row = await read();
      if (row === undefined) await db.atomically(create());
      else if (await db.atomically(required(advance({ seen: row.next, by: size })))) {
        start = row.next;
        next = start;
        end = start + size;
        size = Math.min(2 * size, LARGEST_BLOCK);
        return;
      }
    }
  }

  /** Gives up the rest of the block if others have reserved keys after it. */
  async function skipReservedKeys(): Promise<void> {
    checkedAt = rechecksOf(db);
    const seen = end;
    const row = await read();
    if (row === undefined || row.next === seen || end !== seen) return;
    // As many as were needed until now, so that few are left out, and searches by ranges of keys find many in each.
    size = Math.max(1, next - start);
    next = end;
  }

  return async () => {
    if (checkedAt !== rechecksOf(db) && next !== end) {
      checking ??= skipReservedKeys().finally(() => {
        checking = undefined;
      });
    }
    // Also whoever comes meanwhile: of the events of one change, none stands before what it follows.
    if (checking !== undefined) await checking;
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
