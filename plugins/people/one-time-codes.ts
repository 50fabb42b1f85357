/** Time-based one-time codes of an authenticator app (RFC 6238), as all such apps compute them: SHA-1, 6 digits, 30 s. */
import { Secret, TOTP } from 'otpauth';

/** The purpose for which the secrets are sealed in the database. */
export const TOTP_SECRETS = 'totp secrets';

const PERIOD_SECONDS = 30;
/** RFC 6238 §5.2: codes of the step before and after the current one are accepted, as clocks differ. */
const WINDOW = 1;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
const CODE = /^[0-9]{6}$/;

const totpOf = (secret: Uint8Array, label = ''): TOTP =>
  new TOTP({
    issuer: 'Schoolgate',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  });

export const makeTotpSecret = (): Uint8Array => new Secret({ size: SECRET_BYTES }).bytes;

/** Returns the secret as a person types it into an app, and the URI that an app scans. */
export function totpSetup(secret: Uint8Array, account: string): { text: string; uri: string } {
  const totp = totpOf(secret, account);
  return { text: totp.secret.base32, uri: totp.toString() };
}

const digitsOf = (typed: string): string => typed.slice(0, 20).replace(/[\s-]/g, '');

/** Returns whether what a person typed can be a code. */
export const isCode = (typed: string): boolean => CODE.test(digitsOf(typed));

/**
 * Compares a code as a person typed it with those that are valid now, in constant time.
 * @returns the time step of the code, or `undefined` if it is not valid
 */
export function totpStep(secret: Uint8Array, typed: string, now: number): number | undefined {
  if (!isCode(typed)) return undefined;
  const delta = totpOf(secret).validate({ token: digitsOf(typed), timestamp: now, window: WINDOW });
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}
