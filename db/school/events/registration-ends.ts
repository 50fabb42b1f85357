/** Ends the registrations of an event that the school cancels, each with an audit event. */
import { sql } from 'drizzle-orm';
import { type AuditEvent, statusState, WITH_EVENT } from '../../../schema/audit/audit-event.ts';
import type { AuditTrail } from '../../audit/audit.ts';
import { type Database, type Params, required, type Step } from '../../engine/engine.ts';
import { integer, text, value } from '../../engine/placeholders.ts';
import { lockEvent } from '../locks.ts';
import { auditValues, countingOf, type EventKey, recordingEach } from './waiting-list.ts';

export function registrationEnds(db: Database, audit: AuditTrail) {
  const { eventRegistrations } = db.tables;

  const open = sql`in ('registered', 'waitlisted')`;
  // Uses the index event_registrations_by_time.
  const chosen = (p: Params<EventKey & { most: number }>) => sql`
    select ending.id, ending.registered_at from ${eventRegistrations} as ending
    where ending.event_id = ${text(p.eventId)} and ending.site_id = ${text(p.siteId)} and ending.status ${open}
    order by ending.registered_at, ending.id limit ${integer(p.most)}`;
  const record = recordingEach<EventKey & { most: number }>(db, chosen);
  const cancel = db.write((q, p: Params<EventKey & { most: number; now: number }>) =>
    q
      .update(eventRegistrations)
      .set({ status: 'cancelled', cancelledBy: 'school', updatedAt: value(p.now) })
      .where(sql`${eventRegistrations.id} in (select ended.id from (${chosen(p)}) as ended)`),
  );
  const countOpen = countingOf(db, open);
  const requireNoneLeft = lockEvent(
    db,
    (p: Params<EventKey>) =>
      sql`not exists (select 1 from ${eventRegistrations} as left_over where left_over.event_id = ${text(p.eventId)} and left_over.site_id = ${text(p.siteId)} and left_over.status ${open})`,
  );

  /** The unit of work fails if more people have registered than when the steps were built. */
  return async (event: EventKey, by: AuditEvent): Promise<readonly Step[]> => {
    const most = await countOpen(event);
    const values = {
      ...event,
      ...auditValues(by, await audit.reserve(most), statusState('cancelled', { [WITH_EVENT]: true })),
      most,
    };
    return [record(values), cancel({ ...event, most, now: by.at }), required(requireNoneLeft({ ...event }))];
  };
}
