/**
 * Reads and lists the members of a school (`memberships` joined with `people`) for member management. A removed
 * membership keeps its row because other rows refer to it, so lists and lookups must leave out the status `removed`.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Role } from '../../schema/oauth/scope.ts';
import { emailKey } from '../../schema/people/email.ts';
import type { AuditTrail } from '../audit/audit.ts';
import type { Database, Params } from '../engine/engine.ts';
import {
  beginningOf,
  counted,
  howMany,
  inOrderOf,
  type ListStart,
  oneMore,
  pageOf,
  preparedOnce,
} from '../engine/lists.ts';
import { amongAtSite, listOf, parameterNamed, text } from '../engine/placeholders.ts';
import { memberIndex } from '../people/member-index.ts';
import { memberChanges } from './member-changes.ts';
import type { RecordQuery } from './records/record-query.ts';

/** What a list of members can be filtered by. */
export type MemberFilter = { role?: Role; status?: 'invited' | 'active' | 'suspended' };

/** Beside these there is one for each column that is compared. `ids` is a JSON list. */
type Shown = { siteId: string; ids: string };

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
  const here = (p: Params<{ siteId: string }>) => eq(memberships.siteId, text(p.siteId));
  const present = sql`${memberships.status} <> 'removed'`;
  const one = (p: Params<{ id: string; siteId: string }>) => and(eq(memberships.personId, text(p.id)), here(p));
  const personOf = eq(people.id, memberships.personId);

  // By the primary keys.
  const read = db.one((q, p: Params<{ id: string; siteId: string }>) =>
    q
      .select(columns)
      .from(memberships)
      .innerJoin(people, personOf)
      .where(and(one(p), present)),
  );
  const readPresent = db.many((q, p: Params<{ ids: string; siteId: string }>) =>
    q
      .select({ id: memberships.personId })
      .from(memberships)
      .where(and(amongAtSite(db, memberships.personId, memberships.siteId, p.ids, p.siteId), present)),
  );
  // By people_by_email.
  const readByEmail = db.one((q, p: Params<{ emailKey: string }>) =>
    q
      .select({ id: people.id, name: people.name, email: people.email })
      .from(people)
      .where(eq(people.emailKey, text(p.emailKey))),
  );
  // By people_by_email and the primary key. Of who was removed a school learns nothing, also not a new address.
  const readKnown = db.one((q, p: Params<{ emailKey: string; siteId: string }>) =>
    q
      .select({ id: people.id })
      .from(people)
      .innerJoin(memberships, and(eq(memberships.personId, people.id), here(p), present))
      .where(eq(people.emailKey, text(p.emailKey))),
  );

  const once = preparedOnce();
  const narrowing = (p: Params<Shown>, fields: readonly string[], isSearch: boolean): (SQL | undefined)[] => [
    ...fields.map((field) => {
      if (field !== 'role' && field !== 'status') throw new RangeError(`members are not listed by ${field}`);
      return eq(memberships[field], text(parameterNamed(`is_${field}`)));
    }),
    isSearch ? amongAtSite(db, memberships.personId, memberships.siteId, p.ids, p.siteId) : undefined,
  ];
  const valuesOf = (siteId: string, where: MemberFilter, ids: readonly string[] | undefined): Shown => ({
    ...Object.fromEntries(Object.entries(where).map(([field, is]) => [`is_${field}`, is])),
    siteId,
    ids: ids === undefined ? '' : JSON.stringify(ids),
  });

  // By memberships_by_site, memberships_by_role or memberships_by_status.
  const listing = (fields: readonly string[], descending: boolean, isSearch: boolean) =>
    once({ list: fields, descending, isSearch }, () =>
      db.many((q, p: Params<Shown & ListStart & { first: number }>) => {
        const { isBehind, order } = inOrderOf(memberships.joinedAt, memberships.personId, descending);
        return q
          .select(columns)
          .from(memberships)
          .innerJoin(people, personOf)
          .where(and(here(p), present, ...narrowing(p, fields, isSearch), isBehind(p)))
          .orderBy(...order)
          .limit(oneMore(p));
      }),
    );
  const counting = (fields: readonly string[], isSearch: boolean) =>
    once({ count: fields, isSearch }, () =>
      db.one((q, p: Params<Shown>) =>
        q
          .select(howMany)
          .from(memberships)
          .where(and(here(p), present, ...narrowing(p, fields, isSearch))),
      ),
    );

  return {
    find: (siteId: string, id: string) => read({ siteId, id }),

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

    async page(siteId: string, query: RecordQuery<MemberFilter>) {
      const { first, sort, descending, after = beginningOf(descending), where, among: ids } = query;
      if (sort !== 'joinedAt') throw new RangeError(`members are not sorted by ${sort}`);
      const list = listing(Object.keys(where), descending, ids !== undefined);
      return pageOf(first, await list({ first, at: after.at, afterId: after.id, ...valuesOf(siteId, where, ids) }));
    },

    count: async (siteId: string, where: MemberFilter, ids?: readonly string[]): Promise<number> =>
      counted(await counting(Object.keys(where), ids !== undefined)(valuesOf(siteId, where, ids))),

    ...memberChanges(db, audit),
  };
}
