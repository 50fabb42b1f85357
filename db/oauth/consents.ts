/**
 * Stores which scopes a person was asked for and which they granted, in one row of `consents` per person, school and
 * client. Writes exist only as steps, because they belong in the unit of work that issues a code or revokes a grant.
 */
import { and, eq, gte, sql } from 'drizzle-orm';
import type { Consent } from '../../schema/oauth/approval.ts';
import { joinScopes, parseScopes } from '../../schema/oauth/scope.ts';
import { type Database, type Params, type RowOf, required, type Step } from '../engine/engine.ts';
import { lockRow } from '../engine/locks.ts';
import { integer, rowOf, text, value } from '../engine/placeholders.ts';
import type { Tables } from '../tables/index.ts';

const DAY = 86_400_000;

interface ConsentKey {
  personId: string;
  siteId: string;
  clientId: string;
}

/** Selects a consent by its primary key. */
const byKey = ({ consents: t }: Tables, p: Params<ConsentKey>) =>
  and(eq(t.personId, text(p.personId)), eq(t.siteId, text(p.siteId)), eq(t.clientId, text(p.clientId)));

/** The steps that store, use or delete a consent, for the units of work that do so (codes, tokens). */
export function consentStatements(db: Database) {
  const t = db.tables.consents;
  const upsert = db.write((q, p: Params<RowOf<typeof t>>) =>
    q
      .insert(t)
      .values(rowOf(t, p))
      .onConflictDoUpdate({
        target: [t.personId, t.siteId, t.clientId],
        set: {
          askedScope: sql`excluded.asked_scope`,
          grantedScope: sql`excluded.granted_scope`,
          decidedAt: sql`excluded.decided_at`,
          lastUsedAt: sql`excluded.last_used_at`,
        },
      }),
  );
  const decidedThen = (p: Params<ConsentKey & { decidedAt: number }>) =>
    and(byKey(db.tables, p), eq(t.decidedAt, integer(p.decidedAt)));
  const lock = lockRow(db, t, decidedThen);
  const touch = db.write((q, p: Params<ConsentKey & { decidedAt: number; now: number }>) =>
    q
      .update(t)
      .set({ lastUsedAt: value(p.now) })
      .where(decidedThen(p)),
  );
  const forget = db.write((q, p: Params<ConsentKey>) => q.delete(t).where(byKey(db.tables, p)));

  const keyOf = ({ personId, siteId, clientId }: ConsentKey): ConsentKey => ({ personId, siteId, clientId });

  return {
    remember: (key: ConsentKey, decision: Pick<Consent, 'requested' | 'granted'>, now: number): Step =>
      upsert({
        ...keyOf(key),
        askedScope: joinScopes(decision.requested),
        grantedScope: joinScopes(decision.granted),
        decidedAt: now,
        lastUsedAt: now,
      }),
    /**
     * Rolls the unit of work back if the consent is no longer the one that was read. Its last use is updated once a day.
     */
    use: (key: ConsentKey, { decidedAt, lastUsedAt }: Consent, now: number): Step =>
      required(lastUsedAt < now - DAY ? touch({ ...keyOf(key), decidedAt, now }) : lock({ ...keyOf(key), decidedAt })),
    forget: (key: ConsentKey): Step => forget({ ...keyOf(key) }),
  };
}

export type ConsentStore = ReturnType<typeof consentStore>;

export function consentStore(db: Database) {
  const t = db.tables.consents;
  const read = db.lookup((q, p: Params<ConsentKey>) =>
    q
      .select({
        askedScope: t.askedScope,
        grantedScope: t.grantedScope,
        decidedAt: t.decidedAt,
        lastUsedAt: t.lastUsedAt,
      })
      .from(t)
      .where(byKey(db.tables, p)),
  );

  // Uses the index consents_by_client.
  const readSince = db.one((q, p: Params<{ clientId: string; since: number }>) =>
    q
      .select({ decidedAt: t.decidedAt })
      .from(t)
      .where(and(eq(t.clientId, text(p.clientId)), gte(t.decidedAt, integer(p.since))))
      .limit(1),
  );

  return {
    /** Returns whether anyone has consented to the client since this time. */
    async existsSince(clientId: string, since: number): Promise<boolean> {
      return (await readSince({ clientId, since })) !== undefined;
    },

    async find(key: ConsentKey): Promise<Consent | undefined> {
      const row = await read({ ...key });
      return (
        row && {
          requested: parseScopes(row.askedScope),
          granted: parseScopes(row.grantedScope),
          decidedAt: row.decidedAt,
          lastUsedAt: row.lastUsedAt,
        }
      );
    },
  };
}
