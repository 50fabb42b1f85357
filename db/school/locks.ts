/**
 * The row locks of a school: on the school itself for rules that span several of its rows, such as having exactly one
 * homepage, on a course for its enrollments and its outline, and on an event for its seats. All use the primary key.
 */
import { and, eq, type SQL } from 'drizzle-orm';
import type { Database, Params, Statement } from '../engine/engine.ts';
import { lockRow } from '../engine/locks.ts';
import { text } from '../engine/placeholders.ts';

type SiteKey = { siteId: string };
type CourseKey = { siteId: string; courseId: string };
type EventKey = { siteId: string; eventId: string };

/** A condition on the locked row. If it is not met, the step affects no row. */
type Condition<Input> = (p: Params<Input>) => SQL | undefined;

const always = (): undefined => undefined;

export const lockSite = (db: Database): Statement<SiteKey> =>
  lockRow(db, db.tables.sites, (p: Params<SiteKey>) => eq(db.tables.sites.id, text(p.siteId)));

export function lockCourse<Input extends CourseKey = CourseKey>(
  db: Database,
  condition: Condition<Input> = always,
): Statement<Input> {
  const { courses: t } = db.tables;
  return lockRow(db, t, (p: Params<Input>) =>
    and(eq(t.id, text(p.courseId)), eq(t.siteId, text(p.siteId)), condition(p)),
  );
}

export function lockEvent<Input extends EventKey = EventKey>(
  db: Database,
  condition: Condition<Input> = always,
): Statement<Input> {
  const { events: t } = db.tables;
  return lockRow(db, t, (p: Params<Input>) =>
    and(eq(t.id, text(p.eventId)), eq(t.siteId, text(p.siteId)), condition(p)),
  );
}
