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

const scriptOf = (name: string): Script => {
  const source = squeezed(readProgramFile(`routes/pages/kit/scripts/${name}.js`));
  return { source, path: `/assets/${name}-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js` };
};

const passkeys = scriptOf('passkeys');
const copy = scriptOf('copy');
const menu = scriptOf('menu');
const counts = scriptOf('counts');
const password = scriptOf('password');
const explorer = scriptOf('explorer');
const look = scriptOf('look');
const attempts = scriptOf('attempts');

export const scripts: readonly Script[] = [passkeys, copy, menu, counts, password, explorer, look, attempts];

export const passkeyScript: Html = html`<script src="${passkeys.path}" defer></script>`;

export const copyScript: Html = html`<script src="${copy.path}" defer></script>`;

export const menuScript: Html = html`<script src="${menu.path}" defer></script>`;

export const countsScript: Html = html`<script src="${counts.path}" defer></script>`;

export const passwordScript: Html = html`<script src="${password.path}" defer></script>`;

export const explorerScript: Html = html`<script src="${explorer.path}" defer></script>`;

export const lookScript: Html = html`<script src="${look.path}" defer></script>`;

export const attemptsScript: Html = html`<script src="${attempts.path}" defer></script>`;
