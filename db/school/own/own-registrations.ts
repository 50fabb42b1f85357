/** A member's places at events, and waits for one, at one school. */
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Page, PageRequest } from '../../../schema/page.ts';
import type { EventRegistration, Member } from '../../../schema/school/account.ts';
import type { AuditTrail } from '../../audit/audit.ts';
import { type Database, type Params, required } from '../../engine/engine.ts';
import { counted, howMany, oneMore, pageOf } from '../../engine/lists.ts';
import { integer, text } from '../../engine/placeholders.ts';
import { registrationStatements } from '../events/event-registrations.ts';
import { waitingList } from '../events/waiting-list.ts';
import { type AsOfNow, behind, type ListValues, mine, perFilter, valuesOf } from './own-rows.ts';

export type EventFilter = 'all' | 'upcoming' | 'past';

function registrationReads(db: Database) {
  const { eventRegistrations, events } = db.tables;

  const when: Record<EventFilter, AsOfNow> = {
    all: () => undefined,
    upcoming: (p) => gt(events.endsAt, integer(p.now)),
    past: (p) => sql`${events.endsAt} <= ${integer(p.now)}`,
  };
  const registrationColumns = {
    id: eventRegistrations.id,
    status: eventRegistrations.status,
    registeredAt: eventRegistrations.registeredAt,
    eventId: events.id,
    title: events.title,
    slug: events.slug,
    startsAt: events.startsAt,
    endsAt: events.endsAt,
    timezone: events.timezone,
    location: events.location,
    joinUrl: events.joinUrl,
  };
  // By event_registrations_by_person.
  const readRegistrations = perFilter(when, (filter) =>
    db.many((q, p: Params<ListValues>) =>
      q
        .select(registrationColumns)
        .from(eventRegistrations)
        .innerJoin(events, eq(events.id, eventRegistrations.eventId))
        .where(
          and(
            mine(eventRegistrations, p),
            behind(eventRegistrations.registeredAt, eventRegistrations.id, p),
            filter(p),
          ),
        )
        .orderBy(desc(eventRegistrations.registeredAt), desc(eventRegistrations.id))
        .limit(oneMore(p)),
    ),
  );
  const countRegistrations = perFilter(when, (filter) =>
    db.one((q, p: Params<Member & { now: number }>) =>
      q
        .select(howMany)
        .from(eventRegistrations)
        .innerJoin(events, eq(events.id, eventRegistrations.eventId))
        .where(and(mine(eventRegistrations, p), filter(p))),
    ),
  );
  // By the primary key.
  const readRegistration = db.one((q, p: Params<Member & { id: string }>) =>
    q
      .select(registrationColumns)
      .from(eventRegistrations)
      .innerJoin(events, eq(events.id, eventRegistrations.eventId))
      .where(and(eq(eventRegistrations.id, text(p.id)), mine(eventRegistrations, p))),
  );

  return { readRegistrations, countRegistrations, readRegistration };
}

export function ownRegistrations(db: Database, audit: AuditTrail) {
  const { lock, cancel } = registrationStatements(db);
  const { readRegistrations, countRegistrations, readRegistration } = registrationReads(db);
  const waiting = waitingList(db, audit);

  type RegistrationRow = NonNullable<Awaited<ReturnType<typeof readRegistration>>>;

  const toRegistration = (row: RegistrationRow): EventRegistration => {
    const { id, status, registeredAt, eventId, ...event } = row;
    return { id, status, registeredAt, event: { id: eventId, ...event } };
  };

  return {
    /** The latest first. */
    async eventRegistrations(
      member: Member,
      filter: EventFilter,
      request: PageRequest,
      now: number,
    ): Promise<Page<EventRegistration>> {
      const rows = await readRegistrations[filter](valuesOf(member, request, now));
      return pageOf(request.first, rows.map(toRegistration));
    },

    countEventRegistrations: async ({ siteId, personId }: Member, filter: EventFilter, now: number): Promise<number> =>
      counted(await countRegistrations[filter]({ siteId, personId, now })),

    async findEventRegistration({ siteId, personId }: Member, id: string): Promise<EventRegistration | undefined> {
      const row = await readRegistration({ siteId, personId, id });
      return row && toRegistration(row);
    },

    /**
     * Gives a place or a wait up; a free place goes to the first who waits.
     * @returns false when there was nothing to give up any more
     */
    async cancelEventRegistration(
      { siteId, personId }: Member,
      { id, event }: EventRegistration,
      now: number,
    ): Promise<boolean> {
      const place = { siteId, eventId: event.id };
      const by = { event: 'resource_changed', at: now, siteId, personId } as const;
      const movingUp = await waiting.moveUp(place, by, now);
      return db.atomically(lock(place), required(cancel({ ...place, id, now })), ...movingUp);
    },
  };
}
