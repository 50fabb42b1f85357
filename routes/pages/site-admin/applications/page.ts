/** The pages of one application: its settings and what ends it, and what its developer needs. */
import type { FastifyInstance } from 'fastify';
import { MAX_HANDOVER_LINKS } from '../../../../schema/clients/handover-link.ts';
import { isChangingScope, SCOPES } from '../../../../schema/oauth/scope.ts';
import { kindOf } from '../../../../schema/oauth/site-application.ts';
import { bars } from '../../kit/bars.ts';
import { logoTile } from '../../kit/client.ts';
import {
  ago,
  backLink,
  button,
  dayText,
  fact,
  linkButton,
  moment,
  notice,
  postForm,
  tabs,
} from '../../kit/components.ts';
import { copyField } from '../../kit/copyable.ts';
import { displayText, initialOf } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { icon } from '../../kit/icons.ts';
import { definePage, type Visit } from '../../kit/page.ts';
import { copyScript } from '../../kit/scripts.ts';
import { recordStylesheet } from '../../kit/styles.ts';
import { at, type OperatorRequest, type Place } from '../operator-pages.ts';
import { lastDays } from '../overview/stats.ts';
import { APPLICATIONS, applicationPath, findApplication, ONE } from './application.ts';
import { developerFacts, forTheDeveloper } from './developer.ts';
import { handOverSection } from './hand-over.ts';

/** So many scopes of an application are shown without a click. */
const SCOPES_SHOWN = 12;
const DAYS = 7;
const DEVELOPER = '/developer';

type ApplicationView = NonNullable<Awaited<ReturnType<typeof load>>>;
type ApplicationVisit = Visit<OperatorRequest>;

export function applicationPage(app: FastifyInstance, place: Place<OperatorRequest>): void {
  const common = {
    load: (visit: ApplicationVisit) => load(app, visit),
    title: ({ application }: ApplicationView) => displayText(application.name),
    done: ({ text: { applications } }: ApplicationVisit) => {
      const { deleted, ...done } = applications.done;
      return done;
    },
    scripts: () => html`<link rel="stylesheet" href="${recordStylesheet.path}">${copyScript}`,
  };

  definePage(app, place, {
    ...common,
    at: ONE,
    top: (view, visit, title) => top(view, visit, title, ''),
    body: (view, visit) => html`${!view.application.active && disabledNotice(view, visit)}
<div class="record"><div class="stack">${facts(view, visit)}${permissions(view, visit)}${endings(view, visit)}</div>
<aside class="stack">${lastWeek(view, visit)}${connectionsCard(view, visit)}</aside></div>`,
  });

  definePage(app, place, {
    ...common,
    at: `${ONE}${DEVELOPER}`,
    top: (view, visit, title) => top(view, visit, title, DEVELOPER),
    body: ({ application, links }, visit) => html`${handOverSection(application, links, visit)}
${forTheDeveloper(developerFacts(app.config.baseUrl, application), visit.text)}`,
  });
}

async function load(app: FastifyInstance, { signedIn, now, timeZone }: ApplicationVisit) {
  const { siteApplications } = app.oauth;
  const application = await findApplication(app, signedIn);
  if (application === undefined) return undefined;
  const until = application.previousSecretEndsAt ?? 0;
  const days = lastDays(now, timeZone, DAYS);
  return {
    application,
    days,
    platformAsks: app.config.approvalPolicy,
    signIns: await app.school.stats.signIns(signedIn.membership.siteId, application.id, days),
    use: await siteApplications.use(application, now),
    /** The links by which it is handed over. */
    links: await siteApplications.handoverLinks.ofApplication(application, 2 * MAX_HANDOVER_LINKS),
    /** The previous secret is accepted until this time. */
    oldSecretUntil: until > now ? until : undefined,
  };
}

