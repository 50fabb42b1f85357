/** Finds the last decision about an app that all schools share, in the audit log of the whole platform. */
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { AuditEventName } from '../../schema/audit/audit-event.ts';
import type { Database, Params } from '../engine/engine.ts';
import { text } from '../engine/placeholders.ts';

/** What was decided about an app, and by whom. Decisions of a command, and of people whose account was erased, have no person. */
export interface ReviewDecision {
  event: AuditEventName;
  at: number;
  personId: string | null;
  personName: string | null;
}

export type ReviewDecisionStore = ReturnType<typeof reviewDecisionStore>;

export function reviewDecisionStore(db: Database) {
  const { auditEvents: t, people } = db.tables;
  // Uses the index audit_events_of_reviews, and the primary key of the person. The event of the decision itself is the first
  // of those written at that time; the others are for schools that offer the app, and name nobody.
  const readLast = db.one((q, p: Params<{ clientId: string }>) =>
    q
      .select({ event: t.event, at: t.at, personId: t.personId, personName: people.name })
      .from(t)
      .leftJoin(people, eq(people.id, t.personId))
      .where(and(eq(t.clientId, text(p.clientId)), sql`${t.event} in ('client_approved', 'client_blocked')`))
      .orderBy(desc(t.at), asc(t.id))
      .limit(1),
  );

  return {
    /** Returns the last decision; `undefined` if there was none, or the log no longer has it. */
    last: (clientId: string): Promise<ReviewDecision | undefined> => readLast({ clientId }),
  };
}
