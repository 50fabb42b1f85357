/** Responses to requests that match no route. */
import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAdminPath } from '../schema/school/problem.ts';
import { preferredType } from './http.ts';
import { type MessageKind, messagePage } from './pages/kit/message.ts';
import { frameFor, sendPage } from './pages/kit/sending.ts';

/** Paths for programs, which always receive JSON. Other paths can return a page to browsers. */
const MACHINE_PATH = /^\/(\.well-known|api|account\/graphql|mcp)(\/|$)/;

/** Parts of paths that callers leave out, or add. */
const PREFIXES: ReadonlySet<string> = new Set(['', 'api', 'v1', 'v2', 'oauth', 'oauth2', 'account', '.well-known']);

/** The parts of a path that name what it is about: without prefixes, case, the plural and the ending of a file. */
const subjectOf = (path: string): string[] => {
  const parts = path.toLowerCase().split('/');
  return parts
    .filter((part) => !PREFIXES.has(part))
    .map((part) => part.replace(/\.json$/, '').replace(/(?<=..)s$/, ''));
};

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers a request that matches no route. */
    readonly answerUnknown: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
  }
  interface FastifyContextConfig {
    /** The methods of a route that answers others itself with 405. */
    allow?: readonly string[];
  }
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '';

/**
 * Answers 405 with `Allow` if the path exists under other methods, and 404 otherwise. Must be called on the server
 * itself before routes are registered, because it records the routes that they add.
 */
export function answerUnknown(app: FastifyInstance): void {
  const methodsByPath = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method, config }) => {
    const methods = methodsByPath.get(url) ?? new Set();
    for (const name of config?.allow ?? [method].flat()) methods.add(name);
    methodsByPath.set(url, methods);
  });

  /** Returns the path for programs that a wrong one probably means, as it is written in the API reference. */
  const meantBy = (path: string): string | undefined => {
    const subject = subjectOf(path);
    const isMeant = (route: string): boolean => {
      const parts = subjectOf(route);
      const fits =
        parts.length === subject.length && parts.every((part, i) => part.startsWith(':') || part === subject[i]);
      return fits && parts[0] !== undefined && !parts[0].startsWith(':');
    };
    const routes = [...methodsByPath.keys()].filter((route) => MACHINE_PATH.test(route) || route.startsWith('/oauth/'));
    return routes.find(isMeant)?.replaceAll(/:(\w+)/g, '{$1}');
  };

  const nothingAt = (path: string): string => {
    const meant = meantBy(path);
    return `there is nothing at this URL${meant === undefined ? '' : `; did you mean ${meant}?`}`;
  };

  const allowedAt = (path: string): Set<string> | undefined => {
    const exact = methodsByPath.get(path);
    if (exact !== undefined) return exact;
    const segments = path.split('/');
    const fits = (pattern: string): boolean => {
      const parts = pattern.split('/');
      return parts.length === segments.length && parts.every((part, i) => part.startsWith(':') || part === segments[i]);
    };
    return [...methodsByPath].find(([pattern]) => fits(pattern))?.[1];
  };

  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = pathOf(request);
    const known = allowedAt(path);
    // A route that exists under this method found nothing itself.
    const allowed = known?.has(request.method) ? undefined : known;
    const kind: MessageKind = allowed === undefined ? 'not_found' : 'method_not_allowed';
    reply.code(allowed === undefined ? 404 : 405);
    if (allowed !== undefined) reply.header('allow', [...allowed].sort().join(', '));
    if (!MACHINE_PATH.test(path) && preferredType(request, ['application/json', 'text/html']) === 'text/html') {
      return sendPage(reply, messagePage({ ...frameFor(request), requestId: request.id }, { kind }), 'plain');
    }
    const description =
      allowed === undefined ? nothingAt(path) : `${request.method} is not allowed here; see the Allow header`;
    reply.header('cache-control', 'no-store');
    if (isAdminPath(path)) return sendProblem(reply, description);
    return reply.send({ error: kind, error_description: description });
  };
  app.setNotFoundHandler(answer);
  app.decorate('answerUnknown', answer);
}

/** The response of the admin API (RFC 9457 §4.2.1): a problem described by its status alone. */
const sendProblem = (reply: FastifyReply, detail: string): FastifyReply => {
  const status = reply.statusCode;
  const problem = { type: 'about:blank', title: STATUS_CODES[status], status, detail, requestId: reply.request.id };
  return reply.type('application/problem+json').send(problem);
};
