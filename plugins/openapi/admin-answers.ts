/** Describes the responses of an operation of the admin API, including errors. */
import { z } from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import type { Operation } from '../../schema/school/operation.ts';
import type { ProblemType } from '../../schema/school/problem.ts';
import { answer, json, ref, textHeader } from './form.ts';
import { problemResponses } from './problems.ts';

const SUCCESS: Readonly<Record<Operation['rest']['method'], string>> = {
  GET: 'OK',
  POST: 'OK',
  PUT: 'The updated resource',
  PATCH: 'The updated resource',
  DELETE: 'Deleted',
};

export function success({ output, rest }: Operation, hasAddress: boolean, example: unknown): ZodOpenApiResponseObject {
  const id = { 'X-Request-Id': ref('headers', 'RequestId') };
  if (rest.status === 204) return answer('Deleted', undefined, id);
  const isVersioned = output instanceof z.ZodObject && 'updatedAt' in output.shape;
  const always = (description: string) => ({ ...textHeader(description), required: true });
  return answer(SUCCESS[rest.method], json(output, example), {
    ...id,
    ...(isVersioned ? { ETag: always('Version of the resource, for If-Match') } : {}),
    ...(rest.status === 201 && hasAddress ? { Location: always('URL of the new resource') } : {}),
    ...(rest.method === 'POST'
      ? { 'Idempotent-Replayed': textHeader('true if this is a replay of an earlier response') }
      : {}),
  });
}

export function failures({ rest, isConditional }: Operation, isOfOne: boolean): ZodOpenApiResponsesObject {
  const writes = rest.method !== 'GET';
  const applies = (type: ProblemType): boolean => {
    switch (type) {
      case 'invalid-input':
        return true;
      case 'not-found':
        return isOfOne;
      case 'precondition-failed':
        return isConditional;
      case 'idempotency-mismatch':
        return rest.method === 'POST';
      default:
        return writes;
    }
  };
  return problemResponses(applies, writes && rest.method !== 'DELETE');
}
