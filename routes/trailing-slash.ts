/** Addresses with a slash at their end: those of pages lead to the page, and those of programs are the same as without. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Only pages for people. Programs are never redirected: many would drop their token, or send a GET instead of a POST. */
const PAGE_WITH_SLASH = /^\/(?:account|admin|docs|platform|sign-in)(?:\/[^?]*)?(?<!\/)\/(?=\?|$)/;
const OF_PROGRAMS = /^\/account\/(?:graphql|schema\.graphql)\//;

/** Must be called on the server itself before routes are registered, because a route may take the slash for a value. */
export function leadFromTrailingSlash(app: FastifyInstance): void {
  // With a callback, because every request would wait for a promise.
  app.addHook('onRequest', ({ method, url }, reply, done) => {
    const [path] = method === 'GET' || method === 'HEAD' ? (PAGE_WITH_SLASH.exec(url) ?? []) : [];
    if (path === undefined || OF_PROGRAMS.test(path)) {
      done();
      return;
    }
    // The path begins with the name of a page, so the address is one of this server.
    const location = path.slice(0, -1) + url.slice(path.length);
    reply.code(308).headers({ location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).send();
  });
}

const WITH_SLASH = /^(\/(?:mcp|account\/graphql|account\/schema\.graphql|(?:\.well-known|api)\/[^?]*[^?/]))\/(?=\?|$)/;
const ABSOLUTE = /^https?:\/\/([^/?#]+)/i;

/** The address that is routed. RFC 9112 §3.2.2: of a whole URL, the host counts instead of that of the header. */
export function routedUrl({ headers, url = '/' }: IncomingMessage): string {
  const [origin = '', host] = ABSOLUTE.exec(url) ?? [];
  if (host !== undefined) headers.host = host;
  const path = url.slice(origin.length);
  return (path.startsWith('/') || origin === '' ? path : `/${path}`).replace(WITH_SLASH, '$1');
}
