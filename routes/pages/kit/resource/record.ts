/** The record of an area: what a row says, the form that changes it, what can be done to it, and what belongs to it. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { MAX_BODY } from '../../../../schema/limits.ts';
import { goTo } from '../../../http.ts';
import { button, fact, linkButton, postForm, tabs } from '../components.ts';
import { type Html, html } from '../html.ts';
import { icon } from '../icons.ts';
import { definePage, type PageSender, type Visit } from '../page.ts';
import type { SignedInRequest } from '../signed-in.ts';
import {
  type Area,
  type AreaAction,
  fieldLabel,
  findRow,
  fits,
  nameOfRow,
  readingIn,
  sameByProgram,
  versionOf,
  wordsOf,
} from './area.ts';
import type { Reading } from './asking.ts';
import { cellOf, recordStyles, statusOf } from './cells.ts';
import {
  type FormState,
  formContext,
  inputOf,
  newForm,
  onlyShows,
  problemOf,
  sentForm,
  withProblem,
  withTheirs,
} from './form.ts';
import { formMarkup, formNotices } from './form-markup.ts';
import type { Row } from './place.ts';

export interface RecordData {
  readonly row: Row;
  readonly reading: Reading;
  /** Absent for those who can only look. */
  readonly form: FormState | undefined;
  /** Why an action was refused, in English. */
  readonly refused?: string;
}

export type RecordSender<V extends SignedInRequest> = PageSender<V, RecordData>;

const mayChange = <V extends SignedInRequest>({ place, update, form }: Area<V>, signedIn: V): boolean =>
  update !== undefined && form.length > 0 && place.may(signedIn, update.scope);

/** Reads what a record shows; `undefined` if there is none. */
export async function recordData<V extends SignedInRequest>(
  area: Area<V>,
  signedIn: V,
): Promise<RecordData | undefined> {
  const row = await findRow(area, signedIn).catch(notThere);
  if (row === undefined) return undefined;
  const reading = await readingIn(area, signedIn);
  const form = mayChange(area, signedIn)
    ? await newForm(formContext(area, reading), signedIn, row, versionOf(row))
    : undefined;
  return { row, reading, form };
}

export function notThere(error: unknown): undefined {
  if (problemOf(error).type === 'not-found') return undefined;
  throw error;
}

export function areaRecord<V extends SignedInRequest>(app: FastifyInstance, area: Area<V>): RecordSender<V> {
  const send = definePage<V, RecordData>(app, area.reading, {
    at: area.rowPath,
    load: ({ signedIn }) => recordData(area, signedIn),
    title: ({ row }) => nameOfRow(area, row),
    top: ({ row, reading }, visit, title) => html`<div class="head"><div class="intro">
<p><a class="back" href="${area.address(visit.signedIn)}">${icon('chevron-left')}${wordsOf(area, visit.text).title}</a></p>
<h1>${title}${statusOf(area, row, reading)}</h1></div></div>
${related(area, row, visit)}`,
    done: ({ text: { content: words } }) => ({
      saved: words.done.saved,
      created: words.done.created,
      acted: words.done.acted,
    }),
    scripts: recordStyles,
    isWrong: ({ form, refused }) =>
      refused !== undefined ||
      form?.problem !== undefined ||
      form?.theirs !== undefined ||
      Object.keys(form?.errors ?? {}).length > 0,
    body: (data, visit) => recordBody(area, data, visit),
  });
  if (area.update !== undefined && area.form.length > 0) savingForm(area, send);

  return send;
}

function related<V extends SignedInRequest>(area: Area<V>, row: Row, visit: Visit<V>): Html | false {
  const links = area.declaration.related?.(row, visit, area.rowAddress(visit.signedIn, row)) ?? [];
  return links.length > 0 && tabs(links);
}

