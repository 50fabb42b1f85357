/** How a failed request is answered where no surface says otherwise: JSON, with the reason in the log. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { BearerError } from '../schema/oauth-error.ts';
import { type Refusal, refusalOf } from '../schema/refusal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Logs a failure and sets its status and headers; the caller sends the body. */
    readonly refuse: (error: unknown, request: FastifyRequest, reply: FastifyReply) => Refusal;
    /** The JSON body of RFC 6749 §5.2. */
    readonly errorBody: (refusal: Refusal) => Record<string, string>;
  }
}

export default fp(
  async (app) => {
    const { config } = app;

    app.decorate('errorBody', ({ code, description }: Refusal) => ({
      error: code,
      error_description: description,
      error_uri: `${config.docsUrl}/errors#${code}`,
    }));

    app.decorate('refuse', (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      const refusal = refusalOf(error);
      if (refusal.reason === undefined || refusal.reason === 'store_unavailable')
        request.log.error({ err: error }, 'request failed');
      else
        request.log.info(
          { code: refusal.code, reason: refusal.reason, description: refusal.description },
          'request refused',
        );
      reply.code(refusal.status).headers(refusal.headers).header('cache-control', 'no-store');
      if (error instanceof BearerError) reply.header('www-authenticate', challenge(error, config.baseUrl));
      return refusal;
    });

    app.setErrorHandler((error, request, reply) => reply.send(app.errorBody(app.refuse(error, request, reply))));

    answerUnknownRoutes(app);
  },
  { name: 'errors', dependencies: ['config'] },
);

/** RFC 6750 §3 and RFC 9728 §5.1: the challenge points to the metadata of the resource. */
function challenge(error: BearerError, baseUrl: string): string {
  const parameters = {
    error: error.code,
    error_description: error.description,
    scope: error.scope,
    resource_metadata: `${baseUrl}/.well-known/oauth-protected-resource`,
  };
  return `Bearer ${Object.entries(parameters)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`;
}

/** 405 with `Allow` where the path exists under other methods, a bare JSON 404 otherwise. */
function answerUnknownRoutes(app: FastifyInstance): void {
  const methodsByPath = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByPath.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    methodsByPath.set(url, methods);
  });

  const allowedAt = (path: string): Set<string> | undefined => {
    const exact = methodsByPath.get(path);
    if (exact !== undefined) return exact;
    const segments = path.split('/');
    for (const [pattern, methods] of methodsByPath) {
      const parts = pattern.split('/');
      const fits =
        parts.length === segments.length && parts.every((part, i) => part.startsWith(':') || part === segments[i]);
      if (fits) return methods;
    }
    return undefined;
  };

  app.setNotFoundHandler((request, reply) => {
    const allowed = allowedAt(request.url.split('?', 1)[0] ?? '');
    if (allowed === undefined) {
      return reply.code(404).send({ error: 'not_found', error_description: 'there is nothing at this address' });
    }
    return reply
      .code(405)
      .header('allow', [...allowed].sort().join(', '))
      .send({ error: 'method_not_allowed', error_description: `${request.method} is not possible here` });
  });
}
