import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A credential `<prefix>_<id>.<secret>`. It is found by its integer id and proven by the hash of its secret. */
export interface IssuedCredential {
  id: number;
  secretHash: Buffer;
  text: string;
}

export interface PresentedCredential {
  id: number;
  secretHash: Buffer;
}

export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

export function sameHash(a: Buffer, b: Buffer): boolean {
  return timingSafeEqual(a, b);
}

export function issueCredential(prefix: string): IssuedCredential {
  const id = nextId();
  const secret = randomBytes(32).toString('base64url');
  return { id, secretHash: hashSecret(secret), text: `${prefix}_${id}.${secret}` };
}

export function readCredential(prefix: string, text: string): PresentedCredential | undefined {
  const dot = text.indexOf('.');
  if (!text.startsWith(`${prefix}_`) || dot < 0) return undefined;
  const id = Number(text.slice(prefix.length + 1, dot));
  return Number.isSafeInteger(id) ? { id, secretHash: hashSecret(text.slice(dot + 1)) } : undefined;
}

let lastId = 0;

/** Ascending microseconds, so that inserts are appended at the end of the table's tree. */
function nextId(): number {
  lastId = Math.max(lastId + 1, Date.now() * 1_000);
  return lastId;
}
