/** Applies to every request: parsers, URL length, request ids, access log, security headers and CORS. */
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { CLIENT_HEADERS } from '../../schema/clients/request-headers.ts';
import { MAX_BODY } from '../../schema/limits.ts';
import { OAuthError } from '../../schema/oauth/oauth-error.ts';
import { requireReadable } from './framing.ts';
import { loggedCaller } from './log-context.ts';
import { trustedProxies } from './trusted-proxies.ts';

/** How scripts of other origins may read the responses of a route; by default, they may not. */
export type CrossOrigin = 'document' | 'oauth' | 'resource';

declare module 'fastify' {
  interface FastifyInstance {
    /** Sets the headers of every response, for responses that bypass the hooks. */
    readonly markAnswer: (request: FastifyRequest, reply: FastifyReply) => void;
    /** Closes the connection after the answer if much of the body has not been read, so that it need not be read to its end. */
    readonly closeUnread: (request: FastifyRequest, reply: FastifyReply) => void;
  }
  interface FastifyContextConfig {
    crossOrigin?: CrossOrigin;
  }
}

const MAX_URL_LENGTH = 8192;
/** How long a client that is still sending has to read its answer before the connection is reset. */
const LINGER_MS = 1000;

// These routes use bearer tokens and form secrets only and ignore cookies. Any origin may call them, without
// credentials.
const EXPOSED: Readonly<Record<CrossOrigin, string>> = {
  document: 'ETag, Retry-After, X-Request-Id',
  oauth: 'WWW-Authenticate, DPoP-Nonce, Retry-After, X-Request-Id',
  resource:
    'WWW-Authenticate, DPoP-Nonce, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Request-Id, ETag, Location, Idempotent-Replayed, Accept-Ranges, Content-Range, Content-Disposition',
};
const ALLOWED_METHODS: Readonly<Record<CrossOrigin, string>> = {
  document: 'GET, HEAD, POST, OPTIONS',
  oauth: 'GET, HEAD, POST, OPTIONS',
  resource: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
};
// Clients add headers of their own, and none has an effect that needs cookies. In Fetch, the star does not include
// Authorization, and means nothing to older browsers.
const ALLOWED_HEADERS = `*, ${CLIENT_HEADERS}`;
const PREFLIGHT_SECONDS = 86_400;

/** Paths that clients probe. A script must be able to read a 404 there. */
const PROBED_PATH = /^\/(\.well-known|api)\//;

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
} as const;
/** The others show no line for an answer, so none is made. */
const LEVELS_WITH_ANSWERS: ReadonlySet<string> = new Set(['info', 'debug', 'trace']);
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
      const crossOrigin = crossOriginOf(request);
      if (crossOrigin !== undefined) allowOrigins(reply, crossOrigin);
    });

    app.decorate('closeUnread', ({ headers, raw }: FastifyRequest, reply: FastifyReply) => {
      if (raw.complete) return;
      if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= MAX_BODY.form) return;
      const { socket } = raw;
      reply.header('connection', 'close');
      // A connection that is closed with unread data is reset, and a client or proxy that is still sending may then never
      // see the answer. So only our side is closed at first, and the other side is no longer read: a listener that never
      // reads takes the connection away from the parser of HTTP, which would go on.
      socket.destroySoon = () => {
        socket.on('readable', () => undefined).end();
        setTimeout(() => socket.destroy(), LINGER_MS).unref();
      };
    });

    // Whatever the answer is: also one that is no error leaves the body of a GET, or of a path that does not exist, unread.
    app.addHook('onSend', (request, reply, _payload, done) => {
      app.closeUnread(request, reply);
      done();
    });

    // With a callback, because every request would wait for a promise.
    app.addHook('onRequest', (request, reply, done) => {
      app.markAnswer(request, reply);
      if (request.raw.url !== undefined && request.raw.url.length > MAX_URL_LENGTH) {
        const fault = `the address is longer than ${MAX_URL_LENGTH} characters`;
        throw new OAuthError('malformed_request.fault', { fault }, { status: 414 });
      }
      requireReadable(request);
      if (asksForNothing(request)) sendPreflight(reply, 'document');
      else done();
    });

    // A client that sends secrets unencrypted must notice, and a redirect to https would hide the mistake. A proxy that
    // sends no forwarded protocol is performing a health check.
    if (config.isSecure && config.trustProxy.length > 0) {
      const isTrusted = trustedProxies(config.trustProxy);
      app.addHook('onRequest', (request, _reply, done) => {
        if (request.headers['x-forwarded-proto'] !== undefined && request.protocol !== 'https') {
          throw new OAuthError(`insecure_transport.${isTrusted(request.socket.remoteAddress) ? 'https' : 'proxy'}`);
        }
        done();
      });
    }

    if (LEVELS_WITH_ANSWERS.has(config.logLevel)) {
      app.addHook('onResponse', (request, reply, done) => {
        const ms = Math.round(reply.elapsedTime * 10) / 10;
        request.log.info({ req: request, status: reply.statusCode, ms, ...loggedCaller(request) }, 'answered');
        done();
      });
    }

    answerPreflights(app);
  },
  { name: 'http', dependencies: ['config', 'errors'] },
);

const crossOriginOf = (request: FastifyRequest): CrossOrigin | undefined =>
  request.is404 ? (PROBED_PATH.test(request.url) ? 'oauth' : undefined) : request.routeOptions.config?.crossOrigin;

/** The preflight of a probe, whose refusal would hide the 404 from the script, or OPTIONS for the server (RFC 9110 §9.3.7). */
const asksForNothing = (request: FastifyRequest): boolean =>
  request.method === 'OPTIONS' &&
  request.is404 &&
  (request.url === '*' ||
    (request.headers['access-control-request-method'] !== undefined && crossOriginOf(request) !== undefined));

function allowOrigins(reply: FastifyReply, crossOrigin: CrossOrigin): void {
  reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', EXPOSED[crossOrigin]);
}

/** Adds an OPTIONS route for every route that other origins may call. */
function answerPreflights(app: FastifyInstance): void {
  const methodsAt = new Map<string, Set<string>>();
  app.addHook('onRoute', function preflight(route) {
    const crossOrigin = route.config?.crossOrigin;
    if (crossOrigin === undefined) return;
    const known = methodsAt.get(route.url);
    const methods = known ?? new Set();
    for (const name of [route.method].flat()) methods.add(name);
    if (known !== undefined) return;
    methodsAt.set(route.url, methods);
    this.route({
      method: 'OPTIONS',
      url: route.url,
      config: { crossOrigin },
      // RFC 9110 §9.3.7, for requests that are no preflights.
      handler: (_request: FastifyRequest, reply: FastifyReply) =>
        sendPreflight(reply.header('allow', [...methods].sort().join(', ')), crossOrigin),
    });
  });
}

const sendPreflight = (reply: FastifyReply, crossOrigin: CrossOrigin): FastifyReply =>
  reply
    .code(204)
    .header('access-control-allow-methods', ALLOWED_METHODS[crossOrigin])
    .header('access-control-allow-headers', ALLOWED_HEADERS)
    .header('access-control-max-age', String(PREFLIGHT_SECONDS))
    .send();
