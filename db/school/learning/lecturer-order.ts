/**
 * Keeps the lecturers of a school in order. An order is made under the row lock of the school, and only if it names all of
 * them, each where it was last seen.
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

  /** A list of ids as a table, with the place of each. */
  const given = (p: Params<{ ids: string }>) =>
    db.engine === 'sqlite'
      ? sql`(select value as id, key as place from json_each(${text(p.ids)}))`
      : sql`(select id, place - 1 as place from jsonb_array_elements_text(cast(${text(p.ids)} as jsonb)) with ordinality as entry(id, place))`;
  const seen = (p: Params<{ seen: string }>) =>
    db.engine === 'sqlite'
      ? sql`(select json_extract(value, '$.id') as id, json_extract(value, '$.position') as place from json_each(${text(p.seen)}))`
      : sql`(select id, position as place from jsonb_to_recordset(cast(${text(p.seen)} as jsonb)) as entry(id text, position bigint))`;
  // By lecturers_by_position.
  const readOrder = db.many((q, p: Params<{ siteId: string }>) =>
    q
      .select({ id: lecturers.id, position: lecturers.position })
      .from(lecturers)
      .where(eq(lecturers.siteId, text(p.siteId)))
      .orderBy(asc(lecturers.position), asc(lecturers.id)),
  );
  const there = (p: Params<{ siteId: string }>) => sql`there.site_id = ${text(p.siteId)}`;
  const requireAll = lockRow(
    db,
    sites,
    (p: Params<{ siteId: string; count: number; ids: string; seen: string }>) => sql`${sites.id} = ${text(p.siteId)}
          and (select count(*) from ${lecturers} as there where ${there(p)}) = ${integer(p.count)}
          and (select count(*) from ${given(p)} as given cross join ${lecturers} as there where there.id = given.id and ${there(p)}) = ${integer(p.count)}
          and (select count(*) from ${seen(p)} as given cross join ${lecturers} as there where there.id = given.id and there.position = given.place and ${there(p)}) = ${integer(p.count)}`,
  );
  // By the primary key: that all of these are of the school has been required before.
  const arrange = db.write((q, p: Params<{ now: number; ids: string }>) =>
    q
      .update(lecturers)
      .set({
        position: sql`given.place`,
        updatedAt: sql`case when ${lecturers.updatedAt} < ${integer(p.now)} then ${integer(p.now)} else ${lecturers.updatedAt} + 1 end`,
      })
      .from(sql`${given(p)} as given`)
      .where(sql`given.id = ${lecturers.id} and ${lecturers.position} <> given.place`),
  );

  // By lecturers_by_time: a school has few.
  const behindOthers = db.write((q, p: Params<{ siteId: string; lecturerId: string }>) =>
    q
      .update(lecturers)
      .set({
        position: sql`(select coalesce(max(others.position) + 1, 0) from ${lecturers} as others where others.site_id = ${text(p.siteId)} and others.id <> ${text(p.lecturerId)})`,
      })
      .where(eq(lecturers.id, text(p.lecturerId))),
  );

  return { readOrder, requireAll, arrange, behindOthers };
}

/** The places of a school's lecturers. */
export function lecturerOrder(db: Database, audit: AuditTrail) {
  const { readOrder, requireAll, arrange, behindOthers } = orderStatements(db);
  const lock = lockSite(db);

  return {
    /**
     * Brings the lecturers of a school into an order.
     * @param ids all of them, each once
     * @param seen where they have to be for that, as `order` told
     * @returns false when there are others, or elsewhere
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

    /** The lecturers of a school in order. */
    order: (siteId: string): Promise<{ id: string; position: number }[]> => readOrder({ siteId }),

    /** The step that gives a lecturer that is new the last place. */
    placeLast: (siteId: string, lecturerId: string): Step => behindOthers({ siteId, lecturerId }),
  };
}
