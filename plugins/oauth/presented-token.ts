/** Finds the token that a client sends for introspection or revocation. */
import fp from 'fastify-plugin';
import { parseSplitCredential, sameHash } from '../../schema/credential.ts';
import type { StoredToken } from '../../schema/oauth/token.ts';
import { provide } from '../provide.ts';

declare module './stores.ts' {
  interface OAuth {
    /**
     * Finds a token of either type. RFC 7009 §2.1: its prefix shows the type, so no hint is needed.
     * @returns `undefined` if this server did not issue it
     */
    readonly findPresentedToken: (value: string) => Promise<StoredToken | undefined>;
  }
}

export default fp(
  async (app) => {
    const { tokens } = app.oauth;
    provide(app.oauth, 'findPresentedToken', async (value: string) => {
      const access = parseSplitCredential('access_token', value);
      const refresh = parseSplitCredential('refresh_token', value);
      const presented = access ?? refresh;
      if (presented === undefined) return undefined;
      const token = await (access === undefined ? tokens.findRefresh(presented.id) : tokens.findAccess(presented.id));
      return token !== undefined && sameHash(token.hash, presented.hash) ? token : undefined;
    });
  },
  { name: 'presented-token', dependencies: ['stores'] },
);
