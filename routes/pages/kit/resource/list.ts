import type { FastifyInstance } from 'fastify';
import type { Kind } from '../../../../schema/school/kind.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import { referredTo, scopeOfNames } from '../../../../schema/school/references.ts';
import { hiddenInput, linkButton, searchField, select, tabs } from '../components.ts';
import { displayText } from '../display-text.ts';
import { type Html, html, type Renderable } from '../html.ts';
import { type Column, type FilteredPortion, listPage } from '../list.ts';
import type { Visit } from '../page.ts';
import { neighboursOf } from '../pagination.ts';
import { pathParameter } from '../path-parameter.ts';
import type { SignedInRequest } from '../signed-in.ts';
import {
  type Area,
  fieldLabel,
  leadOf,
  nameOfRow,
  pathOf,
  readingIn,
  sameByProgram,
  wordsOf,
  wordsOfOperation,
} from './area.ts';
import { covered, listCell, statusOf } from './cells.ts';
import { snakeOf } from './choices.ts';
import { type PageField, type Reading, valueWord } from './field.ts';
import { exportFile, filterOf, inputOf } from './file.ts';
import type { Row } from './place.ts';
import { topAbove } from './record.ts';
import { selectionOf } from './selected.ts';

/** Fewer rows fit into a page with pictures. */
const perPage = ({ declaration: { hasCover } }: Pick<Area, 'declaration'>): number => (hasCover === true ? 10 : 15);
const IS_ID = /^[\w-]{1,64}$/;
const NUMBERS: ReadonlySet<Kind> = new Set<Kind>(['integer', 'money', 'minor_units']);
/** What the list is below may be gone, too. */
const NOTHING: ReadonlySet<string> = new Set(['invalid-input', 'not-found']);
const WORD_SORTS = new Set(['title', 'name']);

interface Portion extends FilteredPortion<Row> {
  readonly filter: Readonly<Record<string, string>>;
  readonly reading: Reading;
  /** What a link has narrowed the list to: the name of a field, and what it refers to. */
  readonly narrowed: readonly { readonly name: string; readonly href: string; readonly label: string }[];
  /** The record that has the list as one of its tabs. */
  readonly above: Awaited<ReturnType<typeof aboveOf>>;
  /** The pictures of covers, by the ids of their rows. */
  readonly pictures: ReadonlyMap<unknown, string | undefined>;
}

export function areaList<V extends SignedInRequest>(app: FastifyInstance, area: Area<V>): void {
  const { reading: place, creations, place: here, list } = area;
  if (list === undefined) return;
  const words = (visit: Pick<Visit<V>, 'text'>) => wordsOf(area, visit.text);

  listPage<V, Portion>(app, place, {
    at: area.path,
    address: area.address,
    load: (visit) => portionOf(area, visit),
    title: ({ above }, visit) => {
      const { title } = words(visit);
      return above === undefined ? title : visit.text.content.question({ action: title, name: above.name });
    },
    above: ({ above }, visit) => above && { ...above, heading: html`<h2>${words(visit).title}</h2>` },
    lead: (_portion, visit) => aboveList(area, visit),
    done: ({ text: { content } }) => ({
      deleted: content.done.deleted,
      acted: content.done.acted,
      none: content.selected.none,
    }),
    add: (visit) => {
      const links = creations
        .filter(({ operation }) => here.may(visit.signedIn, operation.scope))
        .map(({ operation, path }) => {
          const label = path === 'new' ? words(visit).create : wordsOfOperation(operation, visit.text).label;
          return linkButton(
            `${area.address(visit.signedIn)}/${path}`,
            label ?? '',
            path === 'new' ? 'primary' : 'secondary',
          );
        });
      const pages = area.declaration.pages?.(visit, area.address(visit.signedIn)) ?? [];
      links.push(...pages.map(({ href, label }) => linkButton(href, label, 'secondary')));
      return links.length > 0 && html`<div class="inline">${links}</div>`;
    },
    filters: (portion, visit) => filterFields(area, portion, visit),
    count: ({ above, total, filter, narrowed }, visit) =>
      html`${above === undefined && narrowed.map(({ name, href, label }) => html`${fieldLabel({ name }, visit.text)}: <a href="${href}">${label}</a> · `)}${visit.text.content.total({ count: total })} · <a href="${area.address(visit.signedIn)}/export?${new URLSearchParams(filter).toString()}">${visit.text.content.export}</a>`,
    columns: (visit, portion) => columnsOf(area, visit, portion),
    selecting: (visit) => area.get !== undefined && selectionOf(area, visit),
    empty: (visit) => {
      const { none } = words(visit);
      return { none: { title: none, text: '' }, noneFound: visit.text.content.noneFound };
    },
    after: (_portion, { text }) => sameByProgram([list, ...creations.map(({ operation }) => operation)], text),
  });

  place.pages.get(`${area.path}/export`, async (signedIn, reply) => exportFile(app, area, signedIn, reply));
}

