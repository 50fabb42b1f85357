import type { ApplicationKind } from '../../../../schema/oauth/site-application.ts';
import { logoTile } from '../../kit/client.ts';
import { day, emptyList, linkButton, notice } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { type Text, textFor } from '../../kit/text/index.ts';

export type ApplicationItem = {
  id: string;
  name: string;
  logo: string | undefined;
  kind: ApplicationKind;
  active: boolean;
  scopes: number;
  grants: number;
  lastUsedAt: number | undefined;
};

export type Applications = {
  applications: readonly ApplicationItem[];
  /** The path of this page, and the prefix of the applications' paths. */
  base: string;
  timeZone: string;
  deleted: boolean;
  nextHref: string | undefined;
};

/** A badge that says whether the application is enabled. */
export const stateBadge = (active: boolean, { state }: Text['applications']): Html =>
  active ? html`<span class="badge">${state.active}</span>` : html`<span class="badge off">${state.disabled}</span>`;

const item = (one: ApplicationItem, { base, timeZone }: Applications, language: PageFrame['language']): Html => {
  const { applications: text, shell } = textFor(language);
  const lastUsed = one.lastUsedAt === undefined ? shell.never : day(one.lastUsedAt, language, timeZone);
  const about = html`<div><h2><a href="${base}/${one.id}">${displayText(one.name)}</a></h2>
<p class="state">${stateBadge(one.active, text)} <span class="detail">${text.kind[one.kind]}</span></p>
<p class="detail">${text.list.scopes(one.scopes)} · ${text.list.grants(one.grants)} · ${text.list.lastUsed} ${lastUsed}</p></div>`;
  return html`<li>${one.logo === undefined ? about : html`<div class="asker">${logoTile(one.logo)}${about}</div>`}</li>`;
};

/** The list of the applications that a school created. */
export const applicationsPage = (frame: PageFrame, view: Applications): string => {
  const { applications: text, shell } = textFor(frame.language);
  const { applications, base, deleted, nextHref } = view;
  const create = linkButton(`${base}/new`, text.list.create);
  const isEmpty = applications.length === 0;
  const body = html`<div class="head"><div class="intro"><h1>${text.list.title}</h1><p>${text.list.lead}</p></div>${!isEmpty && create}</div>
${deleted && notice('info', html`<p>${text.done.deleted}</p>`)}
${isEmpty ? emptyList(text.list.empty, text.list.emptyText, create) : html`<ul class="rows">${applications.map((one) => item(one, view, frame.language))}</ul>`}
${nextHref !== undefined && html`<p class="more">${linkButton(base, shell.first, 'secondary')}${linkButton(nextHref, shell.next, 'secondary')}</p>`}`;
  return page(frame, { title: text.list.title, body });
};
