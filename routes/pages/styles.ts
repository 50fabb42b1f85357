import { createHash } from 'node:crypto';
import { components } from './styles/components.ts';
import { elements } from './styles/elements.ts';
import { reference } from './styles/reference.ts';
import { tokens } from './styles/tokens.ts';

export const stylesheet: string = [tokens, elements, components, reference].join('\n');

/** Changes with the content, so that the file may be cached for ever. */
export const stylesheetPath: string = `/assets/schoolgate-${createHash('sha256').update(stylesheet).digest('hex').slice(0, 8)}.css`;
