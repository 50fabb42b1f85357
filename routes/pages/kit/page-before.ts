/** Finds the page of ours that a person came from. */
import type { FastifyRequest } from 'fastify';

/**
 * An authorization request that another site has opened counts as opened by the person once it is opened from a page of
 * ours, so a link of ours must not open it. A flow that goes on has another path.
 */
const AUTHORIZATION_PATH = '/oauth/authorize';

/** @returns its path and query; `undefined` if the browser does not say, or it is none of ours */
export function pageBefore({ headers: { referer }, server }: FastifyRequest): string | undefined {
  const page = referer === undefined ? null : URL.parse(referer);
  // A path that begins with two slashes would lead to another host.
  const isOurs =
    page !== null && page.origin === new URL(server.config.baseUrl).origin && !page.pathname.startsWith('//');
  return isOurs && page.pathname !== AUTHORIZATION_PATH ? page.pathname + page.search : undefined;
}
