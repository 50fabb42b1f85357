import { isChangingScope, OPERATOR_SCOPES, subjectOf } from '../../../../schema/oauth/scope.ts';
import { fill, type Text, textFor } from '../../../words/index.ts';
import { button, linkButton, notice, postForm } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { copyScript } from '../../kit/scripts.ts';
import { copyBlock, copyField } from '../copyable.ts';
import { CLIENTS } from './clients.ts';
import {
  type Admission,
  type KnownClient,
  type KnownClientGuide,
  notReachableText,
  type Snippet,
  stepsFor,
  titleFor,
} from './guides.ts';
import type { Standing } from './standing.ts';
import { type PlatformReview, reviewsLink, type SwitchView, switchRows } from './switch-view.ts';

/** The switches of a client; `undefined` for one that does not sign in. */
export type Switching = { standing: Standing; switches: readonly SwitchView[] } | undefined;

export type ConnectableClient = {
  key: KnownClient;
  name: string;
  /** The page with its guide. */
  href: string;
  switching: Switching;
};

export type Connect = {
  clients: readonly ConnectableClient[];
  /** The page with the addresses for the school's own applications. */
  addressesHref: string;
  /** The page with what clients tried. */
  attemptsHref: string;
  applicationsHref: string;
  platform: PlatformReview;
  /** What members see. */
  memberGuideHref: string;
  /** How a switch ended that led here. */
  done: string | undefined;
  undone: ConnectUndone | undefined;
  /** The form that turns on the beta feature, while it is off. */
  offer: ConnectOffer | undefined;
};

export type ConnectUndone = keyof Text['connect']['switches']['undone'];
export type ConnectOffer = { action: string; csrf: string };

const snippet = ({ kind, content }: Snippet, text: Text): Html =>
  copyBlock(text.shell, text.connect.snippets[kind], content);

export type Guide = {
  client: KnownClientGuide;
  standing: Standing | undefined;
  /** The page on which apps are reviewed, if the person can open it. */
  reviewsHref: string | undefined;
  /** Whether the server is reachable from this computer only. */
  isLoopback: boolean;
  /** What the address lets the client change from the first consent on, if it signs in. */
  chosen: ReadonlySet<string>;
  /** The page with all clients. */
  listHref: string;
};

/** How the client becomes known to this server, and what was decided about the address by which it identifies itself. */
const admissionText = (admission: Admission, { client, standing }: Guide, { connect }: Text): string => {
  const { host = '' } = client;
  const review = admission === 'by_address' ? standing?.review : undefined;
  if (review === 'blocked') return connect.addressBlocked({ host: displayText(host) });
  if (review === 'approved') return connect.addressApproved({ host: displayText(host) });
  return fill(connect.admission[admission], { host: displayText(host) });
};

const clientItem = (client: ConnectableClient, { platform }: Connect, text: Text): Html =>
  html`<li><h3><a href="${client.href}">${titleFor(client, text)}</a></h3>
${client.switching !== undefined && switchRows(client.switching.standing, client.switching.switches, platform, text)}</li>`;

const CHANGING = OPERATOR_SCOPES.filter(isChangingScope);

/** Makes the address with which a client asks for changes at once: few ask for more later. */
const changesForm = ({ chosen, client }: Guide, text: Text): Html => {
  const { changes } = text.connect;
  const says = client.asksForAll === true ? changes.all({ app: client.name }) : changes.text;
  return html`<details${chosen.size > 0 && html` open`}><summary>${changes.title}</summary>
<form method="get" class="stack"><fieldset class="choices"><legend>${says}</legend>
${CHANGING.map((scope) => html`<label class="choice"><input type="checkbox" name="tools" value="${subjectOf(scope)}"${chosen.has(subjectOf(scope)) && html` checked`}><span>${text.scopes[scope]}</span></label>`)}</fieldset>
<div class="inline">${button(changes.submit, 'secondary')}</div></form></details>`;
};

