import type { Role } from '../../../../schema/oauth/scope.ts';
import { type Text, textFor } from '../../../words/index.ts';
import { button, day, emptyList, field, linkButton, notice, select } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { pager } from '../../kit/pager.ts';
import type { InvitationNeed } from './invitation-needs.ts';

export type MemberStatus = 'invited' | 'active' | 'suspended';

/** A member in lists. The name is hidden until the person has accepted the invitation. */
export type MemberItem = { id: string; email: string; name: string | null; role: Role; status: MemberStatus };

export const MEMBER_SORTS = ['joined', 'name', 'seen'] as const;
export type MemberSort = (typeof MEMBER_SORTS)[number];

/** The filter in the query; an empty string means any value. */
export type MemberFilter = { q: string; role: string; status: string; sort: MemberSort };

/** What can be done to several members at once. */
export type BulkAction = keyof Text['members']['selected']['actions'];

/** `need` is what the invitation waits for, where the list says it. */
type ListedMember = MemberItem & {
  lastSeenAt: number | null;
  isChangeable: boolean;
  need: InvitationNeed | undefined;
};

export type Members = {
  members: readonly ListedMember[];
  /** How many there are on all pages. */
  total: number;
  filter: MemberFilter;
  roles: readonly Role[];
  /** The path of this page, and the prefix of the members' paths. */
  base: string;
  timeZone: string;
  /** Whether the operator can invite and change members. */
  manages: boolean;
  done: 'removed' | 'uninvited' | 'none' | undefined;
  previousHref: string | undefined;
  nextHref: string | undefined;
};

/** Returns the name of a member, or the invited address as long as the name is hidden. */
export const nameOf = ({ name, email }: Pick<MemberItem, 'name' | 'email'>): string => displayText(name ?? email);

export const statusBadge = (status: MemberStatus, { members }: Text): Html =>
  html`<span class="badge${status !== 'active' && ' off'}">${members.statuses[status]}</span>`;

const row = (one: ListedMember, { base, manages, timeZone }: Members, text: Text, language: string): Html => {
  const { member, selected, unnamed } = text.members;
  const pick = html`<td class="pick">${one.isChangeable && html`<input type="checkbox" name="member" value="${one.id}" aria-label="${selected.select({ name: nameOf(one) })}">`}</td>`;
  return html`<tr>${manages && pick}<th scope="row"><a href="${base}/${one.id}">${nameOf(one)}</a>
<span class="detail">${one.name === null ? unnamed : displayText(one.email)}</span>
${one.need !== undefined && html`<span class="badge unknown">${text.schoolHome.needs.inList[one.need]}</span>`}</th>
<td>${text.roles[one.role]}</td><td>${statusBadge(one.status, text)}</td>
<td data-label="${member.seen}">${one.lastSeenAt === null ? text.shell.never : day(one.lastSeenAt, language, timeZone)}</td></tr>`;
};

const table = (view: Members, text: Text, language: string): Html => {
  const { member, filter, selected } = text.members;
  const columns = [filter.name, member.role, member.status, member.seen];
  return html`<table class="cards"><thead><tr>${view.manages && html`<th scope="col">${selected.column}</th>`}${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${view.members.map((one) => row(one, view, text, language))}</tbody></table>`;
};

/** The table, for people who can change members within a form that names an action for the selected ones. */
const list = (view: Members, text: Text, language: string): Html => {
  const { empty, emptyText, selected } = text.members;
  if (view.members.length === 0) return emptyList(empty, emptyText);
  if (!view.manages) return table(view, text, language);
  const options = (['suspend', 'reinstate'] as const).map((value) => ({ value, label: selected.actions[value] }));
  return html`<form class="whole" action="${view.base}/selected">${table(view, text, language)}
<div class="filters">${select({ name: 'action', label: selected.title, options })}${button(selected.submit, 'secondary')}</div></form>`;
};

const isNarrow = ({ q, role, status }: MemberFilter): boolean => q !== '' || role !== '' || status !== '';

const filters = ({ filter, roles, base }: Members, text: Text): Html => {
  const { filter: filterText, sorts, statuses } = text.members;
  const any = { value: '', label: filterText.any };
  const states = (['active', 'invited', 'suspended'] as const).map((value) => ({ value, label: statuses[value] }));
  return html`<form method="get" action="${base}" class="filters">
${field({ name: 'q', label: filterText.q, type: 'search', autocomplete: 'off', optional: true, maxLength: 100, ...(filter.q === '' ? {} : { value: filter.q }) })}
${select({ name: 'role', label: filterText.role, options: [any, ...roles.map((value) => ({ value, label: text.roles[value] }))], value: filter.role })}
${select({ name: 'status', label: filterText.status, options: [any, ...states], value: filter.status })}
${select({ name: 'sort', label: filterText.sort, options: MEMBER_SORTS.map((value) => ({ value, label: sorts[value] })), value: filter.sort })}
<div class="inline">${button(filterText.submit, 'secondary')}${isNarrow(filter) && html`<a href="${base}">${filterText.reset}</a>`}</div>
</form>`;
};

/** The page that lists all members of the school. */
export const membersPage = (frame: PageFrame, view: Members): string => {
  const text = textFor(frame.language);
  const { members: memberText, admin } = text;
  const { base, manages, done, filter, total } = view;
  const title = admin.area.pages.members;
  const body = html`<div class="head"><div class="intro"><h1>${title}</h1><p>${memberText.lead}</p></div>${manages && linkButton(`${base}/invite`, memberText.invite)}</div>
${done !== undefined && notice(done === 'none' ? 'warning' : 'info', html`<p>${done === 'uninvited' ? memberText.invitation.withdraw.done : memberText.done[done]}</p>`)}
${filters(view, text)}
<p class="detail">${memberText.total({ count: total })}${!isNarrow(filter) && html`. ${memberText.totalText}`}</p>
${list(view, text, frame.language)}
${pager(view, text)}`;
  return page(frame, { title, body });
};
