/** A sign-in at the OpenID provider of a school: what it is for, what the provider says, and why it failed. */

import { emailKey } from '../text/email.ts';
import type { Provider } from './provider.ts';

/** What the server has to know of a provider to send people there. */
export type ProviderClient = Pick<Provider, 'id' | 'issuer' | 'clientId' | 'sealedSecret' | 'updatedAt'>;

/** `again`: in a session that goes on; `link`: to connect the account; `test`: the owner tries the settings. */
export type ProviderPurpose = 'sign_in' | 'again' | 'link' | 'test';

/** A sign-in under way, as the browser keeps it, sealed. Times are milliseconds since the epoch. */
export interface ProviderAttempt {
  providerId: string;
  /** `updatedAt` of the settings that it began with. */
  version: number;
  purpose: ProviderPurpose;
  /** The page of ours that follows. */
  next: string;
  startedAt: number;
  personId?: string | undefined;
  sessionId?: string | undefined;
  requestId?: string | undefined;
  /** Seconds: how recent the sign-in there has to be. */
  maxAge?: number | undefined;
}

/** What an ID token says whose signature and claims were verified. */
export interface ProviderClaims {
  issuer: string;
  /** Compared character by character, for this issuer and school only. */
  subject: string;
  email?: string | undefined;
  name?: string | undefined;
  /** True if the provider says that it verified the address, which proves nothing outside the school. */
  emailVerified: boolean;
  /** `hd`, by which Google names the organization of an account. */
  hostedDomain?: string | undefined;
  /** When the person signed in there, if it says so; never later than now. */
  authTime?: number | undefined;
  amr: readonly string[];
  acr?: string | undefined;
}

/** Every reason why a sign-in at a provider fails. Each has a sentence and a next step in `routes/words`. */
export const PROVIDER_REFUSALS = [
  /** It does not answer. */
  'provider_down',
  /** Its documents cannot be used: at another address, not JSON, too large, or without what is needed. */
  'provider_invalid',
  /** Its clock and ours are more than a minute apart. */
  'clock_off',
  /** It signs with a key that it does not publish, or published just now. */
  'key_unknown',
  /** What it says is not for this sign-in, or not signed by it. */
  'token_invalid',
  /** It does not accept the client with this secret, which may have ended. */
  'secret_wrong',
  /** The code was used, is too old, or is not of this sign-in. */
  'code_refused',
  /** The person or the provider said no. */
  'access_denied',
  /** It answers with another error. */
  'provider_error',
  /** No sign-in under way in this browser has this answer. */
  'attempt_unknown',
  /** An owner changed the settings meanwhile. */
  'settings_changed',
  /** It did not let the person sign in again, or does not say when that was. */
  'not_recent',
  /** The platform does not allow this issuer. */
  'not_allowed',
] as const;
export type ProviderRefusal = (typeof PROVIDER_REFUSALS)[number];

/** A proof of a provider that is to be connected with an account, and the settings that it was made under. */
export interface ProofToConnect {
  providerId: string;
  version: number;
  issuer: string;
  subject: string;
  email: string | undefined;
  /** Whether the school lets the person become a member by it. */
  mayJoin: boolean;
  /** The session of the account in which it was asked for; none if somebody came by the provider. */
  sessionId: string;
}

export const GOOGLE = 'https://accounts.google.com';

/**
 * Returns the address by which a school knows somebody whom its provider has proven, in the form used for lookups: the
 * provider has verified it, and an owner has listed its domain.
 */
export function schoolAddress(
  { issuer, domains }: Pick<Provider, 'issuer' | 'domains'>,
  { email, emailVerified, hostedDomain }: Pick<ProviderClaims, 'email' | 'emailVerified' | 'hostedDomain'>,
): string | undefined {
  if (email === undefined || !emailVerified) return undefined;
  const key = emailKey(email);
  // Google verifies addresses of other services as well, and names the organization only of its own.
  const isOfSchool = issuer !== GOOGLE || domains.includes(hostedDomain ?? '');
  // A letter that is normalized could be of another mailbox than the one that the provider has verified.
  const isAsWritten = email.toLowerCase() === key && email.normalize('NFKC') === email;
  return isOfSchool && isAsWritten && domains.includes(key.slice(key.lastIndexOf('@') + 1)) ? key : undefined;
}

/** The issuers that schools may name. */
export type AllowedIssuers = 'any' | 'off' | readonly string[];

/** `many_organizations`: at Microsoft, an issuer for the accounts of everyone, whose tokens name another. */
export type IssuerFault = 'form' | 'many_organizations';

const ISSUER = /^https:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[1-9][0-9]{0,4})?(?:\/[!$&-;=@-Z_a-z~]*)?$/;
const MAX_ISSUER = 255;
export const MICROSOFT =
  /^https:\/\/(?:login\.(?:microsoftonline\.(?:com|us)|partner\.microsoftonline\.cn)|sts\.windows\.net)(?::443)?\//;
const ANY_TENANT = /^\/+(?:common|organizations|consumers)(?:\/|$)/i;

/** Returns what is wrong with an issuer (OpenID Connect Discovery §3: https, without query and fragment). */
export function issuerFault(issuer: string): IssuerFault | undefined {
  const url = issuer.length <= MAX_ISSUER && ISSUER.test(issuer) ? URL.parse(issuer) : null;
  // The parser may add the slash of an empty path, and nothing else.
  if (url === null || (url.href !== issuer && url.href !== `${issuer}/`)) return 'form';
  return MICROSOFT.test(url.href) && ANY_TENANT.test(url.pathname) ? 'many_organizations' : undefined;
}

export const isAllowedIssuer = (allowed: AllowedIssuers, issuer: string): boolean =>
  issuerFault(issuer) === undefined && (allowed === 'any' || (allowed !== 'off' && allowed.includes(issuer)));

/** Parses the setting `SCHOOL_PROVIDERS`. @returns `undefined` if an issuer of the list is none */
export function parseAllowedIssuers(text: string): AllowedIssuers | undefined {
  const word = text.trim().toLowerCase();
  if (word === 'any' || word === 'off') return word;
  const issuers = text.split(',').map((issuer) => issuer.trim());
  return issuers.every((issuer) => issuerFault(issuer) === undefined) ? issuers : undefined;
}
