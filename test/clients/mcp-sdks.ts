/** Clients of the MCP TypeScript SDK, in both versions and every revision, as programs embed them. */
import * as v2 from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Test } from 'tap';
import type { McpTool } from './mcp-tool.ts';

const IDENTITY = { name: 'Course helper', version: '1.0.0' };

export interface CallResult {
  content?: unknown;
  structuredContent?: unknown;
  isError?: unknown;
}

export interface Session {
  connect(): Promise<void>;
  /** All pages of it. */
  list(): Promise<{ name: string; inputSchema: { required?: string[] | undefined }; outputSchema?: unknown }[]>;
  call(name: string, args?: Record<string, unknown>): Promise<CallResult>;
  read(uri: string): Promise<unknown>;
  finish(callback: URL): Promise<void>;
  revision(): string | undefined;
}

export interface Sdk {
  name: string;
  revision: string;
  open(t: Test, tool: McpTool, url: string): Session;
}

export const V1: Sdk = {
  name: 'MCP SDK v1',
  revision: '2025-11-25',
  open(t, tool, url) {
    let client = new ClientV1(IDENTITY);
    let transport = new TransportV1(new URL(url), { authProvider: tool });
    t.teardown(() => client.close());
    return {
      async connect() {
        client = new ClientV1(IDENTITY);
        transport = new TransportV1(new URL(url), { authProvider: tool });
        await client.connect(transport as never);
      },
      async list() {
        let page = await client.listTools();
        const tools = [...page.tools];
        while (page.nextCursor !== undefined) {
          page = await client.listTools({ cursor: page.nextCursor });
          tools.push(...page.tools);
        }
        return tools;
      },
      call: async (name, args = {}) => (await client.callTool({ name, arguments: args })) as CallResult,
      read: async (uri) => (await client.readResource({ uri })).contents[0],
      finish: (callback) => transport.finishAuth(callback.searchParams.get('code') ?? ''),
      revision: () => transport.protocolVersion,
    };
  },
};

const v2Client = (name: string, revision: string, options: v2.ClientOptions): Sdk => ({
  name,
  revision,
  open(t, tool, url) {
    let client = new v2.Client(IDENTITY, options);
    let transport = new v2.StreamableHTTPClientTransport(new URL(url), { authProvider: tool });
    t.teardown(() => client.close());
    return {
      async connect() {
        client = new v2.Client(IDENTITY, options);
        transport = new v2.StreamableHTTPClientTransport(new URL(url), { authProvider: tool });
        await client.connect(transport);
      },
      list: async () => (await client.listTools()).tools,
      call: async (name, args = {}) => (await client.callTool({ name, arguments: args })) as CallResult,
      read: async (uri) => (await client.readResource({ uri })).contents[0],
      finish: (callback) => transport.finishAuth(callback.searchParams),
      revision: () => client.getNegotiatedProtocolVersion(),
    };
  },
});

export const V2 = v2Client('MCP SDK v2', '2025-11-25', {});

export const SDKS = [
  V1,
  V2,
  v2Client('MCP SDK v2 pinned to 2026-07-28', '2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
  v2Client('MCP SDK v2 negotiating its revision', '2026-07-28', { versionNegotiation: { mode: 'auto' } }),
];
