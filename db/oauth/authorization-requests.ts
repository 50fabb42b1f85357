/**
 * Authorization requests that are waiting for a person to sign in, choose a school and decide
 * (`authorization_requests`). They can be changed only while they have no outcome, and the outcome itself is set in
 * codes.ts.
 */
import { and, eq, isNull } from 'drizzle-orm';
import type { NewPendingRequest, PendingRequest } from '../../schema/oauth/approval.ts';
import type { Database, Params, RowOf } from '../engine/engine.ts';
import { rowOf, text, value } from '../engine/placeholders.ts';

export type AuthorizationRequestStore = ReturnType<typeof authorizationRequestStore>;

export function authorizationRequestStore(db: Database) {
  const t = db.tables.authorizationRequests;
  // All statements use the primary key.
  const read = db.one((q, p: Params<{ id: string }>) =>
    q
      .select()
      .from(t)
      .where(eq(t.id, text(p.id))),
  );
  const insert = db.write((q, p: Params<RowOf<typeof t>>) => q.insert(t).values(rowOf(t, p)));
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

    async open(request: NewPendingRequest): Promise<void> {
      await db.atomically(
        insert({ ...request, siteId: request.siteId ?? null, confirmedSessionId: null, outcome: null }),
      );
    },

    async chooseSite(id: string, siteId: string): Promise<void> {
      await db.atomically(chooseSite({ id, siteId }));
    },

    async confirmAccount(id: string, sessionId: string): Promise<void> {
      await db.atomically(confirm({ id, sessionId }));
    },
  };
}
