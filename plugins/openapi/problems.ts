/** Refusals of the admin API: RFC 9457, as components that every operation refers to. */
import { z } from 'zod';
import type { ZodOpenApiExamplesObject, ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { ERROR_GUIDE, type GuidedCode } from '../../schema/oauth/error-guide.ts';
import { PROBLEM_STATUS, type ProblemType } from '../../schema/school/problem.ts';
import { PROBLEM_GUIDE } from '../../schema/school/problem-guide.ts';
import { typeName } from '../../schema/school/type-names.ts';
import { answer, REQUEST_ID, ref } from './form.ts';
import { headersOf } from './refusals.ts';

const TOKEN_TITLE = 'The access token does not fit';
const OTHER_TITLE = 'The request could not be answered';

const problem = z
  .object({
    type: z.url().describe('What kind of problem it is; also where it is explained'),
    title: z.string().describe('The same for every problem of the type'),
    status: z.int().describe('The status of the answer'),
    detail: z.string().describe('What it was this time'),
    errors: z
      .array(
        z.object({
          path: z.string().describe('The field, as in price.amount or items.0.title; empty for the whole'),
          code: z.string().describe('For programs'),
          message: z.string().describe('For people'),
        }),
      )
      .optional()
      .describe('Every field that is wrong'),
    requestId: z.string().describe('Tell us this one when you ask'),
  })
  .meta({ id: 'Problem', description: 'RFC 9457, served as application/problem+json' });

/** A token whose scope is too small is refused with 403, too: both are `Forbidden`. */
const SHARED: readonly ProblemType[] = ['role-insufficient'];
/** The other types, by the status they are answered with. */
const byStatus = Map.groupBy(
  (Object.keys(PROBLEM_STATUS) as ProblemType[]).filter((type) => !SHARED.includes(type)),
  (type) => PROBLEM_STATUS[type],
);

const nameOf = (types: readonly ProblemType[]): string => types.map(typeName).join('Or');

/** What can befall any request, whatever it asks for. What is said is what the code means, unless it says otherwise. */
const OTHERS: readonly [status: number, name: string, code: GuidedCode, said?: string][] = [
  [401, 'Unauthorized', 'invalid_token'],
  [
    403,
    'Forbidden',
    'insufficient_scope',
    'The token lacks the scope, or the role of the person does not reach this far.',
  ],
  [413, 'TooLarge', 'invalid_request', 'The body is larger than 1 MB.'],
  [415, 'UnsupportedMediaType', 'invalid_request', 'The body is not JSON.'],
  [429, 'TooManyRequests', 'temporarily_unavailable', 'A limit was reached.'],
  [500, 'ServerError', 'server_error'],
  [503, 'Unavailable', 'temporarily_unavailable', 'Nothing is wrong with the request; we cannot answer it now.'],
];

/** What a request may be refused with. */
export const problemResponses = (
  applies: (type: ProblemType) => boolean,
  hasBody: boolean,
): ZodOpenApiResponsesObject =>
  Object.fromEntries([
    ...[...byStatus]
      .filter(([, types]) => types.some(applies))
      .map(([status, types]) => [status, ref('responses', nameOf(types))]),
    ...OTHERS.filter(([status]) => hasBody || (status !== 413 && status !== 415)).map(([status, name]) => [
      status,
      ref('responses', name),
    ]),
  ]);

export function problemComponents(docsUrl: string): Record<string, ZodOpenApiResponseObject> {
  const ofTypes = (types: readonly ProblemType[]): ZodOpenApiExamplesObject =>
    Object.fromEntries(types.map((type) => [type, { value: problemOf(docsUrl, type) }]));
  const others = OTHERS.map(([status, name, code, said]) => {
    const { meaning } = ERROR_GUIDE[code];
    const title = status === 401 || status === 403 ? TOKEN_TITLE : OTHER_TITLE;
    const value = { type: `${docsUrl}/errors#${code}`, title, status, detail: meaning, requestId: REQUEST_ID };
    return [name, refusal(said ?? meaning, { [code]: { value }, ...(status === 403 ? ofTypes(SHARED) : {}) }, [code])];
  });
  return Object.fromEntries([
    ...[...byStatus.values()].map((types) => [
      nameOf(types),
      refusal(types.map((type) => PROBLEM_GUIDE[type].meaning).join(' Or: '), ofTypes(types)),
    ]),
    ...others,
  ]);
}

const problemOf = (docsUrl: string, type: ProblemType) => ({
  type: `${docsUrl}/problems#${type}`,
  title: PROBLEM_GUIDE[type].title,
  status: PROBLEM_STATUS[type],
  detail: PROBLEM_GUIDE[type].example,
  ...(type === 'invalid-input' ? { errors: [{ path: 'title', code: 'too_small', message: 'must not be empty' }] } : {}),
  requestId: REQUEST_ID,
});

const refusal = (description: string, examples: ZodOpenApiExamplesObject, codes: readonly GuidedCode[] = []) =>
  answer(description, { 'application/problem+json': { schema: problem, examples } }, headersOf(codes));
