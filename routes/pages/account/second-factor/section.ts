/** The section of the sign-in settings about the second factor, and the notice of a reset that a school ordered. */
import type { FastifyInstance } from 'fastify';
import { goTo } from '../../../http.ts';
import { button, dayText, emptyList, linkButton, notice, postForm } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { timesOfReset } from '../../kit/reset-times.ts';
import type { SignedInPages, SignedInRequest } from '../../kit/signed-in.ts';
import { timeZoneOf } from '../account-pages.ts';
import { RECOVERY_CODES, REMOVE } from './changing.ts';

export async function secondFactorSection(
  { people: { secondFactor, secondFactors } }: FastifyInstance,
  { frame, memberships, session, text: { secondFactor: text } }: SignedInRequest,
): Promise<Html> {
  const { id } = session.person;
  const authenticator = await secondFactors.find(id);
  const since = authenticator && dayText(authenticator.createdAt, frame.language, timeZoneOf(memberships));
  const left = text.left({ count: await secondFactors.recoveryCodesLeft(id) });
  const none = (await secondFactor.isDemandedOf(id)) ? text.demanded : text.offText;
  return html`<section class="stack" id="second-factor"><div class="intro"><h2>${text.title}</h2><p>${text.lead}</p></div>
${
  since === undefined
    ? html`${emptyList(text.off, none)}
<div class="inline">${linkButton('/account/second-factor/new', text.setUp, 'secondary')}</div>`
    : html`<p>${text.on({ day: since })}, ${left}</p>
<div class="inline">${linkButton(RECOVERY_CODES, text.newCodes, 'secondary')}
${linkButton(REMOVE, text.turnOff, 'secondary')}</div>`
}
</section>`;
}

const PATH = '/account/second-factor/keep';

/** Tells the person of a reset that a school ordered, if one is pending. */
export async function pendingResetNotice(
  { people: { secondFactor } }: FastifyInstance,
  { csrf, frame, session, text }: SignedInRequest,
): Promise<Html | undefined> {
  const pending = await secondFactor.pendingReset(session.person.id);
  if (pending === undefined) return undefined;
  const { isDue, siteName, timezone } = pending;
  const { reset } = text.secondFactor;
  const names = { school: displayText(siteName), ...timesOfReset(pending, frame.language, timezone) };
  const form = postForm({ action: PATH, csrf, body: button(reset.cancel) });
  return notice('warning', html`<p>${(isDue ? reset.due : reset.ordered)(names)}</p>${form}`);
}

/** It takes only a click, as with the link in the e-mail. A second click finds nothing, and reads the same. */
export function keepingForm(app: FastifyInstance, pages: SignedInPages): void {
  pages.post(PATH, async ({ request, session }, _form, reply) => {
    await app.people.secondFactor.keep(session.person.id, app.originOf(request));
    return goTo(reply, '/account/sign-in?done=second_factor_kept');
  });
}
