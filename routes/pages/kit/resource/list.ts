/** The list of an area: its filters, sorts and search, pages in both directions, and all of it as a file. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { BYTE_ORDER_MARK, csvLine } from '../../../../schema/data/csv.ts';
import { isRecord } from '../../../../schema/data/objects.ts';
import { type Parameters, readParameters } from '../../../../schema/data/parameters.ts';
import { dateAt, endOfDay } from '../../../../schema/school/calendar.ts';
import type { Kind } from '../../../../schema/school/kind.ts';
import { decimalOf } from '../../../../schema/school/money.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import { hiddenInput, linkButton, searchField, select, tabs } from '../components.ts';
import { displayText } from '../display-text.ts';
import { type Html, html, type Renderable } from '../html.ts';
import { type Column, type FilteredPortion, listPage } from '../list.ts';
import type { Visit } from '../page.ts';
import { neighboursOf } from '../pagination.ts';
import type { SignedInRequest } from '../signed-in.ts';
import { type Area, fieldLabel, nameOfRow, parentInput, readingIn, sameByProgram, wordsOf } from './area.ts';
import type { Reading } from './asking.ts';
import { listCell, statusOf } from './cells.ts';
import { valueWord } from './field.ts';
import type { Row } from './place.ts';

const PER_PAGE = 20;
const AT_ONCE = 100;
const IS_ID = /^[\w-]{1,64}$/;
/** Parameters of addresses that are no input of the operation. */
const OF_PAGES = new Set(['before', 'after', 'first', 'totalCount', 'include', 'done']);
const NUMBERS: ReadonlySet<Kind> = new Set<Kind>(['integer', 'money', 'minor_units']);
/** What the list is below may be gone, too. */
const NOTHING: ReadonlySet<string> = new Set(['invalid-input', 'not-found']);
const WORD_SORTS = new Set(['title', 'name']);

interface Portion extends FilteredPortion<Row> {
  readonly filter: Readonly<Record<string, string>>;
  readonly reading: Reading;
}

export function areaList<V extends SignedInRequest>(app: FastifyInstance, area: Area<V>): void {
  const { reading: place, create, place: here } = area;
  const words = (visit: Pick<Visit<V>, 'text'>) => wordsOf(area, visit.text);

  listPage<V, Portion>(app, place, {
    at: area.path,
    address: area.address,
    load: (visit) => portionOf(area, visit),
    title: (_portion, visit) => words(visit).title,
    lead: (_portion, visit) => leadOf(area, visit),
    done: ({ text }) => ({ deleted: text.content.done.deleted }),
    add: (visit) =>
      create !== undefined &&
      area.creationForm.length > 0 &&
      here.may(visit.signedIn, create.scope) &&
      linkButton(`${area.address(visit.signedIn)}/new`, words(visit).create ?? ''),
    filters: (portion, visit) => filterFields(area, portion, visit),
    count: ({ total, filter }, visit) =>
      html`${visit.text.content.total({ count: total })} · <a href="${area.address(visit.signedIn)}/export?${new URLSearchParams(filter).toString()}">${visit.text.content.export}</a>`,
    columns: (visit, { rows, reading }) => columnsOf(area, visit, reading, rows),
    empty: (visit) => {
      const { none } = words(visit);
      return { none: { title: none, text: '' }, noneFound: visit.text.content.noneFound };
    },
    after: (_portion, { text }) => sameByProgram([area.list, create], text),
  });

  place.pages.get(`${area.path}/export`, async (signedIn, reply) => exportFile(app, area, signedIn, reply));
}

/** A link to what the list is below, or to the lists beside it. */
function leadOf<V extends SignedInRequest>(area: Area<V>, { signedIn, text }: Visit<V>): Html | false {
  const { place, menu, declaration } = area;
  const here = area.address(signedIn);
  const links = place.siblings(signedIn, menu);
  if (declaration.below !== undefined)
    return html`<p><a href="${here.slice(0, here.lastIndexOf('/'))}">${text.shell.back}</a></p>`;
  return links.length > 1 && tabs(links, here);
}

