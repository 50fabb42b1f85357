/**
 * Checks the origin of messages, against pages that make a browser talk to a server behind its back (DNS rebinding).
 * Also sets the CORS headers for the allowed origins.
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
  if (!isOwnHost) throw refuse(`the Host must be ${own.host}, not ${String(request.host).slice(0, 100)}`);
  if (!isTrusted(app, request.headers.origin)) throw refuse('this Origin is not allowed');
}

/** Returns a host in lower case, without the default port of the protocol. */
function hostOf(given: unknown, protocol: string): string | undefined {
  if (typeof given !== 'string' || !/^[A-Za-z0-9.:[\]-]+$/.test(given)) return undefined;
  return URL.parse(`${protocol}//${given}`)?.host;
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
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': [HEADERS, ...mirrored].join(', '),
      'access-control-max-age': String(PREFLIGHT_SECONDS),
    })
    .send();
}

const refuse = (description: string): OAuthError =>
  new OAuthError('access_denied', description, { reason: 'origin_foreign', status: 403 });
