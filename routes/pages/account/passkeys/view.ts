import { hashCredential } from '../../../../schema/credential.ts';
import type { Passkey } from '../../../../schema/people/passkey.ts';
import { type Language, type Text, textFor } from '../../../words/index.ts';
import { day, emptyList, field, linkButton } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { passkeyForm } from '../../kit/passkey-form.ts';
import { passkeyScript } from '../../kit/scripts.ts';
import { knownBrowser } from '../../kit/user-agent.ts';

/** What names a passkey in a path, because its id can have 1364 characters (WebAuthn §6.5.1). */
export const passkeyAddress = (id: string): string => hashCredential(id).toString('base64url');

export type PasskeySection = {
  passkeys: readonly Passkey[];
  /** Whether passkeys can be used at the address of this server. */
  canAdd: boolean;
  /** The command that starts a server on this computer so that they can. */
  command: string | undefined;
};

const item = (passkey: Passkey, text: Text['passkeys'], language: Language): Html => {
  const dayOf = (at: number): string =>
    day(at, language)
      .toString()
      .replace(/<[^>]*>/g, '');
  const used = passkey.lastUsedAt === null ? text.neverUsed : text.used({ day: dayOf(passkey.lastUsedAt) });
  return html`<li><div><h3>${displayText(passkey.name)}</h3>
<p class="detail">${text.added({ day: dayOf(passkey.createdAt) })}, ${used}${passkey.isBackedUp && html`, ${text.backedUp}`}</p></div>
${linkButton(`/account/passkeys/${passkeyAddress(passkey.id)}/remove`, text.remove, 'secondary')}</li>`;
};

/** A section of the sign-in settings page with the passkeys of a person, and a form that adds one. */
export const passkeySection = ({ passkeys, canAdd, command }: PasskeySection, text: Text, language: Language): Html => {
  const say = text.passkeys;
  return html`<section class="stack" id="passkeys"><div class="intro"><h2>${say.title}</h2><p>${say.lead}</p></div>
${
  passkeys.length === 0
    ? emptyList(say.none, canAdd ? say.noneText : say.unavailable)
    : html`<ul class="rows">${passkeys.map((passkey) => item(passkey, say, language))}</ul>`
}
${
  canAdd
    ? html`<div class="inline">${linkButton('/account/passkeys/new', say.add, 'secondary')}</div>
<noscript><p class="quiet">${say.needsScript}</p></noscript>`
    : passkeys.length > 0 && html`<p class="quiet">${say.unavailable}</p>`
}
${command !== undefined && html`<div><p class="detail">${say.byCommand}</p><pre><code>${command}</code></pre></div>`}
</section>`;
};

export type NewPasskey = {
  csrf: string;
  /** The WebAuthn options for the browser, as JSON. */
  question: string;
  userAgent: string;
  /** The page that needs the passkey. */
  next: string;
};

/** The page on which a person who has just reauthenticated names and creates a passkey. */
export const newPasskeyPage = (frame: PageFrame, { csrf, question, userAgent, next }: NewPasskey): string => {
  const text = textFor(frame.language);
  const say = text.passkeys;
  const name = field({
    name: 'name',
    label: say.name,
    type: 'text',
    autocomplete: 'off',
    hint: say.nameHint,
    value: knownBrowser(userAgent, text.sessions) ?? say.suggestedName,
    maxLength: 60,
  });
  const body = html`<div class="intro"><h1>${say.add}</h1><p>${say.lead}</p></div>
${passkeyForm({ action: '/account/passkeys', csrf, hidden: { next }, question, does: 'create', label: say.add, body: name }, text)}
<noscript><p class="quiet">${say.needsScript}</p></noscript>`;
  return page(frame, { title: say.add, body, headExtra: passkeyScript });
};
