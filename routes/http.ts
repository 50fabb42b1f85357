/** What answers of several surfaces have in common: redirects, and the choice between HTML and JSON. */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** RFC 9700 §4.12: with status 303, the browser does not send the form again to the next URL. */
export const goTo = (reply: FastifyReply, url: string): FastifyReply =>
  reply.code(303).headers({ location: url, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).send();

/** Whether the caller prefers HTML to JSON, or accepts both equally (RFC 9110 §12.5.1, simplified). */
export function prefersHtml(request: FastifyRequest): boolean {
  const html = acceptedWeight(request, 'text/html', 'application/xhtml+xml', 'text/*', '*/*');
  return html > 0 && html >= acceptedWeight(request, 'application/json');
}

/** Returns the highest weight that `Accept` gives to one of these ranges, or 0 if it names none of them. */
export function acceptedWeight({ headers: { accept = '*/*' } }: FastifyRequest, ...ranges: string[]): number {
  return Math.max(
    ...accept.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      if (!ranges.includes(type)) return 0;
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return weight === undefined ? 1 : Number(weight.slice(2)) || 0;
    }),
  );
}
