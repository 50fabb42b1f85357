/** Redirects, and the choice of a media type by `Accept`, for all surfaces. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** RFC 9700 §4.12: with status 303, the browser does not send the form again to the next URL. */
export const goTo = (reply: FastifyReply, url: string): FastifyReply =>
  reply.code(303).headers({ location: url, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).send();

/**
 * Returns which of these media types the caller prefers by `Accept` (RFC 9110 §12.5.1), or `undefined` if it accepts none.
 * @param types the first one is for callers that accept anything, such as curl
 */
export function preferredType<T extends string>(request: FastifyRequest, types: readonly T[]): T | undefined {
  const sent = types.map((type) => `${type}; charset=utf-8`);
  // A header without a value names nothing that would be excluded.
  const headers = { accept: request.headers.accept?.trim() || '*/*' };
  return types[sent.indexOf(new Negotiator({ headers }).mediaType(sent) ?? '')];
}

/** Returns whether the caller prefers HTML to JSON, or accepts anything. */
export function prefersHtml(request: FastifyRequest): boolean {
  const type = preferredType(request, ['text/html', 'application/xhtml+xml', 'application/json']);
  return type !== undefined && type !== 'application/json';
}
