import type { Text } from '../../words/index.ts';
import { copyBlock } from '../kit/copyable.ts';
import { type Html, html } from '../kit/html.ts';

/** The values that a developer needs for an application. */
export type DeveloperFacts = {
  issuer: string;
  resource: string;
  clientId: string;
  authMethod: string;
  redirectUris: readonly string[];
  scope: string;
  /** The command that runs the whole flow, if one of the redirect URIs allows it. */
  command: string | undefined;
};

/** The settings of the app, one a line. */
export const settingsLines = (facts: DeveloperFacts): readonly string[] => [
  `issuer=${facts.issuer}`,
  `client_id=${facts.clientId}`,
  `token_endpoint_auth_method=${facts.authMethod}`,
  ...facts.redirectUris.map((uri) => `redirect_uri=${uri}`),
  `scope=${facts.scope}`,
  `resource=${facts.resource}`,
];

export const forTheDeveloper = (facts: DeveloperFacts, text: Text): Html => {
  const { developer } = text.applications;
  const { authMethod, command } = facts;
  return html`<section class="stack"><h2>${developer.title}</h2><p>${developer.lead} ${authMethod === 'none' ? developer.noSecret : developer.sendSecret}</p>
${copyBlock(text.shell, developer.settings, settingsLines(facts).join('\n'))}
${command !== undefined && copyBlock(text.shell, developer.command, command)}
<ul class="links"><li><a href="/auth.md">${developer.walkthrough}</a></li></ul></section>`;
};
