import type { Text } from '../../words/index.ts';
import { type Html, html } from './html.ts';

/** A field with an invalid value, by its id and label. */
export type WrongField = { id: string; label: string };

/**
 * A list of invalid fields with links to them. It receives the focus when the page opens, before any field.
 * @returns `undefined` if no field is invalid
 */
export const errorSummary = (wrong: readonly WrongField[], { shell }: Text): Html | undefined =>
  wrong.length === 0
    ? undefined
    : html`<div class="notice problem" id="summary" role="alert" tabindex="-1" autofocus><p>${shell.summary}</p>
<ul>${wrong.map(({ id, label }) => html`<li><a href="#${id}">${label}</a></li>`)}</ul></div>`;
