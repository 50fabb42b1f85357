/** The second step of signing in with a password: the code of the authenticator app, a recovery code or a passkey. */
import { type Text, textFor } from '../../words/index.ts';
import { button, field, notice, postForm } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { passkeyForm } from '../kit/passkey-form.ts';
import { passkeyScript } from '../kit/scripts.ts';

export type SecondStep = {
  /** The sealed state of the sign-in. */
  sealed: string;
  needs: 'none' | 'code' | 'passkey';
};

export type SignInProblem =
  | 'wrong_credentials'
  | 'wrong_passkey'
  | 'wrong_code'
  | 'wrong_recovery_code'
  | 'codes_ended'
  | 'expired'
  | 'throttled'
  | 'new_browser_throttled'
  | 'busy'
  | 'stale'
  | 'reauthenticate';

/** What the forms of both steps have. */
export type SignInForm = {
  action: string;
  csrf: string;
  hidden?: Readonly<Record<string, string>>;
  email?: string;
  problem?: SignInProblem;
  /** The WebAuthn options, if passkeys can be used. */
  passkeyQuestion?: string | undefined;
  cancelAction?: string;
};

/** Characters of a recovery code, with separators. */
const MAX_RECOVERY_CODE = 40;

/** Asks for the code of the authenticator app. A recovery code is not cut off, because it is accepted here too. */
export const codeField = (text: Text['secondFactor'], errorId: string | undefined, focus = false): Html =>
  field({
    name: 'code',
    label: text.code,
    type: 'text',
    autocomplete: 'one-time-code',
    inputMode: 'numeric',
    hint: text.codeHint,
    maxLength: MAX_RECOVERY_CODE,
    errorId,
    focus,
  });

const codeForms = ({ action, csrf, hidden, problem }: SignInForm, text: Text['secondFactor']): Html => {
  const isRecovery = problem === 'wrong_recovery_code' || problem === 'codes_ended';
  const recovery = field({
    name: 'recovery_code',
    label: text.recoveryCode,
    type: 'text',
    autocomplete: 'off',
    maxLength: MAX_RECOVERY_CODE,
    errorId: isRecovery ? 'problem' : undefined,
    focus: isRecovery,
  });
  const code = codeField(text, problem === 'wrong_code' ? 'problem' : undefined, !isRecovery);
  return html`${postForm({ action, csrf, hidden, body: [code, button(text.submit)] })}
<details${isRecovery && html` open`}><summary>${text.noCode}</summary>
<div class="stack"><p>${text.recoveryText}</p>
${postForm({ action, csrf, hidden, body: [recovery, button(text.submit, 'secondary')] })}
<p class="quiet">${text.lost}</p></div></details>`;
};

/** The way back from the sign-in to an app. */
export const cancelForm = ({ cancelAction, csrf }: SignInForm, { labels }: Text): Html | undefined =>
  cancelAction === undefined
    ? undefined
    : html`<div class="aside">${postForm({ action: cancelAction, csrf, body: button(labels.cancel, 'plain') })}</div>`;

/** @param problem the sentence about what is wrong */
export function secondStepPage(
  frame: PageFrame,
  given: SignInForm,
  { sealed, needs }: SecondStep,
  problem: string | undefined,
): string {
  const text = textFor(frame.language);
  const form = { ...given, hidden: { ...given.hidden, second: sealed } };
  const { action, csrf, email = '', hidden, passkeyQuestion: question } = form;
  const say = text.secondFactor;
  const body = html`<div class="intro"><h1>${say.stepTitle}</h1><p>${say.stepText({ email: displayText(email) })}</p></div>
${problem !== undefined && notice('problem', html`<p>${problem}</p>`, 'problem')}
${needs === 'passkey' ? html`<p>${say.passkeyNeeded}</p>` : codeForms(form, say)}
${question !== undefined && passkeyForm({ action, csrf, hidden, question, does: 'get', label: text.passkeys.confirm }, text)}
${needs === 'passkey' && html`<p class="quiet">${say.lost}</p>`}
${cancelForm(form, text)}`;
  const headExtra = question && passkeyScript;
  return page(frame, { title: say.stepTitle, body, headExtra, isWrong: problem !== undefined });
}
