/**
 * Authorization requests that are waiting for a person to sign in, choose a school and decide
 * (`authorization_requests`). They can be changed only while they have no outcome, and the outcome itself is set in
 * codes.ts. Their number is limited, and what a network opens drops the oldest of that network only.
 */
import { and, asc, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { PENDING_REQUESTS } from '../../schema/limits.ts';
import type { NewPendingRequest, PendingRequest, PendingRequestLimits } from '../../schema/oauth/approval.ts';
import type { Database, Params, RowOf } from '../engine/engine.ts';
import { limit, rowOf, text, value } from '../engine/placeholders.ts';

export type AuthorizationRequestStore = ReturnType<typeof authorizationRequestStore>;

/** Rows that one unit of work drops. */
const BATCH = 500;

/** Prepares the deletions that keep within the limits. */
function overflows(db: Database, { perNetwork }: PendingRequestLimits) {
  const t = db.tables.authorizationRequests;
  // These use the index authorization_requests_by_network.
  const dropOfNetwork = db.write((q, p: Params<{ network: string; id: string }>) =>
    q.delete(t).where(
      inArray(
        t.id,
        q
          .select({ id: t.id })
          .from(t)
          .where(and(eq(t.network, text(p.network)), ne(t.id, text(p.id))))
          .orderBy(desc(t.createdAt))
          .limit(BATCH)
          .offset(perNetwork - 1),
      ),
    ),
  );
  const count = db.one((q) => q.select({ count: sql<number>`count(*)`.mapWith(Number) }).from(t));
  const busiest = db.one((q) =>
    q.select({ network: t.network }).from(t).groupBy(t.network).orderBy(desc(sql`count(*)`)).limit(1),
  );
  const dropOldest = db.write((q, p: Params<{ network: string; count: number }>) =>
    q.delete(t).where(
      inArray(
        t.id,
        q
          .select({ id: t.id })
          .from(t)
          .where(eq(t.network, text(p.network)))
          .orderBy(asc(t.createdAt))
          .limit(limit(p.count)),
      ),
    ),
  );
  return { dropOfNetwork, count, busiest, dropOldest };
}

export function authorizationRequestStore(db: Database, limits: PendingRequestLimits = PENDING_REQUESTS) {
  const t = db.tables.authorizationRequests;
  // All statements use the primary key.
  const read = db.one((q, p: Params<{ id: string }>) =>
    q
      .select()
      .from(t)
      .where(eq(t.id, text(p.id))),
  );
  const insert = db.write((q, p: Params<RowOf<typeof t>>) => q.insert(t).values(rowOf(t, p)));
  const { dropOfNetwork, count, busiest, dropOldest } = overflows(db, limits);
  /** Counting all rows takes time, so it is done once for so many requests, which may be too many. */
  const interval = Math.ceil(limits.overall / 100);
  let opened = 0;

  /** Drops what is too much in all, from the network that has most. */
  async function dropExcess(): Promise<void> {
    opened += 1;
    if (opened % interval !== 0) return;
    const excess = ((await count())?.count ?? 0) - limits.overall;
    const most = excess > 0 ? await busiest() : undefined;
    if (most !== undefined) await db.atomically(dropOldest({ network: most.network, count: Math.min(excess, BATCH) }));
  }

  const undecided = (p: Params<{ id: string }>) => and(eq(t.id, text(p.id)), isNull(t.outcome));
  const chooseSite = db.write((q, p: Params<{ siteId: string; id: string }>) =>
    q
      .update(t)
      .set({ siteId: value(p.siteId) })
      .where(undecided(p)),
  );
  const confirm = db.write((q, p: Params<{ sessionId: string; id: string }>) =>
    q
      .update(t)
      .set({ confirmedSessionId: value(p.sessionId) })
      .where(undecided(p)),
  );

  return {
    find: (id: string): Promise<PendingRequest | undefined> => read({ id }),

    /** Stores a request. The oldest of the same network, or of the one that has most, make room for it. */
    async open(request: NewPendingRequest): Promise<void> {
      await db.atomically(
        insert({ ...request, siteId: request.siteId ?? null, confirmedSessionId: null, outcome: null }),
        dropOfNetwork({ network: request.network, id: request.id }),
      );
      await dropExcess();
    },

    async chooseSite(id: string, siteId: string): Promise<void> {
      await db.atomically(chooseSite({ id, siteId }));
    },

    async confirmAccount(id: string, sessionId: string): Promise<void> {
      await db.atomically(confirm({ id, sessionId }));
    },
  };
}
