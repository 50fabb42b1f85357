/**
 * Keeps the lecturers of a school in order. The order changes under a row lock on the school, and only if the new order
 * names all lecturers and none of them has another position than the caller saw.
 */
import { asc, eq, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../../schema/audit/audit-event.ts';
import type { AuditTrail } from '../../audit/audit.ts';
import { type Database, type Params, required, type Step } from '../../engine/engine.ts';
import { lockRow } from '../../engine/locks.ts';
import { integer, text } from '../../engine/placeholders.ts';
import { lockSite } from '../locks.ts';

function orderStatements(db: Database) {
  const { lecturers, sites } = db.tables;

  /** A list of ids as a table with their positions. */
  const idsAsTable = (p: Params<{ ids: string }>) =>
    db.engine === 'sqlite'
      ? sql`(select value as id, key as place from json_each(${text(p.ids)}))`
      : sql`(select id, place - 1 as place from jsonb_array_elements_text(cast(${text(p.ids)} as jsonb)) with ordinality as entry(id, place))`;
  /** A list of ids and positions as a table. */
  const seenAsTable = (p: Params<{ seen: string }>) =>
    db.engine === 'sqlite'
      ? sql`(select json_extract(value, '$.id') as id, json_extract(value, '$.position') as place from json_each(${text(p.seen)}))`
      : sql`(select id, position as place from jsonb_to_recordset(cast(${text(p.seen)} as jsonb)) as entry(id text, position bigint))`;
  // Uses the index lecturers_by_position.
  const readOrder = db.many((q, p: Params<{ siteId: string }>) =>
    q
      .select({ id: lecturers.id, position: lecturers.position })
      .from(lecturers)
      .where(eq(lecturers.siteId, text(p.siteId)))
      .orderBy(asc(lecturers.position), asc(lecturers.id)),
  );
  const atSite = (p: Params<{ siteId: string }>) => sql`there.site_id = ${text(p.siteId)}`;
  const requireAll = lockRow(
    db,
    sites,
    (p: Params<{ siteId: string; count: number; ids: string; seen: string }>) => sql`${sites.id} = ${text(p.siteId)}
          and (select count(*) from ${lecturers} as there where ${atSite(p)}) = ${integer(p.count)}
          and (select count(*) from ${idsAsTable(p)} as given cross join ${lecturers} as there where there.id = given.id and ${atSite(p)}) = ${integer(p.count)}
          and (select count(*) from ${seenAsTable(p)} as given cross join ${lecturers} as there where there.id = given.id and there.position = given.place and ${atSite(p)}) = ${integer(p.count)}`,
  );
  // Uses the primary key. A previous step has required that all of these lecturers belong to the school.
  const arrange = db.write((q, p: Params<{ now: number; ids: string }>) =>
    q
      .update(lecturers)
      .set({
        position: sql`given.place`,
        updatedAt: sql`case when ${lecturers.updatedAt} < ${integer(p.now)} then ${integer(p.now)} else ${lecturers.updatedAt} + 1 end`,
      })
      .from(sql`${idsAsTable(p)} as given`)
      .where(sql`given.id = ${lecturers.id} and ${lecturers.position} <> given.place`),
  );

  // Uses the index lecturers_by_time. A school has few lecturers.
  const placeLast = db.write((q, p: Params<{ siteId: string; lecturerId: string }>) =>
    q
      .update(lecturers)
      .set({
        position: sql`(select coalesce(max(others.position) + 1, 0) from ${lecturers} as others where others.site_id = ${text(p.siteId)} and others.id <> ${text(p.lecturerId)})`,
      })
      .where(eq(lecturers.id, text(p.lecturerId))),
  );

  return { readOrder, requireAll, arrange, placeLast };
}

export function lecturerOrder(db: Database, audit: AuditTrail) {
  const { readOrder, requireAll, arrange, placeLast } = orderStatements(db);
  const lock = lockSite(db);

  return {
    /**
     * Changes the order of the lecturers of a school.
     * @param ids the new order, which contains each lecturer once
     * @param seen the positions that the caller saw, as `order` returned them
     * @returns false if the school has other lecturers, or one of them has another position
     */
    async arrange(
      siteId: string,
      ids: readonly string[],
      seen: readonly { id: string; position: number }[],
      event: AuditEvent,
    ): Promise<boolean> {
      const values = { siteId, ids: JSON.stringify(ids), seen: JSON.stringify(seen), count: ids.length, now: event.at };
      return db.atomically(
        lock({ siteId }),
        required(requireAll(values)),
        arrange(values),
        ...(await audit.steps(event)),
      );
    },

    /** Returns the lecturers of a school in order. */
    order: (siteId: string): Promise<{ id: string; position: number }[]> => readOrder({ siteId }),

    /** Returns the step that gives a new lecturer the last position. */
    placeLast: (siteId: string, lecturerId: string): Step => placeLast({ siteId, lecturerId }),
  };
}
