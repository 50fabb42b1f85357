/**
 * Registrations for events and their waiting lists (`event_registrations`). Every change that gives or frees a place
 * first takes a row lock on the event, so that an event is never overbooked.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../../schema/audit/audit-event.ts';
import type { AuditTrail } from '../../audit/audit.ts';
import { type Database, type Params, required, type Step } from '../../engine/engine.ts';
import { lockRow } from '../../engine/locks.ts';
import { integer, text, value } from '../../engine/placeholders.ts';
import { inserting } from '../../engine/rows.ts';
import { lockEvent } from '../locks.ts';
import { type EventKey, takenPlaces, waitingList } from './waiting-list.ts';

export type { EventKey };

/** A registration, by its id, and whose it is. */
export interface Registrant extends EventKey {
  id: string;
  personId: string;
  /** What it has to come to: a place, or a wait for one. */
  status: 'registered' | 'waitlisted';
  updatedAt: number;
}

/** A registration that is as it was seen. */
export interface SeenRegistration extends EventKey {
  id: string;
  seen: number;
}

/** How places of an event change hands. Whatever changes them holds the event first. */
export function registrationStatements(db: Database) {
  const { eventRegistrations } = db.tables;

  const cancel = db.write((q, p: Params<{ now: number; id: string; eventId: string }>) =>
    q
      .update(eventRegistrations)
      .set({ status: 'cancelled', updatedAt: value(p.now) })
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

/** What registering, attending and a change of the capacity need. */
function registrationChanges(db: Database) {
  const { events, eventRegistrations, memberships } = db.tables;

  const lockOpen = lockEvent(db, (p: Params<EventKey & { now: number }>) =>
    and(sql`${events.status} = 'published'`, sql`${events.endsAt} > ${integer(p.now)}`),
  );
  const insert = inserting(db, eventRegistrations);
  // By the primary keys.
  const queue = db.write(
    (q, p: Params<{ now: number; updatedAt: number; id: string; seen: number; personId: string; siteId: string }>) =>
      q
        .update(eventRegistrations)
        .set({ status: 'waitlisted', registeredAt: value(p.now), updatedAt: value(p.updatedAt) })
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
  const settle = db.write((q, p: Params<{ updatedAt: number; id: string; status: string }>) =>
    q
      .update(eventRegistrations)
      .set({ updatedAt: value(p.updatedAt) })
      .where(and(eq(eventRegistrations.id, text(p.id)), eq(eventRegistrations.status, text(p.status)))),
  );
  const requireSeen = lockRow(db, eventRegistrations, (p: Params<{ id: string; seen: number }>) =>
    and(eq(eventRegistrations.id, text(p.id)), eq(eventRegistrations.updatedAt, integer(p.seen))),
  );
  const fits = lockEvent(db, (p) => sql`(${events.capacity} is null or ${events.capacity} >= ${takenPlaces(db, p)})`);

  return { lockOpen, insert, queue, attend, settle, requireSeen, fits };
}

/** Who comes to an event, and who waits for a place. Never more come than there are places. */
export function eventRegistrationStore(db: Database, audit: AuditTrail) {
  const { lock, cancel } = registrationStatements(db);
  const { lockOpen, insert, queue, attend, settle, requireSeen, fits } = registrationChanges(db);
  const waiting = waitingList(db, audit);

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
        required(lockOpen({ ...place, now })),
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
        required(lock({ siteId, eventId })),
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
    resettle: async (place: EventKey, by: AuditEvent): Promise<readonly Step[]> => [
      required(fits({ ...place })),
      ...(await waiting.moveAllUp(place, by, by.at)),
    ],
  };
}
