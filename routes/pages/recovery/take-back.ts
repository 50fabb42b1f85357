/**
 * The pages of links that give an account back to the owner of its e-mail address: one that restores a former address, and
 * one by which the owner says that somebody else uses the account. Opening a link changes nothing; its form does.
 */
import type { FastifyInstance } from 'fastify';
import { MAIL_LINK_PATH } from '../../../schema/people/mail-link.ts';
import { textFor } from '../../words/index.ts';
import { framedFor } from '../kit/branding.ts';
import { displayText } from '../kit/display-text.ts';
import { mailedLink } from '../kit/mailed-link.ts';
import { outcomePage } from '../kit/message.ts';
import { sendPage } from '../kit/sending.ts';
import { linkGone, questionPage } from './link-pages.ts';

const PAGES = { restore_email: 'restore', secure_account: 'notMe' } as const;

export function takeBackAccount(app: FastifyInstance, purpose: keyof typeof PAGES): void {
  const { clock, originOf } = app;
  const { mailer, protection } = app.people;
  const kind = PAGES[purpose];
  const path = MAIL_LINK_PATH[purpose];
  const gone = linkGone(mailer.isOn ? 'again' : 'account');
  const links = mailedLink(app, purpose, gone);

  links.show(path, async ({ live, csrf, hidden }, request, reply) => {
    const frame = await framedFor(app, request, live.personId);
    const { notMe, secured, [kind]: text } = textFor(frame.language).recovery;
    const sentences = [
      text.lead({ email: displayText(live.email) }),
      secured.effects,
      mailer.isOn ? secured.linkFollows : secured.noLink,
      ...(kind === 'notMe' ? [notMe.ifYou] : []),
    ];
    const question = { title: text.title, sentences, action: path, csrf, hidden, submit: text.submit };
    return sendPage(reply, questionPage(frame, question), 'form');
  });

  links.take(path, async (link, _form, request, reply) => {
    const frame = await framedFor(app, request, link.live.personId);
    const trail = { ...originOf(request), at: clock(), personId: link.live.personId };
    if (!(await protection.takeBack(link, frame.language, trail))) return gone(request, reply);
    const { secured, sent, [kind]: text } = textFor(frame.language).recovery;
    const sentences = [mailer.isOn ? secured.next({ email: displayText(link.live.email) }) : secured.noLink];
    const next = { href: '/sign-in', label: sent.back };
    return sendPage(reply, outcomePage(frame, { title: text.doneTitle, sentences, next }), 'plain');
  });
}
