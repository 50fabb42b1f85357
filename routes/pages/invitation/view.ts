/** An invitation to a school, opened by the link in an e-mail. */
import type { Role } from '../../../schema/oauth/scope.ts';
import type { PasswordProblem } from '../../../schema/people/password-policy.ts';
import { type Text, textFor } from '../../words/index.ts';
import { button, linkButton, notice, postForm } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { errorSummary, type WrongField } from '../kit/error-summary.ts';
import { type Html, html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { type NameProblem, nameField } from '../kit/name-field.ts';
import { newPasswordField } from '../kit/new-password.ts';
import { outcomePage } from '../kit/outcome.ts';

/** What the person has to do to accept the invitation. */
export type Acceptance =
  | {
      by: 'new_account';
      email: string;
      name: string;
      /** Who is signed in in this browser, and keeps an account of their own. */
      signedInAs?: string | undefined;
      nameProblem?: NameProblem;
      problem?: PasswordProblem;
    }
  | { by: 'signing_in' }
  | { by: 'changing_account'; signedInAs: string };

export type InvitationView = {
  school: string;
  siteId: string;
  role: Role;
  action: string;
  declineAction: string;
  csrf: string;
  hidden: Readonly<Record<string, string>>;
  acceptance: Acceptance;
};

function accepting({ acceptance, action, csrf, hidden, siteId }: InvitationView, text: Text): Html {
  const { invitation } = text;
  switch (acceptance.by) {
    case 'new_account': {
      const { email, name, nameProblem, problem, signedInAs } = acceptance;
      const fields = html`<fieldset class="stack"><legend>${invitation.newAccount}</legend>
<p class="quiet">${invitation.newAccountLead({ email: displayText(email) })}</p>
${nameField(text, invitation.nameHint, name, nameProblem)}
${newPasswordField(text, { problem })}</fieldset>`;
      const other =
        signedInAs === undefined
          ? ''
          : notice('warning', html`<p>${invitation.besideAccount({ name: displayText(signedInAs) })}</p>`);
      return html`${other}${postForm({ action, csrf, hidden, body: [fields, button(invitation.accept)] })}`;
    }
    case 'signing_in':
      return html`<p>${invitation.hasAccount}</p>
<div class="inline">${linkButton(`/sign-in?next=/account&school=${siteId}`, invitation.signIn)}</div>`;
    case 'changing_account':
      return html`${notice('warning', html`<p>${invitation.otherAccount({ name: displayText(acceptance.signedInAs) })}</p>`)}
<div class="inline">${linkButton('/account', text.recovery.confirm.toAccount, 'secondary')}</div>`;
  }
}

const wrongFields = ({ acceptance }: InvitationView, text: Text): readonly WrongField[] => {
  if (acceptance.by !== 'new_account') return [];
  return [
    acceptance.nameProblem !== undefined && { id: 'name', label: text.profile.name },
    acceptance.problem !== undefined && { id: 'new_password', label: text.password.new },
  ].filter((field) => field !== false);
};

export const invitationPage = (frame: PageFrame, view: InvitationView): string => {
  const text = textFor(frame.language);
  const { invitation } = text;
  const { csrf, declineAction, hidden, role } = view;
  const title = invitation.title({ school: displayText(view.school) });
  const wrong = wrongFields(view, text);
  const body = html`<div class="intro"><h1>${title}</h1><p>${invitation.lead({ role: text.roles[role] })}</p></div>
${errorSummary(wrong, text)}
${accepting(view, text)}
${view.acceptance.by === 'new_account' && html`<div class="aside">${postForm({ action: declineAction, csrf, hidden, body: button(invitation.decline, 'plain') })}</div>`}`;
  const revealsPassword = view.acceptance.by === 'new_account';
  return page(frame, { title, body, revealsPassword, isWrong: wrong.length > 0 });
};

export const invitationDeclinedPage = (frame: PageFrame): string => {
  const { invitation, recovery } = textFor(frame.language);
  return outcomePage(frame, {
    title: invitation.declinedTitle,
    sentences: [invitation.declined],
    next: { href: '/sign-in', label: recovery.sent.back },
  });
};
