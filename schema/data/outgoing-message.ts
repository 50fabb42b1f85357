/** Messages that wait in the outbox until they have been sent. */
import { randomInt } from 'node:crypto';

/** `security` and `bulk` are e-mails. `bulk` is for those that one person can have sent to very many people. */
export type OutgoingChannel = 'security' | 'bulk';

/** How long it is tried to send a message, in milliseconds. */
export const OUTGOING_LIFETIME = 48 * 3_600_000;

/**
 * How long a message is claimed by the node that sends it, in milliseconds: longer than any attempt, so that no two nodes
 * send the same message at the same time.
 */
export const CLAIM_LIFETIME = 120_000;

const FIRST_RETRY_MS = 5000;
const LONGEST_RETRY_MS = 4 * 3_600_000;

/** Less up to half by chance, so that what failed together is not tried together. */
export const byChance = (ms: number): number => Math.round(ms * (randomInt(500, 1001) / 1000));

/** The time until the next attempt: three times as long after each failure. */
export const retryAfter = (attempts: number): number =>
  byChance(Math.min(FIRST_RETRY_MS * 3 ** (attempts - 1), LONGEST_RETRY_MS));

/** A message for the outbox. Times are milliseconds since the epoch. */
export interface OutgoingMessage {
  id: string;
  channel: OutgoingChannel;
  /** The kind of the message, without its recipient. */
  kind: string;
  /** The content, encrypted under the master key, because it contains addresses and links. */
  sealed: Buffer;
  createdAt: number;
  /** When it is given up. */
  expiresAt: number;
}

/** The message as one that is stored later, and so tried later. */
export const postponed = (message: OutgoingMessage, ms: number): OutgoingMessage => ({
  ...message,
  createdAt: message.createdAt + ms,
  expiresAt: message.expiresAt + ms,
});

/** A message in the outbox, without its content. Times are milliseconds since the epoch. */
export interface OutgoingState {
  id: string;
  channel: OutgoingChannel;
  kind: string;
  createdAt: number;
  expiresAt: number;
  attempts: number;
  /** When it is tried next, or tried again by another node if the one that is sending it stops. */
  dueAt: number | null;
  /** When it was given up. */
  failedAt: number | null;
  /** Why the last attempt failed: codes only, because the text of an error can contain addresses. */
  failure: string | null;
}
