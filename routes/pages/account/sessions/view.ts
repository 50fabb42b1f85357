import { type Text, textFor } from '../../../words/index.ts';
import { ago, button, linkButton, momentText, notice, postForm } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { pager } from '../../kit/pager.ts';
import { browserWithVersion } from '../../kit/user-agent.ts';

export type BrowserView = {
  userAgent: string;
  /** Where its network was at the sign-in: the name of a place, or the code of a country. */
  place: string | null;
  /** When the person signed in. */
  since: number;
  lastSeenAt: number;
  /** Path of the form that signs this browser out; `undefined` for the current browser. */
  endAction: string | undefined;
};

export type Sessions = {
  browsers: readonly BrowserView[];
  csrf: string;
  now: number;
  timeZone: string;
  previousHref: string | undefined;
  nextHref: string | undefined;
  /** How many there are on all pages. */
  total: number;
  /** Whether all are counted. */
  isWhole: boolean;
  done: keyof Text['sessions']['done'] | undefined;
};

const COUNTRY = /^[A-Z]{2}$/;

/** Proxies that know no more than the country write its code. */
const placeName = (place: string, language: string): string =>
  COUNTRY.test(place) ? (new Intl.DisplayNames(language, { type: 'region' }).of(place) ?? place) : displayText(place);

/** The names of browsers that others on the page have as well, such as two windows of one that forgets its cookies. */
function alikeIn(browsers: readonly BrowserView[], text: Text['sessions']): ReadonlySet<string> {
  const names = browsers.map(({ userAgent }) => browserWithVersion(userAgent, text));
  return new Set(names.filter((name, index) => names.indexOf(name) !== index));
}

const browserItem = (
  browser: BrowserView,
  { csrf, now, timeZone }: Sessions,
  alike: ReadonlySet<string>,
  { language }: PageFrame,
): Html => {
  const { sessions: text } = textFor(language);
  const { userAgent, place, since, lastSeenAt, endAction } = browser;
  const called = browserWithVersion(userAgent, text);
  // The time of the sign-in tells alike ones apart, and is in the account activity as well.
  const exactly = alike.has(called) && momentText(since, language, timeZone, true);
  const name = displayText(called);
  return html`<li><div><h2>${name}</h2>
${endAction === undefined && html`<p><span class="badge">${text.here}</span></p>`}
<p class="detail">${text.since} ${ago(since, now, language)}${exactly !== false && html` · ${exactly}`}${place !== null && html` · ${placeName(place, language)}`}</p>
<p class="detail">${text.lastSeen} ${ago(lastSeenAt, now, language)}</p></div>
${
  endAction !== undefined &&
  postForm({
    action: endAction,
    csrf,
    // Screen readers announce the label, which distinguishes the buttons.
    body: html`<button type="submit" class="secondary" aria-label="${text.signOutOf({ browser: exactly === false ? name : `${name}, ${exactly}` })}">${text.signOut}</button>`,
  })
}</li>`;
};

const elsewhere = ({ csrf, total }: Sessions, text: Text): Html => {
  const { sessions } = text;
  const hasOthers = total > 1;
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
  const { previousHref, nextHref } = view;
  const title = text.account.area.pages.sessions;
  const alike = alikeIn(view.browsers, sessions);
  const body = html`<div class="intro"><h1>${title}</h1><p>${sessions.lead}</p></div>
${view.done !== undefined && notice('info', html`<p role="status">${sessions.done[view.done]}</p>`)}
${(previousHref ?? nextHref) !== undefined && html`<p class="detail">${view.isWhole ? sessions.total({ count: view.total }) : sessions.latest({ count: view.total })}</p>`}
<ul class="rows">${view.browsers.map((browser) => browserItem(browser, view, alike, frame))}</ul>
${pager(view, text)}
${elsewhere(view, text)}`;
  return page(frame, { title, body });
};
