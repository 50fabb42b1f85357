/** A form that is filled in by a passkey. It is hidden until the script finds that the browser supports passkeys. */
import type { Text } from '../../words/index.ts';
import { button, type Hidden, hiddenInput, hiddenInputs, oneTimeInput } from './components.ts';
import { type Html, html, type Renderable } from './html.ts';

export type PasskeyForm = {
  action: string;
  csrf: string;
  hidden?: Hidden | undefined;
  /** The WebAuthn options for the browser, as JSON. */
  question: string;
  does: 'get' | 'create';
  body?: Renderable;
  label: string;
};

export const passkeyForm = (
  { action, csrf, hidden = {}, question, does, body, label }: PasskeyForm,
  text: Text,
): Html => html`<form method="post" action="${action}" hidden data-passkey="${question}" data-passkey-does="${does}" data-passkey-failed="${text.passkeys.failed}">
${hiddenInput('csrf', csrf)}${oneTimeInput(hidden)}${hiddenInputs(hidden)}${hiddenInput('passkey', '')}
${body}
${button(label, does === 'create' ? 'primary' : 'secondary')}
<p class="error" role="status"></p>
</form>`;
