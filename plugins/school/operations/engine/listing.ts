/** Lists of a resource, a page at a time: all of them at the school, or those below another thing. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { PageKey } from '../../../../schema/data/list-page.ts';
import type { Scope } from '../../../../schema/oauth/scope.ts';
import { instantOf, instantValue } from '../../../../schema/school/calendar.ts';
import { writtenFlag } from '../../../../schema/school/fields.ts';
import { defineOperation, type Operator, type ReadBeside } from '../../../../schema/school/operation.ts';
import { invalidInput, ProblemError } from '../../../../schema/school/problem.ts';
import { type OutputOf, type Resource, schemaOf } from '../../../../schema/school/resource.ts';
import { searchText, WORD_LIMIT } from '../../../../schema/school/search-words.ts';
import { typeNames } from '../../../../schema/school/type-names.ts';
import { includeInput } from './include.ts';
import { humanize, type ListSource, type Search, type Visibility } from './resource-rows.ts';

/** Declaration of a list: a resource, where its rows come from, and how they are shown. `ResourceRows` is one. */
interface ListDeclaration<R extends Resource, Row, Filter> {
  readonly app: FastifyInstance;
  readonly resource: R;
  readonly store: ListSource<Row, Filter>;
  readonly visibility?: Visibility;
  /** Finds a row that the operator may see. @throws {ProblemError} `not-found` */
  find?(operator: Operator, id: string): Promise<Row>;
  showAll(operator: Operator, rows: readonly Row[]): Promise<OutputOf<R>[]>;
  /** How `q` is searched for; by the search index of the resource's table when left out. */
  search?: Search<Filter>;
}

/** Filters that are not one column with one value, such as states that time brings about. */
export type Conditions<R extends Resource, Filter> = {
  readonly [Name in R['filters'][number]]?: (operator: Operator, value: FilterValue<R, Name>) => Partial<Filter>;
};
type FilterValue<R extends Resource, Name extends string> =
  R['fields'] extends Record<Name, { value: infer Value extends z.ZodType }> ? z.output<Value> : unknown;

export interface Listing<R extends Resource, Filter, Shape extends z.ZodRawShape> {
  readonly summary?: string;
  readonly description?: string;
  readonly path?: string;
  readonly scope?: Scope;
  /** Further input, such as the id of the thing that the list is below. */
  readonly input?: Shape;
  /** Returns the filter that follows from the parent. @throws {ProblemError} `not-found` */
  parentFilter?(operator: Operator, input: z.output<z.ZodObject<Shape>>): Promise<Partial<Filter>>;
  /** Returns filters that are no part of the request, such as the time: cursors outlive it. */
  asOf?(operator: Operator): Partial<Filter>;
  readonly conditions?: Conditions<R, Filter>;
}

export const pageInfo = z
  .object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })
  .register(typeNames, { id: 'PageInfo' });

const DEFAULT_PAGE = 20;
const MAX_PAGE = 100;

export const pageInput = {
  first: z.coerce.number().int().min(1).max(MAX_PAGE).default(DEFAULT_PAGE).describe(`Page size, 1 to ${MAX_PAGE}`),
  after: z.string().max(1000).optional().describe('endCursor of the previous page'),
  totalCount: writtenFlag.default(false).describe('Whether to return the total count'),
};
const rangeInput = ([from, to]: Resource['rangeNames']) => ({
  [from]: instantValue.optional().describe('Start of the time range, inclusive'),
  [to]: instantValue.optional().describe('End of the time range, exclusive'),
});
const searchInput = (description: string) => ({
  q: searchText.optional().describe(`${description}; ${WORD_LIMIT}`),
});
const sortInput = (sorts: readonly string[]) => ({
  sort: z
    .enum(sortNames(sorts))
    .default(`-${sorts[0]}`)
    .describe(
      'Sort field; a leading minus sorts in descending order; names and titles ignore upper and lower case. Snake-case names are accepted too',
    ),
});

/** Each field by its name and in snake case, as it may be in addresses: one and the same order, and cursors fit both. */
const sortNames = (sorts: readonly string[]): string[] => {
  const names = [...new Set(sorts.flatMap((sort) => [sort, inSnakeCase(sort)]))];
  return [...names, ...names.map((name) => `-${name}`)];
};
const inSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const inCamelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

