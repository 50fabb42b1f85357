/** Verifies passwords against hashes that another program made. */
import { argon2, createHash, createHmac, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';
import { promisify } from 'node:util';
import { compare } from 'bcryptjs';
import { type ImportedPassword, phpassText } from '../../schema/people/imported-password.ts';

const deriveArgon2 = promisify(argon2);
const derivePbkdf2 = promisify(pbkdf2);
/** It is overloaded, so the type of the form with options is asserted. */
const deriveScrypt = promisify(scrypt) as (
  password: string,
  salt: Buffer,
  length: number,
  options: { N: number; r: number; p: number; maxmem: number },
) => Promise<Buffer>;

/** The rounds of phpass after which other requests have their turn. */
const ROUNDS_AT_ONCE = 2048;
const MIB = 1024 * 1024;

/** What is given to bcrypt, which ignores all beyond 72 bytes. */
const BEFORE_BCRYPT: Readonly<
  Record<(ImportedPassword & { scheme: 'bcrypt' })['before'], (password: string) => string>
> = {
  none: (password) => password,
  sha256_hex: (password) => createHash('sha256').update(password).digest('hex'),
  wordpress: (password) => createHmac('sha384', 'wp-sha384').update(password).digest('base64'),
};

/** Other programs accept longer passwords than this one, but nobody has one beyond this. */
const MAX_LENGTH = 1024;

export async function matchesImported(password: string, stored: ImportedPassword): Promise<boolean> {
  if (password.length > MAX_LENGTH) return false;
  switch (stored.scheme) {
    case 'bcrypt':
      return compare(BEFORE_BCRYPT[stored.before](password), stored.hash);
    case 'phpass':
      return timingSafeEqual(Buffer.from(await phpass(password, stored)), Buffer.from(stored.tag));
    default:
      return timingSafeEqual(await derived(password, stored), stored.tag);
  }
}

type Derived = Exclude<ImportedPassword, { scheme: 'bcrypt' | 'phpass' }>;

function derived(password: string, stored: Derived): Promise<Buffer> {
  const { salt, tag } = stored;
  switch (stored.scheme) {
    case 'pbkdf2':
      return derivePbkdf2(password, salt, stored.iterations, tag.length, stored.digest);
    case 'scrypt': {
      const { n: N, r, p } = stored;
      return deriveScrypt(password, salt, tag.length, { N, r, p, maxmem: 128 * N * r + 256 * r * p + MIB });
    }
    case 'argon2': {
      const { variant, memoryKib: memory, passes, lanes: parallelism } = stored;
      const cost = { memory, passes, parallelism, tagLength: tag.length };
      return deriveArgon2(variant, { message: password, nonce: salt, ...cost });
    }
  }
}

async function phpass(password: string, { rounds, salt }: ImportedPassword & { scheme: 'phpass' }): Promise<string> {
  const bytes = Buffer.from(password);
  let hash = createHash('md5').update(salt).update(bytes).digest();
  for (let round = 1; round <= rounds; round += 1) {
    hash = createHash('md5').update(hash).update(bytes).digest();
    if (round % ROUNDS_AT_ONCE === 0) await otherWork();
  }
  return phpassText(hash);
}
