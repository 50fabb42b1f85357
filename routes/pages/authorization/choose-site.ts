import type { Role } from '../../../schema/oauth/scope.ts';
import { type Text, textFor } from '../../words/index.ts';
import { clientLabel } from '../kit/client.ts';
import { button, postForm } from '../kit/components.ts';
import { displayText, initialOf } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import type { ClientView } from '../kit/views.ts';

export type SiteChoice = { id: string; name: string; role: Role; chosen?: boolean };

export type ChooseSite = {
  action: string;
  csrf: string;
  client: ClientView;
  sites: readonly SiteChoice[];
  cancelAction: string;
};

const choice = (site: SiteChoice, text: Text): Html => {
  const name = displayText(site.name);
  return html`<label class="choice boxed">
<input type="radio" name="site" value="${site.id}" required${site.chosen === true && html` checked`}>
<span class="tile" aria-hidden="true">${initialOf(name)}</span>
<span><span class="name">${name}</span><br><span class="detail">${text.roles[site.role]}</span></span>
</label>`;
};

export const chooseSitePage = (frame: PageFrame, { action, csrf, client, sites, cancelAction }: ChooseSite): string => {
  const text = textFor(frame.language);
  const { title, lead, legend, submit } = text.chooseSite;
  const choices = html`<fieldset class="choices"><legend>${legend}</legend>${sites.map((site) => choice(site, text))}</fieldset>`;
  const body = html`<div class="intro"><h1>${title}</h1><p>${lead({ app: clientLabel(client) })}</p></div>
${postForm({ action, csrf, body: [choices, button(submit)] })}
<div class="aside">${postForm({ action: cancelAction, csrf, body: button(text.labels.cancel, 'plain') })}</div>`;
  return page(frame, { title, body });
};
