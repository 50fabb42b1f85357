/** Refusals of the admin API: RFC 9457, as components that every operation refers to. */
import { z } from 'zod';
import { ERROR_GUIDE, type GuidedCode } from '../../schema/oauth/error-guide.ts';
import { PROBLEM_STATUS, type ProblemType } from '../../schema/school/problem.ts';
import { PROBLEM_GUIDE } from '../../schema/school/problem-guide.ts';
import { answer, type Json, REQUEST_ID, ref, typeName } from './form.ts';
import type { Schemas } from './schemas.ts';

const TOKEN_TITLE = 'The access token does not fit';
const OTHER_TITLE = 'The request could not be answered';

const problem = z.object({
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
      'The token lacks the scope, or the role of the person does not reach this far.',
      { ...ofCode('insufficient_scope', 403, TOKEN_TITLE), ...examplesOf(byStatus.get(403) ?? []) },
      'WWW-Authenticate',
    ),
    TooLarge: refusal('The body is larger than 1 MB.', ofCode('invalid_request', 413)),
    UnsupportedMediaType: refusal('The body is not JSON.', ofCode('invalid_request', 415)),
    TooManyRequests: refusal('A limit was reached.', ofCode('temporarily_unavailable', 429), 'Retry-After'),
    ServerError: refusal(ERROR_GUIDE.server_error.meaning, ofCode('server_error', 500)),
    Unavailable: refusal(
      'Nothing is wrong with the request; we cannot answer it now.',
      ofCode('temporarily_unavailable', 503),
      'Retry-After',
    ),
  };
}
