import type { ApplicationChanges } from '../../../../schema/oauth/site-application.ts';
import type { Text } from '../../../words/index.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html, type Renderable } from '../../kit/html.ts';

const listOf = (title: string, items: readonly Renderable[]): Html | undefined =>
  items.length === 0 ? undefined : html`<p>${title}</p><ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;

const codes = (texts: readonly string[]): Html[] => texts.map((text) => html`<code>${displayText(text)}</code>`);

/** Shows the changes of redirect URIs and scopes that need a confirmation. */
export const weightyChanges = (
  { added, removed, introspects }: ApplicationChanges,
  { applications, scopes }: Text,
): Html => {
  const { change } = applications.danger;
  return html`${listOf(change.added, codes(added.redirectUris))}
${added.redirectUris.length > 0 && html`<p>${change.addedText}</p>`}
${listOf(change.removed, codes(removed.redirectUris))}
${listOf(
  change.scopes,
  added.scopes.map((scope) => html`${scopes[scope]} <code>${scope}</code>`),
)}
${introspects && html`<p>${change.introspects}</p>`}`;
};
