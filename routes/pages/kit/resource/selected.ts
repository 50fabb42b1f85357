/** What can be done to several rows of a list at once: each by itself, and what was not possible is reported row by row. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readParameters } from '../../../../schema/data/parameters.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import { goTo } from '../../../http.ts';
import { linkButton } from '../components.ts';
import { displayText } from '../display-text.ts';
import { type Html, html } from '../html.ts';
import { page } from '../layout.ts';
import type { SelectionState } from '../list.ts';
import type { Visit } from '../page.ts';
import { sendPage } from '../sending.ts';
import type { SignedInRequest } from '../signed-in.ts';
import { formPage, proofOf } from './actions.ts';
import { type Area, type AreaAction, fits, nameOfRow, wordsOfOperation } from './area.ts';
import { cellOf } from './cells.ts';
import type { Reading } from './field.ts';
import { isInPlace } from './finding.ts';
import { notThere } from './form.ts';
import type { Row } from './place.ts';
import { takeForm } from './submitting.ts';

const MOST = 15;
/** Between the id of a row and its version. */
const VERSION = ' ';

/** The rows that were selected, as the row that the form is about. */
type Selected = Row & { readonly fitting: readonly Row[]; readonly others: readonly Row[] };
type Failure = readonly [row: Row, why: Html];

/** The actions that make sense for several: those that depend on the state, and ask for no row of another kind. */
const ofSeveral = <V extends SignedInRequest>(area: Area<V>): readonly AreaAction[] =>
  area.actions.filter(
    ({ pageFields, kind, operation: { from, isExclusive } }) =>
      from !== undefined &&
      isExclusive !== true &&
      kind !== 'password' &&
      pageFields.every(({ to }) => to === undefined),
  );

/** The ticks and buttons of a list, for those who may do something. */
export function selectionOf<V extends SignedInRequest>(
  area: Area<V>,
  { signedIn, text }: Visit<V>,
): SelectionState<Row> | false {
  const actions = ofSeveral(area).filter(({ operation }) => area.place.may(signedIn, operation.scope));
  return (
    actions.length > 0 && {
      name: 'row',
      idOf: (row) =>
        actions.some((action) => fits(action, row)) ? { id: String(row.id), name: nameOfRow(area, row) } : undefined,
      actions: actions.map(({ operation, path }) => ({
        href: `${area.address(signedIn)}/selected/${path}`,
        label: wordsOfOperation(operation, text).label,
      })),
    }
  );
}

export function areaSelections<V extends SignedInRequest>(app: FastifyInstance, area: Area<V>): void {
  if (area.list === undefined || area.get === undefined) return;
  for (const action of ofSeveral(area)) areaSelection(app, area, action);
}

function areaSelection<V extends SignedInRequest>(app: FastifyInstance, area: Area<V>, action: AreaAction): void {
  const { operation, pageFields, path } = action;
  const use = {
    at: `${area.path}/selected/${path}`,
    operation,
    fields: pageFields,
    find: (signedIn: V) => selectedIn(area, action, signedIn),
    missing: (signedIn: V, reply: FastifyReply) => goTo(reply, `${area.address(signedIn)}?done=none`),
  };
  const next = (signedIn: V): string => `${area.address(signedIn)}?done=acted`;
  const names = (rows: readonly Row[], reading: Reading): Html =>
    html`<ul class="links">${rows.map((row) => html`<li>${calledIn(area, row, reading)}</li>`)}</ul>`;
  const show = formPage(app, area, use, [pageFields], (signedIn, { row, reading }) => {
    const { fitting, others } = row as Selected;
    const { label, text } = wordsOfOperation(operation, signedIn.text);
    const { selected } = signedIn.text.content;
    const address = area.address(signedIn);
    return {
      title: selected.title({ action: label, count: fitting.length }),
      lead: html`<p>${text}</p>${names(fitting, reading)}${others.length > 0 && html`<p>${selected.others}</p>${names(others, reading)}`}`,
      submit: label,
      action: `${address}/selected/${path}`,
      cancelHref: address,
      hidden: sentOf(fitting),
    };
  });

  takeForm(app, area, {
    ...use,
    show,
    input: () => ({}),
    next,
    proof: () => proofOf(area, action),
    hidden: (row) => sentOf((row as Selected).fitting),
    async carryOut(signedIn, row, entered, reply) {
      const failures = await carriedOut(area, action, signedIn, row as Selected, entered);
      const address = area.address(signedIn);
      if (failures.length === 0) return goTo(reply, next(signedIn));
      const { fitting } = row as Selected;
      const { selected } = signedIn.text.content;
      const title = wordsOfOperation(operation, signedIn.text).label;
      const count = fitting.length - failures.length;
      const body = html`<div class="intro"><h1>${title}</h1><p>${selected.done({ count })} ${selected.failed({ count: failures.length })}</p></div>
<ul class="rows">${failures.map(([one, why]) => html`<li><div><p class="name">${nameOfRow(area, one)}</p><p class="detail">${why}</p></div></li>`)}</ul>
<div class="inline">${linkButton(address, signedIn.text.shell.back, 'secondary')}</div>`;
      return sendPage(reply, page(area.writing(operation).frame(signedIn), { title, body }), 'own');
    },
  });
}

