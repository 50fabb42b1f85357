/** Connected apps: valid grants, as their people and the operators of a school see them. */
import type { ClientOrigin, Review } from './client.ts';
import type { Scope } from './scope.ts';

/** The part of a client that lists show. Every `Client` has it. */
export type ClientIdentity = { name: string } & (
  | { origin: Exclude<ClientOrigin, 'metadata_document'>; logo?: string | undefined; runsAlone?: true }
  | { origin: 'metadata_document'; host: string; review: Review }
);

/**
 * One grant: an installation of an app that may act for a person at a school. Times are milliseconds since the epoch.
 */
export interface Connection {
  grantId: number;
  client: ClientIdentity & { id: string };
  person: { id: string; name: string; email: string };
  site: { id: string; name: string };
  /** The identity of the sign-in at the provider of the school that allowed it; null if an account did. */
  identityId: string | null;
  /**
   * The current scopes, which can be fewer than granted, and none while person, site, membership or client is inactive.
   */
  scopes: readonly Scope[];
  since: number;
  /** Precise to half a day. */
  lastUsedAt: number;
}

/** Where a connection stands among those of the same person with the same app at the school. */
export interface ConnectionPlace {
  /** The oldest is 1. */
  number: number;
  /** When each of them was connected. */
  sinces: readonly number[];
}

/** When a connection was made; its place only if it is not the only one of the person with the app at the school. */
export interface PlacedConnection {
  since: number;
  place: ConnectionPlace | undefined;
}

/** More connections are not counted for a page: one more stands for all others, which is what texts call “more than 10,000”. */
export const MAX_COUNTED_CONNECTIONS = 10_000;

/** More apps in use are not counted. */
export const MAX_COUNTED_APPS = 100;

/** How many apps people at a school use, and how many of them wait for a review of their document as it is now. */
export interface UsedApps {
  count: number;
  waiting: number;
}
