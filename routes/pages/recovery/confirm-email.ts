/** Confirms an e-mail address by a link: the current address of an account, or a new one that replaces it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LiveMailLink } from '../../../schema/people/mail-link.ts';
import type { Session } from '../../../schema/people/person.ts';
import { emailKey } from '../../../schema/text/email.ts';
import { goTo } from '../../http.ts';
import { textFor } from '../../words/index.ts';
import { framedFor } from '../kit/branding.ts';
import { displayText } from '../kit/display-text.ts';
import type { PageFrame } from '../kit/layout.ts';
import { mailedLink, type OpenedLink } from '../kit/mailed-link.ts';
import { outcomePage } from '../kit/message.ts';
import { frameFor, sendPage } from '../kit/sending.ts';

const PATH = '/email/confirm';

/** The session in which a link is used, or the reason why it has no effect: nobody is signed in, or somebody else is. */
type Confirmer = { session: Session | undefined } | { signedInAs: string | undefined };

export function confirmEmail(app: FastifyInstance): void {
  const { clock, originOf } = app;
  const { emailAddresses, loginSession, persons: people, protection } = app.people;
  const links = mailedLink(app, 'verify_email', 'email');

  links.show(PATH, async (link, request, reply) => {
    const { live } = link;
    const standing = await standingOf(live, request);
    if ('signedInAs' in standing) return turnAway(reply, standing.signedInAs, link.hidden);
    const { email, person } = live;
    const frame = await framedFor(app, request, live.personId);
    const { account, lead, sameAccount, submit, title } = textFor(frame.language).recovery.confirm;
    const names = { name: displayText(person.name), email: displayText(person.email) };
    const sentences = [lead({ email: displayText(email) }), isMove(live) ? account(names) : sameAccount(names)];
    return links.ask(link, reply, frame, { title, sentences, submit, action: PATH });
  });

  links.take(PATH, async (link, _form, request, reply) => {
    const standing = await standingOf(link.live, request);
    if ('signedInAs' in standing) return turnAway(reply, standing.signedInAs, link.hidden);
    const { email, personId } = link.live;
    const frame = await framedFor(app, request, personId);
    const { done, doneSame, doneTitle, taken, takenTitle } = textFor(frame.language).recovery.confirm;
    if (await carryOut(link, standing.session, request)) {
      return tell(reply, frame, doneTitle, (isMove(link.live) ? done : doneSame)({ email: displayText(email) }));
    }
    const holder = await people.findByEmail(emailKey(email));
    // A person who receives the mail of this address may learn that it has an account.
    const isTaken = holder !== undefined && holder.id !== personId;
    const isReserved = holder === undefined && (await emailAddresses.isReserved(emailKey(email), clock()));
    if (!isTaken && !isReserved) return links.gone(request, reply);
    return tell(reply.code(409), frame, takenTitle, taken);
  });

  /**
   * A new address may belong to someone other than the account's owner, so the owner must be signed in to change it.
   */
  async function standingOf(live: LiveMailLink, request: FastifyRequest): Promise<Confirmer> {
    if (!isMove(live)) return { session: undefined };
    const session = await loginSession.find(request);
    if (session === undefined) return { signedInAs: undefined };
    return session.person.id === live.personId ? { session } : { signedInAs: session.person.name };
  }

  function turnAway(reply: FastifyReply, signedInAs: string | undefined, hidden: OpenedLink['hidden']): FastifyReply {
    if (signedInAs === undefined) {
      return goTo(reply, `/sign-in?${new URLSearchParams({ next: `${PATH}?${new URLSearchParams(hidden)}` })}`);
    }
    // The page does not reveal the account that the link belongs to.
    const frame = frameFor(reply.request);
    const { other, otherTitle } = textFor(frame.language).recovery.confirm;
    return tell(reply.code(403), frame, otherTitle, other({ name: displayText(signedInAs) }));
  }

  async function carryOut(link: OpenedLink, session: Session | undefined, request: FastifyRequest): Promise<boolean> {
    const { email, personId } = link.live;
    const trail = { ...originOf(request), at: clock(), personId };
    return session === undefined
      ? emailAddresses.verify(link.hash, personId, email, { ...trail, event: 'email_verified' })
      : protection.changeEmail(link, session.id, frameFor(request).language, trail);
  }
}

function tell(reply: FastifyReply, frame: PageFrame, title: string, sentence: string): FastifyReply {
  const next = { href: '/account', label: textFor(frame.language).recovery.confirm.toAccount };
  return sendPage(reply, outcomePage(frame, { title, sentences: [sentence], next }), 'plain');
}

/** Returns whether the link changes the address of the account, rather than confirming the current one. */
const isMove = ({ email, person }: LiveMailLink): boolean => emailKey(email) !== emailKey(person.email);
