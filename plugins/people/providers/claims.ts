/** Reads the claims of a verified ID token, which an owner's provider chose: only what has the right form counts. */
import type { IDToken } from 'openid-client';
import { MAX_SUBJECT } from '../../../schema/people/provider.ts';
import { MICROSOFT, type ProviderAttempt, type ProviderClaims } from '../../../schema/people/provider-sign-in.ts';
import { isEmail } from '../../../schema/text/email.ts';
import { ProviderSignInError } from './refusals.ts';

export const CLOCK_TOLERANCE_MS = 60_000;

/** OpenID Connect Core §2: at most 255 characters. Databases do not keep all characters, and none is replaced here. */
const isSubject = (text: string): boolean =>
  text !== '' && text.length <= MAX_SUBJECT && text.isWellFormed() && !/\p{Cc}/u.test(text);

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= 255 && value.isWellFormed() && !/\p{Cc}/u.test(value)
    ? value
    : undefined;

const MAX_METHODS = 20;

/** @throws {ProviderSignInError} */
export function claimsOf(token: IDToken, attempt: ProviderAttempt, now: number): ProviderClaims {
  if (!isSubject(token.sub)) throw new ProviderSignInError('token_invalid', 'sub');
  requireClock(token, attempt, now);
  const authTime = token.auth_time === undefined ? undefined : Math.min(Math.floor(token.auth_time * 1000), now);
  requireRecent(authTime, attempt);
  const { email, hd, amr, acr, name } = token;
  const address = textOf(email);
  return {
    issuer: token.iss,
    subject: token.sub,
    email: address !== undefined && isEmail(address.toLowerCase()) ? address : undefined,
    name: textOf(name),
    emailVerified: isVerified(token),
    hostedDomain: textOf(hd)?.toLowerCase(),
    authTime,
    amr: Array.isArray(amr) ? amr.slice(0, MAX_METHODS).flatMap((method) => textOf(method) ?? []) : [],
    acr: textOf(acr),
  };
}

/** Microsoft says it by an optional claim of its own. */
const isVerified = ({ iss, email_verified: verified, xms_edov: ofOwner }: IDToken): boolean =>
  verified === true || (MICROSOFT.test(iss) && (ofOwner === true || ofOwner === 1 || ofOwner === '1'));

/** The token was made for this sign-in, so its times show how late it is there. */
function requireClock({ iat, auth_time: authTime = 0 }: IDToken, { startedAt }: ProviderAttempt, now: number): void {
  const isAhead = Math.max(iat, authTime) * 1000 > now + CLOCK_TOLERANCE_MS;
  if (isAhead || iat * 1000 < startedAt - CLOCK_TOLERANCE_MS) throw new ProviderSignInError('clock_off', 'iat');
}

/** A test asks for a recent sign-in too, to learn whether the provider says when it was. */
function requireRecent(authTime: number | undefined, { purpose, maxAge, startedAt }: ProviderAttempt): void {
  if (maxAge === undefined || purpose === 'test') return;
  // Measured from the start, because the person may have taken a while at the provider afterwards.
  const isRecent = authTime !== undefined && authTime >= startedAt - maxAge * 1000 - CLOCK_TOLERANCE_MS;
  if (!isRecent) throw new ProviderSignInError('not_recent', 'auth_time');
}
