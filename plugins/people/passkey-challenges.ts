/**
 * Creates and verifies the challenges for passkeys. A challenge contains its expiry and a signature over the browser or
 * session that it is for, so that showing a page stores nothing.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type CredentialHash, hashCredential } from '../../schema/credential.ts';

/** The purpose that a challenge is bound to. Otherwise, a challenge for signing in could be used to add a passkey. */
type Purpose = 'passkey' | 'new passkey';

export interface Challenges {
  /** @param boundTo the browser or the session that has to respond, with whatever else must still be the same then */
  make(purpose: Purpose, boundTo: string): Uint8Array<ArrayBuffer>;
  check(purpose: Purpose, boundTo: string): ChallengeCheck;
}

/** Verifies the challenge in a response, and keeps the values that are needed to mark it as used. */
interface ChallengeCheck {
  isOurs(challenge: string): boolean;
  readonly spent: { hash: CredentialHash; expiresAt: number };
}

export const CHALLENGE_LIFE_MS = 10 * 60_000;
const RANDOM_BYTES = 16;
const TIME_BYTES = 6;

export function passkeyChallenges({ clock, people: { loginSession } }: FastifyInstance): Challenges {
  const seal = (purpose: Purpose, head: Buffer, boundTo: string): Buffer =>
    Buffer.from(loginSession.formToken(purpose, boundTo, head), 'base64url');

  return {
    make(purpose, boundTo) {
      const end = Buffer.alloc(TIME_BYTES);
      end.writeUIntBE(clock() + CHALLENGE_LIFE_MS, 0, TIME_BYTES);
      const head = Buffer.concat([randomBytes(RANDOM_BYTES), end]);
      return new Uint8Array(Buffer.concat([head, seal(purpose, head, boundTo)]));
    },

    check(purpose, boundTo) {
      const spent = { hash: hashCredential(''), expiresAt: 0 };
      const isOurs = (challenge: string): boolean => {
        const bytes = Buffer.from(challenge, 'base64url');
        const head = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES);
        if (head.length < RANDOM_BYTES + TIME_BYTES) return false;
        spent.hash = hashCredential(challenge);
        spent.expiresAt = head.readUIntBE(RANDOM_BYTES, TIME_BYTES);
        const [mac, expected] = [bytes.subarray(head.length), seal(purpose, head, boundTo)];
        return mac.length === expected.length && timingSafeEqual(mac, expected) && clock() < spent.expiresAt;
      };
      return { isOurs, spent };
    },
  };
}
