/** Prepares access, refresh and ID tokens for a grant. It stores nothing. */
import fp from 'fastify-plugin';
import { makeSplitCredential, type SplitCredential } from '../../schema/credential.ts';
import { authenticationContext } from '../../schema/oauth/authentication-context.ts';
import { atHash, personClaims } from '../../schema/oauth/claims.ts';
import type { Binding, Proof } from '../../schema/oauth/dpop.ts';
import { type GrantedScopes, joinScopes, type Scope } from '../../schema/oauth/scope.ts';
import type { AuthorizationCode, GrantContext, NewToken, NewTokenPair } from '../../schema/oauth/token.ts';
import { provide } from '../provide.ts';

export interface PreparedToken {
  /** Sent to the client and never stored. */
  value: string;
  stored: NewToken;
}

export interface PreparedPair {
  access: PreparedToken;
  refresh: PreparedToken;
  stored: NewTokenPair;
}

export interface PairScopes {
  access: readonly Scope[];
  refresh: readonly Scope[];
}

export interface TokenIssuer {
  access(grant: GrantContext, scopes: readonly Scope[], now: number, proof: Proof | undefined): Promise<PreparedToken>;
  /** @param scopes of the access token, and of the refresh token, which keeps all scopes of the grant (RFC 6749 §6) */
  pair(grant: GrantContext, scopes: PairScopes, now: number, binding: Binding): Promise<PreparedPair>;
  /** Returns a signed ID token (OpenID Connect Core §2). */
  idToken(code: AuthorizationCode, scopes: GrantedScopes, accessToken: string, now: number): Promise<string>;
}

declare module './stores.ts' {
  interface OAuth {
    readonly tokenIssuer: TokenIssuer;
  }
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

export default fp(
  async (app) => {
    const { config } = app;
    const { signer, tokens } = app.oauth;
    const { lifetimes } = config;

    const prepare = (
      credential: SplitCredential,
      grant: GrantContext,
      scopes: readonly Scope[],
      now: number,
      lifetime: number,
      bound: Pick<NewToken, 'jkt' | 'use'>,
    ): PreparedToken => ({
      value: credential.value,
      stored: {
        id: credential.id,
        hash: credential.hash,
        scope: joinScopes(scopes),
        issuedAt: now,
        // A token must not outlive the absolute end of its grant.
        expiresAt: Math.min(now + lifetime, grant.grantExpiresAt),
        ...bound,
      },
    });

    const access: TokenIssuer['access'] = async (grant, scopes, now, proof) => {
      const credential = makeSplitCredential('access_token', await tokens.nextId());
      const bound = { jkt: proof?.key ?? null, use: proof?.use };
      return prepare(credential, grant, scopes, now, lifetimes.accessToken, bound);
    };

    provide(app.oauth, 'tokenIssuer', {
      access,

      async pair(grant, scopes, now, { proof, refresh: jkt }) {
        const accessToken = await access(grant, scopes.access, now, proof);
        const credential = makeSplitCredential('refresh_token', await tokens.nextId());
        const refresh = prepare(credential, grant, scopes.refresh, now, lifetimes.refreshIdle, { jkt });
        return { access: accessToken, refresh, stored: { access: accessToken.stored, refresh: refresh.stored } };
      },

      idToken: async (code, scopes, accessToken, now) =>
        signer.signIdToken({
          iss: config.baseUrl,
          ...personClaims(code.grant, code.profile, scopes),
          aud: code.grant.clientId,
          iat: seconds(now),
          exp: seconds(now + lifetimes.idToken),
          at_hash: atHash(accessToken),
          ...(code.nonce === null ? {} : { nonce: code.nonce }),
          ...(code.authContextRequested ? authenticationContext(code.grant.authenticatedBy) : {}),
          ...(code.authTimeRequested ? { auth_time: seconds(code.authenticatedAt) } : {}),
        }),
    } satisfies TokenIssuer);
  },
  { name: 'token-issuer', dependencies: ['signer'] },
);
