import { type Text, textFor } from '../../words/index.ts';
import { clientLabel, clientOrigin, clientTile } from '../kit/client.ts';
import { button, linkButton, notice, postForm } from '../kit/components.ts';
import { copyField } from '../kit/copyable.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { copyScript } from '../kit/scripts.ts';
import type { ClientView } from '../kit/views.ts';

const CONNECTED_APPS = '/account/connected-apps';

export type Asking = { action: string; csrf: string; client: ClientView };
export type Shown = { client: ClientView; address: string; seconds: number };

/** Who would get the access, said as on the consent page: a name that nobody has checked is only claimed. */
const claimant = (client: ClientView, text: Text): Html => html`<div class="asker">${clientTile(client)}<div>
<p class="name">${clientLabel(client)}</p>
${client.host !== undefined && html`<p class="detail">${text.client.callsItself({ name: displayText(client.name) })}</p>`}
${clientOrigin(client, text)}
</div></div>`;

const warnings = ({ otherComputer: { beware } }: Text): Html =>
  notice('warning', html`<p>${beware.paste}</p><p>${beware.never}</p><p>${beware.stop}</p>`);

/** Asks whether the program is on another computer, before anything is shown. */
export const askPage = (frame: PageFrame, { action, csrf, client }: Asking): string => {
  const all = textFor(frame.language);
  const text = all.otherComputer;
  const body = html`<div class="intro"><h1>${text.title}</h1><p>${text.lead({ app: clientLabel(client) })}</p></div>
${claimant(client, all)}
${warnings(all)}
${postForm({
  action,
  csrf,
  body: html`<div class="actions pair">${linkButton(CONNECTED_APPS, text.stop, 'secondary')}${button(text.show)}</div>`,
})}`;
  return page(frame, { title: text.title, body });
};

export const shownPage = (frame: PageFrame, { client, address, seconds }: Shown): string => {
  const all = textFor(frame.language);
  const text = all.otherComputer;
  const body = html`<div class="intro"><h1>${text.copy({ app: clientLabel(client) })}</h1><p>${text.once({ seconds })}</p></div>
${copyField(all.shell, 'address', text.address, address)}
${warnings(all)}
<p><a href="${CONNECTED_APPS}">${text.stop}</a></p>`;
  return page(frame, { title: text.copy({ app: clientLabel(client) }), body, headExtra: copyScript });
};

export const refusedPage = (frame: PageFrame, why: 'gone' | 'withheld'): string => {
  const all = textFor(frame.language);
  const { title, text } = all.otherComputer[why];
  const body = html`<div class="intro"><h1>${title}</h1><p>${text}</p></div>
<ul class="links"><li><a href="${CONNECTED_APPS}">${all.consent.undoLink}</a></li></ul>`;
  return page(frame, { title, body });
};
