import { textFor } from '../../words/index.ts';
import { linkButton } from './components.ts';
import { displayText, linkTarget } from './display-text.ts';
import { html } from './html.ts';
import { type PageFrame, page } from './layout.ts';
import { consentStylesheet } from './styles.ts';

export type Continue = {
  url: string;
  clientName: string;
  outcome: 'approved' | 'denied' | 'error' | 'signed_out';
  /** The page for a person whose program is on another computer, where the browser cannot reach it. */
  otherComputer?: string | undefined;
};

/**
 * The page after the consent form. It forwards to the client automatically, and has a link in case the browser does
 * not.
 * @throws TypeError if `url` is not an http(s) or app-scheme URL
 */
export const continuePage = (frame: PageFrame, { url, clientName, outcome, otherComputer }: Continue): string => {
  const { goingOn: text, otherComputer: elsewhere } = textFor(frame.language);
  const target = linkTarget(url);
  if (!URL.canParse(target)) throw new TypeError('not an absolute URL');
  const { title, text: sentence } = text[outcome];
  const name = displayText(clientName);
  // HTML §4.2.5.3: a URL that starts with its scheme instead of a quotation mark is read to the end of the attribute.
  const headExtra = html`<meta http-equiv="refresh" content="0;url=${target}">
${otherComputer !== undefined && html`<link rel="stylesheet" href="${consentStylesheet.path}">`}`;
  const body = html`<div class="intro"><h1>${title}</h1><p>${sentence({ app: name })}</p></div>
<div class="actions">${linkButton(target, text.link({ app: name }))}</div>
<p class="hint">${text.hint}</p>
${
  otherComputer !== undefined &&
  // Seen if the program has not answered after some seconds: by then, most browsers have left for it.
  html`<p class="hint later">${elsewhere.unanswered} <a href="${otherComputer}">${elsewhere.link}</a></p>`
}`;
  return page(frame, { title, body, headExtra });
};
