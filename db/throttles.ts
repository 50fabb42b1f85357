/**
 * Counts attempts, such as failed sign-ins, and decides how long the next one has to wait. The counters are in the
 * database and each attempt is a single atomic upsert, so the limits hold across all nodes.
 */
import { eq, sql } from 'drizzle-orm';
import type { ThrottleRule } from '../schema/throttle.ts';
import { type Database, type Params, required } from './engine/engine.ts';
import { integer, text } from './engine/placeholders.ts';

const MINUTE = 60_000;
/** The wait after each attempt beyond the limit, which doubles up to `LONGEST_DELAY_MS`. */
const DELAYS_MS = [MINUTE / 2, MINUTE, 2 * MINUTE, 4 * MINUTE, 8 * MINUTE] as const;
const LONGEST_DELAY_MS = 15 * MINUTE;

type Attempt = { key: string; now: number; waits: number; limit: number; windowMs: number };

export type ThrottleStore = ReturnType<typeof throttleStore>;

export function throttleStore(db: Database) {
  const t = db.tables.throttles;
  // All statements use the primary key.
  const read = db.one((q, p: Params<{ key: string }>) =>
    q
      .select()
      .from(t)
      .where(eq(t.key, text(p.key))),
  );
  const take = db.write((q, p: Params<Attempt>) => {
    const now = integer(p.now);
    const limit = integer(p.limit);
    const window = integer(p.windowMs);
    // A window that ends later than any rule allows was opened while the clock was wrong.
    const impossible = sql`${t.windowEndsAt} > ${now} + 2 * ${window}`;
    const fresh = sql`(${t.windowEndsAt} <= ${now} or ${impossible})`;
    const count = sql`(case when ${fresh} then 1 else ${t.count} + 1 end)`;
    const openWindow = sql`(case when ${fresh} then ${now} + ${window} else ${t.windowEndsAt} end)`;
    const waits = sql`${integer(p.waits)} = 1`;
    const steps = sql.join(
      DELAYS_MS.map(
        (delay, index) => sql`when ${count} - ${limit} = ${sql.raw(String(index))} then ${sql.raw(String(delay))}`,
      ),
      sql` `,
    );

    const delay = sql`(case ${steps} else ${sql.raw(String(LONGEST_DELAY_MS))} end)`;
    // Attempts beyond the limit extend the window, which then ends one full window after the last delay.
    const windowEndsAt = sql`case when ${count} < ${limit} or ${waits} then ${openWindow} else ${now} + ${delay} + ${window} end`;
    const blockedUntil = sql`case when ${count} < ${limit} then 0 when ${waits} then ${openWindow} else ${now} + ${delay} end`;
    return q
      .insert(t)
      .values({
        key: p.key,
        count: 1,
        windowEndsAt: sql`${now} + ${window}`,
        blockedUntil: 0,
      })
      .onConflictDoUpdate({
        target: t.key,
        set: {
          count,
          windowEndsAt,
          blockedUntil,
        },
        setWhere: sql`${t.blockedUntil} <= ${now} or ${impossible}`,
      });
  });
  const giveBack = db.write((q, p: Params<{ key: string }>) =>
    q
      .update(t)
      .set({ count: sql`${t.count} - 1`, blockedUntil: 0 })
      .where(sql`${t.key} = ${text(p.key)} and ${t.count} > 0`),
  );
  const clear = db.write((q, p: Params<{ key: string }>) => q.delete(t).where(eq(t.key, text(p.key))));

  return {
    /**
     * Counts an attempt before its outcome is known, so that parallel attempts cannot outrun the counter.
     * @returns 0 if the attempt is allowed, otherwise the number of milliseconds to wait
     */
    async take(key: string, rule: ThrottleRule, now: number): Promise<number> {
      const waits = rule.afterwards === 'wait_for_window' ? 1 : 0;
      if (await db.atomically(required(take({ key, now, waits, limit: rule.limit, windowMs: rule.windowMs }))))
        return 0;
      const row = await read({ key });
      return Math.max(1000, (row?.blockedUntil ?? now) - now);
    },

    /** Takes back an attempt that was not a failure, together with the wait that it caused. */
    async giveBack(key: string): Promise<void> {
      await db.atomically(giveBack({ key }));
    },

    async clear(key: string): Promise<void> {
      await db.atomically(clear({ key }));
    },
  };
}
