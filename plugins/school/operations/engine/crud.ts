/** The operations that most resources have, from the shape of the resource: get, create, update and delete one. */
import { z } from 'zod';
import { makeIdentifier } from '../../../../schema/credential.ts';
import type { Scope } from '../../../../schema/oauth/scope.ts';
import { defineOperation, type Operator } from '../../../../schema/school/operation.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import { columnsOf, type Resource, rowOfChange, rowOfCreation, schemaOf } from '../../../../schema/school/resource.ts';
import { TakenError } from '../../../../schema/school/taken-error.ts';
import type { Step } from '../../stores.ts';
import { requireVersion } from './conflicts.ts';
import { type Draft, humanize, type ResourceRows, type RowFor, type SiteResource } from './resource-rows.ts';

/**
 * Rules that span fields, judged on the row as it would be.
 * @throws {ProblemError}
 */
export type Check<R extends SiteResource> = (
  operator: Operator,
  row: Draft<R>,
  before: RowFor<R> | undefined,
) => Promise<void>;

export interface Creation<R extends SiteResource> {
  /** Columns of a new row that no field gives, such as a state. */
  initial?(operator: Operator, row: Draft<R>): Draft<R>;
  check?: Check<R>;
  /** Belongs to the same unit of work. A step that is required and touches nothing has the row checked anew. */
  onCreate?(operator: Operator, row: Draft<R> & { readonly id: string }): Promise<readonly Step[]>;
}

export interface Update<R extends SiteResource> {
  check?: Check<R>;
  /** Belongs to the same unit of work. A step that is required and touches nothing has the change judged anew. */
  onUpdate?(operator: Operator, row: RowFor<R>, before: RowFor<R>): Promise<readonly Step[]>;
}

export interface Deletion<R extends SiteResource> {
  /** For the description: when a deletion is refused. */
  description?: string;
  whyNotDeletable?(operator: Operator, row: RowFor<R>): Promise<string | undefined>;
  /** Belongs to the same unit of work. A step that is required and touches nothing has the deletion judged anew. */
  onDelete?(operator: Operator, row: RowFor<R>): Promise<readonly Step[]>;
}

