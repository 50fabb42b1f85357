/** Second factors: what a person has proved at sign-in, who has to prove two factors, and recovery codes. */
import type { SignInMethod } from '../audit/audit-event.ts';
import { type CredentialHash, hashCredential, pooledRandomBytes } from '../credential.ts';
import { MAIL_LINK_LIFETIME } from './mail-link.ts';
import { outranks, type Role } from './role.ts';

/**
 * The method of a sign-in. A passkey is two factors: the device, and what unlocks it. The provider of a school proves as
 * many as it says.
 */
export type AuthenticatedBy =
  | 'password'
  | 'password_and_code'
  | 'password_and_recovery_code'
  | 'passkey'
  | 'provider'
  | 'provider_two_factors';

/** The method that a sign-in ended with, for the audit log. */
export const METHOD_OF: Readonly<Record<AuthenticatedBy, SignInMethod>> = {
  password: 'password',
  password_and_code: 'totp',
  password_and_recovery_code: 'recovery_code',
  passkey: 'passkey',
  provider: 'provider',
  provider_two_factors: 'provider',
};

const MULTI_FACTOR_METHODS: ReadonlySet<string> = new Set<AuthenticatedBy>([
  'password_and_code',
  'password_and_recovery_code',
  'passkey',
  'provider_two_factors',
]);

/** A method that is not listed, such as one of a newer version on another node, counts as one factor. */
export const isMultiFactor = (by: AuthenticatedBy): boolean => MULTI_FACTOR_METHODS.has(by);

/** The roles that need two factors: from the named one upwards. */
export const SECOND_FACTOR_LEVELS = ['off', 'admins', 'staff', 'instructors'] as const;
export type SecondFactorLevel = (typeof SECOND_FACTOR_LEVELS)[number];

const LOWEST_ROLE: Readonly<Record<SecondFactorLevel, Role | undefined>> = {
  off: undefined,
  admins: 'admin',
  staff: 'staff',
  instructors: 'instructor',
};

/** Returns whether one of the levels, of the platform or of the school, demands two factors of people with the role. */
export const demandsSecondFactor = (role: Role, ...levels: readonly SecondFactorLevel[]): boolean =>
  levels.some((level) => {
    const lowest = LOWEST_ROLE[level];
    return lowest !== undefined && !outranks(lowest, role);
  });

/** The authenticator app of a person. Times are milliseconds since the epoch. */
export interface Authenticator {
  personId: string;
  sealedSecret: Buffer;
  /** The time step of the last code that was used. */
  lastStep: number;
  createdAt: number;
}

/** The step that has to follow a correct password. */
export type SecondFactorNeeded = 'none' | 'code' | 'passkey';

/** The proof of a person before setting up an authenticator app. */
export interface SetupProof {
  /** The step that had to follow the password then. */
  needed: SecondFactorNeeded;
  /** When it was proved, in milliseconds since the epoch. */
  authenticatedAt: number;
}

/** A secret for an authenticator app that has not been added yet. */
export interface NewAuthenticator {
  /** For typing, in base 32. */
  text: string;
  /** For scanning, as a QR code. */
  uri: string;
  /** The secret, sealed for the form that confirms it. */
  sealed: string;
}

/** An approved removal of the second factor of a person who has lost it. Times are milliseconds since the epoch. */
export interface SecondFactorReset {
  personId: string;
  siteId: string;
  approvedBy: string;
  effectiveAt: number;
}

/** Time between the approval of a reset and its effect, in which the person can cancel it. */
export const RESET_DELAY_MS = 24 * 3_600_000;

/** Time in which the person can make use of it. */
export const RESET_LIFETIME_MS = 7 * 24 * 3_600_000;

/** When a reset lapses that no sign-in has carried out. */
export const endOfReset = ({ effectiveAt }: Pick<SecondFactorReset, 'effectiveAt'>): number =>
  effectiveAt + RESET_LIFETIME_MS;

/** Returns whether a reset still takes effect, now or later. */
export const isPendingReset = (reset: Pick<SecondFactorReset, 'effectiveAt'>, now: number): boolean =>
  endOfReset(reset) > now;

/** A reset that still takes effect, and the school that ordered it. */
export interface PendingReset extends SecondFactorReset {
  siteName: string;
  timezone: string;
  /** True if its delay has passed: the next sign-in with the password carries it out. */
  isDue: boolean;
}

/**
 * Age from which a second factor no longer falls to somebody who only reads the e-mail of its owner. A younger one may
 * have been added by whoever took the account over: the e-mail about it has a link that removes it, for as long.
 */
export const SETTLED_AFTER_MS = MAIL_LINK_LIFETIME.secure_account;

export const RECOVERY_CODES = 10;
/** Crockford's base 32, in which no two characters look alike. Each stands for five random bits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const CODE_LENGTH = 24;

/** Returns a recovery code of 120 random bits, in groups of four characters. */
const makeRecoveryCode = (): string =>
  [...pooledRandomBytes(CODE_LENGTH)]
    .map((byte) => ALPHABET.charAt(byte % ALPHABET.length))
    .join('')
    .replace(/.{4}(?=.)/g, '$&-');

/** Makes the recovery codes of a person, which are shown once. */
export const makeRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, makeRecoveryCode);

/** Returns the hash of a recovery code as a person typed it, or `undefined` if it cannot be one. */
export function recoveryCodeHash(typed: string): CredentialHash | undefined {
  const code = typed.slice(0, 100).toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return code.length === CODE_LENGTH && [...code].every((character) => ALPHABET.includes(character))
    ? hashCredential(`recovery code ${code}`)
    : undefined;
}

export const recoveryCodeHashes = (codes: readonly string[]): CredentialHash[] =>
  codes.flatMap((code) => recoveryCodeHash(code) ?? []);
