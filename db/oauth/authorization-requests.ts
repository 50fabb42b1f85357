/**
 * Authorization requests that are waiting for a person to sign in, choose a school and decide
 * (`authorization_requests`). They can be changed only while they have no outcome, and the outcome itself is set in
 * codes.ts. Their number is limited, and what a network opens drops the oldest of that network only.
 */
import { and, desc, eq, inArray, isNull, ne } from 'drizzle-orm';
import { PENDING_REQUESTS } from '../../schema/limits.ts';
import type { NewPendingRequest, PendingRequest, PendingRequestLimits } from '../../schema/oauth/approval.ts';
import { boundedRows, DROPPED_AT_ONCE } from '../engine/bounded-rows.ts';
import type { Database, Params, RowOf } from '../engine/engine.ts';
import { rowOf, text, value } from '../engine/placeholders.ts';

export type AuthorizationRequestStore = ReturnType<typeof authorizationRequestStore>;

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
  // Uses the index authorization_requests_by_network.
  const dropOfNetwork = db.write((q, p: Params<{ network: string; id: string }>) =>
    q.delete(t).where(
      inArray(
        t.id,
        q
          .select({ id: t.id })
          .from(t)
          .where(and(eq(t.network, text(p.network)), ne(t.id, text(p.id))))
          .orderBy(desc(t.createdAt))
          .limit(DROPPED_AT_ONCE)
          .offset(limits.perNetwork - 1),
      ),
    ),
  );
  const dropExcess = boundedRows(db, t, limits.overall);

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
        insert({ ...request, siteId: request.siteId ?? null, confirmedSessionId: null, outcome: null, grantId: null }),
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
