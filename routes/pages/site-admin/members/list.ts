/** The list of the members of a school, and what can be done to several of them. */
import type { FastifyInstance } from 'fastify';
import type { Parameters } from '../../../../schema/data/parameters.ts';
import { roleMayGrant } from '../../../../schema/oauth/scope.ts';
import { ROLES } from '../../../../schema/people/role.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import { searchText } from '../../../../schema/school/search-words.ts';
import type { Text } from '../../../words/index.ts';
import { ago, linkButton, optionsOf } from '../../kit/components.ts';
import { displayText, initialOf } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type Chosen, type Column, type FilteredPortion, listPage } from '../../kit/list.ts';
import type { Visit } from '../../kit/page.ts';
import { neighboursOf } from '../../kit/pagination.ts';
import { namesOf, selectedRows } from '../../kit/selected.ts';
import { at, belowSchool, type OperatorRequest, runAs, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { needingInvitations } from './delivery.ts';
import {
  findMemberNamed,
  MEMBERS,
  memberPath,
  nameOf,
  orderedList,
  readOnlyReason,
  type ShownMember,
  statusBadge,
} from './member.ts';

const STATUSES = ['active', 'invited', 'suspended'] as const;
const PER_PAGE = 20;
const MAX_ID = 64;

const ORDERS = {
  seen: { sort: 'lastSeenAt', descending: true },
  name: { sort: 'name', descending: false },
} as const;
/** In place of a role: all above that of a member. */
const TEAM = 'team';
const SORTS = Object.keys(ORDERS) as readonly (keyof typeof ORDERS)[];

/** An empty string means any value. */
type Filter = { q: string; role: string; status: string; sort: keyof typeof ORDERS };

type SearchResult = Awaited<ReturnType<FastifyInstance['school']['members']['search']>>;
type Row = NonNullable<Awaited<ReturnType<FastifyInstance['school']['members']['find']>>>;

/** Actions on several members, with the status that each member has before. */
const BEFORE = { suspend: 'active', reinstate: 'suspended' } as const;
const ACTIONS = ['suspend', 'reinstate'] as const;

export function memberList(app: FastifyInstance, { seeing, managers }: SiteAdminPages): void {
  const address = (signedIn: OperatorRequest): string => at(signedIn, MEMBERS);

  listPage(app, belowSchool(seeing('members:read'), MEMBERS), {
    at: `${SCHOOL}${MEMBERS}`,
    address,
    async load({ signedIn, query }) {
      const found = await pageOf(app, signedIn, query);
      // Among all members it would only be said of the few that are invited.
      const isNeeded = signedIn.manages && found?.filter.status === 'invited' && found.rows.length > 0;
      const needing = isNeeded ? await needingInvitations(app, signedIn.membership.siteId) : [];
      const needs = new Map(needing.map(({ personId, need }) => [personId, need]));
      const isSeen = roleMayGrant(signedIn.membership, 'students:read');
      const ids = isSeen ? (found?.rows ?? []).map(({ id }) => id) : [];
      const courses = await app.school.students.courses(signedIn.membership.siteId, ids);
      return (
        found && {
          ...found,
          rows: found.rows.map((row) => ({ ...row, need: needs.get(row.id), courses: courses.get(row.id) })),
        }
      );
    },
    title: (_found, { text }) => text.admin.area.pages.members,
    lead: ({ counts }, { text }) => html`<p>${text.members.total({ count: counts.all })}</p>`,
    done: ({ text: { members } }) => ({
      removed: members.done.removed,
      uninvited: members.invitation.withdraw.done,
      none: members.done.none,
    }),
    add: ({ signedIn, text }) =>
      signedIn.manages && linkButton(`${address(signedIn)}/invite`, text.members.invite, 'primary', 'user-plus'),
    filters: (found, { signedIn, text }) => chosenOf(found, address(signedIn), text),
    columns: (visit, { filter }) => columns(visit, filter),
    selecting: ({ signedIn, text: { members } }) =>
      signedIn.manages && {
        name: 'member',
        idOf: (row) =>
          readOnlyReason(signedIn, row) === undefined ? { id: row.id, name: nameOf(visibleName(row)) } : undefined,
        actions: optionsOf(ACTIONS, members.selected.actions),
      },
    empty: ({ text: { members } }) => {
      const none = { title: members.empty, text: members.emptyText };
      return { none, noneFound: none };
    },
  });

  selectedRows<OperatorRequest, (typeof ACTIONS)[number], ShownMember>(app, belowSchool(managers, MEMBERS), {
    at: `${SCHOOL}${MEMBERS}`,
    address,
    name: 'member',
    most: PER_PAGE,
    actions: ACTIONS,
    async find(signedIn, ids) {
      const found = await Promise.all(ids.map((id) => findMemberNamed(app, signedIn, id)));
      return found.filter((member) => member !== undefined);
    },
    fits: (signedIn, member, action) =>
      readOnlyReason(signedIn, member) === undefined && member.status === BEFORE[action],
    nameOf,
    async describe(signedIn, { action, fitting, others }) {
      const { confirm, selected } = signedIn.text.members;
      const text = action === 'suspend' ? confirm.suspendText : confirm.roleText;
      const ordered = action === 'suspend' && (await orderedList(app, signedIn, fitting));
      return {
        title: selected.ask[action]({ count: fitting.length }),
        consequences: html`${namesOf(fitting, nameOf)}<p>${text}</p>${ordered}${others.length > 0 && html`<p>${selected.others}</p>${namesOf(others, nameOf)}`}`,
        submit: selected.actions[action],
      };
    },
    change: (signedIn, action, member) => changed(app, signedIn, action, member),
    report: ({ text: { admin, members } }, action) => ({
      title: members.selected.title,
      changed: members.selected.done[action],
      refused: members.selected.refused,
      back: admin.area.pages.members,
    }),
  });
}

/** @returns whether the operation was not refused */
async function changed(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  action: (typeof ACTIONS)[number],
  { id }: ShownMember,
): Promise<boolean> {
  const { suspend_member, reinstate_member } = app.school.operations;
  try {
    if (action === 'suspend') await runAs(app, signedIn, suspend_member, { id });
    else await runAs(app, signedIn, reinstate_member, { id });
    return true;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return false;
  }
}

/** The name of a person who has not accepted the invitation is not shown to the school. */
const visibleName = ({ name, email, status }: Row) => ({ name: status === 'invited' ? null : name, email });

type ListedRow = Row & {
  need: Awaited<ReturnType<typeof needingInvitations>>[number]['need'] | undefined;
  courses: number | undefined;
};

/** A status that is not the usual one, or what an invitation needs. */
function pill({ need, status }: ListedRow, text: Text): Html | false {
  if (need !== undefined) return html`<span class="badge unknown">${text.schoolHome.needs.inList[need]}</span>`;
  return status !== 'active' && status !== 'removed' && statusBadge(status, text);
}

function columns(
  { signedIn, language, now, text, timeZone }: Visit<OperatorRequest>,
  filter: Filter,
): readonly Column<ListedRow>[] {
  const { filter: words, member, unnamed } = text.members;
  const sort = (name: Filter['sort'], direction: 'ascending' | 'descending') =>
    filter.sort === name
      ? { direction }
      : { href: `${at(signedIn, MEMBERS)}?${queryOf({ ...filter, sort: name }, {})}` };
  const nameCell = (row: ListedRow): Html => {
    const { name } = visibleName(row);
    const shown = nameOf(visibleName(row));
    return html`<a href="${memberPath(signedIn, row)}">${shown}</a>${pill(row, text)}
<span class="detail">${name === null ? unnamed : displayText(row.email)}</span><span class="tile round" aria-hidden="true">${initialOf(shown)}</span>`;
  };
  const courses: Column<ListedRow> = {
    head: text.learning.courses,
    cell: (row) => row.courses || '–',
    narrow: (row) => text.members.courses({ count: row.courses ?? 0 }),
    isNumber: true,
  };
  return [
    { head: words.name, cell: nameCell, sort: sort('name', 'ascending') },
    {
      head: member.role,
      cell: ({ role }) => (role === 'member' ? text.roles[role] : html`<strong>${text.roles[role]}</strong>`),
    },
    ...(roleMayGrant(signedIn.membership, 'students:read') ? [courses] : []),
    {
      head: member.seen,
      cell: ({ lastSeenAt }) => (lastSeenAt === null ? '–' : ago(lastSeenAt, now, language, timeZone)),
      sort: sort('seen', 'descending'),
      isNumber: true,
    },
  ];
}

/** Links with the number of members that they lead to, also among those that a search found. */
function chosenOf({ counts, filter }: Found, here: string, { members }: Text): Chosen {
  const { q, role, sort, status } = filter;
  const to = (label: string, count: number, set: { role?: Filter['role']; status?: string }) => {
    const query = queryOf({ q, role: '', status: '', sort, ...set }, {});
    const isCurrent = role === (set.role ?? '') && status === (set.status ?? '');
    return { label, count, href: query === '' ? here : `${here}?${query}`, isCurrent };
  };
  const { chips, statuses } = members;
  return {
    label: members.filter.q,
    q,
    hidden: {
      ...(role === '' ? {} : { role }),
      ...(status === '' ? {} : { status }),
      ...(sort === 'seen' ? {} : { sort }),
    },
    chips: [
      [
        to(chips.all, counts.all, {}),
        to(chips.members, counts.member, { role: 'member' }),
        to(chips.team, counts.all - counts.member, { role: 'team' }),
      ],
      [
        to(statuses.invited, counts.invited, { status: 'invited' }),
        to(statuses.suspended, counts.suspended, { status: 'suspended' }),
      ].filter(({ count, isCurrent }) => count > 0 || isCurrent),
    ],
  };
}

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

const queryOf = (filter: Filter, more: Record<string, string>): string =>
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

/** How many members each link leads to. */
async function countsOf({ school: { members } }: FastifyInstance, siteId: string, among: SearchResult | undefined) {
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

type Found = FilteredPortion<Row> & { filter: Filter; counts: Awaited<ReturnType<typeof countsOf>> };

/** How many members come before a page, as the link to it was made. */
const precedingIn = (query: Parameters): number => {
  const from = query.get('from') ?? '';
  return /^\d{1,6}$/.test(from) ? Number(from) : 0;
};

/** @returns `undefined` if the query makes no sense, or is older than the list */
async function pageOf(
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
  const preceding = precedingIn(query);
  const to = (way: object, from: number) => queryOf(filter, { ...way, ...(from > 0 ? { from: String(from) } : {}) });
  return {
    rows,
    filter,
    total: await members.count(siteId, conditions.where, conditions.among),
    isFiltered: filter.q !== '' || filter.role !== '' || filter.status !== '',
    counts: await countsOf(app, siteId, conditions.among),
    preceding,
    previous: hasPrevious && first !== undefined ? to({ before: first.id }, preceding - PER_PAGE) : undefined,
    next: hasNext && last !== undefined ? to({ after: last.id }, preceding + rows.length) : undefined,
  };
}
