/** `/llms.txt`: what there is to read here, for models. */
import type { Facts } from './auth-md/index.ts';

export const llmsTxt = ({ capabilities, hasOwnDocs }: Facts): string => {
  const { baseUrl, docsUrl } = capabilities;
  const link = (title: string, url: string, what: string): string => `- [${title}](${url}): ${what}`;
  return [
    '# Schoolgate',
    '',
    '> The OAuth 2.0 and OpenID Connect authorization server of a platform of learning sites, and the APIs of its schools.',
    '',
    '## Getting access',
    '',
    link('Signing in', `${baseUrl}/auth.md`, 'discover, register, get a token, use it, give it back'),
    link('Server metadata', `${baseUrl}/.well-known/oauth-authorization-server`, 'what holds where any text differs'),
    link('Resource metadata', `${baseUrl}/.well-known/oauth-protected-resource`, 'the resource value for requests'),
    '',
    '## APIs',
    '',
    link('OpenAPI', `${baseUrl}/openapi.json`, 'every endpoint, with schemas, scopes and examples'),
    link('GraphQL schema', `${baseUrl}/account/schema.graphql`, 'a member’s own data'),
    ...(hasOwnDocs
      ? [
          link('Reference', `${docsUrl}/reference`, 'the same as OpenAPI, to read'),
          link('Error codes', `${docsUrl}/errors`, 'what each means, and what to do'),
          link('Problems', `${docsUrl}/problems`, 'the refusals of the admin API'),
        ]
      : [link('Documentation', docsUrl, 'for developers')]),
    '',
  ].join('\n');
};
