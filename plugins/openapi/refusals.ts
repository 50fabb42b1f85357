/** Refusals of the OAuth endpoints and the Account API: RFC 6749 §5.2, and the headers that go with refusals anywhere. */
import { z } from 'zod';
import type { ZodOpenApiHeaderObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { ERROR_GUIDE, type GuidedCode, statusOf } from '../../schema/oauth/error-guide.ts';
import { answer, REQUEST_ID, ref, textHeader } from './form.ts';

const oauthError = z
  .object({
    error: z.string().describe('The code: an entry of the error page of the documentation'),
    error_description: z.string().describe('What it was this time'),
    error_uri: z.url().optional().describe('Where the code is explained'),
  })
  .meta({ id: 'OAuthError', description: 'RFC 6749 §5.2' });

export const headerComponents = (baseUrl: string): Record<string, ZodOpenApiHeaderObject> => ({
  RequestId: { ...textHeader('Names the request in our log'), example: REQUEST_ID },
  WWWAuthenticate: {
    ...textHeader(
      'RFC 6750 §3, RFC 9728 §5.1: what is wrong with the token, which scope is needed, and where to find out more',
    ),
    example: `Bearer error="invalid_token", error_description="an access token is required", scope="openid", resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"`,
  },
  RetryAfter: { description: 'Seconds to wait', schema: { type: 'integer', minimum: 0 }, example: 2 },
});

const BUSY: readonly [number, string][] = [
  [429, 'A limit was reached.'],
  [503, 'We cannot answer now; nothing is lost.'],
];

/** @param at statuses that differ from the usual one of their code */
export function oauthRefusals(
  docsUrl: string,
  codes: readonly GuidedCode[],
  at: Partial<Record<GuidedCode, number>> = {},
): Record<string, ZodOpenApiResponseObject> {
  const byStatus = Map.groupBy([...codes, 'server_error'] as GuidedCode[], (code) => at[code] ?? statusOf(code));
  return Object.fromEntries([
    ...[...byStatus].map(([status, ofStatus]) => [status, refusal(docsUrl, ofStatus)]),
    ...BUSY.map(([status, said]) => [status, refusal(docsUrl, ['temporarily_unavailable'], said)]),
  ]);
}

const isOfToken = (code: GuidedCode): boolean => code === 'invalid_token' || code === 'insufficient_scope';

/** Those that go with a refusal for one of these reasons. */
export const headersOf = (codes: readonly GuidedCode[]) => ({
  'X-Request-Id': ref('headers', 'RequestId'),
  ...(codes.some(isOfToken) ? { 'WWW-Authenticate': ref('headers', 'WWWAuthenticate') } : {}),
  ...(codes.includes('temporarily_unavailable') ? { 'Retry-After': ref('headers', 'RetryAfter') } : {}),
});

export function refusal(docsUrl: string, codes: readonly GuidedCode[], said?: string): ZodOpenApiResponseObject {
  const examples = codes.map((code) => [
    code,
    { value: { error: code, error_description: ERROR_GUIDE[code].meaning, error_uri: `${docsUrl}/errors#${code}` } },
  ]);
  return answer(
    said ?? codes.map((code) => `\`${code}\`: ${ERROR_GUIDE[code].meaning}`).join(' '),
    { 'application/json': { schema: oauthError, examples: Object.fromEntries(examples) } },
    headersOf(codes),
  );
}
