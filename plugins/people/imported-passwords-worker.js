/**
 * Verifies passwords against hashes that another program made, in a thread of its own: some of these hashes are computed
 * in JavaScript, and would keep all requests waiting. `imported-passwords.ts` starts this file as a script, which
 * has bcrypt as a global, and gives it one password at a time.
 */
const { argon2Sync, createHash, createHmac, pbkdf2Sync, scryptSync, timingSafeEqual } = require('node:crypto');
const { parentPort } = require('node:worker_threads');

const MIB = 1024 * 1024;

/** Digests passed to bcrypt, which ignores all beyond 72 bytes. */
const BEFORE_BCRYPT = {
  none: (password) => password,
  sha256_hex: (password) => createHash('sha256').update(password).digest('hex'),
  wordpress: (password) => createHmac('sha384', 'wp-sha384').update(password).digest('base64'),
};

const DERIVED = {
  phpass(password, { rounds, salt }) {
    const bytes = Buffer.from(password);
    let hash = createHash('md5').update(salt).update(bytes).digest();
    for (let round = 0; round < rounds; round += 1) hash = createHash('md5').update(hash).update(bytes).digest();
    return hash;
  },
  pbkdf2: (password, { salt, iterations, tag, digest }) => pbkdf2Sync(password, salt, iterations, tag.length, digest),
  scrypt: (password, { n, r, p, salt, tag }) =>
    scryptSync(password, salt, tag.length, { N: n, r, p, maxmem: 128 * n * r + 256 * r * p + MIB }),
  argon2: (password, { variant, memoryKib, passes, lanes, salt, tag }) =>
    argon2Sync(variant, {
      message: password,
      nonce: salt,
      memory: memoryKib,
      passes,
      parallelism: lanes,
      tagLength: tag.length,
    }),
};

parentPort.on('message', ({ password, stored }) => {
  const { scheme } = stored;
  parentPort.postMessage(
    scheme === 'bcrypt'
      ? globalThis.bcrypt.compareSync(BEFORE_BCRYPT[stored.before](password), stored.hash)
      : timingSafeEqual(DERIVED[scheme](password, stored), stored.tag),
  );
});
