/**
 * The OpenID provider of a school, by which its members can sign in there. An owner of the school chooses it, so what it
 * says counts at that school only. Times are milliseconds since the epoch.
 */
import type { Role } from './role.ts';

/** How members of a school sign in: with their account only, also through the provider, or only through it. */
export const SIGN_IN_BY = ['account', 'offered', 'provider'] as const;
export type SignInBy = (typeof SIGN_IN_BY)[number];

/** Whether a member signs in at the provider of the school only. Owners, who are the way in when it fails, use their account. */
export const needsProvider = ({ role, signInBy }: { role: Role; signInBy: SignInBy }): boolean =>
  signInBy === 'provider' && role !== 'owner';

/** Why an identity belongs to a person. */
export type LinkedBy = 'person' | 'invitation' | 'joined' | 'school';

/** The purpose for which client secrets at providers are encrypted. */
export const PROVIDER_SECRETS = 'provider secrets';

/** OpenID Connect Core §2: a `sub` has at most 255 ASCII characters. */
export const MAX_SUBJECT = 255;
export const MAX_DOMAINS = 20;
export const MAX_GRANT_DAYS = 90;
/** How long before the end of a secret its owner is reminded. */
export const SECRET_NOTICE_MS = 21 * 86_400_000;
export const MATCHING_MS = 7 * 86_400_000;

export interface Provider {
  id: string;
  siteId: string;
  /** As in its discovery document, character by character. */
  issuer: string;
  clientId: string;
  sealedSecret: Buffer | null;
  /** When the secret ends at the provider, as the owner typed it. */
  secretEndsAt: number | null;
  /** The e-mail domains of the school, in lower case. */
  domains: readonly string[];
  /** True if people of these domains become members without an invitation. */
  joins: boolean;
  /** Until when people whose `sub` has changed are matched by their address. */
  matchUntil: number | null;
  /** How many days a connection lasts at most that was allowed after such a sign-in. */
  grantDays: number;
  /** The values of `acr` that are two factors; `mfa` in `amr` always is. */
  twoFactorAcr: readonly string[] | null;
  /** True if the last test has shown that the provider says when a person signed in. */
  saysAuthTime: boolean;
  /** True if it has shown that the provider proves two factors. */
  provesTwoFactors: boolean;
  testedAt: number | null;
  testedBy: string | null;
  createdAt: number;
  /** The version that a sign-in under way names: a change of the settings ends it. */
  updatedAt: number;
}

/** A provider with its school. */
export interface SchoolProvider extends Provider {
  slug: string;
  siteName: string;
  signInBy: SignInBy;
}

/** What an owner decides about a provider. */
export type ProviderSettings = Pick<
  Provider,
  'issuer' | 'clientId' | 'sealedSecret' | 'secretEndsAt' | 'domains' | 'joins' | 'grantDays' | 'twoFactorAcr'
>;

/** Who a person is at the provider of a school. */
export interface ProviderIdentity {
  id: string;
  siteId: string;
  issuer: string;
  subject: string;
  /** The client ID with which it was used last: some providers have another `sub` for each. */
  clientId: string | null;
  personId: string;
  /** The `sub` by which clients that several schools use know the person who signed in by this identity. */
  clientSubject: string;
  /** The address that the provider named last, for the school. It never counts as proven. */
  email: string | null;
  linkedBy: LinkedBy;
  createdAt: number;
  /** Precise to the day. */
  lastUsedAt: number;
}

/** An identity, as its person sees it. */
export interface ConnectedIdentity
  extends Omit<ProviderIdentity, 'personId' | 'subject' | 'clientId' | 'clientSubject'> {
  slug: string;
  siteName: string;
}

/** Whom a provider has proven, and how, by an ID token that was verified. */
export interface ProvenSubject {
  issuer: string;
  subject: string;
  /** It proves no address to anybody else. */
  email?: string | undefined;
  /** When the person signed in there, if the provider says so. */
  authTime?: number | undefined;
  amr: readonly string[];
  acr?: string | undefined;
}

/** Returns the host by which people know a provider. */
export const hostOf = (issuer: string): string => new URL(issuer).host;

/** Returns how many factors a sign-in has proven. What the provider calls its methods proves nothing else. */
export const factorsOf = (
  { twoFactorAcr }: Pick<Provider, 'twoFactorAcr'>,
  { acr, amr }: Pick<ProvenSubject, 'acr' | 'amr'>,
): 'provider' | 'provider_two_factors' =>
  amr.includes('mfa') || (acr !== undefined && twoFactorAcr?.includes(acr) === true)
    ? 'provider_two_factors'
    : 'provider';
