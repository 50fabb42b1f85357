import { type Html, html } from '../kit/html.ts';
import { groupOf, SCOPE_GROUPS, type ScopeGroup } from '../kit/scope-groups.ts';
import type { Text } from '../kit/text/index.ts';
import type { ScopeView, Unavailable } from '../kit/views.ts';

const before = ({ state }: ScopeView, text: Text): Html | false =>
  state === 'granted_before' && html` <span class="before">(${text.consent.before})</span>`;

const item = (view: ScopeView, text: Text): Html => {
  const sentence = html`<span>${text.scopes[view.scope]}${before(view, text)}</span>`;
  if (!view.optional) return html`<li class="fixed">${sentence}</li>`;
  const ticked = view.ticked !== false && html` checked`;
  return html`<li><label class="choice"><input type="checkbox" name="scope" value="${view.scope}"${ticked}>${sentence}</label></li>`;
};

const groupOfScopes = (group: ScopeGroup, scopes: readonly ScopeView[], text: Text): Html | undefined => {
  const members = scopes.filter(({ scope }) => groupOf(scope) === group);
  if (members.length === 0) return undefined;
  const title = text.consent.groups[group];
  const list = html`<ul>${members.map((view) => item(view, text))}</ul>`;
  return members.some(({ optional }) => optional)
    ? html`<fieldset class="group"><legend>${title}</legend>${list}</fieldset>`
    : html`<section class="group"><h2>${title}</h2>${list}</section>`;
};

const REASONS = ['outside_role', 'not_adopted'] as const satisfies readonly Unavailable[];

const isUnavailable = ({ state }: ScopeView): boolean => REASONS.some((reason) => reason === state);

const unavailableScopes = (reason: Unavailable, all: readonly ScopeView[], text: Text): Html | undefined => {
  const scopes = all.filter(({ state }) => state === reason);
  if (scopes.length === 0) return undefined;
  const { title, why } = text.consent.unavailable[reason];
  return html`<section class="group"><h2>${title}</h2>
<p class="detail">${why}</p>
<ul>${scopes.map(({ scope }) => html`<li class="missing"><span>${text.scopes[scope]}</span></li>`)}</ul></section>`;
};

/** Renders the scopes as sentences: those that the app gets, in groups, and those that it does not get. */
export const consentScopes = (scopes: readonly ScopeView[], text: Text): readonly (Html | undefined)[] => {
  const offered = scopes.filter((view) => !isUnavailable(view));
  return [
    html`<p>${offered.some(({ optional }) => optional) ? text.consent.choose : text.consent.noChoice}</p>`,
    ...SCOPE_GROUPS.map((group) => groupOfScopes(group, offered, text)),
    ...REASONS.map((reason) => unavailableScopes(reason, scopes, text)),
  ];
};