/** The name of a row, and of what it is about, if its own is that of a person. */
function calledIn<V extends SignedInRequest>(area: Area<V>, row: Row, reading: Reading): Html {
  const { columns, resource } = area.declaration;
  const field = resource.title === 'id' ? area.fields.get(columns[0] ?? '') : undefined;
  return html`<strong>${nameOfRow(area, row)}</strong>${field?.to !== undefined && html` · ${cellOf(field, row, reading)}`}`;
}

/** The versions that were shown are sent with the form. */
const sentOf = (rows: readonly Row[]): Record<string, readonly string[]> => ({
  row: rows.map(({ id, updatedAt }) => [id, updatedAt].filter(Boolean).join(VERSION)),
});

const versionsIn = ({ request }: SignedInRequest): ReadonlyMap<string, string | undefined> =>
  new Map(
    readParameters(request.method === 'GET' ? request.query : request.body)
      .all('row')
      .slice(0, MOST)
      .map((one) => one.split(VERSION))
      .filter(([id = '']) => /^[\w-]{1,100}$/.test(id))
      .map(([id = '', version]) => [id, version]),
  );

async function selectedIn<V extends SignedInRequest>(
  area: Area<V>,
  action: AreaAction,
  signedIn: V,
): Promise<Selected | undefined> {
  const { get, place } = area;
  if (get === undefined) return undefined;
  const rows: Row[] = [];
  for (const id of versionsIn(signedIn).keys()) {
    const row = (await place.run(signedIn, get, { id }).catch(notThere)) as Row | undefined;
    if (row !== undefined && (await isInPlace(area, signedIn, row))) rows.push(row);
  }
  const named = await place.withNames(signedIn, get, rows);
  // What has changed since the page was shown is found out row by row.
  const isSent = signedIn.request.method !== 'GET';
  const [fitting, others] = [true, false].map((isFit) =>
    named.filter((row) => (isSent || fits(action, row)) === isFit),
  );
  return fitting === undefined || others === undefined || fitting.length === 0 ? undefined : { fitting, others };
}

async function carriedOut<V extends SignedInRequest>(
  { place }: Area<V>,
  { operation }: AreaAction,
  signedIn: V,
  { fitting }: Selected,
  entered: Readonly<Record<string, unknown>>,
): Promise<readonly Failure[]> {
  const versions = versionsIn(signedIn);
  const failures: Failure[] = [];
  // One after the other, so that each has its entry in the audit log or is left as it was.
  for (const row of fitting) {
    try {
      const seen = operation.isConditional ? versions.get(String(row.id)) : undefined;
      await place.run(signedIn, operation, { id: row.id, ...entered }, seen);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const { changed } = signedIn.text.content.selected;
      failures.push([
        row,
        error.type === 'precondition-failed' ? html`${changed}` : html`<span lang="en">${reasonOf(error)}</span>`,
      ]);
    }
  }
  return failures;
}

const reasonOf = ({ faults, message }: ProblemError): string =>
  displayText(faults.map((one) => `${one.path} ${one.message}`).join('; ') || message);
