/** Small drawings beside a word that says the same, and the icon of the pages. */
import { createHash } from 'node:crypto';
import { type Html, html } from './html.ts';

const drawing = (paths: string): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${paths}"/></svg>`;

export const pencilIcon: Html = drawing('M4 20l1.2-4.8L16.4 4l3.6 3.6L8.8 18.8zM13.6 6.8l3.6 3.6');
export const warningIcon: Html = drawing('M12 4 2.8 20h18.4zM12 10v4.4M12 17.2v.1');

/** The icon of the pages. */
export const icon: string = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>path{fill:none;stroke:#17614a;stroke-width:3}@media(prefers-color-scheme:dark){path{stroke:#86d3b4}}</style><path d="M5 29V15a11 11 0 0 1 22 0v14M12 28V14M20 28V14"/></svg>`;

/** Its name contains a hash of its content. */
export const iconPath: string = `/assets/gate-${createHash('sha256').update(icon).digest('hex').slice(0, 8)}.svg`;
