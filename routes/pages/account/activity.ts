/** What happened to the account of a person: sign-ins, and changes of what gives access to it. */
import type { FastifyInstance } from 'fastify';
import { momentOfEvent } from '../kit/components.ts';
import { type Html, html } from '../kit/html.ts';
import { definePage, type Visit } from '../kit/page.ts';
import type { SignedInPages } from '../kit/signed-in.ts';
import { accountPlace } from './account-pages.ts';
import { type ActivityEntry, activityEntries } from './activity-entries.ts';

const PATH = '/account/activity';
const PER_PAGE = 30;
const EVENT_ID = /^[1-9][0-9]{0,14}$/;

export function activityPage(app: FastifyInstance, pages: SignedInPages): void {
  definePage(app, accountPlace(pages, PATH), {
    at: PATH,
    load({ query, signedIn }) {
      const before = query.get('before') ?? '';
      const last = EVENT_ID.test(before) ? Number(before) : undefined;
      return app.audit.accountLog.ofPerson(signedIn.session.person.id, PER_PAGE, last);
    },
    title: (_history, { text }) => text.activity.title,
    lead: (_history, { text }) => html`<p>${text.activity.lead}</p>`,
    body(history, visit) {
      const { account, activity } = visit.text;
      const { pages: names } = account.area;
      const entries = activityEntries(app, history, visit);
      const link = (href: string, label: string): Html => html`<li><a href="${href}">${label}</a></li>`;
      return html`${entries.length === 0 ? html`<p>${activity.none}</p>` : activityList(entries, 'h2', visit)}
${history.next !== undefined && html`<p class="more"><a href="${PATH}?before=${history.next}" rel="next">${activity.older}</a></p>`}
<section class="stack"><h2>${activity.help}</h2><ul class="links">
${link('/account/sign-in', names.signIn)}${link('/account/sessions', names.sessions)}${link('/account/connected-apps', names.connectedApps)}
</ul></section>`;
    },
  });
}

/** @param heading of each entry: `h3` in a section of a page */
export function activityList(entries: readonly ActivityEntry[], heading: 'h2' | 'h3', visit: Visit): Html {
  const { language, text, timeZone } = visit;
  const item = ({ at, details, isAllowedAgain, isNewBrowser, title }: ActivityEntry): Html =>
    html`<li><div>${heading === 'h3' ? html`<h3>${title}</h3>` : html`<h2>${title}</h2>`}
${isNewBrowser && html`<p><span class="badge">${text.activity.newBrowser}</span></p>`}
<p class="detail">${momentOfEvent(at, language, timeZone)}</p>
${details.length > 0 && html`<p class="detail">${details.join(' · ')}</p>`}
${isAllowedAgain && html`<p class="detail"><a href="/account/assistants">${text.activity.allowedAgain}</a></p>`}</div></li>`;
  return html`<ul class="rows">${entries.map(item)}</ul>`;
}
