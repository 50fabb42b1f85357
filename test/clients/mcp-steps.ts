/** How MCP programs and libraries of others behave where they differ: what the test of their steps demands, and the manual says. */

export interface Steps {
  packageName: string;
  /** When it asks for more than the person allowed. */
  asksForMore: string;
  /** How a call fails for which it asks for nothing. */
  refused?: RegExp;
  /** What happens when the person denies. */
  denial: string;
  /** How it fails then. */
  denied: RegExp;
}

export const MCP_CLIENTS = {
  'MCP SDK 1': {
    packageName: '@modelcontextprotocol/sdk',
    // It answers the refusal with a refresh, which cannot widen anything.
    asksForMore: 'only if it keeps no refresh token',
    refused: /^.*Server returned 403 after trying upscoping$/,
    denial: 'does not read `error`: your program does',
    denied: /authorizationCode is required/,
  },
  'MCP SDK 2': {
    packageName: '@modelcontextprotocol/client',
    asksForMore: 'yes',
    denial: 'fails with `access_denied`',
    denied: /^the person denied access$/,
  },
  'AI SDK': {
    packageName: '@ai-sdk/mcp',
    asksForMore: 'never',
    refused: /insufficient_scope.*courses:write/,
    denial: 'does not read `error`: your program does',
    denied: /^code is required$/,
  },
  'mcp-remote': {
    packageName: 'mcp-remote',
    asksForMore: 'yes',
    denial: 'ends with `access_denied`',
    denied: /Fatal error: Error: Authorization failed: access_denied - the person denied access/,
  },
  'MCP Inspector': {
    packageName: '@modelcontextprotocol/inspector',
    // The same.
    asksForMore: 'only if its entry names scopes',
    refused: /auth\(\) returned AUTHORIZED without authorization code/,
    denial: 'says that you denied',
    denied: /the person denied access$/,
  },
} as const satisfies Record<string, Steps>;

export type McpClientName = keyof typeof MCP_CLIENTS;
