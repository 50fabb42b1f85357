/**
 * Registrations for events and their waiting lists (`event_registrations`). Every change that gives or frees a seat
 * first takes a row lock on the event, so that an event is never overbooked.
 */
import { and, eq, sql } from 'drizzle-orm';
import { type AuditEvent, fieldValues, WAITS } from '../../../schema/audit/audit-event.ts';
import type { CancelledBy } from '../../../schema/school/account.ts';
import type { AuditTrail } from '../../audit/audit.ts';
import { type Database, type Params, required, type Step } from '../../engine/engine.ts';
import { lockRow } from '../../engine/locks.ts';
import { integer, text, value } from '../../engine/placeholders.ts';
import { inserting } from '../../engine/rows.ts';
import { lockEvent } from '../locks.ts';
import { registrationEnds } from './registration-ends.ts';
import { type EventKey, takenSeats, waitingList } from './waiting-list.ts';

export type { EventKey };

/** A registration that is created, or made again after a cancellation. */
export interface NewRegistration extends EventKey {
  id: string;
  personId: string;
  /** The status that the registration must get, depending on whether a seat is free. */
  status: 'registered' | 'waitlisted';
  updatedAt: number;
}

/** A registration with the `updatedAt` that the caller saw. */
export interface SeenRegistration extends EventKey {
  id: string;
  seen: number;
}

/** Prepares the lock on an event, which precedes every change of its seats, and the cancellation. */
export function registrationStatements(db: Database) {
  const { eventRegistrations } = db.tables;

  const cancel = db.write((q, p: Params<{ now: number; id: string; eventId: string; by: CancelledBy }>) =>
    q
      .update(eventRegistrations)
      .set({ status: 'cancelled', cancelledBy: value(p.by), updatedAt: value(p.now) })
      .where(
        and(
          eq(eventRegistrations.id, text(p.id)),
          eq(eventRegistrations.eventId, text(p.eventId)),
          sql`${eventRegistrations.status} in ('registered', 'waitlisted')`,
        ),
      ),
  );
  return { lock: lockEvent(db), cancel };
}

/** Prepares the steps of a registration, of marking attendance, and of a change of the capacity. */
function registrationChanges(db: Database) {
  const { events, eventRegistrations, memberships } = db.tables;

  const lockOpen = lockEvent(db, (p: Params<EventKey & { now: number }>) =>
    and(sql`${events.status} = 'published'`, sql`${events.endsAt} > ${integer(p.now)}`),
  );
  /** Members register themselves for what is free, has not begun and still takes registrations. */
  const lockOffered = lockEvent(db, (p: Params<EventKey & { now: number }>) =>
    and(
      sql`${events.status} = 'published' and ${events.priceAmount} = 0`,
      sql`${events.startsAt} > ${integer(p.now)}`,
      sql`coalesce(${events.registrationClosesAt} > ${integer(p.now)}, true)`,
    ),
  );
  const insert = inserting(db, eventRegistrations);
  // Uses the primary keys.
  const joinWaitingList = db.write(
    (q, p: Params<{ now: number; updatedAt: number; id: string; seen: number; personId: string; siteId: string }>) =>
      q
        .update(eventRegistrations)
        .set({ status: 'waitlisted', cancelledBy: null, registeredAt: value(p.now), updatedAt: value(p.updatedAt) })
        .where(
          and(
            eq(eventRegistrations.id, text(p.id)),
            sql`${eventRegistrations.status} = 'cancelled'`,
            eq(eventRegistrations.updatedAt, integer(p.seen)),
            sql`exists (select 1 from ${memberships} where ${memberships.personId} = ${text(p.personId)} and ${memberships.siteId} = ${text(p.siteId)} and ${memberships.status} in ('active', 'invited'))`,
          ),
        ),
  );
  const attend = db.write((q, p: Params<{ now: number; id: string; eventId: string; siteId: string; seen: number }>) =>
    q
      .update(eventRegistrations)
      .set({ status: 'attended', updatedAt: value(p.now) })
      .where(
        and(
          eq(eventRegistrations.id, text(p.id)),
          eq(eventRegistrations.eventId, text(p.eventId)),
          eq(eventRegistrations.siteId, text(p.siteId)),
          sql`${eventRegistrations.status} = 'registered'`,
          eq(eventRegistrations.updatedAt, integer(p.seen)),
        ),
      ),
  );
  const requireStatus = db.write((q, p: Params<{ updatedAt: number; id: string; status: string }>) =>
    q
      .update(eventRegistrations)
      .set({ updatedAt: value(p.updatedAt) })
      .where(and(eq(eventRegistrations.id, text(p.id)), eq(eventRegistrations.status, text(p.status)))),
  );
  const requireSeen = lockRow(db, eventRegistrations, (p: Params<{ id: string; seen: number }>) =>
    and(eq(eventRegistrations.id, text(p.id)), eq(eventRegistrations.updatedAt, integer(p.seen))),
  );
  const requireCapacity = lockEvent(
    db,
    (p) => sql`(${events.capacity} is null or ${events.capacity} >= ${takenSeats(db, p)})`,
  );

  return { lockOpen, lockOffered, insert, joinWaitingList, attend, requireStatus, requireSeen, requireCapacity };
}

