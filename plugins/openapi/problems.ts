/** Refusals of the admin API: RFC 9457, as components that every operation refers to. */
import { z } from 'zod';
import { ERROR_GUIDE, type GuidedCode } from '../../schema/oauth/error-guide.ts';
import { PROBLEM_STATUS, type ProblemType } from '../../schema/school/problem.ts';
import { PROBLEM_GUIDE } from '../../schema/school/problem-guide.ts';
import { answer, type Json, REQUEST_ID, ref, typeName } from './form.ts';
import type { Schemas } from './schemas.ts';

const TOKEN_TITLE = 'Access token not sufficient';
const OTHER_TITLE = 'Request refused';

const problem = z.object({
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
  requestId: z.string().describe('Id of the request; include it when contacting support'),
});

/** Types by the status they are answered with. */
const byStatus = Map.groupBy(Object.keys(PROBLEM_STATUS) as ProblemType[], (type) => PROBLEM_STATUS[type]);

const nameOf = (types: readonly ProblemType[]): string => types.map(typeName).join('Or');

/** What these types are answered with. 403 is missing: a scope can lack there too, which is `Forbidden`. */
export const problemResponses = (applies: (type: ProblemType) => boolean): Json =>
  Object.fromEntries(
    [...byStatus]
      .filter(([status, types]) => status !== 403 && types.some(applies))
      .map(([status, types]) => [status, ref('responses', nameOf(types))]),
  );

export function problemComponents(schemas: Schemas, docsUrl: string): Json {
  schemas.define('Problem', problem, 'output', { description: 'RFC 9457, served as application/problem+json' });

  const ofType = (type: ProblemType): Json => ({
    type: `${docsUrl}/problems#${type}`,
    title: PROBLEM_GUIDE[type].title,
    status: PROBLEM_STATUS[type],
    detail: PROBLEM_GUIDE[type].example,
    ...(type === 'invalid-input'
      ? { errors: [{ path: 'title', code: 'too_small', message: 'must not be empty' }] }
      : {}),
    requestId: REQUEST_ID,
  });
  const examplesOf = (types: readonly ProblemType[]): Json =>
    Object.fromEntries(types.map((type) => [type, { value: ofType(type) }]));
  const ofCode = (code: GuidedCode, status: number, title = OTHER_TITLE): Json => ({
    [code]: {
      value: {
        type: `${docsUrl}/errors#${code}`,
        title,
        status,
        detail: ERROR_GUIDE[code].meaning,
        requestId: REQUEST_ID,
      },
    },
  });
  const refusal = (description: string, examples: Json, header?: 'WWW-Authenticate' | 'Retry-After'): Json =>
    answer(
      description,
      { 'application/problem+json': { schema: ref('schemas', 'Problem'), examples } },
      {
        'X-Request-Id': ref('headers', 'RequestId'),
        ...(header === undefined ? {} : { [header]: ref('headers', header.replace('-', '')) }),
      },
    );

  return {
    ...Object.fromEntries(
      [...byStatus]
        .filter(([status]) => status !== 403)
        .map(([, types]) => [
          nameOf(types),
          refusal(types.map((type) => PROBLEM_GUIDE[type].meaning).join(' Or: '), examplesOf(types)),
        ]),
    ),
    Unauthorized: refusal(
      ERROR_GUIDE.invalid_token.meaning,
      ofCode('invalid_token', 401, TOKEN_TITLE),
      'WWW-Authenticate',
    ),
    Forbidden: refusal(
      "The token lacks the scope, or the person's role does not allow this.",
      { ...ofCode('insufficient_scope', 403, TOKEN_TITLE), ...examplesOf(byStatus.get(403) ?? []) },
      'WWW-Authenticate',
    ),
    TooLarge: refusal('The body is larger than 1 MB.', ofCode('invalid_request', 413)),
    UnsupportedMediaType: refusal('The body is not JSON.', ofCode('invalid_request', 415)),
    TooManyRequests: refusal('Rate limit exceeded.', ofCode('temporarily_unavailable', 429), 'Retry-After'),
    ServerError: refusal(ERROR_GUIDE.server_error.meaning, ofCode('server_error', 500)),
    Unavailable: refusal(
      'Service temporarily unavailable; retry the same request later.',
      ofCode('temporarily_unavailable', 503),
      'Retry-After',
    ),
  };
}
