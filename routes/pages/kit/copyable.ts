/** Values to copy: a field, a block, and the page of a link that is shown once. */
import { type Text, textFor } from '../../words/index.ts';
import { linkButton, notice } from './components.ts';
import { displayText } from './display-text.ts';
import { type Html, html } from './html.ts';
import { type PageFrame, page } from './layout.ts';
import { copyScript } from './scripts.ts';

const copyButton = (text: Text['shell'], label: string): Html =>
  html`<button type="button" class="plain" hidden data-done="${text.copied}" aria-label="${text.copy}: ${label}">${text.copy}</button>`;

/** A value on one line, such as a URL or an id. */
export const copyField = (text: Text['shell'], name: string, label: string, value: string): Html =>
  html`<div class="copyable field"><label for="${name}">${label}</label>
<input id="${name}" type="text" readonly value="${value}" spellcheck="false" autocomplete="off">
${copyButton(text, label)}</div>`;

/** A command, or part of a configuration file. */
export const copyBlock = (text: Text['shell'], label: string, content: string): Html =>
  html`<div class="copyable"><p class="detail">${displayText(label)}</p>
<pre><code>${content}</code></pre>
${copyButton(text, label)}</div>`;

/** Values to copy, print or download, one on each line. */
export const copyList = (text: Text['shell'], values: readonly string[], is: { file: string; title: string }): Html =>
  html`<div class="copyable"><ul class="codes">${values.map((value) => html`<li><code>${value}</code></li>\n`)}</ul>
<div class="inline">${copyButton(text, is.title)}
<button type="button" class="plain" hidden data-prints>${text.print}</button>
<a href="data:text/plain;charset=utf-8,${encodeURIComponent(`${is.title}\n\n${values.join('\n')}\n`)}" download="${is.file}">${text.download}</a></div></div>`;

/** A new link, its recipient, and the page that follows. */
export interface ShownLink {
  title: string;
  name: string;
  text: string;
  label: string;
  url: string;
  next: { href: string; label: string };
}

/** The page after a link was made. It is the only one that shows the link. */
export const shownLinkPage = (frame: PageFrame, { title, name, text, label, url, next }: ShownLink): string => {
  const body = html`<div class="intro"><h1>${title}</h1><p>${displayText(name)}</p></div>
${notice('warning', html`<p>${text}</p>`)}
${copyField(textFor(frame.language).shell, 'link', label, url)}
<p>${linkButton(next.href, next.label, 'secondary')}</p>`;
  return page(frame, { title, body, headExtra: copyScript });
};
