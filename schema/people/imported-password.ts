/**
 * Passwords that another program has hashed. Their formats are those of Django, passlib, Werkzeug, PHP and WordPress. They
 * are stored sealed, and verified until the next sign-in, which replaces them by a hash of our own. A hash that would take longer than about a
 * second, or more memory than a server has to spare, is refused.
 */

export type ImportedPassword =
  | { scheme: 'bcrypt'; hash: string; before: 'none' | 'sha256_hex' | 'wordpress' }
  | { scheme: 'pbkdf2'; digest: 'sha1' | 'sha256' | 'sha512'; iterations: number; salt: Buffer; tag: Buffer }
  | { scheme: 'scrypt'; n: number; r: number; p: number; salt: Buffer; tag: Buffer }
  | {
      scheme: 'argon2';
      variant: 'argon2d' | 'argon2i' | 'argon2id';
      memoryKib: number;
      passes: number;
      lanes: number;
      salt: Buffer;
      tag: Buffer;
    }
  | { scheme: 'phpass'; rounds: number; salt: string; tag: Buffer };

/** The purpose for which the hashes of other programs are sealed. */
export const IMPORTED_PASSWORDS = 'imported passwords';
/** How a stored hash begins, so that it is not mistaken for one of our own. */
const STORED = 'imported:';
const MAX_LENGTH = 512;

/**
 * Each takes less than a second at most, so that the time of a wrong password does not show it, and none is cheaper than
 * the defaults of programs that are still in use.
 */
const [MIN_BCRYPT_COST, MAX_BCRYPT_COST] = [8, 12];
/** The highest that was accepted before 1.0.0. */
const MAX_STORED_COST = 13;
const [MIN_ITERATIONS, MAX_ITERATIONS] = [10_000, 2_000_000];
/** Of scrypt: N · r · p, of which each takes 128 bytes of memory. */
const [MIN_SCRYPT_BLOCKS, MAX_SCRYPT_BLOCKS] = [2 ** 13, 2 ** 20];
const MAX_MEMORY_KIB = 128 * 1024;
/** Of argon2: memory × passes. */
const [MIN_KIB_PASSES, MAX_KIB_PASSES] = [1024, 4 * MAX_MEMORY_KIB];
const MAX_LANES = 16;
const [MIN_PHPASS_LOG, MAX_PHPASS_LOG] = [11, 15];
/** The shortest hash that is worth a comparison, and what no format exceeds. */
const [MIN_TAG, MAX_TAG] = [16, 64];

const PHPASS_ALPHABET = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The digests of PBKDF2, and the bytes of each. */
const DIGESTS = { sha1: 20, sha256: 32, sha512: 64 } as const;

type Match = Readonly<Record<string, string | undefined>>;
type Reader = (groups: Match) => ImportedPassword | undefined;

const base64 = (text = ''): Buffer => Buffer.from(text.replaceAll('.', '+'), 'base64');
const utf8 = (text = ''): Buffer => Buffer.from(text, 'utf8');
const isWhole = (value: number, from: number, to: number): boolean =>
  Number.isSafeInteger(value) && value >= from && value <= to;
const isTag = ({ length }: Buffer): boolean => length >= MIN_TAG && length <= MAX_TAG;

const costOf = (bcryptHash: string): number => Number(bcryptHash.slice(4, 6));

function bcrypt(before: 'none' | 'sha256_hex' | 'wordpress'): Reader {
  return ({ hash = '' }) =>
    isWhole(costOf(hash), 4, MAX_STORED_COST) ? { scheme: 'bcrypt', hash, before } : undefined;
}

function pbkdf2(name: string | undefined, rounds: string | undefined, salt: Buffer, tag: Buffer) {
  const digest = (['sha1', 'sha256', 'sha512'] as const).find((one) => one === (name ?? 'sha1'));
  const iterations = Number(rounds);
  if (digest === undefined || !isTag(tag)) return undefined;
  // A longer tag takes the iterations again for each block of the digest.
  const blocks = Math.ceil(tag.length / DIGESTS[digest]);
  return isWhole(iterations, 1, MAX_ITERATIONS / blocks)
    ? ({ scheme: 'pbkdf2', digest, iterations, salt, tag } as const)
    : undefined;
}

