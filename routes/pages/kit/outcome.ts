import { linkButton } from './components.ts';
import { html } from './html.ts';
import { type PageFrame, page } from './layout.ts';

export type Outcome = {
  title: string;
  sentences: readonly string[];
  /** A link to the next page. */
  next: { href: string; label: string };
};

/** A page that reports the result of an action and links to the next page. */
export const outcomePage = (frame: PageFrame, { title, sentences, next }: Outcome): string =>
  page(frame, {
    title,
    body: html`<div class="intro"><h1>${title}</h1>${sentences.map((sentence) => html`<p>${sentence}</p>`)}</div>
<div class="inline">${linkButton(next.href, next.label, 'secondary')}</div>`,
  });
