/** What holds for every request: parsers, address length, request ids, access log, security headers and CORS. */
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { OAuthError } from '../schema/oauth-error.ts';

/** Which other origins' scripts may read the answers of a route; none unless it says so. */
export type CrossOrigin = 'document' | 'oauth' | 'resource';

declare module 'fastify' {
  interface FastifyInstance {
    /** The headers of every answer, for one that no hook saw. */
    readonly markAnswer: (request: FastifyRequest, reply: FastifyReply) => void;
  }
  interface FastifyContextConfig {
    crossOrigin?: CrossOrigin;
  }
}

const MAX_URL_LENGTH = 8192;

// Bearer tokens and form secrets only, cookies are never honoured there: any origin may call, without credentials.
const EXPOSED: Readonly<Record<CrossOrigin, string>> = {
  document: 'ETag',
  oauth: 'WWW-Authenticate, Retry-After, X-Request-Id',
  resource: 'WWW-Authenticate, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Request-Id',
};
const ALLOWED_HEADERS = 'authorization, content-type, accept, mcp-protocol-version';
// A document is the same for everybody: whatever a client adds is let through (Fetch: the star leaves authorization out).
const DOCUMENT_HEADERS = `*, ${ALLOWED_HEADERS}`;
const PREFLIGHT_SECONDS = 86_400;

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;
const HSTS_SECONDS = 63_072_000;

export default fp(
  async (app) => {
    const { config } = app;
    const everyAnswer = config.isSecure
      ? { ...SECURITY_HEADERS, 'strict-transport-security': `max-age=${HSTS_SECONDS}; includeSubDomains` }
      : SECURITY_HEADERS;

    app.removeAllContentTypeParsers();
    await app.register(formbody);

    app.decorate('markAnswer', (request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(everyAnswer).header('x-request-id', request.id);
    });

    app.addHook('onRequest', async (request, reply) => {
      app.markAnswer(request, reply);
      const crossOrigin = request.routeOptions.config?.crossOrigin;
      if (crossOrigin !== undefined) allowOrigins(reply, crossOrigin);
      if (request.raw.url !== undefined && request.raw.url.length > MAX_URL_LENGTH) {
        throw new OAuthError('invalid_request', `the address is longer than ${MAX_URL_LENGTH} characters`, {
          reason: 'malformed_request',
          status: 414,
        });
      }
    });

    // A client that sends secrets in the clear must notice; a redirect to https would hide it. A proxy that says nothing
    // of the protocol is one that checks our health.
    if (config.isSecure && config.trustProxy.length > 0) {
      app.addHook('onRequest', async (request) => {
        if (request.headers['x-forwarded-proto'] === undefined || request.protocol === 'https') return;
        throw new OAuthError('invalid_request', 'use https', { reason: 'insecure_transport' });
      });
    }

    app.addHook('onResponse', async (request, reply) => {
      const ms = Math.round(reply.elapsedTime * 10) / 10;
      request.log.info({ req: request, status: reply.statusCode, ms }, 'answered');
    });

    answerPreflights(app);
  },
  { name: 'http', dependencies: ['config', 'errors'] },
);

function allowOrigins(reply: FastifyReply, crossOrigin: CrossOrigin): void {
  reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', EXPOSED[crossOrigin]);
}

/** Adds an OPTIONS route beside every route that other origins may call. */
function answerPreflights(app: FastifyInstance): void {
  const answered = new Set<string>();
  app.addHook('onRoute', function preflight(route) {
    const crossOrigin = route.config?.crossOrigin;
    if (crossOrigin === undefined || route.method === 'OPTIONS' || answered.has(route.url)) return;
    answered.add(route.url);
    this.route({
      method: 'OPTIONS',
      url: route.url,
      config: { crossOrigin },
      handler: (_request: FastifyRequest, reply: FastifyReply) =>
        reply
          .code(204)
          .header('access-control-allow-methods', 'GET, HEAD, POST, OPTIONS')
          .header('access-control-allow-headers', crossOrigin === 'document' ? DOCUMENT_HEADERS : ALLOWED_HEADERS)
          .header('access-control-max-age', String(PREFLIGHT_SECONDS))
          .send(),
    });
  });
}
