import { type Html, html } from '../kit/html.ts';
import type { Text } from '../kit/text/index.ts';
import { copyBlock } from './copyable.ts';

/** The values that a developer needs for an application. */
export type DeveloperFacts = {
  issuer: string;
  resource: string;
  clientId: string;
  authMethod: string;
  scope: string;
  /** The command that runs the whole flow, if one of the redirect URIs allows it. */
  command: string | undefined;
};

export const forTheDeveloper = ({ command, ...facts }: DeveloperFacts, text: Text): Html => {
  const { developer } = text.applications;
  const settings = [
    `issuer=${facts.issuer}`,
    `client_id=${facts.clientId}`,
    `token_endpoint_auth_method=${facts.authMethod}`,
    `scope=${facts.scope}`,
    `resource=${facts.resource}`,
  ].join('\n');
  return html`<section class="stack"><h2>${developer.title}</h2><p>${developer.lead}</p>
${copyBlock(text.shell, developer.settings, settings)}
${command !== undefined && copyBlock(text.shell, developer.command, command)}
<ul class="links"><li><a href="/auth.md">${developer.walkthrough}</a></li></ul></section>`;
};
