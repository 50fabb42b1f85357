/**
 * Resolves the targets of audit log entries to their current names, in one statement per page. Names are read from the
 * given school only: an invited member is shown by email address, and a removed one by what the school keeps.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { type NamedThing, namedThing } from '../../schema/audit/audit-target.ts';
import type { Database, Params } from '../engine/engine.ts';
import { amongAtSite, listOf } from '../engine/placeholders.ts';
import { shownEmail, shownName } from '../tables/shown-email.ts';
import { namesOfDeletedContent } from './deleted-content.ts';

/** A JSON list of ids for each kind of resource. */
type IdLists = Record<NamedThing, string>;
type NamesValues = IdLists & { siteId: string };
type Named = { id: SQLiteColumn; siteId: SQLiteColumn };

function idListsOf(targets: readonly { thing: NamedThing; id: string }[]): IdLists {
  const idsOf = (kind: NamedThing): string => listOf(targets.filter(({ thing }) => thing === kind).map(({ id }) => id));
  return {
    member: idsOf('member'),
    course: idsOf('course'),
    outline: idsOf('outline'),
    section: idsOf('section'),
    lecture: idsOf('lecture'),
    lecturer: idsOf('lecturer'),
    event: idsOf('event'),
    post: idsOf('post'),
    page: idsOf('page'),
    form: idsOf('form'),
    membership_plan: idsOf('membership_plan'),
    coupon: idsOf('coupon'),
    digital_product: idsOf('digital_product'),
    asset: idsOf('asset'),
    enrollment: idsOf('enrollment'),
    subscription: idsOf('subscription'),
    event_registration: idsOf('event_registration'),
  };
}

/** Prepares the lookup of names. It is one statement, which uses the primary keys. */
export function targetNames(db: Database) {
  const t = db.tables;
  const { memberships: m, people } = t;

  const thingsIn = (p: Params<NamesValues>, thing: NamedThing, table: Named, name: SQLiteColumn): SQL =>
    sql`select '${sql.raw(thing)}' as thing, ${table.id} as id, ${name} as name from ${table}
      where ${amongAtSite(db, table.id, table.siteId, p[thing], p.siteId)}`;
  // Of a removed member, whose name and address
  // may have changed since, it sees those of that moment; of an invitation that has ended, the address that it wrote.
  const memberName = sql`case
    when ${m.status} = 'removed' then coalesce(${m.knownName} || ' (' || ${m.invitedEmail} || ')', ${m.invitedEmail}, '')
    else coalesce(nullif(${shownName(t)}, ''), ${shownEmail(t)}) end`;
  const members = (
    p: Params<NamesValues>,
  ): SQL => sql`select 'member' as thing, ${m.personId} as id, ${memberName} as name from ${m}
    inner join ${people} on ${people.id} = ${m.personId}
    where ${amongAtSite(db, m.personId, m.siteId, p.member, p.siteId)}`;

  /** What connects a member with something is called after both. */
  const thingsOfMembersIn = (
    p: Params<NamesValues>,
    thing: NamedThing,
    table: Named & { personId: SQLiteColumn },
    other: { table: Named; key: SQLiteColumn; name: SQLiteColumn },
  ): SQL => sql`select '${sql.raw(thing)}' as thing, ${table.id} as id, ${other.name} || ' – ' || ${memberName} as name from ${table}
    inner join ${other.table} on ${other.table.id} = ${other.key} and ${other.table.siteId} = ${table.siteId}
    inner join ${m} on ${m.personId} = ${table.personId} and ${m.siteId} = ${table.siteId}
    inner join ${people} on ${people.id} = ${m.personId}
    where ${amongAtSite(db, table.id, table.siteId, p[thing], p.siteId)} and (${m.status} <> 'removed' or ${m.invitedEmail} is not null)`;

  const parts = (p: Params<NamesValues>): SQL[] => [
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
    thingsOfMembersIn(p, 'enrollment', t.enrollments, {
      table: t.courses,
      key: t.enrollments.courseId,
      name: t.courses.title,
    }),
    thingsOfMembersIn(p, 'subscription', t.subscriptions, {
      table: t.membershipPlans,
      key: t.subscriptions.planId,
      name: t.membershipPlans.name,
    }),
    thingsOfMembersIn(p, 'event_registration', t.eventRegistrations, {
      table: t.events,
      key: t.eventRegistrations.eventId,
      name: t.events.title,
    }),
  ];
  const read = db.many((q, p: Params<NamesValues>) =>
    q
      .select({ thing: sql<NamedThing>`named.thing`, id: sql<string>`named.id`, name: sql<string>`named.name` })
      .from(sql`(${sql.join(parts(p), sql` union all `)}) as named`),
  );

  const namesOfDeleted = namesOfDeletedContent(db);

  /**
   * @param oldest the lowest id of the entries whose targets they are
   * @returns the name of each target that has one, also of content that was deleted since; an empty one for whoever is no
   * longer a member and whose address is not known
   */
  return async function namesOf(
    siteId: string,
    targets: readonly string[],
    oldest = 0,
  ): Promise<ReadonlyMap<string, string>> {
    const named = targets.flatMap((target) => namedThing(target) ?? []);
    if (named.length === 0) return new Map();
    const rows = await read({ siteId, ...idListsOf(named) });
    const names = new Map(rows.map(({ thing, id, name }) => [`${thing}/${id}`, name]));
    const nameless = targets.filter((target) => !names.has(target));
    return new Map([...names, ...(await namesOfDeleted(siteId, nameless, oldest))]);
  };
}
