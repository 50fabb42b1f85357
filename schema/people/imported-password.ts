/**
 * Passwords that another program has hashed. Their formats are those of Django, passlib, Werkzeug, PHP and WordPress. They
 * are verified until the next sign-in, which replaces them by a hash of our own. A hash that would take longer than about a
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
  | { scheme: 'phpass'; rounds: number; salt: string; tag: string };

/** How an imported hash is stored, so that it is not mistaken for one of our own. */
const STORED = 'imported:';
const MAX_LENGTH = 512;

/** Bcrypt and phpass are computed between other requests: one password takes less than a tenth of a second. */
const MAX_BCRYPT_COST = 10;
const MAX_ITERATIONS = 2_000_000;
/** Of scrypt: N · r · p, of which each takes 128 bytes of memory. */
const MAX_SCRYPT_BLOCKS = 2 ** 20;
const MAX_MEMORY_KIB = 128 * 1024;
/** Of argon2: memory × passes. */
const MAX_KIB_PASSES = 4 * MAX_MEMORY_KIB;
const MAX_LANES = 16;
const MAX_PHPASS_LOG = 13;
/** The shortest hash that is worth a comparison, and what no format exceeds. */
const [MIN_TAG, MAX_TAG] = [16, 64];

const PHPASS_ALPHABET = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const DIGESTS = ['sha1', 'sha256', 'sha512'] as const;

type Match = Readonly<Record<string, string | undefined>>;
type Reader = (groups: Match) => ImportedPassword | undefined;

const base64 = (text = ''): Buffer => Buffer.from(text.replaceAll('.', '+'), 'base64');
const utf8 = (text = ''): Buffer => Buffer.from(text, 'utf8');
const isWhole = (value: number, from: number, to: number): boolean =>
  Number.isSafeInteger(value) && value >= from && value <= to;
const isTag = ({ length }: Buffer): boolean => length >= MIN_TAG && length <= MAX_TAG;

function bcrypt(before: 'none' | 'sha256_hex' | 'wordpress'): Reader {
  return ({ hash = '' }) =>
    isWhole(Number(hash.slice(4, 6)), 4, MAX_BCRYPT_COST) ? { scheme: 'bcrypt', hash, before } : undefined;
}

function pbkdf2(name: string | undefined, rounds: string | undefined, salt: Buffer, tag: Buffer) {
  const digest = DIGESTS.find((one) => one === (name ?? 'sha1'));
  const iterations = Number(rounds);
  return digest !== undefined && isWhole(iterations, 1, MAX_ITERATIONS) && isTag(tag)
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
  return isWhole(exponent, 7, MAX_PHPASS_LOG) ? { scheme: 'phpass', rounds: 2 ** exponent, salt, tag } : undefined;
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

function parse(hash: string): ImportedPassword | undefined {
  if (hash.length > MAX_LENGTH) return undefined;
  for (const [format, read] of FORMATS) {
    const groups = format.exec(hash)?.groups;
    if (groups !== undefined) return read(groups);
  }
  return undefined;
}

/** Returns the form in which a hash is stored; `undefined` if it is unknown, or would take too long to verify. */
export const importedHash = (hash: string): string | undefined =>
  parse(hash) === undefined ? undefined : `${STORED}${hash}`;

/** Reads a stored hash; `undefined` if it is one of our own. */
export const readImportedHash = (stored: string): ImportedPassword | undefined =>
  stored.startsWith(STORED) ? parse(stored.slice(STORED.length)) : undefined;

/** The encoding of phpass, which begins with the lowest bits. */
export function phpassText(bytes: Buffer): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b, c] = [bytes[i], bytes[i + 1], bytes[i + 2]];
    const bits = a | ((b ?? 0) << 8) | ((c ?? 0) << 16);
    const letters = b === undefined ? 2 : c === undefined ? 3 : 4;
    for (let n = 0; n < letters; n += 1) text += PHPASS_ALPHABET[(bits >> (6 * n)) & 63] ?? '';
  }
  return text;
}
