/**
 * Reads and lists the members of a school (`memberships` joined with `people`) for member management. A removed
 * membership keeps its row because other rows refer to it, so lists and lookups must leave out the status `removed`.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Page } from '../../schema/page.ts';
import { emailKey } from '../../schema/people/email.ts';
import type { AuditTrail } from '../audit/audit.ts';
import type { Database } from '../engine/engine.ts';
import { beginningOf, counted, howMany, inOrderOf, oneMore, pageOf, preparedOnce } from '../engine/lists.ts';
import { amongAtSite, listOf, text } from '../engine/placeholders.ts';
import { memberIndex } from '../people/member-index.ts';
import { memberChanges } from './member-changes.ts';
import type { RecordQuery, Row } from './records/record-query.ts';

export type MemberStore = ReturnType<typeof memberStore>;

/**
 * People with a place at a school, by the id of the person. Who was removed keeps the row, for what refers to it, and is
 * not found any more.
 */
export function memberStore(db: Database, audit: AuditTrail) {
  const { memberships, people } = db.tables;
  const { find } = memberIndex(db);

  const columns = {
    id: memberships.personId,
    siteId: memberships.siteId,
    email: people.email,
    name: people.name,
    role: memberships.role,
    status: memberships.status,
    locale: memberships.locale,
    marketingConsent: memberships.marketingConsent,
    tags: memberships.tags,
    customFields: memberships.customFields,
    note: memberships.note,
    joinedAt: memberships.joinedAt,
    lastSeenAt: memberships.lastSeenAt,
    updatedAt: memberships.updatedAt,
  };
  const here = eq(memberships.siteId, text('siteId'));
  const present = sql`${memberships.status} <> 'removed'`;
  const one = and(eq(memberships.personId, text('id')), here);
  const personOf = eq(people.id, memberships.personId);

  // By the primary keys.
  const read = db.one((q) => q.select(columns).from(memberships).innerJoin(people, personOf).where(and(one, present)));
  const readPresent = db.many((q) =>
    q
      .select({ id: memberships.personId })
      .from(memberships)
      .where(and(amongAtSite(db, memberships.personId, memberships.siteId, 'ids'), present)),
  );
  // By people_by_email.
  const readByEmail = db.one((q) =>
    q
      .select({ id: people.id, name: people.name, email: people.email })
      .from(people)
      .where(eq(people.emailKey, text('emailKey'))),
  );
  // By people_by_email and the primary key. Of who was removed a school learns nothing, also not a new address.
  const readKnown = db.one((q) =>
    q
      .select({ id: people.id })
      .from(people)
      .innerJoin(memberships, and(eq(memberships.personId, people.id), here, present))
      .where(eq(people.emailKey, text('emailKey'))),
  );

  const once = preparedOnce();
  const narrowing = (fields: readonly string[], isSearch: boolean): (SQL | undefined)[] => [
    ...fields.map((field) => {
      if (field !== 'role' && field !== 'status') throw new RangeError(`members are not listed by ${field}`);
      return eq(memberships[field], text(`is_${field}`));
    }),
    isSearch ? amongAtSite(db, memberships.personId, memberships.siteId, 'ids') : undefined,
  ];
  const valuesOf = (siteId: string, where: Row, ids: readonly string[] | undefined): Row => ({
    siteId,
    ids: ids === undefined ? '' : JSON.stringify(ids),
    ...Object.fromEntries(Object.entries(where).map(([field, is]) => [`is_${field}`, is])),
  });

  // By memberships_by_site, memberships_by_role or memberships_by_status.
  const listing = (fields: readonly string[], descending: boolean, isSearch: boolean) =>
    once(`list ${fields.join()} ${descending} ${isSearch}`, () =>
      db.many((q) => {
        const { isBehind, order } = inOrderOf(memberships.joinedAt, memberships.personId, descending);
        return q
          .select(columns)
          .from(memberships)
          .innerJoin(people, personOf)
          .where(and(here, present, ...narrowing(fields, isSearch), isBehind))
          .orderBy(...order)
          .limit(oneMore);
      }),
    );
  const counting = (fields: readonly string[], isSearch: boolean) =>
    once(`count ${fields.join()} ${isSearch}`, () =>
      db.one((q) =>
        q
          .select(howMany)
          .from(memberships)
          .where(and(here, present, ...narrowing(fields, isSearch))),
      ),
    );

  return {
    find: (siteId: string, id: string): Promise<Row | undefined> => read({ siteId, id }) as Promise<Row | undefined>,

    /** Those of the ids that are nobody's at the site. */
    async missing(siteId: string, ids: readonly string[]): Promise<string[]> {
      if (ids.length === 0) return [];
      const found = new Set((await readPresent({ siteId, ids: listOf(ids) })).map(({ id }) => id));
      return ids.filter((id) => !found.has(id));
    },

    /** The account that an address belongs to, at whatever school. */
    findAccount: (email: string): Promise<{ id: string; name: string; email: string } | undefined> =>
      readByEmail({ emailKey: emailKey(email) }),

    /** Whose address it is, if that person has a place at the site, or had one: nothing is learned of anybody else. */
    findKnown: (siteId: string, email: string): Promise<{ id: string } | undefined> =>
      readKnown({ siteId, emailKey: emailKey(email) }),

    search: find,

    async page(siteId: string, query: RecordQuery): Promise<Page<Row>> {
      const { first, sort, descending, after = beginningOf(descending), where, among: ids } = query;
      if (sort !== 'joinedAt') throw new RangeError(`members are not sorted by ${sort}`);
      const rows = (await listing(
        Object.keys(where),
        descending,
        ids !== undefined,
      )({
        first,
        at: after.at,
        afterId: after.id,
        ...valuesOf(siteId, where, ids),
      })) as Row[];
      return pageOf(first, rows);
    },

    count: async (siteId: string, where: Row, ids?: readonly string[]): Promise<number> =>
      counted(await counting(Object.keys(where), ids !== undefined)(valuesOf(siteId, where, ids))),

    ...memberChanges(db, audit),
  };
}
