/** Small drawings beside a word that says the same. */
import { type Html, html } from './html.ts';

const drawing = (paths: string): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${paths}"/></svg>`;

export const pencilIcon: Html = drawing('M4 20l1.2-4.8L16.4 4l3.6 3.6L8.8 18.8zM13.6 6.8l3.6 3.6');
export const warningIcon: Html = drawing('M12 4 2.8 20h18.4zM12 10v4.4M12 17.2v.1');
