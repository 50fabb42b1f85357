/** Proof Key for Code Exchange, RFC 7636, `S256` only. */
import { hash, timingSafeEqual } from 'node:crypto';

// RFC 7636 §4.2: BASE64URL(SHA-256(verifier)) is 43 characters.
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
// RFC 7636 §4.1
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;

/** RFC 7636 §4.2 */
export const challengeOf = (verifier: string): string => hash('sha256', verifier, 'base64url');

export const isCodeChallenge = (value: string): boolean => CHALLENGE.test(value);

/** RFC 7636 §4.6: checks the form of the verifier and compares its hash with the challenge in constant time. */
export function verifierMatches(verifier: string, challenge: string): boolean {
  if (!VERIFIER.test(verifier)) return false;
  const computed = challengeOf(verifier);
  return computed.length === challenge.length && timingSafeEqual(Buffer.from(computed), Buffer.from(challenge));
}