/** @param current the path of the tab below that of the application */
function top({ application, use }: ApplicationView, visit: ApplicationVisit, title: string, current: string): Html {
  const { language, now, signedIn, text, timeZone } = visit;
  const { developer, kind, one } = text.applications;
  const base = applicationPath(signedIn, application);
  const { createdAt, id, lastUsedAt, logo } = application;
  const query = new URLSearchParams({ client: id });
  const used =
    lastUsedAt === undefined
      ? one.neverUsed
      : html`${one.lastUsed}: ${ago(lastUsedAt, now, language, { unit: 'minute', timeZone })}`;
  const created = one.created({ day: dayText(createdAt, language, timeZone) });
  const links = [
    { href: base, label: text.admin.area.pages.settings },
    { href: at(signedIn, `/connections?${query}`), label: one.grants, count: use.grants },
    { href: `${base}${DEVELOPER}`, label: developer.title },
    { href: at(signedIn, `/audit?${query}`), label: text.account.area.pages.activity },
  ];
  return html`${backLink(at(signedIn, APPLICATIONS), text.applications.list.title)}
<div class="head"><div class="asker">${logo === undefined ? html`<span class="tile large" aria-hidden="true">${initialOf(title)}</span>` : logoTile(logo)}<div class="intro"><h1>${title}</h1>
<p class="detail">${kind[kindOf(application)]} · ${created} · ${used}</p></div></div>
<div class="inline">${linkButton(`${base}${DEVELOPER}`, text.handOver.admin.title, 'secondary')}${linkButton(`${base}/edit`, one.edit, 'secondary', 'pencil')}</div></div>
${tabs(links, `${base}${current}`)}`;
}

const disabledNotice = ({ application }: ApplicationView, { csrf, signedIn, text }: ApplicationVisit): Html => {
  const { disabledText, enable } = text.applications.one;
  const action = `${applicationPath(signedIn, application)}/enable`;
  return notice(
    'warning',
    html`<p>${disabledText}</p>${postForm({ action, csrf, body: html`<div class="inline">${button(enable, 'secondary')}</div>` })}`,
  );
};

const addresses = (uris: readonly string[]): Html =>
  html`<ul class="addresses">${uris.map((uri) => html`<li>${displayText(uri)}</li>`)}</ul>`;

/** The secret, if there is one, and the logo are replaced on pages of their own. */
function facts(view: ApplicationView, visit: ApplicationVisit): Html {
  const { application: app, oldSecretUntil } = view;
  const { language, signedIn, text, timeZone } = visit;
  const { form, one } = text.applications;
  const base = applicationPath(signedIn, app);
  const old =
    oldSecretUntil !== undefined &&
    html`${one.oldSecretUntil} ${moment(oldSecretUntil, language, timeZone)} · <a href="${base}/old-secret">${one.endOld}…</a>`;
  return html`${copyField(text.shell, 'client_id', 'client_id', app.id)}<dl class="facts plain-facts">
${app.description !== undefined && fact(one.description, displayText(app.description))}
${app.secretHash !== undefined && fact('client_secret', html`<a href="${base}/secret">${one.rotate}…</a>`)}
${old && fact(one.oldSecret, old)}
${fact(one.redirectUris, addresses(app.redirectUris))}
${app.postLogoutRedirectUris.length > 0 && fact(one.postLogoutRedirectUris, addresses(app.postLogoutRedirectUris))}
${app.defaultScope !== undefined && fact(form.defaultScope, html`<code>${app.defaultScope}</code>`)}
${app.mayIntrospect && fact(form.introspection, form.mayIntrospect)}
${app.demandsProof && fact(form.binding, form.demandsProof)}
${fact(one.logo, html`<a href="${base}/logo" aria-label="${one.logo}: ${one.edit}">${one.edit}</a>`)}
${app.secretHash !== undefined && fact(form.alone, personBehind(view, visit))}
</dl>`;
}

