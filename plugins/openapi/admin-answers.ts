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
  const replayed = { 'Idempotent-Replayed': textHeader('true if this is a replay of an earlier response') };
  const common = { 'X-Request-Id': ref('headers', 'RequestId'), ...(rest.method === 'GET' ? {} : replayed) };
  if (rest.status === 204) return answer('Deleted', undefined, common);
  const always = (description: string) => ({ ...textHeader(description), required: true });
  return answer(SUCCESS[rest.method], json(output, example), {
    ...common,
    ...(isVersioned(output) ? { ETag: always('Version of the resource, for If-Match') } : {}),
    ...(rest.status === 201 && hasAddress ? { Location: always('URL of the new resource') } : {}),
  });
}

const isVersioned = (output: z.ZodType): boolean => output instanceof z.ZodObject && 'updatedAt' in output.shape;

export function failures({ rest, isConditional, output }: Operation, isOfOne: boolean): ZodOpenApiResponsesObject {
  const writes = rest.method !== 'GET';
  const isVersionedRead = !writes && isVersioned(output);
  const applies = (type: ProblemType): boolean => {
    switch (type) {
      case 'invalid-input':
        return true;
      case 'not-found':
        return isOfOne;
      case 'precondition-failed':
        return isConditional || isVersionedRead;
      case 'idempotency-mismatch':
        return writes;
      default:
        return writes;
    }
  };
  const unchanged = isVersionedRead ? { 304: answer('Not modified') } : {};
  return { ...unchanged, ...problemResponses(applies, writes && rest.method !== 'DELETE') };
}