/** The page with what is typed or pasted into one client. */
export const guidePage = (frame: PageFrame, guide: Guide): string => {
  const text = textFor(frame.language);
  const { connect } = text;
  const { client, standing, isLoopback, listHref } = guide;
  const { admission, installHref } = client;
  const isCutOff = client.isHosted && isLoopback;
  const isReady = admission === 'by_address' && standing?.review === 'by_default';
  const instead = CLIENTS.find(({ key }) => key === 'mcp_remote')?.name;
  const title = titleFor(client, text);
  const body = html`<div class="intro"><p><a href="${listHref}">${connect.title}</a></p><h1>${title}</h1>${stepsFor(client.key, text)}</div>
<section class="stack">${admission !== undefined && !isReady && !(isCutOff && admission === 'by_name') && html`<p class="detail">${admissionText(admission, guide, text)}${admission === 'by_address' && reviewsLink(guide, text)}</p>`}
${isCutOff && notice('warning', html`<p>${notReachableText(client.key, instead, text)}</p>`)}
${installHref !== undefined && html`<p>${linkButton(installHref, connect.install({ client: client.name }), 'secondary')}</p>`}
${client.snippets.map((one) => snippet(one, text))}
${admission !== undefined && changesForm(guide, text)}</section>`;
  return page(frame, { title, body, headExtra: copyScript });
};

const offerForm = ({ action, csrf }: ConnectOffer, { connect }: Text): Html =>
  html`<p>${connect.offer.text}</p>
${postForm({ action, csrf, hidden: { feature: 'mcp_connections', on: 'yes', next: 'connect' }, body: html`<div class="inline">${button(connect.offer.submit)}</div>` })}`;

/** The page with the switches, URLs and commands for each known client. */
export const connectPage = (frame: PageFrame, view: Connect): string => {
  const text = textFor(frame.language);
  const { connect } = text;
  const { done, undone, offer } = view;
  const { title } = connect;
  const body = html`<div class="intro"><h1>${title}</h1><p>${connect.lead}</p></div>
${offer !== undefined && offerForm(offer, text)}
${undone !== undefined && notice('problem', html`<p>${connect.switches.undone[undone]}</p>`)}
${done !== undefined && notice('info', html`<p role="status">${done}</p>`)}
<section class="stack"><h2>${connect.clientsTitle}</h2><p>${connect.switches.lead}</p><p><a href="${view.memberGuideHref}">${connect.switches.preview}</a> · <a href="${view.attemptsHref}">${text.attempts.title}</a></p>${!view.platform.isDecided && html`<p class="quiet">${text.reviews.noOneDecides}</p>`}
<ul class="assistants">${view.clients.map((client) => clientItem(client, view, text))}</ul></section>
${offer === undefined && developerSection(view, text)}`;
  return page(frame, { title, body, isWrong: undone !== undefined });
};

const developerSection = (view: Connect, text: Text): Html => {
  const { connect } = text;
  return html`<section class="stack"><h2>${connect.own.title}</h2><p>${connect.own.text}</p>
<p class="inline">${linkButton(view.applicationsHref, text.admin.area.pages.applications, 'secondary')}
${linkButton(view.addressesHref, connect.addressesTitle, 'secondary')}</p></section>`;
};

export type Addresses = {
  addresses: readonly { name: keyof Text['connect']['addresses']; url: string }[];
  /** The newest of the school's applications with which the command works. */
  ownApplication: { name: string; command: string } | undefined;
};

/** The page with the addresses that the school's own applications need. */
export const addressesPage = (frame: PageFrame, { addresses, ownApplication }: Addresses): string => {
  const text = textFor(frame.language);
  const { connect } = text;
  const title = connect.addressesTitle;
  const body = html`<div class="intro"><h1>${title}</h1><p>${connect.own.text}</p></div>
<section class="stack">${ownApplication !== undefined && copyBlock(text.shell, connect.commandFor({ application: displayText(ownApplication.name) }), ownApplication.command)}
${addresses.map(({ name, url }) => copyField(text.shell, `address-${name}`, connect.addresses[name], url))}
<p class="detail">${connect.tools}</p></section>`;
  return page(frame, { title, body, headExtra: copyScript });
};
