import { createHash, createHmac, randomBytes } from 'node:crypto';
import t from 'tap';
import { makeKeyRing } from '../../plugins/keys/key-ring.ts';
import { deriveKey, keyFromCredential, seal, unseal } from '../../plugins/keys/sealing.ts';

const MASTER_KEY = Buffer.alloc(32, 7);

t.test('key derivation is unchanged, so secrets sealed by an earlier version stay readable', async (t) => {
  // The two steps of the standard, for one block of output.
  const extracted = createHmac('sha256', Buffer.alloc(32)).update(MASTER_KEY).digest();
  const expanded = createHmac('sha256', extracted).update('schoolgate signing keys\u0001').digest();
  t.same(deriveKey(MASTER_KEY, 'signing keys').export(), expanded);
  const hashed = createHash('sha256').update('grace copy:rt_1.x').digest();
  t.same(keyFromCredential('rt_1.x', 'grace copy').export(), hashed);
});

t.test('a sealed secret can be opened only unmodified, with its own key and for its own purpose', async (t) => {
  const key = deriveKey(MASTER_KEY, 'one');
  const secret = randomBytes(100);
  const sealed = seal(key, secret);
  t.equal(sealed.length, 12 + 16 + secret.length, 'nonce, tag, ciphertext');
  t.same(unseal(key, sealed), secret);
  t.notSame(seal(key, secret), sealed, 'never twice with the same nonce');
  t.same(unseal(key, seal(key, Buffer.alloc(0))), Buffer.alloc(0));
  const others = [
    deriveKey(MASTER_KEY, 'two'),
    deriveKey(Buffer.alloc(32, 8), 'one'),
    keyFromCredential('rt_1.x', 'one'),
    keyFromCredential('rt_1.x', 'two'),
  ];
  for (const other of others) t.throws(() => unseal(other, sealed));
  for (let at = 0; at < sealed.length; at += 1) {
    const bent = Buffer.from(sealed);
    bent.writeUInt8(bent.readUInt8(at) ^ 1, at);
    t.throws(() => unseal(key, bent), `byte ${at}`);
  }
  t.throws(() => unseal(key, sealed.subarray(0, -1)), 'a truncated one');
  const empty = seal(key, Buffer.alloc(0));
  for (const bytes of [4, 8, 12, 15]) {
    t.throws(() => unseal(key, empty.subarray(0, 12 + bytes)), /authentication tag length/i, `a tag of ${bytes} bytes`);
  }
});

t.test('a key ring opens what the current or the previous master key sealed, and nothing else', async (t) => {
  const [first, second, third] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];
  const ring = makeKeyRing(second, first);
  const sealed = [first, second].map((key) => makeKeyRing(key, undefined).seal('signing keys', Buffer.from('secret')));
  const foreign = makeKeyRing(third, undefined).seal('signing keys', Buffer.from('secret'));
  for (const one of sealed) t.equal(ring.open('signing keys', one).toString(), 'secret');
  t.ok(ring.opensAll('signing keys', sealed));
  t.notOk(ring.opensAll('signing keys', [...sealed, foreign]), 'one of another server');
  t.notOk(ring.opensAll('webhook secrets', sealed), 'for another purpose');
  t.notOk(makeKeyRing(second, undefined).opensAll('signing keys', sealed), 'the previous key is not given');
  t.throws(() => ring.open('signing keys', foreign), /neither MASTER_KEY nor MASTER_KEY_PREVIOUS/);
});
