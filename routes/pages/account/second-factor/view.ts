/** Pages that set up and turn off two-factor sign-in, and show the recovery codes. */
import { encode } from 'uqr';
import { type Language, type Text, textFor } from '../../../words/index.ts';
import { button, day, emptyList, linkButton, notice, postForm } from '../../kit/components.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { codeField } from '../../sign-in/second-step.ts';

export type SecondFactorSection = {
  /** When the authenticator app was added, in milliseconds since the epoch. */
  since: number | undefined;
  codesLeft: number;
  /** Whether the role of the person needs two factors. */
  isDemanded: boolean;
};

const isOn = (
  since: number,
  codesLeft: number,
  text: Text['secondFactor'],
  language: Language,
): Html => html`<p>${text.on({
  day: day(since, language)
    .toString()
    .replace(/<[^>]*>/g, ''),
})}, ${text.left({ count: codesLeft })}</p>
<div class="inline">${linkButton('/account/second-factor/recovery-codes', text.newCodes, 'secondary')}
${linkButton('/account/second-factor/remove', text.turnOff, 'secondary')}</div>`;

export const secondFactorSection = (
  { since, codesLeft, isDemanded }: SecondFactorSection,
  { secondFactor: text }: Text,
  language: Language,
): Html => html`<section class="stack" id="second-factor"><div class="intro"><h2>${text.title}</h2><p>${text.lead}</p></div>
${
  since === undefined
    ? html`${emptyList(text.off, isDemanded ? text.demanded : text.offText)}
<div class="inline">${linkButton('/account/second-factor/new', text.setUp, 'secondary')}</div>`
    : isOn(since, codesLeft, text, language)
}
</section>`;

export type NewSecondFactor = {
  csrf: string;
  /** The secret as text, and as a URI for the picture. */
  text: string;
  uri: string;
  sealed: string;
  next: string;
  isRequired: boolean;
  /** Whether it is the pages of the people who run the platform that require it, and no school. */
  isForPlatform: boolean;
  /** Whether passkeys can be used at the address of this server. */
  canAddPasskey: boolean;
  isWrong?: boolean;
};

/** The quiet zone around a QR code (ISO/IEC 18004). */
const QUIET = 4;

const qrCode = (content: string, label: string): Html => {
  const { data, size } = encode(content, { border: QUIET });
  const path = data
    .flatMap((row, y) => {
      const dark = row.map((isDark) => (isDark ? '1' : '0')).join('');
      return [...dark.matchAll(/1+/g)].map(({ 0: run, index: x }) => `M${x} ${y}h${run.length}v1H${x}z`);
    })
    .join('');
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`;
};

/** A passkey is two factors, so where they are demanded, one suffices. It is asked for when the person goes on. */
const passkeyInstead = (next: string, { passkeys, secondFactor: say }: Text): Html =>
  html`<section class="stack"><h2>${say.withPasskey}</h2><p>${say.withPasskeyText}</p>
<div class="inline">${linkButton(`/account/passkeys/new?${new URLSearchParams({ next })}`, passkeys.add, 'secondary')}</div></section>`;

/** The page with the secret for the authenticator app. It is shown after reauthentication only. */
export const newSecondFactorPage = (frame: PageFrame, view: NewSecondFactor): string => {
  const text = textFor(frame.language);
  const { secondFactor: say } = text;
  const { csrf, uri, sealed, next, isForPlatform, isRequired, canAddPasskey, isWrong = false } = view;
  const requiredTitle = isForPlatform ? say.requiredHere : say.requiredTitle;
  const isChoice = isRequired && canAddPasskey;
  const body = html`<div class="intro"><h1>${isRequired ? requiredTitle : say.setUp}</h1>${isRequired && html`<p>${say.required}</p>`}</div>
${isChoice && passkeyInstead(next, text)}
${isWrong && notice('problem', html`<p>${say.wrongNewCode}</p>`, 'problem')}
${isChoice ? html`<section class="stack"><h2>${say.withApp}</h2><p>${say.scan}</p></section>` : html`<p>${say.scan}</p>`}
${qrCode(uri, say.picture)}
<p>${say.key}: <code>${view.text.replace(/.{4}(?=.)/g, '$& ')}</code></p>
<p>${say.enter}</p>
${postForm({
  action: '/account/second-factor',
  csrf,
  hidden: { sealed, next },
  body: [
    codeField(say, isWrong ? 'problem' : undefined, !isChoice || isWrong),
    html`<div class="inline">${button(say.confirm)}</div>`,
  ],
})}`;
  return page(frame, { title: say.setUp, body, isWrong });
};

/** The only page that shows the recovery codes. */
export const recoveryCodesPage = (frame: PageFrame, codes: readonly string[], next: string): string => {
  const { secondFactor: say } = textFor(frame.language);
  const body = html`<div class="intro"><h1>${say.codesTitle}</h1><p>${say.codesText}</p></div>
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<div class="inline">${linkButton(next, say.codesKept)}</div>`;
  return page(frame, { title: say.codesTitle, body });
};
