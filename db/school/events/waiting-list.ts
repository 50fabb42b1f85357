/** Gives free seats of an event to the people on its waiting list, in the order in which they joined it. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type AuditEvent, fieldValues, MOVED_UP } from '../../../schema/audit/audit-event.ts';
import type { AuditTrail } from '../../audit/audit.ts';
import { type Database, type Parameter, type Params, required, type Step } from '../../engine/engine.ts';
import { counted, howMany } from '../../engine/lists.ts';
import { integer, text, value } from '../../engine/placeholders.ts';
import { lockEvent } from '../locks.ts';

export interface EventKey {
  siteId: string;
  eventId: string;
}

/** An event, and how many people may get a seat at most. */
type Promotion = EventKey & { most: number };
/** The values of the audit events. `keys` is a JSON list of their ids. */
type AuditValues = Record<'personId' | 'clientId' | 'after' | 'ip' | 'userAgent' | 'requestId', string | null> & {
  at: number;
  event: string;
  keys: string;
};

/** The values of the audit events, with a state of their own in place of the digests of the event that they are made from. */
export const auditValues = (by: AuditEvent, ids: readonly number[], after: string): AuditValues => {
  const { at, event, personId = null, clientId = null, ip = null, userAgent = null, requestId = null } = by;
  return { at, event, personId, clientId, after, ip, userAgent, requestId, keys: JSON.stringify(ids) };
};

/** Prepares a count of the registrations with certain statuses. It uses the index event_registrations_by_time. */
export function countingOf(db: Database, isStatus: SQL): (event: EventKey) => Promise<number> {
  const { eventRegistrations } = db.tables;
  const read = db.one((q, p: Params<EventKey>) =>
    q
      .select(howMany)
      .from(eventRegistrations)
      .where(
        and(
          eq(eventRegistrations.siteId, text(p.siteId)),
          eq(eventRegistrations.eventId, text(p.eventId)),
          sql`${eventRegistrations.status} ${isStatus}`,
        ),
      ),
  );
  return async ({ siteId, eventId }) => counted(await read({ siteId, eventId }));
}

/** Prepares a step that appends an audit event for each chosen registration, in the order of their registration. */
export function recordingEach<Input extends EventKey>(db: Database, chosen: (p: Params<Input>) => SQL) {
  const keys = (list: Parameter<string>) =>
    db.engine === 'sqlite'
      ? sql`(select key + 1 as place, value as id from json_each(${text(list)}))`
      : sql`(select place, cast(id as bigint) as id from jsonb_array_elements_text(cast(${text(list)} as jsonb)) with ordinality as entry(id, place))`;
  return db.write((q, p: Params<Input & AuditValues>) =>
    q.insert(db.tables.auditEvents).select(
      sql`select kept.id, ${integer(p.at)}, ${text(p.event)}, ${text(p.siteId)}, ${text(p.personId)}, ${text(p.clientId)},
        'event_registration/' || moving.id, null, ${text(p.after)}, ${text(p.ip)}, ${text(p.userAgent)}, ${text(p.requestId)}, cast(null as bigint), null
        from (select chosen.id, row_number() over (order by chosen.registered_at, chosen.id) as place from (${chosen(p)}) as chosen) as moving
        inner join ${keys(p.keys)} as kept on kept.place = moving.place`,
    ),
  );
}

/** More than the number of people on any waiting list. */
const ALL = Number.MAX_SAFE_INTEGER;

/** The number of seats that are taken. It uses the index event_registrations_by_time. */
export const takenSeats = ({ tables: { eventRegistrations } }: Database, p: Params<EventKey>): SQL =>
  sql`(select count(*) from ${eventRegistrations} as taken where taken.event_id = ${text(p.eventId)} and taken.site_id = ${text(p.siteId)} and taken.status in ('registered', 'attended'))`;

/** Prepares the steps. The unit of work that they belong to must lock the event first. */
function waitingStatements(db: Database) {
  const { events, eventRegistrations, memberships } = db.tables;
  // A suspended member keeps the turn, but gets no seat until the school lifts the suspension.
  const mayMoveUp = sql`not exists (select 1 from ${memberships} as of_waiting where of_waiting.person_id = waiting.person_id and of_waiting.site_id = waiting.site_id and of_waiting.status in ('suspended', 'removed'))`;
  const isEvent = (p: Params<EventKey>) => and(eq(events.id, text(p.eventId)), eq(events.siteId, text(p.siteId)));

  const free = (p: Params<EventKey>) => sql`case when ${events.status} <> 'published' then 0
    when ${events.capacity} is null then ${sql.raw(String(ALL))}
    when ${events.capacity} > ${takenSeats(db, p)} then ${events.capacity} - ${takenSeats(db, p)} else 0 end`;
  /**
   * The people who have waited longest, as many as there are free seats. It uses the index event_registrations_by_time.
   */
  const next = (p: Params<Promotion>) => sql`
    select waiting.id, waiting.registered_at from ${eventRegistrations} as waiting
    where waiting.event_id = ${text(p.eventId)} and waiting.site_id = ${text(p.siteId)} and waiting.status = 'waitlisted' and ${mayMoveUp}
    order by waiting.registered_at, waiting.id
    limit coalesce((
      select case when room.places < ${integer(p.most)} then room.places else ${integer(p.most)} end
      from (select ${free(p)} as places from ${events} where ${isEvent(p)}) as room
    ), 0)`;
  const promote = db.write((q, p: Params<Promotion & { now: number }>) =>
    q
      .update(eventRegistrations)
      .set({ status: 'registered', updatedAt: value(p.now) })
      .where(sql`${eventRegistrations.id} in (select moving.id from (${next(p)}) as moving)`),
  );

  const record = recordingEach<Promotion>(db, next);
  const countWaiting = countingOf(db, sql`= 'waitlisted'`);
  const requireNoneLeft = lockEvent(
    db,
    (p: Params<EventKey>) =>
      sql`(${free(p)} = 0 or not exists (select 1 from ${eventRegistrations} as waiting where waiting.event_id = ${text(p.eventId)} and waiting.site_id = ${text(p.siteId)} and waiting.status = 'waitlisted' and ${mayMoveUp}))`,
  );

  return { promote, record, countWaiting, requireNoneLeft };
}

export function waitingList(db: Database, audit: AuditTrail) {
  const { promote, record, countWaiting, requireNoneLeft } = waitingStatements(db);

  /** @param by the event that is appended to the audit log for each person who gets a seat, without its digests */
  async function promotion(eventKey: EventKey, by: AuditEvent, now: number, most: number): Promise<Step[]> {
    const values = auditValues(by, await audit.reserve(most), fieldValues({ [MOVED_UP]: true }));
    return [record({ ...eventKey, ...values, most }), promote({ ...eventKey, most, now })];
  }

  return {
    /** Gives all free seats without audit events, for the registration of a person who was put on the waiting list. */
    giveAll: (eventKey: EventKey, now: number): Step => promote({ ...eventKey, most: ALL, now }),

    /** Gives a free seat to the first person on the waiting list. */
    moveUp: (eventKey: EventKey, by: AuditEvent, now: number): Promise<Step[]> => promotion(eventKey, by, now, 1),

    /** Gives all free seats. The unit of work fails if more people are waiting than when the steps were built. */
    async moveAllUp(eventKey: EventKey, by: AuditEvent, now: number): Promise<Step[]> {
      const waiting = await countWaiting(eventKey);
      return [...(await promotion(eventKey, by, now, waiting)), required(requireNoneLeft({ ...eventKey }))];
    },
  };
}
