import type { Text } from '../../words/index.ts';
import { type Html, html } from './html.ts';

/** The links to the pages before and after a page of a list, if there are any. */
export const pager = (
  { previousHref, nextHref }: { previousHref: string | undefined; nextHref: string | undefined },
  { publicPages, shell }: Text,
): Html | false =>
  (previousHref ?? nextHref) !== undefined &&
  html`<p class="more">${previousHref !== undefined && html`<a class="secondary" href="${previousHref}" rel="prev">${publicPages.previous}</a>`}${nextHref !== undefined && html`<a class="secondary" href="${nextHref}" rel="next">${shell.next}</a>`}</p>`;
