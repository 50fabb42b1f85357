/** A member's places at events, and waits for one, at one school. */
import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Page, PageRequest } from '../../../schema/page.ts';
import type { EventRegistration, Member } from '../../../schema/school/account.ts';
import type { AuditTrail } from '../../audit/audit.ts';
import { type Database, required } from '../../engine/engine.ts';
import { counted, howMany, oneMore, pageOf } from '../../engine/lists.ts';
import { integer, text } from '../../engine/placeholders.ts';
import { registrationStatements } from '../events/event-registrations.ts';
import { waitingList } from '../events/waiting-list.ts';
import { behind, mine, perFilter, valuesOf } from './own-rows.ts';

export type EventFilter = 'all' | 'upcoming' | 'past';

export function ownRegistrations(db: Database, audit: AuditTrail) {
  const { eventRegistrations, events } = db.tables;
  const { hold, cancel } = registrationStatements(db);
  const waiting = waitingList(db, audit);

  const when: Record<EventFilter, SQL | undefined> = {
    all: undefined,
    upcoming: gt(events.endsAt, integer('now')),
    past: sql`${events.endsAt} <= ${integer('now')}`,
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
    db.many((q) =>
      q
        .select(registrationColumns)
        .from(eventRegistrations)
        .innerJoin(events, eq(events.id, eventRegistrations.eventId))
        .where(and(mine(eventRegistrations), behind(eventRegistrations.registeredAt, eventRegistrations.id), filter))
        .orderBy(desc(eventRegistrations.registeredAt), desc(eventRegistrations.id))
        .limit(oneMore),
    ),
  );
  const countRegistrations = perFilter(when, (filter) =>
    db.one((q) =>
      q
        .select(howMany)
        .from(eventRegistrations)
        .innerJoin(events, eq(events.id, eventRegistrations.eventId))
        .where(and(mine(eventRegistrations), filter)),
    ),
  );
  // By the primary key.
  const readRegistration = db.one((q) =>
    q
      .select(registrationColumns)
      .from(eventRegistrations)
      .innerJoin(events, eq(events.id, eventRegistrations.eventId))
      .where(and(eq(eventRegistrations.id, text('id')), mine(eventRegistrations))),
  );

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
      return db.atomically(hold(place), required(cancel({ ...place, id, now })), ...movingUp);
    },
  };
}
