/** What can be done to a row of an area, and the forms that add rows. */
import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../../../schema/school/operation.ts';
import type { Text } from '../../../words/index.ts';
import { backLink, fact, type Hidden } from '../components.ts';
import { type Html, html } from '../html.ts';
import { definePage, type PageSender } from '../page.ts';
import { confirm } from '../reauthentication.ts';
import type { SignedInRequest } from '../signed-in.ts';
import {
  type Area,
  type AreaAction,
  type AreaCreation,
  fieldLabel,
  nameOfRow,
  parentInput,
  readingIn,
  sameByProgram,
  wordsOf,
  wordsOfOperation,
} from './area.ts';
import { cellOf, recordStyles } from './cells.ts';
import { findRow, isInPlace } from './finding.ts';
import { notThere } from './form.ts';
import { type FormMarkup, formMarkup, formNotices } from './form-markup.ts';
import { type RecordData, type RecordSender, recordData } from './record.ts';
import { confirmationOf, type FormData, type FormUse, freshForm, type Proof, placeOf, takeForm } from './submitting.ts';

/** What it is about, so that nothing is ended by mistake. */
function aboutRow<V extends SignedInRequest>(
  { declaration, fields }: Area<V>,
  { row, reading }: FormData,
): Html | false {
  const shown = declaration.columns.flatMap((name) => fields.get(name) ?? []);
  const facts = shown.map((field) => fact(fieldLabel(field, reading.text), cellOf(field, row, reading)));
  return row.id !== undefined && facts.length > 0 && html`<dl class="facts">${facts}</dl>`;
}

type Texts = { title: string; lead?: Html | string; submit: string; hidden?: Hidden };

/** A page with a form of its own. @param about the words of the page, and where its form is and leads back to */
export function formPage<V extends SignedInRequest>(
  app: FastifyInstance,
  area: Area<V>,
  use: Pick<FormUse<V>, 'at' | 'operation' | 'fields' | 'find' | 'missing'>,
  groups: FormMarkup['groups'],
  about: (signedIn: V, data: FormData) => Texts & { action: string; cancelHref: string },
): PageSender<V, FormData> {
  const { at, operation, fields } = use;
  return definePage<V, FormData>(app, placeOf(area, use), {
    at,
    load: ({ signedIn }) => freshForm(area, use, signedIn),
    title: (data, { signedIn }) => about(signedIn, data).title,
    top(data, { signedIn }, title) {
      const { lead } = about(signedIn, data);
      const isNew = data.row.id === undefined;
      return html`<div class="intro">${isNew && backLink(area.home(signedIn), wordsOf(area, signedIn.text).title)}<h1>${title}</h1>${typeof lead === 'string' ? html`<p>${lead}</p>` : lead}</div>`;
    },
    scripts: recordStyles,
    isWrong: ({ form }) => form.problem !== undefined || Object.keys(form.errors).length > 0,
    body(data, visit) {
      const { form, reading } = data;
      const style = operation.isDestructive ? ('danger' as const) : ('primary' as const);
      const markup = { ...about(visit.signedIn, data), groups, style, isNew: true };
      return html`${formNotices(fields, form, reading)}
${operation.isDestructive && aboutRow(area, data)}
${formMarkup(form, reading, visit, markup, undefined)}
${sameByProgram([operation], visit.text)}`;
    },
  });
}

/** What is not created, but enrolled or granted, is what the button says. */
function createWords<V extends SignedInRequest>(area: Area<V>, { name }: Operation, text: Text) {
  const title = wordsOf(area, text).create ?? '';
  return { title, submit: name.startsWith('create_') ? text.content.create : title };
}