function scrypt(cost: { n: number; r: number; p: number }, salt: Buffer, tag: Buffer): ImportedPassword | undefined {
  const { n, r, p } = cost;
  const isPowerOfTwo = isWhole(n, 2, MAX_SCRYPT_BLOCKS) && Number.isInteger(Math.log2(n));
  const isAffordable = isWhole(n * r * p, 2, MAX_SCRYPT_BLOCKS);
  return isPowerOfTwo && isAffordable && isTag(tag) ? { scheme: 'scrypt', ...cost, salt, tag } : undefined;
}

function argon2({ variant, m, t, p, salt, tag }: Match): ImportedPassword | undefined {
  const [memoryKib, passes, lanes] = [Number(m), Number(t), Number(p)];
  const bytes = { salt: base64(salt), tag: base64(tag) };
  const isAffordable =
    isWhole(memoryKib, 8 * lanes, MAX_MEMORY_KIB) &&
    isWhole(memoryKib * passes, 8, MAX_KIB_PASSES) &&
    isWhole(lanes, 1, MAX_LANES);
  const known = (['argon2d', 'argon2i', 'argon2id'] as const).find((one) => one === variant);
  return known !== undefined && isAffordable && isTag(bytes.tag) && bytes.salt.length >= 8
    ? { scheme: 'argon2', variant: known, memoryKib, passes, lanes, ...bytes }
    : undefined;
}

function phpass({ log = '', salt = '', tag = '' }: Match): ImportedPassword | undefined {
  const exponent = PHPASS_ALPHABET.indexOf(log);
  return isWhole(exponent, 7, MAX_PHPASS_LOG)
    ? { scheme: 'phpass', rounds: 2 ** exponent, salt, tag: phpassBytes(tag) }
    : undefined;
}

/** Reads the encoding of phpass, which begins with the lowest bits: four characters are three bytes. */
function phpassBytes(text: string): Buffer {
  const bytes: number[] = [];
  for (let i = 0; i < text.length; i += 4) {
    const group = [...text.slice(i, i + 4)];
    const bits = group.reduce((sum, character, n) => sum | (PHPASS_ALPHABET.indexOf(character) << (6 * n)), 0);
    for (let n = 0; n + 1 < group.length; n += 1) bytes.push((bits >> (8 * n)) & 255);
  }
  return Buffer.from(bytes);
}

