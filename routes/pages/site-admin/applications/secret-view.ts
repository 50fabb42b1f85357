import { textFor } from '../../../words/index.ts';
import { linkButton, notice } from '../../kit/components.ts';
import { copyField } from '../../kit/copyable.ts';
import { displayText } from '../../kit/display-text.ts';
import { html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { copyScript } from '../../kit/scripts.ts';
import { type DeveloperFacts, forTheDeveloper } from '../for-the-developer.ts';

export type IssuedApplication = {
  what: 'created' | 'rotated';
  name: string;
  /** Shown on this page only, and never again. */
  secret: string | undefined;
  facts: DeveloperFacts;
  href: string;
};

/** The page after an application was created or received a new secret. It is the only one that shows the secret. */
export const issuedApplicationPage = (
  frame: PageFrame,
  { what, name, secret, facts, href }: IssuedApplication,
): string => {
  const text = textFor(frame.language);
  const { issued } = text.applications;
  const title = issued.title[what];
  const body = html`<div class="intro"><h1>${title}</h1><p>${displayText(name)}</p></div>
${secret !== undefined && notice('warning', html`<p>${issued.once}</p>`)}
${copyField(text.shell, 'client_id', 'client_id', facts.clientId)}
${secret !== undefined && copyField(text.shell, 'client_secret', 'client_secret', secret)}
${what === 'rotated' && html`<p>${issued.overlap}</p>`}
${secret === undefined && html`<p>${issued.noSecret}</p>`}
<div class="inline">${linkButton(href, issued.on, secret === undefined ? 'primary' : 'secondary')}${linkButton(`${href}/hand-over`, text.handOver.admin.create, 'secondary')}</div>
${forTheDeveloper(facts, text)}`;
  return page(frame, { title, body, headExtra: copyScript });
};

/** The page for a form that was sent twice. The second one had no effect, and the secret is not shown again. */
export const alreadyIssuedPage = (frame: PageFrame, what: IssuedApplication['what'], href: string): string => {
  const { issued } = textFor(frame.language).applications;
  const body = html`<div class="intro"><h1>${issued.again[what].title}</h1><p>${issued.again[what].text}</p></div>
<p>${linkButton(href, issued.on)}</p>`;
  return page(frame, { title: issued.again[what].title, body });
};