/** Whether a person is asked about its calls: asking begins at once, and ends only after signing in again. */
function personBehind(
  { application, platformAsks }: ApplicationView,
  { csrf, signedIn, text }: ApplicationVisit,
): Html {
  const { one, withoutPerson } = text.applications;
  const base = applicationPath(signedIn, application);
  if (!application.runsAlone) return html`${one.asks} <a href="${base}/alone">${one.alone}…</a>`;
  const body = html`<div class="inline">${button(one.ask, 'secondary')}</div>`;
  const { levels, platform } = text.settings.agents;
  const demanded = platformAsks !== 'nothing' && html`<p>${platform({ level: levels[platformAsks] })}</p>`;
  return html`<p>${withoutPerson}</p>${demanded}${postForm({ action: `${base}/ask`, csrf, body })}`;
}

/** What it may ask for, with what makes changes last. */
function permissions({ application: { scopes } }: ApplicationView, { text }: ApplicationVisit): Html {
  const { form, list, one } = text.applications;
  const order = scopes.toSorted(
    (a, b) => Number(isChangingScope(a)) - Number(isChangingScope(b)) || SCOPES.indexOf(a) - SCOPES.indexOf(b),
  );
  const rows = order.map((scope) => {
    const does = isChangingScope(scope)
      ? html`<strong class="changing">${icon('pencil')}${text.consent.changes}</strong>`
      : one.reads;
    return html`<tr><th scope="row">${text.scopes[scope]}</th><td>${does}</td><td class="number"><code>${scope}</code></td></tr>`;
  });
  const table = html`<table class="cards permissions"><tbody>${rows}</tbody></table>`;
  return html`<section class="stack"><h2>${form.scopes.title}</h2>${
    scopes.length <= SCOPES_SHOWN
      ? table
      : html`<details><summary>${list.scopes({ count: scopes.length })}</summary>${table}</details>`
  }</section>`;
}

/** Only what is gone for good is marked as a danger. */
function endings({ application: app }: ApplicationView, { signedIn, text }: ApplicationVisit): Html {
  const { one, danger } = text.applications;
  const item = (path: string, label: string, consequence: string, style: 'secondary' | 'secondary danger'): Html =>
    html`<li><div><h3 class="name">${label}</h3><p class="detail">${consequence}</p></div>${linkButton(`${applicationPath(signedIn, app)}${path}`, `${label}…`, style)}</li>`;
  return html`<section class="stack" id="end"><h2>${one.end}</h2><ul class="rows framed">
${app.active && item('/disable', one.disable, danger.disable.text, 'secondary')}
${item('/delete', one.remove, danger.remove.text, 'secondary danger')}
</ul></section>`;
}

function lastWeek(
  { days, signIns }: ApplicationView,
  { language, text, timeZone }: ApplicationVisit,
): Html | undefined {
  const { figures } = text.schoolHome;
  if (signIns === undefined) return undefined;
  const drawn = bars(signIns, {
    begins: days.map(([first]) => first),
    language,
    timeZone,
    label: (each) => figures.perDay({ what: figures.signIns, days: each.join(figures.separator) }),
    each: (name, value) => figures.onDay({ day: name, count: String(value) }),
  });
  const sum = signIns.reduce((all, value) => all + value, 0);
  return html`<section class="panel"><h2>${figures.title}</h2><p class="total">${figures.signIns} <b>${sum}</b></p><div>${drawn}</div></section>`;
}

function connectionsCard({ application, use }: ApplicationView, { signedIn, text }: ApplicationVisit): Html {
  const { grants, use: sentence } = text.applications.one;
  const href = at(signedIn, `/connections?${new URLSearchParams({ client: application.id })}`);
  const people =
    use.grants > 0 &&
    html`<p class="detail"><a href="${href}">${sentence({ grants: use.grants, people: use.people })}</a></p>`;
  return html`<section class="panel"><h2>${grants}</h2>${people || html`<p class="detail">${text.shell.none}</p>`}</section>`;
}
