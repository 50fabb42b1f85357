/**
 * Authenticates callers and checks scopes. Both happen at the HTTP level, because clients start the sign-in and request
 * more scopes only on a 401 or 403.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { REQUESTS_PER_MINUTE } from '../../../schema/limits.ts';
import { BearerError } from '../../../schema/oauth/oauth-error.ts';
import { IDENTITY_SCOPES, joinScopes, OPERATOR_SCOPES, SCOPES, type Scope } from '../../../schema/oauth/scope.ts';
import type { Caller } from './tool.ts';

const MINUTE = 60_000;

/** For clients that sign in only when they connect: requests all useful scopes in one consent. */
const WANTED_AT_SIGN_IN: ReadonlyMap<unknown, readonly Scope[]> = new Map([
  ['required', [...IDENTITY_SCOPES, ...OPERATOR_SCOPES.filter((scope) => scope.endsWith(':read'))]],
  ['member', [...IDENTITY_SCOPES, 'account:read']],
]);

/** The query parameters that are read. */
export interface ToolRoute {
  Querystring: Readonly<Partial<Record<'auth' | 'access_token' | 'tools', string | string[]>>>;
}

export interface Access {
  /** Limits the requests without a token, before the body is read. */
  limitAnonymous(request: FastifyRequest, reply: FastifyReply): void;
  /**
   * Authenticates the caller.
   * @param needed the scope of the called tool; `undefined` if the tool needs none
   * @throws {BearerError} if the token is invalid; it is never treated as absent
   */
  callerOf(request: FastifyRequest<ToolRoute>, reply: FastifyReply, needed: Scope | undefined): Promise<Caller>;
  /**
   * Checks the scope of a tool.
   * @returns the error, if the site wants it in the result of the tool
   * @throws {BearerError} otherwise, if the scope is missing
   */
  requireScope(caller: Caller, needed: Scope): Promise<BearerError | undefined>;
}

export function accessOf(app: FastifyInstance): Access {
  const { clock, networkOf, originOf, volumeLimit } = app;
  const { bearer } = app.oauth;
  const { betaFeatures, platform } = app.school;
  const tokenLimit = volumeLimit(REQUESTS_PER_MINUTE.tools, MINUTE);
  const networkLimit = volumeLimit(REQUESTS_PER_MINUTE.publicTools, MINUTE);

  async function tokenOf(request: FastifyRequest, scope: string) {
    try {
      return await bearer.requireAny(request, SCOPES);
    } catch (error) {
      if (!(error instanceof BearerError)) throw error;
      throw new BearerError(error.code, error.description, { reason: error.reason, scope });
    }
  }

  async function reportsInResult({ operator }: Caller): Promise<boolean> {
    const siteId = operator?.siteId ?? (await platform.onlySite())?.id;
    return siteId !== undefined && (await betaFeatures.has(siteId, 'chatgpt_sign_in'));
  }

  return {
    limitAnonymous(request, reply) {
      if (request.headers.authorization === undefined) networkLimit.take(networkOf(request), reply);
    },

    async callerOf(request, reply, needed) {
      const origin = originOf(request);
      const { auth, access_token: misplaced } = request.query;
      const wanted = WANTED_AT_SIGN_IN.get(auth);
      const requested = [...new Set([...(wanted ?? []), ...(needed === undefined ? [] : [needed])])];
      const scope = joinScopes(requested.length === 0 ? IDENTITY_SCOPES : requested);
      if (request.headers.authorization === undefined) {
        // Tokens in the query (RFC 6750 §2.3) are not supported, but a client that sends one believes that it is signed
        // in.
        if (wanted !== undefined || misplaced !== undefined) throw unauthenticated(scope);
        return { token: undefined, operator: undefined, origin };
      }
      // A token with any scope authenticates the caller. Each tool checks its own scope later.
      const token = await tokenOf(request, scope);
      tokenLimit.take(String(token.token.id), reply);
      const { siteId, personId, clientId, role } = token.token.grant;
      const operator = { siteId, personId, clientId, role, now: clock(), requestId: request.id, ...origin };
      return { token, operator, origin };
    },

    async requireScope(caller, needed) {
      try {
        if (caller.token === undefined) throw unauthenticated(needed);
        bearer.requireScope(caller.token, needed);
        return undefined;
      } catch (error) {
        if (error instanceof BearerError && (await reportsInResult(caller))) return error;
        throw error;
      }
    },
  };
}

const unauthenticated = (scope: string): BearerError =>
  new BearerError('invalid_token', 'sign in to use this tool', { reason: 'token_missing', scope });
