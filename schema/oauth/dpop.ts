/** Proofs that a client has the key to which its tokens are bound (DPoP, RFC 9449): what a proof says of its request. */
import { hash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { hashCredential, isSecret, type SpentChallenge } from '../credential.ts';

/** RFC 9864 calls one of them by two names. */
export const DPOP_ALGORITHMS = ['ES256', 'EdDSA', 'Ed25519'] as const;
/** Proofs of these keys are shorter. */
export const MAX_PROOF_LENGTH = 4096;
const CLOCK_TOLERANCE_MS = 5 * 60_000;
/** A nonce is good in its period, the one before and, because clocks of nodes differ, the one after. */
export const NONCE_PERIOD_MS = 5 * 60_000;
/** No proof is accepted for longer than its nonce or the time of its making allows. */
const KEPT_MS = 3 * NONCE_PERIOD_MS;

declare const thumbprint: unique symbol;

/** The thumbprint of a public key (RFC 7638, `jkt`). It is no secret. */
export type KeyThumbprint = Buffer & { readonly [thumbprint]: true };

/** Parses base64url. */
export const parseThumbprint = (text: string): KeyThumbprint | undefined =>
  isSecret(text) ? (Buffer.from(text, 'base64url') as KeyThumbprint) : undefined;

/** A proof that was verified. */
export interface Proof {
  key: KeyThumbprint;
  use: SpentChallenge;
}

/** What new tokens are bound to: the access token to the key of the proof of its request, and the refresh token to a key. */
export interface Binding {
  proof: Proof | undefined;
  refresh: KeyThumbprint | null;
}

/** Returns whether a proof is that of a key, if there is one. */
export const isProofOf = (key: KeyThumbprint | null, proof: Pick<Proof, 'key'> | undefined): boolean =>
  key === null || (proof !== undefined && timingSafeEqual(key, proof.key));

export const useOf = (key: KeyThumbprint, { jti }: Pick<ProofClaims, 'jti'>, now: number): SpentChallenge => ({
  hash: hashCredential(`dpop proof ${key.toString('base64url')} ${jti}`),
  expiresAt: now + KEPT_MS,
});

const proofClaims = z.object({
  jti: z.string().min(1).max(256),
  htm: z.string(),
  htu: z.string(),
  iat: z.number(),
  ath: z.string().optional(),
  nonce: z.string().optional(),
});
export type ProofClaims = z.infer<typeof proofClaims>;

/** The request that a proof came with. */
export interface ProvenRequest {
  method: string;
  /** The URL as the client knows it. */
  url: string;
  /** The access token that the request was sent with, if it was one. */
  accessToken: string | undefined;
}

/**
 * Compares the claims of a proof with its request (RFC 9449 §4.3).
 * @returns the claims, or what is wrong
 */
export function readProof(payload: unknown, { method, url, accessToken }: ProvenRequest): ProofClaims | string {
  const parsed = proofClaims.safeParse(payload);
  if (!parsed.success) return `${parsed.error.issues[0]?.path.join('.')} is missing or malformed`;
  const claims = parsed.data;
  if (claims.htm !== method) return `htm must be ${method}`;
  const address = addressOf(url);
  if (address === undefined || addressOf(claims.htu) !== address) return `htu must be ${address}`;
  if (accessToken !== undefined && claims.ath !== hash('sha256', accessToken, 'base64url')) {
    return 'ath must be the SHA-256 of the access token as base64url';
  }
  return claims;
}

/** RFC 9449 §4.3: scheme and host in lower case, without the default port, query and fragment. */
function addressOf(uri: string): string | undefined {
  const url = URL.parse(uri);
  return url === null || url.username !== '' || url.password !== '' ? undefined : url.origin + url.pathname;
}

/** Returns whether a proof was made about now. */
export const isRecent = ({ iat }: ProofClaims, now: number): boolean =>
  Math.abs(iat * 1000 - now) <= CLOCK_TOLERANCE_MS;
