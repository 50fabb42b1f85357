// sqlite
import t from 'tap';
import { AuthorizationError, BearerError, OAuthError } from '../../schema/oauth/oauth-error.ts';
import { matchRedirectUri } from '../../schema/oauth/redirect-uri.ts';
import { refusalOf } from '../../schema/refusal.ts';
import { StoreUnavailableError } from '../../schema/store-error.ts';

const MALFORMED = { code: 'invalid_request', description: 'the request is malformed', reason: 'malformed_request' };
const OUR_FAULT = {
  status: 500,
  code: 'server_error',
  description: 'an internal error occurred',
  reason: undefined,
  headers: {},
};

t.test('a refusal contains its status, code, reason and headers', async (t) => {
  const details = { reason: 'rate_limited', status: 429, retryAfterSeconds: 7, headers: { allow: 'POST' } } as const;
  t.same(refusalOf(new OAuthError('temporarily_unavailable', 'too many', details)), {
    status: 429,
    code: 'temporarily_unavailable',
    description: 'too many',
    reason: 'rate_limited',
    headers: { allow: 'POST', 'retry-after': '7' },
  });
  t.same(refusalOf(new OAuthError('invalid_client', 'who', { reason: 'unknown_client' })), {
    status: 401,
    code: 'invalid_client',
    description: 'who',
    reason: 'unknown_client',
    headers: {},
  });
  for (const [code, status] of [
    ['invalid_token', 401],
    ['insufficient_scope', 403],
  ] as const) {
    const refusal = refusalOf(new BearerError(code, 'no', { reason: 'token_unknown', scope: 'openid' }));
    t.same(refusal, { status, code, description: 'no', reason: 'token_unknown', headers: {} });
  }
});

t.test(
  'an unavailable store is 503 with Retry-After, and no error code that ends a grant [RFC 7009 §2.2.1]',
  async (t) => {
    t.same(refusalOf(new StoreUnavailableError('locked')), {
      status: 503,
      code: 'temporarily_unavailable',
      description: 'the server is temporarily unavailable; try again later',
      reason: 'store_unavailable',
      headers: { 'retry-after': '2' },
    });
  },
);

t.test('errors of the framework are malformed requests, and all other errors are internal', async (t) => {
  t.same(refusalOf({ statusCode: 413, code: 'FST_ERR_CTP_BODY_TOO_LARGE' }), {
    status: 413,
    code: 'invalid_request',
    description: 'the request body is too large',
    reason: 'body_too_large',
    headers: { connection: 'close' },
  });
  t.same(refusalOf({ statusCode: 415, code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' }), {
    status: 400,
    code: 'invalid_request',
    description:
      'the content type of the request is not supported here: forms and OAuth requests are application/x-www-form-urlencoded, ' +
      'registrations and API calls application/json',
    reason: 'unsupported_media_type',
    headers: {},
  });
  t.same(refusalOf({ statusCode: 400, code: 'FST_ERR_CTP_INVALID_JSON_BODY' }), {
    status: 400,
    ...MALFORMED,
    description: 'the request body is not valid JSON',
    headers: {},
  });
  for (const status of [400, 431, 499]) {
    t.same(refusalOf({ statusCode: status }), { status, ...MALFORMED, headers: {} });
  }
  const strange = Object.assign(() => undefined, { statusCode: 400 });
  for (const error of [
    { statusCode: 399 },
    { statusCode: 500 },
    { statusCode: '400' },
    {},
    null,
    undefined,
    'x',
    5,
    strange,
  ]) {
    t.same(refusalOf(error), OUR_FAULT, String(error));
  }
});

t.test('an error carries its name, its cause and a description that may be sent [RFC 6749 §5.2]', async (t) => {
  const cause = new Error('inner');
  const plain = new OAuthError('invalid_request', 'a "b" \\ ü', { reason: 'malformed_request', cause });
  t.equal(plain.name, 'OAuthError');
  t.equal(plain.cause, cause);
  t.equal(plain.description, "a 'b' ' ?");
  t.equal(new OAuthError('invalid_request', 'x'.repeat(501), { reason: 'busy' }).description, 'x'.repeat(500));
  const redirect = matchRedirectUri({ registered: ['app:/cb'], anyLoopback: false }, 'app:/cb');
  if (redirect === undefined) throw new Error('not registered');
  const target = { redirect, state: 's', errorsGo: async () => 'by_link' as const };
  const answer = new AuthorizationError(target, 'access_denied', 'no', { reason: 'denied_by_person' });
  t.match(answer, { name: 'AuthorizationError', status: 403, ...target });
  t.match(new BearerError('invalid_token', 'a\nb', { reason: 'token_unknown', scope: 'email' }), {
    name: 'BearerError',
    description: 'a?b',
    scope: 'email',
  });
  t.equal(new StoreUnavailableError('locked', { cause }).name, 'StoreUnavailableError');
  t.equal(new StoreUnavailableError('locked', { cause }).cause, cause);
});
