/** Prevents, by the link in an e-mail, that an owner resets the second factor of a person who has not lost it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAIL_LINK_PATH } from '../../../schema/people/mail-link.ts';
import { brandedFrame, framedFor } from '../kit/branding.ts';
import { mailedLink } from '../kit/mailed-link.ts';
import { frameFor, sendPage } from '../kit/sending.ts';
import { keepSecondFactorPage, linkGonePage, secondFactorKeptPage } from './view.ts';

const PATH = MAIL_LINK_PATH.keep_second_factor;

export function keepSecondFactor(app: FastifyInstance): void {
  const { secondFactor } = app.people;
  const links = mailedLink(app, 'keep_second_factor', gone);

  links.show(PATH, async ({ live, csrf, hidden }, request, reply) => {
    const pending = await secondFactor.pendingReset(live.personId);
    if (pending === undefined) return gone(request, reply);
    const frame = await framedFor(app, request, live.personId, pending.siteId);
    return sendPage(reply, keepSecondFactorPage(frame, { action: PATH, csrf, hidden }), 'form');
  });

  links.take(PATH, async ({ live: { personId } }, _form, request, reply) => {
    const reset = await secondFactor.keep(personId, app.originOf(request));
    if (reset === undefined) return gone(request, reply);
    const frame = await brandedFrame(app, frameFor(request), reset.siteId);
    return sendPage(reply, secondFactorKeptPage(frame), 'plain');
  });

  function gone(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return sendPage(reply.code(404), linkGonePage(frameFor(request), 'account'), 'plain');
  }
}
