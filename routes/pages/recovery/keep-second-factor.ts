/** Prevents, by the link in an e-mail, that an owner resets the second factor of a person who has not lost it. */
import type { FastifyInstance } from 'fastify';
import { MAIL_LINK_PATH } from '../../../schema/people/mail-link.ts';
import { textFor } from '../../words/index.ts';
import { brandedFrame, framedFor } from '../kit/branding.ts';
import { mailedLink } from '../kit/mailed-link.ts';
import { outcomePage } from '../kit/message.ts';
import { frameFor, sendPage } from '../kit/sending.ts';
import { linkGone, questionPage } from './link-pages.ts';

const PATH = MAIL_LINK_PATH.keep_second_factor;

export function keepSecondFactor(app: FastifyInstance): void {
  const { secondFactor } = app.people;
  const gone = linkGone('account');
  const links = mailedLink(app, 'keep_second_factor', gone);

  links.show(PATH, async ({ live, csrf, hidden }, request, reply) => {
    const pending = await secondFactor.pendingReset(live.personId);
    if (pending === undefined) return gone(request, reply);
    const frame = await framedFor(app, request, live.personId, pending.siteId);
    const { cancel, cancelText, cancelTitle } = textFor(frame.language).secondFactor.reset;
    const about = { title: cancelTitle, sentences: [cancelText], submit: cancel };
    return sendPage(reply, questionPage(frame, { ...about, action: PATH, csrf, hidden }), 'form');
  });

  links.take(PATH, async ({ live: { personId } }, _form, request, reply) => {
    const reset = await secondFactor.keep(personId, app.originOf(request));
    if (reset === undefined) return gone(request, reply);
    const frame = await brandedFrame(app, frameFor(request), reset.siteId);
    const { password, secondFactor: text } = textFor(frame.language);
    const next = { href: '/password/forgot', label: password.forgot };
    const { cancelled: title, cancelledText } = text.reset;
    return sendPage(reply, outcomePage(frame, { title, sentences: [cancelledText], next }), 'plain');
  });
}
