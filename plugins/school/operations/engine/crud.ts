/** The usual five operations of a resource, from its shape. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { makeIdentifier } from '../../../../schema/credential.ts';
import { defineOperation, type Operation, type Operator } from '../../../../schema/school/operation.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import { type Resource, rowOfChange, rowOfCreation } from '../../../../schema/school/resource.ts';
import { type Conditions, listing } from './listing.ts';
import {
  type Compute,
  humanize,
  type Row,
  requireVersion,
  resourceRows,
  type Step,
  type Visibility,
} from './resource-rows.ts';

/** What of a resource does not follow from its shape. */
export interface CrudRules {
  /** Which of the five there are; all that its scopes allow otherwise. */
  only?: readonly ('list' | 'get' | 'create' | 'update' | 'delete')[];
  /** Columns of a new row that no field gives, such as a state. */
  initial?(operator: Operator, row: Row): Row;
  /** Rules that span fields, judged on the row as it would be. @throws {ProblemError} */
  check?(operator: Operator, row: Row, before: Row | undefined): Promise<void>;
  /** What belongs to the same unit of work as a change. A step that is required and touches nothing has it judged anew. */
  onUpdate?(operator: Operator, row: Row, before: Row): Promise<readonly Step[]>;
  /** What `computed` fields hold, for the rows of one answer at once. */
  compute?: Compute;
  /** For its description: when `keeps` refuses a deletion. */
  deletion?: string;
  /** Why a row may not be deleted. */
  whyNotDeletable?(operator: Operator, row: Row): Promise<string | undefined>;
  /** What belongs to the same unit of work as a creation, or a deletion. Of required steps as above. */
  onCreateOrDelete?(operator: Operator, row: Row, what: 'create' | 'delete'): Promise<readonly Step[]>;
  visibility?: Visibility;
  conditions?: Conditions;
}

const article = (word: string): string => (/^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`);
const pathOf = ({ many }: Resource): string => `/${many}`;

export function crud(app: FastifyInstance, resource: Resource, rules: CrudRules = {}): Operation[] {
  const { searchIndex } = app.school;
  const { one, search, alternateKey, read, write } = resource;
  const { rows, find, show, showAll, eventOf, change, end } = resourceRows(
    app,
    resource,
    rules.compute,
    rules.visibility,
  );
  const name = humanize(one);

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

  const list = listing(app, resource, {
    showAll,
    ...(rules.visibility === undefined ? {} : { visibility: rules.visibility }),
    ...(rules.conditions === undefined ? {} : { conditions: rules.conditions }),
  });

  const key = {
    id: z
      .string()
      .min(1)
      .max(100)
      .describe(alternateKey === undefined ? `The id of the ${name}` : `The id or ${alternateKey} of the ${name}`),
  };

  const get = defineOperation({
    name: `get_${one}`,
    summary: `Get ${article(name)}`,
    description: `Returns ${article(name)} by id${alternateKey === undefined ? '' : ` or ${alternateKey}`}.`,
    scope: read,
    input: z.strictObject(key),
    output: resource.output,
    rest: { method: 'GET', path: `${pathOf(resource)}/:id`, status: 200 },
    run: async (operator, { id }) => show(operator, await find(operator, id)),
  });

  const operations: Record<string, Operation> = { list, get };
  if (write !== undefined) {
    operations.create = defineOperation({
      name: `create_${one}`,
      summary: `Create ${article(name)}`,
      description: `Creates ${article(name)} and returns it.`,
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
        const rejudge = async () => rules.check?.(operator, row, undefined);
        await stored(resource, rejudge, async () =>
          rows().insert(
            siteId,
            row,
            eventOf(operator, 'resource_created', id, { after: row }),
            ...((await rules.onCreateOrDelete?.(operator, row, 'create')) ?? []),
            ...(await searchSteps(siteId, id, row)),
          ),
        );
        return show(operator, await find(operator, id));
      },
    });
    operations.update = defineOperation({
      name: `update_${one}`,
      summary: `Update ${article(name)}`,
      description: `Updates the given fields of ${article(name)} and returns it. Omitted fields are unchanged; null clears an optional field.`,
      scope: write,
      input: resource.change.extend({
        ...key,
        ifUpdatedAt: z.iso
          .datetime({ offset: true })
          .optional()
          .describe('Update only if updatedAt still has this value'),
      }),
      output: resource.output,
      rest: { method: 'PATCH', path: `${pathOf(resource)}/:id`, status: 200 },
      async run(operator, { id: key, ifUpdatedAt, ...given }) {
        const after = await stored(resource, nothing, () =>
          change(operator, key, async (before) => {
            requireVersion(operator, name, before, ifUpdatedAt);
            const columns = rowOfChange(resource, given);
            const row = { ...before, ...columns };
            await rules.check?.(operator, row, before);
            const further = (await rules.onUpdate?.(operator, row, before)) ?? [];
            return { columns, further: [...further, ...(await searchSteps(operator.siteId, String(before.id), row))] };
          }),
        );
        return show(operator, after);
      },
    });
    operations.delete = defineOperation({
      name: `delete_${one}`,
      summary: `Delete ${article(name)}`,
      description: `Deletes ${article(name)} permanently.${rules.deletion === undefined ? '' : ` ${rules.deletion}`}`,
      scope: write,
      input: z.strictObject(key),
      output: z.null(),
      rest: { method: 'DELETE', path: `${pathOf(resource)}/:id`, status: 204 },
      async run(operator, input) {
        await end(operator, input.id, async (row) => {
          const why = await rules.whyNotDeletable?.(operator, row);
          if (why !== undefined) throw new ProblemError('conflict', why);
          const forget = search.length === 0 ? [] : [searchIndex.forget(resource.table, String(row.id))];
          return [...((await rules.onCreateOrDelete?.(operator, row, 'delete')) ?? []), ...forget];
        });
        return null;
      },
    });
  }

  const wanted = rules.only ?? ['list', 'get', 'create', 'update', 'delete'];
  return wanted.flatMap((kind) => operations[kind] ?? []);
}

/** A change that fails is judged anew by itself. */
const nothing = async (): Promise<void> => undefined;

/**
 * @param rejudge says it when it was not that, but something that the row needs was gone
 * @throws {ProblemError} `conflict` when a value that must be unique is taken
 */
async function stored<Result>(
  { alternateKey, one }: Resource,
  rejudge: () => Promise<void>,
  apply: () => Promise<Result>,
): Promise<Result> {
  try {
    return await apply();
  } catch (error) {
    if (!(error instanceof Error && error.name === 'TakenError')) throw error;
    await rejudge();
    const path = alternateKey ?? '';
    const message = `is already used by another ${humanize(one)}`;
    throw new ProblemError('conflict', `${path} ${message}`.trim(), [{ path, code: 'taken', message }]);
  }
}
