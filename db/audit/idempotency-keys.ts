/**
 * Idempotency keys of admin API requests, with the responses to repeat (`idempotency_keys`). A claim expires on its
 * own, so a crash does not block the key; audit.ts marks a request as done in the unit of work that makes the change.
 */
import { and, eq, isNull, lte } from 'drizzle-orm';
import { type Database, type Params, type RowOf, required } from '../engine/engine.ts';
import { integer, rowOf, text, value } from '../engine/placeholders.ts';

/** How an answer looked, to be given again. */
export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface EarlierRequest {
  requestHash: string;
  answer: KeptAnswer | undefined;
  /** The target of its audit event, as `AuditTrail.steps` left it. */
  done: string | undefined;
}

export type IdempotencyStore = ReturnType<typeof idempotencyStore>;

export function idempotencyStore(db: Database) {
  const t = db.tables.idempotencyKeys;
  // By primary key throughout.
  const read = db.one((q, p: Params<{ id: string }>) =>
    q
      .select({
        requestHash: t.requestHash,
        status: t.status,
        headers: t.headers,
        body: t.body,
      })
      .from(t)
      .where(eq(t.id, text(p.id))),
  );
  const insert = db.write((q, p: Params<RowOf<typeof t>>) => q.insert(t).values(rowOf(t, p)).onConflictDoNothing());
  const dropExpired = db.write((q, p: Params<{ id: string; now: number }>) =>
    q.delete(t).where(and(eq(t.id, text(p.id)), lte(t.expiresAt, integer(p.now)))),
  );
  const settle = db.write(
    (q, p: Params<{ status: number; headers: string; body: string; expiresAt: number; id: string }>) =>
      q
        .update(t)
        .set({
          status: value(p.status),
          headers: value(p.headers),
          body: value(p.body),
          expiresAt: value(p.expiresAt),
        })
        .where(eq(t.id, text(p.id))),
  );
  const release = db.write((q, p: Params<{ id: string }>) =>
    q.delete(t).where(and(eq(t.id, text(p.id)), isNull(t.status), isNull(t.body))),
  );

  return {
    /**
     * Takes a key for a request, for as long as the request may take: a process that ends in between gives it back so.
     * @returns what another request with this key has: its answer, or without one what it was `done` to, once it has
     * done it; `undefined` when the key is ours
     */
    async claim(
      id: string,
      requestHash: string,
      { now, until }: { now: number; until: number },
    ): Promise<EarlierRequest | undefined> {
      const row = { id, requestHash, status: null, headers: null, body: null, expiresAt: until };
      if (await db.atomically(dropExpired({ id, now }), required(insert(row)))) return undefined;
      const kept = await read({ id });
      if (kept === undefined) return { requestHash, answer: undefined, done: undefined };
      const { status, headers, body } = kept;
      if (status === null) return { requestHash: kept.requestHash, answer: undefined, done: body ?? undefined };
      const answer = { status, headers: headers ?? {}, body: body ?? '' };
      return { requestHash: kept.requestHash, answer, done: undefined };
    },

    /** The answer is there, until the key may mean something else. */
    async keep(id: string, { status, headers, body }: KeptAnswer, expiresAt: number): Promise<void> {
      await db.atomically(settle({ id, status, headers: JSON.stringify(headers), body, expiresAt }));
    },

    /** The request failed: where it had done nothing yet, the key is free again. */
    async release(id: string): Promise<void> {
      await db.atomically(release({ id }));
    },
  };
}
