/**
 * Describes the errors of the OAuth endpoints and the Account API (RFC 6749 §5.2), and the headers of error responses.
 */
import { z } from 'zod';
import type { ZodOpenApiHeaderObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { GRANT_TYPES } from '../../schema/oauth/capabilities.ts';
import { ERROR_GUIDE, type ErrorCode, statusOf } from '../../schema/refusals/codes.ts';
import { describe, type RefusalKey, type Values } from '../../schema/refusals/index.ts';
import { REFUSALS } from '../../schema/refusals/rows.ts';
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
    example: `Bearer error="invalid_token", error_description="${REFUSALS.token_missing.says.header}", scope="openid", resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"`,
  },
  DPoPNonce: {
    ...textHeader('RFC 9449 §8: the nonce for further proofs'),
    example: 'An-example-of-a-nonce-for-five-minutes-or-more',
  },
  RetryAfter: { description: 'Seconds to wait before retrying', schema: { type: 'integer', minimum: 0 }, example: 2 },
});

/** What is in the place of values in examples. */
const SAMPLES: Values = {
  ...{ name: 'client_id', names: 'scope', types: GRANT_TYPES.join(', '), scope: 'openid', most: 120, seconds: 10 },
  ...{ resource: 'https://id.example.com', size: 48_213, status: 'ready', fault: 'redirect_uris is required' },
};

/** Besides what an endpoint is refused for. */
const ALWAYS = ['server_error', 'rate_limited.requests', 'store_unavailable'] as const;
type Key = RefusalKey | 'server_error';

const statusOfKey = (key: Key): number => {
  if (key === 'server_error') return 500;
  const { code, status = statusOf(code) } = describe(key, SAMPLES);
  return status;
};

const SHARED: Readonly<Record<number, string>> = {
  413: 'The body is too large.',
  429: 'Rate limit exceeded.',
  503: 'Service temporarily unavailable; tokens remain valid.',
};

/** The answers of an endpoint by status. */
export const oauthRefusals = (docsUrl: string, keys: readonly RefusalKey[]): Record<string, ZodOpenApiResponseObject> =>
  Object.fromEntries(
    [...Map.groupBy<number, Key>([...keys, ...ALWAYS], statusOfKey)].map(([status, ofStatus]) => [
      status,
      refusal(docsUrl, ofStatus, SHARED[status]),
    ]),
  );

const isOfToken = (code: ErrorCode): boolean =>
  code === 'invalid_token' || code === 'insufficient_scope' || code === 'insufficient_user_authentication';

/** Returns the headers of an error response with one of these codes. */
export const headersOf = (codes: readonly ErrorCode[]) => ({
  'X-Request-Id': ref('headers', 'RequestId'),
  ...(codes.some(isOfToken) ? { 'WWW-Authenticate': ref('headers', 'WWWAuthenticate') } : {}),
  ...(codes.includes('use_dpop_nonce') ? { 'DPoP-Nonce': ref('headers', 'DPoPNonce') } : {}),
  ...(codes.includes('temporarily_unavailable') ? { 'Retry-After': ref('headers', 'RetryAfter') } : {}),
});

export function refusal(docsUrl: string, keys: readonly Key[], about?: string): ZodOpenApiResponseObject {
  const errors = keys.map((key) => {
    if (key === 'server_error') return { code: key, description: ERROR_GUIDE[key].meaning };
    return describe(key, SAMPLES);
  });
  const codes = [...new Set(errors.map(({ code }) => code))];
  const examples = errors.map(({ code, description }, at) => [
    keys[at],
    { value: { error: code, error_description: description, error_uri: `${docsUrl}/errors#${code}` } },
  ]);
  return answer(
    about ?? codes.map((code) => `\`${code}\`: ${ERROR_GUIDE[code].meaning}`).join(' '),
    { 'application/json': { schema: oauthError, examples: Object.fromEntries(examples) } },
    headersOf(codes),
  );
}
