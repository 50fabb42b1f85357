/** Our scripts. They are optional, because every page works without them. Their names contain a hash of the content. */
import { createHash } from 'node:crypto';
import { readProgramFile } from '../../../schema/program/files.ts';
import { type Html, html } from './html.ts';

export interface Script {
  path: string;
  source: string;
}

/** Removes indentation, and comments, which are always on lines of their own. */
const squeezed = (source: string): string => source.replace(/^\s*(\/\/.*\n)?/gm, '');

const served: Script[] = [];
/** All that are served: `scriptOf` adds them. */
export const scripts: readonly Script[] = served;

function scriptOf(name: string): Html {
  const source = squeezed(readProgramFile(`routes/pages/kit/scripts/${name}.js`));
  const path = `/assets/${name}-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`;
  served.push({ path, source });
  return html`<script src="${path}" defer></script>`;
}

export const passkeyScript: Html = scriptOf('passkeys');
export const copyScript: Html = scriptOf('copy');
export const menuScript: Html = scriptOf('menu');
export const countsScript: Html = scriptOf('counts');
export const passwordScript: Html = scriptOf('password');
export const explorerScript: Html = scriptOf('explorer');
export const brandingScript: Html = scriptOf('look');
export const zoneScript: Html = scriptOf('zone');
export const attemptsScript: Html = scriptOf('attempts');
