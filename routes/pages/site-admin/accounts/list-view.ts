import { type Text, textFor } from '../../../words/index.ts';
import { button, emptyList, field } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';

/** An account in the list. */
export type AccountItem = { id: string; name: string; email: string; active: boolean };

export type Accounts = {
  /** What was searched for; empty if nothing was yet. */
  searched: string;
  accounts: readonly AccountItem[];
  /** Whether more accounts fit than are listed. */
  hasMore: boolean;
  /** The path of this page, and the prefix of the accounts' paths. */
  base: string;
};

export const accountBadge = (active: boolean, { accounts }: Text): Html =>
  html`<span class="badge${!active && ' off'}">${active ? accounts.statuses.active : accounts.statuses.disabled}</span>`;

const item = ({ id, name, email, active }: AccountItem, base: string, text: Text): Html =>
  html`<li><div><h2><a href="${base}/${id}">${displayText(name)}</a></h2>
<p class="detail">${displayText(email)}</p></div>
<p class="made">${accountBadge(active, text)}</p></li>`;

const found = ({ searched, accounts, hasMore, base }: Accounts, text: Text): Html | undefined => {
  if (searched === '') return undefined;
  const { empty, emptyText, more } = text.accounts;
  if (accounts.length === 0) return emptyList(empty, emptyText);
  return html`<ul class="rows">${accounts.map((one) => item(one, base, text))}</ul>
${hasMore && html`<p class="detail">${more({ count: accounts.length })}</p>`}`;
};

/** The page that finds accounts. It lists nobody before something is searched for. */
export const accountsPage = (frame: PageFrame, view: Accounts): string => {
  const text = textFor(frame.language);
  const { accounts, admin } = text;
  const title = admin.area.pages.accounts;
  const body = html`<div class="intro"><h1>${title}</h1><p>${accounts.lead}</p></div>
<form method="get" action="${view.base}" class="filters">
${field({ name: 'q', label: accounts.search.label, hint: accounts.search.hint, type: 'search', autocomplete: 'off', maxLength: 100, ...(view.searched === '' ? {} : { value: view.searched }) })}
<div class="inline">${button(accounts.search.submit, 'secondary')}</div>
</form>
${found(view, text)}`;
  return page(frame, { title, body });
};
