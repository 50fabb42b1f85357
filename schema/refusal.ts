/** Converts any error to a status, code and description, for whoever sends the response. */
import { OAuthError, RefusalError } from './oauth/oauth-error.ts';
import type { ErrorCode } from './refusals/codes.ts';
import type { RefusalReason } from './refusals/index.ts';
import { StoreUnavailableError, UnstorableTextError } from './refusals/store-error.ts';

export interface Refusal {
  status: number;
  code: ErrorCode;
  description: string;
  /** The reason for the log; `undefined` for an internal error. */
  reason: RefusalReason | undefined;
  headers: Record<string, string>;
  /** The request, by which the log and the attempts to connect are searched. */
  requestId?: string;
}

const RETRY_AFTER_SECONDS = 2;

const property = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;

/** Errors that Fastify itself raises, by error code. */
function frameworkRefusal(error: unknown): OAuthError | undefined {
  const status = property(error, 'statusCode');
  switch (property(error, 'code')) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new OAuthError('body_too_large.body', {}, { headers: { connection: 'close' } });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      // RFC 6749 §5.2: at an OAuth endpoint this is a malformed request. Routes that answer 415 do so themselves.
      return new OAuthError('unsupported_media_type.other');
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new OAuthError('malformed_request.json');
    default:
      return typeof status === 'number' && status >= 400 && status < 500
        ? new OAuthError('malformed_request.other', {}, { status })
        : undefined;
  }
}

export function asRefusal(error: unknown): RefusalError | undefined {
  if (error instanceof RefusalError) return error;
  // RFC 7009 §2.2.1 requires this status. Other error codes would make clients discard their tokens.
  if (error instanceof StoreUnavailableError)
    return new OAuthError('store_unavailable', {}, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  if (error instanceof UnstorableTextError)
    return new OAuthError('malformed_request.fault', { fault: 'a value contains a NUL character' });
  return frameworkRefusal(error);
}

export function refusalOf(error: unknown): Refusal {
  const found = asRefusal(error);
  if (found === undefined) {
    const description = 'an internal error occurred';
    return { status: 500, code: 'server_error', description, reason: undefined, headers: {} };
  }
  const { status, code, description, reason } = found;
  const { retryAfterSeconds, headers = {} } = found instanceof OAuthError ? found.details : {};
  const retry = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return { status, code, description, reason, headers: { ...headers, ...retry } };
}

/** Where an error code is explained. The id of the request goes with it, because some clients show nothing else of an error. */
export const errorUri = (docsUrl: string, code: string, requestId: string | undefined): string =>
  `${docsUrl}/errors${requestId === undefined ? '' : `?${new URLSearchParams({ request: requestId })}`}#${code}`;
