import { linkButton } from './components.ts';
import { html } from './html.ts';
import { type PageFrame, page } from './layout.ts';

export type Outcome = {
  title: string;
  sentences: readonly string[];
  /** Where to go from here. */
  next: { href: string; label: string };
};

/** What came of something, and where to go next. */
export const outcomePage = (frame: PageFrame, { title, sentences, next }: Outcome): string =>
  page(frame, {
    title,
    body: html`<div class="intro"><h1>${title}</h1>${sentences.map((sentence) => html`<p>${sentence}</p>`)}</div>
<div class="inline">${linkButton(next.href, next.label, 'secondary')}</div>`,
  });
