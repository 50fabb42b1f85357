/**
 * Clients as a union by origin. The origin determines which scopes a client can request and how far its name is
 * trusted.
 */
import type { CredentialHash } from '../credential.ts';
import type { ClientMetadata, FetchedMetadata } from './client-metadata-document.ts';
import { type MetadataUrl, metadataHost } from './metadata-url.ts';
import { matchRedirectUri, redirectTarget, type VerifiedRedirect } from './redirect-uri.ts';
import { isMemberScope, type Scope, SHARED_CLIENT_SCOPES, UNREVIEWED_CLIENT_SCOPES } from './scope.ts';

export const AUTH_METHODS = ['none', 'client_secret_post'] as const;
export type AuthMethod = (typeof AUTH_METHODS)[number];

interface ClientCommon {
  id: string;
  name: string;
  authMethod: AuthMethod;
  redirectUris: readonly string[];
  postLogoutRedirectUris: readonly string[];
  /** The scope ceiling: the client is never granted more than this. */
  scopes: readonly Scope[];
  /** The scopes of a request without a scope parameter. */
  defaultScope: string | undefined;
  active: boolean;
  createdAt: number;
  /** Time of the last use by a grant, precise to the day. */
  lastUsedAt: number | undefined;
}

/** A client that registered itself with loopback redirect URIs. Its identity is not verified. */
export interface RegisteredClient extends ClientCommon {
  origin: 'registered';
}

/** A known integration from the configuration. Many installations share its id. */
export interface VendorClient extends ClientCommon {
  origin: 'vendor';
}

/** A client that an operator created for one site. */
export interface SiteApplication extends ClientCommon {
  origin: 'site_application';
  siteId: string;
  /** Time at which a redirect URI was last added; `undefined` if none was added since the creation. */
  redirectUrisChangedAt: number | undefined;
  /** The file name of its logo below `/assets/logos`. */
  logo: string | undefined;
  /** It has a secret, and no person stands behind its calls, so none is asked. */
  runsAlone?: true;
}

/** By which reviews clients are listed. */
export const LISTED_REVIEWS = ['unreviewed', 'approved', 'blocked'] as const;
export type ListedReview = (typeof LISTED_REVIEWS)[number];
/**
 * The platform's review of a client that uses a URL as its `client_id`. One counts as approved by default if its document
 * is part of the program, until it changes.
 */
export type Review = ListedReview | 'by_default';

export const listedAs = (review: Review): ListedReview => (review === 'by_default' ? 'approved' : review);

/** Returns whether the client may ask for what changes things. */
export const isApproved = (review: Review): boolean => listedAs(review) === 'approved';

/** A client whose id is the URL of its metadata document. Many installations share it. */
export interface MetadataDocumentClient extends ClientCommon {
  origin: 'metadata_document';
  /** The host of the URL, which is the only thing the client has proven. */
  host: string;
  metadata: ClientMetadata;
  review: Review;
  /** The metadata at the last approval, if they have changed materially since. */
  approvedMetadata: ClientMetadata | undefined;
  /** Time of the last material change of the metadata. */
  changedAt: number;
  fetchedAt: number;
  /** Time until which the document need not be fetched again. */
  freshUntil: number;
  /** When the host said that there is no usable document any more, unless it has served one since. */
  withdrawnAt: number | undefined;
  /** The sites that adopted the client for their members (CIMD §7). */
  adoptedBy: readonly string[];
}

export type Client = RegisteredClient | VendorClient | SiteApplication | MetadataDocumentClient;
export type ClientOrigin = Client['origin'];

/** The properties of a client that the token, introspection and revocation endpoints need. */
export interface ClientCredentials {
  id: string;
  origin: ClientOrigin;
  authMethod: AuthMethod;
  /** Hashes of the valid secrets: two during a replacement, none for a public client. */
  secretHashes: readonly CredentialHash[];
  active: boolean;
  siteId: string | undefined;
  /** True if the client may introspect every token of its site (a resource server of the school). */
  mayIntrospect: boolean;
  /** True if every token request needs a proof of possession of a key. */
  demandsProof: boolean;
}

declare const authenticated: unique symbol;

/**
 * A client whose secret was verified, or a public client that identified itself. Created by client authentication only.
 */
