/**
 * Hashes passwords with argon2id. The number of concurrent hashes is limited, because they would otherwise occupy all
 * threads.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import fp from 'fastify-plugin';
import { OAuthError } from '../../schema/oauth/oauth-error.ts';
import { offer } from '../offer.ts';

export interface Passwords {
  /** Returns a PHC string. @throws {OAuthError} `temporarily_unavailable` if too many hashes are waiting */
  hash(password: string): Promise<string>;
  /** Compares a password with a hash. Takes the same time without a hash. @throws as `hash` */
  verify(password: string, stored: string | null | undefined): Promise<boolean>;
}

declare module './stores.ts' {
  interface People {
    readonly passwords: Passwords;
  }
}

const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

const AT_ONCE = 2;
const QUEUE = 20;

const derive = promisify(argon2);
const PHC = /^\$argon2id\$v=19\$m=([0-9]+),t=([0-9]+),p=([0-9]+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
const phc = (salt: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${encode(salt)}$${encode(tag)}`;

// A hash that matches no password, for accounts that do not exist.
const DUMMY = phc(Buffer.alloc(SALT_BYTES), Buffer.alloc(TAG_BYTES));

async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const tag = await derive('argon2id', {
    message: password,
    nonce,
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: LANES,
    tagLength: TAG_BYTES,
  });
  return phc(nonce, tag);
}

async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const match = PHC.exec(stored);
  if (match === null) return false;
  const [, memory, passes, lanes, salt = '', tag = ''] = match;
  const expected = Buffer.from(tag, 'base64');
  const computed = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(lanes),
    tagLength: expected.length,
  });
  return timingSafeEqual(computed, expected);
}

/** Runs a few tasks concurrently, queues some more, and rejects the rest. */
function bounded(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running === AT_ONCE) {
      if (waiting.length === QUEUE) {
        throw new OAuthError('temporarily_unavailable', 'too many people are signing in; try again in a moment', {
          reason: 'busy',
          retryAfterSeconds: 2,
        });
      }
      // A task that ends passes its slot on, so `running` does not change.
      await new Promise<void>((resume) => waiting.push(resume));
    } else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

export default fp(
  async (app) => {
    const run = bounded();
    offer(app.people, 'passwords', {
      hash: (password) => run(() => hashPassword(password)),
      verify: async (password, stored) => {
        const matches = await run(() => verifyPassword(password, stored ?? DUMMY));
        return matches && stored !== null && stored !== undefined;
      },
    } satisfies Passwords);
  },
  { name: 'passwords' },
);
