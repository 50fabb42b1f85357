/**
 * Resolves the targets of audit log entries to their current names, in one statement per page. Names are read from the
 * given school only: an invited member is shown by email address, and a removed one not at all.
 */
import { and, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { NAMED_THINGS, type NamedThing, namedThing } from '../../schema/audit/audit-target.ts';
import type { Database } from '../engine/engine.ts';
import { among, amongAtSite, listOf, text } from '../engine/placeholders.ts';

type Named = { id: SQLiteColumn; siteId: SQLiteColumn };

/** What things that events happened to are called now, for a page of events: one statement, by the primary keys. */
export function targetNames(db: Database) {
  const t = db.tables;
  const { memberships: m, people } = t;

  const thingsIn = (thing: NamedThing, table: Named, name: SQLiteColumn): SQL =>
    sql`select '${sql.raw(thing)}' as thing, ${table.id} as id, ${name} as name from ${table}
      where ${and(among(db, table.id, thing), sql`${table.siteId} = ${text('siteId')}`)}`;
  // A school learns the name of nobody who has not accepted its invitation, and nothing of who is gone.
  const called = sql`case when ${m.status} = 'invited' or ${people.name} = '' then ${people.email} else ${people.name} end`;
  const members = sql`select 'member' as thing, ${m.personId} as id, ${called} as name from ${m}
    inner join ${people} on ${people.id} = ${m.personId}
    where ${amongAtSite(db, m.personId, m.siteId, 'member')} and ${m.status} <> 'removed'`;

  const parts = [
    members,
    thingsIn('course', t.courses, t.courses.title),
    thingsIn('outline', t.courses, t.courses.title),
    thingsIn('section', t.sections, t.sections.title),
    thingsIn('lecture', t.lectures, t.lectures.title),
    thingsIn('lecturer', t.lecturers, t.lecturers.name),
    thingsIn('event', t.events, t.events.title),
    thingsIn('post', t.posts, t.posts.title),
    thingsIn('page', t.pages, t.pages.title),
    thingsIn('form', t.forms, t.forms.name),
    thingsIn('membership_plan', t.membershipPlans, t.membershipPlans.name),
    thingsIn('coupon', t.coupons, t.coupons.code),
    thingsIn('digital_product', t.digitalProducts, t.digitalProducts.title),
    thingsIn('asset', t.assets, t.assets.filename),
  ];
  const read = db.many((q) =>
    q
      .select({ thing: sql<NamedThing>`named.thing`, id: sql<string>`named.id`, name: sql<string>`named.name` })
      .from(sql`(${sql.join(parts, sql` union all `)}) as named`),
  );

  /** @returns names by target, of those that have one and are still there */
  return async function namesOf(siteId: string, targets: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const things = targets.flatMap((target) => namedThing(target) ?? []);
    if (things.length === 0) return new Map();
    const ids = Object.fromEntries(
      NAMED_THINGS.map((kind) => [kind, listOf(things.filter(({ thing }) => thing === kind).map(({ id }) => id))]),
    );
    const rows = await read({ siteId, ...ids });
    return new Map(rows.map(({ thing, id, name }) => [`${thing}/${id}`, name]));
  };
}
