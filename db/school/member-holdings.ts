/**
 * Holdings of members at schools: places at coming events, and subscriptions that have not ended. They lose the places
 * with the membership, and both with the account; a place goes to whoever waits for it.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { lockRow } from '../engine/locks.ts';
import { integer, text, value } from '../engine/placeholders.ts';
import { type EventKey, registrationStatements } from './events/event-registrations.ts';
import { waitingList } from './events/waiting-list.ts';

type HolderInput = { personId: string; now: number };

/** The holdings at schools that a person would leave behind. */
export interface Holdings {
  seats: (EventKey & { id: string; status: string })[];
  subscriptions: { siteId: string; id: string }[];
}

function holdingConditions({ tables: { events, eventRegistrations, subscriptions } }: Database) {
  const isOfEvent = and(eq(events.id, eventRegistrations.eventId), eq(events.siteId, eventRegistrations.siteId));
  const isPlace = (p: Params<HolderInput>): SQL | undefined =>
    and(
      eq(eventRegistrations.personId, text(p.personId)),
      sql`${eventRegistrations.status} in ('registered', 'waitlisted')`,
      sql`${events.startsAt} > ${integer(p.now)}`,
    );
  const isRunning = (p: Params<HolderInput>): SQL | undefined =>
    and(
      eq(subscriptions.personId, text(p.personId)),
      sql`${subscriptions.status} in ('trialing', 'active', 'past_due', 'paused')`,
      sql`(${subscriptions.endsAt} is null or ${subscriptions.endsAt} > ${integer(p.now)})`,
    );
  return { isOfEvent, isPlace, isRunning };
}

/** The rows of a person are found by the schools, because the indexes begin with them. */
function holdingStatements(db: Database) {
  const { events, eventRegistrations, memberships, people, subscriptions } = db.tables;
  const { isOfEvent, isPlace, isRunning } = holdingConditions(db);
  const isMember = (p: Params<HolderInput>) => eq(memberships.personId, text(p.personId));

  // These use the indexes event_registrations_by_person and subscriptions_by_person.
  const readSeats = db.many((q, p: Params<HolderInput>) =>
    q
      .select({
        siteId: eventRegistrations.siteId,
        eventId: eventRegistrations.eventId,
        id: eventRegistrations.id,
        status: eventRegistrations.status,
      })
      .from(memberships)
      .innerJoin(eventRegistrations, eq(eventRegistrations.siteId, memberships.siteId))
      .innerJoin(events, isOfEvent)
      .where(and(isMember(p), isPlace(p)))
      .orderBy(eventRegistrations.eventId),
  );
  const readSubscriptions = db.many((q, p: Params<HolderInput>) =>
    q
      .select({ siteId: subscriptions.siteId, id: subscriptions.id })
      .from(memberships)
      .innerJoin(subscriptions, eq(subscriptions.siteId, memberships.siteId))
      .where(and(isMember(p), isRunning(p)))
      .orderBy(subscriptions.id),
  );
  // Uses the primary key.
  const end = db.write((q, p: Params<HolderInput & { id: string }>) =>
    q
      .update(subscriptions)
      .set({
        status: 'cancelled',
        cancelledAt: value(p.now),
        endsAt: value(p.now),
        cancelAtPeriodEnd: false,
        updatedAt: value(p.now),
      })
      .where(and(eq(subscriptions.id, text(p.id)), isRunning(p))),
  );
  // Uses the primary key.
  const requireNothingLeft = lockRow(db, people, (p: Params<HolderInput>) =>
    and(
      eq(people.id, text(p.personId)),
      sql`not exists (select 1 from ${memberships} inner join ${eventRegistrations} on ${eq(eventRegistrations.siteId, memberships.siteId)} inner join ${events} on ${isOfEvent} where ${and(isMember(p), isPlace(p))})`,
      sql`not exists (select 1 from ${memberships} inner join ${subscriptions} on ${eq(subscriptions.siteId, memberships.siteId)} where ${and(isMember(p), isRunning(p))})`,
    ),
  );
  // Uses the primary key.
  const requireNoSeats = lockRow(db, memberships, (p: Params<HolderInput & { siteId: string }>) =>
    and(
      isMember(p),
      eq(memberships.siteId, text(p.siteId)),
      sql`not exists (select 1 from ${eventRegistrations} inner join ${events} on ${isOfEvent} where ${and(eq(eventRegistrations.siteId, text(p.siteId)), isPlace(p))})`,
    ),
  );
  return { readPlaces: readSeats, readSubscriptions, end, requireNothingLeft, requireNoPlaces: requireNoSeats };
}

export type Seat = Holdings['seats'][number];

/** The event with which what ends is recorded. */
const changed = (siteId: string, by: AuditEvent) => ({
  ...by,
  event: 'resource_changed' as const,
  siteId,
  outgoing: [],
});

export function memberHoldings(db: Database, audit: AuditTrail) {
  const {
    readPlaces: readSeats,
    readSubscriptions,
    end,
    requireNothingLeft,
    requireNoPlaces: requireNoSeats,
  } = holdingStatements(db);
  const { lock, cancel } = registrationStatements(db);
  const waiting = waitingList(db, audit);

  async function endSeats(seats: readonly Seat[], by: AuditEvent): Promise<Step[]> {
    const steps: Step[] = [];
    for (const { siteId, eventId, id } of seats) {
      steps.push(
        lock({ siteId, eventId }),
        cancel({ eventId, id, now: by.at, by: 'member' }),
        // Nobody moves up unless there is a free seat.
        ...(await waiting.moveUp({ siteId, eventId }, changed(siteId, by), by.at)),
      );
    }
    return steps;
  }

  return {
    /** The places of a member at the coming events of one school. */
    seatsAt: async (siteId: string, personId: string, now: number): Promise<Seat[]> =>
      (await readSeats({ personId, now })).filter((seat) => seat.siteId === siteId),

    /** Returns the steps that give places up. The unit of work fails if the member has got more since they were read. */
    async leave(siteId: string, personId: string, seats: readonly Seat[], by: AuditEvent): Promise<Step[]> {
      return [...(await endSeats(seats, by)), required(requireNoSeats({ siteId, personId, now: by.at }))];
    },

    /** Returns the steps by which a member who comes back gets the seats that have become free meanwhile. */
    async comeBack(seats: readonly Seat[], by: AuditEvent): Promise<Step[]> {
      const steps: Step[] = [];
      for (const { siteId, eventId } of seats) {
        steps.push(
          lock({ siteId, eventId }),
          ...(await waiting.moveUp({ siteId, eventId }, changed(siteId, by), by.at)),
        );
      }
      return steps;
    },

    async holdings(personId: string, now: number): Promise<Holdings> {
      const values = { personId, now };
      const [seats, subscriptions] = await Promise.all([readSeats(values), readSubscriptions(values)]);
      return { seats, subscriptions };
    },

    /**
     * Returns the steps that give the places up and cancel the subscriptions. The unit of work fails if the person has
     * got more of either since they were read.
     * @param by the event of the erasure
     */
    async endAll(personId: string, { seats, subscriptions }: Holdings, by: AuditEvent): Promise<Step[]> {
      const values = { personId, now: by.at };
      const events = subscriptions.map(({ siteId, id }) => ({ ...changed(siteId, by), target: `subscription/${id}` }));
      return [
        ...(await endSeats(seats, by)),
        ...subscriptions.map(({ id }) => end({ ...values, id })),
        required(requireNothingLeft(values)),
        ...(await audit.steps(...events)),
      ];
    },
  };
}
