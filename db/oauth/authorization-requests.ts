/**
 * Authorization requests that are waiting for a person to sign in, choose a school and decide
 * (`authorization_requests`). They can be changed only while they have no outcome, and the outcome itself is set in
 * codes.ts.
 */
import { and, eq, isNull } from 'drizzle-orm';
import type { NewPendingRequest, PendingRequest } from '../../schema/oauth/approval.ts';
import type { Database } from '../engine/engine.ts';
import { rowOf, text, value } from '../engine/placeholders.ts';

export type AuthorizationRequestStore = ReturnType<typeof authorizationRequestStore>;

export function authorizationRequestStore(db: Database) {
  const t = db.tables.authorizationRequests;
  // By primary key throughout.
  const read = db.one((q) =>
    q
      .select()
      .from(t)
      .where(eq(t.id, text('id'))),
  );
  const insert = db.write((q) => q.insert(t).values(rowOf(t)));
  const undecided = and(eq(t.id, text('id')), isNull(t.outcome));
  const chooseSite = db.write((q) =>
    q
      .update(t)
      .set({ siteId: value('siteId') })
      .where(undecided),
  );
  const confirm = db.write((q) =>
    q
      .update(t)
      .set({ confirmedSessionId: value('sessionId') })
      .where(undecided),
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
