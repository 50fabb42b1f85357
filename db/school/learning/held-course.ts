/**
 * A row lock on a course, taken by an update that changes nothing. It serializes units of work that depend on each
 * other's result, such as enrolling members and changing or reordering the course's content.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../engine/engine.ts';
import { text } from '../../engine/placeholders.ts';

/**
 * Prepares a step that touches a course (`siteId`, `courseId`) and changes nothing. Units of work that must see each
 * other's doing begin with it: the second waits until the first is done. With a condition it is for after that, and
 * touches nothing when the condition does not hold. By the primary key.
 */
export function touchingCourse(db: Database, condition?: SQL): Statement {
  const { courses } = db.tables;
  return db.write((q) =>
    q
      .update(courses)
      .set({ updatedAt: sql`${courses.updatedAt}` })
      .where(and(eq(courses.id, text('courseId')), eq(courses.siteId, text('siteId')), condition)),
  );
}
