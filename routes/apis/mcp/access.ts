/**
 * Authenticates callers and checks scopes. Both happen at the HTTP level, because clients start the sign-in and request
 * more scopes only on a 401 or 403.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CLIENT_HEADERS } from '../../../schema/clients/request-headers.ts';
import { resourceQuery, schoolAt, scopesToSignIn } from '../../../schema/clients/tool-url.ts';
import { MAX_BODY, REQUESTS_PER_MINUTE } from '../../../schema/limits.ts';
import { BearerError, OAuthError } from '../../../schema/oauth/oauth-error.ts';
import { IDENTITY_SCOPES, joinScopes, OPERATOR_SCOPES, SCOPES, type Scope } from '../../../schema/oauth/scope.ts';
import { clientNameIn, opensUrls } from './message.ts';
import { asksInResult } from './sign-in-prompts.ts';
import type { Caller } from './tool.ts';

const MINUTE = 60_000;

/** Tools with one of these run an operation of the admin API. */
const OF_OPERATIONS: ReadonlySet<Scope> = new Set(OPERATOR_SCOPES);

/** The query parameters that are read. */
export interface ToolRoute {
  Querystring: Readonly<Partial<Record<'access_token' | 'tools', string | string[]>>>;
}

export interface Access {
  /**
   * Finds out who calls and counts the request, before the body is read: without a valid token, only a short message
   * is read.
   * @throws {OAuthError} `temporarily_unavailable` with status 429, or `invalid_request` if the URL names no one school;
   * {BearerError} if the token is invalid and the message long, or if the URL says that the caller wants to sign in
   */
  identify(request: FastifyRequest<ToolRoute>, reply: FastifyReply): Promise<void>;
  /**
   * Authenticates the caller.
   * @param needed the scope of the called tool; `undefined` if the tool needs none
   * @throws {BearerError} if the token is invalid; it is never treated as absent
   */
  callerOf(request: FastifyRequest<ToolRoute>, needed: Scope | undefined): Caller;
  /**
   * Returns whether the token of a request was found to be valid.
   */
  isKnown(request: FastifyRequest): boolean;
  /**
   * Counts a message of a caller without a token that makes the server work.
   * @throws {OAuthError} `temporarily_unavailable` with status 429
   */
  countPublic(request: FastifyRequest<ToolRoute>, reply: FastifyReply): void;
  /**
   * Checks that the caller has signed in, and the scope of a tool if it needs one. Counts the operations of a school.
   * @returns the error, if it belongs into the result of the tool
   * @throws {BearerError} otherwise, if the scope is missing; {OAuthError} `temporarily_unavailable` with status 429
   */
  requireScope(caller: Caller, needed: Scope | undefined, reply: FastifyReply): Promise<BearerError | undefined>;
}

type Token = Awaited<ReturnType<FastifyInstance['oauth']['bearer']['requireAny']>>;

export function accessOf(app: FastifyInstance): Access {
  const { clock, originOf, volumeLimit } = app;
  const { bearer } = app.oauth;
  const { platform, sharedLimits } = app.school;
  const grantLimit = volumeLimit(REQUESTS_PER_MINUTE.tools, MINUTE);
  const publicTools = volumeLimit(REQUESTS_PER_MINUTE.publicTools, MINUTE);
  const publicMessages = volumeLimit(REQUESTS_PER_MINUTE.publicMessages, MINUTE);

  /** The result of `identify` for the `Authorization` header of a request. */
  const identified = new WeakMap<FastifyRequest, Token | BearerError>();

  /** A token is for one school. Its connection stays as it is, because it may be in use at its own URL. */
  async function requireSchool({ siteId }: { siteId: string }, school: string | undefined): Promise<void> {
    if (school === undefined) return;
    const own = await platform.siteById(siteId);
    if (own?.slug === school) return;
    throw new BearerError('invalid_token', 'token_of_another_school.access', '', { own: String(own?.slug), school });
  }

  return {
    async identify(request, reply) {
      const school = schoolOf(request);
      if (request.headers.authorization === undefined) {
        requireNoSignIn(request);
        return publicMessages.takeFrom(request, reply);
      }
      try {
        // A token with any scope authenticates the caller. Each tool checks its own scope later.
        const token = await bearer.requireAny(request, SCOPES);
        const { grantId, personId, siteId } = token.token.grant;
        grantLimit.take(String(grantId), reply);
        sharedLimits.takeOfPerson(token.token.grant, reply);
        await requireSchool(token.token.grant, school);
        await app.people.noteVisit(personId, siteId);
        identified.set(request, token);
      } catch (error) {
        if (!(error instanceof BearerError)) throw error;
        // The message may say which scope to ask for, so a short one is read before the refusal.
        if (!isShort(request)) throw Object.assign(error, { scope: scopeFor(request) });
        identified.set(request, error);
      }
    },

    callerOf(request, needed) {
      const origin = originOf(request);
      const scope = scopeFor(request, needed);
      const token = identified.get(request);
      if (token instanceof BearerError) throw Object.assign(token, { scope });
      const agent = { header: request.headers['user-agent'] ?? '', name: clientNameIn(request.body) };
      const opens = opensUrls(request.headers['mcp-protocol-version'], request.body);
      const context = { opensUrls: opens, school: schoolOf(request), resourceQuery: resourceQuery(request.url), agent };
      if (token === undefined) return { token: undefined, operator: undefined, ...context, origin };
      const { grantId, siteId, personId, clientId, role } = token.token.grant;
      const { scopes } = token;
      const caller = { grantId, siteId, personId, clientId, role, scopes };
      const operator = { ...caller, now: clock(), requestId: request.id, ...origin };
      return { token, operator, ...context, origin };
    },

    isKnown: (request) => identified.has(request) && !(identified.get(request) instanceof BearerError),

    countPublic(request, reply) {
      publicTools.takeFrom(request, reply);
    },

    async requireScope(caller, needed, reply) {
      try {
        if (caller.token === undefined) throw unauthenticated(needed ?? joinScopes(IDENTITY_SCOPES));
        if (needed === undefined) return undefined;
        await bearer.requireScope(caller.token, needed);
        if (OF_OPERATIONS.has(needed)) sharedLimits.takeOperation(caller.token.token.grant, reply);
        return undefined;
      } catch (error) {
        if (error instanceof BearerError && (await asksInResult(app, caller))) return error;
        throw error;
      }
    },
  };
}

