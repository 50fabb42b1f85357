/**
 * Registers the pages that links in e-mails open, and has those that undo what somebody else did: the reset of a second
 * factor, another address of the account, and any use of it. Opening a link changes nothing; its form does.
 */
import type { FastifyInstance } from 'fastify';
import { MAIL_LINK_PATH } from '../../../schema/people/mail-link.ts';
import { textFor } from '../../words/index.ts';
import { brandedFrame, framedFor } from '../kit/branding.ts';
import { displayText } from '../kit/display-text.ts';
import { mailedLink } from '../kit/mailed-link.ts';
import { outcomePage } from '../kit/message.ts';
import { frameFor, sendPage, showFailures } from '../kit/sending.ts';
import { confirmEmail } from './confirm-email.ts';
import { forgotPassword, noForgottenPassword } from './forgot.ts';
import { resetPassword } from './reset.ts';

export default async function recoverySurface(app: FastifyInstance): Promise<void> {
  showFailures(app);
  resetPassword(app);
  confirmEmail(app);
  keepSecondFactor(app);
  takeBackAccount(app, 'restore_email');
  takeBackAccount(app, 'secure_account');
  if (app.people.mailer.isOn) forgotPassword(app);
  else noForgottenPassword(app);
}

/** Prevents that an owner resets the second factor of a person who has not lost it. */
function keepSecondFactor(app: FastifyInstance): void {
  const { mailLinks, secondFactor } = app.people;
  const path = MAIL_LINK_PATH.keep_second_factor;
  const links = mailedLink(app, 'keep_second_factor', 'account');

  links.show(path, async (link, request, reply) => {
    const { personId } = link.live;
    const pending = await secondFactor.pendingReset(personId);
    if (pending === undefined) return links.gone(request, reply);
    const frame = await framedFor(app, request, personId, pending.siteId);
    const { cancel, cancelText, cancelTitle } = textFor(frame.language).secondFactor.reset;
    const question = { title: cancelTitle, sentences: [cancelText], submit: cancel, action: path };
    return links.ask(link, reply, frame, question);
  });

  links.take(path, async ({ hash, live: { personId, purpose } }, _form, request, reply) => {
    const reset = await secondFactor.keep(personId, app.originOf(request));
    if (reset === undefined) return links.gone(request, reply);
    await mailLinks.use(hash, purpose, app.clock());
    const frame = await brandedFrame(app, frameFor(request), reset.siteId);
    const { password, secondFactor: text } = textFor(frame.language);
    const next = { href: '/password/forgot', label: password.forgot };
    const { cancelled: title, cancelledText } = text.reset;
    return sendPage(reply, outcomePage(frame, { title, sentences: [cancelledText], next }), 'plain');
  });
}

const PAGES = { restore_email: 'restore', secure_account: 'notMe' } as const;

/** Gives an account back to the owner of its e-mail address. */
function takeBackAccount(app: FastifyInstance, purpose: keyof typeof PAGES): void {
  const { clock, originOf } = app;
  const { mailer, protection } = app.people;
  const kind = PAGES[purpose];
  const path = MAIL_LINK_PATH[purpose];
  const links = mailedLink(app, purpose, mailer.isOn ? 'again' : 'account');

  links.show(path, async (link, request, reply) => {
    const { email, personId } = link.live;
    const frame = await framedFor(app, request, personId);
    const { notMe, secured, [kind]: text } = textFor(frame.language).recovery;
    const sentences = [
      text.lead({ email: displayText(email) }),
      secured.effects,
      mailer.isOn ? secured.linkFollows : secured.noLink,
      ...(kind === 'notMe' ? [notMe.ifYou] : []),
    ];
    return links.ask(link, reply, frame, { title: text.title, sentences, submit: text.submit, action: path });
  });

  links.take(path, async (link, _form, request, reply) => {
    const frame = await framedFor(app, request, link.live.personId);
    const trail = { ...originOf(request), at: clock(), personId: link.live.personId };
    if (!(await protection.takeBack(link, frame.language, trail))) return links.gone(request, reply);
    const { secured, sent, [kind]: text } = textFor(frame.language).recovery;
    const sentences = [mailer.isOn ? secured.next({ email: displayText(link.live.email) }) : secured.noLink];
    const next = { href: '/sign-in', label: sent.back };
    return sendPage(reply, outcomePage(frame, { title: text.doneTitle, sentences, next }), 'plain');
  });
}
