/** How a form of an area looks, with what is wrong in it or was changed by others. */

import type { Text } from '../../../words/index.ts';
import { errorSummary, type Hidden, linkButton, notice, postForm } from '../components.ts';
import { displayText } from '../display-text.ts';
import { type Html, html, type Renderable } from '../html.ts';
import type { Visit } from '../page.ts';
import type { SignedInRequest } from '../signed-in.ts';
import { fieldLabel } from './area.ts';
import { hintOf, type PageField, type Reading, readingFor } from './field.ts';
import { type FormState, hiddenVersions, type Texts } from './form.ts';
import type { Row } from './place.ts';
import { WIDGETS } from './widgets.ts';

/** Why an operation refuses something, as a sentence. */
export const reasonOf = (message: string): Html =>
  html`<p lang="en">${displayText(`${message.slice(0, 1).toUpperCase()}${message.slice(1)}`.replace(/([^.!?])$/, '$1.'))}</p>`;

/** The notices above a form. */
export function formNotices(
  area: readonly PageField[],
  state: FormState,
  reading: Reading,
): (Html | false | undefined)[] {
  const { text } = reading;
  const wrong = area.filter(({ name }) => state.errors[name] !== undefined);
  return [
    state.theirs !== undefined && conflictNotice(conflictsOf(area, state, state.theirs, text), text, true),
    state.problem !== undefined && notice('problem', html`<p>${text.content.refused}</p>${reasonOf(state.problem)}`),
    errorSummary(
      wrong.map((field) => ({ id: field.name, label: `${fieldLabel(field, text)}: ${state.errors[field.name]}` })),
      text,
    ),
  ];
}

function conflictsOf(fields: readonly PageField[], { texts, choices }: FormState, theirs: Texts, text: Text) {
  const said = (name: string, of: Texts): string => {
    const labels = new Map(choices[name]?.options.map(({ value, label }) => [value, label]));
    return (of[name] ?? []).map((one) => labels.get(one) ?? one).join(', ') || '–';
  };
  const both = fields.filter(({ name }) => theirs[name] !== undefined);
  return both.map((field) => [fieldLabel(field, text), said(field.name, theirs), said(field.name, texts)] as const);
}

/** What others have changed, by the label of each field, and beside it what was entered, if something was. */
export function conflictNotice(
  rows: readonly (readonly [label: string, ...values: Renderable[]])[],
  { content: { conflict } }: Text,
  hasEntries: boolean,
): Html {
  const heads = [conflict.field, conflict.theirs, ...(hasEntries ? [conflict.yours] : [])];
  const body = rows.map(
    ([label, ...values]) =>
      html`<tr><th scope="row">${label}</th>${values.map((value) => html`<td>${value}</td>`)}</tr>`,
  );
  return notice(
    'problem',
    html`<p>${conflict.title}</p>${hasEntries && html`<p>${conflict.text}</p>`}
${rows.length > 0 && html`<table class="conflict"><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${body}</tbody></table>`}`,
  );
}

export interface FormMarkup {
  readonly groups: readonly (readonly PageField[])[];
  readonly action: string;
  readonly submit: string;
  readonly style?: 'primary' | 'danger';
  readonly cancelHref?: string;
  readonly isNew: boolean;
  readonly hidden?: Hidden;
}

export function formMarkup<V extends SignedInRequest>(
  state: FormState,
  reading: Reading,
  { csrf, text }: Visit<V>,
  { groups, action, submit, style = 'primary', cancelHref, isNew, hidden }: FormMarkup,
  row: Row | undefined,
): Html {
  const asked = (field: PageField): Html =>
    WIDGETS[field.kind].ask({
      ...readingFor(reading, field, row),
      field,
      label: fieldLabel(field, text),
      hint: hintOf(text, field.name) ?? (isInZone(field, state) ? zoneOf(field, state, reading, row) : undefined),
      error: state.errors[field.name],
      texts: state.texts[field.name] ?? [],
      isRequired: !field.isNullable && !(field.hasDefault && isNew) && REQUIRED.has(field.kind),
      choices: state.choices[field.name],
      preview: state.previews[field.name],
    });
  // The first button is the one that the Enter key presses.
  return postForm({
    action,
    csrf,
    hidden: { ...hiddenVersions(state), ...hidden },
    body: html`<button type="submit" hidden aria-label="${submit} ↵">${submit}</button>
${groups.map((group) => html`<div class="${group.every(({ kind }) => SHORT.has(kind)) ? 'fields' : 'stack'}">${group.map(asked)}</div>`)}
<div class="inline"><button type="submit" class="${style}">${submit}</button>${cancelHref !== undefined && linkButton(cancelHref, style === 'danger' ? text.shell.back : text.shell.cancel, 'secondary')}</div>`,
  });
}

/** Kinds that fit beside each other. */
const SHORT: ReadonlySet<string> = new Set([
  'choice',
  'money',
  'integer',
  'duration',
  'instant',
  'day',
  'timezone',
  'slug',
  'flag',
]);

/** Kinds whose empty text is a mistake that the browser can point out. */
const REQUIRED: ReadonlySet<string> = new Set([
  'line',
  'slug',
  'url',
  'email',
  'integer',
  'instant',
  'day',
  'timezone',
  'reference',
]);

/** Whether the form does not ask for the zone itself. */
const isInZone = ({ kind, zoneField = '' }: PageField, { texts }: FormState): boolean =>
  kind === 'instant' && texts[zoneField] === undefined;

const zoneOf = (field: PageField, { texts }: FormState, reading: Reading, row: Row | undefined): string =>
  (field.zoneField && texts[field.zoneField]?.[0]) || readingFor(reading, field, row).timeZone;
