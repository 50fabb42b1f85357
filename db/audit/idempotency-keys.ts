/**
 * Idempotency keys of admin API requests, with the responses to repeat (`idempotency_keys`). A claim expires on its
 * own, so a crash does not block the key; audit.ts marks a request as done in the unit of work that makes the change.
 */
import { and, eq, isNull, lte } from 'drizzle-orm';
import { type Database, type Params, type RowOf, required, type Step } from '../engine/engine.ts';
import { integer, rowOf, text, value } from '../engine/placeholders.ts';
import { decided, eventually } from '../engine/undecided.ts';

/** A response that is sent again when the request is repeated. */
export interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface EarlierRequest {
  requestHash: string;
  /** Undefined while the request has no response yet. */
  answer: StoredResponse | undefined;
  /**
   * The target of its audit event, stored by `AuditTrail.steps`, if the request has changed something but has no
   * response.
   */
  done: string | undefined;
}

export type IdempotencyStore = ReturnType<typeof idempotencyStore>;

export function idempotencyStore(db: Database) {
  const t = db.tables.idempotencyKeys;
  // All statements use the primary key.
  const read = db.one((q, p: Params<{ id: string }>) =>
    q
      .select({
        requestHash: t.requestHash,
        expiresAt: t.expiresAt,
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
  const release = db.write((q, p: Params<{ id: string; until: number }>) =>
    q.delete(t).where(and(eq(t.id, text(p.id)), eq(t.expiresAt, integer(p.until)), isNull(t.status), isNull(t.body))),
  );

  async function find(id: string): Promise<EarlierRequest | undefined> {
    const row = await read({ id });
    if (row === undefined) return undefined;
    const { requestHash, status, headers, body } = row;
    if (status === null) return { requestHash, answer: undefined, done: body ?? undefined };
    return { requestHash, answer: { status, headers: headers ?? {}, body: body ?? '' }, done: undefined };
  }

  return {
    /**
     * Claims a key for a request.
     * @param until when the claim expires, in milliseconds since the epoch, so that a crash does not block the key
     * @param conditions of the same unit of work
     * @returns the earlier request with this key, or `undefined` if the key is claimed
     */
    async claim(
      id: string,
      requestHash: string,
      { now, until }: { now: number; until: number },
      ...conditions: readonly Step[]
    ): Promise<EarlierRequest | undefined> {
      const row = { id, requestHash, status: null, headers: null, body: null, expiresAt: until };
      const isClaimed = await decided({
        apply: () => db.atomically(...conditions, dropExpired({ id, now }), required(insert(row))),
        isMade: async () => (await read({ id }))?.expiresAt === until,
        makeUp: () => db.atomically(required(release({ id, until }))),
      });
      return isClaimed ? undefined : ((await find(id)) ?? { requestHash, answer: undefined, done: undefined });
    },

    /** The request that has the key, or had it until a moment ago. */
    find,

    /** Stores the response until `expiresAt`, after which the key can be used for another request. */
    async keep(id: string, { status, headers, body }: StoredResponse, expiresAt: number): Promise<void> {
      await db.atomically(settle({ id, status, headers: JSON.stringify(headers), body, expiresAt }));
    },

    /**
     * Releases the key of a failed request, unless the request has changed something. If the database is not available,
     * this is done as soon as it is.
     * @param until when the claim expires
     */
    async release(id: string, until: number): Promise<void> {
      await eventually(() => db.atomically(required(release({ id, until }))));
    },
  };
}