/**
 * Refuses a request without a token if its URL says that the caller wants to sign in. Tokens in the query (RFC 6750
 * §2.3) are not supported, but a client that sends one believes that it is signed in. This costs nothing, and hosted
 * clients connect many people from a few addresses, so it is not limited.
 * @throws {BearerError}
 */
function requireNoSignIn(request: FastifyRequest<ToolRoute>): void {
  if (scopesToSignIn(request.url) !== undefined || request.query.access_token !== undefined)
    throw unauthenticated(scopeFor(request));
}

const isShort = ({ headers }: FastifyRequest<ToolRoute>): boolean => Number(headers['content-length']) <= MAX_BODY.form;

/** The scopes that a client should request: those that the URL names, and the one that the message needs. */
function scopeFor({ url }: FastifyRequest<ToolRoute>, needed?: Scope): string {
  const scopes = new Set([...(scopesToSignIn(url) ?? []), ...(needed === undefined ? [] : [needed])]);
  return joinScopes(scopes.size === 0 ? IDENTITY_SCOPES : [...scopes]);
}

/** The slug of the school that the URL is for. @throws {OAuthError} if it names several, or none that can exist */
function schoolOf({ url }: FastifyRequest<ToolRoute>): string | undefined {
  const school = schoolAt(url);
  if (school !== null) return school;
  throw new OAuthError('malformed_request.fault', { fault: 'school must be the slug of one school' });
}

const unauthenticated = (scope: string): BearerError => new BearerError('invalid_token', 'token_missing.tool', scope);

const LOOPBACK = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]{1,5})?$/;

const EXPOSED =
  'WWW-Authenticate, DPoP-Nonce, Mcp-Session-Id, MCP-Protocol-Version, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Request-Id';
const METHODS = 'POST, GET, DELETE, OPTIONS';
const PREFLIGHT_SECONDS = 86_400;

/**
 * Checks the Host and Origin headers.
 * @throws {OAuthError} 403 if the page has a foreign origin, or the host name is not ours
 */
export function requireTrustedSource(app: FastifyInstance, request: FastifyRequest): void {
  const { config } = app;
  const own = new URL(config.baseUrl);
  // A trusted proxy may report the host. A local server answers to every name of the loopback interface.
  const host = hostOf(request.host, own.protocol);
  const isOwnHost = host === own.host || (config.isLoopback && LOOPBACK.test(`http://${host}`));
  if (!isOwnHost)
    throw new OAuthError('origin_foreign.host', { own: own.host, host: String(request.host).slice(0, 100) });
  if (!isTrusted(app, request.headers.origin)) throw new OAuthError('origin_foreign.page');
}

/** Returns a host in lower case, without the default port of the protocol. */
function hostOf(hostHeader: unknown, protocol: string): string | undefined {
  if (typeof hostHeader !== 'string' || !/^[A-Za-z0-9.:[\]-]+$/.test(hostHeader)) return undefined;
  return URL.parse(`${protocol}//${hostHeader}`)?.host;
}

/**
 * A request without an Origin header does not come from a page. Tools with a page, such as the Inspector, run on
 * loopback.
 */
const isTrusted = ({ config }: FastifyInstance, origin: string | undefined): boolean =>
  origin === undefined || origin === config.baseUrl || config.mcpOrigins.includes(origin) || LOOPBACK.test(origin);

/** Sets the CORS headers on every response, including errors. A page that cannot read the challenge cannot sign in. */
export function allowOrigin(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers;
  reply.header('vary', 'Origin');
  if (origin === undefined || !isTrusted(app, origin)) return;
  reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED });
}

export function sendPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const requested = request.headers['access-control-request-headers'] ?? '';
  // Clients may repeat arguments in headers that are named after them.
  const mirrored = requested.match(/\bmcp-param-[a-z0-9_-]{1,64}/gi)?.slice(0, 20) ?? [];
  return reply
    .code(204)
    .headers({
      allow: 'POST, OPTIONS',
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': [CLIENT_HEADERS, ...mirrored].join(', '),
      'access-control-max-age': String(PREFLIGHT_SECONDS),
    })
    .send();
}
