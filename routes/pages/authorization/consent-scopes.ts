import { isChangingScope, isIdentityScope, isOperatorScope } from '../../../schema/oauth/scope.ts';
import { hiddenInput, notice } from '../kit/components.ts';
import { type Html, html } from '../kit/html.ts';
import type { Text } from '../kit/text/index.ts';
import type { ScopeView, Unavailable } from '../kit/views.ts';
import { AREAS, type Area, listOf, SIDES, type Side, sideName, sideOf, subjectOf } from './scope-areas.ts';

/** A page with more scopes of the admin API shows those of an area in a line, with their sentences folded below. */
const SHOWN = 6;

/** What the person decided about all of these the last time. */
const before = (views: readonly ScopeView[], { consent }: Text): Html | false => {
  if (views.every(wasBefore)) return html` <span class="before">(${consent.before})</span>`;
  return views.every(wasLeftOut) && html` <span class="before">(${consent.leftOut})</span>`;
};

const wasBefore = ({ state }: ScopeView): boolean => state === 'granted_before';
const wasLeftOut = ({ state }: ScopeView): boolean => state === 'left_out';
const isTicked = ({ ticked }: ScopeView): boolean => ticked !== false;

/** The sentence of a scope. One that changes something says so in a badge. */
const item = (view: ScopeView, text: Text): Html => {
  const isChange = isChangingScope(view.scope);
  const badge = isChange && html` <span class="badge unknown">${text.consent.changes}</span>`;
  const sentence = html`<span>${text.scopes[view.scope]}${before([view], text)}${badge}</span>`;
  if (!view.optional) return html`<li class="fixed">${sentence}</li>`;
  const ticked = isTicked(view) && html` checked`;
  return html`<li${isChange && html` class="changes"`}><label class="choice"><input type="checkbox" name="scope" value="${view.scope}"${ticked}>${sentence}</label></li>`;
};

const list = (views: readonly ScopeView[], text: Text): Html => html`<ul>${views.map((view) => item(view, text))}</ul>`;

const group = (title: string, isChoice: boolean, body: Html): Html =>
  isChoice
    ? html`<fieldset class="group"><legend>${title}</legend>${body}</fieldset>`
    : html`<section class="group"><h2>${title}</h2>${body}</section>`;

/** What the scopes of a list are about, in a line. */
function headline(title: string, views: readonly ScopeView[], text: Text): Html {
  const { subjects, separator } = text.consent;
  const names = views.map(({ scope }) => subjects[subjectOf(scope)]);
  return html`${title} <span class="subjects">${[...new Set(names)].join(separator)}${before(views, text)}</span>`;
}

/** The scopes of an area that see, or that change, behind one box. */
interface Folded {
  readonly name: string;
  readonly side: Side;
  readonly views: readonly ScopeView[];
}

const isWhole = ({ views }: Folded): boolean => views.some(isTicked);

const box = (folded: Folded, { consent }: Text): Html => {
  const { name, side, views } = folded;
  return html`${hiddenInput('folded', name)}<label class="choice side ${side}"><input type="checkbox" name="whole" value="${name}"${isWhole(folded) && html` checked`}><span>${consent.sides[side](views.length)}</span></label>`;
};

/** If a box is not ticked, the boxes below it are, so that ticking it allows all that it stands for. */
const below = (folded: Folded, text: Text): Html => {
  const views = isWhole(folded) ? folded.views : folded.views.map((view) => ({ ...view, ticked: true }));
  return html`<div class="below ${folded.side}">${list(views, text)}</div>`;
};

/** Whether the boxes below differ, so that the line alone would say something else than is going to be allowed. */
const isMixed = ({ views }: Folded): boolean =>
  new Set(views.map(isTicked)).size > 1 || new Set(views.map(({ state }) => state)).size > 1;

const details = (isOpen: boolean, body: readonly Html[], text: Text): Html =>
  html`<details${isOpen && html` open`}><summary>${text.consent.each}</summary>${body}</details>`;

