/** Finds the page of ours that a person came from. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** An authorization request is the client's to open, so a link of ours must not. A flow that goes on has another path. */
const AUTHORIZATION_PATH = '/oauth/authorize';

/** @returns the path and query of an address; `undefined` if it is none of ours */
export function ownPage(address: string | undefined, { config }: FastifyInstance): string | undefined {
  const page = address === undefined ? null : URL.parse(address);
  // A path that begins with two slashes would lead to another host.
  const isOurs = page !== null && page.origin === new URL(config.baseUrl).origin && !page.pathname.startsWith('//');
  return isOurs && page.pathname !== AUTHORIZATION_PATH ? page.pathname + page.search : undefined;
}

/** @returns its path and query; `undefined` if the browser does not say, or it is none of ours */
export const pageBefore = ({ headers, server }: FastifyRequest): string | undefined => ownPage(headers.referer, server);
