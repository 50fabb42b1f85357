/** Small drawings beside a word that says the same, which all pages take from one file, and the icon of the pages. */
import { createHash } from 'node:crypto';
import { type Html, html } from './html.ts';
import { LUCIDE } from './lucide.ts';

const hashed = (name: string, content: string): string =>
  `/assets/${name}-${createHash('sha256').update(content).digest('hex').slice(0, 8)}.svg`;

export type IconName = keyof typeof LUCIDE;

/** All drawings in one file. Its name contains a hash of its content. */
export const sprite: string = `<svg xmlns="http://www.w3.org/2000/svg">${Object.entries(LUCIDE)
  .map(([name, drawing]) => `<symbol id="${name}" viewBox="0 0 24 24">${drawing}</symbol>`)
  .join('')}</svg>`;
export const spritePath: string = hashed('i', sprite);

export const icon = (name: IconName): Html =>
  html`<svg class="icon" aria-hidden="true"><use href="${spritePath}#${name}"/></svg>`;

/** The icon of the pages. */
export const pageIcon: string = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>path{fill:none;stroke:#1f5f5b;stroke-width:3}@media(prefers-color-scheme:dark){path{stroke:#7fc8c1}}</style><path d="M5 29V15a11 11 0 0 1 22 0v14M12 28V14M20 28V14"/></svg>`;
export const pageIconPath: string = hashed('gate', pageIcon);
