/** Lists and cancels a member's registrations for events at one school, including those on a waiting list. */
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { type AppOrigin, statusState } from '../../../schema/audit/audit-event.ts';
import type { Page, PageRequest } from '../../../schema/data/list-page.ts';
import type { EventRegistration, Member } from '../../../schema/school/account.ts';
import type { AuditTrail } from '../../audit/audit.ts';
import { type Database, type Params, required, type Step } from '../../engine/engine.ts';
import { counted, howMany, oneMore, pageOf } from '../../engine/lists.ts';
import { integer, text } from '../../engine/placeholders.ts';
import { registrationStatements } from '../events/event-registrations.ts';
import { waitingList } from '../events/waiting-list.ts';
import { type AsOfNow, isAfter, isOwn, type ListValues, valuesOf } from './own-rows.ts';

export type EventFilter = 'all' | 'upcoming' | 'past';

function registrationReads(db: Database) {
  const { eventRegistrations, events } = db.tables;

  const filters: Record<EventFilter, AsOfNow> = {
    all: () => undefined,
    upcoming: (p) => gt(events.endsAt, integer(p.now)),
    past: (p) => sql`${events.endsAt} <= ${integer(p.now)}`,
  };
  const registrationColumns = {
    id: eventRegistrations.id,
    status: eventRegistrations.status,
    cancelledBy: eventRegistrations.cancelledBy,
    registeredAt: eventRegistrations.registeredAt,
    eventId: events.id,
    title: events.title,
    slug: events.slug,
    eventStatus: events.status,
    startsAt: events.startsAt,
    endsAt: events.endsAt,
    timezone: events.timezone,
    location: events.location,
    joinUrl: events.joinUrl,
  };
  // Uses the index event_registrations_by_person.
  const listing = (filter: AsOfNow) =>
    db.many((q, p: Params<ListValues>) =>
      q
        .select(registrationColumns)
        .from(eventRegistrations)
        .innerJoin(events, eq(events.id, eventRegistrations.eventId))
        .where(
          and(
            isOwn(eventRegistrations, p),
            isAfter(eventRegistrations.registeredAt, eventRegistrations.id, p),
            filter(p),
          ),
        )
        .orderBy(desc(eventRegistrations.registeredAt), desc(eventRegistrations.id))
        .limit(oneMore(p)),
    );
  const readRegistrations = {
    all: listing(filters.all),
    upcoming: listing(filters.upcoming),
    past: listing(filters.past),
  };
  const counting = (filter: AsOfNow) =>
    db.one((q, p: Params<Member & { now: number }>) =>
      q
        .select(howMany)
        .from(eventRegistrations)
        .innerJoin(events, eq(events.id, eventRegistrations.eventId))
        .where(and(isOwn(eventRegistrations, p), filter(p))),
    );
  const countRegistrations = {
    all: counting(filters.all),
    upcoming: counting(filters.upcoming),
    past: counting(filters.past),
  };
  // Uses the primary key.
  const readRegistration = db.one((q, p: Params<Member & { id: string }>) =>
    q
      .select(registrationColumns)
      .from(eventRegistrations)
      .innerJoin(events, eq(events.id, eventRegistrations.eventId))
      .where(and(eq(eventRegistrations.id, text(p.id)), isOwn(eventRegistrations, p))),
  );

  return { readRegistrations, countRegistrations, readRegistration };
}

export function ownRegistrations(db: Database, audit: AuditTrail) {
  const { lock, cancel } = registrationStatements(db);
  const { readRegistrations, countRegistrations, readRegistration } = registrationReads(db);
  const waiting = waitingList(db, audit);

  type RegistrationRow = NonNullable<Awaited<ReturnType<typeof readRegistration>>>;

  const toRegistration = (row: RegistrationRow): EventRegistration => {
    const { id, status, cancelledBy, registeredAt, eventId, eventStatus, ...event } = row;
    return { id, status, cancelledBy, registeredAt, event: { id: eventId, status: eventStatus, ...event } };
  };

  return {
    /** Lists the registrations, the latest first. */
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
     * Cancels a registration. A seat that becomes free goes to the first person on the waiting list.
     * @param further steps of the same unit of work
     * @returns false if the registration was already cancelled, or the member has attended
     */
    async cancelEventRegistration(
      { siteId, personId }: Member,
      { id, event }: EventRegistration,
      origin: AppOrigin & { at: number },
      further: readonly Step[] = [],
    ): Promise<boolean> {
      const eventKey = { siteId, eventId: event.id };
      const { at: now } = origin;
      const by = { ...origin, event: 'resource_changed', siteId, personId } as const;
      const movingUp = await waiting.moveUp(eventKey, by, now);
      return db.atomically(
        lock(eventKey),
        required(cancel({ ...eventKey, id, now, by: 'member' })),
        ...movingUp,
        ...(await audit.steps({ ...by, target: `event_registration/${id}`, after: statusState('cancelled') })),
        ...further,
      );
    },
  };
}
