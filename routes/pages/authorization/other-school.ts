import type { SchoolMembership } from '../../../schema/people/person.ts';
import { MAX_SLUG } from '../../../schema/slug.ts';
import { textFor } from '../../words/index.ts';
import { clientLabel } from '../kit/client.ts';
import { button, postForm } from '../kit/components.ts';
import { displayText, linkTarget } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import type { ClientView } from '../kit/views.ts';

type Own = Pick<SchoolMembership, 'slug' | 'siteName' | 'isClosed'>;

export type OtherSchool = {
  client: ClientView;
  /** The slug of the school that the address in the app names. There may be no such school. */
  school: string;
  /** Whose account it is, in a sentence. */
  account: string;
  /** The schools of the account, with the address of each for the app. */
  own: { memberships: readonly Own[]; baseUrl: string };
  form: { action: string; csrf: string; label: string };
  /** Returns the error to the app. */
  backHref: string;
};

/** The app is set up for a school to which the account does not belong. */
export const otherSchoolPage = (frame: PageFrame, of: OtherSchool): string => {
  const all = textFor(frame.language);
  const text = all.otherSchool;
  const app = clientLabel(of.client);
  const { action, csrf, label } = of.form;
  const open = of.own.memberships.filter(({ isClosed }) => !isClosed);
  const addressOf = (slug: string): string => `${of.own.baseUrl}/mcp?school=${slug}`;
  const row = ({ siteName, slug }: Own): Html =>
    html`<li><div><p class="name">${displayText(siteName)}</p><p><code>${addressOf(slug)}</code></p></div></li>`;
  const body = html`<div class="intro"><h1>${text.title}</h1>
<p>${text.lead({ app, school: displayText(of.school.slice(0, MAX_SLUG)) })}</p><p>${of.account}</p></div>
${postForm({ action, csrf, body: button(label) })}
${
  open.length > 0 &&
  html`<section class="panel stack"><h2>${text.own}</h2><p>${text.ownText({ app })}</p><ul class="rows">${open.map(row)}</ul></section>`
}
<ul class="links"><li><a href="${linkTarget(of.backHref)}">${displayText(all.goingOn.without({ app: of.client.name }))}</a></li></ul>`;
  return page(frame, { title: text.title, body });
};