const FORMATS: readonly (readonly [RegExp, Reader])[] = [
  [/^(?:bcrypt\$)?(?<hash>\$2[aby]\$\d\d\$[./A-Za-z0-9]{53})$/, bcrypt('none')],
  // Django hashes the password first, and so does WordPress since 6.8.
  [/^bcrypt_sha256\$(?<hash>\$2[aby]\$\d\d\$[./A-Za-z0-9]{53})$/, bcrypt('sha256_hex')],
  [/^\$wp(?<hash>\$2y\$\d\d\$[./A-Za-z0-9]{53})$/, bcrypt('wordpress')],
  [
    /^(?:argon2)?\$?(?<variant>argon2(?:id|i|d))\$v=19\$m=(?<m>\d{1,9}),t=(?<t>\d{1,9}),p=(?<p>\d{1,3})\$(?<salt>[A-Za-z0-9+/]+)\$(?<tag>[A-Za-z0-9+/]+)$/,
    argon2,
  ],
  // Django.
  [
    /^pbkdf2_(?<digest>sha1|sha256|sha512)\$(?<rounds>\d{1,9})\$(?<salt>[^$]*)\$(?<tag>[A-Za-z0-9+/]+=*)$/,
    ({ digest, rounds, salt, tag }) => pbkdf2(digest, rounds, utf8(salt), base64(tag)),
  ],
  [
    /^scrypt\$(?<n>\d{1,9})\$(?<salt>[^$]*)\$(?<r>\d{1,4})\$(?<p>\d{1,4})\$(?<tag>[A-Za-z0-9+/]+=*)$/,
    ({ n, r, p, salt, tag }) => scrypt({ n: Number(n), r: Number(r), p: Number(p) }, utf8(salt), base64(tag)),
  ],
  // passlib, whose alphabet for PBKDF2 has a dot in the place of the plus sign.
  [
    /^\$pbkdf2(?:-(?<digest>sha256|sha512))?\$(?<rounds>\d{1,9})\$(?<salt>[A-Za-z0-9./]*)\$(?<tag>[A-Za-z0-9./]+)$/,
    ({ digest, rounds, salt, tag }) => pbkdf2(digest, rounds, base64(salt), base64(tag)),
  ],
  [
    /^\$scrypt\$ln=(?<ln>\d{1,2}),r=(?<r>\d{1,4}),p=(?<p>\d{1,4})\$(?<salt>[A-Za-z0-9+/]*)\$(?<tag>[A-Za-z0-9+/]+)$/,
    ({ ln, r, p, salt, tag }) => scrypt({ n: 2 ** Number(ln), r: Number(r), p: Number(p) }, base64(salt), base64(tag)),
  ],
  // Werkzeug.
  [
    /^pbkdf2:(?<digest>sha1|sha256|sha512):(?<rounds>\d{1,9})\$(?<salt>[^$]*)\$(?<tag>[0-9a-f]+)$/,
    ({ digest, rounds, salt, tag = '' }) => pbkdf2(digest, rounds, utf8(salt), Buffer.from(tag, 'hex')),
  ],
  [
    /^scrypt:(?<n>\d{1,9}):(?<r>\d{1,4}):(?<p>\d{1,4})\$(?<salt>[^$]*)\$(?<tag>[0-9a-f]+)$/,
    ({ n, r, p, salt, tag = '' }) =>
      scrypt({ n: Number(n), r: Number(r), p: Number(p) }, utf8(salt), Buffer.from(tag, 'hex')),
  ],
  // WordPress before 6.8, and phpBB.
  [/^\$[PH]\$(?<log>[./0-9A-Za-z])(?<salt>[./0-9A-Za-z]{8})(?<tag>[./0-9A-Za-z]{22})$/, phpass],
];

/** Reads a hash of another program; `undefined` if it cannot be verified. Before 1.0.0, cheaper ones were accepted. */
export function readImportedHash(hash: string): ImportedPassword | undefined {
  if (hash.length > MAX_LENGTH) return undefined;
  for (const [format, read] of FORMATS) {
    const groups = format.exec(hash)?.groups;
    if (groups !== undefined) return read(groups);
  }
  return undefined;
}

/** Returns whether a hash is of a known kind, and neither too cheap nor too expensive to verify. */
export function isImportable(hash: string): boolean {
  const password = readImportedHash(hash);
  switch (password?.scheme) {
    case undefined:
      return false;
    case 'bcrypt':
      return isWhole(costOf(password.hash), MIN_BCRYPT_COST, MAX_BCRYPT_COST);
    case 'pbkdf2':
      return password.iterations >= MIN_ITERATIONS;
    case 'scrypt':
      return password.n * password.r * password.p >= MIN_SCRYPT_BLOCKS;
    case 'argon2':
      return password.memoryKib * password.passes >= MIN_KIB_PASSES;
    case 'phpass':
      return password.rounds >= 2 ** MIN_PHPASS_LOG;
  }
}

/** Returns the sealed hash of another program; `undefined` if the stored one is our own, or not sealed. */
export const sealedHashIn = (stored: string): Buffer | undefined =>
  isImported(stored) && plainHashIn(stored) === undefined
    ? Buffer.from(stored.slice(STORED.length), 'base64url')
    : undefined;

export const isImported = (stored: string): boolean => stored.startsWith(STORED);

/** Returns the hash of another program that was stored as it is, as before 1.0.0. A sealed one has no dollar sign. */
export const plainHashIn = (stored: string): string | undefined =>
  isImported(stored) && stored.includes('$') ? stored.slice(STORED.length) : undefined;

/** Returns the form in which a sealed hash is stored. */
export const storedHash = (sealed: Buffer): string => `${STORED}${sealed.toString('base64url')}`;
