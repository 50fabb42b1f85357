import type { InvitationDelivery, InvitationLinkState } from '../../../../schema/people/invitation.ts';
import type { MailTrouble } from '../../../../schema/people/mail-trouble.ts';
import { textFor } from '../../../words/index.ts';
import { dayText, momentText } from '../../kit/components.ts';
import { type Html, html } from '../../kit/html.ts';
import type { PageFrame } from '../../kit/layout.ts';

/**
 * `kept`: a file is written, because no mail server is set up. The others are of a server that sends no e-mails: `off` says
 * so, `held` has an e-mail from before that is not sent, `givenUp` is `failed` before that, and `past` is `sent` before that.
 */
export type ShownDelivery =
  | InvitationDelivery
  | (Omit<Extract<InvitationDelivery, { state: 'failed' }>, 'state'> & { state: 'givenUp' })
  | ({ state: 'kept' | 'past' } & InvitationLinkState)
  | { state: 'off' | 'held' };

type In = Pick<PageFrame, 'language'> & { timeZone: string; offersLink: boolean };

type States = ReadonlySet<ShownDelivery['state']>;

/** The person gets the invitation only if a link is passed on. */
const NEEDS_LINK: States = new Set<ShownDelivery['state']>(['delayed', 'failed', 'off', 'held', 'givenUp']);
/** Without a link to pass on, there may be an account that has the invitation. The school does not learn whether. */
const MAY_HAVE_ACCOUNT: States = new Set<ShownDelivery['state']>([...NEEDS_LINK, 'shown', 'lapsed']);
/** What a wrong address cannot cause. */
const OF_THE_SERVER: ReadonlySet<MailTrouble> = new Set<MailTrouble>(['sign_in', 'unreachable']);

/** Says what became of the e-mail of an invitation, and when that was, or is tried again. */
export function deliveryText(delivery: ShownDelivery, { language, timeZone, offersLink }: In): Html {
  const { states, why, nextTry, gaveUp, checkAddress, link, passOn, inAccount } = textFor(language).members.delivery;
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