/** The input that the address has, as it stands: the operation refuses what makes no sense. */
function filterOf<V extends SignedInRequest>({ list }: Area<V>, query: Parameters): Record<string, string> {
  const names = Object.keys(list.input.shape).filter((name) => !OF_PAGES.has(name) && name !== 'id');
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = query.get(name)?.trim() ?? '';
      return value === '' || value.includes('\0') ? [] : [[name, value]];
    }),
  );
}

/** Days of the form become instants in the zone of the school. */
function inputOf<V extends SignedInRequest>(
  area: Area<V>,
  signedIn: V,
  filter: Readonly<Record<string, string>>,
  timeZone: string,
): Record<string, unknown> {
  const [from, to] = area.declaration.resource.rangeNames;
  const instants = Object.entries(filter).map(([name, value]): [string, string] => {
    if (!/^\d{4}-\d\d-\d\d$/.test(value) || (name !== from && name !== to)) return [name, value];
    try {
      const dayBefore = new Date(Date.parse(value) - 86_400_000).toISOString().slice(0, 10);
      return [name, new Date(endOfDay(name === from ? dayBefore : value, timeZone)).toISOString()];
    } catch {
      // No such day, which the operation refuses.
      return [name, value];
    }
  });
  return { ...Object.fromEntries(instants), ...parentInput(area, signedIn) };
}

/** @returns `undefined` if the query makes no sense or is older than the list, or there is no such list */
async function portionOf<V extends SignedInRequest>(area: Area<V>, visit: Visit<V>): Promise<Portion | undefined> {
  const { signedIn, query, timeZone } = visit;
  const { place, list } = area;
  const filter = filterOf(area, query);
  const id = query.get('before') ?? query.get('after');
  if (id !== undefined && !IS_ID.test(id)) return undefined;
  const isBefore = query.get('before') !== undefined;
  const next = id === undefined ? undefined : { id, isBefore };
  try {
    const input = { ...inputOf(area, signedIn, filter, timeZone), first: PER_PAGE };
    const found = await place.beside(signedIn, list, input, next);
    if (found === undefined) return undefined;
    const { hasPrevious, hasNext } = neighboursOf(isBefore, next !== undefined, found.hasMore);
    const [first, last] = [found.nodes.at(0)?.id, found.nodes.at(-1)?.id];
    const queryOf = (way: object): string => new URLSearchParams({ ...filter, ...way }).toString();
    return {
      rows: await place.withNames(signedIn, list, found.nodes),
      total: found.total,
      isFiltered: Object.keys(filter).some((name) => name !== 'sort'),
      filter,
      reading: await readingIn(area, signedIn),
      previous: hasPrevious && first !== undefined ? queryOf({ before: String(first) }) : undefined,
      next: hasNext && last !== undefined ? queryOf({ after: String(last) }) : undefined,
    };
  } catch (error) {
    if (error instanceof ProblemError && NOTHING.has(error.type)) return undefined;
    throw error;
  }
}

function columnsOf<V extends SignedInRequest>(
  area: Area<V>,
  { signedIn, text }: Visit<V>,
  reading: Reading,
  rows: readonly Row[],
): readonly Column<Row>[] {
  const { columns, subtitle, resource } = area.declaration;
  const name = area.fields.get(resource.title);
  const head = (row: Row): Html =>
    html`${area.get === undefined ? nameOfRow(area, row) : html`<a href="${area.rowAddress(signedIn, row)}">${nameOfRow(area, row)}</a>`}${statusOf(area, row, reading)}${
      subtitle !== undefined &&
      row[subtitle] != null &&
      html`<span class="detail">${displayText(String(row[subtitle]))}</span>`
    }`;
  const others = columns
    .map((column) => area.fields.get(column))
    .filter((field) => field !== undefined)
    .filter((field) => rows.some((row) => row[field.name] != null && row[field.name] !== ''));
  return [
    { head: name === undefined ? text.content.fields.memberId : fieldLabel(name, text), cell: head },
    ...others.map((field) => ({
      head: fieldLabel(field, text),
      cell: (row: Row): Renderable => listCell(field, row, reading),
      isLabelled: true,
      isNumber: NUMBERS.has(field.kind),
    })),
  ];
}

