/** Finds the members that a page of the list shows, and how many each of its links leads to. */
import type { FastifyInstance } from 'fastify';
import type { Parameters } from '../../../../schema/data/parameters.ts';
import { ROLES } from '../../../../schema/people/role.ts';
import { searchText } from '../../../../schema/school/search-words.ts';
import type { FilteredPortion } from '../../kit/list.ts';
import { neighboursOf } from '../../kit/pagination.ts';
import type { OperatorRequest } from '../operator-pages.ts';

const STATUSES = ['active', 'invited', 'suspended'] as const;
export const PER_PAGE = 15;
const MAX_ID = 64;

const ORDERS = {
  seen: { sort: 'lastSeenAt', descending: true },
  name: { sort: 'name', descending: false },
} as const;
/** In place of a role: all above that of a member. */
const TEAM = 'team';
const SORTS = Object.keys(ORDERS) as readonly (keyof typeof ORDERS)[];

/** An empty string means any value. */
export type Filter = { q: string; role: string; status: string; sort: keyof typeof ORDERS };

type SearchResult = Awaited<ReturnType<FastifyInstance['school']['members']['search']>>;
export type Row = NonNullable<Awaited<ReturnType<FastifyInstance['school']['members']['find']>>>;

/** Reads the filter of the query; `undefined` if it was edited by hand and says nothing. */
function filterOf(query: Parameters): Filter | undefined {
  const parameter = (name: string): string => query.get(name) ?? '';
  const filter = { q: parameter('q').trim(), role: parameter('role'), status: parameter('status') };
  const sort = SORTS.find((one) => one === (query.get('sort') ?? 'seen'));
  const isKnown =
    (filter.role === '' || filter.role === TEAM || ROLES.some((role) => role === filter.role)) &&
    (filter.status === '' || STATUSES.some((status) => status === filter.status)) &&
    (filter.q === '' || (searchText.safeParse(filter.q).success && !filter.q.includes('\0')));
  return isKnown && sort !== undefined ? { ...filter, sort } : undefined;
}

export const queryOf = (filter: Filter, more: Record<string, string>): string =>
  new URLSearchParams(
    Object.entries({ ...filter, ...more }).filter(
      ([name, value]) => value !== '' && (name !== 'sort' || value !== 'seen'),
    ),
  ).toString();

/** The columns that members must have, and what a search found. */
async function conditionsOf({ school: { members } }: FastifyInstance, siteId: string, filter: Filter) {
  const role = ROLES.find((one) => one === filter.role);
  const status = STATUSES.find((one) => one === filter.status);
  const where = {
    ...(role === undefined ? {} : { role }),
    ...(filter.role === TEAM ? { team: true as const } : {}),
    ...(status === undefined ? {} : { status }),
  };
  const among = filter.q === '' ? {} : { among: await members.search(siteId, filter.q) };
  return { where, ...among };
}

/** How many members each link leads to. Where a search finds very many, they are not counted once for each. */
async function countsOf(
  { school: { members } }: FastifyInstance,
  siteId: string,
  among: SearchResult | undefined,
): Promise<Partial<Record<'all' | 'member' | 'invited' | 'suspended', number>>> {
  if (among !== undefined && !Array.isArray(among)) return {};
  const [all, member, invited, suspended] = await Promise.all([
    members.count(siteId, {}, among),
    members.count(siteId, { role: 'member' }, among),
    members.count(siteId, { status: 'invited' }, among),
    members.count(siteId, { status: 'suspended' }, among),
  ]);
  return { all, member, invited, suspended };
}

const findNeighbour = async (members: FastifyInstance['school']['members'], siteId: string, id: string) =>
  id.length > MAX_ID || id.includes('\0') ? undefined : members.find(siteId, id);

export type Found = FilteredPortion<Row> & { filter: Filter; counts: Awaited<ReturnType<typeof countsOf>> };

/** The one that was counted for a link, if the list is that of a link. */
const countedFor = ({ role, status }: Filter, counts: Found['counts']): number | undefined => {
  if (role === '') return status === '' ? counts.all : status === 'active' ? undefined : counts[status as 'invited'];
  return role === 'member' && status === '' ? counts.member : undefined;
};

/** How many members come before a page, as the link to it was made. */
const startIn = (query: Parameters): number | undefined => {
  const from = query.get('from') ?? '';
  return /^\d{1,6}$/.test(from) ? Number(from) : undefined;
};

/** What tells another page how many members come before it. */
const fromTo = (start: number | undefined, by: number): Record<string, string> =>
  start === undefined || start + by <= 0 ? {} : { from: String(start + by) };

/** @returns `undefined` if the query makes no sense, or is older than the list */
export async function pageOf(
  app: FastifyInstance,
  { membership: { siteId } }: OperatorRequest,
  query: Parameters,
): Promise<Found | undefined> {
  const { members } = app.school;
  const filter = filterOf(query);
  if (filter === undefined) return undefined;
  const before = query.get('before');
  const nextTo = before ?? query.get('after');
  const neighbour = nextTo === undefined ? undefined : await findNeighbour(members, siteId, nextTo);
  if (nextTo !== undefined && neighbour === undefined) return undefined;
  const conditions = await conditionsOf(app, siteId, filter);
  const { sort, descending } = ORDERS[filter.sort];
  const counts = await countsOf(app, siteId, conditions.among);
  const read = await members.page(siteId, {
    first: PER_PAGE,
    after: neighbour && { at: members.sortValueOf(neighbour, sort), id: neighbour.id },
    sort,
    // The page before one is read from its first row on in the opposite order.
    descending: descending !== (before !== undefined),
    ...conditions,
  });
  const rows = before === undefined ? read.rows : read.rows.toReversed();
  const { hasPrevious, hasNext } = neighboursOf(before !== undefined, nextTo !== undefined, read.hasMore);
  const [first, last] = [rows.at(0), rows.at(-1)];
  const start = hasPrevious ? startIn(query) : 0;
  const pageTo = (way: object, by: number) => queryOf(filter, { ...way, ...fromTo(start, by) });
  return {
    rows,
    filter,
    total: countedFor(filter, counts) ?? (await members.count(siteId, conditions.where, conditions.among)),
    isFiltered: filter.q !== '' || filter.role !== '' || filter.status !== '',
    counts,
    start,
    previous: hasPrevious && first !== undefined ? pageTo({ before: first.id }, -PER_PAGE) : undefined,
    next: hasNext && last !== undefined ? pageTo({ after: last.id }, rows.length) : undefined,
  };
}
