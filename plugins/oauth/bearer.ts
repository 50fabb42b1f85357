/** Checks the access tokens of requests to protected resources (RFC 6750), and returns the verified token. */
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { parseSplitCredential, sameHash } from '../../schema/credential.ts';
import { REQUESTS_PER_MINUTE } from '../../schema/limits.ts';
import { scopesAt } from '../../schema/oauth/client.ts';
import { BearerError, isNonceNeeded } from '../../schema/oauth/oauth-error.ts';
import type { GrantedScopes, Scope } from '../../schema/oauth/scope.ts';
import { refusalOutsideClient } from '../../schema/oauth/scope-refusal.ts';
import {
  effectiveScopes,
  lacksSecondFactor,
  type StoredToken,
  usableScopes,
  whyTokenIsDead,
} from '../../schema/oauth/token.ts';
import { noteAttempt } from '../connection-attempts/notes.ts';
import { logCaller } from '../http/log-context.ts';
import { provide } from '../provide.ts';

declare const proven: unique symbol;

/** A valid access token for this origin with the required scope. */
export interface AccessToken {
  readonly token: StoredToken;
  readonly scopes: GrantedScopes;
  readonly [proven]: true;
}

export interface Bearer {
  /**
   * Verifies the token of a request, and counts invalid ones.
   * @throws {BearerError} `invalid_token` or `insufficient_user_authentication` (401), those of `Dpop`, or `insufficient_scope` (403); {OAuthError} with status 429
   */
  require(request: FastifyRequest, needs: { scope: Scope }): Promise<AccessToken>;
  /**
   * Verifies the token of a request whose required scope is not yet known.
   * @param scopes one of them suffices; the challenge names the first
   * @throws {BearerError} as `require`
   */
  requireAny(request: FastifyRequest, scopes: readonly [Scope, ...Scope[]]): Promise<AccessToken>;
  /** Checks the scope of a token that has been verified. @throws {BearerError} `insufficient_scope` */
  requireScope(token: AccessToken, scope: Scope): Promise<void>;
}

declare module './stores.ts' {
  interface OAuth {
    readonly bearer: Bearer;
  }
}

// RFC 6750 §2.1, RFC 9449 §7.1. The scheme is case-insensitive (RFC 9110 §11.1).
const AUTHORIZATION = /^(bearer|dpop) +([A-Za-z0-9._~+/-]+=*)$/i;
const isDpop = (header: string | undefined): boolean => /^dpop(?: |$)/i.test(header ?? '');

/** The challenge says then that a proof is needed. */
const withProof = <Thrown>(error: Thrown): Thrown =>
  error instanceof BearerError ? Object.assign(error, { needsProof: true }) : error;

export default fp(
  async (app) => {
    const { clock, config } = app;
    const { clients, dpop, tokens } = app.oauth;
    const unknownTokens = app.volumeLimit(REQUESTS_PER_MINUTE.failures, 60_000);
    const endedTokens = app.volumeLimit(REQUESTS_PER_MINUTE.endedTokens, 60_000);

    async function present(request: FastifyRequest, scope: Scope) {
      const header = request.headers.authorization;
      if (header === undefined) throw new BearerError('invalid_token', 'token_missing.header', scope);
      const [, scheme, value] = AUTHORIZATION.exec(header) ?? [];
      if (value === undefined) {
        unknownTokens.takeFrom(request);
        throw new BearerError('invalid_token', 'malformed_request.authorization', scope);
      }
      const presented = parseSplitCredential('access_token', value);
      const token = presented && (await tokens.findAccess(presented.id));
      if (presented === undefined || token === undefined || !sameHash(token.hash, presented.hash)) {
        unknownTokens.takeFrom(request);
        throw new BearerError('invalid_token', 'token_unknown.access', scope);
      }
      return { scheme, value, token };
    }

    async function find(request: FastifyRequest, scope: Scope): Promise<StoredToken> {
      const { scheme, value, token } = await present(request, scope);
      logCaller(request, { client_id: token.grant.clientId, person_id: token.grant.personId });
      noteAttempt(request, { siteId: token.grant.siteId, isProven: true, grantId: token.grant.grantId });
      // RFC 8707 §2: a token for another origin is invalid here.
      const now = clock();
      const dead = whyTokenIsDead(token, config.baseUrl, now);
      // Counted by grant: many people use a hosted client at one address, and each must learn that a token has ended.
      const ofGrant = String(token.grant.grantId);
      if (dead === undefined) {
        if (!isDpop(scheme) && token.jkt === null) return token;
        await dpop.requireKey(request, token, value, scope).catch((error: unknown) => {
          // Nobody without the key can use up what its owner has for nonces and good proofs.
          if (error instanceof BearerError) endedTokens.take(isNonceNeeded(error) ? `nonce ${ofGrant}` : ofGrant);
          throw error;
        });
        return token;
      }
      endedTokens.take(ofGrant);
      if (dead === 'token_expired') await tokens.expire(token.id, now);
      throw new BearerError('invalid_token', `${dead}.access`, scope);
    }

    const lacking = async (scope: Scope, token: StoredToken): Promise<BearerError> =>
      token.jkt === null ? whatIsLacking(scope, token) : withProof(await whatIsLacking(scope, token));

    async function whatIsLacking(scope: Scope, { grant, scopes }: StoredToken): Promise<BearerError> {
      // RFC 9470 §3: the scope was granted, but by a person who signed in with too little.
      if (effectiveScopes(scopes, grant).includes(scope) && lacksSecondFactor(grant, config.secondFactor)) {
        return new BearerError('insufficient_user_authentication', 'second_factor_missing.request', scope);
      }
      const client = await clients.find(grant.clientId);
      // A client that asked for what it cannot get would be refused again, so the challenge says who can allow it.
      if (client !== undefined && !scopesAt(client, grant.siteId).includes(scope)) {
        const { key, values } = refusalOutsideClient(client, [scope], config.baseUrl);
        return new BearerError('insufficient_scope', key, '', values);
      }
      return new BearerError('insufficient_scope', 'token_scope.request', scope, { scope });
    }

    async function requireAny(request: FastifyRequest, wanted: readonly [Scope, ...Scope[]]): Promise<AccessToken> {
      const token = await find(request, wanted[0]).catch((error: unknown) => {
        const isAboutProof = error instanceof BearerError && error.reason.startsWith('dpop_');
        throw isAboutProof || isDpop(request.headers.authorization) ? withProof(error) : error;
      });
      const scopes = usableScopes(token, config.secondFactor);
      if (!wanted.some((scope) => scopes.includes(scope))) {
        const granted = effectiveScopes(token.scopes, token.grant);
        throw await lacking(wanted.find((scope) => granted.includes(scope)) ?? wanted[0], token);
      }
      // Nothing else creates an `AccessToken`: the token is valid, and the scopes are those that still apply.
      return { token, scopes } as AccessToken;
    }

    provide(app.oauth, 'bearer', {
      require: (request, { scope }) => requireAny(request, [scope]),
      requireAny,
      async requireScope({ scopes, token }, scope) {
        if (!scopes.includes(scope)) throw await lacking(scope, token);
      },
    } satisfies Bearer);
  },
  { name: 'bearer', dependencies: ['stores', 'errors', 'rate-limit', 'dpop'] },
);
