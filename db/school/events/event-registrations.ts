/**
 * Registrations for events and their waiting lists (`event_registrations`). Every change that gives or frees a place
 * first takes a row lock on the event, so that an event is never overbooked.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../../schema/audit/audit-event.ts';
import type { AuditTrail } from '../../audit/audit.ts';
import { type Database, required, type Step } from '../../engine/engine.ts';
import { inserting } from '../../engine/insert.ts';
import { integer, text, value } from '../../engine/placeholders.ts';
import { touchingEvent } from './held-event.ts';
import { type EventPlace, takenPlaces, waitingList } from './waiting-list.ts';

export type { EventPlace };

/** A registration, by its id, and whose it is. */
export interface Registrant extends EventPlace {
  id: string;
  personId: string;
  /** What it has to come to: a place, or a wait for one. */
  status: 'registered' | 'waitlisted';
  updatedAt: number;
}

/** A registration that is as it was seen. */
export interface SeenRegistration extends EventPlace {
  id: string;
  seen: number;
}

export type EventRegistrationStore = ReturnType<typeof eventRegistrationStore>;

/** How places of an event change hands. Whatever changes them holds the event first. */
export function registrationStatements(db: Database) {
  const { eventRegistrations } = db.tables;

  const cancel = db.write((q) =>
    q
      .update(eventRegistrations)
      .set({ status: 'cancelled', updatedAt: value('now') })
      .where(
        and(
          eq(eventRegistrations.id, text('id')),
          eq(eventRegistrations.eventId, text('eventId')),
          sql`${eventRegistrations.status} in ('registered', 'waitlisted')`,
        ),
      ),
  );
  return { hold: touchingEvent(db), cancel };
}

/** Who comes to an event, and who waits for a place. Never more come than there are places. */
export function eventRegistrationStore(db: Database, audit: AuditTrail) {
  const { events, eventRegistrations, memberships } = db.tables;
  const { hold, cancel } = registrationStatements(db);
  const waiting = waitingList(db, audit);

  const holdOpen = touchingEvent(db, sql`${events.status} = 'published'`, sql`${events.endsAt} > ${integer('now')}`);
  const insert = inserting(db, eventRegistrations);
  // By the primary keys.
  const queue = db.write((q) =>
    q
      .update(eventRegistrations)
      .set({ status: 'waitlisted', registeredAt: value('now'), updatedAt: value('updatedAt') })
      .where(
        and(
          eq(eventRegistrations.id, text('id')),
          sql`${eventRegistrations.status} = 'cancelled'`,
          eq(eventRegistrations.updatedAt, integer('seen')),
          sql`exists (select 1 from ${memberships} where ${memberships.personId} = ${text('personId')} and ${memberships.siteId} = ${text('siteId')} and ${memberships.status} in ('active', 'invited'))`,
        ),
      ),
  );
  const attend = db.write((q) =>
    q
      .update(eventRegistrations)
      .set({ status: 'attended', updatedAt: value('now') })
      .where(
        and(
          eq(eventRegistrations.id, text('id')),
          eq(eventRegistrations.eventId, text('eventId')),
          eq(eventRegistrations.siteId, text('siteId')),
          sql`${eventRegistrations.status} = 'registered'`,
          eq(eventRegistrations.updatedAt, integer('seen')),
        ),
      ),
  );
  const settle = db.write((q) =>
    q
      .update(eventRegistrations)
      .set({ updatedAt: value('updatedAt') })
      .where(and(eq(eventRegistrations.id, text('id')), eq(eventRegistrations.status, text('status') as never))),
  );
  const requireSeen = db.write((q) =>
    q
      .update(eventRegistrations)
      .set({ updatedAt: sql`${eventRegistrations.updatedAt}` })
      .where(and(eq(eventRegistrations.id, text('id')), eq(eventRegistrations.updatedAt, integer('seen')))),
  );
  const fits = touchingEvent(db, sql`(${events.capacity} is null or ${events.capacity} >= ${takenPlaces(db)})`);

  return {
    /**
     * Gives a member a place, or one among those who wait when there is none.
     * @param seen the `updatedAt` of the registration that was cancelled; `now` when there is none
     * @returns false when the event takes nobody, the person is no member, or has a place or a wait already, or when it
     * would come to the other of the two
     */
    async register(
      { siteId, eventId, id, personId, status, updatedAt }: Registrant,
      { now, seen }: { now: number; seen: number },
      event: AuditEvent,
    ): Promise<boolean> {
      const place = { siteId, eventId };
      return db.atomically(
        required(holdOpen({ ...place, now })),
        // Who comes for the first time begins as who has given up: both then queue.
        insert({ id, ...place, personId, status: 'cancelled', registeredAt: now, updatedAt: now }),
        required(queue({ id, siteId, personId, now, seen, updatedAt })),
        waiting.giveAll(place, now),
        required(settle({ id, status, updatedAt })),
        ...(await audit.steps(event)),
      );
    },

    /**
     * Gives a place or a wait up; a free place goes to the first who waits.
     * @returns false when it has changed, or there was nothing to give up any more
     */
    async cancel(place: SeenRegistration, now: number, event: AuditEvent): Promise<boolean> {
      const { siteId, eventId, id, seen } = place;
      return db.atomically(
        required(hold({ siteId, eventId })),
        required(requireSeen({ id, seen })),
        required(cancel({ id, eventId, now })),
        ...(await waiting.moveUp({ siteId, eventId }, event, now)),
        ...(await audit.steps(event)),
      );
    },

    /** @returns false when it has changed, the member has no place, or was marked already */
    attend: async (place: SeenRegistration, now: number, event: AuditEvent): Promise<boolean> =>
      db.atomically(required(attend({ ...place, now })), ...(await audit.steps(event))),

    /**
     * What a change of the event's capacity needs: that all who have a place keep it, and that others get what is new.
     * @param by what the trail says of those others
     */
    resettle: async (place: EventPlace, by: AuditEvent): Promise<readonly Step[]> => [
      required(fits({ ...place })),
      ...(await waiting.moveAllUp(place, by, by.at)),
    ],
  };
}
