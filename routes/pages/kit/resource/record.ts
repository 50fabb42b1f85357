/** The record of an area: what a row says, the form that changes it, what can be done to it, and what belongs to it. */
import type { FastifyInstance } from 'fastify';
import { backLink, button, fact, linkButton, notice, postForm, tabs } from '../components.ts';
import { displayText } from '../display-text.ts';
import { type Html, html } from '../html.ts';
import { definePage, type PageSender, type Visit } from '../page.ts';
import type { SignedInRequest } from '../signed-in.ts';
import {
  type Area,
  type AreaAction,
  areaNamed,
  fieldLabel,
  fieldsOfRecord,
  fits,
  leadOf,
  nameOfRow,
  type Panel,
  type Related,
  readingIn,
  sameByProgram,
  wordsOf,
  wordsOfOperation,
} from './area.ts';
import { cellOf, covered, linkedCell, recordStyles, statusOf } from './cells.ts';
import type { Reading } from './field.ts';
import { findRow } from './finding.ts';
import { changedSince, type FormState, hiddenVersions, newForm, notThere, versionsOf, withTheirs } from './form.ts';
import { conflictNotice, formMarkup, formNotices, reasonOf } from './form-markup.ts';
import type { Row } from './place.ts';
import { takeForm } from './submitting.ts';

export interface RecordData {
  readonly row: Row;
  readonly reading: Reading;
  /** Absent for those who can only look. */
  readonly form: FormState | undefined;
  readonly panel?: Panel | undefined;
  readonly related: readonly Related[];
  /** The address of the picture, if the row has one. */
  readonly picture: string | undefined;
  /** What is to be known first. */
  readonly first?: Html | undefined;
  /** Why an action was refused, in English. */
  readonly refused?: string | undefined;
  /** The digests of a form that was refused because the row had changed. */
  readonly changedSince?: FormState['was'];
}

export type RecordSender<V extends SignedInRequest> = PageSender<V, RecordData>;

const addressIn =
  <V extends SignedInRequest>({ place }: Area<V>, signedIn: V): Parameters<typeof linkedCell>[3] =>
  (to, id) =>
    to !== undefined && typeof id === 'string' ? place.pageOf(signedIn, to, id) : undefined;

const mayChange = <V extends SignedInRequest>({ place, update, form }: Area<V>, signedIn: V): boolean =>
  update !== undefined && form.length > 0 && place.may(signedIn, update.scope);

/** Reads what a record shows. @param form as it was sent, if it is not that of the row */
export async function recordData<V extends SignedInRequest>(
  area: Area<V>,
  signedIn: V,
  row: Row,
  form?: FormState,
): Promise<RecordData> {
  const reading = await readingIn(area, signedIn);
  const context = { place: area.place, fields: area.form.flat(), reading };
  const fresh = form ?? (mayChange(area, signedIn) ? await newForm(context, signedIn, row) : undefined);
  const { panel, panelAt, notice: first } = area.declaration;
  const address = area.rowAddress(signedIn, row);
  return {
    row,
    reading,
    form: fresh,
    // Where two versions stand beside each other, they are what the page is about.
    panel: panelAt === undefined && form?.theirs === undefined ? await panel?.(row, signedIn, address) : undefined,
    first: await first?.(row, signedIn, address),
    ...(await topData(area, signedIn, row)),
  };
}

export function areaRecord<V extends SignedInRequest>(app: FastifyInstance, area: Area<V>): RecordSender<V> {
  const send = definePage<V, RecordData>(app, area.reading, {
    at: area.rowPath,
    async load({ signedIn }) {
      const row = await findRow(area, signedIn).catch(notThere);
      return row && recordData(area, signedIn, row);
    },
    title: ({ row }) => nameOfRow(area, row),
    top: (data, visit, title) => recordTop(area, data, visit, title),
    done: ({ text: { content } }) => content.done,
    scripts: recordStyles,
    isWrong: ({ form, refused, changedSince }) =>
      (refused ?? changedSince) !== undefined ||
      form?.problem !== undefined ||
      form?.theirs !== undefined ||
      Object.keys(form?.errors ?? {}).length > 0,
    body: (data, visit) => recordBody(area, data, visit),
  });
  savingForm(app, area, send);
  panelPage(app, area);
  return send;
}

