/** Finding the token that a client hands back to us, whichever kind it is. */
import fp from 'fastify-plugin';
import { parseSplitCredential, sameHash } from '../../schema/credential.ts';
import type { StoredToken } from '../../schema/oauth/token.ts';
import { offer } from '../wing.ts';

declare module './stores.ts' {
  interface OAuth {
    /** RFC 7009 §2.1: the prefix tells the kind, so no hint is needed. `undefined`: not one of ours. */
    readonly findPresentedToken: (value: string) => Promise<StoredToken | undefined>;
  }
}

export default fp(
  async (app) => {
    const { tokens } = app.oauth;
    offer(app.oauth, 'findPresentedToken', async (value: string) => {
      for (const kind of ['access_token', 'refresh_token'] as const) {
        const presented = parseSplitCredential(kind, value);
        const token = presented && (await tokens.find(presented.id));
        if (presented === undefined || token === undefined) continue;
        return `${token.kind}_token` === kind && sameHash(token.hash, presented.hash) ? token : undefined;
      }
      return undefined;
    });
  },
  { name: 'presented-token', dependencies: ['stores'] },
);
