/**
 * Reads and lists the members of a school (`memberships` joined with `people`) for member management. A removed
 * membership keeps its row because other rows refer to it, so lists and lookups must leave out the status `removed`.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Role } from '../../schema/people/role.ts';
import { emailKey } from '../../schema/text/email.ts';
import type { AuditTrail } from '../audit/audit.ts';
import type { Database, Parameter, Params } from '../engine/engine.ts';
import {
  beginningOf,
  beginningOfTexts,
  counted,
  howMany,
  inOrderOf,
  inOrderOfText,
  type ListEnd,
  type ListStart,
  oneMore,
  preparedPerShape,
  type SortValue,
  sortValueOf,
  withoutNull,
} from '../engine/lists.ts';
import { amongAtSite, listOf, parameterNamed, text } from '../engine/placeholders.ts';
import type { SearchResult } from '../engine/search-index.ts';
import { lastOfStretch, readPage, type SearchShape, type SearchValues, searchShape } from '../engine/searching.ts';
import { memberIndex, memberSearching } from '../people/member-index.ts';
import type { Tables } from '../tables/index.ts';
import { shownEmail, shownName } from '../tables/shown-email.ts';
import { isLabelled, labelledRows, withLabel } from './labels.ts';
import { type EndGrants, memberChanges } from './member-changes.ts';
import { filterValues, type RecordQuery } from './records/record-query.ts';
import { removedMembers } from './removed-members.ts';

/** The filters of a list of members. */
export type MemberFilter = {
  role?: Role;
  /** Every role above that of a member. */
  team?: true;
  status?: 'invited' | 'active' | 'suspended';
  tags?: { readonly lists: string };
};

const SORTS: readonly string[] = ['joinedAt', 'lastSeenAt', 'name'];
const MEMBER_TAGS = 'memberships.tags';

/** The parameters of every list, in addition to one for each filter. */
type FilterValues = { siteId: string } & SearchValues;

/** The shape of a count: the columns that it filters by, and how it is limited to the results of a search. */
interface CountShape {
  fields: readonly string[];
  search: SearchShape | undefined;
}

interface ListShape extends CountShape {
  sort: string;
  descending: boolean;
}

/** The columns of a member, and the conditions that the statements share. */
const memberParts = ({ memberships, people }: Tables) => ({
  columns: {
    id: memberships.personId,
    siteId: memberships.siteId,
    email: shownEmail({ memberships, people }),
    name: shownName({ memberships, people }),
    role: memberships.role,
    status: memberships.status,
    locale: memberships.locale,
    marketingConsent: memberships.marketingConsent,
    tags: memberships.tags,
    customFields: memberships.customFields,
    note: memberships.note,
    joinedAt: memberships.joinedAt,
    lastSeenAt: memberships.lastSeenAt,
    listedName: memberships.listedName,
    updatedAt: memberships.updatedAt,
  },
  atSite: (p: Params<{ siteId: string }>) => eq(memberships.siteId, text(p.siteId)),
  isPresent: sql`${memberships.status} <> 'removed'`,
  personOf: eq(people.id, memberships.personId),
});

/** Finds single members, and people by their e-mail address. */
function memberLookups(db: Database) {
  const { memberships, people } = db.tables;
  const { columns, atSite, isPresent, personOf } = memberParts(db.tables);

  // Uses the primary keys.
  const read = db.one((q, p: Params<{ id: string; siteId: string }>) =>
    q
      .select(columns)
      .from(memberships)
      .innerJoin(people, personOf)
      .where(and(and(eq(memberships.personId, text(p.id)), atSite(p)), isPresent)),
  );
  const readPresent = db.many((q, p: Params<{ ids: string; siteId: string }>) =>
    q
      .select({ id: memberships.personId })
      .from(memberships)
      .where(and(amongAtSite(db, memberships.personId, memberships.siteId, p.ids, p.siteId), isPresent)),
  );
  const readLabels = db.many((q, p: Params<{ ids: string; siteId: string }>) =>
    q
      .select({
        id: memberships.personId,
        name: shownName({ memberships, people }),
        email: shownEmail({ memberships, people }),
      })
      .from(memberships)
      .innerJoin(people, personOf)
      .where(and(amongAtSite(db, memberships.personId, memberships.siteId, p.ids, p.siteId), isPresent)),
  );
  // Uses the index people_by_email.
  const readByEmail = db.one((q, p: Params<{ emailKey: string }>) =>
    q
      .select({ id: people.id, name: people.name, email: people.email })
      .from(people)
      .where(eq(people.emailKey, text(p.emailKey))),
  );
  // Uses the index people_by_email and the primary key. A school learns nothing about a person it has removed, not even
  // that the person has a new address.
  const readKnown = db.one((q, p: Params<{ emailKey: string; siteId: string }>) =>
    q
      .select({ id: people.id })
      .from(people)
      .innerJoin(memberships, and(eq(memberships.personId, people.id), atSite(p), isPresent))
      .where(eq(people.emailKey, text(p.emailKey))),
  );

  return { read, readPresent, readLabels, readByEmail, readKnown };
}

