/** Clients, a union by where they come from: that decides what they may ask for and how far their name is believed. */
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
  /** The ceiling: the client may never be granted more. */
  scopes: readonly Scope[];
  /** Used when a request names no scope at all. */
  defaultScope: string | undefined;
  active: boolean;
  createdAt: number;
  /** When it last came by a grant, to the day. */
  lastUsedAt: number | undefined;
}

/** Registered itself on loopback redirects; nobody has checked who it is. */
export interface RegisteredClient extends ClientCommon {
  origin: 'registered';
}

/** A known integration, preset by configuration; many installations share its id. */
export interface VendorClient extends ClientCommon {
  origin: 'vendor';
}

/** Made by an operator of one site, for that site. */
export interface SiteApplication extends ClientCommon {
  origin: 'site_application';
  siteId: string;
  /** When an address was last added that codes may go to; `undefined` when none ever was. */
  redirectUrisChangedAt: number | undefined;
}

/** What the platform thinks of a client that named itself by URL. */
export type Review = 'unreviewed' | 'approved' | 'blocked';

/** Known by the URL of its metadata document, which is its id; many installations share it. */
export interface MetadataDocumentClient extends ClientCommon {
  origin: 'metadata_document';
  /** Of the URL: the one thing it has proven. */
  host: string;
  metadata: ClientMetadata;
  review: Review;
  /** The metadata as last approved, when they changed materially since. */
  approvedMetadata: ClientMetadata | undefined;
  /** Since when the metadata are materially what they are. */
  changedAt: number;
  fetchedAt: number;
  /** Until when the document need not be fetched again. */
  freshUntil: number;
  /** The sites that took it as a client for their members (CIMD §7). */
  adoptedBy: readonly string[];
}

export type Client = RegisteredClient | VendorClient | SiteApplication | MetadataDocumentClient;
export type ClientOrigin = Client['origin'];

/** What the back-channel endpoints need to know of a client. */
export interface ClientCredentials {
  id: string;
  origin: ClientOrigin;
  authMethod: AuthMethod;
  /** Live secrets, two while one is being replaced; empty for a public client. */
  secretHashes: readonly CredentialHash[];
  active: boolean;
  siteId: string | undefined;
  /** May see every token of its site at introspection (a resource server of the school). */
  mayIntrospect: boolean;
}

declare const authenticated: unique symbol;

/** A client whose secret was checked, or a public client that named itself. Made by client authentication only. */
export type AuthenticatedClient = ClientCredentials & { readonly [authenticated]: true };

/** RFC 9700 §4.1.3; a vendor's tools also listen on loopback addresses that nobody can list beforehand. */
export const verifyRedirect = (client: Client, requested: string): VerifiedRedirect | undefined =>
  matchRedirectUri({ registered: client.redirectUris, anyLoopback: client.origin === 'vendor' }, requested);

/** OpenID Connect RP-Initiated Logout §3: registered for this purpose, compared in the same way. */
export const verifyPostLogoutRedirect = (client: Client, requested: string): VerifiedRedirect | undefined =>
  matchRedirectUri({ registered: client.postLogoutRedirectUris, anyLoopback: false }, requested);

/** The site the client belongs to; a shared client works for whichever site the person chooses. */
export const siteOf = (client: Client): string | undefined =>
  client.origin === 'site_application' ? client.siteId : undefined;

/**
 * Since when the client is materially what it is; `undefined` when it never changed. CIMD §8.4: what was said to a client of another name or address was
 * not said to this one; nor was it where somebody has since given an application another address to send codes to.
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

/** The ceiling at one site: a client named by URL reads members' own data only where an operator adopted it. */
export const scopesAt = (client: Client, siteId: string): readonly Scope[] =>
  client.origin === 'metadata_document' && !client.adoptedBy.includes(siteId)
    ? client.scopes.filter((scope) => !isMemberScope(scope))
    : client.scopes;

/**
 * Spec 2.2 and 5.3.6: reading and identity until someone reviewed it; members' own data only once a site adopted it, and
 * then too only to read while unreviewed.
 */
export function metadataDocumentScopes(review: Review, isAdopted: boolean): readonly Scope[] {
  if (review === 'blocked') return [];
  const shared = review === 'approved' ? SHARED_CLIENT_SCOPES : UNREVIEWED_CLIENT_SCOPES;
  if (!isAdopted) return shared;
  return review === 'approved' ? [...shared, 'account:read', 'account:write'] : [...shared, 'account:read'];
}

/** A client as its document describes it, before anybody on this platform had to do with it. */
export const newMetadataClient = (
  url: MetadataUrl,
  { metadata, fetchedAt, freshUntil }: FetchedMetadata,
): MetadataDocumentClient => ({
  id: url,
  origin: 'metadata_document',
  name: metadata.name,
  host: metadataHost(url).host,
  authMethod: 'none',
  redirectUris: metadata.redirectUris,
  postLogoutRedirectUris: metadata.postLogoutRedirectUris,
  scopes: metadataDocumentScopes('unreviewed', false),
  defaultScope: undefined,
  active: true,
  createdAt: fetchedAt,
  lastUsedAt: undefined,
  metadata,
  review: 'unreviewed',
  approvedMetadata: undefined,
  changedAt: fetchedAt,
  fetchedAt,
  freshUntil,
  adoptedBy: [],
});

/**
 * RFC 9700 §4.11.2: may an error send the browser on without a word? Not to an address on the web that only the client
 * itself vouches for; a loopback address leads nowhere else.
 */
export const mayRedirectErrors = (client: Client, redirect: VerifiedRedirect): boolean =>
  client.origin !== 'metadata_document' || client.review === 'approved' || redirectTarget(redirect).kind === 'loopback';
