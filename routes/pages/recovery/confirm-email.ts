/** Confirms an e-mail address by a link: the current address of an account, or a new one that replaces it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { emailKey } from '../../../schema/people/email.ts';
import type { LiveMailLink } from '../../../schema/people/mail-link.ts';
import { mailedLink, type OpenedLink } from '../kit/mailed-link.ts';
import { frameFor, goTo, sendPage } from '../kit/sending.ts';
import { confirmEmailPage, emailConfirmedPage, emailTakenPage, linkGonePage, otherAccountPage } from './view.ts';

const PATH = '/email/confirm';

/** The reason why a link has no effect: nobody is signed in, or someone else is. */
interface Bar {
  signedInAs: string | undefined;
}

export function confirmEmail(app: FastifyInstance): void {
  const { clock, originOf } = app;
  const { emailAddresses, loginSession, persons: people } = app.people;
  const links = mailedLink(app, 'verify_email', gone);

  links.show(PATH, async ({ live, csrf, hidden }, request, reply) => {
    const bar = await barTo(live, request);
    if (bar !== undefined) return turnAway(bar, hidden, request, reply);
    const { email, person: account } = live;
    const page = confirmEmailPage(frameFor(request), { action: PATH, csrf, hidden, email, account });
    return sendPage(reply, page, 'form');
  });

  links.take(PATH, async (link, _form, request, reply) => {
    const bar = await barTo(link.live, request);
    if (bar !== undefined) return turnAway(bar, link.hidden, request, reply);
    const { email } = link.live;
    if (await confirm(link, request)) return sendPage(reply, emailConfirmedPage(frameFor(request), email), 'plain');
    const holder = await people.findByEmail(emailKey(email));
    // A person who receives the mail of this address may learn that it has an account.
    const isTaken = holder !== undefined && holder.id !== link.live.personId;
    return isTaken ? sendPage(reply.code(409), emailTakenPage(frameFor(request)), 'plain') : gone(request, reply);
  });

  /**
   * A new address may belong to someone other than the account's owner, so the owner must be signed in to change it.
   */
  async function barTo(live: LiveMailLink, request: FastifyRequest): Promise<Bar | undefined> {
    if (!isMove(live)) return undefined;
    const session = await loginSession.find(request);
    if (session === undefined) return { signedInAs: undefined };
    return session.person.id === live.personId ? undefined : { signedInAs: session.person.name };
  }

  function turnAway(
    { signedInAs }: Bar,
    hidden: OpenedLink['hidden'],
    request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply {
    if (signedInAs !== undefined) {
      return sendPage(reply.code(403), otherAccountPage(frameFor(request), signedInAs), 'plain');
    }
    return goTo(reply, `/sign-in?${new URLSearchParams({ next: `${PATH}?${new URLSearchParams(hidden)}` })}`);
  }

  async function confirm({ live, hash }: OpenedLink, request: FastifyRequest): Promise<boolean> {
    const { email, personId, person } = live;
    const trail = { ...originOf(request), at: clock(), personId };
    return isMove(live)
      ? emailAddresses.change(hash, { personId, name: person.name, email }, { ...trail, event: 'email_changed' })
      : emailAddresses.verify(hash, personId, email, { ...trail, event: 'email_verified' });
  }

  function gone(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return sendPage(reply.code(404), linkGonePage(frameFor(request), 'account'), 'plain');
  }
}

/** Whether the link changes the address of the account, rather than confirming the current one. */
const isMove = ({ email, person }: LiveMailLink): boolean => emailKey(email) !== emailKey(person.email);
