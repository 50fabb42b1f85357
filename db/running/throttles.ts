/**
 * Counts attempts, such as failed sign-ins, and decides how long the next one has to wait. The counters are in the
 * database and each attempt is a single atomic upsert, so the limits hold across all nodes.
 */
import { eq, sql } from 'drizzle-orm';
import type { ThrottleRule } from '../../schema/throttle.ts';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { integer, text } from '../engine/placeholders.ts';

const SECOND = 1000;
const FIRST_DELAY_MS = 30 * SECOND;
/** The wait after each attempt beyond the limit doubles, up to the longest delay of the rule. */
const DELAYS_MS = [1, 2, 4, 8, 16, 32, 64].map((times) => times * FIRST_DELAY_MS);

/** An attempt that counts under a key. */
export interface Attempt {
  key: string;
  rule: ThrottleRule;
}

/** The attempts of a refilled counter come back one after each interval. */
const intervalOf = ({ windowMs, limit }: ThrottleRule): number => Math.floor(windowMs / limit);

const number = (value: number) => sql.raw(String(value));

/** The statements of windows. All statements of this store use the primary key. */
function windowStatements(db: Database) {
  const t = db.tables.throttles;
  type WindowValues = {
    key: string;
    now: number;
    waits: number;
    limit: number;
    windowMs: number;
    longestDelay: number;
  };
  const count = db.write((q, p: Params<WindowValues>) => {
    const now = integer(p.now);
    const limit = integer(p.limit);
    const window = integer(p.windowMs);
    const longest = integer(p.longestDelay);
    // A window that ends later than any rule allows was opened while the clock was wrong.
    const impossible = sql`${t.windowEndsAt} > ${now} + 2 * ${window}`;
    const fresh = sql`(${t.windowEndsAt} <= ${now} or ${impossible})`;
    const counted = sql`(case when ${fresh} then 1 else ${t.count} + 1 end)`;
    const openWindow = sql`(case when ${fresh} then ${now} + ${window} else ${t.windowEndsAt} end)`;
    const waits = sql`${integer(p.waits)} = 1`;
    const steps = sql.join(
      DELAYS_MS.map(
        (delay, index) =>
          sql`when ${counted} - ${limit} = ${number(index)} and ${longest} > ${number(delay)} then ${number(delay)}`,
      ),
      sql` `,
    );
    const delay = sql`(case ${steps} else ${longest} end)`;
    // Attempts beyond the limit extend the window, which then ends one full window after the last delay.
    const windowEndsAt = sql`case when ${counted} < ${limit} or ${waits} then ${openWindow} else ${now} + ${delay} + ${window} end`;
    const blockedUntil = sql`case when ${counted} < ${limit} then 0 when ${waits} then ${openWindow} else ${now} + ${delay} end`;
    return q
      .insert(t)
      .values({
        key: p.key,
        count: 1,
        windowEndsAt: sql`${now} + ${window}`,
        // The first attempt is also the last one that is free.
        blockedUntil: sql`case when ${limit} > 1 then 0 when ${waits} then ${now} + ${window} else ${now} + ${number(FIRST_DELAY_MS)} end`,
      })
      .onConflictDoUpdate({
        target: t.key,
        set: { count: counted, windowEndsAt, blockedUntil },
        setWhere: sql`${t.blockedUntil} <= ${now} or ${impossible}`,
      });
  });
  const uncount = db.write((q, p: Params<{ key: string }>) =>
    q
      .update(t)
      .set({ count: sql`${t.count} - 1`, blockedUntil: 0 })
      .where(sql`${t.key} = ${text(p.key)} and ${t.count} > 0`),
  );
  return { count, uncount };
}

