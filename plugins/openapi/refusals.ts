/**
 * Describes the errors of the OAuth endpoints and the Account API (RFC 6749 §5.2), and the headers of error responses.
 */
import { z } from 'zod';
import type { ZodOpenApiHeaderObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { ERROR_GUIDE, type GuidedCode, statusOf } from '../../schema/error-guide.ts';
import { answer, REQUEST_ID, ref, textHeader } from './form.ts';

const oauthError = z
  .object({
    error: z.string().describe('Error code, listed on the error page of the documentation'),
    error_description: z.string().describe('Explanation of this occurrence'),
    error_uri: z.url().optional().describe('URI of the documentation of the code'),
  })
  .meta({ id: 'OAuthError', description: 'RFC 6749 §5.2' });

export const headerComponents = (baseUrl: string): Record<string, ZodOpenApiHeaderObject> => ({
  RequestId: { ...textHeader('Id of the request in the server log'), example: REQUEST_ID },
  WWWAuthenticate: {
    ...textHeader('RFC 6750 §3, RFC 9728 §5.1: the error, the required scope and the URL of the resource metadata'),
    example: `Bearer error="invalid_token", error_description="an access token is required", scope="openid", resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"`,
  },
  RetryAfter: { description: 'Seconds to wait before retrying', schema: { type: 'integer', minimum: 0 }, example: 2 },
});

const BUSY: readonly [number, string][] = [
  [429, 'Rate limit exceeded.'],
  [503, 'Service temporarily unavailable; tokens remain valid.'],
];

/** @param at statuses that differ from the default status of the code */
export function oauthRefusals(
  docsUrl: string,
  codes: readonly GuidedCode[],
  at: Partial<Record<GuidedCode, number>> = {},
): Record<string, ZodOpenApiResponseObject> {
  const byStatus = Map.groupBy<number, GuidedCode>([...codes, 'server_error'], (code) => at[code] ?? statusOf(code));
  return Object.fromEntries([
    ...[...byStatus].map(([status, ofStatus]) => [status, refusal(docsUrl, ofStatus)]),
    ...BUSY.map(([status, description]) => [status, refusal(docsUrl, ['temporarily_unavailable'], description)]),
  ]);
}

/** The answer to a body that is longer than the endpoint reads. */
export const tooLarge = (docsUrl: string): Record<string, ZodOpenApiResponseObject> => ({
  413: refusal(docsUrl, ['invalid_request'], 'The body is too large.'),
});

const isOfToken = (code: GuidedCode): boolean =>
  code === 'invalid_token' || code === 'insufficient_scope' || code === 'insufficient_user_authentication';

/** Returns the headers of an error response with one of these codes. */
export const headersOf = (codes: readonly GuidedCode[]) => ({
  'X-Request-Id': ref('headers', 'RequestId'),
  ...(codes.some(isOfToken) ? { 'WWW-Authenticate': ref('headers', 'WWWAuthenticate') } : {}),
  ...(codes.includes('temporarily_unavailable') ? { 'Retry-After': ref('headers', 'RetryAfter') } : {}),
});

export function refusal(docsUrl: string, codes: readonly GuidedCode[], description?: string): ZodOpenApiResponseObject {
  const examples = codes.map((code) => [
    code,
    { value: { error: code, error_description: ERROR_GUIDE[code].meaning, error_uri: `${docsUrl}/errors#${code}` } },
  ]);
  return answer(
    description ?? codes.map((code) => `\`${code}\`: ${ERROR_GUIDE[code].meaning}`).join(' '),
    { 'application/json': { schema: oauthError, examples: Object.fromEntries(examples) } },
    headersOf(codes),
  );
}
