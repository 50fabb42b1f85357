import { textFor } from '../../words/index.ts';
import { accountCard, button, postForm } from '../kit/components.ts';
import { html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import type { AccountView } from '../kit/views.ts';

export type SignOut = { action: string; csrf: string; account?: AccountView; hidden: Readonly<Record<string, string>> };

export const signOutPage = (frame: PageFrame, { action, csrf, account, hidden }: SignOut): string => {
  const text = textFor(frame.language).signOut;
  const body = html`<div class="intro"><h1>${text.title}</h1><p>${text.lead}</p></div>
${account !== undefined && html`<div class="panel">${accountCard(account)}</div>`}
${postForm({ action, csrf, hidden, body: button(text.submit) })}
<p class="hint">${text.stay}</p>`;
  return page(frame, { title: text.title, body });
};
