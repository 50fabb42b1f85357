/** A hash of the password of every test person that costs next to nothing to verify: a hash says what it costs itself. */
import { argon2Sync } from 'node:crypto';
import { PASSWORD } from './settings.ts';

const SALT = Buffer.from('salt of tests');
const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
const tag = argon2Sync('argon2id', {
  message: PASSWORD,
  nonce: SALT,
  memory: 8,
  passes: 1,
  parallelism: 1,
  tagLength: 32,
});

export const CHEAP_PASSWORD_HASH = `$argon2id$v=19$m=8,t=1,p=1$${encode(SALT)}$${encode(tag)}`;
