/** Links by which a school hands an application over to whoever builds it. */
import type { CredentialHash } from '../credential.ts';

/** How long a link can be used, in milliseconds. */
export const HANDOVER_LINK_LIFETIME = 7 * 86_400_000;
/** The number of links of an application that can be used at a time. */
export const MAX_HANDOVER_LINKS = 10;

/** A link on the page of its application. */
export interface HandoverLink {
  hash: CredentialHash;
  /** The name of who made it. */
  createdBy: string | null;
  createdAt: number;
  expiresAt: number;
  openedAt: number | null;
  revealedAt: number | null;
  revokedAt: number | null;
}

/** A link that can be used. */
export interface LiveHandoverLink {
  siteId: string;
  siteName: string;
  clientId: string;
  expiresAt: number;
  openedAt: number | null;
  revealedAt: number | null;
}
