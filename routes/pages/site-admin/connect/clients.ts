/** The known clients, and how this server accepts each. */
import type { FastifyInstance } from 'fastify';
import { isAllowedDocument, type MetadataUrl, parseMetadataUrl } from '../../../../schema/oauth/metadata-url.ts';
import { MCPORTER_CALLBACK } from './commands.ts';
import type { Admission, KnownClient } from './guides.ts';

export type Facts = Pick<FastifyInstance['config'], 'baseUrl' | 'registration' | 'vendors' | 'cimd'>;

export interface Known {
  key: KnownClient;
  name: string;
  isHosted: boolean;
  /** The host and path of a metadata document that the client uses as its `client_id`. */
  document?: `${string}/${string}`;
  /** The key of its preset in `schema/vendor-presets.ts`. */
  preset?: string;
  /** Whether it asks for all scopes of the metadata when an address names none. */
  asksForAll?: boolean;
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
  { key: 'codex', name: 'Codex', isHosted: false, document: 'chatgpt.com/oauth/codex/client.json' },
  {
    key: 'gemini_cli',
    name: 'Gemini CLI',
    isHosted: false,
    asksForAll: true,
    registers: true,
    redirectUris: ['http://localhost/oauth/callback'],
  },
  {
    key: 'qwen_code',
    name: 'Qwen Code',
    isHosted: false,
    registers: true,
    redirectUris: ['http://localhost:7777/oauth/callback'],
  },
  {
    key: 'copilot_cli',
    name: 'GitHub Copilot CLI',
    isHosted: false,
    document: 'github.com/copilot/cli/client-metadata.json',
  },
  {
    key: 'opencode',
    name: 'opencode',
    isHosted: false,
    registers: true,
    redirectUris: ['http://127.0.0.1:19876/mcp/oauth/callback'],
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
  { key: 'mcporter', name: 'mcporter', isHosted: false, registers: true, redirectUris: [MCPORTER_CALLBACK] },
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

/** The slug in the addresses that the people of a school are given; none if there is no other school to mistake it for. */
export const slugInAddresses = async (
  { school: { platform } }: FastifyInstance,
  slug: string,
): Promise<string | undefined> => ((await platform.isOneSchool()) ? undefined : slug);
