/** Leads from the address of a page with a slash at its end to the page. */
import type { FastifyInstance } from 'fastify';

/** Only pages for people. Endpoints of OAuth and of the APIs have one address each, and are never redirected. */
const PAGE_WITH_SLASH = /^\/(?:account|admin|docs|platform|sign-in)(?:\/.*)?(?<!\/)\/$/;
const OF_PROGRAMS = /^\/account\/(?:graphql|schema\.graphql)\//;

/** Must be called on the server itself before routes are registered, because a route may take the slash for a value. */
export function leadFromTrailingSlash(app: FastifyInstance): void {
  // With a callback, because every request would wait for a promise.
  app.addHook('onRequest', ({ method, url }, reply, done) => {
    const [path = ''] = url.split('?', 1);
    if ((method !== 'GET' && method !== 'HEAD') || !PAGE_WITH_SLASH.test(path) || OF_PROGRAMS.test(path)) {
      done();
      return;
    }
    // The path begins with the name of a page, so the address is one of this server.
    const location = path.slice(0, -1) + url.slice(path.length);
    reply.code(308).headers({ location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).send();
  });
}
