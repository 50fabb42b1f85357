/**
 * The pages of links that give an account back to the owner of its e-mail address: one that restores a former address, and
 * one by which the owner says that somebody else uses the account. Opening a link changes nothing; its form does.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAIL_LINK_PATH } from '../../../schema/people/mail-link.ts';
import { framedFor } from '../kit/branding.ts';
import { mailedLink } from '../kit/mailed-link.ts';
import { frameFor, sendPage } from '../kit/sending.ts';
import { linkGonePage, takeBackPage, takenBackPage } from './view.ts';

const PAGES = { restore_email: 'restore', secure_account: 'notMe' } as const;

export function takeBackAccount(app: FastifyInstance, purpose: keyof typeof PAGES): void {
  const { clock, originOf } = app;
  const { mailer, protection } = app.people;
  const path = MAIL_LINK_PATH[purpose];
  const links = mailedLink(app, purpose, gone);

  links.show(path, async ({ live, csrf, hidden }, request, reply) => {
    const frame = await framedFor(app, request, live.personId);
    const form = { action: path, csrf, hidden, email: live.email };
    return sendPage(reply, takeBackPage(frame, PAGES[purpose], form, mailer.isOn), 'form');
  });

  links.take(path, async (link, _form, request, reply) => {
    const frame = await framedFor(app, request, link.live.personId);
    const trail = { ...originOf(request), at: clock(), personId: link.live.personId };
    if (!(await protection.takeBack(link, frame.language, trail))) return gone(request, reply);
    return sendPage(reply, takenBackPage(frame, PAGES[purpose], link.live.email, mailer.isOn), 'plain');
  });

  function gone(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return sendPage(reply.code(404), linkGonePage(frameFor(request), mailer.isOn ? 'again' : 'account'), 'plain');
  }
}
