/** Finds the reason of a failed sign-in at a provider, without what the provider sent: it may hold a code or a token. */
import type { ProviderRefusal } from '../../../schema/people/provider-sign-in.ts';
import { GuardedRequestError } from '../../http/guarded-request.ts';
import { ProviderBusyError } from './issuers.ts';

/** A refusal of our own. */
export class ProviderSignInError extends Error {
  override readonly name = 'ProviderSignInError';
  readonly reason: ProviderRefusal;

  constructor(reason: ProviderRefusal, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** By the error code of the token endpoint. */
const OF_ERROR: Readonly<Record<string, ProviderRefusal>> = {
  invalid_client: 'secret_wrong',
  unauthorized_client: 'secret_wrong',
  invalid_grant: 'code_refused',
  server_error: 'provider_down',
  temporarily_unavailable: 'provider_down',
};

/** By the error code that the browser brings back, which the person could have written. */
const OF_ANSWER: Readonly<Record<string, ProviderRefusal>> = {
  access_denied: 'access_denied',
  account_selection_required: 'access_denied',
  consent_required: 'access_denied',
  interaction_required: 'access_denied',
  login_required: 'access_denied',
};

/** By the code of an error of openid-client. */
const OF_CODE: Readonly<Record<string, ProviderRefusal>> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'clock_off',
  OAUTH_KEY_SELECTION_FAILED: 'key_unknown',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'provider_invalid',
  OAUTH_PARSE_ERROR: 'provider_invalid',
};

/** The code of openid-client for such an error. */
const ANSWERED = 'OAUTH_AUTHORIZATION_RESPONSE_ERROR';
const ERROR_CODE = /^[a-z_]{1,64}$/;

/**
 * @returns the reason, and a word or two for the log
 * @throws what is the fault of neither the provider nor the settings
 */
export function refusalOf(error: unknown): { reason: ProviderRefusal; detail: string; isBusy?: boolean } {
  if (error instanceof ProviderSignInError) return { reason: error.reason, detail: error.message };
  if (error instanceof GuardedRequestError) {
    const isBusy = error instanceof ProviderBusyError;
    return { reason: error.isOutage ? 'provider_down' : 'provider_invalid', detail: error.message, isBusy };
  }
  const { code, error: answered, cause } = (error ?? {}) as { code?: unknown; error?: unknown; cause?: unknown };
  if (cause instanceof GuardedRequestError) return refusalOf(cause);
  if (typeof answered === 'string') {
    const detail = ERROR_CODE.test(answered) ? answered : 'an unknown error';
    return { reason: (code === ANSWERED ? OF_ANSWER : OF_ERROR)[answered] ?? 'provider_error', detail };
  }
  if (!isOfLibrary(error)) throw error;
  return { reason: OF_CODE[String(code)] ?? 'token_invalid', detail: String(code ?? error.message) };
}

const isOfLibrary = (error: unknown): error is Error =>
  error instanceof Error &&
  (error.name === 'ClientError' || ('code' in error && /^(?:OAUTH|ERR_INVALID_ARG)_/.test(String(error.code))));
