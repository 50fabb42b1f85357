/** Actions: operations that change one row in a way of their own, such as `POST /courses/:id/publish`. */
import { z } from 'zod';
import type { Effect } from '../../../../schema/school/effect.ts';
import { defineOperation, type Operator, type SensitiveInput } from '../../../../schema/school/operation.ts';
import { type Fields, schemaOf } from '../../../../schema/school/resource.ts';
import {
  type Change,
  humanize,
  keyOf,
  type ResourceRows,
  type RowFor,
  type SiteResource,
  writeScopeOf,
} from './resource-rows.ts';

type Key = ReturnType<typeof keyOf>;
type ActionInput<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Key>> & z.output<z.ZodObject<Shape>>;

export interface Action<R extends SiteResource, Shape extends z.ZodRawShape> {
  readonly summary?: string;
  readonly description: string;
  /** The path below that of the resource, as in `publish`. */
  readonly path: string;
  readonly input?: Shape;
  /** The states in which it changes something. By default, all of them. */
  readonly from?: readonly string[];
  /** The further input as fields, for pages. */
  readonly pageFields?: Fields;
  readonly isDestructive?: boolean;
  readonly effect?: Effect;
  readonly personDecidesOn?: SensitiveInput;
  readonly isIdempotent?: boolean;
  /**
   * Decides what the action changes. It is called again with the current row if another request changed the row first.
   * @returns `undefined` if there is nothing to change
   * @throws {ProblemError} `conflict` if the state of the row does not allow the action
   */
  decide(
    operator: Operator,
    row: RowFor<R>,
    input: ActionInput<Shape>,
  ): Change<RowFor<R>> | undefined | Promise<Change<RowFor<R>> | undefined>;
}

/** An action that changes one row and returns it. */
export function actionOperation<const Name extends string, R extends SiteResource, Shape extends z.ZodRawShape>(
  rows: ResourceRows<R>,
  name: Name,
  { input, decide, path, ...options }: Action<R, Shape>,
) {
  const { many } = rows.resource;
  // An action without further input has an empty shape, which its type parameter defaults to.
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
    ...(options.effect === undefined ? {} : { effect: options.effect }),
    ...(options.personDecidesOn === undefined ? {} : { personDecidesOn: options.personDecidesOn }),
    ...(options.from === undefined ? {} : { from: options.from }),
    ...(options.pageFields === undefined ? {} : { pageFields: options.pageFields }),
    isIdempotent: options.isIdempotent ?? true,
    isConditional: true,
    async run(operator, input) {
      // Zod cannot infer the output of a shape that is partly generic.
      const fields = input as ActionInput<Shape>;
      return rows.show(operator, await rows.change(operator, fields.id, (row) => decide(operator, row, fields)));
    },
  });
}