/** A form that adds a row, or does something that needs none. */
export function areaCreation<V extends SignedInRequest>(
  app: FastifyInstance,
  area: Area<V>,
  { operation, path, form }: AreaCreation,
): void {
  const { seenIn } = area.declaration;
  const isRow = path === 'new';
  const use = {
    at: `${area.path}/${path}`,
    operation,
    fields: form.flat(),
    find: async (signedIn: V) => ((await isInPlace(area, signedIn)) ? {} : undefined),
  };
  const show = formPage(app, area, use, form, (signedIn) => {
    const { label, text: lead } = wordsOfOperation(operation, signedIn.text);
    const words = isRow ? createWords(area, operation, signedIn.text) : { title: label, lead, submit: label };
    return { ...words, action: `${area.address(signedIn)}/${path}`, cancelHref: area.home(signedIn) };
  });
  takeForm(app, area, {
    ...use,
    show,
    input: (signedIn) => parentInput(area, signedIn),
    proof: (_row, { texts }) => (seenIn !== undefined && texts.status?.[0] === seenIn ? 'unless_lately' : 'never'),
    next: (signedIn, _row, result) =>
      `${isRow && area.list !== undefined ? area.rowAddress(signedIn, result) : area.home(signedIn)}?done=${isRow ? 'created' : 'acted'}`,
  });
}

/** What strangers see afterwards asks for the password, unless the sign-in is recent; a deletion always does. */
export function proofOf<V extends SignedInRequest>(
  { declaration }: Area<V>,
  { kind, operation, path }: AreaAction,
): Proof {
  if (kind === 'password') return 'always';
  const isSeen = operation.effect !== undefined || (declaration.seenIn !== undefined && path === 'publish');
  return isSeen ? 'unless_lately' : 'never';
}

/** Registers an action: a button, a page that asks first, or one that asks for the password. */
export function areaAction<V extends SignedInRequest>(
  app: FastifyInstance,
  area: Area<V>,
  action: AreaAction,
  sendRecord: RecordSender<V>,
): void {
  const { operation, pageFields, kind } = action;
  const use = {
    at: `${area.rowPath}/${action.path}`,
    operation,
    fields: pageFields,
    find: (signedIn: V) => findRow(area, signedIn),
  };
  /** Shows the record, with why nothing was done. */
  const onRecord = async (
    signedIn: V,
    reply: Parameters<RecordSender<V>>[1],
    data: FormData,
    why: Partial<RecordData>,
  ) => sendRecord(signedIn, reply, { ...(await recordData(area, signedIn, data.row)), ...why });
  const show =
    kind === 'question'
      ? question(app, area, use, action)
      : (signedIn: V, reply: Parameters<RecordSender<V>>[1], data: FormData) =>
          onRecord(signedIn, reply, data, { refused: data.form.problem });
  if (kind === 'password') asksForPassword(app, area, use);

  takeForm(app, area, {
    ...use,
    show,
    input: (_signedIn, row) => ({ id: row.id }),
    proof: () => proofOf(area, action),
    showChanged: (signedIn, reply, data) => onRecord(signedIn, reply, data, { changedSince: data.form.was }),
    next: (signedIn, row) =>
      kind === 'password'
        ? `${area.home(signedIn)}?done=deleted`
        : `${area.rowAddress(signedIn, row)}?done=${Object.hasOwn(signedIn.text.content.done, action.path) ? action.path : 'acted'}`,
  });
}

const question = <V extends SignedInRequest>(
  app: FastifyInstance,
  area: Area<V>,
  use: Pick<FormUse<V>, 'at' | 'operation' | 'fields' | 'find'>,
  { operation, pageFields, path }: AreaAction,
): PageSender<V, FormData> =>
  formPage(app, area, use, [pageFields], (signedIn, { row }) => {
    const { label, text: lead } = wordsOfOperation(operation, signedIn.text);
    const cancelHref = area.rowAddress(signedIn, row);
    const title = signedIn.text.content.question({ action: label, name: nameOfRow(area, row) });
    return { title, lead, submit: label, action: `${cancelHref}/${path}`, cancelHref };
  });

function asksForPassword<V extends SignedInRequest>(
  app: FastifyInstance,
  area: Area<V>,
  { at, operation, find }: { at: string; operation: Operation; find(signedIn: V): ReturnType<typeof findRow> },
): void {
  const { pages, missing, frame } = area.writing(operation);
  pages.get(at, async (signedIn, reply) => {
    const row = await find(signedIn).catch(notThere);
    if (row === undefined) return missing(signedIn, reply);
    const reading = await readingIn(area, signedIn);
    return confirm(app, signedIn, reply, frame(signedIn), confirmationOf(area, operation, signedIn, row, reading));
  });
}
