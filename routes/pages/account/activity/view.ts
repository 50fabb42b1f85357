import type { AccountEventName } from '../../../../schema/audit/account-event.ts';
import { SIGN_IN_METHODS } from '../../../../schema/audit/audit-event.ts';
import { moment } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { type Text, textFor } from '../../kit/text/index.ts';
import { nameOfBrowser } from '../../kit/user-agent.ts';

export type ActivityView = {
  event: AccountEventName;
  at: number;
  app: string | null;
  /** Whether an app was connected that is blocked by now. */
  isBlocked: boolean;
  school: string | null;
  /** How the person signed in, or who else acted. */
  target: string | null;
  userAgent: string | null;
  network: string | undefined;
  isNewBrowser: boolean;
};

export type Activity = {
  events: readonly ActivityView[];
  timeZone: string;
  olderHref: string | undefined;
};

/** Says how or by whom, if it is known. */
function manner({ target }: ActivityView, { methods, by }: Text['activity']): string | undefined {
  const method = SIGN_IN_METHODS.find((one) => one === target);
  if (method !== undefined) return methods[method];
  if (target === 'school') return by.school;
  return target?.startsWith('operator/') === true ? by.operator : undefined;
}

/**
 * Whether the person signed out other browsers with this one (the target is then the session that ended, or all others), or
 * was signed out by somebody else.
 */
function otherSignedOut(one: ActivityView, text: Text['activity']): keyof Text['activity']['otherSignOut'] | undefined {
  if (one.event !== 'sign_out' || one.target === null) return undefined;
  if (manner(one, text) !== undefined) return 'you';
  return one.target === 'others' ? 'others' : 'one';
}

/** @param isSection whether the list is a section of a page, and not the page itself */
export const activityItem = (
  one: ActivityView,
  { timeZone, isSection }: { timeZone: string; isSection: boolean },
  { language }: PageFrame,
): Html => {
  const { activity, sessions } = textFor(language);
  const other = otherSignedOut(one, activity);
  const name = other === undefined ? activity.events[one.event] : activity.otherSignOut[other];
  const acting = one.userAgent === null ? undefined : nameOfBrowser(one.userAgent, sessions);
  const browser = other !== undefined && other !== 'you' && acting !== undefined ? activity.doneIn(acting) : acting;
  const details = [manner(one, activity), browser, one.network && activity.network(one.network), one.app, one.school]
    .filter((detail) => typeof detail === 'string' && detail !== '')
    .map((detail) => displayText(String(detail)));
  return html`<li><div>${isSection ? html`<h3>${name}</h3>` : html`<h2>${name}</h2>`}
${one.isNewBrowser && html`<p><span class="badge">${activity.newBrowser}</span></p>`}
<p class="detail">${moment(one.at, language, timeZone)}</p>
${details.length > 0 && html`<p class="detail">${details.join(' · ')}</p>`}${one.isBlocked && html`<p class="detail">${activity.appBlocked}</p>`}</div></li>`;
};

/** The page of the newest events of an account, or of those before. */
export const accountActivityPage = (frame: PageFrame, view: Activity): string => {
  const { activity, account } = textFor(frame.language);
  const { pages } = account.area;
  const link = (href: string, label: string): Html => html`<li><a href="${href}">${label}</a></li>`;
  const body = html`<div class="intro"><h1>${activity.title}</h1><p>${activity.lead}</p></div>
${view.events.length === 0 ? html`<p>${activity.none}</p>` : html`<ul class="rows">${view.events.map((one) => activityItem(one, { ...view, isSection: false }, frame))}</ul>`}
${view.olderHref !== undefined && html`<p class="more"><a href="${view.olderHref}" rel="next">${activity.older}</a></p>`}
<section class="stack"><h2>${activity.help}</h2><ul class="links">
${link('/account/sign-in', pages.signIn)}${link('/account/sessions', pages.sessions)}${link('/account/connected-apps', pages.connectedApps)}
</ul></section>`;
  return page(frame, { title: activity.title, body });
};
