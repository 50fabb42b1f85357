/** Apps that are connected: grants that live, as the people they belong to and the schools they reach see them. */
import type { ClientOrigin, Review } from './client.ts';
import type { Scope } from './scope.ts';

/** As much of a client as a list says of it. Every `Client` is one. */
export type ClientIdentity = { name: string } & (
  | { origin: Exclude<ClientOrigin, 'metadata_document'> }
  | { origin: 'metadata_document'; host: string; review: Review }
);

/** One grant: an installation of an app that may act for a person at a school. Times are milliseconds since the epoch. */
export interface Connection {
  grantId: number;
  client: ClientIdentity & { id: string };
  person: { id: string; name: string; email: string };
  site: { id: string; name: string };
  /** What it can do at this moment, which may be less than was granted; nothing while one of the four is not active. */
  scopes: readonly Scope[];
  since: number;
  /** To the half day. */
  lastUsedAt: number;
}
