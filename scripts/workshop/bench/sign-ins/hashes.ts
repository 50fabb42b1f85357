import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { PasswordCost } from '../../../../plugins/people/passwords.ts';

export interface Hashes {
  perSecond: number;
  /** CPU time of a hash, or of the server for a sign-in. */
  cpuMilliseconds: number;
}

const derive = promisify(argon2);

/** Computes hashes and nothing else, in this process, while the server has nothing to do. */
export async function hashAlone(cost: PasswordCost, atOnce: number, seconds: number): Promise<Hashes> {
  const secret = randomBytes(32);
  const cpuBefore = process.cpuUsage();
  const begin = performance.now();
  const end = begin + seconds * 1000;
  let count = 0;
  const keepHashing = async (): Promise<void> => {
    while (performance.now() < end) {
      await derive('argon2id', {
        message: 'a password of the benchmark',
        nonce: randomBytes(16),
        secret,
        memory: cost.memoryKib,
        passes: cost.passes,
        parallelism: 1,
        tagLength: 32,
      });
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, keepHashing));
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    perSecond: count / ((performance.now() - begin) / 1000),
    cpuMilliseconds: (user + system) / 1000 / count,
  };
}
