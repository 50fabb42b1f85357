import type { Text } from '../../words/index.ts';
import { displayText } from './display-text.ts';
import { type Html, html } from './html.ts';

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
