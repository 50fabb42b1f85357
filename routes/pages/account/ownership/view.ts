import { kindOfOffer } from '../../../../schema/people/ownership.ts';
import type { Language, Text } from '../../../words/index.ts';
import { button, linkButton, moment, postForm } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';

export type OpenOffer = {
  siteId: string;
  siteName: string;
  offererName: string;
  handsOver: boolean;
  expiresAt: number;
  timezone: string;
};

type Page = { csrf: string; language: Language; text: Text };

const item = (offer: OpenOffer, { csrf, language, text }: Page): Html => {
  const { ownership } = text.members;
  const action = `/account/ownership/${offer.siteId}`;
  const kind = kindOfOffer(offer);
  return html`<li><div><h3>${displayText(offer.siteName)}</h3><p>${ownership.offers[kind]({ by: displayText(offer.offererName) })}</p>
<p class="detail">${ownership.openUntil} ${moment(offer.expiresAt, language, offer.timezone)}</p></div>
<div class="inline">${linkButton(action, ownership.accept)}
${postForm({ action: `${action}/decline`, csrf, body: button(ownership.decline, 'secondary') })}</div></li>`;
};

/** A section of the overview with the schools that the person is asked to own; `undefined` if there are none. */
export const openOffers = (offers: readonly OpenOffer[], page: Page): Html | undefined =>
  offers.length === 0
    ? undefined
    : html`<section class="stack" id="ownership"><h2>${page.text.members.ownership.title}</h2>
<ul class="rows">${offers.map((offer) => item(offer, page))}</ul></section>`;
