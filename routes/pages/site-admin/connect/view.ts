import { button, linkButton, notice, postForm } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { copyScript } from '../../kit/scripts.ts';
import { type Text, textFor } from '../../kit/text/index.ts';
import { copyBlock, copyField } from '../copyable.ts';

export type ConnectText = Text['connect'];
export type AddressName = keyof ConnectText['addresses'];
export type KnownClient = keyof ConnectText['clients'];

/** How a client becomes known to this server. */
export type Admission = keyof ConnectText['admission'];

export type Snippet = { kind: keyof ConnectText['snippets']; content: string };

export type ConnectableClient = {
  key: KnownClient;
  /** A proper name, which is the same in every language. */
  name: string;
  /** Whether the client runs on other people's servers, from which this one must be reachable. */
  isHosted: boolean;
  admission: Admission | undefined;
  /** The host of its metadata document. */
  host?: string;
  snippets: readonly Snippet[];
};

/** An agent of a member, which uses an application of the school. */
export type MemberAgent = {
  /** A proper name, which is the same in every language. */
  name: string;
  /** The redirect URI that the application needs for it and does not have. */
  missingRedirectUri: string | undefined;
  snippets: readonly Snippet[];
};

export type Connect = {
  addresses: readonly { name: AddressName; url: string }[];
  clients: readonly ConnectableClient[];
  /** The values that a school's own applications need. */
  ownApplication: readonly Snippet[];
  /** The page with what members paste into their agents. */
  membersHref: string;
  applicationsHref: string;
  reviewsHref: string;
  /** Whether the server is reachable from this computer only. */
  isLoopback: boolean;
};

const snippet = ({ kind, content }: Snippet, text: Text): Html =>
  copyBlock(text.shell, text.connect.snippets[kind], content);

const clientDetails = (client: ConnectableClient, { isLoopback, reviewsHref }: Connect, text: Text): Html => {
  const { connect } = text;
  const { admission, host = '' } = client;
  return html`<details class="snippets"><summary>${client.name}</summary>
<div class="stack"><p>${connect.clients[client.key]}</p>
${admission !== undefined && html`<p class="detail">${connect.admission[admission](displayText(host))}${admission === 'by_address' && html` <a href="${reviewsHref}">${text.admin.area.pages.reviews}</a>`}</p>`}
${client.isHosted && isLoopback && notice('warning', html`<p>${connect.notReachable}</p>`)}
${client.snippets.map((one) => snippet(one, text))}</div></details>`;
};

const agentDetails = ({ name, missingRedirectUri, snippets }: MemberAgent, text: Text): Html => {
  const { addressMissing } = text.connect.members;
  return html`<details class="snippets"><summary>${name}</summary>
<div class="stack">${missingRedirectUri !== undefined && notice('warning', html`<p>${addressMissing}</p><p><code>${missingRedirectUri}</code></p>`)}
${snippets.map((one) => snippet(one, text))}</div></details>`;
};

/** The page with URLs and commands for each known client. */
export const connectPage = (frame: PageFrame, view: Connect): string => {
  const text = textFor(frame.language);
  const { connect } = text;
  const body = html`<div class="intro"><h1>${connect.title}</h1><p>${connect.lead}</p></div>
<section class="stack"><h2>${connect.addressesTitle}</h2>
${view.addresses.map(({ name, url }) => copyField(text.shell, `address-${name}`, connect.addresses[name], url))}
<p class="detail">${connect.tools}</p></section>
<section class="stack"><h2>${connect.clientsTitle}</h2><p>${connect.clientsLead}</p>
<div>${view.clients.map((client) => clientDetails(client, view, text))}</div></section>
<section class="stack"><h2>${connect.members.title}</h2><p>${connect.members.lead}</p>
<p>${linkButton(view.membersHref, connect.members.show, 'secondary')}</p></section>
<section class="stack"><h2>${connect.own.title}</h2><p>${connect.own.text}</p>
${view.ownApplication.map((one) => snippet(one, text))}
<p>${linkButton(view.applicationsHref, text.admin.area.pages.applications, 'secondary')}</p></section>`;
  return page(frame, { title: connect.title, body, headExtra: copyScript });
};

export type MemberAgents = {
  /** Which application the agents use, if the school has one for them. */
  application: { name: string; agents: readonly MemberAgent[] } | undefined;
  applicationsHref: string;
};

/** The page with what members paste into their agents. */
export const memberAgentsPage = (frame: PageFrame, { application, applicationsHref }: MemberAgents): string => {
  const text = textFor(frame.language);
  const { title, lead, none, ready, create } = text.connect.members;
  const content =
    application === undefined
      ? html`<p>${none}</p><p>${linkButton(`${applicationsHref}/new`, create, 'secondary')}</p>`
      : html`<p>${ready(displayText(application.name))}</p><div>${application.agents.map((agent) => agentDetails(agent, text))}</div>`;
  const body = html`<div class="intro"><h1>${title}</h1><p>${lead}</p></div>
<section class="stack">${content}</section>`;
  return page(frame, { title, body, headExtra: copyScript });
};

export type ConnectOffer = { action: string; csrf: string };

/** The page before the school has turned the feature on, which one button does. */
export const connectOfferPage = (frame: PageFrame, { action, csrf }: ConnectOffer): string => {
  const { connect } = textFor(frame.language);
  const body = html`<div class="intro"><h1>${connect.offer.title}</h1><p>${connect.offer.text}</p></div>
${postForm({ action, csrf, hidden: { feature: 'mcp_connections', on: 'yes', next: 'connect' }, body: html`<div class="inline">${button(connect.offer.submit)}</div>` })}`;
  return page(frame, { title: connect.offer.title, body });
};
