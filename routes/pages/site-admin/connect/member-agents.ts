/** What members paste into their agents: the address of the tools, and the `client_id` of an application if one is needed. */
import { isIdentityScope, isMemberScope } from '../../../../schema/oauth/scope.ts';
import type { StoredApplication } from '../../../../schema/oauth/site-application.ts';
import { installLink } from './clients.ts';
import type { KnownClient, Snippet } from './guides.ts';

/** What an agent is given. Without an id, it identifies itself by its own address. */
interface Values {
  url: string;
  slug: string;
  id?: string;
  scopes?: readonly string[];
}

const pretty = (value: object): string => JSON.stringify(value, null, 2);

const cursorEntry = ({ url, id, scopes }: Values) => ({
  url,
  ...(id === undefined ? {} : { auth: { CLIENT_ID: id, scopes } }),
});

const vscodeEntry = ({ url, id }: Values) => ({
  type: 'http',
  url,
  ...(id === undefined ? {} : { oauth: { clientId: id } }),
});

function remoteSnippet({ url, id, slug }: Values): Snippet {
  const options = id === undefined ? [] : ['--static-oauth-client-info', JSON.stringify({ client_id: id })];
  const http = url.startsWith('http:') ? ['--allow-http'] : [];
  const args = ['-y', 'mcp-remote', url, '3334', ...options, ...http];
  return { kind: 'serversFile', content: pretty({ mcpServers: { [slug]: { command: 'npx', args } } }) };
}

/** What a member pastes into one client. */
function memberSnippets(key: KnownClient, values: Values): readonly Snippet[] {
  const { url, id, slug } = values;
  const clientId: Snippet[] = id === undefined ? [] : [{ kind: 'clientId', content: id }];
  switch (key) {
    case 'claude':
    case 'chatgpt':
      return [{ kind: 'address', content: url }, ...clientId];
    case 'claude_code': {
      const option = id === undefined ? '' : ` --client-id ${id}`;
      return [{ kind: 'command', content: `claude mcp add --transport http${option} ${slug} "${url}"` }];
    }
    case 'cursor':
      return [{ kind: 'cursorFile', content: pretty({ mcpServers: { [slug]: cursorEntry(values) } }) }];
    case 'vscode':
      return [{ kind: 'vscodeFile', content: pretty({ servers: { [slug]: vscodeEntry(values) } }) }];
    case 'inspector':
      return [
        { kind: 'command', content: 'npx @modelcontextprotocol/inspector' },
        { kind: 'address', content: url },
        ...clientId,
      ];
    case 'mcp_remote':
      return [remoteSnippet(values)];
    case 'curl':
      return [];
  }
}

/** Whether members' agents can use the application: it has no secret to keep, and may read what is the member's own. */
export const servesMembers = ({ active, authMethod, scopes }: StoredApplication): boolean =>
  active && authMethod === 'none' && scopes.includes('account:read');

const valuesOf = (application: StoredApplication | undefined, url: string, slug: string): Values => {
  if (application === undefined) return { url, slug };
  const scopes = application.scopes.filter((scope) => isIdentityScope(scope) || isMemberScope(scope));
  return { url, slug, id: application.id, scopes };
};

/** How a member connects one client. */
export interface MemberGuide {
  installHref: string | undefined;
  snippets: readonly Snippet[];
}

/**
 * @param application whose `client_id` the client uses; `undefined` if the client identifies itself by its own address
 * @param url the address of the tools, for the members of the school
 */
export function memberGuide(
  key: KnownClient,
  application: StoredApplication | undefined,
  url: string,
  slug: string,
): MemberGuide {
  const values = valuesOf(application, url, slug);
  const entry = key === 'vscode' ? vscodeEntry(values) : cursorEntry(values);
  return { installHref: installLink(key, slug, entry), snippets: memberSnippets(key, values) };
}
