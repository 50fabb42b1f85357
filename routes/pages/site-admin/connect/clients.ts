/** Instructions for each known client, depending on how this server accepts it. */
import type { FastifyInstance } from 'fastify';
import { isAllowedDocument, type MetadataUrl, parseMetadataUrl } from '../../../../schema/oauth/metadata-url.ts';
import { toolUrl } from '../../../../schema/tool-url.ts';
import type { Admission, KnownClient, KnownClientGuide, Snippet } from './guides.ts';

export type Facts = Pick<FastifyInstance['config'], 'baseUrl' | 'registration' | 'vendors' | 'cimd'>;

export interface Known {
  key: KnownClient;
  name: string;
  isHosted: boolean;
  /** The host and path of a metadata document that the client uses as its `client_id`. */
  document?: `${string}/${string}`;
  /** The key of its preset in `schema/vendor-presets.ts`. */
  preset?: string;
  /** Whether the client registers itself with a loopback redirect URI. */
  registers?: boolean;
  /**
   * The redirect URIs of an application of the school that the client is to use, the one it needs first. Clients without
   * them cannot be given a `client_id` in advance.
   */
  redirectUris?: readonly string[];
}

export const CLIENTS: readonly Known[] = [
  {
    key: 'claude',
    name: 'Claude',
    isHosted: true,
    document: 'claude.ai/oauth/mcp-oauth-client-metadata',
    preset: 'claude',
    redirectUris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
  },
  {
    key: 'claude_code',
    name: 'Claude Code',
    isHosted: false,
    document: 'claude.ai/oauth/claude-code-client-metadata',
    preset: 'claude_code',
    redirectUris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
  },
  // Each connector of ChatGPT has a redirect URI of its own, which nobody knows in advance.
  { key: 'chatgpt', name: 'ChatGPT', isHosted: true, document: 'chatgpt.com/oauth/client.json', preset: 'chatgpt' },
  {
    key: 'cursor',
    name: 'Cursor',
    isHosted: false,
    preset: 'cursor',
    redirectUris: ['http://localhost:8787/callback', 'cursor://anysphere.cursor-mcp/oauth/callback'],
  },
  {
    key: 'vscode',
    name: 'VS Code',
    isHosted: false,
    document: 'vscode.dev/oauth/client-metadata.json',
    preset: 'vscode',
    redirectUris: ['http://127.0.0.1/', 'https://vscode.dev/redirect'],
  },
  {
    key: 'inspector',
    name: 'MCP Inspector',
    isHosted: false,
    registers: true,
    redirectUris: ['http://localhost:6274/oauth/callback', 'http://localhost:6274/oauth/callback/debug'],
  },
  {
    key: 'mcp_remote',
    name: 'mcp-remote',
    isHosted: false,
    registers: true,
    redirectUris: ['http://localhost:3334/oauth/callback'],
  },
  { key: 'curl', name: 'curl', isHosted: false },
];

/** The address of the metadata document of a client, if this server accepts it. */
export function acceptedDocument({ document }: Known, { cimd }: Pick<Facts, 'cimd'>): MetadataUrl | undefined {
  const url = document === undefined ? undefined : parseMetadataUrl(`https://${document}`);
  return url !== undefined && cimd.enabled && isAllowedDocument(cimd.hosts, url) ? url : undefined;
}

export function admissionOf(known: Known, facts: Facts): Admission | undefined {
  const { document, preset, registers } = known;
  const { registration, vendors } = facts;
  if (document === undefined && preset === undefined && registers !== true) return undefined;
  if (acceptedDocument(known, facts) !== undefined) return 'by_address';
  if (registration === 'off') return 'only_as_application';
  if (preset !== undefined && vendors.some(({ key }) => key === preset)) return 'by_name';
  // An integration without a preset registers like any other client.
  return registration === 'loopback_and_vendors' ? 'by_itself' : 'only_as_application';
}

const pretty = (value: object): string => JSON.stringify(value, null, 2);

/** What the configuration of a client says of this server, besides its name. */
type ServerEntry = { url: string; auth?: object; oauth?: object; type?: string };

/** A link that opens the client and adds the server there, for the clients that have such links. */
export function installLink(key: KnownClient, slug: string, entry: ServerEntry): string | undefined {
  const { type: _, ...rest } = entry;
  if (key === 'cursor') {
    const config = Buffer.from(JSON.stringify(rest)).toString('base64');
    return `cursor://anysphere.cursor-deeplink/mcp/install?${new URLSearchParams({ name: slug, config })}`;
  }
  if (key !== 'vscode') return undefined;
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: slug, type: 'http', ...rest }))}`;
}

function snippetsOf(key: KnownClient, base: string, slug: string, url: string): readonly Snippet[] {
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

/** The slug in the addresses that the people of a school are given; none if there is no other school to mistake it for. */
export const slugInAddresses = async (
  { school: { platform } }: FastifyInstance,
  slug: string,
): Promise<string | undefined> => ((await platform.isOneSchool()) ? undefined : slug);

/** @param school the slug in the addresses, if they need one */
export function connectableClients(
  facts: Facts,
  slug: string,
  school: string | undefined,
): readonly KnownClientGuide[] {
  const url = toolUrl(facts.baseUrl, { auth: 'required', school });
  return CLIENTS.map((known) => ({
    key: known.key,
    name: known.name,
    isHosted: known.isHosted,
    admission: admissionOf(known, facts),
    ...(known.document === undefined ? {} : { host: known.document.split('/', 1)[0] }),
    installHref: installLink(known.key, slug, { url }),
    snippets: snippetsOf(known.key, facts.baseUrl, slug, url),
  }));
}
