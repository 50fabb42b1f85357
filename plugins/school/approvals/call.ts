/** A call of an app, with the object in its path as it is: `id` can be a slug, which leads to another object tomorrow. */
import { z } from 'zod';
import { isRecord } from '../../../schema/data/objects.ts';
import { digestOfCall } from '../../../schema/school/approval.ts';
import type { Input, Operation, Operator } from '../../../schema/school/operation.ts';

export type AppOperator = Operator & { readonly clientId: string; readonly grantId: number };

/** A call of an app that a person decides about. */
export interface Call {
  readonly operation: Operation;
  readonly operator: AppOperator;
  /** As parsed, with the id in place of a slug. */
  readonly input: Input;
  readonly sentId: string | undefined;
  readonly object: FoundObject | undefined;
  readonly digest: string;
}

/** The object in the path of an operation, as a read of it returns it. */
export interface FoundObject {
  readonly getter: Operation;
  readonly output: Input;
  readonly id: string | undefined;
  readonly version: number | undefined;
}

const BASE = /^\/[^/]+(?:\/:id)?/;

/** Returns what reads the object in the path of an operation. */
export function objectReader(catalogue: readonly Operation[]) {
  const getters = new Map(catalogue.filter(({ rest }) => rest.method === 'GET').map((one) => [one.rest.path, one]));

  /** @throws {ProblemError} `not-found` */
  return async function objectOf(
    { rest, isConditional }: Operation,
    operator: Operator,
    input: Input,
  ): Promise<FoundObject | undefined> {
    const path = BASE.exec(rest.path)?.[0] ?? '';
    const getter = getters.get(path);
    if (getter === undefined || !(path.endsWith('/:id') || isConditional)) return undefined;
    if (!(getter.output instanceof z.ZodObject) || 'nodes' in getter.output.shape) return undefined;
    const { id } = input;
    const output = await getter.run(operator, path.endsWith('/:id') ? { id } : {});
    if (!isRecord(output)) return undefined;
    return {
      getter,
      output,
      id: typeof output.id === 'string' ? output.id : undefined,
      version: versionOf(output),
    };
  };
}

/** The version of what an operation returned, if it has one. */
export const versionOf = (output: unknown): number | undefined =>
  isRecord(output) && typeof output.updatedAt === 'string' ? Date.parse(output.updatedAt) : undefined;

export type ObjectOf = ReturnType<typeof objectReader>;

/** @param object the object in its path */
export function callOf(
  operation: Operation,
  operator: AppOperator,
  input: Input,
  object: FoundObject | undefined,
): Call {
  const sentId = typeof input.id === 'string' ? input.id : undefined;
  const resolved = sentId === undefined || object?.id === undefined ? input : { ...input, id: object.id };
  return { operation, operator, input: resolved, sentId, object, digest: digestOfCall(operation.name, resolved) };
}
