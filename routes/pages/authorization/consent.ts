/** The consent page: what the app asks for, who allows it, and where the answer goes. */
import type { FastifyInstance } from 'fastify';
import type { Consent } from '../../../schema/oauth/approval.ts';
import type { AuthorizationRequest } from '../../../schema/oauth/authorization-request.ts';
import { isOfferedAt, scopesAt } from '../../../schema/oauth/client.ts';
import { redirectTarget } from '../../../schema/oauth/redirect-uri.ts';
import { type GrantedScopes, isChangingScope, isIdentityScope, SCOPES } from '../../../schema/oauth/scope.ts';
import type { Candidate } from '../../oauth/authorize/next-step.ts';
import { type Text, textFor } from '../../words/index.ts';
import { clientLabel, clientOrigin, clientTile } from '../kit/client.ts';
import { accountCard, button, fact, notice, postForm } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { icon } from '../kit/icons.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { SCHOOL_ACCOUNT, throughSchool } from '../kit/signed-in.ts';
import { consentStylesheet } from '../kit/styles.ts';
import type { ClientView, ScopeView, Unavailable } from '../kit/views.ts';

/** The consent that a person is asked for. */
interface Asking {
  request: AuthorizationRequest;
  candidate: Candidate;
  client: ClientView;
  /** The scopes that are not to be ticked, as the person has left them so. */
  unticked: readonly string[];
  action: string;
  switchAction: string;
  csrf: string;
  config: FastifyInstance['config'];
}

const DAY = 86_400_000;
const FORM = 'decision';

/** All that the decision is about comes before its buttons, and no part of the page lies over another. */
export function consentPage(frame: PageFrame, asking: Asking): string {
  const { request, candidate, client, unticked, action, switchAction, csrf, config } = asking;
  const { membership, session, available, consent } = candidate;
  const text = textFor(frame.language);
  const school = displayText(membership.siteName);
  const app = clientLabel(client);
  const scopes = scopeViews(request, membership.siteId, available, consent, unticked);
  const offered = offeredScopes(scopes);
  const longest = Math.round(config.lifetimes.refreshAbsolute / DAY);
  const days = session.schoolId === undefined ? longest : Math.min(longest, session.grantDays);
  const undo = session.schoolId === undefined ? '/account/connected-apps' : SCHOOL_ACCOUNT;
  const through = throughSchool(session, text);
  const { host } = new URL(config.baseUrl);
  const body = html`<div class="consent"><div class="asking">
${asker(client, isOfferedAt(request.client, membership.siteId), school, text)}
${client.assurance === 'none' && notice('warning', html`<p>${text.consent.warning({ app })}</p>`)}
<div class="account">
${accountCard(session.person, text.consent.atSchool({ role: text.roles[membership.role], school }))}${through !== undefined && html`<p class="detail">${through}</p>`}
${postForm({ action: switchAction, csrf, body: button(text.labels.switch, 'plain') })}
</div>
${target(asking, text)}
<dl class="facts">
${fact(text.consent.lasts, html`${text.consent.lastsDays({ days })} <a href="${undo}">${text.consent.undoLink}</a>`)}
${fact(text.consent.reaches, text.consent.reachesApis({ host: displayText(host) }))}
</dl>
</div>
${postForm({
  id: FORM,
  action,
  csrf,
  body: html`${scopeGroups(scopes, offered, app, text)}
<div class="decision">${extent(offered, days, text)}${buttons(offered, text)}</div>`,
})}</div>`;
  const headExtra = html`<link rel="stylesheet" href="${consentStylesheet.path}">`;
  return page(frame, { title: text.consent.title({ app }), body, headExtra, languageForm: FORM });
}

// CIMD §8.5: the host is proven and the name is only claimed, so the host comes first and is the largest.
const asker = (
  client: ClientView,
  isOffered: boolean,
  school: string,
  text: Text,
): Html => html`<div class="asker">${clientTile(client)}<div>
<h1>${clientLabel(client)} ${text.consent.asks({ school })}</h1>
${client.host !== undefined && html`<p class="detail">${text.client.callsItself({ name: displayText(client.name) })}</p>`}
${clientOrigin(client, text)}
${isOffered && html`<p class="detail">${text.consent.offered({ school })}</p>`}
</div></div>`;

/** Where the answer goes, and what can go wrong there. */
const target = ({ request, config }: Asking, text: Text): Html => {
  const { host, kind } = redirectTarget(request.redirect);
  const isLoopback = kind === 'loopback';
  return html`<div class="target${isLoopback && ' warned'}">${isLoopback && icon('triangle-alert')}<div>
<p class="name">${text.consent.goesTo[kind]}</p>
<p><code>${displayText(host)}</code></p>
${isLoopback && html`<p>${text.consent.loopbackWarning}${config.copiesAddress && html` ${text.otherComputer.back}`}</p>`}
</div></div>`;
};

/** How much is going to be allowed, at the buttons. */
const extent = ({ changing, viewing, identity }: OfferedScopes, days: number, { consent }: Text): Html => {
  const count = changing.length + viewing.length + identity.length;
  const changes = html`<strong class="changing">${icon('pencil')} ${consent.changing({ number: changing.length })}</strong>`;
  return html`<p class="extent"><strong>${consent.permissions({ number: count })}</strong> ${changing.length > 0 && changes} <span>${consent.days({ days })}</span></p>`;
};

