/** The accounts of all people, for those who run the platform. The page that finds one lists nobody before a search. */
import type { FastifyInstance } from 'fastify';
import { button, emptyList, field } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { html } from '../../kit/html.ts';
import { definePage } from '../../kit/page.ts';
import type { Place, PlacedRequest } from '../placed-pages.ts';
import { accountPath } from './account.ts';
import { accountActions } from './actions.ts';
import { accountBadge, accountPage } from './page.ts';

const MAX_SEARCHED = 100;

export function accountPages<V extends PlacedRequest>(app: FastifyInstance, place: Place<V>): void {
  definePage(app, place, {
    at: place.path,
    async load({ query }) {
      const searched = (query.get('q') ?? '').trim().slice(0, MAX_SEARCHED);
      // No name contains NUL, which PostgreSQL does not accept.
      const isSearchable = searched !== '' && !searched.includes('\0');
      const nobody = { found: [], hasMore: false };
      return { searched, ...(isSearchable ? await app.people.accountHelp.search(searched.toWellFormed()) : nobody) };
    },
    title: (_found, { text }) => text.admin.area.pages.accounts,
    lead: (_found, { text }) => html`<p>${text.accounts.lead}</p>`,
    body({ searched, found, hasMore }, { signedIn, text }) {
      const { empty, emptyText, more, search } = text.accounts;
      const input = field({
        name: 'q',
        label: search.label,
        hint: search.hint,
        type: 'search',
        autocomplete: 'off',
        maxLength: MAX_SEARCHED,
        ...(searched === '' ? {} : { value: searched }),
      });
      const rows = found.map(
        (one) => html`<li><div><h2><a href="${accountPath(place, signedIn, one)}">${displayText(one.name)}</a></h2>
<p class="detail">${displayText(one.email)}</p></div>
<p class="made">${accountBadge(one.active, text)}</p></li>`,
      );
      const list = html`<ul class="rows">${rows}</ul>
${hasMore && html`<p class="detail">${more({ count: rows.length })}</p>`}`;
      return html`<form method="get" action="${place.base(signedIn)}" class="filters">
${input}
<div class="inline">${button(search.submit, 'secondary')}</div>
</form>
${searched !== '' && (rows.length === 0 ? emptyList(empty, emptyText) : list)}`;
    },
  });

  accountActions(app, place, accountPage(app, place));
}
