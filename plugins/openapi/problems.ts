/** Describes the errors of the admin API (RFC 9457) as components to which every operation refers. */
import { z } from 'zod';
import type { ZodOpenApiExamplesObject, ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { keysOf } from '../../schema/data/objects.ts';
import { ERROR_GUIDE, type ErrorCode } from '../../schema/refusals/codes.ts';
import { REFUSALS } from '../../schema/refusals/rows.ts';
import { PROBLEM_STATUS, type ProblemType } from '../../schema/school/problem.ts';
import { PROBLEM_GUIDE } from '../../schema/school/problem-guide.ts';
import { typeName } from '../../schema/school/type-names.ts';
import { answer, REQUEST_ID, ref } from './form.ts';
import { headersOf } from './refusals.ts';

const TOKEN_TITLES: Readonly<Record<number, string>> = {
  401: 'Access token missing or invalid',
  403: 'Insufficient scope',
};
const OTHER_TITLE = 'Request refused';

const problem = z
  .object({
    type: z.url().describe('URI of the problem type, which leads to its documentation'),
    title: z.string().describe('Title of the problem type'),
    status: z.int().describe('HTTP status'),
    detail: z.string().describe('Explanation of this occurrence'),
    errors: z
      .array(
        z.object({
          path: z
            .string()
            .describe('Path of the field, such as price.amount or items.0.title; empty for the input as a whole'),
          code: z.string().describe('Machine-readable code'),
          message: z.string().describe('Human-readable message'),
        }),
      )
      .optional()
      .describe('All invalid fields'),
    approvalUrl: z.url().optional().describe('Page on which a person decides about this request'),
    expiresAt: z.iso.datetime().optional().describe('Until when the person can decide'),
    requestId: z.string().describe('Id of the request; include it when contacting support'),
  })
  .meta({ id: 'Problem', description: 'RFC 9457, served as application/problem+json' });

/** A token with insufficient scope is also answered with 403, so all of these types belong to `Forbidden`. */
const SHARED: readonly ProblemType[] = ['role-insufficient', 'approval-required', 'approval-declined'];
/** The other types, grouped by status. */
const byStatus = Map.groupBy(
  keysOf(PROBLEM_STATUS).filter((type) => !SHARED.includes(type)),
  (type) => PROBLEM_STATUS[type],
);

const nameOf = (types: readonly ProblemType[]): string => types.map(typeName).join('Or');
const meaningOf = (types: readonly ProblemType[]): string =>
  types.map((type) => PROBLEM_GUIDE[type].meaning).join(' Or: ');

/** The other error with status 400, which names no fields. */
const UNREAD = 'The body is not valid JSON.';

/**
 * Errors that every request can cause. Their description is the meaning of the code, unless another one is given, as is
 * the detail of the example.
 */
const OTHERS: readonly [status: number, name: string, code: ErrorCode, said?: string, detail?: string][] = [
  [401, 'Unauthorized', 'invalid_token'],
  [403, 'Forbidden', 'insufficient_scope', "The token lacks the scope, or the person's role does not allow this."],
  [413, 'TooLarge', 'invalid_request', 'The body is larger than 1 MB.', REFUSALS.body_too_large.says.body],
  [
    415,
    'UnsupportedMediaType',
    'invalid_request',
    'The content type is not application/json.',
    REFUSALS.unsupported_media_type.says.json,
  ],
  [429, 'TooManyRequests', 'temporarily_unavailable', 'Rate limit exceeded.'],
  [500, 'ServerError', 'server_error'],
  [503, 'Unavailable', 'temporarily_unavailable', 'Service temporarily unavailable; retry the same request later.'],
];

/** Returns the error responses of an operation. */
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
  const unread = {
    type: `${docsUrl}/errors#invalid_request`,
    title: OTHER_TITLE,
    status: 400,
    detail: REFUSALS.malformed_request.says.json,
    requestId: REQUEST_ID,
  };
  const others = OTHERS.map(([status, name, code, summary, detail]) => {
    const { meaning } = ERROR_GUIDE[code];
    const title = TOKEN_TITLES[status] ?? OTHER_TITLE;
    const type = `${docsUrl}/errors#${code}`;
    const value = { type, title, status, detail: detail ?? meaning, requestId: REQUEST_ID };
    return [
      name,
      refusal(summary ?? meaning, { [code]: { value }, ...(status === 403 ? ofTypes(SHARED) : {}) }, [code]),
    ];
  });
  return Object.fromEntries([
    ...[...byStatus].map(([status, types]) => [
      nameOf(types),
      status === 400
        ? refusal(`${meaningOf(types)} Or: ${UNREAD}`, { ...ofTypes(types), invalid_request: { value: unread } })
        : refusal(meaningOf(types), ofTypes(types)),
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
  ...(type === 'approval-required'
    ? { approvalUrl: 'https://schoolgate.example/approvals/apr_1', expiresAt: '2026-03-02T10:00:00.000Z' }
    : {}),
  requestId: REQUEST_ID,
});

const refusal = (description: string, examples: ZodOpenApiExamplesObject, codes: readonly ErrorCode[] = []) =>
  answer(description, { 'application/problem+json': { schema: problem, examples } }, headersOf(codes));
