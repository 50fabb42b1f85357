import { type Text, textFor } from '../../../words/index.ts';
import { button, field, notice, postForm } from '../../kit/components.ts';
import {
  type ConfirmationProblem,
  codeOrRecoveryField,
  confirmationText,
  isAboutCode,
} from '../../kit/confirmation.ts';
import { errorSummary } from '../../kit/error-summary.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { type NewPasswordProblem, newPasswordField, revealing } from '../../kit/new-password.ts';

export type SigningIn = {
  csrf: string;
  /** A text about the action that led here. */
  done?: string | undefined;
  /** Whether to offer to sign out of other browsers, too. */
  offersSignOut?: boolean | undefined;
  problem?: NewPasswordProblem | undefined;
  currentProblem?: ConfirmationProblem | undefined;
  /** Whether the code of an authenticator app has to follow the password. */
  needsCode: boolean;
  secondFactor?: Html | undefined;
  /** The notice of a pending reset of the second factor. */
  reset?: Html | undefined;
  /** The section about passkeys, if there is one. */
  passkeys?: Html | undefined;
  /** Whether a forgotten password can be reset by e-mail. */
  hasMail: boolean;
};

const passwordSection = ({ csrf, problem, currentProblem, hasMail, needsCode }: SigningIn, text: Text): Html => {
  const { password } = text;
  const current = field({
    name: 'password',
    label: password.current,
    type: 'password',
    reveal: revealing(text),
    autocomplete: 'current-password',
    error:
      currentProblem === undefined || isAboutCode(currentProblem) ? undefined : confirmationText(currentProblem, text),
  });
  return html`<section class="stack"><div class="intro"><h2>${password.change}</h2><p>${password.others}</p></div>
${postForm({
  action: '/account/sign-in',
  csrf,
  body: [
    current,
    needsCode && codeOrRecoveryField(text, currentProblem),
    newPasswordField(text, { problem }),
    html`<div class="inline">${button(password.submit)}${hasMail && html`<a href="/password/forgot">${password.forgot}</a>`}</div>`,
  ],
})}</section>`;
};

/** The sign-in settings page: the password and the passkeys. */
export const signingInPage = (frame: PageFrame, view: SigningIn): string => {
  const text = textFor(frame.language);
  const { password } = text;
  const { done, offersSignOut, problem, currentProblem, passkeys, reset, secondFactor } = view;
  const wrong = [
    currentProblem !== undefined &&
      (isAboutCode(currentProblem)
        ? { id: 'code', label: text.secondFactor.codeOrRecovery }
        : { id: 'password', label: password.current }),
    problem !== undefined && { id: 'new_password', label: password.new },
  ].filter((field) => field !== false);
  const signOut = html`<p><a href="/account/sessions">${text.sessions.others}</a></p>`;
  const body = html`<div class="intro"><h1>${password.title}</h1><p>${password.lead}</p></div>
${errorSummary(wrong, text)}
${reset}
${done !== undefined && notice('info', html`<p role="status">${done}</p>${offersSignOut && signOut}`)}
${passwordSection(view, text)}
${secondFactor}
${passkeys}`;
  return page(frame, { title: password.title, body, revealsPassword: true, isWrong: wrong.length > 0 });
};
