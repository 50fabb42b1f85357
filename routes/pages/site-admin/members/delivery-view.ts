import type { InvitationDelivery, InvitationLinkState } from '../../../../schema/people/invitation.ts';
import { dayText, momentText } from '../../kit/components.ts';
import { type Html, html } from '../../kit/html.ts';
import type { PageFrame } from '../../kit/layout.ts';
import { textFor } from '../../kit/text/index.ts';

/**
 * `kept`: a file is written, because no mail server is set up. The others are of a server that sends no e-mails: `off` says
 * so, `held` has an e-mail from before that is not sent, and `past` is `sent` before that.
 */
export type ShownDelivery =
  | InvitationDelivery
  | ({ state: 'kept' | 'past' } & InvitationLinkState)
  | { state: 'off' | 'held' };

type In = Pick<PageFrame, 'language'> & { timeZone: string; offersLink: boolean };

/** Says what became of the e-mail of an invitation, and when that was, or is tried again. */
export function deliveryText(delivery: ShownDelivery, { language, timeZone, offersLink }: In): Html {
  const { states, why, nextTry, gaveUp, link, passOn } = textFor(language).members.delivery;
  const moment = (at: number): string => momentText(at, language, timeZone);
  const day = (at: number): string => dayText(at, language, timeZone);
  const sentences = [
    states[delivery.state],
    'why' in delivery && why[delivery.why],
    'nextAt' in delivery && nextTry(moment(delivery.nextAt)),
    'at' in delivery && gaveUp(moment(delivery.at)),
    // To the day: a school does not learn from it that others have invited the same person too often for another e-mail.
    'createdAt' in delivery && delivery.state !== 'lapsed' && link(day(delivery.createdAt), day(delivery.expiresAt)),
    offersLink && 'why' in delivery && passOn,
  ];
  const [first, ...more] = sentences.filter((sentence) => sentence !== false);
  return html`${first}${more.map((sentence) => html`<br>${sentence}`)}`;
}
