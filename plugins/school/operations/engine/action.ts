/** Operations that change one row in a way of their own: `POST /courses/:id/publish`. */
import { z } from 'zod';
import { defineOperation, type Operator } from '../../../../schema/school/operation.ts';
import { schemaOf } from '../../../../schema/school/resource.ts';
import { keyOf, writeScopeOf } from './crud.ts';
import { type Change, humanize, type ResourceRows, type RowFor, type SiteResource } from './resource-rows.ts';

type Key = ReturnType<typeof keyOf>;
type Given<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Key>> & z.output<z.ZodObject<Shape>>;

export interface Action<R extends SiteResource, Shape extends z.ZodRawShape> {
  readonly summary?: string;
  readonly description: string;
  /** Below the thing's own path, as in `publish`. */
  readonly path: string;
  readonly input?: Shape;
  readonly isDestructive?: boolean;
  readonly isIdempotent?: boolean;
  /**
   * Judged on the row as it is, again when somebody else was faster.
   * @returns `undefined` when there is nothing to change
   * @throws {ProblemError} `conflict` when the state does not allow it
   */
  judge(
    operator: Operator,
    row: RowFor<R>,
    input: Given<Shape>,
  ): Change<RowFor<R>> | undefined | Promise<Change<RowFor<R>> | undefined>;
}

/** An action that changes one row, and answers with it. */
export function actionOperation<const Name extends string, R extends SiteResource, Shape extends z.ZodRawShape>(
  rows: ResourceRows<R>,
  name: Name,
  { input, judge, path, ...options }: Action<R, Shape>,
) {
  const { many } = rows.resource;
  // No further input is an empty shape.
  const shape: Key & Shape = Object.assign(keyOf(rows.resource), input as Shape);
  const { summary = humanize(name).replace(/^./, (first) => first.toUpperCase()) } = options;
  return defineOperation({
    name,
    summary,
    description: options.description,
    scope: writeScopeOf(rows.resource),
    input: z.strictObject(shape),
    output: schemaOf(rows.resource, 'output'),
    rest: { method: 'POST', path: `/${many}/:id/${path}`, status: 200 },
    isDestructive: options.isDestructive ?? false,
    isIdempotent: options.isIdempotent ?? true,
    isConditional: true,
    async run(operator, input) {
      // Zod infers nothing of a shape that is partly generic.
      const given = input as Given<Shape>;
      return rows.show(operator, await rows.change(operator, given.id, (row) => judge(operator, row, given)));
    },
  });
}
