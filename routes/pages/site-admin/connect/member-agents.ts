/** What members paste into their agents: the address of the tools, with the `client_id` of an application of the school. */
import { verifyRedirect } from '../../../../schema/oauth/client.ts';
import { isIdentityScope, isMemberScope } from '../../../../schema/oauth/scope.ts';
import type { StoredApplication } from '../../../../schema/oauth/site-application.ts';
import type { MemberAgent, Snippet } from './view.ts';

interface Agent {
  readonly name: string;
  /** Where it receives the response. The application must have this redirect URI, or the same one with another port. */
  readonly redirectUri: string;
  snippets(values: { url: string; id: string; slug: string; scopes: readonly string[] }): readonly Snippet[];
}

const pretty = (value: object): string => JSON.stringify(value, null, 2);

const AGENTS: readonly Agent[] = [
  {
    name: 'Claude',
    redirectUri: 'https://claude.ai/api/mcp/auth_callback',
    snippets: ({ url, id }) => [
      { kind: 'address', content: url },
      { kind: 'clientId', content: id },
    ],
  },
  {
    name: 'Claude Code',
    redirectUri: 'http://localhost/callback',
    snippets: ({ url, id, slug }) => [
      { kind: 'command', content: `claude mcp add --transport http --client-id ${id} ${slug} "${url}"` },
    ],
  },
  {
    name: 'Cursor',
    redirectUri: 'http://localhost:8787/callback',
    snippets: ({ url, id, slug, scopes }) => [
      {
        kind: 'cursorFile',
        content: pretty({ mcpServers: { [slug]: { url, auth: { CLIENT_ID: id, scopes } } } }),
      },
    ],
  },
  {
    name: 'mcp-remote',
    redirectUri: 'http://localhost:3334/oauth/callback',
    snippets: ({ url, id, slug }) => {
      const options = ['--static-oauth-client-info', JSON.stringify({ client_id: id })];
      const http = url.startsWith('http:') ? ['--allow-http'] : [];
      const args = ['-y', 'mcp-remote', url, '3334', ...options, ...http];
      return [{ kind: 'serversFile', content: pretty({ mcpServers: { [slug]: { command: 'npx', args } } }) }];
    },
  },
];

/** Whether members' agents can use the application: it has no secret to keep, and may read what is the member's own. */
export const servesMembers = ({ active, authMethod, scopes }: StoredApplication): boolean =>
  active && authMethod === 'none' && scopes.includes('account:read');

export const memberAgents = (application: StoredApplication, baseUrl: string, slug: string): readonly MemberAgent[] => {
  const scopes = application.scopes.filter((scope) => isIdentityScope(scope) || isMemberScope(scope));
  const values = { url: `${baseUrl}/mcp?auth=member`, id: application.id, slug, scopes };
  return AGENTS.map(({ name, redirectUri, snippets }) => ({
    name,
    missingRedirectUri: verifyRedirect(application, redirectUri) === undefined ? redirectUri : undefined,
    snippets: snippets(values),
  }));
};
