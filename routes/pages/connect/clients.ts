/** The known clients, how this server accepts each, and what guides say of them. */
import type { FastifyInstance } from 'fastify';
import { isAllowedDocument, type MetadataUrl, parseMetadataUrl } from '../../../schema/oauth/metadata-url.ts';
import type { Text } from '../../words/index.ts';
import { type Html, html } from '../kit/html.ts';

/** The pages at a school. */
export const CONNECT = '/connect';

/** How a client becomes known to this server. */
export type Admission = keyof Text['connect']['admission'];

export type KnownClient = keyof Text['connect']['clients'];

/**
 * A port at which mcporter listens each time: at another one it would be another client, without its refresh token. Below the
 * ports that systems give to outgoing connections, from 32768 on, so that nothing else holds it by chance.
 */
export const MCPORTER_CALLBACK = 'http://127.0.0.1:19878/callback';

type Facts = Pick<FastifyInstance['config'], 'baseUrl' | 'registration' | 'vendors' | 'cimd'>;

export interface ConnectClient {
  key: KnownClient;
  name: string;
  /** True if it runs on other people's servers. */
  isHosted?: boolean;
  /** The host and path of a metadata document that the client uses as its `client_id`. */
  document?: `${string}/${string}`;
  /** The key of its preset in `schema/clients/vendor-presets.ts`. */
  preset?: string;
  /** True if it asks for all scopes of the metadata when an address names none. */
  asksForAll?: boolean;
  /** True if the client registers itself with a loopback redirect URI. */
  registers?: boolean;
  /**
   * The redirect URIs of an application of the school that the client is to use, the one it needs first. Clients without
   * them cannot be given a `client_id` in advance.
   */
  redirectUris?: readonly string[];
}

export const CLIENTS: readonly ConnectClient[] = [
  {
    key: 'claude',
    name: 'Claude',
    isHosted: true,
    document: 'claude.ai/oauth/mcp-oauth-client-metadata',
    preset: 'claude',
    redirectUris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
  },
  // Each connector of ChatGPT has a redirect URI of its own, which nobody knows in advance.
  { key: 'chatgpt', name: 'ChatGPT', isHosted: true, document: 'chatgpt.com/oauth/client.json', preset: 'chatgpt' },
  {
    key: 'claude_code',
    name: 'Claude Code',
    document: 'claude.ai/oauth/claude-code-client-metadata',
    preset: 'claude_code',
    redirectUris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
  },
  { key: 'codex', name: 'Codex', document: 'chatgpt.com/oauth/codex/client.json' },
  {
    key: 'gemini_cli',
    name: 'Gemini CLI',
    asksForAll: true,
    registers: true,
    redirectUris: ['http://localhost/oauth/callback'],
  },
  {
    key: 'qwen_code',
    name: 'Qwen Code',
    registers: true,
    redirectUris: ['http://localhost:7777/oauth/callback'],
  },
  {
    key: 'copilot_cli',
    name: 'GitHub Copilot CLI',
    document: 'github.com/copilot/cli/client-metadata.json',
  },
  {
    key: 'opencode',
    name: 'opencode',
    registers: true,
    redirectUris: ['http://127.0.0.1:19876/mcp/oauth/callback'],
  },
  {
    key: 'cursor',
    name: 'Cursor',
    preset: 'cursor',
    redirectUris: ['http://localhost:8787/callback', 'cursor://anysphere.cursor-mcp/oauth/callback'],
  },
  {
    key: 'vscode',
    name: 'VS Code',
    document: 'vscode.dev/oauth/client-metadata.json',
    preset: 'vscode',
    redirectUris: ['http://127.0.0.1/', 'https://vscode.dev/redirect'],
  },
  {
    key: 'inspector',
    name: 'MCP Inspector',
    registers: true,
    redirectUris: ['http://localhost:6274/oauth/callback', 'http://localhost:6274/oauth/callback/debug'],
  },
  {
    key: 'mcp_remote',
    name: 'mcp-remote',
    registers: true,
    redirectUris: ['http://localhost:3334/oauth/callback'],
  },
  { key: 'mcporter', name: 'mcporter', registers: true, redirectUris: [MCPORTER_CALLBACK] },
  { key: 'curl', name: 'curl' },
];

/** The address of the metadata document of a client, if this server accepts it. */
export function acceptedDocument({ document }: ConnectClient, { cimd }: Pick<Facts, 'cimd'>): MetadataUrl | undefined {
  const url = document === undefined ? undefined : parseMetadataUrl(`https://${document}`);
  return url !== undefined && cimd.enabled && isAllowedDocument(cimd.hosts, url) ? url : undefined;
}

export function admissionOf(known: ConnectClient, facts: Facts): Admission | undefined {
  const { document, preset, registers } = known;
  const { registration, vendors } = facts;
  if (document === undefined && preset === undefined && registers !== true) return undefined;
  if (acceptedDocument(known, facts) !== undefined) return 'by_address';
  if (registration === 'off') return 'only_as_application';
  if (preset !== undefined && vendors.some(({ key }) => key === preset)) return 'by_name';
  // An integration without a preset registers like any other client.
  return registration === 'loopback_and_vendors' ? 'by_itself' : 'only_as_application';
}

/** The slug in the addresses that the people of a school are given; none if there is no other school to mistake it for. */
export const slugInAddresses = async (
  { school: { platform } }: FastifyInstance,
  slug: string,
): Promise<string | undefined> => ((await platform.isOneSchool()) ? undefined : slug);

/** Returns what a guide is called. Few people know the program by which Claude Desktop connects. */
export const titleFor = ({ key, name }: { key: KnownClient; name: string }, { connect }: Text): string =>
  key === 'mcp_remote' ? connect.programs({ client: name }) : name;

const NODE = { href: 'https://nodejs.org/', label: 'nodejs.org' };

/** Returns what to do in a client, with a link to what it needs. */
export const stepsFor = (key: KnownClient, { connect }: Text): Html =>
  html`<p>${connect.clients[key]}${key === 'mcp_remote' && html` <a href="${NODE.href}">${NODE.label}</a>`}</p>`;

/** Says that a hosted client cannot reach this computer, and which guide connects the same assistant without. */
export function notReachableText(key: KnownClient, instead: string | undefined, { connect }: Text): string {
  const { notReachable, programs, useInstead } = connect;
  return key === 'claude' && instead !== undefined
    ? `${notReachable} ${useInstead({ client: programs({ client: instead }) })}`
    : notReachable;
}
