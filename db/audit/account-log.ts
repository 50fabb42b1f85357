/**
 * Reads from the audit log (`audit_events`) what happened to the account of a person, newest first. Most events of a
 * person can be about something else, so a page covers a limited number of them.
 */
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import {
  ACCOUNT_EVENTS,
  type AccountEvent,
  type AccountEventName,
  type AccountHistory,
} from '../../schema/audit/account-event.ts';
import type { Database, Params } from '../engine/engine.ts';
import { among, integer, limit, listOf, text } from '../engine/placeholders.ts';

/** The number of events of a person that one statement looks at, and the number of statements for a page. */
const STEP = 1000;
const MAX_STEPS = 20;

export type AccountLogStore = ReturnType<typeof accountLogStore>;

export function accountLogStore(db: Database) {
  const { auditEvents: t, clients, metadataDocuments: documents, sites } = db.tables;
  const events = listOf(ACCOUNT_EVENTS);
  const ofPerson = (p: Params<{ personId: string; before: number }>) =>
    and(eq(t.personId, text(p.personId)), lt(t.id, integer(p.before)));
  // Uses the index audit_events_by_person, which has all that it reads.
  const readFloor = db.one((q, p: Params<{ personId: string; before: number }>) =>
    q
      .select({ id: t.id })
      .from(t)
      .where(ofPerson(p))
      .orderBy(desc(t.id))
      .limit(1)
      .offset(STEP - 1),
  );
  // Uses the index audit_events_by_person, and the primary keys of the names. Events whose target is a member are about
  // that member.
  const read = db.many(
    (q, p: Params<{ personId: string; before: number; floor: number; events: string; first: number }>) =>
      q
        .select({
          id: t.id,
          at: t.at,
          event: sql<AccountEventName>`${t.event}`,
          clientName: clients.name,
          siteName: sites.name,
          isBlocked: sql<boolean>`case when ${documents.review} = 'blocked' then 1 else 0 end`.mapWith(Boolean),
          target: t.target,
          ip: t.ip,
          userAgent: t.userAgent,
          requestId: t.requestId,
        })
        .from(t)
        .leftJoin(clients, eq(clients.id, t.clientId))
        .leftJoin(documents, eq(documents.clientId, t.clientId))
        .leftJoin(sites, eq(sites.id, t.siteId))
        .where(
          and(
            ofPerson(p),
            gte(t.id, integer(p.floor)),
            among(db, t.event, p.events),
            sql`coalesce(${t.target}, '') not like 'member/%'`,
          ),
        )
        .orderBy(desc(t.id))
        .limit(limit(p.first)),
  );

  return {
    /**
     * Returns the newest events, at most `first` of them, older than the event `before`.
     * @param most how many statements may look for them
     * @returns also where the next page begins, unless there is none
     */
    async ofPerson(
      personId: string,
      first: number,
      before = Number.MAX_SAFE_INTEGER,
      most = MAX_STEPS,
    ): Promise<AccountHistory> {
      const found: AccountEvent[] = [];
      let start = before;
      for (let step = 0; step < most; step += 1) {
        const floor = (await readFloor({ personId, before: start }))?.id;
        const count = first - found.length;
        found.push(...(await read({ personId, before: start, floor: floor ?? 0, events, first: count })));
        if (found.length === first) return { events: found, next: found.at(-1)?.id };
        if (floor === undefined) return { events: found, next: undefined };
        start = floor;
      }
      return { events: found, next: start };
    },
  };
}
