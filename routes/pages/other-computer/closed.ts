/** The page of a request that cannot go on. Who comes back because the program did not answer finds the way on. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Closed, Http } from '../../oauth/authorize/pending-request.ts';
import { textFor } from '../../words/index.ts';
import { messagePage } from '../kit/message.ts';
import { frameFor, sendPage } from '../kit/sending.ts';
import { addressOf, offerFinder } from './offer.ts';

export function closedPages(app: FastifyInstance) {
  const findOffer = offerFinder(app);

  return async (http: Http, reply: FastifyReply, { closed: kind, status }: Closed): Promise<FastifyReply> => {
    const frame = { ...frameFor(http), requestId: http.id };
    const offer = kind === 'completed' ? await findOffer(http, reply) : undefined;
    const label = textFor(frame.language).otherComputer.link;
    const links = offer !== undefined && 'code' in offer ? [{ href: addressOf(offer.pending), label }] : [];
    return sendPage(reply.code(status), messagePage(frame, { kind, links }), 'plain');
  };
}
