/**
 * Ends what was issued to everybody before a time: sessions, and grants with their codes and tokens. It ends in small
 * batches, so that other requests do not wait long.
 */
import { and, asc, gt, isNull, lt, lte, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { AuditTrail } from '../audit/audit.ts';
import type { Database, Params } from '../engine/engine.ts';
import { integer, text, value } from '../engine/placeholders.ts';

/** Rows that end in one transaction. */
const BATCH = 500;

type Before = Params<{ time: number }>;
type Batch<Key> = { after: Key; to: Key; time: number; now: number };

/** The statements use the primary key, and read the whole table in all, for a command. */
function sessionStatements(db: Database) {
  const { sessions: t } = db.tables;
  const isOpen = (p: Before) => and(isNull(t.endedAt), lt(t.authenticatedAt, integer(p.time)));
  const list = db.many((q, p: Params<{ after: string; time: number }>) =>
    q
      .select({ id: t.id })
      .from(t)
      .where(and(gt(t.id, text(p.after)), isOpen(p)))
      .orderBy(asc(t.id))
      .limit(BATCH),
  );
  const end = db.write((q, p: Params<Batch<string>>) =>
    q
      .update(t)
      .set({ endedAt: value(p.now) })
      .where(and(gt(t.id, text(p.after)), lte(t.id, text(p.to)), isOpen(p))),
  );
  return { list, end };
}

/** As above. */
function grantStatements(db: Database) {
  const { consents, grants: t } = db.tables;
  const isOpen = (p: Before) => and(isNull(t.revokedAt), lt(t.createdAt, integer(p.time)));
  const isInBatch = (p: Params<Batch<number>>) => and(gt(t.id, integer(p.after)), lte(t.id, integer(p.to)), isOpen(p));
  const list = db.many((q, p: Params<{ after: number; time: number }>) =>
    q
      .select({ id: t.id })
      .from(t)
      .where(and(gt(t.id, integer(p.after)), isOpen(p)))
      .orderBy(asc(t.id))
      .limit(BATCH),
  );
  const revoke = db.write((q, p: Params<Batch<number>>) =>
    q
      .update(t)
      .set({ revokedAt: value(p.now), revokedBy: 'platform' })
      .where(isInBatch(p)),
  );
  // No app regains access without asking again.
  const forget = db.write((q, p: Params<Batch<number>>) =>
    q
      .delete(consents)
      .where(
        sql`(${consents.personId}, ${consents.siteId}, ${consents.clientId}) in (select ${t.personId}, ${t.siteId}, ${t.clientId} from ${t} where ${isInBatch(p)})`,
      ),
  );
  return { list, revoke, forget };
}

export type RevocationStore = ReturnType<typeof revocationStore>;

export function revocationStore(db: Database, audit: AuditTrail) {
  const sessions = sessionStatements(db);
  const grants = grantStatements(db);

  async function endSessions(time: number, now: number): Promise<number> {
    let count = 0;
    for (let after = ''; ; ) {
      const rows = await sessions.list({ after, time });
      const to = rows.at(-1)?.id;
      if (to === undefined) return count;
      await db.atomically(sessions.end({ after, to, time, now }));
      count += rows.length;
      after = to;
    }
  }

  async function endGrants(time: number, now: number): Promise<number> {
    let count = 0;
    for (let after = 0; ; ) {
      const rows = await grants.list({ after, time });
      const to = rows.at(-1)?.id;
      if (to === undefined) return count;
      const batch = { after, to, time, now };
      await db.atomically(grants.forget(batch), grants.revoke(batch));
      count += rows.length;
      after = to;
    }
  }

  return {
    /**
     * Ends the sessions that began before a time, and the connections with apps. It may be repeated if it was interrupted.
     * @param event recorded first, so that an interrupted run is recorded too
     * @returns how many have ended
     */
    async endBefore(time: number, event: AuditEvent): Promise<{ sessions: number; grants: number }> {
      await audit.record(event);
      return { sessions: await endSessions(time, event.at), grants: await endGrants(time, event.at) };
    },
  };
}
