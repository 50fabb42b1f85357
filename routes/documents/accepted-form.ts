/** A text is a page for a browser, and Markdown for a model or a program. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredType } from '../http.ts';

const TYPE = 'text/markdown';
export const MARKDOWN = `${TYPE}; charset=utf-8`;

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
  const pages = ['text/html', 'application/xhtml+xml'];
  const type = preferredType(request, otherwise === 'page' ? [...pages, TYPE] : [TYPE, ...pages]);
  if (type === undefined) return otherwise;
  return type === TYPE ? 'markdown' : 'page';
}
