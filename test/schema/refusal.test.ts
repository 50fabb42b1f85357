// sqlite
import t from 'tap';
import { AuthorizationError, BearerError, OAuthError } from '../../schema/oauth/oauth-error.ts';
import { matchRedirectUri } from '../../schema/oauth/redirect-uri.ts';
import { refusalOf } from '../../schema/refusal.ts';
import { StoreUnavailableError } from '../../schema/refusals/store-error.ts';

const MALFORMED = { code: 'invalid_request', description: 'the request is malformed', reason: 'malformed_request' };
const OUR_FAULT = {
  status: 500,
  code: 'server_error',
  description: 'an internal error occurred',
  reason: undefined,
  headers: {},
};

t.test('a refusal contains its status, code, reason and headers', async (t) => {
  const details = { retryAfterSeconds: 7, headers: { allow: 'POST' } };
  t.same(refusalOf(new OAuthError('rate_limited.invitations', { seconds: 7 }, details)), {
    status: 429,
    code: 'temporarily_unavailable',
    description: 'too many invitations; try again in 7 s',
    reason: 'rate_limited',
    headers: { allow: 'POST', 'retry-after': '7' },
  });
  t.same(refusalOf(new OAuthError('unknown_client.id')), {
    status: 401,
    code: 'invalid_client',
    description: 'unknown client_id',
    reason: 'unknown_client',
    headers: {},
  });
  for (const [status, error] of [
    [401, new BearerError('invalid_token', 'token_unknown.access', 'openid')],
    [403, new BearerError('insufficient_scope', 'token_scope.request', 'openid', { scope: 'openid' })],
  ] as const) {
    const { code, description, reason } = error;
    t.same(refusalOf(error), { status, code, description, reason, headers: {} });
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
  const plain = new OAuthError('malformed_request.fault', { fault: 'a "b" \\ ü' }, { cause });
  t.equal(plain.name, 'OAuthError');
  t.equal(plain.cause, cause);
  t.equal(plain.description, "a 'b' ' ?");
  t.equal(new OAuthError('malformed_request.fault', { fault: 'x'.repeat(501) }).description, 'x'.repeat(500));
  const redirect = matchRedirectUri({ registered: ['app:/cb'], anyLoopback: false }, 'app:/cb');
  if (redirect === undefined) throw new Error('not registered');
  const target = { redirect, state: 's', errorsGo: async () => 'by_link' as const };
  const answer = new AuthorizationError(target, 'denied_by_person.denied');
  t.match(answer, { name: 'AuthorizationError', status: 403, ...target });
  t.match(new BearerError('insufficient_scope', 'token_scope.request', 'email', { scope: 'a\nb' }), {
    name: 'BearerError',
    description: 'this request needs the scope a?b',
    scope: 'email',
  });
  t.equal(new StoreUnavailableError('locked', { cause }).name, 'StoreUnavailableError');
  t.equal(new StoreUnavailableError('locked', { cause }).cause, cause);
});
