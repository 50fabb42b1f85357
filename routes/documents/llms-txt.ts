/** `/llms.txt` lists the documents for models. */
import type { Facts } from './auth-md/index.ts';

export const llmsTxt = ({ capabilities, hasOwnDocs }: Facts): string => {
  const { baseUrl, docsUrl } = capabilities;
  const link = (title: string, url: string, description: string): string => `- [${title}](${url}): ${description}`;
  return [
    '# Schoolgate',
    '',
    '> OAuth 2.0 and OpenID Connect authorization server for a platform of learning sites, with the APIs of its schools.',
    '',
    '## Getting access',
    '',
    link('Signing in', `${baseUrl}/auth.md`, 'discover the server, register, and obtain, use and revoke a token'),
    link(
      'Server metadata',
      `${baseUrl}/.well-known/oauth-authorization-server`,
      'authoritative if any documentation differs',
    ),
    link(
      'Resource metadata',
      `${baseUrl}/.well-known/oauth-protected-resource`,
      'the resource value to send in requests',
    ),
    '',
    '## APIs',
    '',
    link('OpenAPI', `${baseUrl}/openapi.json`, 'every endpoint, with schemas, scopes and examples'),
    link('GraphQL schema', `${baseUrl}/account/schema.graphql`, "a member's own data"),
    ...(hasOwnDocs
      ? [
          link('Reference', `${docsUrl}/reference`, 'the OpenAPI description in readable form'),
          link('Error codes', `${docsUrl}/errors`, 'meaning of each code, and what to do'),
          link('Problems', `${docsUrl}/problems`, 'problem types of the admin API'),
          link('Refusals', `${docsUrl}/connect/refusals`, 'what stops a client at each step, and what to do'),
          link(
            'Manual',
            docsUrl,
            'for people who run a school, developers and members; with `Accept: text/markdown`, every page is Markdown',
          ),
        ]
      : [link('Documentation', docsUrl, 'for developers')]),
    '',
  ].join('\n');
};
