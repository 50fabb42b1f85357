/** The link of an invitation, shown to whoever invites where no e-mail is sent, or that of the invitation could not be. */
import type { FastifyInstance } from 'fastify';
import { html } from '../../kit/html.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { sendPage } from '../../kit/sending.ts';
import { adminFrame, type OperatorRequest, type SiteAdminPages } from '../operator-pages.ts';
import { common, MEMBER, pageOf } from './actions.ts';
import { shownLinkPage } from './invitation-view.ts';
import { findMember, mayHaveLink, type ShownMember } from './member.ts';
import { nameOf } from './names.ts';
import type { ShowMember } from './page.ts';

interface Invited {
  member: ShownMember;
  /** Whether an e-mail of the invitation waits in the outbox, or was given up. */
  hasEmail: boolean;
}

export function invitationLinks(app: FastifyInstance, { managers }: SiteAdminPages, show: ShowMember): void {
  const { invitationMail, shownLinks } = app.people;

  // Whoever has the link can join in the person's place, so making one asks for the same as giving a role does.
  requireReauthentication<OperatorRequest, Invited>(app, managers, {
    ...common,
    path: `${MEMBER}/invitation-link`,
    async find(signedIn) {
      const member = await findMember(app, signedIn);
      if (member === undefined || !(await mayHaveLink(app, signedIn, member))) return undefined;
      const { ids } = await invitationMail.inOutbox(signedIn.membership.siteId, member.id);
      return { member, hasEmail: ids.length > 0 };
    },
    describe(signedIn, { member, hasEmail }) {
      const { invitationLink } = signedIn.text.members;
      return {
        title: invitationLink.ask({ name: nameOf(member) }),
        consequences: html`<p>${invitationLink.askText({ role: signedIn.text.roles[member.role] })}</p>${hasEmail && html`<p>${invitationLink.askWithdraws}</p>`}<p>${invitationLink.askEnds}</p>`,
        submit: invitationLink.make,
        tone: 'primary',
        cancelHref: pageOf(signedIn, member),
      };
    },
    async act(signedIn, { member }, _form, reply) {
      const { session, membership } = signedIn;
      const event = signedIn.event('invitation_link_created', { target: `member/${member.id}` });
      const url = await shownLinks.invite(membership.siteId, member.id, session.person.id, event);
      if (url === undefined) return show(signedIn, reply.code(409), member, 'conflict');
      const page = shownLinkPage(adminFrame(signedIn, '/members'), signedIn.text.members.invitationLink, {
        name: nameOf(member),
        url,
        href: pageOf(signedIn, member),
      });
      return sendPage(reply, page, 'own');
    },
  });
}
