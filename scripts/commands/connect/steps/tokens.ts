/** Steps 5 and 8: exchanges the code for tokens, and refreshes them. */
import { ConnectError } from '../errors.ts';
import * as oauth from '../oauth.ts';
import type { Tour } from '../tour.ts';

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
  readonly scope: readonly string[];
}

export type Exchanged = Awaited<ReturnType<typeof exchangeCode>>;

export async function exchangeCode(
  { report, scope }: Tour,
  session: oauth.Session,
  attempt: oauth.Attempt,
  callback: URLSearchParams,
) {
  report.step(5, 'Exchange the code for tokens: the code_verifier proves that the same client started the flow.');
  const { response, answer, claims } = await oauth.exchange(session, attempt, callback);
  const tokens = readTokens(answer, scope);
  const missing = scope.split(' ').filter((requested) => !tokens.scope.includes(requested));
  if (missing.length > 0) report.note(`not granted: ${missing.join(' ')}`);
  return { response, tokens, claims };
}

export async function refreshTokens({ report }: Tour, session: oauth.Session, tokens: Tokens): Promise<Tokens> {
  report.step(8, 'Refresh: a new access token without asking the person again; the refresh token is replaced.');
  const renewed = readTokens(await oauth.refresh(session, tokens.refreshToken), tokens.scope.join(' '));
  if (renewed.accessToken === tokens.accessToken) {
    throw new ConnectError('The refresh returned the same access token again.');
  }
  // RFC 9700 §2.2.2: the refresh tokens of public clients are rotated, so that the use of a stolen one is detected.
  if (renewed.refreshToken === tokens.refreshToken) throw new ConnectError('The refresh token was not rotated.');
  report.note('both tokens are new; if the old refresh token is used later, it counts as stolen');
  return renewed;
}

function readTokens(answer: oauth.TokenAnswer, requestedScope: string): Tokens {
  const { access_token: accessToken, refresh_token: refreshToken, token_type: type, scope = requestedScope } = answer;
  const expiresAt = Math.floor(Date.now() / 1000) + (answer.expires_in ?? 0);
  // RFC 6749 §7.1: a token of an unknown type must not be used.
  if (type !== 'bearer') throw new ConnectError(`The token has the type ${type}; this client supports Bearer only.`);
  if (refreshToken === undefined) throw new ConnectError('The token response has no "refresh_token".');
  return { accessToken, refreshToken, expiresAt, scope: scope.split(' ') };
}
