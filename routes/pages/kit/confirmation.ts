/**
 * The page before an action that cannot be undone easily. It explains the consequences and asks for reauthentication.
 */
import { type Text, textFor, timeSpan } from '../../words/index.ts';
import { button, field, type Hidden, linkButton, notice, postForm } from './components.ts';
import { type Html, html, type Renderable } from './html.ts';
import { type PageFrame, page } from './layout.ts';
import { passkeyForm } from './passkey-form.ts';
import { accountField, revealing } from './person-fields.ts';
import { passkeyScript } from './scripts.ts';

/** The problem with the answer, or how long the person has to wait after many wrong ones. */
export type ConfirmationProblem = 'wrong' | 'wrong_code' | 'codes_ended' | 'needs_passkey' | { waitSeconds: number };

export type Confirmation = {
  title: string;
  /** Sentences about what the action will end or break. */
  consequences: Renderable;
  action: string;
  csrf: string;
  /** The address of the person who confirms. */
  email: string;
  hidden?: Hidden;
  /** The label of the button: a verb. */
  submit: string;
  /** The style of the button; default: `danger`. */
  tone?: 'primary' | 'danger';
  cancelHref: string;
  problem?: ConfirmationProblem | undefined;
  /** The second factor that has to follow the password. */
  needs: 'none' | 'code' | 'passkey';
  /** The WebAuthn options, if a passkey can be used instead of the password. */
  passkeyQuestion?: string | undefined;
};

const confirmationText = (problem: ConfirmationProblem, text: Text): string =>
  typeof problem === 'string'
    ? text.shell.confirm[problem]
    : text.shell.confirm.throttled({ span: timeSpan(text, problem.waitSeconds) });

/** Returns whether the field of the code says what is wrong, and not that of the password. */
const isAboutCode = (problem: ConfirmationProblem | undefined): problem is 'wrong_code' | 'codes_ended' =>
  problem === 'wrong_code' || problem === 'codes_ended';

/** Asks for the second factor of a person who has an authenticator app. */
const codeOrRecoveryField = (
  { secondFactor, shell }: Text,
  problem: ConfirmationProblem | undefined,
  isSaidElsewhere = false,
): Html =>
  field({
    name: 'code',
    label: secondFactor.codeOrRecovery,
    type: 'text',
    autocomplete: 'one-time-code',
    maxLength: 40,
    errorId: isAboutCode(problem) && isSaidElsewhere ? 'problem' : undefined,
    error: isAboutCode(problem) && !isSaidElsewhere ? shell.confirm[problem] : undefined,
  });

export const confirmationPage = (frame: PageFrame, confirmation: Confirmation): string => {
  const { title, consequences, action, csrf, hidden, submit, cancelHref, problem, passkeyQuestion } = confirmation;
  const { tone = 'danger', needs } = confirmation;
  const text = textFor(frame.language);
  const { confirm, cancel } = text.shell;
  const password = field({
    name: 'password',
    label: confirm.password,
    type: 'password',
    reveal: revealing(text),
    autocomplete: 'current-password',
    hint: confirm.passwordHint,
    errorId: problem === undefined || isAboutCode(problem) ? undefined : 'problem',
    focus: true,
  });
  const buttons = html`<div class="inline decide">${linkButton(cancelHref, cancel, 'secondary')}${button(submit, tone)}</div>`;
  const body = html`<div class="intro"><h1>${title}</h1></div>
${problem !== undefined && notice('problem', html`<p>${confirmationText(problem, text)}</p>`, 'problem')}
<div class="stack">${consequences}</div>
${postForm({ action, csrf, hidden, body: [accountField(confirmation.email), password, needs === 'code' && codeOrRecoveryField(text, problem, true), buttons] })}
${passkeyQuestion !== undefined && passkeyForm({ action, csrf, hidden, question: passkeyQuestion, does: 'get', label: text.passkeys.confirm }, text)}`;
  return page(frame, {
    title,
    body,
    revealsPassword: true,
    headExtra: passkeyQuestion && passkeyScript,
    isWrong: problem !== undefined,
    narrow: true,
  });
};

/** The page before an action that only removes access: it needs no reauthentication. */
export type PlainConfirmation = Pick<
  Confirmation,
  'title' | 'consequences' | 'action' | 'csrf' | 'hidden' | 'submit' | 'cancelHref'
> & {
  /** The label of the way back, where “Cancel” would be what is asked about. */
  keep?: string;
};

export const plainConfirmationPage = (frame: PageFrame, confirmation: PlainConfirmation): string => {
  const {
    title,
    consequences,
    action,
    csrf,
    hidden,
    submit,
    cancelHref,
    keep = textFor(frame.language).shell.cancel,
  } = confirmation;
  const body = html`<div class="intro"><h1>${title}</h1></div>
<div class="stack">${consequences}</div>
${postForm({
  action,
  csrf,
  hidden,
  body: html`<div class="inline decide">${linkButton(cancelHref, keep, 'secondary')}${button(submit, 'danger')}</div>`,
})}`;
  return page(frame, { title, body, narrow: true });
};

export interface CurrentPassword {
  /** The present address. */
  email: string;
  currentProblem?: ConfirmationProblem | undefined;
  /** True if the code of an authenticator app has to follow the password. */
  needsCode: boolean;
}

/** @returns the fields, and which of them is wrong, if one is */
export function currentPassword(
  label: string,
  { email, currentProblem: problem, needsCode }: CurrentPassword,
  text: Text,
) {
  const isCodeWrong = isAboutCode(problem);
  const error = problem === undefined || isCodeWrong ? undefined : confirmationText(problem, text);
  const password = { name: 'password', label, type: 'password', autocomplete: 'current-password' } as const;
  return {
    fields: [
      accountField(email),
      field({ ...password, reveal: revealing(text), error }),
      needsCode && codeOrRecoveryField(text, problem),
    ],
    wrong:
      problem && (isCodeWrong ? { id: 'code', label: text.secondFactor.codeOrRecovery } : { id: 'password', label }),
  };
}
