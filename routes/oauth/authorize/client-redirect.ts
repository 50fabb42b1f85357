/** Sends the browser to the client. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuthorizationError } from '../../../schema/oauth/oauth-error.ts';
import { withParameters } from '../../../schema/oauth/redirect-uri.ts';
import { errorUri } from '../../../schema/refusal.ts';
import { type Continue, continuePage } from '../../pages/kit/continue-to-client.ts';
import { frameFor, goTo, prefersHtml, sendPage } from '../../pages/kit/sending.ts';

/** Returns the URL of an error response (RFC 6749 §4.1.2.1, with the `iss` of RFC 9207 §2). */
export const errorAddress = (
  { redirect, state, code, description }: AuthorizationError,
  { baseUrl, docsUrl }: FastifyInstance['config'],
  requestId: string,
): string =>
  withParameters(redirect, {
    error: code,
    error_description: description,
    error_uri: errorUri(docsUrl, code, requestId),
    state,
    iss: baseUrl,
  });

/**
 * Sends the browser to the client after one of our forms. The response is a page that forwards automatically, because
 * Chromium applies the form-action policy of the form's page to a redirect after the form, and to every further
 * redirect of the client.
 */
export function leaveAfterForm(
  request: FastifyRequest,
  reply: FastifyReply,
  leaving: Continue,
  uiLocales?: string,
): FastifyReply {
  if (!prefersHtml(request)) return goTo(reply, leaving.url);
  return sendPage(reply.code(200), continuePage(frameFor(request, uiLocales), leaving), 'plain');
}