function recordBody<V extends SignedInRequest>(
  area: Area<V>,
  { row, reading, form, refused }: RecordData,
  visit: Visit<V>,
): Html {
  const { text, signedIn } = visit;
  const { declaration, fields } = area;
  const names =
    form === undefined ? [...area.form.flat().map(({ name }) => name), ...declaration.facts] : declaration.facts;
  const facts = [...new Set(names)]
    .map((name) => fields.get(name))
    .filter((field) => field !== undefined)
    .map((field) => fact(fieldLabel(field, text), cellOf(field, row, reading)));
  const state = form && (refused === undefined ? form : { ...form, problem: refused });
  const notices = state === undefined ? [] : formNotices(area.form.flat(), state, reading);
  return html`${notices}${state === undefined && refused !== undefined && html`<div class="notice problem" role="alert"><p>${text.content.refused}</p><p lang="en">${refused}</p>${icon('circle-alert')}</div>`}
<div class="record"><div class="stack">${
    state !== undefined &&
    formMarkup(
      state,
      reading,
      visit,
      { groups: area.form, action: `${area.rowAddress(signedIn, row)}/edit`, submit: text.shell.save, isNew: false },
      row,
    )
  }</div>
<div class="stack">${actionButtons(area, row, visit)}
${facts.length > 0 && html`<dl class="facts">${facts}</dl>`}</div></div>
${sameByProgram([area.get, ...(state === undefined ? [] : [area.update]), ...allowed(area, row, visit).map(({ operation }) => operation)], text)}`;
}

const allowed = <V extends SignedInRequest>(area: Area<V>, row: Row, { signedIn }: Visit<V>): readonly AreaAction[] =>
  area.actions.filter((action) => fits(action, row) && area.place.may(signedIn, action.operation.scope));

function actionButtons<V extends SignedInRequest>(area: Area<V>, row: Row, visit: Visit<V>): Html | false {
  const { text, signedIn, csrf } = visit;
  const words: Readonly<Record<string, { label: string; text: string }>> = text.content.actions;
  const rowAddress = area.rowAddress(signedIn, row);
  const actions = allowed(area, row, visit);
  return (
    actions.length > 0 &&
    html`<ul class="actions">${actions.map(({ kind, operation, path }) => {
      const said = words[operation.name];
      const href = `${rowAddress}/${path}`;
      const label = said?.label ?? operation.name;
      if (kind === 'button')
        return html`<li>${postForm({ action: href, csrf, body: button(label, 'secondary') })}<p class="detail">${said?.text}</p></li>`;
      return html`<li>${linkButton(href, `${label}…`, kind === 'password' ? 'secondary danger' : 'secondary')}</li>`;
    })}</ul>`
  );
}

function savingForm<V extends SignedInRequest>(area: Area<V>, send: RecordSender<V>): void {
  const { place, update, writing } = area;

  /** Shows the form again: with what is wrong in it, or with what others have meanwhile saved. */
  async function refused(signedIn: V, reply: FastifyReply, sent: RecordData & { form: FormState }, error: unknown) {
    const { row, reading, form } = sent;
    const context = formContext(area, reading);
    const problem = problemOf(error);
    const isStale = problem.type === 'precondition-failed';
    const present = isStale ? await findRow(area, signedIn).catch(notThere) : row;
    if (problem.type === 'not-found' || present === undefined) return writing.missing(signedIn, reply);
    const again = isStale
      ? await withTheirs(context, signedIn, form, present, versionOf(present))
      : withProblem(context, form, problem);
    return send(signedIn, reply.code(problem.status), { row: present, reading, form: again });
  }

  writing.pages.post(
    `${area.rowPath}/edit`,
    async (signedIn, form, reply) => {
      const row = await findRow(area, signedIn).catch(notThere);
      if (row === undefined || update === undefined) return writing.missing(signedIn, reply);
      const reading = await readingIn(area, signedIn);
      const context = formContext(area, reading);
      const sent = { row, reading, form: await sentForm(context, signedIn, form, row) };
      if (onlyShows(form)) return send(signedIn, reply, sent);
      const changes = inputOf(context, sent.form, row);
      try {
        if (Object.keys(changes).length > 0)
          await place.run(signedIn, update, { id: row.id, ...changes }, sent.form.seen);
      } catch (error) {
        return refused(signedIn, reply, sent, error);
      }
      return goTo(reply, `${area.rowAddress(signedIn, row)}?done=saved`);
    },
    { bodyLimit: MAX_BODY.longText },
  );
}
