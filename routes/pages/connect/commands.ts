/** Commands and settings for each known client, for the people who run a school and for members. */
import { isIdentityScope, isMemberScope } from '../../../schema/oauth/scope.ts';
import type { StoredApplication } from '../../../schema/oauth/site-application.ts';
import type { Text } from '../../words/index.ts';
import { linkButton } from '../kit/components.ts';
import { copyBlock } from '../kit/copyable.ts';
import { type Html, html } from '../kit/html.ts';
import { type ConnectClient, type KnownClient, MCPORTER_CALLBACK } from './clients.ts';

export type Snippet = { kind: keyof Text['connect']['snippets']; content: string };

export type CommandsOfClient = {
  /** A link that opens the client and adds the server there. */
  installHref: string | undefined;
  snippets: readonly Snippet[];
};

/** The data for a client. Without an id, it registers itself, or identifies itself by its own address. */
interface Entry {
  /** The address of the tools. */
  url: string;
  /** The name of the server in the client. */
  slug: string;
  id?: string;
  scopes?: readonly string[];
}

const pretty = (value: object): string => JSON.stringify(value, null, 2);
const command = (...lines: readonly string[]): Snippet => ({ kind: 'command', content: lines.join('\n') });

const cursorEntry = ({ url, id, scopes }: Entry) => ({ url, ...(id && { auth: { CLIENT_ID: id, scopes } }) });
const withOauth = ({ url, id }: Entry) => ({ url, ...(id && { oauth: { clientId: id } }) });

/** The files in which clients without a command for it are given an id. */
const fileWithId = (kind: Snippet['kind'], entry: object, { id }: Entry): Snippet[] =>
  id === undefined ? [] : [{ kind, content: pretty(entry) }];

function remoteSnippets({ url, id, slug }: Entry): readonly Snippet[] {
  // The application of the school has this port.
  const options = id === undefined ? [] : ['3334', '--static-oauth-client-info', JSON.stringify({ client_id: id })];
  const args = ['-y', 'mcp-remote', url, ...options, ...(url.startsWith('http:') ? ['--allow-http'] : [])];
  return [{ kind: 'serversFile', content: pretty({ mcpServers: { [slug]: { command: 'npx', args } } }) }];
}

const publicCall = ({ url, slug }: Entry): string => {
  const [address] = url.split('?');
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'search_public_courses', arguments: { school: slug, first: 2 } },
  };
  return [
    `curl -s ${address} -H 'content-type: application/json' \\`,
    `  -H 'accept: application/json, text/event-stream' \\`,
    `  -d '${JSON.stringify(message)}'`,
  ].join('\n');
};

function snippetsOf(key: KnownClient, entry: Entry): readonly Snippet[] {
  const { url, slug, id } = entry;
  const clientId: readonly Snippet[] = id === undefined ? [] : [{ kind: 'clientId', content: id }];
  const option = (name: string): string => (id === undefined ? '' : ` ${name} ${id}`);
  switch (key) {
    case 'claude':
    case 'chatgpt':
      return [{ kind: 'address', content: url }, ...clientId];
    case 'claude_code':
      return [
        command(`claude mcp add --transport http${option('--client-id')} ${slug} "${url}"`, `claude mcp login ${slug}`),
      ];
    case 'codex':
      return [command(`codex mcp add ${slug} --url "${url}"`)];
    case 'gemini_cli':
      return [
        ...fileWithId('geminiFile', { mcpServers: { [slug]: { type: 'http', ...withOauth(entry) } } }, entry),
        command(
          ...(id === undefined ? [`gemini mcp add --transport http --scope user ${slug} "${url}"`] : []),
          'gemini',
        ),
        { kind: 'typed', content: `/mcp auth ${slug}` },
      ];
    case 'qwen_code':
      return [
        command(`qwen mcp add --transport http ${slug} "${url}"${option('--oauth-client-id')}`, 'qwen'),
        { kind: 'typed', content: '/mcp' },
      ];
    case 'copilot_cli':
      return [command(`copilot mcp add --transport http ${slug} "${url}"`, 'copilot')];
    case 'opencode':
      return [
        ...(id === undefined ? [command(`opencode mcp add ${slug} --url "${url}"`)] : []),
        ...fileWithId('opencodeFile', { mcp: { [slug]: { type: 'remote', ...withOauth(entry) } } }, entry),
        command(`opencode mcp auth ${slug}`),
      ];
    case 'cursor':
      return [{ kind: 'cursorFile', content: pretty({ mcpServers: { [slug]: cursorEntry(entry) } }) }];
    case 'vscode':
      return [{ kind: 'vscodeFile', content: pretty({ servers: { [slug]: { type: 'http', ...withOauth(entry) } } }) }];
    case 'inspector':
      return [command('npx @modelcontextprotocol/inspector'), { kind: 'address', content: url }, ...clientId];
    case 'mcp_remote':
      return remoteSnippets(entry);
    case 'mcporter':
      return [
        command(
          `mcporter config add ${slug} "${url}" --oauth-redirect-url ${MCPORTER_CALLBACK}${option('--oauth-client-id')}`,
          `mcporter auth ${slug}`,
        ),
      ];
    case 'curl':
      return [command(publicCall(entry))];
  }
}

/** A link that opens the client and adds the server there, for the clients that have such links. */
function installLink(key: KnownClient, entry: Entry): string | undefined {
  const name = entry.slug;
  if (key === 'cursor') {
    const config = Buffer.from(JSON.stringify(cursorEntry(entry))).toString('base64');
    return `cursor://anysphere.cursor-deeplink/mcp/install?${new URLSearchParams({ name, config })}`;
  }
  if (key !== 'vscode') return undefined;
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: 'http', ...withOauth(entry) }))}`;
}

/** The commands of a client as a page shows them. */
export const commandBlocks = (
  { name }: Pick<ConnectClient, 'name'>,
  { installHref, snippets }: CommandsOfClient,
  { connect, shell }: Text,
): Html => html`${installHref !== undefined && html`<p>${linkButton(installHref, connect.install({ client: name }), 'secondary')}</p>`}
${snippets.map(({ kind, content }) => copyBlock(shell, connect.snippets[kind], content))}`;

export const commandsFor = (key: KnownClient, entry: Entry): CommandsOfClient => ({
  installHref: installLink(key, entry),
  snippets: snippetsOf(key, entry),
});

/**
 * How a member connects one client.
 * @param application whose `client_id` the client uses; `undefined` if the client identifies itself by its own address
 * @param url the address of the tools, for the members of the school
 */
export function memberGuide(
  key: KnownClient,
  application: StoredApplication | undefined,
  url: string,
  slug: string,
): CommandsOfClient {
  const { id, scopes = [] } = application ?? {};
  const own = scopes.filter((scope) => isIdentityScope(scope) || isMemberScope(scope));
  return commandsFor(key, { url, slug, ...(id === undefined ? {} : { id, scopes: own }) });
}