export function eventRegistrationStore(db: Database, audit: AuditTrail) {
  const { lock, cancel } = registrationStatements(db);
  const { lockOpen, lockOffered, insert, joinWaitingList, attend, requireStatus, requireSeen, requireCapacity } =
    registrationChanges(db);
  const waiting = waitingList(db, audit);
  const cancelAll = registrationEnds(db, audit);

  return {
    /**
     * Registers a member, who gets a seat or, if none is free, joins the waiting list.
     * @param seen the `updatedAt` of the cancelled registration, or `now` if there is none
     * @param bySelf whether the member registers, who can do so only while the event takes registrations for free
     * @returns false if the event does not accept registrations, the person is not a member or is already registered,
     * or the registration would get another status than the given one
     */
    async register(
      { siteId, eventId, id, personId, status, updatedAt }: NewRegistration,
      { now, seen, bySelf = false }: { now: number; seen: number; bySelf?: boolean },
      event: AuditEvent,
    ): Promise<boolean> {
      const eventKey = { siteId, eventId };
      return db.atomically(
        required((bySelf ? lockOffered : lockOpen)({ ...eventKey, now })),
        // A new registration is inserted as a cancelled one, so that the next step is the same for both.
        insert({ id, ...eventKey, personId, status: 'cancelled', registeredAt: now, updatedAt: now }),
        required(joinWaitingList({ id, siteId, personId, now, seen, updatedAt })),
        waiting.giveAll(eventKey, now),
        required(requireStatus({ id, status, updatedAt })),
        ...(await audit.steps(status === 'waitlisted' ? { ...event, after: fieldValues({ [WAITS]: true }) } : event)),
      );
    },

    /**
     * Cancels a registration. A seat that becomes free goes to the first person on the waiting list.
     * @returns false if the registration has changed, or was already cancelled
     */
    async cancel(registration: SeenRegistration, now: number, event: AuditEvent): Promise<boolean> {
      const { siteId, eventId, id, seen } = registration;
      return db.atomically(
        required(lock({ siteId, eventId })),
        required(requireSeen({ id, seen })),
        required(cancel({ id, eventId, now, by: 'school' })),
        ...(await waiting.moveUp({ siteId, eventId }, event, now)),
        ...(await audit.steps(event)),
      );
    },

    /** @returns false if the registration has changed, or is not one with a seat */
    attend: async (registration: SeenRegistration, now: number, event: AuditEvent): Promise<boolean> =>
      db.atomically(required(attend({ ...registration, now })), ...(await audit.steps(event))),

    /**
     * Returns the steps that follow a change of the event's capacity. All who have a seat must keep it, and new seats
     * go to the people on the waiting list.
     * @param by the event that the audit log gets for each of those people
     */
    resettle: async (event: EventKey, by: AuditEvent): Promise<readonly Step[]> => [
      required(requireCapacity({ ...event })),
      ...(await waiting.moveAllUp(event, by, by.at)),
    ],

    /**
     * Returns the steps that follow the cancellation of the event: they cancel all registrations, and end the waiting
     * list.
     * @param by the event that the audit log gets for each of those people
     */
    cancelAll,
  };
}
