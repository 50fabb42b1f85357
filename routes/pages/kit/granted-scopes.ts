/** Lists the access of a connected app in sentences. Long lists fold without a script. */
import type { Scope } from '../../../schema/oauth/scope.ts';
import type { Text } from '../../words/index.ts';
import { type Html, html } from './html.ts';

const SHOWN = 6;

const sentences = (scopes: readonly Scope[], text: Text): Html =>
  html`<ul class="group">${scopes.map((scope) => html`<li class="fixed">${text.scopes[scope]}</li>`)}</ul>`;

/** @param words the sentences, addressed either to the person or to the people who run the school */
export const grantedScopes = (
  scopes: readonly Scope[],
  text: Text,
  { can, canNothing }: Pick<Text['connectedApps'], 'can' | 'canNothing'>,
): Html => {
  const { more } = text.connectedApps;
  if (scopes.length === 0) return html`<p class="detail">${canNothing}</p>`;
  // One additional line takes no more space than the summary that would fold it.
  const open = scopes.length <= SHOWN + 1 ? scopes : scopes.slice(0, SHOWN);
  const rest = scopes.slice(open.length);
  return html`<div><h3>${can}</h3>${sentences(open, text)}
${rest.length > 0 && html`<details><summary>${more({ count: rest.length })}</summary>${sentences(rest, text)}</details>`}</div>`;
};
