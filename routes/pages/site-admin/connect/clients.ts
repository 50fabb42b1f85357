/** Instructions for each known client, depending on how this server accepts it. */
import type { FastifyInstance } from 'fastify';
import { isAllowedDocument, parseMetadataUrl } from '../../../../schema/oauth/metadata-url.ts';
import type { Admission, ConnectableClient, KnownClient, Snippet } from './view.ts';

type Facts = Pick<FastifyInstance['config'], 'baseUrl' | 'registration' | 'vendors' | 'cimd'>;

interface Known {
  key: KnownClient;
  name: string;
  isHosted: boolean;
  /** The host and path of a metadata document that the client uses as its `client_id`. */
  document?: `${string}/${string}`;
  /** The key of its preset in `schema/oauth/vendor-presets.ts`. */
  preset?: string;
  /** Whether the client registers itself with a loopback redirect URI. */
  registers?: boolean;
}

const CLIENTS: readonly Known[] = [
  {
    key: 'claude',
    name: 'Claude',
    isHosted: true,
    document: 'claude.ai/oauth/mcp-oauth-client-metadata',
    preset: 'claude',
  },
  {
    key: 'claude_code',
    name: 'Claude Code',
    isHosted: false,
    document: 'claude.ai/oauth/claude-code-client-metadata',
    preset: 'claude_code',
  },
  { key: 'chatgpt', name: 'ChatGPT', isHosted: true, document: 'chatgpt.com/oauth/client.json', preset: 'chatgpt' },
  { key: 'cursor', name: 'Cursor', isHosted: false, preset: 'cursor' },
  {
    key: 'vscode',
    name: 'VS Code',
    isHosted: false,
    document: 'vscode.dev/oauth/client-metadata.json',
    preset: 'vscode',
  },
  { key: 'inspector', name: 'MCP Inspector', isHosted: false, registers: true },
  { key: 'mcp_remote', name: 'mcp-remote', isHosted: false, registers: true },
  { key: 'curl', name: 'curl', isHosted: false },
];

function admissionOf({ document, preset, registers }: Known, facts: Facts): Admission | undefined {
  const { cimd, registration, vendors } = facts;
  if (document === undefined && preset === undefined && registers !== true) return undefined;
  const url = document === undefined ? undefined : parseMetadataUrl(`https://${document}`);
  if (url !== undefined && cimd.enabled && isAllowedDocument(cimd.hosts, url)) return 'by_address';
  if (registration === 'off') return 'only_as_application';
  if (preset !== undefined && vendors.some(({ key }) => key === preset)) return 'by_name';
  // An integration without a preset registers like any other client.
  return registration === 'loopback_and_vendors' ? 'by_itself' : 'only_as_application';
}

const pretty = (value: object): string => JSON.stringify(value, null, 2);

function snippetsOf(key: KnownClient, base: string, slug: string): readonly Snippet[] {
  const url = `${base}/mcp?auth=required`;
  const allowHttp = base.startsWith('http:') ? ['--allow-http'] : [];
  switch (key) {
    case 'claude':
    case 'chatgpt':
      return [{ kind: 'address', content: url }];
    case 'claude_code':
      return [{ kind: 'command', content: `claude mcp add --transport http ${slug} "${url}"` }];
    case 'cursor':
      return [{ kind: 'cursorFile', content: pretty({ mcpServers: { [slug]: { url } } }) }];
    case 'vscode':
      return [{ kind: 'vscodeFile', content: pretty({ servers: { [slug]: { type: 'http', url } } }) }];
    case 'inspector':
      return [
        { kind: 'command', content: 'npx @modelcontextprotocol/inspector' },
        { kind: 'address', content: url },
      ];
    case 'mcp_remote': {
      const args = ['-y', 'mcp-remote', url, ...allowHttp];
      return [
        { kind: 'command', content: ['npx', 'mcp-remote', `"${url}"`, ...allowHttp].join(' ') },
        { kind: 'serversFile', content: pretty({ mcpServers: { [slug]: { command: 'npx', args } } }) },
      ];
    }
    case 'curl':
      return [{ kind: 'command', content: publicCall(base, slug) }];
  }
}

const publicCall = (base: string, slug: string): string => {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'search_public_courses', arguments: { school: slug, first: 2 } },
  };
  return [
    `curl -s ${base}/mcp -H 'content-type: application/json' \\`,
    `  -H 'accept: application/json, text/event-stream' \\`,
    `  -d '${JSON.stringify(message)}'`,
  ].join('\n');
};

export const connectableClients = (facts: Facts, slug: string): readonly ConnectableClient[] =>
  CLIENTS.map((known) => ({
    key: known.key,
    name: known.name,
    isHosted: known.isHosted,
    admission: admissionOf(known, facts),
    ...(known.document === undefined ? {} : { host: known.document.split('/', 1)[0] }),
    snippets: snippetsOf(known.key, facts.baseUrl, slug),
  }));
