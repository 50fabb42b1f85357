/** Delivery of the e-mails of open invitations: of one on the page of the member, and what all of a school wait for. */
import type { FastifyInstance } from 'fastify';
import type { InvitationDelivery, InvitationLinkState, InvitationState } from '../../../../schema/people/invitation.ts';
import { MAIL_LINK_LIFETIME } from '../../../../schema/people/mail-link.ts';
import type { MailTrouble } from '../../../../schema/people/mail-trouble.ts';
import type { Text } from '../../../words/index.ts';
import { dayText, momentText } from '../../kit/components.ts';
import { type Html, html } from '../../kit/html.ts';
import type { Visit } from '../../kit/page.ts';

/**
 * `kept`: a file is written, because no mail server is set up. The others are of a server that sends no e-mails: `off` says
 * so, `held` has an e-mail from before that is not sent, `givenUp` is `failed` before that, and `past` is `sent` before that.
 */
type ShownDelivery =
  | InvitationDelivery
  | (Omit<Extract<InvitationDelivery, { state: 'failed' }>, 'state'> & { state: 'givenUp' })
  | ({ state: 'kept' | 'past' } & InvitationLinkState)
  | { state: 'off' | 'held' };

/** The way of e-mails: they are sent, written to files if there is no mail server, or not written at all. */
type MailDelivery = Exclude<keyof Text['members']['letters'], 'link'>;

export const mailDeliveryOf = ({ config: { mail } }: FastifyInstance): MailDelivery => {
  if (mail.server === 'off') return 'none';
  return mail.server === undefined ? 'kept' : 'sent';
};

/** Where no e-mail is sent, what waits in the outbox from before is not sent either. */
export async function deliveryOf(
  { people: { invitationMail } }: FastifyInstance,
  mailDelivery: MailDelivery,
  siteId: string,
  personId: string,
): Promise<ShownDelivery> {
  const found = await invitationMail.of(siteId, personId);
  if (mailDelivery === 'none') {
    if (found.state === 'sent') return { ...found, state: 'past' };
    if (found.state === 'failed') return { ...found, state: 'givenUp' };
    if (found.state === 'unsent' || found.state === 'unknown') return { state: 'off' };
    return 'createdAt' in found ? found : { state: 'held' };
  }
  return found.state === 'sent' && mailDelivery === 'kept' ? { ...found, state: 'kept' } : found;
}

type States = ReadonlySet<ShownDelivery['state']>;

/** The person gets the invitation only if a link is passed on. */
const NEEDS_LINK: States = new Set<ShownDelivery['state']>(['delayed', 'failed', 'off', 'held', 'givenUp']);
/** Without a link to pass on, there may be an account that has the invitation. The school does not learn whether. */
const MAY_HAVE_ACCOUNT: States = new Set<ShownDelivery['state']>([...NEEDS_LINK, 'shown', 'lapsed']);
/** Troubles that a wrong address cannot cause. */
const OF_THE_SERVER: ReadonlySet<MailTrouble> = new Set<MailTrouble>(['sign_in', 'unreachable']);

/** Says what became of the e-mail of an invitation, and when that was, or is tried again. */
export function deliveryText(delivery: ShownDelivery, offersLink: boolean, { language, text, timeZone }: Visit): Html {
  const { states, why, nextTry, gaveUp, checkAddress, link, passOn, inAccount } = text.members.delivery;
  const moment = (at: number): string => momentText(at, language, timeZone);
  const day = (at: number): string => dayText(at, language, timeZone);
  const sentences = [
    states[delivery.state],
    'why' in delivery && why[delivery.why],
    'nextAt' in delivery && nextTry({ at: moment(delivery.nextAt) }),
    'at' in delivery && gaveUp({ at: moment(delivery.at) }),
    'at' in delivery && !OF_THE_SERVER.has(delivery.why) && checkAddress,
    // To the day: a school does not learn from it that others have invited the same person too often for another e-mail.
    'createdAt' in delivery &&
      delivery.state !== 'lapsed' &&
      link({ from: day(delivery.createdAt), until: day(delivery.expiresAt) }),
    offersLink ? NEEDS_LINK.has(delivery.state) && passOn : MAY_HAVE_ACCOUNT.has(delivery.state) && inAccount,
  ];
  const [first, ...more] = sentences.filter((sentence) => sentence !== false);
  return html`${first}${more.map((sentence) => html`<br>${sentence}`)}`;
}

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