type BaseShape = typeof pageInput & ReturnType<typeof searchInput> & ReturnType<typeof sortInput>;
type FilterShape<R extends Resource> = { [Name in R['filters'][number]]: z.ZodOptional<z.ZodType<string | boolean>> };
type ListInput<R extends Resource, Shape extends z.ZodRawShape> = z.ZodObject<BaseShape & FilterShape<R> & Shape>;
type ListQuery = z.output<z.ZodObject<BaseShape>> & Readonly<Record<string, unknown>>;

const compared = z.string().trim().normalize('NFC').min(1).max(100);

/** A list is asked for by a time range or by words only where the resource has them. */
function inputOf<R extends Resource, Shape extends z.ZodRawShape>(
  { comparisons, fields, filters, range, rangeNames, furtherRange, references, search, searchHint, sorts }: R,
  further: Shape | undefined,
): ListInput<R, Shape> {
  const filterValue = (filter: string): z.ZodType => {
    const value = fields[filter]?.value;
    return value instanceof z.ZodBoolean ? writtenFlag : (value ?? z.string().max(200));
  };
  const shape: z.ZodRawShape = {
    ...further,
    ...pageInput,
    ...sortInput(sorts),
    ...includeInput(references),
    ...(range === undefined ? {} : rangeInput(rangeNames)),
    ...(furtherRange === undefined ? {} : rangeInput(furtherRange.names)),
    ...(search.length === 0 ? {} : searchInput(searchHint)),
    ...Object.fromEntries(
      filters.map((filter) => [filter, filterValue(filter).optional().describe(`Filters by ${filter}`)]),
    ),
    ...Object.fromEntries(
      Object.entries(comparisons).map(([name, { description }]) => [name, compared.optional().describe(description)]),
    ),
  };
  return z.strictObject(shape) as unknown as ListInput<R, Shape>;
}

const orderOf = (sort: string): { sort: string; descending: boolean } => ({
  sort: inCamelCase(sort.replace(/^-/, '')),
  descending: sort.startsWith('-'),
});

type Position = PageKey<number | string>;

const timeOf = (text: unknown): number | undefined => (typeof text === 'string' ? instantOf(text) : undefined);

/** The ranges of a resource, each with the times that are asked for. */
const rangesOf = ({ range, rangeNames, furtherRange }: Resource, input: ListQuery) =>
  [...(range === undefined ? [] : [{ column: range, names: rangeNames }]), ...(furtherRange ? [furtherRange] : [])].map(
    ({ column, names: [from, to] }) => ({ column, from: timeOf(input[from]), to: timeOf(input[to]) }),
  );

/** @throws {ProblemError} `invalid-input` when the cursor is of another list, another order or other filters */
export function positionOf<At extends number | string = number>(
  { cursors }: FastifyInstance,
  cursorScope: readonly string[],
  after: string | undefined,
) {
  if (after === undefined) return undefined;
  const position = cursors.read<At>(cursorScope, after);
  if (position !== undefined) return position;
  throw invalidInput([{ path: 'after', code: 'invalid_cursor', message: 'is not a cursor of this list' }]);
}

/** The filters that compare with a field in another way, with the values to compare with. */
const comparisonsIn = ({ comparisons, fields }: Resource, input: ListQuery) =>
  Object.entries(comparisons).flatMap(([filter, { field, compare }]) => {
    const value = input[filter];
    if (value === undefined) return [];
    const stored = compare === 'startsWith' ? fields[field]?.toRow(field, value)[field] : value;
    return [{ filter, field, compare, value: stored }];
  });

/** Reads the rows of a list: from a cursor, or next to a row. */
function listReader<
  R extends Resource,
  Row extends { readonly id: string },
  Filter extends object,
  Shape extends z.ZodRawShape,
