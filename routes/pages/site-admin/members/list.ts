/** The list of the members of a school, and what can be done to several of them. */
import type { FastifyInstance } from 'fastify';
import type { Parameters } from '../../../../schema/data/parameters.ts';
import { ROLES } from '../../../../schema/people/role.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import { searchText } from '../../../../schema/school/search-words.ts';
import type { Text } from '../../../words/index.ts';
import { day, linkButton, optionsOf, searchField, select } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type Column, type FilteredPortion, listPage } from '../../kit/list.ts';
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
  joined: { sort: 'joinedAt', descending: true },
  name: { sort: 'name', descending: false },
  seen: { sort: 'lastSeenAt', descending: true },
} as const;
const SORTS = Object.keys(ORDERS) as readonly (keyof typeof ORDERS)[];

/** An empty string means any value. */
type Filter = { q: string; role: string; status: string; sort: keyof typeof ORDERS };

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
      return found && { ...found, rows: found.rows.map((row) => ({ ...row, need: needs.get(row.id) })) };
    },
    title: (_found, { text }) => text.admin.area.pages.members,
    lead: (_found, { text }) => html`<p>${text.members.lead}</p>`,
    done: ({ text: { members } }) => ({
      removed: members.done.removed,
      uninvited: members.invitation.withdraw.done,
      none: members.done.none,
    }),
    add: ({ signedIn, text }) =>
      signedIn.manages &&
      html`<div class="inline">${linkButton(`${address(signedIn)}/invite`, text.members.invite)}${linkButton(`${address(signedIn)}/tag`, text.content.actions.tag_members.label, 'secondary')}</div>`,
    filters: ({ filter }, { text }) => filterFields(filter, text),
    count: ({ total, isFiltered }, { text: { members } }) =>
      html`${members.total({ count: total })}${!isFiltered && html`. ${members.totalText}`}`,
    columns,
    selecting: ({ signedIn, text: { members } }) =>
      signedIn.manages && {
        name: 'member',
        idOf: (row) =>
          readOnlyReason(signedIn, row) === undefined ? { id: row.id, name: nameOf(visibleName(row)) } : undefined,
        title: members.selected.title,
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

type ListedRow = Row & { need: Awaited<ReturnType<typeof needingInvitations>>[number]['need'] | undefined };

function columns({ signedIn, language, text, timeZone }: Visit<OperatorRequest>): readonly Column<ListedRow>[] {
  const { filter, member, unnamed } = text.members;
  const nameCell = (row: ListedRow): Html => {
    const { name } = visibleName(row);
    return html`<a href="${memberPath(signedIn, row)}">${nameOf(visibleName(row))}</a>
<span class="detail">${name === null ? unnamed : displayText(row.email)}</span>
${row.need !== undefined && html`<span class="badge unknown">${text.schoolHome.needs.inList[row.need]}</span>`}`;
  };
  return [
    { head: filter.name, cell: nameCell },
    { head: member.role, cell: ({ role }) => text.roles[role] },
    { head: member.status, cell: ({ status }) => status !== 'removed' && statusBadge(status, text) },
    {
      head: member.seen,
      cell: ({ lastSeenAt }) => (lastSeenAt === null ? text.shell.never : day(lastSeenAt, language, timeZone)),
      isLabelled: true,
    },
  ];
}

function filterFields({ q, role, status, sort }: Filter, { members, roles }: Text): readonly Html[] {
  const { filter, sorts, statuses } = members;
  const any = { value: '', label: filter.any };
  return [
    searchField({ label: filter.q, optional: true, maxLength: 100 }, q),
    select({ name: 'role', label: filter.role, options: [any, ...optionsOf(ROLES, roles)], value: role }),
    select({ name: 'status', label: filter.status, options: [any, ...optionsOf(STATUSES, statuses)], value: status }),
    select({ name: 'sort', label: filter.sort, options: optionsOf(SORTS, sorts), value: sort }),
  ];
}

/** Reads the filter of the query; `undefined` if it was edited by hand and says nothing. */
function filterOf(query: Parameters): Filter | undefined {
  const parameter = (name: string): string => query.get(name) ?? '';
  const filter = { q: parameter('q').trim(), role: parameter('role'), status: parameter('status') };
  const sort = SORTS.find((one) => one === (query.get('sort') ?? 'joined'));
  const isKnown =
    (filter.role === '' || ROLES.some((role) => role === filter.role)) &&
    (filter.status === '' || STATUSES.some((status) => status === filter.status)) &&
    (filter.q === '' || (searchText.safeParse(filter.q).success && !filter.q.includes('\0')));
  return isKnown && sort !== undefined ? { ...filter, sort } : undefined;
}

const queryOf = (filter: Filter, more: Record<string, string>): string =>
  new URLSearchParams(
    Object.entries({ ...filter, ...more }).filter(
      ([name, value]) => value !== '' && (name !== 'sort' || value !== 'joined'),
    ),
  ).toString();

/** The columns that members must have, and what a search found. */
async function conditionsOf({ school: { members } }: FastifyInstance, siteId: string, filter: Filter) {
  const role = ROLES.find((one) => one === filter.role);
  const status = STATUSES.find((one) => one === filter.status);
  const where = { ...(role === undefined ? {} : { role }), ...(status === undefined ? {} : { status }) };
  const among = filter.q === '' ? {} : { among: await members.search(siteId, filter.q) };
  return { where, ...among };
}

const findNeighbour = async (members: FastifyInstance['school']['members'], siteId: string, id: string) =>
  id.length > MAX_ID || id.includes('\0') ? undefined : members.find(siteId, id);

/** @returns `undefined` if the query makes no sense, or is older than the list */
async function pageOf(
  app: FastifyInstance,
  { membership: { siteId } }: OperatorRequest,
  query: Parameters,
): Promise<(FilteredPortion<Row> & { filter: Filter }) | undefined> {
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
  return {
    rows,
    filter,
    total: await members.count(siteId, conditions.where, conditions.among),
    isFiltered: filter.q !== '' || filter.role !== '' || filter.status !== '',
    previous: hasPrevious && first !== undefined ? queryOf(filter, { before: first.id }) : undefined,
    next: hasNext && last !== undefined ? queryOf(filter, { after: last.id }) : undefined,
  };
}
