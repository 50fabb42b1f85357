/** The page of one application: its settings, its users and the available actions. */
import type { FastifyInstance } from 'fastify';
import { MAX_HANDOVER_LINKS } from '../../../../schema/clients/handover-link.ts';
import type { Scope } from '../../../../schema/oauth/scope.ts';
import { kindOf, type StoredApplication } from '../../../../schema/oauth/site-application.ts';
import type { Text } from '../../../words/index.ts';
import { logoTile } from '../../kit/client.ts';
import { button, day, emptyList, fact, linkButton, moment, notice, postForm, timeOf } from '../../kit/components.ts';
import { sinceText } from '../../kit/connection-place.ts';
import { copyField } from '../../kit/copyable.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { definePage, type Visit } from '../../kit/page.ts';
import { copyScript } from '../../kit/scripts.ts';
import { at, type OperatorRequest, type Place } from '../operator-pages.ts';
import { applicationPath, findApplication, ONE, stateBadge } from './application.ts';
import { developerFacts, forTheDeveloper } from './developer.ts';
import { handOverSection } from './hand-over.ts';

const GRANTS_SHOWN = 10;
/** So many scopes of an application are shown without a click. */
const SCOPES_SHOWN = 8;

type ApplicationView = NonNullable<Awaited<ReturnType<typeof load>>>;
type ApplicationVisit = Visit<OperatorRequest>;

export function applicationPage(app: FastifyInstance, place: Place<OperatorRequest>): void {
  definePage(app, place, {
    at: ONE,
    load: (visit) => load(app, visit),
    title: ({ application }) => displayText(application.name),
    top({ application: { logo } }, _visit, title) {
      const heading = html`<div class="intro"><h1>${title}</h1></div>`;
      return logo === undefined ? heading : html`<div class="asker">${logoTile(logo)}${heading}</div>`;
    },
    done: ({ text: { applications } }) => {
      const { deleted, ...done } = applications.done;
      return done;
    },
    body(view, visit) {
      const { application: one } = view;
      const { signedIn, text } = visit;
      const trail = at(signedIn, `/audit?${new URLSearchParams({ client: one.id })}`);
      return html`${!one.active && notice('warning', html`<p>${text.applications.one.disabledText}</p>`)}
${copyField(text.shell, 'client_id', 'client_id', one.id)}
${facts(view, visit)}
${actions(one, visit)}
<section class="stack"><h2>${text.applications.one.grants}</h2>${grantList(view, visit)}
<p><a href="${trail}">${text.audit.trails.app}</a></p></section>
${handOverSection(one, view.links, visit)}
${forTheDeveloper(developerFacts(app.config.baseUrl, one), text)}
${dangerZone(view, visit)}`;
    },
    scripts: () => copyScript,
  });
}

async function load(app: FastifyInstance, { signedIn, now }: ApplicationVisit) {
  const { siteApplications } = app.oauth;
  const application = await findApplication(app, signedIn);
  if (application === undefined) return undefined;
  const until = application.previousSecretEndsAt ?? 0;
  const { siteId } = signedIn.membership;
  return {
    application,
    use: await siteApplications.use(application, now),
    /** The newest connections. */
    grants: await siteApplications.grants(application, now, GRANTS_SHOWN),
    /** No person stands behind its calls, so it asks none. */
    runsAlone: (await app.school.approvals.policy({ siteId, clientId: application.id }))?.runsAlone === true,
    /** The links by which it is handed over. */
    links: await siteApplications.handoverLinks.ofApplication(application, 2 * MAX_HANDOVER_LINKS),
    /** The previous secret is accepted until this time. */
    oldSecretUntil: until > now ? until : undefined,
  };
}

const addresses = (uris: readonly string[]): Html =>
  html`<ul class="addresses">${uris.map((uri) => html`<li>${displayText(uri)}</li>`)}</ul>`;

const sentences = (scopes: readonly Scope[], text: Text): Html =>
  html`<ul>${scopes.map((scope) => html`<li>${text.scopes[scope]} <code>${scope}</code></li>`)}</ul>`;

