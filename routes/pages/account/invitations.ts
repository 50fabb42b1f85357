/** Invitations to schools, which a signed-in person accepts or declines. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Invitation } from '../../../schema/people/invitation.ts';
import type { SchoolMembership } from '../../../schema/people/person.ts';
import { goTo } from '../../http.ts';
import { button, postForm } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import type { Visit } from '../kit/page.ts';
import { pathParameter } from '../kit/path-parameter.ts';
import type { SignedInPages } from '../kit/signed-in.ts';
import { CONNECT } from '../sign-in/at-school.ts';

const PATH = '/account/invitations';

export function invitationForms(app: FastifyInstance, pages: SignedInPages): void {
  const { invitations, mailer, persons, providerSignIn, providerStore } = app.people;

  const ANSWERS = {
    accept: { event: 'invitation_accepted', act: invitations.accept, done: 'accepted' },
    decline: { event: 'invitation_declined', act: invitations.decline, done: 'declined' },
  } as const;

  /**
   * An invitation is for an e-mail address, so the person must have confirmed that the account's address is theirs.
   * Without e-mail, nobody can confirm one alone, so it is not required at the only school. Of several, one could have
   * let somebody else into an account with the address that another school invites.
   */
  const isProven = async (personId: string): Promise<boolean> =>
    (await persons.find(personId))?.emailVerified === true ||
    (!mailer.isOn && (await app.school.platform.isOneSchool()));

  // PostgreSQL cannot store NUL in text, and no site has such an id.
  const find = async (personId: string, site: string): Promise<Invitation | undefined> =>
    site.includes('\0') ? undefined : invitations.find(personId, site);

  /** Whoever came by the school's provider connects it next. */
  async function nextAfter(request: FastifyRequest, site: string, done: 'accepted' | 'declined'): Promise<string> {
    const proof = done === 'accepted' ? providerSignIn.findProof(request) : undefined;
    const provider = proof && (await providerStore.find(proof.providerId));
    return provider?.siteId === site ? CONNECT : `/account?done=${done}`;
  }

  for (const [answer, { event, act, done }] of Object.entries(ANSWERS)) {
    pages.post(`${PATH}/:site/${answer}`, async (signedIn, _form, reply) => {
      const { memberships, request, session } = signedIn;
      const { id: personId } = session.person;
      const site = pathParameter(request, 'site');
      const invitation = await find(personId, site);
      if (invitation === undefined) return goTo(reply, `/account?done=${answeredBefore(answer, memberships, site)}`);
      if (answer === 'accept' && !(await isProven(personId))) {
        return goTo(reply, `/account?done=${mailer.isOn ? 'unproven' : 'unprovable'}`);
      }
      // Without the IP address and browser, because the school can read this event, and the person may never join it.
      const origin = { requestId: request.id, at: app.clock() };
      const isDone = await act(invitation, { ...origin, event, personId, siteId: invitation.siteId });
      return goTo(reply, isDone ? await nextAfter(request, site, done) : '/account?done=gone');
    });
  }
}

/** An invitation that is no longer open may have been accepted in another tab. */
const answeredBefore = (answer: string, memberships: readonly SchoolMembership[], site: string): 'accepted' | 'gone' =>
  answer === 'accept' && memberships.some(({ siteId }) => siteId === site) ? 'accepted' : 'gone';

const item = ({ siteId, siteName, role }: Invitation, { csrf, text }: Visit): Html => {
  const form = (answer: 'accept' | 'decline', style: 'primary' | 'secondary'): Html =>
    postForm({ action: `${PATH}/${siteId}/${answer}`, csrf, body: button(text.invitation[answer], style) });
  return html`<li><div><h3>${displayText(siteName)}</h3><p class="detail">${text.roles[role]}</p></div>
<div class="inline">
${form('accept', 'primary')}
${form('decline', 'secondary')}
</div></li>`;
};

/** A section of the overview with the open invitations, if there are some. */
export const openInvitations = (invitations: readonly Invitation[], visit: Visit): Html | false =>
  invitations.length > 0 &&
  html`<section class="stack"><div class="intro"><h2>${visit.text.invitation.open}</h2><p>${visit.text.invitation.openLead}</p></div>
<ul class="rows">${invitations.map((invitation) => item(invitation, visit))}</ul></section>`;