/** Lists and counts members. All use the indexes memberships_by_site, memberships_by_role or memberships_by_status. */
function memberLists(db: Database) {
  const { labels, memberships, people } = db.tables;
  const { columns, isPresent, personOf } = memberParts(db.tables);
  const { isFoundAtSite } = memberSearching(db);

  const hasTag = (tag: Parameter<string>) => isLabelled(db, MEMBER_TAGS, memberships.personId, memberships.siteId, tag);

  const filters = (p: Params<FilterValues>, { fields, search }: CountShape): (SQL | undefined)[] => [
    isFoundAtSite(p, search),
    isPresent,
    ...fields.map((field) => {
      if (field === 'tags') return hasTag(parameterNamed('is_tags'));
      if (field === 'team') return sql`${memberships.role} in ('owner', 'admin', 'staff', 'instructor')`;
      if (field !== 'role' && field !== 'status') throw new RangeError(`members are not listed by ${field}`);
      return eq(memberships[field], text(parameterNamed(`is_${field}`)));
    }),
  ];

  /** The order of a list. The members with a tag are listed along `labels`, which has them in the order of joining. */
  function listParts({ fields, search, sort, descending }: ListShape) {
    const isByTag = fields.includes('tags') && sort === 'joinedAt' && (search === undefined || search.by === 'text');
    if (isByTag) {
      const isAlong = (p: Params<FilterValues>) =>
        and(withLabel(db, MEMBER_TAGS, p, parameterNamed('is_tags')), eq(memberships.personId, labels.recordId));
      const [by, id] = [labels.at, labels.recordId];
      return { by, id, along: labels, isAlong, ...inOrderOf(by, id, descending) };
    }
    const id = memberships.personId;
    const unlimited = { id, along: undefined, isAlong: () => undefined };
    if (sort === 'name') {
      const by = memberships.listedName;
      return { by, ...unlimited, ...inOrderOfText(db, by, id, descending) };
    }
    const by = sort === 'joinedAt' ? memberships.joinedAt : withoutNull(memberships.lastSeenAt, 0);
    return { by, ...unlimited, ...inOrderOf(by, id, descending) };
  }

  const listing = preparedPerShape((shape: ListShape) =>
    db.scan((q, p: Params<FilterValues & ListStart & ListEnd & { first: number }>) => {
      const { along, isAlong, isAfter, isUpTo, order } = listParts(shape);
      const isInStretch = shape.search?.by === 'text' ? isUpTo(p) : undefined;
      const rows = q.select(columns);
      const from = along === undefined ? rows.from(memberships) : rows.from(along).crossJoin(memberships);
      return from
        .innerJoin(people, personOf)
        .where(and(...filters(p, shape), isAlong(p), isAfter(p), isInStretch))
        .orderBy(...order)
        .limit(oneMore(p));
    }),
  );
  const stretching = preparedPerShape((shape: ListShape) =>
    db.scanOne((q, p: Params<FilterValues & ListStart>) => {
      const { by, id, along, isAlong, isAfter, order } = listParts(shape);
      const at = sql<SortValue>`${by}`.mapWith(shape.sort === 'name' ? String : Number);
      const ends = q.select({ at, id: sql<string>`${id}` });
      const from = along === undefined ? ends.from(memberships) : ends.from(along).crossJoin(memberships);
      return from
        .where(and(...filters(p, shape), isAlong(p), isAfter(p)))
        .orderBy(...order)
        .limit(lastOfStretch.limit)
        .offset(lastOfStretch.offset);
    }),
  );
  const counting = preparedPerShape((shape: CountShape) =>
    db.scanOne((q, p: Params<FilterValues>) =>
      q
        .select(howMany)
        .from(memberships)
        .where(and(...filters(p, shape))),
    ),
  );

  return { listing, stretching, counting };
}

