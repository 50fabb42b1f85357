/** One thing that can be done at a school through the admin API, the same for REST, its documentation and the tools. */
import type { z } from 'zod';
import type { Role, Scope } from '../oauth/scope.ts';

/** On whose behalf an operation runs. Every store is asked with its site. */
export interface Operator {
  readonly siteId: string;
  readonly personId: string;
  /** None when the person acts on our own pages. */
  readonly clientId?: string;
  readonly role: Role;
  readonly now: number;
  readonly requestId: string;
  /** `updatedAt` of the only versions that may be changed or ended; any when left out. */
  readonly onlyVersions?: readonly number[];
  /** What the change is remembered by, in its own unit of work, so that it is never done again. */
  readonly idempotencyKey?: string;
  readonly ip?: string;
  readonly userAgent?: string;
}

export type Input = Readonly<Record<string, unknown>>;

export interface RestForm {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below `/api/v1`, with `:name` for what the input says of the path. */
  readonly path: string;
  /** Of success. */
  readonly status: 200 | 201 | 204;
}

export interface Operation {
  /** Also the operation id of OpenAPI and the name of the tool: `list_courses`. */
  readonly name: string;
  readonly summary: string;
  /** For people and models: what, when to use it, limits. */
  readonly description: string;
  readonly scope: Scope;
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
  readonly rest: RestForm;
  /** It cannot be taken back, or ends something for somebody. */
  readonly isDestructive: boolean;
  /** Doing it again changes nothing more. */
  readonly isIdempotent: boolean;
  /** It changes or ends the one thing that its path names, and heeds `onlyVersions` of it. */
  readonly isConditional: boolean;
  /** @throws {ProblemError} */
  run(operator: Operator, input: Input): Promise<unknown>;
}

/** What the input says of an operation that changes nothing, and what a description usually leaves open. */
type Defaults = 'isDestructive' | 'isIdempotent' | 'isConditional' | 'description';

export const defineOperation = (
  operation: Omit<Operation, Defaults> & Partial<Pick<Operation, Defaults>>,
): Operation => ({
  description: operation.summary,
  isDestructive: operation.rest.method === 'DELETE',
  isIdempotent: operation.rest.method !== 'POST',
  isConditional: operation.rest.method !== 'POST' && operation.rest.method !== 'GET',
  ...operation,
});