>({ app, resource, store, visibility, search }: ListDeclaration<R, Row, Filter>, options: Listing<R, Filter, Shape>) {
  // A filter's value has been parsed by the field that the condition is typed by.
  const conditions = (options.conditions ?? {}) as Record<string, (operator: Operator, value: unknown) => object>;
  const inIndex: Search<Filter> = async ({ siteId }, q) => ({
    among: await app.school.searchIndex.find(siteId, resource.table, q),
  });

  /** Returns the conditions beyond columns: words, a range of times, and what the operator may see. */
  async function narrowingOf(operator: Operator, input: ListQuery) {
    const { q } = input;
    const found = q === undefined ? {} : await (search ?? inIndex)(operator, q);
    const visible = await visibility?.(operator);
    return {
      ...found,
      ranges: rangesOf(resource, input),
      ...(visible === undefined ? {} : { visibility: visible }),
    };
  }

  return {
    /** Returns the filter of the rows, and the request that cursors are bound to: the filter may depend on the time. */
    async filterOf(operator: Operator, input: ListQuery & z.output<z.ZodObject<Shape>>) {
      const filterValues = resource.filters.flatMap((filter) =>
        input[filter] === undefined ? [] : [[filter, input[filter]] as const],
      );
      const comparisons = comparisonsIn(resource, input);
      const parent: object = { ...(await options.parentFilter?.(operator, input)) };
      const where: object = Object.assign(
        { ...parent },
        ...filterValues.map(
          ([filter, value]) => conditions[filter]?.(operator, value) ?? resource.fields[filter]?.toRow(filter, value),
        ),
        ...comparisons.map(({ field, compare, value }) => ({ [field]: { [compare]: value } })),
        options.asOf?.(operator),
      );
      const times = rangesOf(resource, input).flatMap(({ from, to }) => [from, to]);
      const compared = comparisons.map(({ filter, value }) => [filter, value]);
      return { where: where as Filter, question: JSON.stringify([parent, filterValues, compared, times]) };
    },

    /** Reads rows from a position on, in the order that is asked for or in the opposite one. */
    async rowsFrom(operator: Operator, input: ListQuery, where: Filter, after: Position | undefined, isBefore = false) {
      const { siteId } = operator;
      const { sort, descending } = orderOf(input.sort);
      const { where: found, ...narrowing } = await narrowingOf(operator, input);
      const conditions = { ...where, ...found };
      const order = { sort, descending: descending !== isBefore };
      const page = await store.page(siteId, { first: input.first, after, ...order, where: conditions, ...narrowing });
      const { among, ranges, visibility: visible, isOfMembers } = narrowing;
      return { ...page, count: () => store.count(siteId, conditions, among, ranges, visible, isOfMembers) };
    },

    positionOf: (row: Row, { sort }: ListQuery): Position => ({
      at: store.sortValueOf(row, orderOf(sort).sort),
      id: row.id,
    }),
  };
}

/** A row that is no longer there has no neighbours. */
const ifThere = (error: unknown): undefined => {
  if (error instanceof ProblemError && error.type === 'not-found') return undefined;
  throw error;
};

export function listOperation<
  const Name extends string,
  R extends Resource,
  Row extends { readonly id: string },
  Filter extends object,
  Shape extends z.ZodRawShape = Record<never, never>,
>(listed: ListDeclaration<R, Row, Filter>, name: Name, options: Listing<R, Filter, Shape>) {
  type Asked = ListQuery & z.output<z.ZodObject<Shape>>;
  const { app, resource, find, showAll } = listed;
  const reader = listReader(listed, options);

  async function run(operator: Operator, input: Asked) {
    const { where, question } = await reader.filterOf(operator, input);
    const cursorScope = [name, operator.siteId, inCamelCase(input.sort), question, input.q ?? ''];
    const after = positionOf<number | string>(app, cursorScope, input.after);
    const { rows, hasMore, count } = await reader.rowsFrom(operator, input, where, after);
    const last = rows.at(-1);
    const endCursor = last && app.cursors.make(cursorScope, reader.positionOf(last, input));
    return {
      nodes: await showAll(operator, rows),
      pageInfo: { hasNextPage: hasMore, endCursor: endCursor ?? null },
      ...(input.totalCount ? { totalCount: await count() } : {}),
    };
  }

  const beside: ReadBeside = async (operator, given, next) => {
    const input = given as Asked;
    const { where } = await reader.filterOf(operator, input);
    const neighbour = next && (await find?.(operator, next.id).catch(ifThere));
    if (next !== undefined && neighbour === undefined) return undefined;
    const position = neighbour && reader.positionOf(neighbour, input);
    const { rows, hasMore, count } = await reader.rowsFrom(operator, input, where, position, next?.isBefore);
    const inOrder = next?.isBefore === true ? rows.toReversed() : rows;
    return { nodes: await showAll(operator, inOrder), total: await count(), hasMore };
  };

  return defineOperation({
    name,
    summary: options.summary ?? `List ${humanize(resource.many)}`,
    description: options.description ?? `${resource.summary} Latest first by default; paginated.`,
    scope: options.scope ?? resource.read,
    input: inputOf(resource, options.input),
    output: z.object({ nodes: z.array(schemaOf(resource, 'output')), pageInfo, totalCount: z.int().optional() }),
    rest: { method: 'GET', path: options.path ?? `/${resource.many}`, status: 200 },
    // Zod infers nothing of a shape that is partly generic.
    run: async (operator, input) => run(operator, input as Asked),
    ...(find === undefined ? {} : { beside }),
  });
}
