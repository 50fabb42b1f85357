/** What an operation of the admin API answers, good or bad. */
import { z } from 'zod';
import type { Operation } from '../../schema/school/operation.ts';
import type { ProblemType } from '../../schema/school/problem.ts';
import { answer, content, type Json, ref } from './form.ts';
import { problemResponses } from './problems.ts';
import { sampleOf } from './samples.ts';
import type { Schemas } from './schemas.ts';

/** Of the input of tools, which have no headers; here it is `If-Match`. */
export const VERSION = 'ifUpdatedAt';

const SUCCESS: Readonly<Record<Operation['rest']['method'], string>> = {
  GET: 'OK',
  POST: 'OK',
  PUT: 'The updated resource',
  PATCH: 'The updated resource',
  DELETE: 'Deleted',
};

export function success({ output, rest }: Operation, hasAddress: boolean, schemas: Schemas): Json {
  const id = { 'X-Request-Id': ref('headers', 'RequestId') };
  if (rest.status === 204) return answer('Deleted', undefined, id);
  const schema = schemas.inline(output, 'output');
  const isVersioned = output instanceof z.ZodObject && 'updatedAt' in output.shape;
  const text = (description: string): Json => ({ description, schema: { type: 'string' } });
  const always = (description: string): Json => ({ ...text(description), required: true });
  return answer(SUCCESS[rest.method], content('application/json', schema, sampleOf(schema, schemas.components)), {
    ...id,
    ...(isVersioned ? { ETag: always('Version of the resource, for If-Match') } : {}),
    ...(rest.status === 201 && hasAddress ? { Location: always('URL of the new resource') } : {}),
    ...(rest.method === 'POST'
      ? { 'Idempotent-Replayed': text('true if this is a replay of an earlier response') }
      : {}),
  });
}

export function failures({ rest, isConditional }: Operation, isOfOne: boolean): Json {
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
  return {
    ...problemResponses(applies),
    401: ref('responses', 'Unauthorized'),
    403: ref('responses', 'Forbidden'),
    ...(writes && rest.method !== 'DELETE'
      ? { 413: ref('responses', 'TooLarge'), 415: ref('responses', 'UnsupportedMediaType') }
      : {}),
    429: ref('responses', 'TooManyRequests'),
    500: ref('responses', 'ServerError'),
    503: ref('responses', 'Unavailable'),
  };
}
