/** The forms of an area: what they ask for, what was sent, and what is wrong with it. */

import { isRecord } from '../../../../schema/data/objects.ts';
import type { Parameters } from '../../../../schema/data/parameters.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import { errorSummary, hiddenInput, linkButton, notice, postForm } from '../components.ts';
import { displayText } from '../display-text.ts';
import { type Html, html } from '../html.ts';
import type { Visit } from '../page.ts';
import type { SignedInRequest } from '../signed-in.ts';
import { type Area, fieldLabel, readingFor } from './area.ts';
import type { Choices, Reading } from './asking.ts';
import { choicesFor } from './choices.ts';
import { digests, normal, type Texts } from './digests.ts';
import { faultWord, hintOf, type PageField } from './field.ts';
import type { AreaPlace, Row } from './place.ts';
import { WIDGETS } from './widgets.ts';

/** What a form shows. */
export interface FormState {
  readonly texts: Texts;
  readonly errors: Readonly<Record<string, string>>;
  /** Why the whole was refused, in English. */
  readonly problem?: string;
  /** The version of the row that was read, and a digest of each of its fields. */
  readonly seen: string;
  readonly was: Readonly<Record<string, string>>;
  /** What others have meanwhile changed in fields that were changed here, too. */
  readonly theirs?: Texts;
  readonly choices: Readonly<Record<string, Choices>>;
  readonly previews: Readonly<Record<string, Html>>;
}

/** What the forms of a row, and of an action on it, are made with. */
export interface FormContext<V extends SignedInRequest> {
  readonly place: AreaPlace<V>;
  readonly fields: readonly PageField[];
  readonly reading: Reading;
}

/** More than any field takes. */
const MOST_VALUES = 200;
const MOST_PREVIEWED = 200_000;

const textsOfRow = ({ fields, reading }: FormContext<SignedInRequest>, row: Row | undefined): Texts =>
  Object.fromEntries(
    fields.map((field) => [
      field.name,
      WIDGETS[field.kind].texts(
        row === undefined ? initialOf(field, reading) : row[field.name],
        readingFor(reading, field, row),
        field,
      ),
    ]),
  );

const initialOf = ({ kind, default: initial }: PageField, { timeZone }: Reading): unknown =>
  kind === 'timezone' ? timeZone : initial;

/** The form of a row as it is, or of a new one. */
export async function newForm<V extends SignedInRequest>(
  context: FormContext<V>,
  signedIn: V,
  row: Row | undefined,
  seen: string,
): Promise<FormState> {
  const texts = textsOfRow(context as unknown as FormContext<SignedInRequest>, row);
  const state = { texts, errors: {}, seen, was: digests(context.fields, texts), choices: {}, previews: {} };
  return withChoices(context, signedIn, state, undefined);
}

/** The form as it was sent. What it did not send stays as it is, but of boxes nothing is sent that is not ticked. */
export async function sentForm<V extends SignedInRequest>(
  context: FormContext<V>,
  signedIn: V,
  form: Parameters,
  row: Row | undefined,
): Promise<FormState> {
  const body = isRecord(signedIn.request.body) ? signedIn.request.body : {};
  const present = textsOfRow(context as unknown as FormContext<SignedInRequest>, row);
  const texts = Object.fromEntries(
    context.fields.map(({ name, kind }) => {
      const isSent = Object.hasOwn(body, name) || kind === 'flag' || kind === 'references';
      const sent = [...new Set(form.all(name).map(normal))].slice(0, MOST_VALUES);
      return [name, isSent ? sent : (present[name] ?? [])];
    }),
  );
  const was = Object.fromEntries((form.get('was') ?? '').split(' ').map((one) => one.split(':') as [string, string]));
  const previews: Record<string, Html> = {};
  const previewed = form.get('preview');
  const markdown = context.fields.find(({ kind, name }) => name === previewed && kind === 'markdown');
  const source = markdown === undefined ? '' : (texts[markdown.name] ?? []).join('\n');
  if (markdown !== undefined && source.length <= MOST_PREVIEWED)
    previews[markdown.name] = await context.place.preview(signedIn, source);
  const state = { texts, errors: {}, seen: form.get('seen') ?? '', was, choices: {}, previews };
  return withChoices(context, signedIn, state, form);
}

