import { and, eq, isNull } from 'drizzle-orm';
import { type Database, required } from '../engine.ts';
import { rowOf, text, value } from '../placeholders.ts';

/** How an answer looked, to be given again. */
export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export type IdempotencyStore = ReturnType<typeof idempotencyStore>;

export function idempotencyStore(db: Database) {
  const t = db.tables.idempotencyKeys;
  // By primary key throughout.
  const read = db.one((q) =>
    q
      .select({
        requestHash: t.requestHash,
        status: t.status,
        headers: t.headers,
        body: t.body,
        expiresAt: t.expiresAt,
      })
      .from(t)
      .where(eq(t.id, text('id'))),
  );
  const insert = db.write((q) => q.insert(t).values(rowOf(t)).onConflictDoNothing());
  const settle = db.write((q) =>
    q
      .update(t)
      .set({ status: value('status'), headers: value('headers'), body: value('body') })
      .where(eq(t.id, text('id'))),
  );
  const release = db.write((q) => q.delete(t).where(and(eq(t.id, text('id')), isNull(t.status))));

  return {
    /**
     * Takes a key for a request.
     * @returns what another request with this key has, and its answer once there is one; `undefined` when it is ours
     */
    async claim(
      id: string,
      requestHash: string,
      expiresAt: number,
    ): Promise<{ requestHash: string; answer: KeptAnswer | undefined } | undefined> {
      const row = { id, requestHash, status: null, headers: null, body: null, expiresAt };
      if (await db.atomically(required(insert(row)))) return undefined;
      const kept = await read({ id });
      if (kept === undefined) return { requestHash, answer: undefined };
      const { status, headers, body } = kept;
      const answer = status === null || body === null ? undefined : { status, headers: headers ?? {}, body };
      return { requestHash: kept.requestHash, answer };
    },

    async keep(id: string, { status, headers, body }: KeptAnswer): Promise<void> {
      await db.atomically(settle({ id, status, headers: JSON.stringify(headers), body }));
    },

    /** Nothing came of the request: the key is free again. */
    async release(id: string): Promise<void> {
      await db.atomically(release({ id }));
    },
  };
}
