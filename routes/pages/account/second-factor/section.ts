/** The section of the sign-in settings about the second factor. */
import type { FastifyInstance } from 'fastify';
import { dayText, emptyList, linkButton } from '../../kit/components.ts';
import { type Html, html } from '../../kit/html.ts';
import type { SignedInRequest } from '../../kit/signed-in.ts';
import { RECOVERY_CODES, REMOVE } from './changing.ts';

export async function secondFactorSection(
  { people: { secondFactor, secondFactors } }: FastifyInstance,
  { frame, session, text: { secondFactor: text } }: SignedInRequest,
): Promise<Html> {
  const { id } = session.person;
  const authenticator = await secondFactors.find(id);
  const left = text.left({ count: await secondFactors.recoveryCodesLeft(id) });
  const none = (await secondFactor.isDemandedOf(id)) ? text.demanded : text.offText;
  return html`<section class="stack" id="second-factor"><div class="intro"><h2>${text.title}</h2><p>${text.lead}</p></div>
${
  authenticator === undefined
    ? html`${emptyList(text.off, none)}
<div class="inline">${linkButton('/account/second-factor/new', text.setUp, 'secondary')}</div>`
    : html`<p>${text.on({ day: dayText(authenticator.createdAt, frame.language) })}, ${left}</p>
<div class="inline">${linkButton(RECOVERY_CODES, text.newCodes, 'secondary')}
${linkButton(REMOVE, text.turnOff, 'secondary')}</div>`
}
</section>`;
}
