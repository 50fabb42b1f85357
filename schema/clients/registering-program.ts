/** Programs that register themselves as clients (RFC 7591), as the people who run the platform see them. */
import type { ClientOrigin } from '../oauth/client.ts';

/** On a person’s own computer, or a known integration. */
export type RegisteringOrigin = Extract<ClientOrigin, 'registered' | 'vendor'>;

/** The clients with one name, which the programs claim. */
export interface RegisteringProgram {
  name: string;
  /** How many there are, how many were registered lately, and how many were used lately. */
  clients: number;
  registered: number;
  used: number;
  /** `undefined` for an integration that always gets the same client. */
  lastRegisteredAt: number | undefined;
  /** Precise to the day; `undefined` if none was ever used. */
  lastUsedAt: number | undefined;
}
