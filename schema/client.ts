/** Clients, a union by where they come from: that decides what they may ask for and how far their name is believed. */
import type { CredentialHash } from './credential.ts';
import { matchRedirectUri, type VerifiedRedirect } from './redirect-uri.ts';
import type { Scope } from './scope.ts';

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
}

export type Client = RegisteredClient | VendorClient | SiteApplication;
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
