/** The operations that most resources have, derived from the resource: get, create, update and delete. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { makeIdentifier } from '../../../../schema/credential.ts';
import {
  defineOperation,
  type Input,
  type Operator,
  type SensitiveInput,
} from '../../../../schema/school/operation.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import {
  columnsOf,
  type OutputOf,
  type Resource,
  rowOfChange,
  rowOfCreation,
  schemaOf,
} from '../../../../schema/school/resource.ts';
import { TakenError } from '../../../../schema/school/taken-error.ts';
import { slugsOf } from '../../../../schema/text/slug.ts';
import type { Step, Where } from '../../stores.ts';
import { type Action, actionOperation } from './action.ts';
import { requireVersion, retryOnConflict } from './conflicts.ts';
import { includeInput } from './include.ts';
import { type Listing, listOperation } from './listing.ts';
import {
  article,
  type Draft,
  humanize,
  ifUpdatedAt,
  keyOf,
  type ResourceRows,
  type RowFor,
  type RowOptions,
  resourceRows,
  type SiteResource,
  writeScopeOf,
} from './resource-rows.ts';

/**
 * Checks rules that the schema cannot express, on the row as it would be after the change.
 * @throws {ProblemError}
 */
export type Check<R extends SiteResource> = (
  operator: Operator,
  row: Draft<R>,
  before: RowFor<R> | undefined,
) => Promise<void>;

export interface Creation<R extends SiteResource> {
  readonly personDecidesOn?: SensitiveInput;
  /** Columns of a new row that the input does not set, such as the status. */
  initial?(operator: Operator, row: Draft<R>): Draft<R> | Promise<Draft<R>>;
  check?: Check<R>;
  /** Further steps of the transaction. If a required step affects no row, `check` runs again to report why. */
  onCreate?(operator: Operator, row: Draft<R> & { readonly id: string }): Promise<readonly Step[]>;
}

export interface Update<R extends SiteResource> {
  readonly personDecidesOn?: SensitiveInput;
  /** A sentence for the description of the operation, such as what else follows from a change. */
  description?: string;
  check?: Check<R>;
  /** Further steps of the transaction. If a required step affects no row, the change is decided again. */
  onUpdate?(operator: Operator, row: RowFor<R>, before: RowFor<R>): Promise<readonly Step[]>;
}

interface Deletion<R extends SiteResource> {
  /** The states in which it can be deleted. By default, all of them. */
  from?: readonly string[];
  /** A sentence for the description of the operation, such as when a deletion is refused. */
  description?: string;
  /** The reason for refusing the deletion, if there is one. */
  whyNotDeletable?(operator: Operator, row: RowFor<R>): Promise<string | undefined>;
  /** Further steps of the transaction. If a required step affects no row, the deletion is decided again. */
  onDelete?(operator: Operator, row: RowFor<R>): Promise<readonly Step[]>;
}

export function getOperation<const Name extends string, R extends SiteResource>(rows: ResourceRows<R>, name: Name) {
  const { alternateKey, many, read } = rows.resource;
  return defineOperation({
    name,
    summary: `Get ${article(rows.name)}`,
    description: `Returns ${article(rows.name)} by id${alternateKey === undefined ? '' : ` or ${alternateKey}`}.`,
    scope: read,
    input: z.strictObject({ ...keyOf(rows.resource), ...includeInput(rows.resource.references) }),
    output: schemaOf(rows.resource, 'output'),
    rest: { method: 'GET', path: `/${many}/:id`, status: 200 },
    run: async (operator, { id }) => rows.show(operator, await rows.find(operator, id)),
  });
}

