/** The page before an action that only removes access. It explains the action and needs no reauthentication. */
import { textFor } from '../../words/index.ts';
import { button, linkButton, postForm } from './components.ts';
import type { Confirmation } from './confirmation.ts';
import { html } from './html.ts';
import { type PageFrame, page } from './layout.ts';

export type PlainConfirmation = Pick<
  Confirmation,
  'title' | 'consequences' | 'action' | 'csrf' | 'hidden' | 'submit' | 'cancelHref'
>;

export const plainConfirmationPage = (frame: PageFrame, confirmation: PlainConfirmation): string => {
  const { title, consequences, action, csrf, hidden, submit, cancelHref } = confirmation;
  const { cancel } = textFor(frame.language).shell;
  const body = html`<div class="intro"><h1>${title}</h1></div>
<div class="stack">${consequences}</div>
${postForm({
  action,
  csrf,
  hidden,
  body: html`<div class="inline">${button(submit, 'danger')}${linkButton(cancelHref, cancel, 'secondary')}</div>`,
})}`;
  return page(frame, { title, body });
};
