/** What can be done with one thing of a resource beside the usual five: `POST /courses/:id/publish`. */
import { z } from 'zod';
import { defineOperation, type Input, type Operation, type Operator } from '../../../../schema/school/operation.ts';
import type { Resource } from '../../../../schema/school/resource.ts';
import { type Change, humanize, type ResourceRows, type Row } from './resource-rows.ts';

export interface Action {
  /** As in `publish`; the operation is called `publish_course`. */
  readonly verb: string;
  /** Where it is not the resource that the verb is about: `attach_file`. */
  readonly name?: string;
  readonly summary?: string;
  readonly description: string;
  /** Below the thing's own path; the verb unless it says otherwise. */
  readonly path?: string;
  readonly input?: z.ZodRawShape;
  readonly isDestructive?: boolean;
  readonly isIdempotent?: boolean;
  /**
   * Judged on the row as it is, again when somebody else was faster.
   * @returns `undefined` when there is nothing to change
   * @throws {ProblemError} `conflict` when the state does not allow it
   */
  judge(operator: Operator, row: Row, input: Input): Change | undefined | Promise<Change | undefined>;
}

/** An action that changes one row, and answers with it. */
export function action(resource: Resource, rows: ResourceRows, options: Action): Operation {
  const { verb, judge, path = verb, input = {} } = options;
  const { one, many, write, alternateKey, output } = resource;
  if (write === undefined) throw new Error(`nothing may be written to ${many}`);
  const name = options.name ?? `${verb}_${one}`;
  const key =
    alternateKey === undefined ? `The id of the ${humanize(one)}` : `The id or ${alternateKey} of the ${humanize(one)}`;
  const summary = options.summary ?? `${humanize(name).replace(/^./, (first) => first.toUpperCase())}`;
  return defineOperation({
    name,
    summary,
    description: options.description,
    scope: write,
    input: z.strictObject({ id: z.string().min(1).max(100).describe(key), ...input }),
    output,
    rest: { method: 'POST', path: `/${many}/:id/${path}`, status: 200 },
    isDestructive: options.isDestructive ?? false,
    isIdempotent: options.isIdempotent ?? true,
    isConditional: true,
    run: async (operator, given) =>
      rows.show(operator, await rows.change(operator, given.id, (row) => judge(operator, row, given))),
  });
}
