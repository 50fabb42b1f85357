/** Invitations to schools, which a signed-in person accepts or declines. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Invitation } from '../../../../schema/people/invitation.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import { goTo } from '../../kit/sending.ts';
import type { SignedInPages, SignedInRequest } from '../../kit/signed-in.ts';

export function invitationForms(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  const { clock } = app;
  const { invitations, mailer, persons: people } = app.people;

  const ANSWERS = {
    accept: { event: 'invitation_accepted', act: invitations.accept, done: 'accepted' },
    decline: { event: 'invitation_declined', act: invitations.decline, done: 'declined' },
  } as const;

  const eventOf = ({ personId, siteId }: Invitation, request: FastifyRequest) => ({
    // Without the IP address and browser, because the school can read this event, and the person may never join it.
    requestId: request.id,
    at: clock(),
    personId,
    siteId,
  });

  /**
   * An invitation is for an e-mail address, so the person must have confirmed that the account's address is theirs.
   * This is not required without a mail server, because nobody can confirm an address then.
   */
  const isProven = async (personId: string): Promise<boolean> =>
    !mailer.isOn || (await people.find(personId))?.emailVerified === true;

  for (const [answer, { event, act, done }] of Object.entries(ANSWERS)) {
    pages.post(`/account/invitations/:site/${answer}`, async ({ request, session }, _form, reply) => {
      const site = pathParameter(request, 'site');
      // PostgreSQL cannot store NUL in text, and no site has such an id.
      const invitation = site.includes('\0') ? undefined : await invitations.find(session.person.id, site);
      if (invitation !== undefined && answer === 'accept' && !(await isProven(session.person.id))) {
        return goTo(reply, '/account?done=unproven');
      }
      const isDone = invitation !== undefined && (await act(invitation, { ...eventOf(invitation, request), event }));
      return goTo(reply, `/account?done=${isDone ? done : 'gone'}`);
    });
  }
}
