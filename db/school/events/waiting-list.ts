/** How those who wait for a place at an event move up. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../../schema/audit/audit-event.ts';
import type { AuditTrail } from '../../audit/audit.ts';
import { type Database, type Parameter, type Params, required, type Step } from '../../engine/engine.ts';
import { counted, howMany } from '../../engine/lists.ts';
import { integer, text, value } from '../../engine/placeholders.ts';
import { lockEvent } from '../locks.ts';

export interface EventKey {
  siteId: string;
  eventId: string;
}

/** An event, and how many may move up at most. */
type Moving = EventKey & { most: number };
/** What brought it about, as the audit trail keeps it. */
type Origin = Record<'personId' | 'clientId' | 'ip' | 'userAgent' | 'requestId', string | null> & {
  at: number;
  event: string;
  keys: string;
};

/** More than wait anywhere. */
const ALL = Number.MAX_SAFE_INTEGER;

/** By event_registrations_by_time. */
export const takenPlaces = ({ tables: { eventRegistrations } }: Database, p: Params<EventKey>): SQL =>
  sql`(select count(*) from ${eventRegistrations} as taken where taken.event_id = ${text(p.eventId)} and taken.site_id = ${text(p.siteId)} and taken.status in ('registered', 'attended'))`;

/** Every unit of work that these steps belong to holds the event first. */
export function waitingList(db: Database, audit: AuditTrail) {
  const { auditEvents, events, eventRegistrations } = db.tables;
  const isEvent = (p: Params<EventKey>) => and(eq(events.id, text(p.eventId)), eq(events.siteId, text(p.siteId)));

  const free = (p: Params<EventKey>) => sql`case when ${events.status} <> 'published' then 0
    when ${events.capacity} is null then ${sql.raw(String(ALL))}
    when ${events.capacity} > ${takenPlaces(db, p)} then ${events.capacity} - ${takenPlaces(db, p)} else 0 end`;
  /** Whoever have waited longest, as many as there are places. By event_registrations_by_time. */
  const next = (p: Params<Moving>) => sql`
    select waiting.id, waiting.registered_at from ${eventRegistrations} as waiting
    where waiting.event_id = ${text(p.eventId)} and waiting.site_id = ${text(p.siteId)} and waiting.status = 'waitlisted'
    order by waiting.registered_at, waiting.id
    limit coalesce((
      select case when room.places < ${integer(p.most)} then room.places else ${integer(p.most)} end
      from (select ${free(p)} as places from ${events} where ${isEvent(p)}) as room
    ), 0)`;
  const promote = db.write((q, p: Params<Moving & { now: number }>) =>
    q
      .update(eventRegistrations)
      .set({ status: 'registered', updatedAt: value(p.now) })
      .where(sql`${eventRegistrations.id} in (select moving.id from (${next(p)}) as moving)`),
  );

  const keys = (list: Parameter<string>) =>
    db.engine === 'sqlite'
      ? sql`(select key + 1 as place, value as id from json_each(${text(list)}))`
      : sql`(select place, cast(id as bigint) as id from jsonb_array_elements_text(cast(${text(list)} as jsonb)) with ordinality as entry(id, place))`;
  const record = db.write((q, p: Params<Moving & Origin>) =>
    q.insert(auditEvents).select(
      sql`select kept.id, ${integer(p.at)}, ${text(p.event)}, ${text(p.siteId)}, ${text(p.personId)}, ${text(p.clientId)},
        'event_registration/' || moving.id, null, null, ${text(p.ip)}, ${text(p.userAgent)}, ${text(p.requestId)}
        from (select chosen.id, row_number() over (order by chosen.registered_at, chosen.id) as place from (${next(p)}) as chosen) as moving
        inner join ${keys(p.keys)} as kept on kept.place = moving.place`,
    ),
  );
  const readWaiting = db.one((q, p: Params<EventKey>) =>
    q
      .select(howMany)
      .from(eventRegistrations)
      .where(
        and(
          eq(eventRegistrations.siteId, text(p.siteId)),
          eq(eventRegistrations.eventId, text(p.eventId)),
          sql`${eventRegistrations.status} = 'waitlisted'`,
        ),
      ),
  );
  const requireNoneLeft = lockEvent(
    db,
    (p: Params<EventKey>) =>
      sql`(${free(p)} = 0 or not exists (select 1 from ${eventRegistrations} as waiting where waiting.event_id = ${text(p.eventId)} and waiting.site_id = ${text(p.siteId)} and waiting.status = 'waitlisted'))`,
  );

  /** @param by what brought it about; each who moves up has an event like it of their own, without digests */
  async function moving(place: EventKey, by: AuditEvent, now: number, most: number): Promise<Step[]> {
    const { at, event, personId = null, clientId = null, ip = null, userAgent = null, requestId = null } = by;
    const keys = JSON.stringify(await audit.reserve(most));
    const from = { at, event, personId, clientId, ip, userAgent, requestId };
    return [record({ ...place, ...from, keys, most }), promote({ ...place, most, now })];
  }

  return {
    /** Gives all places that are free, with no trail: for the unit that leaves one of whom it queued. */
    giveAll: (place: EventKey, now: number): Step => promote({ ...place, most: ALL, now }),

    /** What a place that is given up brings about: the next one has it. */
    moveUp: (place: EventKey, by: AuditEvent, now: number): Promise<Step[]> => moving(place, by, now, 1),

    /** The same of all places that are free. Nothing comes of the unit when more wait than when it was prepared. */
    async moveAllUp(place: EventKey, by: AuditEvent, now: number): Promise<Step[]> {
      const waiting = counted(await readWaiting({ ...place }));
      return [...(await moving(place, by, now, waiting)), required(requireNoneLeft({ ...place }))];
    },
  };
}
