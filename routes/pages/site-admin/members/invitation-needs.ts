/** What the open invitations of a school wait for: the same on its first page, which counts them, and in the list of members. */
import type { FastifyInstance } from 'fastify';
import type { InvitationState } from '../../../../schema/people/invitation.ts';
import { MAIL_LINK_LIFETIME } from '../../../../schema/people/mail-link.ts';

/** In the order in which they are named. */
export const INVITATION_NEEDS = ['unlinked', 'bounced', 'delayed', 'unsent', 'lapsing', 'lapsed'] as const;
export type InvitationNeed = (typeof INVITATION_NEEDS)[number];

const DAY = 86_400_000;
/** An invitation that ends this soon is worth a word to the person. */
const LAPSES_SOON_MS = 2 * DAY;
/** An expired invitation is mentioned for so long. */
const LAPSED_MS = 30 * DAY;

const OF_MAIL = { failed: 'bounced', delayed: 'delayed', unsent: 'unsent', waiting: undefined } as const;

/** @returns the open invitations that need something, the newest first. The reads are bounded. */
export async function needingInvitations(
  app: FastifyInstance,
  siteId: string,
): Promise<(InvitationState & { need: InvitationNeed })[]> {
  const now = app.clock();
  const { invitationMail, invitations, mailer } = app.people;
  const open = await invitations.ofSite(siteId);
  if (open.length === 0) return [];
  const notSent = await invitationMail.notSent(siteId, open);
  // Where no e-mail is sent, people with an account accept when they sign in, and others need a link. That of an e-mail
  // which was not sent is known to nobody.
  const withoutMail = ({ personId, isNewAccount, link }: InvitationState): InvitationNeed | undefined => {
    const hasLink = link !== null && link.expiresAt > now && !notSent.has(personId);
    return isNewAccount && !hasLink ? 'unlinked' : undefined;
  };
  const withMail = ({ personId, invitedAt, link }: InvitationState): InvitationNeed | undefined => {
    const endsAt = link?.expiresAt ?? invitedAt + MAIL_LINK_LIFETIME.invitation;
    if (endsAt <= now) return endsAt > now - LAPSED_MS ? 'lapsed' : undefined;
    const state = notSent.get(personId);
    if (state !== undefined) return OF_MAIL[state];
    return link !== null && endsAt <= now + LAPSES_SOON_MS ? 'lapsing' : undefined;
  };
  const needOf = mailer.isOn ? withMail : withoutMail;
  return open.flatMap((one) => {
    const need = needOf(one);
    return need === undefined ? [] : [{ ...one, need }];
  });
}
