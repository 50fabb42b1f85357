/**
 * Resolves the targets of audit log entries to their current names, in one statement per page. Names are read from the
 * given school only: an invited member is shown by email address, and a removed one not at all.
 */
import { and, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { NAMED_THINGS, type NamedThing, namedThing } from '../../schema/audit/audit-target.ts';
import type { Database, Params } from '../engine/engine.ts';
import { among, amongAtSite, listOf, text } from '../engine/placeholders.ts';

/** For each kind of thing a JSON list of ids. */
type Asked = Record<NamedThing, string> & { siteId: string };
type Named = { id: SQLiteColumn; siteId: SQLiteColumn };

/** A list of ids for each kind of thing. The type is asserted: the compiler does not see that no kind is left out. */
const idsByThing = (things: readonly { thing: NamedThing; id: string }[]): Record<NamedThing, string> =>
  Object.fromEntries(
    NAMED_THINGS.map((kind) => [kind, listOf(things.filter(({ thing }) => thing === kind).map(({ id }) => id))]),
  ) as Record<NamedThing, string>;

/** What things that events happened to are called now, for a page of events: one statement, by the primary keys. */
export function targetNames(db: Database) {
  const t = db.tables;
  const { memberships: m, people } = t;

  const thingsIn = (p: Params<Asked>, thing: NamedThing, table: Named, name: SQLiteColumn): SQL =>
    sql`select '${sql.raw(thing)}' as thing, ${table.id} as id, ${name} as name from ${table}
      where ${and(among(db, table.id, p[thing]), sql`${table.siteId} = ${text(p.siteId)}`)}`;
  // A school learns the name of nobody who has not accepted its invitation, and nothing of who is gone.
  const called = sql`case when ${m.status} = 'invited' or ${people.name} = '' then ${people.email} else ${people.name} end`;
  const members = (
    p: Params<Asked>,
  ): SQL => sql`select 'member' as thing, ${m.personId} as id, ${called} as name from ${m}
    inner join ${people} on ${people.id} = ${m.personId}
    where ${amongAtSite(db, m.personId, m.siteId, p.member, p.siteId)} and ${m.status} <> 'removed'`;

  const parts = (p: Params<Asked>): SQL[] => [
    members(p),
    thingsIn(p, 'course', t.courses, t.courses.title),
    thingsIn(p, 'outline', t.courses, t.courses.title),
    thingsIn(p, 'section', t.sections, t.sections.title),
    thingsIn(p, 'lecture', t.lectures, t.lectures.title),
    thingsIn(p, 'lecturer', t.lecturers, t.lecturers.name),
    thingsIn(p, 'event', t.events, t.events.title),
    thingsIn(p, 'post', t.posts, t.posts.title),
    thingsIn(p, 'page', t.pages, t.pages.title),
    thingsIn(p, 'form', t.forms, t.forms.name),
    thingsIn(p, 'membership_plan', t.membershipPlans, t.membershipPlans.name),
    thingsIn(p, 'coupon', t.coupons, t.coupons.code),
    thingsIn(p, 'digital_product', t.digitalProducts, t.digitalProducts.title),
    thingsIn(p, 'asset', t.assets, t.assets.filename),
  ];
  const read = db.many((q, p: Params<Asked>) =>
    q
      .select({ thing: sql<NamedThing>`named.thing`, id: sql<string>`named.id`, name: sql<string>`named.name` })
      .from(sql`(${sql.join(parts(p), sql` union all `)}) as named`),
  );

  /** @returns names by target, of those that have one and are still there */
  return async function namesOf(siteId: string, targets: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const things = targets.flatMap((target) => namedThing(target) ?? []);
    if (things.length === 0) return new Map();
    const rows = await read({ siteId, ...idsByThing(things) });
    return new Map(rows.map(({ thing, id, name }) => [`${thing}/${id}`, name]));
  };
}