function facts(
  { application: app, oldSecretUntil, runsAlone }: ApplicationView,
  { language, text, timeZone }: ApplicationVisit,
): Html {
  const { form, kind, list, one } = text.applications;
  const date = (at: number): Html => day(at, language, timeZone);
  const scopes = html`<details${app.scopes.length <= SCOPES_SHOWN && html` open`}><summary>${list.scopes({ count: app.scopes.length })}</summary>${sentences(app.scopes, text)}</details>`;
  return html`<dl class="facts plain-facts">
${fact(one.state, html`<span class="state">${stateBadge(app.active, text.applications)}</span>`)}
${fact(form.kind, kind[kindOf(app)])}
${app.description !== undefined && fact(one.description, displayText(app.description))}
${fact(one.made, date(app.createdAt))}
${fact(one.lastUsed, app.lastUsedAt === undefined ? text.shell.never : date(app.lastUsedAt))}
${oldSecretUntil !== undefined && fact(one.oldSecret, html`${one.oldSecretUntil} ${moment(oldSecretUntil, language, timeZone)}`)}
${fact(one.redirectUris, addresses(app.redirectUris))}
${app.postLogoutRedirectUris.length > 0 && fact(one.postLogoutRedirectUris, addresses(app.postLogoutRedirectUris))}
${fact(form.scopes.title, scopes)}
${app.defaultScope !== undefined && fact(form.defaultScope, html`<code>${app.defaultScope}</code>`)}
${app.mayIntrospect && fact(form.introspection, form.mayIntrospect)}
${runsAlone && fact(form.alone, text.applications.withoutPerson)}
</dl>`;
}

/** When someone connected the application: the day, or the time if the person is listed more than once. */
function grantedOn(
  { personEmail, createdAt: since }: ApplicationView['grants'][number],
  { grants }: ApplicationView,
  { language, timeZone }: ApplicationVisit,
): Html {
  const sinces = grants.filter((one) => one.personEmail === personEmail).map(({ createdAt }) => createdAt);
  return sinces.length === 1
    ? day(since, language, timeZone)
    : timeOf(since, sinceText({ since, place: { sinces }, timeZone }, language));
}

function grantList(view: ApplicationView, visit: ApplicationVisit): Html {
  const { language, signedIn, text, timeZone } = visit;
  const { list, one } = text.applications;
  const { application, grants, use } = view;
  if (grants.length === 0) return emptyList(one.noGrants, one.noGrantsText);
  const item = (grant: ApplicationView['grants'][number]): Html =>
    html`<li><div><h3 class="name">${displayText(grant.personName)}</h3><p class="detail">${displayText(grant.personEmail)}</p>
<p class="detail">${list.scopes({ count: grant.scopes.length })} · ${one.since} ${grantedOn(grant, view, visit)} · ${list.lastUsed} ${day(grant.lastUsedAt, language, timeZone)}</p></div></li>`;
  const all = at(signedIn, `/connections?${new URLSearchParams({ client: application.id })}`);
  return html`<p>${one.use({ grants: use.grants, people: use.people })}</p>
<ul class="rows">${grants.map(item)}</ul>
<p><a href="${all}">${one.allGrants}</a></p>`;
}

function actions(app: StoredApplication, { csrf, signedIn, text }: ApplicationVisit): Html {
  const { one } = text.applications;
  const base = applicationPath(signedIn, app);
  return html`<div class="inline">
${linkButton(`${base}/edit`, one.edit)}
${linkButton(`${base}/logo`, one.logo, 'secondary')}
${!app.active && postForm({ action: `${base}/enable`, csrf, body: button(one.enable, 'secondary') })}</div>`;
}

/** Everything that can break what uses the application. */
function dangerZone({ application: app, oldSecretUntil }: ApplicationView, { signedIn, text }: ApplicationVisit): Html {
  const { one, danger } = text.applications;
  const item = (path: string, label: string, consequence: string): Html =>
    html`<li><div><h3 class="name">${label}</h3><p class="detail">${consequence}</p></div>${linkButton(`${applicationPath(signedIn, app)}${path}`, label, 'secondary danger')}</li>`;
  return html`<section class="stack"><h2>${text.members.member.dangerZone}</h2><ul class="rows">
${app.secretHash !== undefined && item('/secret', one.rotate, danger.rotate.text)}
${oldSecretUntil !== undefined && item('/old-secret', one.endOld, danger.endOld.text)}
${app.active && item('/disable', one.disable, danger.disable.text)}
${item('/delete', one.remove, danger.remove.text)}
</ul></section>`;
}
