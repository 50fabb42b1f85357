/** What is typed or pasted into each known client, for the people who run a school and for members. */
import type { CommandsOfClient, KnownClient, Snippet } from './guides.ts';

/** What a client is given. Without an id, it registers itself, or identifies itself by its own address. */
export interface Entry {
  /** The address of the tools. */
  url: string;
  /** What the client calls the server. */
  slug: string;
  id?: string;
  scopes?: readonly string[];
}

/** A port at which mcporter listens each time. At another one it would be another client, without its refresh token. */
export const MCPORTER_CALLBACK = 'http://127.0.0.1:33420/callback';

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

export const commandsFor = (key: KnownClient, entry: Entry): CommandsOfClient => ({
  installHref: installLink(key, entry),
  snippets: snippetsOf(key, entry),
});
