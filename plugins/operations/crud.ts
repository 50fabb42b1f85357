/** The usual five operations of a resource, from its shape. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AuditEventName } from '../../schema/audit-event.ts';
import { makeIdentifier } from '../../schema/credential.ts';
import { defineOperation, type Operation, type Operator } from '../../schema/operation.ts';
import { invalidInput, notFound, ProblemError } from '../../schema/problem.ts';
import { type Resource, resourceOfRow, rowOfChange, rowOfCreation } from '../../schema/resource.ts';

type Row = Record<string, unknown>;

/** What of a resource does not follow from its shape. */
export interface CrudRules {
  /** Which of the five there are; all that its scopes allow otherwise. */
  only?: readonly ('list' | 'get' | 'create' | 'update' | 'delete')[];
  /** Columns of a new row that no field gives, such as a state. */
  initial?(operator: Operator, row: Row): Row;
  /** Rules that span fields, judged on the row as it would be. @throws {ProblemError} */
  check?(operator: Operator, row: Row, before: Row | undefined): Promise<void>;
  /** What `computed` fields hold, for the rows of one answer at once. */
  compute?(operator: Operator, rows: readonly Row[]): Promise<readonly Row[]>;
  /** Why a row may not be deleted. */
  keeps?(operator: Operator, row: Row): Promise<string | undefined>;
  /** What deleting does, where rows stay because others refer to them. */
  archives?: boolean;
}

const USUAL_PAGE = 20;
const MAX_PAGE = 100;

