import { accountCard, button, postForm } from './components.ts';
import { type Html, html } from './html.ts';
import { type PageFrame, page } from './layout.ts';
import { linkTarget, shown } from './outside-text.ts';
import { type Text, textFor } from './text/index.ts';
import type { AccountView, LinkView } from './views.ts';

export type Home = {
  baseUrl: string;
  documents: readonly LinkView[];
  signedInAs?: AccountView;
  signOutAction?: string;
  csrf?: string;
};

const visitor = ({ signedInAs, signOutAction, csrf }: Home, text: Text['home']): Html => {
  if (signedInAs === undefined)
    return html`<section class="intro"><h2>${text.visitor}</h2><p>${text.visitorText}</p></section>`;
  return html`<section class="panel"><h2>${text.signedIn}</h2>
${accountCard(signedInAs)}
${signOutAction !== undefined && postForm({ action: signOutAction, csrf, body: button(text.signOut, 'plain') })}
</section>`;
};

/** The start page, for someone who came here by chance and for a developer. */
export const homePage = (frame: PageFrame, home: Home): string => {
  const text = textFor(frame.language).home;
  const documents = home.documents.map(
    ({ href, label }) => html`<li><a href="${linkTarget(href)}">${shown(label)}</a></li>`,
  );
  const body = html`<div class="intro"><h1>${text.title}</h1><p>${text.lead}</p></div>
${visitor(home, text)}
<section class="stack"><div class="intro"><h2>${text.developer}</h2><p>${text.developerText}</p></div>
<div><h3>${text.issuer}</h3><code class="address">${shown(home.baseUrl)}</code></div>
<div><h3>${text.documents}</h3><ul class="links">${documents}</ul></div>
</section>`;
  return page(frame, { title: text.title, body, wide: true });
};