export type AuthenticatedClient = ClientCredentials & { readonly [authenticated]: true };

/** RFC 9700 §4.1.3. Tools of a vendor may also use loopback addresses that are not registered. */
export const verifyRedirect = (client: Client, requested: string): VerifiedRedirect | undefined =>
  matchRedirectUri({ registered: client.redirectUris, anyLoopback: client.origin === 'vendor' }, requested);

/** OpenID Connect RP-Initiated Logout §3: URIs registered for logout, compared in the same way. */
export const verifyPostLogoutRedirect = (client: Client, requested: string): VerifiedRedirect | undefined =>
  matchRedirectUri({ registered: client.postLogoutRedirectUris, anyLoopback: false }, requested);

/**
 * The site that the client belongs to; `undefined` for shared clients, which work at any site that the person chooses.
 */
export const siteOf = (client: Client): string | undefined =>
  client.origin === 'site_application' ? client.siteId : undefined;

/**
 * Returns the time of the last material change of a client, or `undefined` if it never changed. CIMD §8.4: consent for
 * a client with another name or URI does not apply to this one. Nor does consent from before an application got another
 * redirect URI.
 */
export function changedAtOf(client: Client): number | undefined {
  switch (client.origin) {
    case 'metadata_document':
      return client.changedAt;
    case 'site_application':
      return client.redirectUrisChangedAt;
    case 'vendor':
    case 'registered':
      return undefined;
  }
}

/** Returns whether a site offers its members a client that is named by URL. */
export const isOfferedAt = (client: Client, siteId: string): boolean =>
  client.origin === 'metadata_document' && client.adoptedBy.includes(siteId);

/** The scope ceiling at one site. A client named by URL can read members' own data only at sites that adopted it. */
export const scopesAt = (client: Client, siteId: string): readonly Scope[] =>
  client.origin === 'metadata_document' && !isOfferedAt(client, siteId)
    ? client.scopes.filter((scope) => !isMemberScope(scope))
    : client.scopes;

/**
 * Scope ceiling of a client with a metadata document. An unreviewed one can request identity and read scopes. Members'
 * own data requires that a site has adopted the client, and is read-only while the client is unreviewed.
 */
export function metadataDocumentScopes(review: Review, isAdopted: boolean): readonly Scope[] {
  if (review === 'blocked') return [];
  const shared = isApproved(review) ? SHARED_CLIENT_SCOPES : UNREVIEWED_CLIENT_SCOPES;
  if (!isAdopted) return shared;
  return isApproved(review) ? [...shared, 'account:read', 'account:write'] : [...shared, 'account:read'];
}

/** Returns a client as its document describes it, before any decision, adoption or grant. */
export const newMetadataClient = (
  url: MetadataUrl,
  { metadata, fetchedAt, freshUntil }: FetchedMetadata,
  review: Review = 'unreviewed',
): MetadataDocumentClient => ({
  id: url,
  origin: 'metadata_document',
  name: metadata.name,
  host: metadataHost(url).host,
  authMethod: 'none',
  redirectUris: metadata.redirectUris,
  postLogoutRedirectUris: metadata.postLogoutRedirectUris,
  scopes: metadataDocumentScopes(review, false),
  defaultScope: undefined,
  active: true,
  createdAt: fetchedAt,
  lastUsedAt: undefined,
  metadata,
  review,
  approvedMetadata: undefined,
  changedAt: fetchedAt,
  fetchedAt,
  freshUntil,
  withdrawnAt: undefined,
  adoptedBy: [],
});

/**
 * RFC 9700 §4.11.2: whether an error may redirect the browser without a click. It may not if only the client itself or
 * one school vouches for an address. Loopback addresses are safe, because they lead to no other machine.
 * @param isTrusted whether a person has consented to the client with its present redirect URIs
 */
export function mayRedirectErrors(client: Client, redirect: VerifiedRedirect, isTrusted: boolean): boolean {
  if (redirectTarget(redirect).kind === 'loopback') return true;
  switch (client.origin) {
    case 'site_application':
      return isTrusted;
    case 'metadata_document':
      return isApproved(client.review);
    case 'vendor':
    case 'registered':
      return true;
  }
}