const article = (word: string): string => (/^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`);

/** The input that names one thing of a resource. */
export const keyOf = ({ one, alternateKey }: Pick<Resource, 'one' | 'alternateKey'>) => ({
  id: z
    .string()
    .min(1)
    .max(100)
    .describe(
      alternateKey === undefined
        ? `The id of the ${humanize(one)}`
        : `The id or ${alternateKey} of the ${humanize(one)}`,
    ),
});

/** The input by which a caller insists on the version it has seen. */
export const ifUpdatedAt = z.iso
  .datetime({ offset: true })
  .optional()
  .describe('Update only if updatedAt still has this value');

/** @throws {Error} when the resource has no scope to write by, which is a mistake in the catalogue */
export function writeScopeOf({ write, many }: Pick<Resource, 'write' | 'many'>): Scope {
  if (write === undefined) throw new Error(`nothing may be written to ${many}`);
  return write;
}

export function getOperation<const Name extends string, R extends SiteResource>(rows: ResourceRows<R>, name: Name) {
  const { alternateKey, many, read } = rows.resource;
  return defineOperation({
    name,
    summary: `Get ${article(rows.name)}`,
    description: `Returns ${article(rows.name)} by id${alternateKey === undefined ? '' : ` or ${alternateKey}`}.`,
    scope: read,
    input: z.strictObject(keyOf(rows.resource)),
    output: schemaOf(rows.resource, 'output'),
    rest: { method: 'GET', path: `/${many}/:id`, status: 200 },
    run: async (operator, { id }) => rows.show(operator, await rows.find(operator, id)),
  });
}

export function createOperation<const Name extends string, R extends SiteResource>(
  rows: ResourceRows<R>,
  name: Name,
  { initial, check, onCreate }: Creation<R>,
) {
  const { many, prefix } = rows.resource;
  return defineOperation({
    name,
    summary: `Create ${article(rows.name)}`,
    description: `Creates ${article(rows.name)} and returns it.`,
    scope: writeScopeOf(rows.resource),
    input: schemaOf(rows.resource, 'creation'),
    output: schemaOf(rows.resource, 'output'),
    rest: { method: 'POST', path: `/${many}`, status: 201 },
    async run(operator, input) {
      const { now, siteId } = operator;
      const id = makeIdentifier(prefix);
      const given = rows.columnsFrom(rowOfCreation(rows.resource, input));
      const row = { id, siteId, ...given, createdAt: now, updatedAt: now, ...initial?.(operator, given) };
      await check?.(operator, row, undefined);
      const recheck = async () => check?.(operator, row, undefined);
      await refusingTaken(rows.resource, recheck, async () => {
        const event = rows.eventOf(operator, 'resource_created', id, { after: row });
        const further = (await onCreate?.(operator, row)) ?? [];
        await rows.store.insert(siteId, row, event, ...further, ...(await searchSteps(rows, siteId, id, row)));
      });
      return rows.show(operator, await rows.find(operator, id));
    },
  });
}

export function updateOperation<const Name extends string, R extends SiteResource>(
  rows: ResourceRows<R>,
  name: Name,
  { check, onUpdate }: Update<R>,
) {
  const { many } = rows.resource;
  return defineOperation({
    name,
    summary: `Update ${article(rows.name)}`,
    description: `Updates the given fields of ${article(rows.name)} and returns it. Omitted fields are unchanged; null clears an optional field.`,
    scope: writeScopeOf(rows.resource),
    input: schemaOf(rows.resource, 'change').extend({ ...keyOf(rows.resource), ifUpdatedAt }),
    output: schemaOf(rows.resource, 'output'),
    rest: { method: 'PATCH', path: `/${many}/:id`, status: 200 },
    async run(operator, input) {
      // Zod infers nothing of a shape that is partly generic.
      const { id: key, ifUpdatedAt, ...given } = input as { id: string; ifUpdatedAt?: string };
      const after = await refusingTaken(rows.resource, nothing, () =>
        rows.change(operator, key, async (before) => {
          requireVersion(operator, rows.name, before, ifUpdatedAt);
          const columns = rows.columnsFrom(rowOfChange(rows.resource, given));
          const row = { ...before, ...columns };
          await check?.(operator, row, before);
          const further = (await onUpdate?.(operator, row, before)) ?? [];
          return { columns, further: [...further, ...(await searchSteps(rows, operator.siteId, before.id, row))] };
        }),
      );
      return rows.show(operator, after);
    },
  });
}

export function deleteOperation<const Name extends string, R extends SiteResource>(
  rows: ResourceRows<R>,
  name: Name,
  { description, whyNotDeletable, onDelete }: Deletion<R>,
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
    async run(operator, { id }) {
      await rows.end(operator, id, async (row) => {
        const why = await whyNotDeletable?.(operator, row);
        if (why !== undefined) throw new ProblemError('conflict', why);
        const forget = search.length === 0 ? [] : [rows.app.school.searchIndex.forget(table, row.id)];
        return [...((await onDelete?.(operator, row)) ?? []), ...forget];
      });
      return null;
    },
  });
}

/** Keeps the search index in step with the row. */
async function searchSteps<R extends SiteResource>(
  { app, resource: { search, table } }: ResourceRows<R>,
  siteId: string,
  id: string,
  row: object,
): Promise<Step[]> {
  if (search.length === 0) return [];
  const columns = columnsOf(row);
  const words = search.map((field) => String(columns[field] ?? '')).join('\n');
  return [await app.school.searchIndex.keep(siteId, table, id, words)];
}

/** A change that fails is judged anew by itself. */
const nothing = async (): Promise<void> => undefined;

/**
 * @param recheck says it when it was not that, but something that the row needs was gone
 * @throws {ProblemError} `conflict` when a value that must be unique is taken
 */
async function refusingTaken<Result>(
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
