import type { Role } from '../../../../schema/oauth/scope.ts';
import { type Text, textFor } from '../../../words/index.ts';
import { nameAndHost } from '../../kit/client.ts';
import { accountCard, day, emptyList, notice } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import type { AccountView, ClientView } from '../../kit/views.ts';
import { waitingApps } from '../../platform/schools.ts';
import { type ActivityView, activityItem } from '../activity/view.ts';
import { type OpenInvitation, openInvitations } from '../invitations/view.ts';
import { type OpenOffer, openOffers } from '../ownership/view.ts';

export type AccountOverview = {
  person: AccountView;
  /** The notice of a pending reset of the second factor. */
  reset: Html | undefined;
  /** Whether the address is to be confirmed, and which second factor can be added if there is none. */
  setUp: { email: boolean; factor: 'any' | 'app' | undefined };
  schools: readonly { name: string; role: Role; adminHref?: string }[];
  invitations: readonly OpenInvitation[];
  offers: readonly OpenOffer[];
  /** The apps that were used last. */
  apps: readonly { client: ClientView; schoolName: string; scopes: number; lastUsedAt: number }[];
  /** A school of the person that offers assistants, while no app is connected. */
  offering: { school: string; href: string } | undefined;
  /** How many apps of all schools wait for a review, for who runs the platform. */
  appsToReview: number;
  /** The latest events. */
  events: readonly ActivityView[];
  timeZone: string;
  csrf: string;
  done: keyof Text['invitation']['done'] | undefined;
};

const setUpSection = (
  { email, factor }: AccountOverview['setUp'],
  { accountHome: { setUp }, secondFactor }: Text,
): Html => {
  const item = (href: string, label: string, why: string): Html =>
    html`<li class="open"><a href="${href}">${label}</a><p class="detail">${why}</p></li>`;
  return html`<section class="stack"><h2>${setUp.title}</h2><ul class="needs">
${email && item('/account/profile', setUp.email, setUp.emailText)}
${factor !== undefined && item('/account/sign-in', factor === 'any' ? setUp.factor : secondFactor.setUp, factor === 'any' ? setUp.anyFactorText : setUp.factorText)}
</ul></section>`;
};

const schoolsSection = ({ schools }: AccountOverview, text: Text): Html => {
  const { overview } = text.account;
  const item = ({ name, role, adminHref }: AccountOverview['schools'][number]): Html =>
    html`<li><div><h3>${displayText(name)}</h3><p class="detail">${text.roles[role]}</p></div>
${adminHref !== undefined && html`<a href="${adminHref}">${overview.runIt}</a>`}</li>`;
  return html`<section class="stack"><h2>${text.shell.schools}</h2>${
    schools.length === 0
      ? emptyList(overview.noSchool, overview.noSchoolText)
      : html`<ul class="rows">${schools.map(item)}</ul>`
  }</section>`;
};

const appsSection = ({ apps, offering, timeZone }: AccountOverview, text: Text, language: string): Html => {
  const { title, none, offered, at, lastUsed, all } = text.accountHome.apps;
  const item = ({ client, schoolName, scopes, lastUsedAt }: AccountOverview['apps'][number]): Html =>
    html`<li><div><h3>${nameAndHost(client)}</h3><p class="detail">${at({ school: displayText(schoolName), scopes })}</p></div>
<p class="detail">${lastUsed} ${day(lastUsedAt, language, timeZone)}</p></li>`;
  return html`<section class="stack"><h2>${title}</h2>${
    apps.length === 0
      ? html`<p class="quiet">${none}</p>${offering !== undefined && html`<p>${offered({ school: displayText(offering.school) })} <a href="${offering.href}">${text.assistants.show}</a></p>`}`
      : html`<ul class="rows">${apps.map(item)}</ul><p><a href="/account/connected-apps">${all}</a></p>`
  }</section>`;
};

const latestSection = ({ events, timeZone }: AccountOverview, frame: PageFrame, text: Text): Html => {
  const { title, all } = text.accountHome.latest;
  return html`<section class="stack"><h2>${title}</h2>
${events.length > 0 && html`<ul class="rows">${events.map((one) => activityItem(one, { timeZone, isSection: true }, frame))}</ul>`}
<p><a href="/account/activity">${all}</a></p></section>`;
};

/** The first page of the account. */
export const accountOverviewPage = (frame: PageFrame, view: AccountOverview): string => {
  const text = textFor(frame.language);
  const { person, setUp, invitations, offers, appsToReview, reset, csrf, done } = view;
  const body = html`<div class="intro"><h1>${text.shell.areas.account}</h1><p>${text.accountHome.lead}</p></div>
${done !== undefined && notice('info', html`<p role="status">${text.invitation.done[done]}</p>`)}
${reset}
${appsToReview > 0 && waitingApps(appsToReview, text)}
<section class="panel">${accountCard(person)}</section>
${openInvitations(invitations, csrf, text)}
${openOffers(offers, { csrf, language: frame.language, text })}
${(setUp.email || setUp.factor !== undefined) && setUpSection(setUp, text)}
${schoolsSection(view, text)}
${appsSection(view, text, frame.language)}
${latestSection(view, frame, text)}`;
  return page(frame, { title: text.shell.areas.account, body });
};
