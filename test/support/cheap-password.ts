/** A hash of the password of every test person that costs next to nothing to verify: a hash says what it costs itself. */
import { argon2Sync } from 'node:crypto';
import type { PasswordCost } from '../../plugins/people/passwords.ts';
import { PASSWORD } from './settings.ts';

const SALT = Buffer.from('salt of tests');
const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
/** What new hashes cost in tests, unless they ask for the real cost. */
export const CHEAP: PasswordCost = { memoryKib: 8, passes: 1 };
const tag = argon2Sync('argon2id', {
  message: PASSWORD,
  nonce: SALT,
  memory: CHEAP.memoryKib,
  passes: CHEAP.passes,
  parallelism: 1,
  tagLength: 32,
});

export const CHEAP_PASSWORD_HASH = `$argon2id$v=19$m=8,t=1,p=1$${encode(SALT)}$${encode(tag)}`;
