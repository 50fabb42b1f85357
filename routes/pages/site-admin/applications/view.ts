import type { HandoverLink } from '../../../../schema/handover-link.ts';
import type { Scope } from '../../../../schema/oauth/scope.ts';
import { type ApplicationUse, kindOf, type StoredApplication } from '../../../../schema/oauth/site-application.ts';
import { type Text, textFor } from '../../../words/index.ts';
import { logoTile } from '../../kit/client.ts';
import { button, day, emptyList, fact, linkButton, moment, notice, postForm, timeOf } from '../../kit/components.ts';
import { sinceText } from '../../kit/connection-place.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { copyScript } from '../../kit/scripts.ts';
import { copyField } from '../copyable.ts';
import { type DeveloperFacts, forTheDeveloper } from '../for-the-developer.ts';
import { handOverSection } from './hand-over-view.ts';

/** A badge that says whether the application is enabled. */
export const stateBadge = (active: boolean, { state }: Text['applications']): Html =>
  active ? html`<span class="badge">${state.active}</span>` : html`<span class="badge off">${state.disabled}</span>`;

export type ApplicationDone = Exclude<keyof Text['applications']['done'], 'deleted'>;

export type ApplicationView = {
  application: StoredApplication;
  use: ApplicationUse;
  /** The newest connections. */
  grants: readonly {
    personName: string;
    personEmail: string;
    scopes: readonly Scope[];
    createdAt: number;
    lastUsedAt: number;
  }[];
  /** The links by which it is handed over. */
  links: readonly HandoverLink[];
  /** The previous secret is accepted until this time. */
  oldSecretUntil: number | undefined;
  facts: DeveloperFacts;
  base: string;
  connectionsHref: string;
  auditHref: string;
  timeZone: string;
  csrf: string;
  done: ApplicationDone | undefined;
};

/** So many scopes of an application are shown without a click. */
const SCOPES_SHOWN = 8;

const addresses = (uris: readonly string[]): Html =>
  html`<ul class="addresses">${uris.map((uri) => html`<li>${displayText(uri)}</li>`)}</ul>`;

const sentences = (scopes: readonly Scope[], text: Text): Html =>
  html`<ul>${scopes.map((scope) => html`<li>${text.scopes[scope]} <code>${scope}</code></li>`)}</ul>`;

const facts = (view: ApplicationView, frame: PageFrame): Html => {
  const text = textFor(frame.language);
  const { one } = text.applications;
  const { application: app, oldSecretUntil, timeZone } = view;
  const date = (at: number): Html => day(at, frame.language, timeZone);
  return html`<dl class="facts plain-facts">
${fact(one.state, html`<span class="state">${stateBadge(app.active, text.applications)}</span>`)}
${fact(text.applications.form.kind, text.applications.kind[kindOf(app)])}
${app.description !== undefined && fact(one.description, displayText(app.description))}
${fact(one.made, date(app.createdAt))}
${fact(one.lastUsed, app.lastUsedAt === undefined ? text.shell.never : date(app.lastUsedAt))}
${oldSecretUntil !== undefined && fact(one.oldSecret, html`${one.oldSecretUntil} ${moment(oldSecretUntil, frame.language, timeZone)}`)}
${fact(one.redirectUris, addresses(app.redirectUris))}
${app.postLogoutRedirectUris.length > 0 && fact(one.postLogoutRedirectUris, addresses(app.postLogoutRedirectUris))}
${fact(text.applications.form.scopes.title, html`<details${app.scopes.length <= SCOPES_SHOWN && html` open`}><summary>${text.applications.list.scopes({ count: app.scopes.length })}</summary>${sentences(app.scopes, text)}</details>`)}
${app.defaultScope !== undefined && fact(text.applications.form.defaultScope, html`<code>${app.defaultScope}</code>`)}
${app.mayIntrospect && fact(text.applications.form.introspection, text.applications.form.mayIntrospect)}
</dl>`;
};

