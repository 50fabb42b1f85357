import { type Html, html } from './html.ts';
import type { Text } from './text/index.ts';

/** A field whose entry cannot stay, by its id and its label. */
export type WrongField = { id: string; label: string };

/**
 * What has to be looked at again, each with a link to its field. It has the focus when the page opens, before any field.
 * @returns nothing where nothing is wrong
 */
export const errorSummary = (wrong: readonly WrongField[], { shell }: Text): Html | undefined =>
  wrong.length === 0
    ? undefined
    : html`<div class="notice problem" id="summary" role="alert" tabindex="-1" autofocus><p>${shell.summary}</p>
<ul>${wrong.map(({ id, label }) => html`<li><a href="#${id}">${label}</a></li>`)}</ul></div>`;
