import { createHash } from 'node:crypto';
import { areas } from './styles/areas.ts';
import { components } from './styles/components.ts';
import { copying } from './styles/copying.ts';
import { elements } from './styles/elements.ts';
import { manual } from './styles/manual.ts';
import { reference } from './styles/reference.ts';
import { tokens } from './styles/tokens.ts';

/** Removes white space that only readers need. No string in our styles contains any that this would change. */
const squeezed = (css: string): string =>
  css
    .replace(/\s*\n\s*/g, '')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/;\}/g, '}');

export const stylesheet: string = squeezed(
  [tokens, elements, components, areas, copying, reference, manual].join('\n'),
);

/** The path contains a hash of the content, so that the file can be cached for ever. */
export const stylesheetPath: string = `/assets/schoolgate-${createHash('sha256').update(stylesheet).digest('hex').slice(0, 8)}.css`;