function createOperation<const Name extends string, R extends SiteResource>(
  rows: ResourceRows<R>,
  name: Name,
  { personDecidesOn, initial, check, onCreate }: Creation<R>,
) {
  const { alternateKey, many, prefix } = rows.resource;
  const slugHint = alternateKey === 'slug' ? ' Without a slug, it gets one from its name.' : '';
  return defineOperation({
    name,
    summary: `Create ${article(rows.name)}`,
    description: `Creates ${article(rows.name)} and returns it.${slugHint}`,
    scope: writeScopeOf(rows.resource),
    input: schemaOf(rows.resource, 'creation'),
    output: schemaOf(rows.resource, 'output'),
    rest: { method: 'POST', path: `/${many}`, status: 201 },
    sets: rows.resource.fields,
    ...(personDecidesOn === undefined ? {} : { personDecidesOn }),
    run: (operator, given) => withSlug(rows.resource, given, create(operator)),
  });

  function create(operator: Operator) {
    return async (input: Input): Promise<OutputOf<R>> => {
      const { now, siteId } = operator;
      const id = makeIdentifier(prefix);
      const newColumns = rows.columnsFrom(rowOfCreation(rows.resource, input));
      const row = {
        id,
        siteId,
        ...newColumns,
        createdAt: now,
        updatedAt: now,
        ...(await initial?.(operator, newColumns)),
      };
      await check?.(operator, row, undefined);
      const recheck = async () => check?.(operator, row, undefined);
      await reportingDuplicates(rows.resource, recheck, async () => {
        const event = rows.eventOf(operator, 'resource_created', id, { after: row });
        const further = (await onCreate?.(operator, row)) ?? [];
        await rows.store.insert(siteId, row, event, ...further, ...(await searchSteps(rows, siteId, id, row)));
      });
      return rows.show(operator, await rows.find(operator, id));
    };
  }
}

/** Creates something with the slug that is given, or else with the first one from its name that is free. */
async function withSlug<Result>(
  { alternateKey, one, title }: Pick<Resource, 'alternateKey' | 'one' | 'title'>,
  given: Input,
  create: (input: Input) => Promise<Result>,
): Promise<Result> {
  if (alternateKey !== 'slug' || given.slug !== undefined) return create(given);
  let taken: unknown;
  for (const slug of slugsOf(String(given[title]), one)) {
    try {
      return await create({ ...given, slug });
    } catch (error) {
      if (!(error instanceof ProblemError && error.faults.some(({ code }) => code === 'taken'))) throw error;
      taken = error;
    }
  }
  throw taken;
}

function updateOperation<const Name extends string, R extends SiteResource>(
  rows: ResourceRows<R>,
  name: Name,
  { personDecidesOn, description, check, onUpdate }: Update<R>,
) {
  const { many } = rows.resource;
  return defineOperation({
    name,
    summary: `Update ${article(rows.name)}`,
    description: `Updates the given fields of ${article(rows.name)} and returns it. Omitted fields are unchanged; null clears an optional field.${description === undefined ? '' : ` ${description}`}`,
    scope: writeScopeOf(rows.resource),
    input: schemaOf(rows.resource, 'change').extend({ ...keyOf(rows.resource), ifUpdatedAt }),
    output: schemaOf(rows.resource, 'output'),
    rest: { method: 'PATCH', path: `/${many}/:id`, status: 200 },
    sets: rows.resource.fields,
    ...(personDecidesOn === undefined ? {} : { personDecidesOn }),
    async run(operator, input) {
      // Zod cannot infer the output of a shape that is partly generic.
      const { id: key, ifUpdatedAt, ...changes } = input as { id: string; ifUpdatedAt?: string };
      const after = await reportingDuplicates(rows.resource, nothing, () =>
        retryOnConflict(rows.name, async () => {
          const before = await rows.find(operator, key);
          requireVersion(operator, rows.name, before, ifUpdatedAt);
          const columns = rows.columnsFrom(rowOfChange(rows.resource, changes));
          const row = { ...before, ...columns };
          await check?.(operator, row, before);
          const further = (await onUpdate?.(operator, row, before)) ?? [];
          const search = await searchSteps(rows, operator.siteId, before.id, row);
          return rows.save(operator, before, { columns, further: [...further, ...search] });
        }),
      );
      return rows.show(operator, after);
    },
  });
}

