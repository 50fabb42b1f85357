/**
 * A row lock on an event, taken by an update that changes nothing. It serializes the units of work that give or free
 * places, so that each counts the places the previous one left.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../engine/engine.ts';
import { text } from '../../engine/placeholders.ts';

/**
 * Prepares a step that touches an event (`siteId`, `eventId`) and changes nothing. Units of work that give or take its
 * places begin with it: the second waits until the first is done, and sees what that did. With conditions it touches nothing
 * when they do not hold. By the primary key.
 */
export function touchingEvent(db: Database, ...conditions: SQL[]): Statement {
  const { events } = db.tables;
  return db.write((q) =>
    q
      .update(events)
      .set({ updatedAt: sql`${events.updatedAt}` })
      .where(and(eq(events.id, text('eventId')), eq(events.siteId, text('siteId')), ...conditions)),
  );
}
