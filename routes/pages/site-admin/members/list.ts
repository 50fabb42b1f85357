/** The list of the members of a school, and what can be done to several of them. */
import type { FastifyInstance } from 'fastify';
import { roleMayGrant } from '../../../../schema/oauth/scope.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import type { Text } from '../../../words/index.ts';
import { ago, linkButton, optionsOf } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type Chosen, type Column, listPage } from '../../kit/list.ts';
import type { Visit } from '../../kit/page.ts';
import { at, belowSchool, type OperatorRequest, runAs, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { namesOf, selectedRows } from '../selected.ts';
import { needingInvitations } from './delivery.ts';
import { type Filter, type Found, PER_PAGE, pageOf, queryOf, type Row } from './finding.ts';
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

/** Actions on several members, with the status that each member has before. */
const BEFORE = { suspend: 'active', reinstate: 'suspended' } as const;
const ACTIONS = ['suspend', 'reinstate'] as const;

export function memberList(app: FastifyInstance, { seeing, managers }: SiteAdminPages): void {
  const address = (signedIn: OperatorRequest): string => at(signedIn, MEMBERS);

  listPage(app, belowSchool(seeing('members:read'), MEMBERS), {
    at: `${SCHOOL}${MEMBERS}`,
    address,
    load: (visit) => load(app, visit),
    title: (_found, { text }) => text.admin.area.pages.members,
    lead: ({ counts, total }, { text }) => html`<p>${text.members.total({ count: counts.all ?? total })}</p>`,
    done: ({ text: { members } }) => ({
      removed: members.done.removed,
      uninvited: members.invitation.withdraw.done,
      none: members.done.none,
    }),
    add: ({ signedIn, text }) =>
      signedIn.manages &&
      html`<div class="inline">${linkButton(`${address(signedIn)}/tag`, text.content.actions.tag_members.label, 'secondary')}${linkButton(`${address(signedIn)}/invite`, text.members.invite, 'primary', 'user-plus')}</div>`,
    filters: (found, { signedIn, text }) => chosenOf(found, address(signedIn), text),
    columns: (visit, { filter }) => columns(visit, filter),
    selecting: ({ signedIn, text: { members } }) =>
      signedIn.manages && {
        name: 'member',
        idOf: (row) => (readOnlyReason(signedIn, row) === undefined ? { id: row.id, name: nameOf(row) } : undefined),
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

/** @returns `undefined` if the query makes no sense, or is older than the list */
async function load(app: FastifyInstance, { signedIn, query }: Visit<OperatorRequest>) {
  const found = await pageOf(app, signedIn, query);
  if (found === undefined) return undefined;
  const { membership, manages } = signedIn;
  // Among all members it would only be said of the few that are invited.
  const isNeeded = manages && found.filter.status === 'invited' && found.rows.length > 0;
  const needing = isNeeded ? await needingInvitations(app, membership.siteId) : [];
  const needs = new Map(needing.map(({ personId, need }) => [personId, need]));
  const ids = roleMayGrant(membership, 'students:read') ? found.rows.map(({ id }) => id) : [];
  const courses = await app.school.students.courses(membership.siteId, ids);
  return {
    ...found,
    rows: found.rows.map((row) => ({ ...row, need: needs.get(row.id), courses: courses.get(row.id) })),
  };
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
    return html`<a href="${memberPath(signedIn, row)}">${nameOf(row)}</a>${pill(row, text)}
<span class="detail">${row.name === null ? unnamed : displayText(row.email)}</span>`;
  };
  const courses: Column<ListedRow> = {
    head: text.learning.courses,
    cell: (row) => row.courses || '–',
    isLabelled: true,
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
      cell: ({ lastSeenAt }) =>
        lastSeenAt === null ? '–' : ago(lastSeenAt, now, language, { unit: 'minute', timeZone }),
      sort: sort('seen', 'descending'),
      isNumber: true,
    },
  ];
}

/** Links with the number of members that they lead to, also among those that a search found. */
function chosenOf({ counts, filter }: Found, here: string, { members }: Text): Chosen {
  const { q, role, sort, status } = filter;
  const to = (label: string, count: number | undefined, set: { role?: Filter['role']; status?: string }) => {
    const query = queryOf({ q, role: '', status: '', sort, ...set }, {});
    const isCurrent = role === (set.role ?? '') && status === (set.status ?? '');
    return {
      label,
      ...(count === undefined ? {} : { count }),
      href: query === '' ? here : `${here}?${query}`,
      isCurrent,
    };
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
        to(chips.team, counts.all && counts.all - (counts.member ?? 0), { role: 'team' }),
      ],
      [
        to(statuses.invited, counts.invited, { status: 'invited' }),
        to(statuses.suspended, counts.suspended, { status: 'suspended' }),
      ].filter(({ count, isCurrent }) => count !== 0 || isCurrent),
    ],
  };
}