function filterFields<V extends SignedInRequest>(area: Area<V>, { filter }: Portion, { text }: Visit<V>): Renderable {
  const { resource } = area.declaration;
  const { content: words } = text;
  const any = { value: '', label: text.members.filter.any };
  const choices = resource.filters
    .map((name) => area.fields.get(name))
    .filter((field) => field?.kind === 'choice' || field?.kind === 'flag')
    .filter((field) => field !== undefined);
  const [from, to] = resource.rangeNames;
  const days = resource.range !== undefined && from === 'from' ? [from, to] : [];
  const sorts = resource.sorts.map((sort) => (WORD_SORTS.has(sort) ? sort : `-${sort}`));
  const shownNames = new Set(['q', 'sort', ...choices.map(({ name }) => name), ...days]);
  const labels: Readonly<Record<string, string>> = words.sorts;
  return [
    resource.search.length > 0 &&
      searchField({ label: words.search.title, optional: true, maxLength: 100 }, filter.q ?? ''),
    choices.map(({ name, kind, options }) =>
      select({
        name,
        label: fieldLabel({ name }, text),
        options: [
          any,
          ...(kind === 'flag'
            ? [
                { value: 'true', label: words.yes },
                { value: 'false', label: words.no },
              ]
            : options.map((value) => ({ value, label: valueWord(text, name, value) }))),
        ],
        value: filter[name] ?? '',
      }),
    ),
    days.map((name) => dayFilter(name, name === from ? words.from : words.until, filter[name]?.slice(0, 10))),
    sorts.length > 1 &&
      select({
        name: 'sort',
        label: text.members.filter.sort,
        options: sorts.map((value) => ({ value, label: labels[value.replace(/^-/, '')] ?? value })),
        value: filter.sort ?? sorts[0] ?? '',
      }),
    // What a link has narrowed the list to stays.
    Object.entries(filter).map(([name, value]) => !shownNames.has(name) && hiddenInput(name, value)),
  ];
}

const dayFilter = (name: string, label: string, value = ''): Html =>
  html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="date" autocomplete="off" value="${value}"></div>`;

/** A file has the names and values of the admin API, and amounts with their decimal point. */
function cell(value: unknown): string | number | null {
  if (value == null) return null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join('; ');
  if (isRecord(value) && typeof value.amount === 'number' && typeof value.currency === 'string')
    return `${decimalOf(value.amount, value.currency)} ${value.currency}`;
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}

/** Streams the list with its filters, so that only one page of it is in memory at a time. */
async function exportFile<V extends SignedInRequest>(
  app: FastifyInstance,
  area: Area<V>,
  signedIn: V,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { place, list, declaration, reading } = area;
  const timeZone = reading.timeZone(signedIn);
  const filter = filterOf(area, readParameters(signedIn.request.query));
  const input = { ...inputOf(area, signedIn, filter, timeZone), first: AT_ONCE };
  type Answer = { nodes: readonly Row[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
  const page = async (after: string | null) =>
    (await place.run(signedIn, list, { ...input, ...(after === null ? {} : { after }) })) as Answer;
  // What is refused is refused before the file begins.
  const first = await page(null).catch((error: unknown) => {
    if (error instanceof ProblemError) return undefined;
    throw error;
  });
  if (first === undefined) return reading.missing(signedIn, reply);
  const columns = ['id', ...Object.keys(declaration.resource.fields)];

  async function* chunks(answer: Answer): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvLine(columns);
    for (let present = answer; ; present = await page(present.pageInfo.endCursor)) {
      yield present.nodes.map((row) => csvLine(columns.map((name) => cell(row[name])))).join('');
      if (!present.pageInfo.hasNextPage) return;
    }
  }

  return reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${declaration.resource.many}-${dateAt(app.clock(), timeZone)}.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    .send(Readable.from(chunks(first), { objectMode: false }));
}