/** A link to what the list is below, or to the lists beside it. */
function aboveList<V extends SignedInRequest>(area: Area<V>, { signedIn, text }: Visit<V>): Html | false {
  const { place, menu, declaration } = area;
  const here = area.address(signedIn);
  const links = place.siblings(signedIn, menu);
  if (declaration.below !== undefined)
    return html`<p><a href="${here.slice(0, here.lastIndexOf('/'))}">${text.shell.back}</a></p>`;
  return html`${links.length > 1 && tabs(links, here)}${leadOf(area, text)}`;
}

/** @returns `undefined` if the query makes no sense or is older than the list, or there is no such list */
async function portionOf<V extends SignedInRequest>(area: Area<V>, visit: Visit<V>): Promise<Portion | undefined> {
  const { signedIn, query, timeZone } = visit;
  const { place, list } = area;
  const filter = filterOf(area, query);
  const id = query.get('before') ?? query.get('after');
  if (list === undefined) return undefined;
  if (id !== undefined && !IS_ID.test(id)) return undefined;
  const isBefore = query.get('before') !== undefined;
  const next = id === undefined ? undefined : { id, isBefore };
  try {
    const input = { ...inputOf(area, signedIn, filter, timeZone), first: perPage(area) };
    const found = await place.beside(signedIn, list, input, next);
    if (found === undefined) return undefined;
    const { hasPrevious, hasNext } = neighboursOf(isBefore, next !== undefined, found.hasMore);
    const [first, last] = [found.nodes.at(0)?.id, found.nodes.at(-1)?.id];
    const queryOf = (way: object): string => new URLSearchParams({ ...filter, ...way }).toString();
    const above = await aboveOf(area, visit, filter);
    const covers = area.declaration.hasCover === true ? found.nodes : [];
    const pictures = covers.map(async (row) => [row.id, await place.picture(signedIn, row.coverImageUrl)] as const);
    return {
      rows: await place.withNames(signedIn, list, found.nodes),
      pictures: new Map(await Promise.all(pictures)),
      total: found.total,
      isFiltered: Object.keys(filter).some((name) => name !== 'sort' && name !== above?.field),
      filter,
      narrowed: await narrowedTo(area, signedIn, filter),
      above,
      reading: await readingIn(area, signedIn),
      previous: hasPrevious && first !== undefined ? queryOf({ before: String(first) }) : undefined,
      next: hasNext && last !== undefined ? queryOf({ after: String(last) }) : undefined,
    };
  } catch (error) {
    if (error instanceof ProblemError && NOTHING.has(error.type)) return undefined;
    throw error;
  }
}

