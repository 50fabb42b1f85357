import type { Role } from '../../../../schema/oauth/scope.ts';
import { accountCard, emptyList, notice } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { type Text, textFor } from '../../kit/text/index.ts';
import type { AccountView } from '../../kit/views.ts';
import { type OpenInvitation, openInvitations } from '../invitations/view.ts';

export type AccountOverview = {
  person: AccountView;
  schools: readonly { name: string; role: Role; adminHref?: string }[];
  invitations: readonly OpenInvitation[];
  csrf: string;
  done: keyof Text['invitation']['done'] | undefined;
};

const schoolItem = ({ name, role, adminHref }: AccountOverview['schools'][number], text: Text): Html =>
  html`<li><div><h3>${displayText(name)}</h3><p class="detail">${text.roles[role]}</p></div>
${adminHref !== undefined && html`<a href="${adminHref}">${text.account.overview.runIt}</a>`}</li>`;

/** The first page of the account: the person, their schools, and links to the other pages. */
export const accountOverviewPage = (frame: PageFrame, view: AccountOverview): string => {
  const text = textFor(frame.language);
  const { person, schools, invitations, csrf, done } = view;
  const { overview, area } = text.account;
  const list =
    schools.length === 0
      ? emptyList(overview.noSchool, overview.noSchoolText)
      : html`<ul class="rows">${schools.map((school) => schoolItem(school, text))}</ul>`;
  const body = html`<div class="intro"><h1>${text.shell.areas.account}</h1><p>${overview.lead}</p></div>
${done !== undefined && notice('info', html`<p role="status">${text.invitation.done[done]}</p>`)}
<section class="panel">${accountCard(person)}</section>
${openInvitations(invitations, csrf, text)}
<section class="stack"><h2>${text.shell.schools}</h2>${list}</section>
<section class="stack"><h2>${overview.next}</h2>
<ul class="links">
<li><a href="/account/connected-apps">${area.pages.connectedApps}</a>: ${overview.connectedApps}</li>
<li><a href="/account/sessions">${area.pages.sessions}</a>: ${overview.sessions}</li>
<li><a href="/account/activity">${area.pages.activity}</a>: ${overview.activity}</li>
<li><a href="/account/sign-in">${area.pages.signIn}</a>: ${overview.signIn}</li>
<li><a href="/account/profile">${area.pages.profile}</a>: ${overview.profile}</li>
</ul></section>`;
  return page(frame, { title: text.shell.areas.account, body });
};
