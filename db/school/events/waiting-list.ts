/** How those who wait for a place at an event move up. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../../schema/audit/audit-event.ts';
import type { AuditTrail } from '../../audit/audit.ts';
import { type Database, required, type Step } from '../../engine/engine.ts';
import { counted, howMany } from '../../engine/lists.ts';
import { integer, text, value } from '../../engine/placeholders.ts';

export interface EventPlace {
  siteId: string;
  eventId: string;
}

/** More than wait anywhere. */
const ALL = Number.MAX_SAFE_INTEGER;

/** By event_registrations_by_time. */
export const takenPlaces = ({ tables: { eventRegistrations } }: Database): SQL =>
  sql`(select count(*) from ${eventRegistrations} as taken where taken.event_id = ${text('eventId')} and taken.site_id = ${text('siteId')} and taken.status in ('registered', 'attended'))`;

/** Every unit of work that these steps belong to holds the event first. */
export function waitingList(db: Database, audit: AuditTrail) {
  const { auditEvents, events, eventRegistrations } = db.tables;
  const isEvent = and(eq(events.id, text('eventId')), eq(events.siteId, text('siteId')));

  const free = sql`case when ${events.status} <> 'published' then 0
    when ${events.capacity} is null then ${sql.raw(String(ALL))}
    when ${events.capacity} > ${takenPlaces(db)} then ${events.capacity} - ${takenPlaces(db)} else 0 end`;
  const most = integer('most');
  /** Whoever have waited longest, as many as there are places. By event_registrations_by_time. */
  const next = sql`
    select waiting.id, waiting.registered_at from ${eventRegistrations} as waiting
    where waiting.event_id = ${text('eventId')} and waiting.site_id = ${text('siteId')} and waiting.status = 'waitlisted'
    order by waiting.registered_at, waiting.id
    limit coalesce((
      select case when room.places < ${most} then room.places else ${most} end
      from (select ${free} as places from ${events} where ${isEvent}) as room
    ), 0)`;
  const promote = db.write((q) =>
    q
      .update(eventRegistrations)
      .set({ status: 'registered', updatedAt: value('now') })
      .where(sql`${eventRegistrations.id} in (select moving.id from (${next}) as moving)`),
  );

  const keys =
    db.engine === 'sqlite'
      ? sql`(select key + 1 as place, value as id from json_each(${text('keys')}))`
      : sql`(select place, cast(id as bigint) as id from jsonb_array_elements_text(cast(${text('keys')} as jsonb)) with ordinality as entry(id, place))`;
  const cell = (name: string): SQL => text(name);
  const record = db.write((q) =>
    q.insert(auditEvents).select(
      sql`select kept.id, ${integer('at')}, ${cell('event')}, ${cell('siteId')}, ${cell('personId')}, ${cell('clientId')},
        'event_registration/' || moving.id, null, null, ${cell('ip')}, ${cell('userAgent')}, ${cell('requestId')}
        from (select chosen.id, row_number() over (order by chosen.registered_at, chosen.id) as place from (${next}) as chosen) as moving
        inner join ${keys} as kept on kept.place = moving.place`,
    ),
  );
  const readWaiting = db.one((q) =>
    q
      .select(howMany)
      .from(eventRegistrations)
      .where(
        and(
          eq(eventRegistrations.siteId, text('siteId')),
          eq(eventRegistrations.eventId, text('eventId')),
          sql`${eventRegistrations.status} = 'waitlisted'`,
        ),
      ),
  );
  const requireNoneLeft = db.write((q) =>
    q
      .update(events)
      .set({ updatedAt: sql`${events.updatedAt}` })
      .where(
        and(
          isEvent,
          sql`(${free} = 0 or not exists (select 1 from ${eventRegistrations} as waiting where waiting.event_id = ${text('eventId')} and waiting.site_id = ${text('siteId')} and waiting.status = 'waitlisted'))`,
        ),
      ),
  );

  /** @param by what brought it about; each who moves up has an event like it of their own, without digests */
  async function moving(place: EventPlace, by: AuditEvent, now: number, most: number): Promise<Step[]> {
    const { at, event, personId = null, clientId = null, ip = null, userAgent = null, requestId = null } = by;
    const keys = JSON.stringify(await audit.reserve(most));
    const from = { at, event, personId, clientId, ip, userAgent, requestId };
    return [record({ ...place, ...from, keys, most }), promote({ ...place, most, now })];
  }

  return {
    /** Gives all places that are free, with no trail: for the unit that leaves one of whom it queued. */
    giveAll: (place: EventPlace, now: number): Step => promote({ ...place, most: ALL, now }),

    /** What a place that is given up brings about: the next one has it. */
    moveUp: (place: EventPlace, by: AuditEvent, now: number): Promise<Step[]> => moving(place, by, now, 1),

    /** The same of all places that are free. Nothing comes of the unit when more wait than when it was prepared. */
    async moveAllUp(place: EventPlace, by: AuditEvent, now: number): Promise<Step[]> {
      const waiting = counted(await readWaiting({ ...place }));
      return [...(await moving(place, by, now, waiting)), required(requireNoneLeft({ ...place }))];
    },
  };
}
