import type { Role } from '../../../../schema/oauth/scope.ts';
import { button, emptyList, field, linkButton, notice, select } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { type Text, textFor } from '../../kit/text/index.ts';

export type MemberStatus = 'invited' | 'active' | 'suspended';

/** A member in lists. The name is hidden until the person has accepted the invitation. */
export type MemberItem = { id: string; email: string; name: string | null; role: Role; status: MemberStatus };

/** The filter in the query; an empty string means any value. */
export type MemberFilter = { q: string; role: string; status: string };

export type Members = {
  members: readonly MemberItem[];
  filter: MemberFilter;
  roles: readonly Role[];
  /** The path of this page, and the prefix of the members' paths. */
  base: string;
  mayInvite: boolean;
  /** Whether a member has just been removed. */
  removed: boolean;
  nextHref: string | undefined;
};

/** Returns the name of a member, or the invited address as long as the name is hidden. */
export const nameOf = ({ name, email }: Pick<MemberItem, 'name' | 'email'>): string => displayText(name ?? email);

export const statusBadge = (status: MemberStatus, { members }: Text): Html =>
  html`<span class="badge${status !== 'active' && ' off'}">${members.statuses[status]}</span>`;

const item = (one: MemberItem, base: string, text: Text): Html =>
  html`<li><div><h2><a href="${base}/${one.id}">${one.name === null ? displayText(one.email) : displayText(one.name)}</a></h2>
<p class="detail">${one.name === null ? text.members.unnamed : displayText(one.email)}</p></div>
<p class="made"><span>${text.roles[one.role]}</span> ${statusBadge(one.status, text)}</p></li>`;

const filters = ({ filter, roles, base }: Members, text: Text): Html => {
  const { filter: filterText, statuses } = text.members;
  const any = { value: '', label: filterText.any };
  const states = (['active', 'invited', 'suspended'] as const).map((value) => ({ value, label: statuses[value] }));
  const isNarrow = filter.q !== '' || filter.role !== '' || filter.status !== '';
  return html`<form method="get" action="${base}" class="filters">
${field({ name: 'q', label: filterText.q, type: 'search', autocomplete: 'off', optional: true, maxLength: 100, ...(filter.q === '' ? {} : { value: filter.q }) })}
${select({ name: 'role', label: filterText.role, options: [any, ...roles.map((value) => ({ value, label: text.roles[value] }))], value: filter.role })}
${select({ name: 'status', label: filterText.status, options: [any, ...states], value: filter.status })}
<div class="inline">${button(filterText.submit, 'secondary')}${isNarrow && html`<a href="${base}">${filterText.reset}</a>`}</div>
</form>`;
};

/** The page that lists all members of the school. */
export const membersPage = (frame: PageFrame, view: Members): string => {
  const text = textFor(frame.language);
  const { members: memberText, shell, admin } = text;
  const { members, base, mayInvite, removed, nextHref } = view;
  const title = admin.area.pages.members;
  const body = html`<div class="head"><div class="intro"><h1>${title}</h1><p>${memberText.lead}</p></div>${mayInvite && linkButton(`${base}/invite`, memberText.invite)}</div>
${removed && notice('info', html`<p>${memberText.done.removed}</p>`)}
${filters(view, text)}
${members.length === 0 ? emptyList(memberText.empty, memberText.emptyText) : html`<ul class="rows">${members.map((one) => item(one, base, text))}</ul>`}
${nextHref !== undefined && html`<p class="more">${linkButton(nextHref, shell.next, 'secondary')}</p>`}`;
  return page(frame, { title, body });
};
