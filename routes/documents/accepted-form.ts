/** A text is a page for a browser, and Markdown for a model or a program. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedWeight } from '../http.ts';

export const MARKDOWN = 'text/markdown; charset=utf-8';

/**
 * Returns the form that the caller names in `Accept` (RFC 9110 §12.5.1), and tells caches that it depends on that.
 * @param otherwise the form for callers that name neither, such as curl
 */
export function acceptedForm(
  request: FastifyRequest,
  reply: FastifyReply,
  otherwise: 'page' | 'markdown',
): 'page' | 'markdown' {
  reply.header('vary', 'Accept');
  const page = acceptedWeight(request, 'text/html', 'application/xhtml+xml');
  const markdown = acceptedWeight(request, 'text/markdown');
  if (page === 0 && markdown === 0) return otherwise;
  return page >= markdown ? 'page' : 'markdown';
}