/** When someone connected the application: the day, or the time if the person is listed more than once. */
function grantedOn(
  { personEmail, createdAt: since }: ApplicationView['grants'][number],
  { grants, timeZone }: ApplicationView,
  language: PageFrame['language'],
): Html {
  const sinces = grants.filter((one) => one.personEmail === personEmail).map(({ createdAt }) => createdAt);
  return sinces.length === 1
    ? day(since, language, timeZone)
    : timeOf(since, sinceText({ since, place: { sinces }, timeZone }, language));
}

const grantItem = (grant: ApplicationView['grants'][number], view: ApplicationView, { language }: PageFrame): Html => {
  const { applications: text } = textFor(language);
  return html`<li><div><h3 class="name">${displayText(grant.personName)}</h3><p class="detail">${displayText(grant.personEmail)}</p>
<p class="detail">${text.list.scopes({ count: grant.scopes.length })} · ${text.one.since} ${grantedOn(grant, view, language)} · ${text.list.lastUsed} ${day(grant.lastUsedAt, language, view.timeZone)}</p></div></li>`;
};

const grantList = (view: ApplicationView, frame: PageFrame): Html => {
  const { applications: text } = textFor(frame.language);
  const { grants, use, connectionsHref } = view;
  if (grants.length === 0) return emptyList(text.one.noGrants, text.one.noGrantsText);
  return html`<p>${text.one.use({ grants: use.grants, people: use.people })}</p>
<ul class="rows">${grants.map((grant) => grantItem(grant, view, frame))}</ul>
<p><a href="${connectionsHref}">${text.one.allGrants}</a></p>`;
};

const actions = ({ application: app, base, csrf }: ApplicationView, { applications: { one } }: Text): Html =>
  html`<div class="inline">
${linkButton(`${base}/edit`, one.edit)}
${linkButton(`${base}/logo`, one.logo, 'secondary')}
${!app.active && postForm({ action: `${base}/enable`, csrf, body: button(one.enable, 'secondary') })}</div>`;

const dangerItem = (href: string, label: string, consequence: string): Html =>
  html`<li><div><h3 class="name">${label}</h3><p class="detail">${consequence}</p></div><a class="secondary danger" href="${href}">${label}</a></li>`;

/** Everything that can break what uses the application. */
const dangerZone = ({ application: app, oldSecretUntil, base }: ApplicationView, text: Text): Html => {
  const { one, danger } = text.applications;
  return html`<section class="stack"><h2>${text.members.member.dangerZone}</h2><ul class="rows">
${app.secretHash !== undefined && dangerItem(`${base}/secret`, one.rotate, danger.rotate.text)}
${oldSecretUntil !== undefined && dangerItem(`${base}/old-secret`, one.endOld, danger.endOld.text)}
${app.active && dangerItem(`${base}/disable`, one.disable, danger.disable.text)}
${dangerItem(`${base}/delete`, one.remove, danger.remove.text)}
</ul></section>`;
};

/** The page of one application: its settings, its users and the available actions. */
export const applicationPage = (frame: PageFrame, view: ApplicationView): string => {
  const text = textFor(frame.language);
  const { one, done } = text.applications;
  const { application: app } = view;
  const name = displayText(app.name);
  const heading = html`<div class="intro"><h1>${name}</h1></div>`;
  const body = html`${app.logo === undefined ? heading : html`<div class="asker">${logoTile(app.logo)}${heading}</div>`}
${view.done !== undefined && notice('info', html`<p>${done[view.done]}</p>`)}
${!app.active && notice('warning', html`<p>${one.disabledText}</p>`)}
${copyField(text.shell, 'client_id', 'client_id', app.id)}
${facts(view, frame)}
${actions(view, text)}
<section class="stack"><h2>${one.grants}</h2>${grantList(view, frame)}
<p><a href="${view.auditHref}">${text.audit.trails.app}</a></p></section>
${handOverSection({ ...view, isActive: app.active, hasSecret: app.secretHash !== undefined }, text, frame.language)}
${forTheDeveloper(view.facts, text)}
${dangerZone(view, text)}`;
  return page(frame, { title: name, body, headExtra: copyScript });
};
