import { button, linkButton, notice, postForm } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { copyScript } from '../../kit/scripts.ts';
import { type Text, textFor } from '../../kit/text/index.ts';
import { copyBlock, copyField } from '../copyable.ts';
import { type Admission, type KnownClientGuide, notReachableText, type Snippet, stepsFor, titleFor } from './guides.ts';
import type { Standing } from './standing.ts';
import { type PlatformReview, reviewsLink, type SwitchView, switchRows } from './switch-view.ts';

export type ConnectableClient = KnownClientGuide & {
  /** `undefined` for a client that does not sign in. */
  switching?: { standing: Standing; switches: readonly SwitchView[] };
};

export type Connect = {
  clients: readonly ConnectableClient[];
  /** The page with the addresses for the school's own applications. */
  addressesHref: string;
  /** The page with what clients tried. */
  attemptsHref: string;
  applicationsHref: string;
  platform: PlatformReview;
  /** Whether the server is reachable from this computer only. */
  isLoopback: boolean;
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

export const snippet = ({ kind, content }: Snippet, text: Text): Html =>
  copyBlock(text.shell, text.connect.snippets[kind], content);

/** How the client becomes known to this server, and what was decided about the address by which it identifies itself. */
const admissionText = (
  admission: Admission,
  { host = '', switching }: ConnectableClient,
  { connect }: Text,
): string => {
  const review = admission === 'by_address' ? switching?.standing.review : undefined;
  if (review === 'blocked') return connect.addressBlocked(displayText(host));
  if (review === 'approved') return connect.addressApproved(displayText(host));
  return connect.admission[admission](displayText(host));
};

const clientDetails = (client: ConnectableClient, { clients, isLoopback, platform }: Connect, text: Text): Html => {
  const { connect } = text;
  const { admission, installHref, switching } = client;
  const isCutOff = client.isHosted && isLoopback;
  const isReady = admission === 'by_address' && switching?.standing.review === 'by_default';
  const instead = clients.find(({ key }) => key === 'mcp_remote')?.name;
  return html`<li><details class="snippets"><summary>${titleFor(client, text)}</summary>
<div class="stack">${stepsFor(client.key, text)}
${admission !== undefined && !isReady && !(isCutOff && admission === 'by_name') && html`<p class="detail">${admissionText(admission, client, text)}${admission === 'by_address' && reviewsLink(platform, text)}</p>`}
${isCutOff && notice('warning', html`<p>${notReachableText(client.key, instead, text)}</p>`)}
${installHref !== undefined && html`<p>${linkButton(installHref, connect.install(client.name), 'secondary')}</p>`}
${client.snippets.map((one) => snippet(one, text))}</div></details>
${switching !== undefined && switchRows(switching.standing, switching.switches, platform, text)}</li>`;
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
<ul class="assistants">${view.clients.map((client) => clientDetails(client, view, text))}</ul></section>
${offer === undefined && developerSection(view, text)}`;
  return page(frame, { title, body, headExtra: copyScript, isWrong: undone !== undefined });
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
<section class="stack">${ownApplication !== undefined && copyBlock(text.shell, connect.commandFor(displayText(ownApplication.name)), ownApplication.command)}
${addresses.map(({ name, url }) => copyField(text.shell, `address-${name}`, connect.addresses[name], url))}
<p class="detail">${connect.tools}</p></section>`;
  return page(frame, { title, body, headExtra: copyScript });
};