/** A counter that is refilled needs only the time at which it is full again (the generic cell rate algorithm). */
function refillStatements(db: Database) {
  const t = db.tables.throttles;
  const draw = db.write((q, p: Params<{ key: string; now: number; interval: number; windowMs: number }>) => {
    const now = integer(p.now);
    const window = integer(p.windowMs);
    const isFull = sql`(${t.windowEndsAt} <= ${now} or ${t.windowEndsAt} > ${now} + 2 * ${window})`;
    const fullAt = sql`(case when ${isFull} then ${now} else ${t.windowEndsAt} end + ${integer(p.interval)})`;
    return q
      .insert(t)
      .values({ key: p.key, count: 1, windowEndsAt: sql`${now} + ${integer(p.interval)}`, blockedUntil: 0 })
      .onConflictDoUpdate({
        target: t.key,
        set: { windowEndsAt: fullAt },
        setWhere: sql`${fullAt} <= ${now} + ${window}`,
      });
  });
  const undraw = db.write((q, p: Params<{ key: string; interval: number }>) =>
    q
      .update(t)
      .set({ windowEndsAt: sql`${t.windowEndsAt} - ${integer(p.interval)}` })
      .where(eq(t.key, text(p.key))),
  );
  return { draw, undraw };
}

const byKey = (a: { readonly key: string }, b: { readonly key: string }): number => (a.key < b.key ? -1 : 1);

export type ThrottleStore = ReturnType<typeof throttleStore>;

export function throttleStore(db: Database) {
  const t = db.tables.throttles;
  const { count, uncount } = windowStatements(db);
  const { draw, undraw } = refillStatements(db);
  const read = db.one((q, p: Params<{ key: string }>) =>
    q
      .select()
      .from(t)
      .where(eq(t.key, text(p.key))),
  );
  const clear = db.write((q, p: Params<{ key: string }>) => q.delete(t).where(eq(t.key, text(p.key))));

  function takeStep({ key, rule }: Attempt, now: number): Step {
    const { limit, windowMs } = rule;
    if (rule.afterwards === 'steady_refill') return draw({ key, now, interval: intervalOf(rule), windowMs });
    const waits = rule.afterwards === 'wait_for_window' ? 1 : 0;
    const longestDelay = rule.afterwards === 'growing_delay' ? rule.longestDelayMs : 0;
    return count({ key, now, waits, limit, windowMs, longestDelay });
  }

  const giveBackStep = ({ key, rule }: Attempt): Step =>
    rule.afterwards === 'steady_refill' ? undraw({ key, interval: intervalOf(rule) }) : uncount({ key });

  async function waitFor({ key, rule }: Attempt, now: number): Promise<number> {
    const row = await read({ key });
    if (row === undefined || row.windowEndsAt > now + 2 * rule.windowMs) return 0;
    const { blockedUntil, windowEndsAt } = row;
    const allowedAt =
      rule.afterwards === 'steady_refill' ? windowEndsAt + intervalOf(rule) - rule.windowMs : blockedUntil;
    return Math.max(0, allowedAt - now);
  }

  return {
    /**
     * Counts an attempt before its outcome is known, so that parallel attempts cannot outrun the counters. If one of them
     * has reached its limit, none counts.
     * @returns 0 if the attempt is allowed, otherwise the number of milliseconds to wait
     */
    async take(attempts: readonly Attempt[], now: number): Promise<number> {
      // All transactions lock the counters in the same order.
      const inOrder = attempts.toSorted(byKey);
      if (await db.atomically(...inOrder.map((attempt) => required(takeStep(attempt, now))))) return 0;
      return Math.max(SECOND, ...(await Promise.all(attempts.map((attempt) => waitFor(attempt, now)))));
    },

    /** Returns the number of milliseconds that an attempt would have to wait, without counting it. */
    waitFor,

    /** Takes back attempts that were no failures, together with the wait that they caused. */
    async giveBack(attempts: readonly Attempt[]): Promise<void> {
      if (attempts.length > 0) await db.atomically(...attempts.toSorted(byKey).map(giveBackStep));
    },

    /** Forgets the failures of those who succeeded, and takes back the attempts that were none, or does neither. */
    async clear(keys: readonly string[], attempts: readonly Attempt[] = []): Promise<void> {
      const steps = [
        ...keys.map((key) => ({ key, step: clear({ key }) })),
        ...attempts.map((attempt) => ({ key: attempt.key, step: giveBackStep(attempt) })),
      ];
      await db.atomically(...steps.toSorted(byKey).map(({ step }) => step));
    },
  };
}
