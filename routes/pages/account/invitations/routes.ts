/** Invitations to schools, which a signed-in person accepts or declines. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Invitation } from '../../../../schema/people/invitation.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import { goTo } from '../../kit/sending.ts';
import type { SignedInPages, SignedInRequest } from '../../kit/signed-in.ts';

export function invitationForms(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  const { clock } = app;
  const { invitations, mailer, persons: people } = app.people;
  const { platform } = app.school;

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
   * Without e-mail, nobody can confirm one alone, so it is not required at the only school. Of several, one could have
   * let somebody else into an account with the address that another school invites.
   */
  const isProven = async (personId: string): Promise<boolean> =>
    (await people.find(personId))?.emailVerified === true || (!mailer.isOn && (await platform.isOneSchool()));

  for (const [answer, { event, act, done }] of Object.entries(ANSWERS)) {
    pages.post(`/account/invitations/:site/${answer}`, async ({ request, session }, _form, reply) => {
      const site = pathParameter(request, 'site');
      // PostgreSQL cannot store NUL in text, and no site has such an id.
      const invitation = site.includes('\0') ? undefined : await invitations.find(session.person.id, site);
      if (invitation !== undefined && answer === 'accept' && !(await isProven(session.person.id))) {
        return goTo(reply, `/account?done=${mailer.isOn ? 'unproven' : 'unprovable'}`);
      }
      const isDone = invitation !== undefined && (await act(invitation, { ...eventOf(invitation, request), event }));
      return goTo(reply, `/account?done=${isDone ? done : 'gone'}`);
    });
  }
}
