import type { TenantLink } from '../../../../schema/tenant-link.ts';
import { type Text, textFor } from '../../../words/index.ts';
import { emptyList, linkButton, notice } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { copyScript } from '../../kit/scripts.ts';
import { tenantAnchor } from '../../kit/tenant-anchor.ts';
import {
  type KnownClient,
  notReachableText,
  type Snippet,
  stepsFor,
  titleFor,
} from '../../site-admin/connect/guides.ts';
import { copyBlock } from '../../site-admin/copyable.ts';

export type AssistantGuide = {
  key: KnownClient;
  /** A proper name, which is the same in every language. */
  name: string;
  /** Whether it runs on other people's servers, from which this one must be reachable. */
  isHosted: boolean;
  installHref: string | undefined;
  snippets: readonly Snippet[];
  /** The name under which it asks for access, if that is not the title of the guide. */
  asksAs: string | undefined;
};

/** Where members of a school can ask, if the school says it. */
export type Contact = { email: string | null; support: TenantLink | undefined };

export type SchoolAssistants = {
  school: string;
  guides: readonly AssistantGuide[];
  /** The names of those that the school offers, but that are blocked for all schools. */
  blocked: readonly string[];
  /** Whom to ask for one, if there is none. */
  contact: Contact | undefined;
  questions: readonly string[];
  /** Whether the server is reachable from this computer only. */
  isLoopback: boolean;
};

const guide = (
  { key, name, isHosted, installHref, snippets, asksAs }: AssistantGuide,
  { guides, isLoopback }: SchoolAssistants,
  text: Text,
): Html => {
  const instead = guides.find((one) => one.key === 'mcp_remote')?.name;
  const { connect, assistants, shell } = text;
  return html`<section class="stack"><h2>${titleFor({ key, name }, text)}</h2>${stepsFor(key, text)}
${isHosted && isLoopback && notice('warning', html`<p>${notReachableText(key, instead, text)}</p>`)}
${installHref !== undefined && html`<p>${linkButton(installHref, connect.install({ client: name }), 'secondary')}</p>`}
${snippets.map(({ kind, content }) => copyBlock(shell, connect.snippets[kind], content))}
${snippets.some(({ kind }) => kind === 'clientId') && html`<p class="detail">${assistants.clientId}</p>`}
${asksAs !== undefined && html`<p class="detail">${assistants.asksAs({ name: displayText(asksAs) })}</p>`}</section>`;
};

const contactText = ({ email, support }: Contact, { assistants }: Text): Html | false =>
  (email !== null || support !== undefined) &&
  html`<p class="detail">${assistants.contact}${email !== null && html` <a href="mailto:${encodeURIComponent(email).replace('%40', '@')}">${displayText(email)}</a>`}${support !== undefined && html` ${tenantAnchor(support)}`}</p>`;

/** The page that tells a member how to connect an assistant to what is the member's own at one school. */
export const schoolAssistantsPage = (frame: PageFrame, view: SchoolAssistants): string => {
  const text = textFor(frame.language);
  const { assistants } = text;
  const { blocked, contact, guides, questions } = view;
  const school = displayText(view.school);
  const title = assistants.title({ school });
  const body = html`<div class="intro"><h1>${title}</h1><p>${assistants.lead({ school })}</p></div>
${blocked.length > 0 && notice('warning', html`<p>${assistants.blocked({ apps: blocked.join(', '), school })}</p>`)}
${guides.length === 0 ? html`${blocked.length === 0 && emptyList(assistants.none({ school }), assistants.noneText)}${contact !== undefined && contactText(contact, text)}` : guides.map((one) => guide(one, view, text))}
${guides.length > 0 && questions.length > 0 && html`<section class="stack"><h2>${assistants.ask}</h2><ul class="links">${questions.map((one) => html`<li>${one}</li>`)}</ul></section>`}
${guides.length > 0 && html`<p><a href="/account/connected-apps">${assistants.connected}</a></p>`}`;
  return page(frame, { title, body, headExtra: copyScript });
};

export type AssistantSchools = {
  schools: readonly { name: string; href: string | undefined; contact: Contact | undefined }[];
};

const schoolItem = ({ name, href, contact }: AssistantSchools['schools'][number], text: Text): Html => {
  const { assistants } = text;
  const school = displayText(name);
  return html`<li><div><h2>${school}</h2>${href === undefined && html`<p class="detail">${assistants.none({ school })}. ${assistants.noneText}</p>`}${contact !== undefined && contactText(contact, text)}</div>
${href !== undefined && html`<a href="${href}" aria-label="${assistants.show}: ${school}">${assistants.show}</a>`}</li>`;
};

/** The page from which a member of several schools chooses one. */
export const assistantSchoolsPage = (frame: PageFrame, { schools }: AssistantSchools): string => {
  const text = textFor(frame.language);
  const { assistants, account } = text;
  const title = account.area.pages.assistants;
  const body = html`<div class="intro"><h1>${title}</h1><p>${assistants.choose}</p></div>
${
  schools.length === 0
    ? emptyList(account.overview.noSchool, account.overview.noSchoolText)
    : html`<ul class="rows">${schools.map((one) => schoolItem(one, text))}</ul>`
}`;
  return page(frame, { title, body });
};
