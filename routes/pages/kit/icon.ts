/** The icon of the pages. Its name contains a hash of its content. */
import { createHash } from 'node:crypto';

export const icon: string = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>path{fill:none;stroke:#17614a;stroke-width:3}@media(prefers-color-scheme:dark){path{stroke:#86d3b4}}</style><path d="M5 29V15a11 11 0 0 1 22 0v14M12 28V14M20 28V14"/></svg>`;

export const iconPath: string = `/assets/gate-${createHash('sha256').update(icon).digest('hex').slice(0, 8)}.svg`;
