/** How the browser leaves for the client. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuthorizationError } from '../../../schema/oauth/oauth-error.ts';
import { withParameters } from '../../../schema/oauth/redirect-uri.ts';
import { type Continue, continuePage } from '../../pages/kit/continue-to-client.ts';
import { frameFor, goTo, prefersHtml, sendPage } from '../../pages/kit/sending.ts';

/** RFC 6749 §4.1.2.1 with the `iss` of RFC 9207 §2. */
export const errorAddress = (
  { redirect, state, code, description }: AuthorizationError,
  { baseUrl, docsUrl }: FastifyInstance['config'],
): string =>
  withParameters(redirect, {
    error: code,
    error_description: description,
    error_uri: `${docsUrl}/errors#${code}`,
    state,
    iss: baseUrl,
  });

/**
 * The answer to one of our own forms is a page that goes on by itself: Chromium holds a redirect after a form, and
 * every further redirect of the client, against the form-action policy of the page the form was on.
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
