/** The list of the members of a school: filtered, sorted, counted, and paged in both directions. */
import type { FastifyInstance } from 'fastify';
import { ROLES } from '../../../../schema/oauth/scope.ts';
import type { Parameters } from '../../../../schema/parameters.ts';
import { searchText } from '../../../../schema/school/search-words.ts';
import { neighboursOf } from '../both-ways.ts';
import type { OperatorRequest } from '../operator-pages.ts';
import { MEMBER_SORTS, type MemberFilter, type MemberItem, type MemberSort } from './list-view.ts';

const STATUSES = ['invited', 'active', 'suspended'] as const;
export const MEMBERS_PER_PAGE = 20;
const MAX_ID = 64;

const ORDERS = {
  joined: { sort: 'joinedAt', descending: true },
  name: { sort: 'name', descending: false },
  seen: { sort: 'lastSeenAt', descending: true },
} as const satisfies Record<MemberSort, object>;

export interface MemberPage {
  members: (MemberItem & { lastSeenAt: number | null })[];
  filter: MemberFilter;
  total: number;
  /** The queries of the pages before and after this one. */
  previous: string | undefined;
  next: string | undefined;
}

/** Reads the filter of the query; `undefined` if it was edited by hand and says nothing. */
function filterOf(query: Parameters): MemberFilter | undefined {
  const given = (name: string): string => query.get(name) ?? '';
  const filter = { q: given('q').trim(), role: given('role'), status: given('status') };
  const sort = MEMBER_SORTS.find((one) => one === (query.get('sort') ?? 'joined'));
  const isKnown =
    (filter.role === '' || ROLES.some((role) => role === filter.role)) &&
    (filter.status === '' || STATUSES.some((status) => status === filter.status)) &&
    (filter.q === '' || (searchText.safeParse(filter.q).success && !filter.q.includes('\0')));
  return isKnown && sort !== undefined ? { ...filter, sort } : undefined;
}

const queryOf = (filter: MemberFilter, more: Record<string, string>): string =>
  new URLSearchParams(
    Object.entries({ ...filter, ...more }).filter(
      ([name, value]) => value !== '' && (name !== 'sort' || value !== 'joined'),
    ),
  ).toString();

/** The columns that members must have, and what a search found. */
async function conditionsOf({ school: { members } }: FastifyInstance, siteId: string, filter: MemberFilter) {
  const role = ROLES.find((one) => one === filter.role);
  const status = STATUSES.find((one) => one === filter.status);
  const where = { ...(role === undefined ? {} : { role }), ...(status === undefined ? {} : { status }) };
  const among = filter.q === '' ? {} : { among: await members.search(siteId, filter.q) };
  return { where, ...among };
}

/** @returns `undefined` if the query makes no sense, or is older than the list */
export async function memberPage(
  app: FastifyInstance,
  { membership: { siteId } }: OperatorRequest,
  query: Parameters,
): Promise<MemberPage | undefined> {
  const { members } = app.school;
  const filter = filterOf(query);
  if (filter === undefined) return undefined;
  const before = query.get('before');
  const nextTo = before ?? query.get('after');
  const neighbour = nextTo === undefined ? undefined : await findNeighbour(members, siteId, nextTo);
  if (nextTo !== undefined && neighbour === undefined) return undefined;
  const conditions = await conditionsOf(app, siteId, filter);
  const { sort, descending } = ORDERS[filter.sort];
  const { rows, hasMore } = await members.page(siteId, {
    first: MEMBERS_PER_PAGE,
    after: neighbour && { at: members.placeOf(neighbour, sort), id: neighbour.id },
    sort,
    // The page before one is read from its first row on in the opposite order.
    descending: descending !== (before !== undefined),
    ...conditions,
  });
  const shown = before === undefined ? rows : rows.toReversed();
  return {
    members: shown.map(shownMember),
    filter,
    total: await members.count(siteId, conditions.where, conditions.among),
    ...neighbours(filter, shown, neighboursOf(before !== undefined, nextTo !== undefined, hasMore)),
  };
}

function neighbours(
  filter: MemberFilter,
  shown: readonly { id: string }[],
  { hasPrevious, hasNext }: { hasPrevious: boolean; hasNext: boolean },
): Pick<MemberPage, 'previous' | 'next'> {
  const [first, last] = [shown.at(0), shown.at(-1)];
  return {
    previous: hasPrevious && first !== undefined ? queryOf(filter, { before: first.id }) : undefined,
    next: hasNext && last !== undefined ? queryOf(filter, { after: last.id }) : undefined,
  };
}

type Row = NonNullable<Awaited<ReturnType<FastifyInstance['school']['members']['find']>>>;

/** The name of a person who has not accepted the invitation is not shown to the school. */
function shownMember({ id, email, name, role, status, lastSeenAt }: Row): MemberPage['members'][number] {
  if (status === 'removed') throw new TypeError('removed members are not listed');
  return { id, email, name: status === 'invited' ? null : name, role, status, lastSeenAt };
}

const findNeighbour = async (members: FastifyInstance['school']['members'], siteId: string, id: string) =>
  id.length > MAX_ID || id.includes('\0') ? undefined : members.find(siteId, id);
