/** A form that a passkey fills in. It is hidden until our script finds that the browser can ask for one. */
import { button, type Hidden, hiddenInput, hiddenInputs } from './components.ts';
import { type Html, html, type Renderable } from './html.ts';
import type { Text } from './text/index.ts';

export type PasskeyForm = {
  action: string;
  csrf: string;
  hidden?: Hidden | undefined;
  /** Options for the browser's credential interface, as JSON. */
  question: string;
  does: 'get' | 'create';
  body?: Renderable;
  label: string;
};

export const passkeyForm = (
  { action, csrf, hidden = {}, question, does, body, label }: PasskeyForm,
  text: Text,
): Html => html`<form method="post" action="${action}" hidden data-passkey="${question}" data-passkey-does="${does}" data-passkey-failed="${text.passkeys.failed}">
${hiddenInput('csrf', csrf)}${hiddenInputs(hidden)}${hiddenInput('passkey', '')}
${body}
${button(label, does === 'create' ? 'primary' : 'secondary')}
<p class="error" role="status"></p>
</form>`;