/** What the top of each page of a record shows. */
async function topData<V extends SignedInRequest>(
  area: Area<V>,
  signedIn: V,
  row: Row,
): Promise<Pick<RecordData, 'related' | 'picture'>> {
  const [related = [], picture] = await Promise.all([
    area.declaration.related?.(row, signedIn, area.rowAddress(signedIn, row)),
    area.place.picture(signedIn, row.coverImageUrl),
  ]);
  return { related, picture };
}

/** The page of what belongs to a row, where it is not part of the record. */
function panelPage<V extends SignedInRequest>(app: FastifyInstance, area: Area<V>): void {
  const { panel, panelAt } = area.declaration;
  if (panel === undefined || panelAt === undefined) return;
  definePage<V, RecordData>(app, area.reading, {
    at: `${area.rowPath}/${panelAt.path}`,
    async load({ signedIn }) {
      const row = await findRow(area, signedIn).catch(notThere);
      const found = row && (await panel(row, signedIn, area.rowAddress(signedIn, row)));
      if (row === undefined || found === undefined) return undefined;
      const [reading, top] = await Promise.all([readingIn(area, signedIn), topData(area, signedIn, row)]);
      return { row, reading, form: undefined, panel: found, ...top };
    },
    title: ({ row }) => nameOfRow(area, row),
    top: (data, visit, title) =>
      recordTop(area, data, visit, title, `${area.rowAddress(visit.signedIn, data.row)}/${panelAt.path}`),
    done: ({ text: { content } }) => content.done,
    scripts: recordStyles,
    body: (data, { text }) => html`${data.panel?.markup}${sameByProgram(data.panel?.operations ?? [], text)}`,
  });
}

/** The top of a record, above a list that is one of its tabs. @param here the address of the list, without a query */
export async function topAbove<V extends SignedInRequest>(
  place: Area<V>['place'],
  visit: Visit<V>,
  { many, id, here }: { many: string; id: string; here: string },
): Promise<{ id: string; name: string; top: Html } | undefined> {
  const { signedIn } = visit;
  const area = areaNamed(place, many);
  if (area?.get === undefined || area.declaration.below !== undefined || !place.may(signedIn, area.get.scope))
    return undefined;
  const row = (await place.run(signedIn, area.get, { id }).catch(notThere)) as Row | undefined;
  if (row === undefined) return undefined;
  const [reading, data] = await Promise.all([readingIn(area, signedIn), topData(area, signedIn, row)]);
  // A record is also found by its slug, but its tabs have its id.
  const there = here.replace(`/${id}/`, `/${row.id}/`);
  const tab = data.related.find(({ href }) => href === there || href.startsWith(`${there}?`));
  const name = nameOfRow(area, row);
  return tab && { id: String(row.id), name, top: recordTop(area, { row, reading, ...data }, visit, name, tab.href) };
}

/** @param current the address of the page, if it is not the first one of the record */
function recordTop<V extends SignedInRequest>(
  area: Area<V>,
  { row, reading, related, picture }: Pick<RecordData, 'row' | 'reading' | 'related' | 'picture'>,
  { frame, signedIn, text }: Visit<V>,
  title: string,
  current = area.rowAddress(signedIn, row),
): Html {
  const { hasCover, panelAt, subtitle } = area.declaration;
  const here = area.rowAddress(signedIn, row);
  const hasPanel = panelAt !== undefined && area.place.may(signedIn, panelAt.scope);
  const others = [
    ...(hasPanel ? [{ href: `${here}/${panelAt.path}`, label: text.content.areas[panelAt.name].title }] : []),
    ...related.filter((one) => one.icon === undefined),
  ];
  const buttons = related.filter((one) => one.icon !== undefined);
  const below = subtitle === undefined ? undefined : row[subtitle];
  const heading = html`<h1>${title}${statusOf(area, row, reading)}</h1>${below != null && html`<p>${displayText(String(below))}</p>`}${leadOf(area, text)}`;
  return html`<div class="head"><div class="intro">
${backLink(area.home(signedIn), wordsOf(area, text).title)}
${hasCover === true ? covered(row, frame, picture, heading) : heading}</div>
<div class="inline">${buttons.map((one) => linkButton(one.href, one.label, 'secondary', one.icon))}</div></div>
${others.length > 0 && tabs([{ href: here, label: text.content.record }, ...others], current)}`;
}

