/** Scripts of ours, which only make easier what works without them. Their names change with their content. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Html, html } from './html.ts';

export interface Script {
  path: string;
  source: string;
}

const scriptOf = (name: string): Script => {
  const source = readFileSync(new URL(`scripts/${name}.js`, import.meta.url), 'utf8');
  return { source, path: `/assets/${name}-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js` };
};

const passkeys = scriptOf('passkeys');
const copy = scriptOf('copy');

export const scripts: readonly Script[] = [passkeys, copy];

export const passkeyScript: Html = html`<script src="${passkeys.path}" defer></script>`;

export const copyScript: Html = html`<script src="${copy.path}" defer></script>`;
