/** The pages that lead away: to the client, and out of the session. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { goTo, prefersHtml } from '../../http.ts';
import type { Leaving, Screen } from '../../oauth/pages.ts';
import { textFor } from '../../words/index.ts';
import { accountCard, button, linkButton, postForm } from '../kit/components.ts';
import { displayText, linkTarget } from '../kit/display-text.ts';
import { html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { frameFor, sendPage } from '../kit/sending.ts';
import { consentStylesheet } from '../kit/styles.ts';

type SignOut = Omit<Extract<Screen, { step: 'sign_out' }>, 'step' | 'uiLocales'>;

export const signOutPage = (frame: PageFrame, { action, csrf, account, hidden }: SignOut): string => {
  const text = textFor(frame.language).signOut;
  const body = html`<div class="intro"><h1>${text.title}</h1><p>${text.lead}</p></div>
${account !== undefined && html`<div class="panel">${accountCard(account)}</div>`}
${postForm({ action, csrf, hidden, body: button(text.submit) })}
<p class="hint">${text.stay}</p>`;
  return page(frame, { title: text.title, body });
};

/**
 * The page after the consent form. It forwards to the client automatically, and has a link in case the browser does
 * not.
 * @throws TypeError if `url` is not an http(s) or app-scheme URL
 */
const continuePage = (frame: PageFrame, { url, clientName, outcome, manualCodePage }: Leaving): string => {
  const { goingOn: text, otherComputer: elsewhere } = textFor(frame.language);
  const target = linkTarget(url);
  if (!URL.canParse(target)) throw new TypeError('not an absolute URL');
  const { title, text: sentence } = text[outcome];
  const name = displayText(clientName);
  // HTML §4.2.5.3: a URL that starts with its scheme instead of a quotation mark is read to the end of the attribute.
  const headExtra = html`<meta http-equiv="refresh" content="0;url=${target}">
${manualCodePage !== undefined && html`<link rel="stylesheet" href="${consentStylesheet.path}">`}`;
  const body = html`<div class="intro"><h1>${title}</h1><p>${sentence({ app: name })}</p></div>
<div class="actions">${linkButton(target, text.link({ app: name }))}</div>
<p class="hint">${text.hint}</p>
${
  manualCodePage !== undefined &&
  // Seen if the program has not answered after some seconds: by then, most browsers have left for it.
  html`<p class="hint later">${elsewhere.unanswered} <a href="${manualCodePage}">${elsewhere.link}</a></p>`
}`;
  return page(frame, { title, body, headExtra });
};

/** The page after a form forwards to the client; programs that want no HTML are redirected. */
export function leave(http: FastifyRequest, reply: FastifyReply, leaving: Leaving): FastifyReply {
  if (!prefersHtml(http)) return goTo(reply, leaving.url);
  return sendPage(reply.code(200), continuePage(frameFor(http, leaving.uiLocales), leaving), 'plain');
}
