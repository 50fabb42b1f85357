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

type Form = {
  action: string;
  csrf: string;
  hidden?: Readonly<Record<string, string>>;
  email?: string;
  problem?: string;
  /** The sentence about the problem. */
  saidProblem: string | undefined;
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

const codeForms = (form: Form, hidden: Readonly<Record<string, string>>, text: Text['secondFactor']): Html => {
  const { action, csrf, problem } = form;
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

export const secondStepPage = (frame: PageFrame, form: Form, { sealed, needs }: SecondStep): string => {
  const text = textFor(frame.language);
  const { action, csrf, email = '', saidProblem: problem, passkeyQuestion: question, cancelAction } = form;
  const say = text.secondFactor;
  const hidden = { ...form.hidden, second: sealed };
  const body = html`<div class="intro"><h1>${say.stepTitle}</h1><p>${say.stepText({ email: displayText(email) })}</p></div>
${problem !== undefined && notice('problem', html`<p>${problem}</p>`, 'problem')}
${needs === 'passkey' ? html`<p>${say.passkeyNeeded}</p>` : codeForms(form, hidden, say)}
${question !== undefined && passkeyForm({ action, csrf, hidden, question, does: 'get', label: text.passkeys.confirm }, text)}
${needs === 'passkey' && html`<p class="quiet">${say.lost}</p>`}
${cancelAction !== undefined && html`<div class="aside">${postForm({ action: cancelAction, csrf, body: button(text.labels.cancel, 'plain') })}</div>`}`;
  return page(frame, {
    title: say.stepTitle,
    body,
    headExtra: question && passkeyScript,
    isWrong: problem !== undefined,
  });
};
