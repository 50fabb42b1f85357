/** The state of a form of an area: what it has of a row, what was sent, and what is wrong with it. */
import { hash } from 'node:crypto';
import { isRecord } from '../../../../schema/data/objects.ts';
import type { Parameters } from '../../../../schema/data/parameters.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import type { Html } from '../html.ts';
import type { SignedInRequest } from '../signed-in.ts';
import { type Area, fieldsOfRecord } from './area.ts';
import { choicesFor } from './choices.ts';
import { type Choices, faultWord, type PageField, type Reading, readingFor } from './field.ts';
import type { AreaPlace, Row } from './place.ts';
import { WIDGETS } from './widgets.ts';

/** What a form has of each field. */
export type Texts = Readonly<Record<string, readonly string[]>>;

const normal = (text: string): string => text.replaceAll('\r\n', '\n');

/** As a browser sends it: entries in lines, nothing as an empty text, and ticks in the order of the page. */
const sentAs = ({ kind }: PageField, texts: readonly string[] = []): string =>
  (kind === 'references' ? texts.toSorted() : texts).map(normal).join('\n');

/** A change of the zone changes the instants that are entered in it. */
const digests = (fields: readonly PageField[], texts: Texts): Record<string, string> =>
  Object.fromEntries(
    fields.map((field) => {
      const zone = field.zoneField === undefined ? [] : (texts[field.zoneField] ?? []);
      const digest = hash('sha256', JSON.stringify([field.name, sentAs(field, texts[field.name]), zone]), 'base64url');
      return [field.name, digest.slice(0, 5)];
    }),
  );

/** Each digest has the name of its field in it, so that names need not be sent. */
const setOfDigests = (fields: readonly PageField[], texts: Texts): ReadonlySet<string> =>
  new Set(Object.values(digests(fields, texts)));

/** What a form shows. */
export interface FormState {
  readonly texts: Texts;
  readonly errors: Readonly<Record<string, string>>;
  /** Why the whole was refused, in English. */
  readonly problem?: string;
  /** The version of the row that was read, and a digest of each of its fields. */
  readonly seen: string;
  readonly was: ReadonlySet<string>;
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

const textsOfRow = (
  { fields, reading }: Pick<FormContext<SignedInRequest>, 'fields' | 'reading'>,
  row: Row | undefined,
): Texts =>
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
): Promise<FormState> {
  const texts = textsOfRow(context, row);
  const seen = String(row?.updatedAt ?? '');
  const state = { texts, errors: {}, seen, was: setOfDigests(context.fields, texts), choices: {}, previews: {} };
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
  const present = textsOfRow(context, row);
  const texts = Object.fromEntries(
    context.fields.map(({ name, kind }) => {
      const isSent = Object.hasOwn(body, name) || kind === 'flag' || kind === 'references';
      const sent = [...new Set(form.all(name).map(normal))].slice(0, MOST_VALUES);
      return [name, isSent ? sent : (present[name] ?? [])];
    }),
  );
  const was = new Set(form.get('was')?.split(' '));
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
  const changed = fields.filter(({ name }) => row === undefined || !was.has(now[name] ?? ''));
  const values = changed.map((field) => {
    const about = readingFor(reading, field, {
      ...row,
      ...(field.zoneField ? { [field.zoneField]: typed[field.zoneField] } : {}),
    });
    return [field.name, WIDGETS[field.kind].value(texts[field.name] ?? [], about, field)] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The entry of a list that a fault is about, if its field has one in each line. */
const entryOf = (texts: readonly string[] | undefined, at = ''): string | undefined =>
  /^\d+$/.test(at)
    ? (texts?.join('\n') ?? '')
        .split(/[\n;,]+/)
        .filter((line) => line.trim() !== '')
        [Number(at)]?.trim()
    : undefined;

/** The form with what an operation found wrong in it. */
export function withProblem(
  { fields, reading: { text } }: FormContext<SignedInRequest>,
  state: FormState,
  error: ProblemError,
): FormState {
  const errors: Record<string, string> = {};
  const others: string[] = [];
  for (const fault of error.faults) {
    const [name = '', at] = fault.path.split('.');
    const word = faultWord(text, fault, state.texts[name]?.length === 0);
    const one = entryOf(state.texts[name], at);
    if (fields.some((field) => field.name === name)) errors[name] ??= one === undefined ? word : `${one}: ${word}`;
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
): Promise<FormState> {
  const fresh = await newForm(context, signedIn, row);
  const mine = digests(context.fields, state.texts);
  const theirs = digests(context.fields, fresh.texts);
  const changed = context.fields.filter(({ name }) => !state.was.has(mine[name] ?? '')).map(({ name }) => name);
  const both = changed.filter((name) => !state.was.has(theirs[name] ?? '') && theirs[name] !== mine[name]);
  const only = (names: readonly string[], of: Texts): Texts =>
    Object.fromEntries(names.map((name) => [name, of[name] ?? []]));
  return {
    ...fresh,
    texts: { ...fresh.texts, ...only(changed, state.texts) },
    choices: { ...fresh.choices, ...state.choices },
    theirs: only(both, fresh.texts),
  };
}

type Versions = Pick<FormState, 'seen' | 'was'>;

/** The version of a row and a digest of each field of its record, which the forms about it send. */
export const versionsOf = <V extends SignedInRequest>(area: Area<V>, row: Row, reading: Reading): Versions => {
  const fields = fieldsOfRecord(area);
  return { seen: String(row.updatedAt ?? ''), was: setOfDigests(fields, textsOfRow({ fields, reading }, row)) };
};

export const hiddenVersions = ({ seen, was }: Versions): Record<string, string> =>
  seen === '' ? {} : { seen, was: [...was].join(' ') };

/** The fields of a record that have changed since a form was shown. */
export function changedSince<V extends SignedInRequest>(
  area: Area<V>,
  row: Row,
  reading: Reading,
  earlier: Versions['was'],
): PageField[] {
  const fields = fieldsOfRecord(area);
  const now = digests(fields, textsOfRow({ fields, reading }, row));
  return earlier.size === 0 ? [] : fields.filter(({ name }) => !earlier.has(now[name] ?? ''));
}

export function notThere(error: unknown): undefined {
  if (problemOf(error).type === 'not-found') return undefined;
  throw error;
}

/** @throws what is no refusal */
export function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  throw error;
}
