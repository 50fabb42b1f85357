/** Confirms an e-mail address by a link: the current address of an account, or a new one that replaces it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { emailKey } from '../../../schema/people/email.ts';
import type { LiveMailLink } from '../../../schema/people/mail-link.ts';
import type { Session } from '../../../schema/people/person.ts';
import { framedFor } from '../kit/branding.ts';
import { mailedLink, type OpenedLink } from '../kit/mailed-link.ts';
import { frameFor, goTo, sendPage } from '../kit/sending.ts';
import { confirmEmailPage, emailConfirmedPage, emailTakenPage, linkGonePage, otherAccountPage } from './view.ts';

const PATH = '/email/confirm';

/** The session in which a link is used, or the reason why it has no effect: nobody is signed in, or somebody else is. */
type Standing = { session: Session | undefined } | { signedInAs: string | undefined };

export function confirmEmail(app: FastifyInstance): void {
  const { clock, originOf } = app;
  const { emailAddresses, loginSession, persons: people, protection } = app.people;
  const links = mailedLink(app, 'verify_email', gone);

  links.show(PATH, async ({ live, csrf, hidden }, request, reply) => {
    const standing = await standingOf(live, request);
    if ('signedInAs' in standing) return turnAway(standing.signedInAs, hidden, request, reply);
    const { email, person: account } = live;
    const frame = await framedFor(app, request, live.personId);
    const page = confirmEmailPage(frame, { action: PATH, csrf, hidden, email, account });
    return sendPage(reply, page, 'form');
  });

  links.take(PATH, async (link, _form, request, reply) => {
    const standing = await standingOf(link.live, request);
    if ('signedInAs' in standing) return turnAway(standing.signedInAs, link.hidden, request, reply);
    const { email, personId } = link.live;
    const frame = await framedFor(app, request, personId);
    if (await confirm(link, standing.session, request))
      return sendPage(reply, emailConfirmedPage(frame, email, isMove(link.live)), 'plain');
    const holder = await people.findByEmail(emailKey(email));
    // A person who receives the mail of this address may learn that it has an account.
    const isTaken = holder !== undefined && holder.id !== personId;
    const isReserved = holder === undefined && (await emailAddresses.isReserved(emailKey(email), clock()));
    return isTaken || isReserved ? sendPage(reply.code(409), emailTakenPage(frame), 'plain') : gone(request, reply);
  });

  /**
   * A new address may belong to someone other than the account's owner, so the owner must be signed in to change it.
   */
  async function standingOf(live: LiveMailLink, request: FastifyRequest): Promise<Standing> {
    if (!isMove(live)) return { session: undefined };
    const session = await loginSession.find(request);
    if (session === undefined) return { signedInAs: undefined };
    return session.person.id === live.personId ? { session } : { signedInAs: session.person.name };
  }

  function turnAway(
    signedInAs: string | undefined,
    hidden: OpenedLink['hidden'],
    request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply {
    if (signedInAs !== undefined) {
      return sendPage(reply.code(403), otherAccountPage(frameFor(request), signedInAs), 'plain');
    }
    return goTo(reply, `/sign-in?${new URLSearchParams({ next: `${PATH}?${new URLSearchParams(hidden)}` })}`);
  }

  async function confirm(link: OpenedLink, session: Session | undefined, request: FastifyRequest): Promise<boolean> {
    const { email, personId } = link.live;
    const trail = { ...originOf(request), at: clock(), personId };
    return session === undefined
      ? emailAddresses.verify(link.hash, personId, email, { ...trail, event: 'email_verified' })
      : protection.changeEmail(link, session.id, frameFor(request).language, trail);
  }

  function gone(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return sendPage(reply.code(404), linkGonePage(frameFor(request), 'email'), 'plain');
  }
}

/** Whether the link changes the address of the account, rather than confirming the current one. */
const isMove = ({ email, person }: LiveMailLink): boolean => emailKey(email) !== emailKey(person.email);