function deleteOperation<const Name extends string, R extends SiteResource>(
  rows: ResourceRows<R>,
  name: Name,
  { description, from, whyNotDeletable, onDelete }: Deletion<R>,
) {
  const { many, search, table } = rows.resource;
  return defineOperation({
    name,
    summary: `Delete ${article(rows.name)}`,
    description: `Deletes ${article(rows.name)} permanently.${description === undefined ? '' : ` ${description}`}`,
    scope: writeScopeOf(rows.resource),
    input: z.strictObject(keyOf(rows.resource)),
    output: z.null(),
    rest: { method: 'DELETE', path: `/${many}/:id`, status: 204 },
    ...(from === undefined ? {} : { from }),
    async run(operator, { id }) {
      await rows.remove(operator, id, async (row) => {
        const why = await whyNotDeletable?.(operator, row);
        if (why !== undefined) throw new ProblemError('conflict', why);
        const forget =
          search.length === 0 || rows.search !== undefined ? [] : [rows.app.school.searchIndex.forget(table, row.id)];
        return [...((await onDelete?.(operator, row)) ?? []), ...forget];
      });
      return null;
    },
  });
}

/** Steps that update the search index with the row. */
async function searchSteps<R extends SiteResource>(
  { app, resource: { search, table }, search: ownSearch }: ResourceRows<R>,
  siteId: string,
  id: string,
  row: object,
): Promise<Step[]> {
  if (search.length === 0 || ownSearch !== undefined) return [];
  const columns = columnsOf(row);
  const words = search.map((field) => String(columns[field] ?? '')).join('\n');
  return [await app.school.searchIndex.keep(siteId, table, id, words)];
}

/** An update needs no second check: each attempt decides it again. */
const nothing = async (): Promise<void> => undefined;

/**
 * Reports a duplicate of a unique value as a conflict.
 * @param recheck throws if the write failed for another reason, such as a reference that no longer exists
 * @throws {ProblemError} `conflict` if a value that must be unique is taken
 */
async function reportingDuplicates<Result>(
  { alternateKey, one }: Pick<Resource, 'alternateKey' | 'one'>,
  recheck: () => Promise<void>,
  apply: () => Promise<Result>,
): Promise<Result> {
  try {
    return await apply();
  } catch (error) {
    if (!(error instanceof TakenError)) throw error;
    await recheck();
    const path = alternateKey ?? '';
    const message = `is already used by another ${humanize(one)}`;
    throw new ProblemError('conflict', `${path} ${message}`.trim(), [{ path, code: 'taken', message }]);
  }
}

/** Every call names its operation in full, so that a search for the name finds the definition. */
export function resourceOperations<R extends SiteResource>(
  app: FastifyInstance,
  resource: R,
  options: RowOptions<R> = {},
) {
  const rows = resourceRows(app, resource, options);
  return {
    ...rows,
    list: <const Name extends string, Shape extends z.ZodRawShape = Record<never, never>>(
      name: Name,
      listing: Listing<R, Where<RowFor<R>>, Shape> = {},
    ) => listOperation(rows, name, listing),
    get: <const Name extends string>(name: Name) => getOperation(rows, name),
    create: <const Name extends string>(name: Name, creation: Creation<R> = {}) =>
      createOperation(rows, name, creation),
    update: <const Name extends string>(name: Name, update: Update<R> = {}) => updateOperation(rows, name, update),
    delete: <const Name extends string>(name: Name, deletion: Deletion<R> = {}) =>
      deleteOperation(rows, name, deletion),
    action: <const Name extends string, Shape extends z.ZodRawShape = Record<never, never>>(
      name: Name,
      action: Action<R, Shape>,
    ) => actionOperation(rows, name, action),
  };
}
