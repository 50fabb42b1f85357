import { textFor } from '../../../words/index.ts';
import { linkButton, notice } from '../../kit/components.ts';
import { html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { copyScript } from '../../kit/scripts.ts';
import { copyField } from '../copyable.ts';

export type IssuedWebhook = {
  what: 'created' | 'rotated';
  /** Shown on this page only, and never again. */
  secret: string;
  href: string;
};

/** The page after a webhook was added or received a new secret. It is the only one that shows the secret. */
export const issuedWebhookPage = (frame: PageFrame, { what, secret, href }: IssuedWebhook): string => {
  const text = textFor(frame.language);
  const { issued } = text.webhooks;
  const title = issued.title[what];
  const body = html`<div class="intro"><h1>${title}</h1></div>
${notice('warning', html`<p>${issued.once}</p>`)}
${copyField(text.shell, 'secret', issued.label, secret)}
${what === 'rotated' && html`<p>${issued.overlap}</p>`}
<p>${linkButton(href, issued.on, 'secondary')}</p>`;
  return page(frame, { title, body, headExtra: copyScript });
};

/** The page for a form that was sent twice. The second one had no effect, and the secret is not shown again. */
export const alreadyIssuedWebhookPage = (frame: PageFrame, what: IssuedWebhook['what'], href: string): string => {
  const { issued } = textFor(frame.language).webhooks;
  const { title, text } = issued.again[what];
  const body = html`<div class="intro"><h1>${title}</h1><p>${text}</p></div>
<p>${linkButton(href, issued.on)}</p>`;
  return page(frame, { title, body });
};