/** Reads and counts the members that a list shows. */
function memberPages(db: Database) {
  const { listing, stretching, counting } = memberLists(db);
  const { searchValues } = memberSearching(db);
  const valuesOf = (
    siteId: string,
    { team, ...where }: MemberFilter,
    found: SearchResult | undefined,
  ): FilterValues => ({
    ...filterValues(where),
    ...searchValues(siteId, found),
  });
  const labelled = labelledRows(db);

  /** The members with a tag, if few have it, for a list in another order than that of joining. */
  const fewWithTag = async (
    siteId: string,
    { where, sort }: RecordQuery<MemberFilter>,
  ): Promise<SearchResult | undefined> =>
    where.tags === undefined || sort === 'joinedAt' ? undefined : labelled.few(siteId, MEMBER_TAGS, where.tags.lists);

  return {
    async page(siteId: string, query: RecordQuery<MemberFilter>) {
      const { first, sort, descending, where } = query;
      if (!SORTS.includes(sort)) throw new RangeError(`members are not sorted by ${sort}`);
      const beginning = sort === 'name' ? beginningOfTexts : beginningOf;
      const { after = beginning(descending), among: found = await fewWithTag(siteId, query) } = query;
      const shape = { fields: Object.keys(where), search: searchShape(found), sort, descending };
      const values = { ...valuesOf(siteId, where, found), first, at: after.at, afterId: after.id };
      const reads = {
        rows: (search: SearchShape | undefined, end: ListEnd) => listing({ ...shape, search })({ ...values, ...end }),
        endOfStretch: () => stretching({ ...shape, search: undefined })(values),
      };
      return readPage({ ...query, ...(found === undefined ? {} : { among: found }) }, reads, beginning);
    },

    sortValueOf: (row: object, sort: string): SortValue =>
      sort === 'name' ? String(Reflect.get(row, 'listedName')) : sortValueOf(row, sort, 0),

    async count(siteId: string, where: MemberFilter, found?: SearchResult): Promise<number> {
      const count = counting({ fields: Object.keys(where), search: searchShape(found) });
      return counted(await count(valuesOf(siteId, where, found)));
    },
  };
}

/** The members of each school, by the id of the person. */
export function memberStore(db: Database, audit: AuditTrail, grants: EndGrants) {
  const { read, readPresent, readLabels, readByEmail, readKnown } = memberLookups(db);

  return {
    find: (siteId: string, id: string) => read({ siteId, id }),

    /** Returns the ids that do not belong to a member of the school. */
    async missing(siteId: string, ids: readonly string[]): Promise<string[]> {
      if (ids.length === 0) return [];
      const found = new Set((await readPresent({ siteId, ids: listOf(ids) })).map(({ id }) => id));
      return ids.filter((id) => !found.has(id));
    },

    /** Returns the names and addresses of members of the school, by id. */
    async labels(
      siteId: string,
      ids: readonly string[],
    ): Promise<ReadonlyMap<string, { name: string | null; email: string }>> {
      const rows = ids.length === 0 ? [] : await readLabels({ siteId, ids: listOf(ids) });
      return new Map(rows.map(({ id, ...label }) => [id, label]));
    },

    /** Finds the account with an e-mail address, whether or not it belongs to a member of a school. */
    findAccount: (email: string): Promise<{ id: string; name: string; email: string } | undefined> =>
      readByEmail({ emailKey: emailKey(email) }),

    /** Finds the member with an e-mail address. A person without a membership at the school is not found. */
    findKnown: (siteId: string, email: string): Promise<{ id: string } | undefined> =>
      readKnown({ siteId, emailKey: emailKey(email) }),

    ...removedMembers(db),

    search: memberIndex(db).find,

    ...memberPages(db),
    ...memberChanges(db, audit, grants),
  };
}
