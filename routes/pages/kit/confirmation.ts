/**
 * The page before an action that cannot be undone easily. It explains the consequences and asks for reauthentication.
 */
import { button, field, type Hidden, linkButton, notice, postForm } from './components.ts';
import { html, type Renderable } from './html.ts';
import { type PageFrame, page } from './layout.ts';
import { passkeyForm } from './passkey-form.ts';
import { passkeyScript } from './scripts.ts';
import { textFor } from './text/index.ts';

export type ConfirmationProblem = 'wrong' | 'throttled';

export type Confirmation = {
  title: string;
  /** Sentences about what the action will end or break. */
  consequences: Renderable;
  action: string;
  csrf: string;
  hidden?: Hidden;
  /** The label of the button: a verb. */
  submit: string;
  /** The style of the button; default: `danger`. */
  tone?: 'primary' | 'danger';
  cancelHref: string;
  problem?: ConfirmationProblem | undefined;
  /** The WebAuthn options, if a passkey can be used instead of the password. */
  passkeyQuestion?: string | undefined;
};

export const confirmationPage = (frame: PageFrame, confirmation: Confirmation): string => {
  const { title, consequences, action, csrf, hidden, submit, cancelHref, problem, passkeyQuestion } = confirmation;
  const { tone = 'danger' } = confirmation;
  const text = textFor(frame.language);
  const { confirm, cancel } = text.shell;
  const password = field({
    name: 'password',
    label: confirm.password,
    type: 'password',
    autocomplete: 'current-password',
    hint: confirm.passwordHint,
    errorId: problem === undefined ? undefined : 'problem',
    focus: true,
  });
  const body = html`<div class="intro"><h1>${title}</h1></div>
${problem !== undefined && notice('problem', html`<p>${confirm[problem]}</p>`, 'problem')}
<div class="stack">${consequences}</div>
${postForm({
  action,
  csrf,
  hidden,
  body: [
    password,
    html`<div class="inline">${button(submit, tone)}${linkButton(cancelHref, cancel, 'secondary')}</div>`,
  ],
})}
${passkeyQuestion !== undefined && passkeyForm({ action, csrf, hidden, question: passkeyQuestion, does: 'get', label: text.passkeys.confirm }, text)}`;
  return page(frame, { title, body, headExtra: passkeyQuestion && passkeyScript, isWrong: problem !== undefined });
};