function foldedArea(area: Area, views: readonly ScopeView[], text: Text): Html {
  const sides = SIDES.map(
    (side): Folded => ({
      name: sideName(area, side),
      side,
      views: views.filter(({ scope }) => sideOf(scope) === side),
    }),
  ).filter((one) => one.views.length > 0);
  return html`<fieldset class="group"><legend>${headline(text.consent.areas[area], views, text)}</legend>
<div class="sides">${sides.map((one) => box(one, text))}${details(
    sides.some(isMixed) || views.some(wasLeftOut),
    sides.map((one) => below(one, text)),
    text,
  )}</div></fieldset>`;
}

const isOfSchool = ({ scope }: ScopeView): boolean => isOperatorScope(scope);

const areas = (offered: readonly ScopeView[], text: Text): readonly (Html | undefined)[] =>
  AREAS.map((area) => {
    const views = offered.filter(({ scope }) => listOf(scope) === area);
    if (views.length === 0) return undefined;
    return isLong(offered) ? foldedArea(area, views, text) : group(text.consent.areas[area], true, list(views, text));
  });

const isLong = (offered: readonly ScopeView[]): boolean => offered.filter(isOfSchool).length > SHOWN;

function identity(offered: readonly ScopeView[], text: Text): Html | undefined {
  const views = offered.filter(({ scope }) => listOf(scope) === 'identity');
  if (views.length === 0) return undefined;
  const title = text.consent.groups.identity;
  if (!isLong(offered)) return group(title, false, list(views, text));
  return html`<section class="group sides"><h2>${headline(title, views, text)}</h2>${details(false, [list(views, text)], text)}</section>`;
}

function ownData(offered: readonly ScopeView[], text: Text): Html | undefined {
  const views = offered.filter(({ scope }) => listOf(scope) === 'own');
  return views.length === 0 ? undefined : group(text.consent.groups.own, true, list(views, text));
}

const REASONS = ['outside_role', 'not_adopted'] as const satisfies readonly Unavailable[];

const isUnavailable = ({ state }: ScopeView): boolean => REASONS.some((reason) => reason === state);

const unavailableScopes = (reason: Unavailable, all: readonly ScopeView[], text: Text): Html | undefined => {
  const scopes = all.filter(({ state }) => state === reason);
  if (scopes.length === 0) return undefined;
  const { title, why } = text.consent.unavailable[reason];
  const missing = html`<ul>${scopes.map(({ scope }) => html`<li class="missing"><span>${text.scopes[scope]}</span></li>`)}</ul>`;
  return html`<section class="group"><h2>${title}</h2>
<p class="detail">${why}</p>
${scopes.length > SHOWN ? html`<details><summary>${text.consent.missing(scopes.length)}</summary>${missing}</details>` : missing}</section>`;
};

/** Whether there is something to see without what changes, so that the person can allow that alone. */
export const canReadOnly = (scopes: readonly ScopeView[]): boolean => {
  const offered = scopes.filter((view) => !isUnavailable(view) && !isIdentityScope(view.scope));
  return offered.some(({ scope }) => isChangingScope(scope)) && offered.some(({ scope }) => !isChangingScope(scope));
};

/** The sentences of what the app asks for again, although the person left it out. It is not allowed unless it is ticked. */
export const askedAgain = (scopes: readonly ScopeView[], app: string, text: Text): Html | undefined => {
  const again = scopes.filter(wasLeftOut);
  if (again.length === 0) return undefined;
  const items = again.slice(0, SHOWN).map(({ scope }) => html`<li>${text.scopes[scope]}</li>`);
  return notice(
    'info',
    html`<p>${text.consent.again(app)}</p><ul>${items}</ul>${again.length > SHOWN && html`<p>${text.consent.againMore(again.length - SHOWN)}</p>`}`,
  );
};

/** Renders the scopes as sentences: those that the app gets, by subject, and those that it does not get. */
export const consentScopes = (scopes: readonly ScopeView[], text: Text): readonly (Html | undefined)[] => {
  const { choose, noChoice } = text.consent;
  const offered = scopes.filter((view) => !isUnavailable(view));
  return [
    html`<p>${offered.some(({ optional }) => optional) ? choose : noChoice}</p>`,
    identity(offered, text),
    ownData(offered, text),
    ...areas(offered, text),
    ...REASONS.map((reason) => unavailableScopes(reason, scopes, text)),
  ];
};