/** What a list is below, or was narrowed to by a link on it. */
async function aboveOf<V extends SignedInRequest>(
  area: Area<V>,
  visit: Visit<V>,
  filter: Readonly<Record<string, string>>,
) {
  const { declaration, place } = area;
  const here = area.address(visit.signedIn);
  if (declaration.below !== undefined) {
    const { field, resource } = declaration.below;
    const id = pathParameter(visit.signedIn.request, resource.one);
    const found = await topAbove(place, visit, { many: resource.many, id, here });
    return found && { ...found, field };
  }
  for (const [name, id] of Object.entries(filter))
    for (const to of referredTo(name)) {
      const found = await topAbove(place, visit, { many: snakeOf(to), id, here });
      if (found !== undefined) return { ...found, field: name };
    }
  return undefined;
}

async function narrowedTo<V extends SignedInRequest>(
  { fields, place }: Area<V>,
  signedIn: V,
  filter: Readonly<Record<string, string>>,
): Promise<Portion['narrowed']> {
  const found = Object.entries(filter).map(async ([name, id]) => {
    const to = fields.get(name)?.to;
    if (to === undefined || !place.may(signedIn, scopeOfNames(to))) return [];
    const label = (await place.labels(signedIn, to, [id])).get(id);
    if (label === undefined) return [];
    return [{ name, href: `${place.base(signedIn)}${pathOf(snakeOf(to))}/${id}`, label: displayText(label) }];
  });
  return (await Promise.all(found)).flat();
}

function columnsOf<V extends SignedInRequest>(
  area: Area<V>,
  { frame, signedIn, text }: Visit<V>,
  { above, rows, reading, pictures }: Portion,
): readonly Column<Row>[] {
  const { columns, either, leads, leadsTo, panelAt, subtitle, resource } = area.declaration;
  const name = area.fields.get(resource.title);
  const href = (row: Row): string | undefined => {
    if (area.get !== undefined) return area.rowAddress(signedIn, row);
    return leadsTo && `${area.place.base(signedIn)}${leadsTo(row)}`;
  };
  const linked = (column: string, row: Row, cell: Renderable): Renderable =>
    leads?.[column] !== undefined && (leads[column] !== panelAt?.path || area.place.may(signedIn, panelAt.scope))
      ? html`<a href="${area.rowAddress(signedIn, row)}/${leads[column]}">${cell}</a>`
      : cell;
  const named = (row: Row): Html =>
    html`${href(row) === undefined ? nameOfRow(area, row) : html`<a href="${href(row)}">${nameOfRow(area, row)}</a>`}${statusOf(area, row, reading)}${
      subtitle !== undefined &&
      row[subtitle] != null &&
      row[subtitle] !== nameOfRow(area, row) &&
      html`<span class="detail">${displayText(String(row[subtitle]))}</span>`
    }`;
  const head = (row: Row): Html =>
    area.declaration.hasCover === true ? covered(row, frame, pictures.get(row.id), named(row)) : named(row);
  const others = columns
    .map((column) => area.fields.get(column))
    .filter((field) => field !== undefined)
    .filter(({ name }) => name !== above?.field)
    .map((field) => {
      const { label = field.name, other = '' } = either?.[field.name] ?? {};
      const fieldOf = (row: Row): PageField => (row[field.name] == null ? area.fields.get(other) : undefined) ?? field;
      return { field, label, fieldOf };
    })
    .filter(({ fieldOf }) => rows.some((row) => row[fieldOf(row).name] != null && row[fieldOf(row).name] !== ''));
  return [
    { head: name === undefined ? text.content.fields.memberId : fieldLabel(name, text), cell: head },
    ...others.map(({ field, label, fieldOf }) => ({
      head: fieldLabel({ name: label }, text),
      cell: (row: Row): Renderable => linked(field.name, row, listCell(fieldOf(row), row, reading)),
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
  if (resource.search.length + choices.length + days.length === 0 && sorts.length < 2) return false;
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

export const dayFilter = (name: string, label: string, value = ''): Html =>
  html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="date" autocomplete="off" value="${value}"></div>`;
