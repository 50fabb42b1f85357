/**
 * The options of a reference. Where there are too many for a page, the form has a field for words, and a button that shows the
 * form again with all that was entered and up to twenty matches, so that it needs no script.
 */
import { ProblemError } from '../../../../schema/school/problem.ts';
import { type NamedResource, scopeOfNames, titleOf } from '../../../../schema/school/references.ts';
import { displayText } from '../display-text.ts';
import { type Html, html } from '../html.ts';
import type { SignedInRequest } from '../signed-in.ts';
import type { Asking, Choices, Option, PageField } from './field.ts';
import type { AreaPlace, Row } from './place.ts';

/** As many as a page lists: in a menu, or as ticks. */
const MOST = { reference: 100, references: 30 } as const;
const MATCHES = 20;
/** As many ids as get their names at once (`reference-names.ts`). */
const NAMED_AT_ONCE = 20;

export const snakeOf = (to: NamedResource): string => to.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Two people can have the same name. */
function labelFrom(row: Row, to: NamedResource): string {
  const [name, email] = [row[titleOf(to)], row.email].map((one) => (typeof one === 'string' ? displayText(one) : ''));
  return name && email ? `${name} (${email})` : name || email || String(row.id);
}

/** @returns `undefined` if the person may not see the names, or what is referred to is no list */
export async function choicesFor<V extends SignedInRequest>(
  place: AreaPlace<V>,
  signedIn: V,
  field: PageField,
  chosen: readonly string[],
  q: string | undefined,
): Promise<Choices | undefined> {
  const { to, kind } = field;
  if (/assetId$/i.test(field.name)) {
    const files = await place.files(signedIn, chosen, q?.trim() ?? '');
    if (files === undefined) return undefined;
    const options = [...files.names].map(([value, name]) => ({ value, label: displayText(name) }));
    return { options, isSearched: true, q, uploadHref: files.uploadHref };
  }
  const isReference = kind === 'reference' || kind === 'references';
  if (!isReference || to === undefined || !place.may(signedIn, scopeOfNames(to))) return undefined;
  const list = place.operation(`list_${snakeOf(to)}`);
  if (list === undefined) return undefined;
  const most = MOST[kind];
  const words = q === undefined || q.trim() === '' ? {} : { q: q.trim() };
  const first = q === undefined ? most : MATCHES;
  type Found = { nodes: readonly Row[]; pageInfo: { hasNextPage: boolean } };
  // Words that cannot be searched for match nothing.
  const { nodes, pageInfo } = await (place.run(signedIn, list, { first, ...words }) as Promise<Found>).catch(
    (error: unknown): Found => {
      if (error instanceof ProblemError && error.type === 'invalid-input')
        return { nodes: [], pageInfo: { hasNextPage: false } };
      throw error;
    },
  );
  const options = nodes
    .map((row) => ({ value: String(row.id), label: labelFrom(row, to) }))
    .sort((a, b) => a.label.localeCompare(b.label, signedIn.frame.language));
  if (q === undefined && !pageInfo.hasNextPage) return { options, isSearched: false, q };
  const found = q === undefined ? [] : options.filter(({ value }) => !chosen.includes(value));
  return { options: [...(await named(place, signedIn, field, chosen)), ...found], isSearched: true, q };
}

/** What is chosen, with the names. */
async function named<V extends SignedInRequest>(
  place: AreaPlace<V>,
  signedIn: V,
  { to }: PageField,
  ids: readonly string[],
): Promise<Option[]> {
  if (to === undefined || ids.length === 0) return [];
  const parts = Array.from({ length: Math.ceil(ids.length / NAMED_AT_ONCE) }, (_, at) =>
    ids.slice(at * NAMED_AT_ONCE, (at + 1) * NAMED_AT_ONCE),
  );
  const labels = await Promise.all(parts.map((part) => place.labels(signedIn, to, part)));
  return ids.map((value) => ({ value, label: displayText(labels.find((one) => one.has(value))?.get(value) ?? value) }));
}

/** Options as ticks or, where one is chosen, as circles, with a search where there are more. */
export function choiceTicks(asking: Asking, type: 'checkbox' | 'radio'): Html {
  const { field, label, hint, error, texts, choices, text } = asking;
  const { name } = field;
  const options = choices?.options ?? texts.map((value) => ({ value, label: value }));
  const none =
    type === 'radio' && (field.isNullable || field.hasDefault) ? [{ value: '', label: text.shell.none }] : [];
  const isChosen = (value: string): boolean => texts.includes(value) || (value === '' && texts.length === 0);
  return html`<fieldset class="choices ticks" id="${name}"><legend>${label}</legend>
${hint !== undefined && html`<p class="hint">${hint}</p>`}
${error !== undefined && html`<p class="error" id="${name}-error">${error}</p>`}
${[...none, ...options].map(
  (one) =>
    html`<label class="choice"><input type="${type}" name="${name}" value="${one.value}"${isChosen(one.value) && html` checked`}> <span>${one.label}</span></label>`,
)}
${choices !== undefined && choices.q !== undefined && options.every(({ value }) => texts.includes(value)) && html`<p class="hint" role="status">${text.content.search.none}</p>`}
${choices?.isSearched === true && searchParts(name, choices.q, asking)}
${choices?.uploadHref !== undefined && html`<p class="hint"><a href="${choices.uploadHref}" target="_blank">${text.content.upload.elsewhere}</a> ${text.content.upload.thenSearch}</p>`}</fieldset>`;
}

const searchParts = (name: string, q: string | undefined, { label, text }: Asking): Html =>
  html`<div class="filters"><div class="field"><label for="${name}-q">${text.content.search.label({ field: label })}</label>
<input id="${name}-q" name="q.${name}" type="search" autocomplete="off" maxlength="100" value="${q ?? ''}"></div>
<button type="submit" class="secondary" name="search" value="${name}" aria-label="${`${text.content.search.submit}: ${label}`}">${text.content.search.submit}</button></div>`;