const article = (word: string): string => (/^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`);
const spoken = (name: string): string => name.replaceAll('_', ' ');
const pathOf = ({ many }: Resource): string => `/${many}`;

export function crud(app: FastifyInstance, resource: Resource, rules: CrudRules = {}): Operation[] {
  const { cursors, records, searchIndex } = app;
  const { one, many, fields, filters, search, sorts, alternateKey, read, write } = resource;
  const rows = () => records(resource.table as Parameters<typeof records>[0]);
  const name = spoken(one);

  const toOutput = async (operator: Operator, stored: readonly Row[]): Promise<Row[]> => {
    const full = rules.compute === undefined ? stored : await rules.compute(operator, stored);
    return full.map((row) => resourceOfRow(resource, row));
  };
  const single = async (operator: Operator, row: Row): Promise<Row> => {
    const [output] = await toOutput(operator, [row]);
    if (output === undefined) throw new Error('a row vanished on its way out');
    return output;
  };

  const find = async ({ siteId }: Operator, key: unknown): Promise<Row> => {
    const id = String(key);
    const row =
      (await rows().find(siteId, id)) ??
      (alternateKey === undefined ? undefined : await rows().findBy(siteId, { [alternateKey]: id }));
    if (row === undefined || row.archivedAt != null) throw notFound(name);
    return row;
  };

  const eventOf = (operator: Operator, event: AuditEventName, id: unknown) => ({
    event,
    at: operator.now,
    siteId: operator.siteId,
    personId: operator.personId,
    clientId: operator.clientId,
    target: `${one}/${id}`,
    requestId: operator.requestId,
    ...(operator.ip === undefined ? {} : { ip: operator.ip }),
    ...(operator.userAgent === undefined ? {} : { userAgent: operator.userAgent }),
  });

  const searchSteps = async (siteId: string, id: string, row: Row) =>
    search.length === 0
      ? []
      : [
          await searchIndex.keep(
            siteId,
            resource.table,
            id,
            search.map((field) => String(row[field] ?? '')).join('\n'),
          ),
        ];

  const listInput = z.strictObject({
    first: z.coerce.number().int().min(1).max(MAX_PAGE).default(USUAL_PAGE).describe(`How many, 1 to ${MAX_PAGE}`),
    after: z.string().max(300).optional().describe('The endCursor of the page before'),
    totalCount: z.stringbool().or(z.boolean()).default(false).describe('Also count all of them'),
    sort: z
      .enum([...sorts, ...sorts.map((sort) => `-${sort}`)] as [string, ...string[]])
      .default(`-${sorts[0]}`)
      .describe('What to sort by; a minus is backwards'),
    ...(search.length === 0 ? {} : { q: z.string().trim().min(1).max(100).optional().describe('Words to look for') }),
    ...Object.fromEntries(
      filters.map((filter) => [filter, filterValue(filter).optional().describe(`Only with this ${filter}`)]),
    ),
  });

  function filterValue(filter: string): z.ZodType {
    const value = fields[filter]?.value;
    return value instanceof z.ZodBoolean ? z.stringbool().or(z.boolean()) : (value ?? z.string().max(200));
  }

  const list = defineOperation({
    name: `list_${many}`,
    summary: `List ${spoken(many)}`,
    description: `${resource.summary} The latest first unless sorted otherwise, a page at a time.`,
    scope: read,
    input: listInput,
    output: z.object({
      nodes: z.array(resource.output),
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
      totalCount: z.int().optional(),
    }),
    rest: { method: 'GET', path: pathOf(resource), status: 200 },
    async run(operator, input) {
      const { first, after, sort, q, totalCount } = input as z.infer<typeof listInput> & { q?: string };
      const descending = sort.startsWith('-');
      const column = sort.replace(/^-/, '');
      const where: Row = Object.fromEntries(
        filters.flatMap((filter) => {
          const value = input[filter];
          return value === undefined ? [] : Object.entries(fields[filter]?.toRow(filter, value) ?? {});
        }),
      );
      const place = [`list ${many}`, operator.siteId, sort, JSON.stringify(where), q ?? ''];
      const key = after === undefined ? undefined : cursors.read(place, after);
      if (after !== undefined && key === undefined) {
        throw invalidInput([{ path: 'after', code: 'invalid_cursor', message: 'is not a cursor of this list' }]);
      }
      const found = q === undefined ? undefined : await searchIndex.find(operator.siteId, resource.table, q);
      const among = found === undefined ? {} : { among: found };
      const page = await rows().page(operator.siteId, { first, after: key, sort: column, descending, where, ...among });
      const last = page.rows.at(-1);
      return {
        nodes: await toOutput(operator, page.rows),
        pageInfo: {
          hasNextPage: page.hasMore,
          endCursor: last === undefined ? null : cursors.make(place, { at: Number(last[column]), id: String(last.id) }),
        },
        ...(totalCount ? { totalCount: await rows().count(operator.siteId, where, found) } : {}),
      };
    },
  });

  const key = {
    id: z
      .string()
      .min(1)
      .max(100)
      .describe(alternateKey === undefined ? 'The id' : `The id or ${alternateKey}`),
  };

  const get = defineOperation({
    name: `get_${one}`,
    summary: `Get ${article(name)}`,
    scope: read,
    input: z.strictObject(key),
    output: resource.output,
    rest: { method: 'GET', path: `${pathOf(resource)}/:id`, status: 200 },
    run: async (operator, { id }) => single(operator, await find(operator, id)),
  });

  const operations: Record<string, Operation> = { list, get };
  if (write !== undefined) {
    operations.create = defineOperation({
      name: `create_${one}`,
      summary: `Create ${article(name)}`,
      scope: write,
      input: resource.creation,
      output: resource.output,
      rest: { method: 'POST', path: pathOf(resource), status: 201 },
      async run(operator, input) {
        const { now, siteId } = operator;
        const id = makeIdentifier(resource.prefix);
        const given = rowOfCreation(resource, input);
        const row = { id, siteId, ...given, createdAt: now, updatedAt: now, ...rules.initial?.(operator, given) };
        await rules.check?.(operator, row, undefined);
        await stored(resource, async () =>
          rows().insert(
            siteId,
            row,
            eventOf(operator, 'resource_created', id),
            ...(await searchSteps(siteId, id, row)),
          ),
        );
        return single(operator, await find(operator, id));
      },
    });
    operations.update = defineOperation({
      name: `update_${one}`,
      summary: `Change ${article(name)}`,
      description: `Changes what is given of ${article(name)}; what is left out stays, null empties an optional field.`,
      scope: write,
      input: resource.change.extend({
        ...key,
        ifUpdatedAt: z.iso.datetime({ offset: true }).optional().describe('Only if it was last changed then'),
      }),
      output: resource.output,
      rest: { method: 'PATCH', path: `${pathOf(resource)}/:id`, status: 200 },
      async run(operator, { id: key, ifUpdatedAt, ...given }) {
        const { now, siteId } = operator;
        const before = await find(operator, key);
        const id = String(before.id);
        const seen = ifUpdatedAt === undefined ? undefined : Date.parse(String(ifUpdatedAt));
        const changes = { ...rowOfChange(resource, given), updatedAt: Math.max(now, Number(before.updatedAt) + 1) };
        const after = { ...before, ...changes };
        await rules.check?.(operator, after, before);
        const options = { further: await searchSteps(siteId, id, after), ...(seen === undefined ? {} : { seen }) };
        const done = await stored(resource, () =>
          rows().update(siteId, id, changes, eventOf(operator, 'resource_changed', id), options),
        );
        if (!done) throw changedMeanwhile(name);
        return single(operator, await find(operator, id));
      },
    });
    operations.delete = defineOperation({
      name: `delete_${one}`,
      summary: `Delete ${article(name)}`,
      scope: write,
      input: z.strictObject(key),
      output: z.null(),
      rest: { method: 'DELETE', path: `${pathOf(resource)}/:id`, status: 204 },
      async run(operator, input) {
        const row = await find(operator, input.id);
        const id = String(row.id);
        const why = await rules.keeps?.(operator, row);
        if (why !== undefined) throw new ProblemError('conflict', why);
        const event = eventOf(operator, 'resource_deleted', id);
        const forget = search.length === 0 ? [] : [searchIndex.forget(resource.table, id)];
        const done = rules.archives
          ? await rows().update(operator.siteId, id, { archivedAt: operator.now }, event, { further: forget })
          : await rows().remove(operator.siteId, id, event, ...forget);
        if (!done) throw notFound(name);
        return null;
      },
    });
  }

  const wanted = rules.only ?? ['list', 'get', 'create', 'update', 'delete'];
  return wanted.flatMap((kind) => operations[kind] ?? []);
}

export const changedMeanwhile = (name: string): ProblemError =>
  new ProblemError('precondition-failed', `the ${name} has changed meanwhile; get it again`);

/** @throws {ProblemError} `conflict` when a value that must be unique is taken */
async function stored<Result>({ alternateKey, one }: Resource, apply: () => Promise<Result>): Promise<Result> {
  try {
    return await apply();
  } catch (error) {
    if (!(error instanceof Error && error.name === 'TakenError')) throw error;
    const path = alternateKey ?? '';
    const message = `is taken by another ${spoken(one)}`;
    throw new ProblemError('conflict', `${path} ${message}`.trim(), [{ path, code: 'taken', message }]);
  }
}