// The button to refuse comes first, so that pressing Enter out of habit grants nothing.
const buttons = ({ changing, viewing }: OfferedScopes, text: Text): Html => html`<div class="actions">
<button type="submit" name="decision" value="deny" class="secondary">${text.consent.deny}</button>
${changing.length > 0 && viewing.length > 0 && html`<button type="submit" name="decision" value="allow_read" class="secondary read">${text.consent.allowRead}</button>`}
<button type="submit" name="decision" value="allow" class="primary">${text.consent.allow}</button>
</div>`;

/** More than these are counted, or folded, where they are not what is going to be allowed. */
const SHOWN = 6;

const REASONS = ['outside_role', 'not_adopted'] as const satisfies readonly Unavailable[];

/** The scopes that the app gets if the person allows it. */
interface OfferedScopes {
  readonly changing: readonly ScopeView[];
  readonly viewing: readonly ScopeView[];
  readonly identity: readonly ScopeView[];
}

const isUnavailable = ({ state }: ScopeView): boolean => REASONS.some((reason) => reason === state);

const sorted = (views: readonly ScopeView[]): readonly ScopeView[] =>
  views.toSorted((one, other) => SCOPES.indexOf(one.scope) - SCOPES.indexOf(other.scope));

function offeredScopes(scopes: readonly ScopeView[]): OfferedScopes {
  const offered = sorted(scopes.filter((view) => !isUnavailable(view)));
  return {
    changing: offered.filter(({ scope }) => isChangingScope(scope)),
    viewing: offered.filter(({ scope }) => !isChangingScope(scope) && !isIdentityScope(scope)),
    identity: offered.filter(({ scope }) => isIdentityScope(scope)),
  };
}

/** The last decision of the person about the scope. */
const before = ({ state }: ScopeView, { consent }: Text): Html | false => {
  if (state === 'granted_before') return html` <span class="before">(${consent.before})</span>`;
  return state === 'left_out' && html` <span class="before">(${consent.leftOut})</span>`;
};

const item = (view: ScopeView, text: Text): Html => {
  const sentence = html`<span>${text.scopes[view.scope]}${before(view, text)}</span>`;
  if (!view.optional) return html`<li class="fixed">${sentence}</li>`;
  return html`<li><label class="choice"><input type="checkbox" name="scope" value="${view.scope}"${view.ticked !== false && html` checked`}>${sentence}</label></li>`;
};

const list = (views: readonly ScopeView[], text: Text): Html => html`<ul>${views.map((view) => item(view, text))}</ul>`;

const unavailableScopes = (reason: Unavailable, all: readonly ScopeView[], text: Text): Html | false => {
  const scopes = sorted(all.filter(({ state }) => state === reason));
  if (scopes.length === 0) return false;
  const { title, why } = text.consent.unavailable[reason];
  const missing = html`<ul>${scopes.map(({ scope }) => html`<li class="missing"><span>${text.scopes[scope]}</span></li>`)}</ul>`;
  return html`<section class="group"><h2>${title}</h2>
<p class="detail">${why}</p>
${scopes.length > SHOWN ? html`<details><summary>${text.consent.missing({ number: scopes.length })}</summary>${missing}</details>` : missing}</section>`;
};

/** The sentences of what the app asks for again, although the person left it out. It is not allowed unless it is ticked. */
const askedAgain = (scopes: readonly ScopeView[], app: string, text: Text): Html | false => {
  const again = scopes.filter(({ state }) => state === 'left_out');
  if (again.length === 0) return false;
  const items = again.slice(0, SHOWN).map(({ scope }) => html`<li>${text.scopes[scope]}</li>`);
  return notice(
    'info',
    html`<p>${text.consent.again({ app })}</p><ul>${items}</ul>${again.length > SHOWN && html`<p>${text.consent.againMore({ number: again.length - SHOWN })}</p>`}`,
  );
};

/**
 * Renders every scope as a sentence of its own: what changes something first, in a box, then what only sees, and who the
 * person is, which cannot be left out. What the app does not get comes last.
 */
const scopeGroups = (
  scopes: readonly ScopeView[],
  { changing, viewing, identity }: OfferedScopes,
  app: string,
  text: Text,
): Html => html`<h2>${text.consent.able}</h2>${askedAgain(scopes, app, text)}
${changing.length > 0 && html`<fieldset class="group changes"><legend>${icon('pencil')} ${text.consent.changes}</legend>${list(changing, text)}</fieldset>`}
${viewing.length > 0 && html`<div class="group views">${list(viewing, text)}</div>`}
${identity.length > 0 && html`<section class="group identity"><h3>${text.consent.always}</h3>${list(identity, text)}</section>`}
${REASONS.map((reason) => unavailableScopes(reason, scopes, text))}`;

/**
 * Returns every requested scope with its state: whether it can be granted, or why not, and what the person decided the
 * last time.
 * @param unticked scopes that are not to be ticked, as the person has left them so
 */
export const scopeViews = (
  { client, scopes }: AuthorizationRequest,
  siteId: string,
  available: GrantedScopes,
  earlier: Consent | undefined,
  unticked: readonly string[],
): ScopeView[] =>
  scopes.map((scope) => {
    const optional = !isIdentityScope(scope);
    if (!available.includes(scope)) {
      return { scope, state: scopesAt(client, siteId).includes(scope) ? 'outside_role' : 'not_adopted', optional };
    }
    const decided = earlier?.requested.includes(scope) ?? false;
    const isGranted = earlier?.granted.includes(scope) ?? false;
    const isLeftOut = decided && !isGranted && optional;
    const state = isGranted ? 'granted_before' : isLeftOut ? 'left_out' : 'requested';
    return { scope, state, optional, ticked: !isLeftOut && !unticked.includes(scope) };
  });
