import { isChangingScope, isIdentityScope, SCOPES } from '../../../schema/oauth/scope.ts';
import type { Text } from '../../words/index.ts';
import { notice } from '../kit/components.ts';
import { type Html, html } from '../kit/html.ts';
import { pencilIcon } from '../kit/icons.ts';
import type { ScopeView, Unavailable } from '../kit/views.ts';

/** More than these are counted, or folded, where they are not what is going to be allowed. */
const SHOWN = 6;

const REASONS = ['outside_role', 'not_adopted'] as const satisfies readonly Unavailable[];

/** What the app gets if the person allows it. */
export interface OfferedScopes {
  readonly changing: readonly ScopeView[];
  readonly viewing: readonly ScopeView[];
  readonly identity: readonly ScopeView[];
}

const isUnavailable = ({ state }: ScopeView): boolean => REASONS.some((reason) => reason === state);
const wasLeftOut = ({ state }: ScopeView): boolean => state === 'left_out';

const sorted = (views: readonly ScopeView[]): readonly ScopeView[] =>
  views.toSorted((one, other) => SCOPES.indexOf(one.scope) - SCOPES.indexOf(other.scope));

export function offeredScopes(scopes: readonly ScopeView[]): OfferedScopes {
  const offered = sorted(scopes.filter((view) => !isUnavailable(view)));
  return {
    changing: offered.filter(({ scope }) => isChangingScope(scope)),
    viewing: offered.filter(({ scope }) => !isChangingScope(scope) && !isIdentityScope(scope)),
    identity: offered.filter(({ scope }) => isIdentityScope(scope)),
  };
}

/** What the person decided about it the last time. */
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

const unavailableScopes = (reason: Unavailable, all: readonly ScopeView[], text: Text): Html | undefined => {
  const scopes = sorted(all.filter(({ state }) => state === reason));
  if (scopes.length === 0) return undefined;
  const { title, why } = text.consent.unavailable[reason];
  const missing = html`<ul>${scopes.map(({ scope }) => html`<li class="missing"><span>${text.scopes[scope]}</span></li>`)}</ul>`;
  return html`<section class="group"><h2>${title}</h2>
<p class="detail">${why}</p>
${scopes.length > SHOWN ? html`<details><summary>${text.consent.missing({ number: scopes.length })}</summary>${missing}</details>` : missing}</section>`;
};

/** The sentences of what the app asks for again, although the person left it out. It is not allowed unless it is ticked. */
const askedAgain = (scopes: readonly ScopeView[], app: string, text: Text): Html | undefined => {
  const again = scopes.filter(wasLeftOut);
  if (again.length === 0) return undefined;
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
export const consentScopes = (scopes: readonly ScopeView[], app: string, text: Text): readonly (Html | undefined)[] => {
  const { changing, viewing, identity } = offeredScopes(scopes);
  const { consent } = text;
  return [
    html`<h2>${consent.able}</h2>`,
    askedAgain(scopes, app, text),
    changing.length === 0
      ? undefined
      : html`<fieldset class="group changes"><legend>${pencilIcon} ${consent.changes}</legend>${list(changing, text)}</fieldset>`,
    viewing.length === 0 ? undefined : html`<div class="group views">${list(viewing, text)}</div>`,
    identity.length === 0
      ? undefined
      : html`<section class="group identity"><h3>${consent.always}</h3>${list(identity, text)}</section>`,
    ...REASONS.map((reason) => unavailableScopes(reason, scopes, text)),
  ];
};
