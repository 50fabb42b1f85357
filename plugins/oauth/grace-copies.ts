/**
 * Encrypts the successor of a rotated refresh token with a key derived from the rotated one, so that only its holder
 * can read the copy.
 */
import fp from 'fastify-plugin';
import { keyFromCredential, seal, unseal } from '../keys/sealing.ts';
import { provide } from '../provide.ts';

export interface GraceCopies {
  seal(presented: string, successor: string): Buffer;
  open(presented: string, copy: Buffer): string;
}

declare module './stores.ts' {
  interface OAuth {
    readonly graceCopies: GraceCopies;
  }
}

const PURPOSE = 'refresh token grace copy';

export default fp(
  async (app) => {
    provide(app.oauth, 'graceCopies', {
      seal: (presented, successor) => seal(keyFromCredential(presented, PURPOSE), Buffer.from(successor)),
      open: (presented, copy) => unseal(keyFromCredential(presented, PURPOSE), copy).toString(),
    } satisfies GraceCopies);
  },
  { name: 'grace-copies', dependencies: ['stores'] },
);