async function withChoices<V extends SignedInRequest>(
  { place, fields }: FormContext<V>,
  signedIn: V,
  state: FormState,
  form: Parameters | undefined,
): Promise<FormState> {
  const searched = form?.get('search');
  const found = await Promise.all(
    fields.map(async (field) => {
      const q = field.name === searched ? (form?.get(`q.${field.name}`) ?? '') : undefined;
      return [field.name, await choicesFor(place, signedIn, field, state.texts[field.name] ?? [], q)] as const;
    }),
  );
  return {
    ...state,
    choices: Object.fromEntries(found.filter(([, one]) => one !== undefined)) as FormState['choices'],
  };
}

/** Whether a form was sent to show something in it, and not to be saved. */
export const onlyShows = (form: Parameters): boolean => (form.get('search') ?? form.get('preview')) !== undefined;

/** Returns the fields that were changed in the form, or all that say something for what is new. */
export function inputOf(
  { fields, reading }: FormContext<SignedInRequest>,
  { texts, was }: FormState,
  row: Row | undefined,
): Record<string, unknown> {
  const now = digests(fields, texts);
  // Instants are read in the zone that was sent with them.
  const typed = Object.fromEntries(Object.entries(texts).map(([name, [text]]) => [name, text]));
  const changed = fields.filter(({ name }) => row === undefined || now[name] !== was[name]);
  const values = changed.map((field) => {
    const about = readingFor(reading, field, {
      ...row,
      ...(field.zoneField ? { [field.zoneField]: typed[field.zoneField] } : {}),
    });
    return [field.name, WIDGETS[field.kind].value(texts[field.name] ?? [], about, field)] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The form with what an operation found wrong in it. */
export function withProblem(
  { fields, reading: { text } }: FormContext<SignedInRequest>,
  state: FormState,
  error: ProblemError,
): FormState {
  const errors: Record<string, string> = {};
  const others: string[] = [];
  for (const fault of error.faults) {
    const name = fault.path.split('.')[0] ?? '';
    if (fields.some((field) => field.name === name))
      errors[name] ??= faultWord(text, fault, state.texts[name]?.length === 0);
    else others.push(`${fault.path} ${fault.message}`.trim());
  }
  const problem = error.faults.length === 0 ? error.message : others.join('; ');
  return { ...state, errors, ...(problem === '' ? {} : { problem }) };
}

/**
 * The form of a row that others have changed meanwhile. What was changed here stays, with what is there now beside it; what was
 * not is shown as it is now.
 */
export async function withTheirs<V extends SignedInRequest>(
  context: FormContext<V>,
  signedIn: V,
  state: FormState,
  row: Row,
  seen: string,
): Promise<FormState> {
  const fresh = await newForm(context, signedIn, row, seen);
  const mine = digests(context.fields, state.texts);
  const changed = context.fields.filter(({ name }) => mine[name] !== state.was[name]).map(({ name }) => name);
  const both = changed.filter((name) => fresh.was[name] !== state.was[name] && fresh.was[name] !== mine[name]);
  const only = (names: readonly string[], of: Texts): Texts =>
    Object.fromEntries(names.map((name) => [name, of[name] ?? []]));
  return {
    ...fresh,
    texts: { ...fresh.texts, ...only(changed, state.texts) },
    choices: { ...fresh.choices, ...state.choices },
    theirs: only(both, fresh.texts),
  };
}

/** The notices above a form. */
export function formNotices(
  area: readonly PageField[],
  state: FormState,
  reading: Reading,
): (Html | false | undefined)[] {
  const { text } = reading;
  const wrong = area.filter(({ name }) => state.errors[name] !== undefined);
  return [
    state.theirs !== undefined && conflictTable(area, state, state.theirs, reading),
    state.problem !== undefined &&
      notice('problem', html`<p>${text.content.refused}</p><p lang="en">${displayText(state.problem)}</p>`),
    errorSummary(
      wrong.map((field) => ({ id: field.name, label: fieldLabel(field, text) })),
      text,
    ),
  ];
}

function conflictTable(
  fields: readonly PageField[],
  { texts, choices }: FormState,
  theirs: Texts,
  { text }: Reading,
): Html {
  const { conflict } = text.content;
  const said = ({ name }: PageField, of: Texts): string => {
    const labels = new Map(choices[name]?.options.map(({ value, label }) => [value, label]));
    return (of[name] ?? []).map((one) => labels.get(one) ?? one).join(', ') || '–';
  };
  const rows = fields.filter(({ name }) => theirs[name] !== undefined);
  return notice(
    'problem',
    html`<p>${conflict.title}</p><p>${conflict.text}</p>
${
  rows.length > 0 &&
  html`<table class="conflict"><thead><tr><th scope="col">${conflict.field}</th><th scope="col">${conflict.theirs}</th><th scope="col">${conflict.yours}</th></tr></thead>
<tbody>${rows.map((field) => html`<tr><th scope="row">${fieldLabel(field, text)}</th><td>${said(field, theirs)}</td><td>${said(field, texts)}</td></tr>`)}</tbody></table>`
}`,
  );
}

export interface FormMarkup {
  readonly groups: readonly (readonly PageField[])[];
  readonly action: string;
  readonly submit: string;
  readonly style?: 'primary' | 'danger';
  readonly cancelHref?: string;
  readonly isNew: boolean;
}

export function formMarkup<V extends SignedInRequest>(
  state: FormState,
  reading: Reading,
  { csrf, text }: Visit<V>,
  { groups, action, submit, style = 'primary', cancelHref, isNew }: FormMarkup,
  row: Row | undefined,
): Html {
  const asked = (field: PageField): Html =>
    WIDGETS[field.kind].ask({
      ...readingFor(reading, field, row),
      field,
      label: fieldLabel(field, text),
      hint: hintOf(text, field.name) ?? (field.kind === 'instant' ? zoneOf(field, state, reading, row) : undefined),
      error: state.errors[field.name],
      texts: state.texts[field.name] ?? [],
      isRequired: !field.isNullable && !(field.hasDefault && isNew) && REQUIRED.has(field.kind),
      choices: state.choices[field.name],
      preview: state.previews[field.name],
    });
  const was = Object.entries(state.was).map(([name, digest]) => `${name}:${digest}`);
  // The first button is the one that the Enter key presses.
  return postForm({
    action,
    csrf,
    body: html`<button type="submit" hidden aria-label="${submit} ↵">${submit}</button>
${!isNew && [hiddenInput('seen', state.seen), hiddenInput('was', was.join(' '))]}
${groups.map((group) => html`<div class="${group.every(({ kind }) => SHORT.has(kind)) ? 'fields' : 'stack'}">${group.map(asked)}</div>`)}
<div class="inline"><button type="submit" class="${style}">${submit}</button>${cancelHref !== undefined && linkButton(cancelHref, text.shell.cancel, 'secondary')}</div>`,
  });
}

/** Kinds that fit beside each other. */
const SHORT: ReadonlySet<string> = new Set([
  'choice',
  'money',
  'integer',
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
]);

const zoneOf = (field: PageField, { texts }: FormState, reading: Reading, row: Row | undefined): string =>
  (field.zoneField && texts[field.zoneField]?.[0]) || readingFor(reading, field, row).timeZone;

export const formContext = <V extends SignedInRequest>(area: Area<V>, reading: Reading): FormContext<V> => ({
  place: area.place,
  fields: area.form.flat(),
  reading,
});

/** @throws what is no refusal */
export function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  throw error;
}