function recordBody<V extends SignedInRequest>(
  area: Area<V>,
  { row, reading, form, refused, panel, first, ...data }: RecordData,
  visit: Visit<V>,
): Html {
  const { text, signedIn } = visit;
  const versions = hiddenVersions(versionsOf(area, row, reading));
  const facts = fieldsOfRecord(area)
    .filter(({ name }) => form === undefined || area.declaration.facts.includes(name))
    .filter(({ name }) => row[name] != null && row[name] !== '')
    .map((field) => fact(fieldLabel(field, text), linkedCell(field, row, reading, addressIn(area, signedIn))));
  const listed = facts.length > 0 && html`<dl class="facts">${facts}</dl>`;
  const changes =
    data.changedSince &&
    changedSince(area, row, reading, data.changedSince).map(
      (field) => [fieldLabel(field, text), cellOf(field, row, reading)] as const,
    );
  const state = form && (refused === undefined ? form : { ...form, problem: refused });
  return html`${first}${state !== undefined && formNotices(area.form.flat(), state, reading)}
${state === undefined && refused !== undefined && notice('problem', html`<p>${text.content.refused}</p>${reasonOf(refused)}`)}
${changes && conflictNotice(changes, text, false)}
<div class="record"><div class="stack">${
    state === undefined
      ? listed
      : formMarkup(
          state,
          reading,
          visit,
          {
            groups: area.form,
            action: `${area.rowAddress(signedIn, row)}/edit`,
            submit: text.shell.save,
            isNew: false,
          },
          row,
        )
  }${panel?.markup}</div>
<div class="stack">${actionButtons(area, row, visit, versions)}
${state !== undefined && listed}</div></div>
${sameByProgram([area.get, ...(state === undefined ? [] : [area.update]), ...allowed(area, row, visit).map(({ operation }) => operation), ...(panel?.operations ?? [])], text)}`;
}

const allowed = <V extends SignedInRequest>(area: Area<V>, row: Row, { signedIn }: Visit<V>): readonly AreaAction[] =>
  area.actions.filter(
    (action) =>
      fits(action, row) &&
      area.declaration.offers?.(action.operation.name, row) !== false &&
      area.place.may(signedIn, action.operation.scope),
  );

function actionButtons<V extends SignedInRequest>(
  area: Area<V>,
  row: Row,
  visit: Visit<V>,
  hidden: Readonly<Record<string, string>>,
): Html | false {
  const { text, signedIn, csrf } = visit;
  const rowAddress = area.rowAddress(signedIn, row);
  const actions = allowed(area, row, visit);
  return (
    actions.length > 0 &&
    html`<ul class="actions">${actions.map(({ kind, operation, path }) => {
      const words = wordsOfOperation(operation, text);
      const href = `${rowAddress}/${path}`;
      if (kind === 'button')
        return html`<li>${postForm({ action: href, csrf, hidden, body: button(words.label, 'secondary') })}<p class="detail">${words.text}</p></li>`;
      return html`<li>${linkButton(href, `${words.label}…`, kind === 'password' ? 'secondary danger' : 'secondary')}${kind === 'question' && html`<p class="detail">${words.text}</p>`}</li>`;
    })}</ul>`
  );
}

function savingForm<V extends SignedInRequest>(app: FastifyInstance, area: Area<V>, send: RecordSender<V>): void {
  const { place, update, declaration } = area;
  const fields = area.form.flat();
  if (update === undefined || fields.length === 0) return;
  const { seenIn } = declaration;
  takeForm(app, area, {
    at: `${area.rowPath}/edit`,
    operation: update,
    fields,
    isEdit: true,
    find: (signedIn) => findRow(area, signedIn),
    input: (_signedIn, row) => ({ id: row.id }),
    proof: ({ status }, { texts }) =>
      seenIn !== undefined && [status, texts.status?.[0]].includes(seenIn) ? 'unless_lately' : 'never',
    show: async (signedIn, reply, { row, form }) => send(signedIn, reply, await recordData(area, signedIn, row, form)),
    async showChanged(signedIn, reply, { row, reading, form }) {
      const both = await withTheirs({ place, fields, reading }, signedIn, form, row);
      return send(signedIn, reply, await recordData(area, signedIn, row, both));
    },
    next: (signedIn, row) => `${area.rowAddress(signedIn, row)}?done=saved`,
  });
}
