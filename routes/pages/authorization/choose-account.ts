import { textFor } from '../../words/index.ts';
import { clientLabel } from '../kit/client.ts';
import { accountCard, button, postForm } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import type { AccountView, ClientView } from '../kit/views.ts';

export type ChooseAccount = {
  continueAction: string;
  switchAction: string;
  csrf: string;
  account: AccountView;
  client: ClientView;
};

export const chooseAccountPage = (
  frame: PageFrame,
  { continueAction, switchAction, csrf, account, client }: ChooseAccount,
): string => {
  const text = textFor(frame.language);
  const { title, lead, continueAs } = text.chooseAccount;
  const body = html`<div class="intro"><h1>${title}</h1><p>${lead({ app: clientLabel(client) })}</p></div>
<div class="panel">${accountCard(account)}</div>
<div class="actions">
${postForm({ action: continueAction, csrf, body: button(continueAs({ name: displayText(account.name) })) })}
${postForm({ action: switchAction, csrf, body: button(text.labels.switch, 'secondary') })}
</div>`;
  return page(frame, { title, body });
};
