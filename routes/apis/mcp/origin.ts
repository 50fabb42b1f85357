/**
 * Where a message may come from: against pages that make a browser talk to a server behind its back (DNS rebinding). And
 * what a page that may send one is allowed to read.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OAuthError } from '../../../schema/oauth/oauth-error.ts';

const LOOPBACK = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]{1,5})?$/;

const EXPOSED =
  'WWW-Authenticate, Mcp-Session-Id, MCP-Protocol-Version, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Request-Id';
const METHODS = 'POST, GET, DELETE, OPTIONS';
const HEADERS =
  'authorization, content-type, accept, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id';
const PREFLIGHT_SECONDS = 86_400;

/** @throws {OAuthError} 403 for a page of a foreign origin, and for a name that is not ours */
export function requireTrustedSource(app: FastifyInstance, request: FastifyRequest): void {
  const { config } = app;
  const own = new URL(config.baseUrl);
  // As a trusted proxy says it, where there is one. On this machine the server answers to each of its loopback names.
  const host = hostOf(request.host, own.protocol);
  const isOwnHost = host === own.host || (config.isLoopback && LOOPBACK.test(`http://${host}`));
  if (!isOwnHost) throw refuse(`the Host must be ${own.host}, not ${String(request.host).slice(0, 100)}`);
  if (!isTrusted(app, request.headers.origin)) throw refuse('this Origin is not allowed');
}

/** In small letters, and without a port that goes without saying. */
function hostOf(given: unknown, protocol: string): string | undefined {
  if (typeof given !== 'string' || !/^[A-Za-z0-9.:[\]-]+$/.test(given)) return undefined;
  return URL.parse(`${protocol}//${given}`)?.host;
}

/** Without an origin it is no page of a browser. Tools with a page, such as the Inspector, run on loopback. */
const isTrusted = ({ config }: FastifyInstance, origin: string | undefined): boolean =>
  origin === undefined || origin === config.baseUrl || config.mcpOrigins.includes(origin) || LOOPBACK.test(origin);

/** On every answer, refusals too: a page that cannot read the challenge cannot sign in. */
export function allowOrigin(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers;
  reply.header('vary', 'Origin');
  if (origin === undefined || !isTrusted(app, origin)) return;
  reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED });
}

export function sendPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asked = request.headers['access-control-request-headers'] ?? '';
  // Arguments may be mirrored in headers of their own names.
  const mirrored = asked.match(/\bmcp-param-[a-z0-9_-]{1,64}/gi)?.slice(0, 20) ?? [];
  return reply
    .code(204)
    .headers({
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': [HEADERS, ...mirrored].join(', '),
      'access-control-max-age': String(PREFLIGHT_SECONDS),
    })
    .send();
}

const refuse = (description: string): OAuthError =>
  new OAuthError('access_denied', description, { reason: 'origin_foreign', status: 403 });
