/** The page of an invitation to a school, opened by the link in an e-mail. */
import type { FastifyReply } from 'fastify';
import type { Invitation } from '../../../schema/people/invitation.ts';
import type { PasswordProblem } from '../../../schema/people/password-policy.ts';
import { type Text, textFor } from '../../words/index.ts';
import { brandedFrame } from '../kit/branding.ts';
import { button, errorSummary, linkButton, notice, postForm, type WrongField } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { page } from '../kit/layout.ts';
import type { OpenedLink } from '../kit/mailed-link.ts';
import { type NameProblem, nameField, newPasswordField } from '../kit/person-fields.ts';
import { frameFor, sendPage } from '../kit/sending.ts';

export const PATH = '/invitation';
export const DECLINE = `${PATH}/decline`;

/** What the person has to do to accept the invitation. */
type Acceptance =
  | {
      by: 'new_account';
      email: string;
      name: string;
      /** Who is signed in in this browser, and keeps an account of their own. */
      signedInAs?: string | undefined;
      nameProblem?: NameProblem | undefined;
      problem?: PasswordProblem | undefined;
    }
  | { by: 'signing_in' }
  | { by: 'changing_account'; signedInAs: string };

export async function ask(
  reply: FastifyReply,
  link: OpenedLink,
  { role, siteId, siteName }: Invitation,
  acceptance: Acceptance,
): Promise<FastifyReply> {
  const frame = await brandedFrame(reply.server, frameFor(reply.request), siteId);
  const text = textFor(frame.language);
  const { invitation } = text;
  const { csrf, hidden } = link;
  const title = invitation.title({ school: displayText(siteName) });
  const isNew = acceptance.by === 'new_account';
  const wrong = isNew ? wrongFields(acceptance, text) : [];
  const body = html`<div class="intro"><h1>${title}</h1><p>${invitation.lead({ role: text.roles[role] })}</p></div>
${errorSummary(wrong, text)}
${accepting(acceptance, link, siteId, text)}
${isNew && html`<div class="aside">${postForm({ action: DECLINE, csrf, hidden, body: button(invitation.decline, 'plain') })}</div>`}`;
  const parts = { title, body, revealsPassword: isNew, isWrong: wrong.length > 0 };
  return sendPage(reply, page(frame, parts), isNew ? 'scripted_form' : 'form');
}

const wrongFields = (
  { nameProblem, problem }: Pick<Acceptance & { by: 'new_account' }, 'nameProblem' | 'problem'>,
  text: Text,
): WrongField[] =>
  [
    nameProblem && { id: 'name', label: text.profile.name },
    problem && { id: 'new_password', label: text.password.new },
  ].filter((one) => one !== undefined);

function accepting(acceptance: Acceptance, { csrf, hidden }: OpenedLink, siteId: string, text: Text): Html {
  const { invitation } = text;
  switch (acceptance.by) {
    case 'new_account': {
      const { email, name, nameProblem, problem, signedInAs } = acceptance;
      const fields = html`<fieldset class="stack"><legend>${invitation.newAccount}</legend>
<p class="quiet">${invitation.newAccountLead({ email: displayText(email) })}</p>
${nameField(text, invitation.nameHint, name, nameProblem)}
${newPasswordField(text, { problem })}</fieldset>`;
      const other = signedInAs && invitation.besideAccount({ name: displayText(signedInAs) });
      return html`${other && notice('warning', html`<p>${other}</p>`)}
${postForm({ action: PATH, csrf, hidden, body: [fields, button(invitation.accept)] })}`;
    }
    case 'signing_in':
      return html`<p>${invitation.hasAccount}</p>
<div class="inline">${linkButton(`/sign-in?next=/account&school=${siteId}`, invitation.signIn)}</div>`;
    case 'changing_account':
      return html`${notice('warning', html`<p>${invitation.otherAccount({ name: displayText(acceptance.signedInAs) })}</p>`)}
<div class="inline">${linkButton('/account', text.recovery.confirm.toAccount, 'secondary')}</div>`;
  }
}
