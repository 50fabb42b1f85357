/**
 * Requests for a page that nobody has opened: link checkers ask for the head of it, and browsers and mail programs load
 * pages in advance. RFC 9110 §9.2.1: neither may do what opening the page does.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The pages that do something when they are opened: issue a code, end a session, note that a link was opened, set a cookie. */
const ACTING: ReadonlySet<string> = new Set([
  '/oauth/authorize',
  '/oauth/continue/:id',
  '/oauth/logout',
  '/hand-over',
  '/sign-in',
  '/sign-in/at/:school',
  '/sign-in/via/:provider',
  '/language/:language',
  '/admin/:school/sign-in/test',
]);
/** The lists as files, each of which is recorded. */
const FILE = /^\/admin\/:school\/(?:.+\/)?[^/:]+\/export$/;

/** The headers by which browsers say so, of which only the first is a standard (Fetch, `Sec-Purpose`). */
const SAYING_SO = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

const isInAdvance = ({ headers }: FastifyRequest): boolean =>
  SAYING_SO.some((name) => /prefetch|prerender|preview/i.test(String(headers[name])));

/** Must be called before routes are registered. */
export function answerSpeculation(app: FastifyInstance): void {
  // With a callback, because every request would wait for a promise.
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions } = request;
    const { url = '' } = routeOptions;
    // Only its reader is told that a list is there: its route answers HEAD.
    const isFile = method === 'GET' && FILE.test(url);
    if (!(isFile || ACTING.has(url)) || !(method === 'HEAD' || (method === 'GET' && isInAdvance(request)))) {
      done();
      return;
    }
    // A browser that loads a page in advance drops an error, and asks again when the person opens the page.
    reply.code(method === 'HEAD' ? 200 : 503).headers({ 'cache-control': 'no-store', vary: SAYING_SO.join(', ') });
    reply.type(`text/${isFile ? 'csv' : 'html'}; charset=utf-8`).send('');
  });
}
