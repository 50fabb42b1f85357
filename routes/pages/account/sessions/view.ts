import { ago, button, linkButton, moment, notice, postForm } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { type Text, textFor } from '../../kit/text/index.ts';
import { nameOfBrowser } from '../../kit/user-agent.ts';

export type BrowserView = {
  userAgent: string;
  since: number;
  lastSeenAt: number;
  /** Path of the form that signs this browser out; `undefined` for the current browser. */
  endAction: string | undefined;
};

export type Sessions = {
  browsers: readonly BrowserView[];
  csrf: string;
  timeZone: string;
  now: number;
  nextHref: string | undefined;
  /** Whether there are other sessions than this one. */
  hasOthers: boolean;
  done: keyof Text['sessions']['done'] | undefined;
};

const browserItem = (browser: BrowserView, { csrf, timeZone, now }: Sessions, { language }: PageFrame): Html => {
  const { sessions: text } = textFor(language);
  const { userAgent, since, lastSeenAt, endAction } = browser;
  const name = displayText(nameOfBrowser(userAgent, text));
  return html`<li><div><h2>${name}</h2>
${endAction === undefined && html`<p><span class="badge">${text.here}</span></p>`}
<p class="detail">${text.since} ${moment(since, language, timeZone)}</p>
<p class="detail">${text.lastSeen} ${ago(lastSeenAt, now, language)}</p></div>
${
  endAction !== undefined &&
  postForm({
    action: endAction,
    csrf,
    // Screen readers announce the label, which distinguishes the buttons.
    body: html`<button type="submit" class="secondary" aria-label="${text.signOutOf(name)}">${text.signOut}</button>`,
  })
}</li>`;
};

const elsewhere = ({ csrf, hasOthers }: Sessions, text: Text): Html => {
  const { sessions } = text;
  return html`<section class="stack"><h2>${sessions.elsewhere}</h2><p class="detail">${sessions.elsewhereText}</p>
<div class="inline">
${hasOthers && linkButton('/account/sessions/end-others', sessions.others, 'secondary')}
${hasOthers ? linkButton('/account/sessions/end-everywhere', sessions.everywhere, 'secondary') : postForm({ action: '/sign-out', csrf, body: button(sessions.signOut, 'secondary') })}
</div>
<p class="detail">${sessions.apps} <a href="/account/connected-apps">${text.account.area.pages.connectedApps}</a></p></section>`;
};

export const sessionsPage = (frame: PageFrame, view: Sessions): string => {
  const text = textFor(frame.language);
  const { sessions } = text;
  const title = text.account.area.pages.sessions;
  const body = html`<div class="intro"><h1>${title}</h1><p>${sessions.lead}</p></div>
${view.done !== undefined && notice('info', html`<p role="status">${sessions.done[view.done]}</p>`)}
<ul class="rows">${view.browsers.map((browser) => browserItem(browser, view, frame))}</ul>
${view.nextHref !== undefined && html`<p class="more"><a href="${view.nextHref}" rel="next">${sessions.older}</a></p>`}
${elsewhere(view, text)}`;
  return page(frame, { title, body });
};
