/** Lists of a resource, a page at a time: all of them at the school, or those below another thing. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Scope } from '../../../../schema/oauth/scope.ts';
import { instantValue, writtenFlag } from '../../../../schema/school/fields.ts';
import { defineOperation, type Input, type Operation, type Operator } from '../../../../schema/school/operation.ts';
import { invalidInput } from '../../../../schema/school/problem.ts';
import type { Resource } from '../../../../schema/school/resource.ts';
import { typeNames } from '../../../../schema/school/type-names.ts';
import { humanize, type Row, type Visibility } from './resource-rows.ts';

type Records = ReturnType<FastifyInstance['school']['records']>;

/** What rows must have for the value of a filter: columns and their values, or conditions on them, as the store takes them. */
export type Conditions = Readonly<Record<string, (operator: Operator, value: unknown) => Row>>;

export interface Listing {
  /** As in `list_courses`, unless it says otherwise. */
  readonly name?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly path?: string;
  readonly scope?: Scope;
  /** What else the input says, such as the thing it is below. */
  readonly input?: z.ZodRawShape;
  /** What the rows must have because of that. @throws {ProblemError} `not-found` */
  parentFilter?(operator: Operator, input: Input): Promise<Row>;
  /** What the rows are read by that is no part of the question, such as the time: cursors outlive it. */
  asOf?(operator: Operator): Row;
  /** Where the rows come from; the resource's own table unless it says otherwise. */
  rows?(): Pick<Records, 'page' | 'count'>;
  /** The ids of what has all the words. */
  search?(siteId: string, q: string): Promise<string[]>;
  readonly visibility?: Visibility;
  /** Filters that are not one column with one value, such as states that time brings about. */
  readonly conditions?: Conditions;
  showAll(operator: Operator, rows: readonly Row[]): Promise<Row[]>;
}

interface ListInput {
  first: number;
  after?: string;
  totalCount: boolean;
  sort: string;
  q?: string;
  from?: string;
  to?: string;
}

const pageInfo = z
  .object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })
  .register(typeNames, { id: 'PageInfo' });

const USUAL_PAGE = 20;
const MAX_PAGE = 100;

const rangeInput = {
  from: instantValue.optional().describe('Start of the time range, inclusive'),
  to: instantValue.optional().describe('End of the time range, exclusive'),
};
const instantOf = (given: string | undefined): number | undefined =>
  given === undefined ? undefined : Date.parse(given);

/** By the name of the field, and as D1 has it in addresses: one and the same order, and cursors fit both. */
const sortNames = (sorts: readonly string[]): [string, ...string[]] => {
  const names = [...new Set(sorts.flatMap((sort) => [sort, inSnakeCase(sort)]))];
  return [...names, ...names.map((name) => `-${name}`)] as [string, ...string[]];
};
const inSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const inCamelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function inputOf({ fields, filters, range, search, sorts }: Resource, further: z.ZodRawShape): z.ZodObject {
  const filterValue = (filter: string): z.ZodType => {
    const value = fields[filter]?.value;
    return value instanceof z.ZodBoolean ? writtenFlag : (value ?? z.string().max(200));
  };
  return z.strictObject({
    ...further,
    first: z.coerce.number().int().min(1).max(MAX_PAGE).default(USUAL_PAGE).describe(`Page size, 1 to ${MAX_PAGE}`),
    after: z.string().max(300).optional().describe('endCursor of the previous page'),
    totalCount: writtenFlag.default(false).describe('Whether to return the total count'),
    sort: z
      .enum(sortNames(sorts))
      .default(`-${sorts[0]}`)
      .describe('Sort field; a leading minus sorts in descending order. Snake-case names are accepted too'),
    ...(range === undefined ? {} : rangeInput),
    ...(search.length === 0
      ? {}
      : { q: z.string().trim().min(1).max(100).optional().describe('Search words; results contain all of them') }),
    ...Object.fromEntries(
      filters.map((filter) => [filter, filterValue(filter).optional().describe(`Filters by ${filter}`)]),
    ),
  });
}

export function listing(app: FastifyInstance, resource: Resource, options: Listing): Operation {
  const { cursors } = app;
  const { searchIndex, records } = app.school;
  const { many, fields, filters, range, table } = resource;
  const name = options.name ?? `list_${many}`;
  const rows = options.rows ?? (() => records(table as Parameters<typeof records>[0]));
  const search = options.search ?? ((siteId: string, q: string) => searchIndex.find(siteId, table, q));

  return defineOperation({
    name,
    summary: options.summary ?? `List ${humanize(many)}`,
    description: options.description ?? `${resource.summary} Latest first by default; paginated.`,
    scope: options.scope ?? resource.read,
    input: inputOf(resource, options.input ?? {}),
    output: z.object({
      nodes: z.array(resource.output),
      pageInfo,
      totalCount: z.int().optional(),
    }),
    rest: { method: 'GET', path: options.path ?? `/${many}`, status: 200 },
    async run(operator, input) {
      const { siteId } = operator;
      const { first, after, q, totalCount, from, to, ...asks } = input as unknown as ListInput;
      const sort = inCamelCase(asks.sort);
      const descending = sort.startsWith('-');
      const column = sort.replace(/^-/, '');
      const asked = filters.flatMap((filter) =>
        input[filter] === undefined ? [] : [[filter, input[filter]] as const],
      );
      const where: Row = { ...(await options.parentFilter?.(operator, input)) };
      // Of what was asked: what follows from it may depend on the time.
      const place = [name, siteId, sort, JSON.stringify([where, asked, from, to]), q ?? ''];
      for (const [filter, value] of asked) {
        Object.assign(where, options.conditions?.[filter]?.(operator, value) ?? fields[filter]?.toRow(filter, value));
      }
      Object.assign(where, options.asOf?.(operator));
      const span = range === undefined ? undefined : { column: range, from: instantOf(from), to: instantOf(to) };
      const key = after === undefined ? undefined : cursors.read(place, after);
      if (after !== undefined && key === undefined) {
        throw invalidInput([{ path: 'after', code: 'invalid_cursor', message: 'is not a cursor of this list' }]);
      }
      const found = q === undefined ? undefined : await search(siteId, q);
      const within = await options.visibility?.(operator);
      const narrowed = {
        ...(found === undefined ? {} : { among: found }),
        ...(span === undefined ? {} : { range: span }),
        ...(within === undefined ? {} : { within }),
      };
      const query = { first, after: key, sort: column, descending, where, ...narrowed };
      const page = await rows().page(siteId, query);
      const last = page.rows.at(-1);
      return {
        nodes: await options.showAll(operator, page.rows),
        pageInfo: {
          hasNextPage: page.hasMore,
          endCursor: last === undefined ? null : cursors.make(place, { at: Number(last[column]), id: String(last.id) }),
        },
        ...(totalCount ? { totalCount: await rows().count(siteId, where, found, span, within) } : {}),
      };
    },
  });
}
