/** The exceptions that refuse a request. What they say is in `schema/refusals`. */
import { type BearerCode, type ErrorCode, type OAuthErrorCode, statusOf } from '../refusals/codes.ts';
import {
  type Arguments,
  type CodesOf,
  describe,
  type KeyWith,
  type RefusalKey,
  type RefusalReason,
  type Values,
} from '../refusals/index.ts';
import type { VerifiedRedirect } from './redirect-uri.ts';

export type OAuthKey = KeyWith<OAuthErrorCode>;

export interface RefusalDetails<Code = OAuthErrorCode> {
  /** One of the codes of the reason, if it is not the first. */
  code?: Code;
  /** Overrides the status in the table where the specification requires another one. */
  status?: number;
  retryAfterSeconds?: number;
  headers?: Record<string, string>;
  /** Details for the log of the operator, which callers must not see. */
  detail?: string;
  /** The app that was refused, for a page about it. */
  app?: { host?: string; name: string };
  cause?: unknown;
}

/**
 * RFC 6749 §5.2: error_description consists of printable ASCII without double quotes and backslashes. All other
 * characters of a description are replaced.
 */
const descriptionText = (text: string): string =>
  text
    .replaceAll(/["\\]/g, "'")
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .slice(0, 500);

/** Why a request is refused, as `schema/refusals` has it. */
export abstract class RefusalError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly key: RefusalKey;
  readonly values: Values;
  readonly reason: RefusalReason;
  readonly code: Code;
  readonly description: string;
  readonly status: number;

  constructor(key: RefusalKey, values: Values = {}, details: RefusalDetails<Code> = {}) {
    const { reason, code, status, description } = describe(key, values);
    const text = descriptionText(description);
    super(text, { cause: details.cause });
    this.key = key;
    this.values = values;
    this.reason = reason;
    this.code = details.code ?? (code as Code);
    this.description = text;
    this.status = details.status ?? status ?? statusOf(this.code);
  }
}

/** An error with a JSON response of `error` and `error_description`. */
export class OAuthError<Key extends OAuthKey = OAuthKey> extends RefusalError<OAuthErrorCode> {
  override readonly name: string = 'OAuthError';
  readonly details: RefusalDetails;

  constructor(key: Key, ...more: Arguments<Key, RefusalDetails<CodesOf<Key>>>) {
    const [values, details] = more as [Values?, RefusalDetails?];
    super(key, values, details);
    this.details = details ?? {};
  }
}

/** Whether a request was refused for what the caller sent: not because of an internal error or a reached limit. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof OAuthError && error.code !== 'temporarily_unavailable';

/** Whether the client has to send a proof with another nonce (RFC 9449 §8). */
export const isNonceNeeded = (error: unknown): boolean =>
  error instanceof RefusalError && error.code === 'use_dpop_nonce';

/** Whether an error redirects the browser to the client, or is shown with a link to it (RFC 9700 §4.11.2). */
export type ErrorDelivery = 'to_client' | 'by_link';

/** An error of the authorization endpoint that is redirected to the client. It requires a verified redirect URI. */
export class AuthorizationError<Key extends OAuthKey = OAuthKey> extends OAuthError<Key> {
  override readonly name = 'AuthorizationError';
  readonly redirect: VerifiedRedirect;
  readonly state: string | undefined;
  readonly errorsGo: () => Promise<ErrorDelivery>;

  constructor(
    target: { redirect: VerifiedRedirect; state: string | undefined; errorsGo: () => Promise<ErrorDelivery> },
    key: Key,
    ...more: Arguments<Key, RefusalDetails<CodesOf<Key>>>
  ) {
    super(key, ...more);
    this.redirect = target.redirect;
    this.state = target.state;
    this.errorsGo = target.errorsGo;
  }
}

/** RFC 6750 §3.1: an error of a protected resource, with a `WWW-Authenticate` challenge that names the scope. */
export class BearerError<Key extends RefusalKey = RefusalKey> extends RefusalError<BearerCode> {
  override readonly name = 'BearerError';
  readonly scope: string;
  /** True if the request came, or has to come, with a proof of possession of a key (RFC 9449 §7.1). */
  needsProof = false;

  constructor(
    code: Extract<CodesOf<Key>, BearerCode>,
    key: Key,
    scope: string,
    ...[values]: Arguments<Key, undefined>
  ) {
    super(key, values, { code, status: code === 'insufficient_scope' ? 403 : 401 });
    this.scope = scope;
  }
}
