/** Converts any error to a status, code and description, for whoever sends the response. */
import { BearerError, OAuthError, type OAuthErrorCode, type RefusalReason } from './oauth/oauth-error.ts';
import { StoreUnavailableError, UnstorableTextError } from './store-error.ts';

export interface Refusal {
  status: number;
  code: OAuthErrorCode | BearerError['code'];
  description: string;
  /** The reason for the log; `undefined` for an internal error. */
  reason: RefusalReason | undefined;
  headers: Record<string, string>;
  /** The request, by which the log and the attempts to connect are searched. */
  requestId?: string;
}

/** What a caller is answered whose JSON cannot be parsed. */
export const NOT_JSON = 'the request body is not valid JSON';
export const TOO_LARGE = 'the request body is too large';
/** What a caller of the admin API is answered that sends another content type. */
export const NOT_JSON_TYPE = 'the content type must be application/json';

export const tooLarge = (): OAuthError =>
  new OAuthError('invalid_request', TOO_LARGE, { reason: 'body_too_large', status: 413 });

const RETRY_AFTER_SECONDS = 2;

const refuse = (
  status: number,
  code: Refusal['code'],
  description: string,
  reason: RefusalReason | undefined,
  headers: Record<string, string> = {},
): Refusal => ({ status, code, description, reason, headers });

const property = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;

/** Errors that Fastify itself raises, by error code. */
export const UNSUPPORTED_TYPE =
  'the content type of the request is not supported here: forms and OAuth requests are application/x-www-form-urlencoded, ' +
  'registrations and API calls application/json';

function frameworkRefusal(error: unknown): Refusal | undefined {
  const status = property(error, 'statusCode');
  switch (property(error, 'code')) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return refuse(413, 'invalid_request', TOO_LARGE, 'body_too_large', { connection: 'close' });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      // RFC 6749 §5.2: at an OAuth endpoint this is a malformed request. Routes that answer 415 do so themselves.
      return refuse(400, 'invalid_request', UNSUPPORTED_TYPE, 'unsupported_media_type');
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return refuse(400, 'invalid_request', NOT_JSON, 'malformed_request');
    default:
      return typeof status === 'number' && status >= 400 && status < 500
        ? refuse(status, 'invalid_request', 'the request is malformed', 'malformed_request')
        : undefined;
  }
}

export function refusalOf(error: unknown): Refusal {
  if (error instanceof OAuthError) {
    const { reason, retryAfterSeconds, headers = {} } = error.details;
    const retry = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
    return refuse(error.status, error.code, error.description, reason, { ...headers, ...retry });
  }
  if (error instanceof BearerError) return refuse(error.status, error.code, error.description, error.reason);
  if (error instanceof StoreUnavailableError) {
    // RFC 7009 §2.2.1 requires this status. Other error codes would make clients discard their tokens.
    return refuse(
      503,
      'temporarily_unavailable',
      'the server is temporarily unavailable; try again later',
      'store_unavailable',
      {
        'retry-after': String(RETRY_AFTER_SECONDS),
      },
    );
  }
  if (error instanceof UnstorableTextError) {
    return refuse(400, 'invalid_request', 'a value contains a NUL character', 'malformed_request');
  }
  return frameworkRefusal(error) ?? refuse(500, 'server_error', 'an internal error occurred', undefined);
}

/** Where an error code is explained. The id of the request goes with it, because some clients show nothing else of an error. */
export const errorUri = (docsUrl: string, code: string, requestId: string | undefined): string =>
  `${docsUrl}/errors${requestId === undefined ? '' : `?${new URLSearchParams({ request: requestId })}`}#${code}`;
