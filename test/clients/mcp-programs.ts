/** The MCP programs and libraries of others, each in a form in which a person can be taken through the same steps. */
import { auth, createMCPClient, type MCPClient } from '@ai-sdk/mcp';
import type { Test } from 'tap';
import { temporaryFolder } from '../support/app.ts';
import { inspector } from './mcp-inspector.ts';
import { arrive, bridge, HELLO } from './mcp-remote.ts';
import { type CallResult, type Session, V1, V2 } from './mcp-sdks.ts';
import type { McpClientName } from './mcp-steps.ts';
import { McpTool } from './mcp-tool.ts';

/** What the person does with an address that is to be visited. @returns where the browser is sent back to */
type Visit = (url: URL) => Promise<URL>;

export interface Connection {
  list(): Promise<readonly string[]>;
  /** @returns what the tool answers, as JSON @throws if it is not called, or refused */
  call(tool: string, args: Record<string, unknown>): Promise<string>;
}

/** A library in a program. */
interface Embedded extends Pick<Session, 'connect' | 'call' | 'finish'> {
  list(): Promise<{ name: string }[]>;
}

type Connect = (t: Test, url: string, visit: Visit) => Promise<Connection>;

/** A program around a library: it opens the browser when the library wants it, and then does the same again. */
const embedding =
  (open: (t: Test, tool: McpTool, url: string) => Embedded): Connect =>
  async (t, url, visit) => {
    const tool = new McpTool();
    const session = open(t, tool, url);
    async function asking<Result>(act: () => Promise<Result>): Promise<Result> {
      try {
        return await act();
      } catch (error) {
        if (!(error instanceof Error) || !/Unauthorized/.test(`${error} ${error.cause}`)) throw error;
        await session.finish(await visit(tool.askedAt));
        return act();
      }
    }
    await asking(session.connect);
    return {
      list: () => asking(async () => (await session.list()).map(({ name }) => name)),
      call: (name, args) => asking(async () => JSON.stringify(await session.call(name, args))),
    };
  };

function aiSdk(t: Test, tool: McpTool, url: string): Embedded {
  const client = Promise.withResolvers<MCPClient>();
  return {
    async connect() {
      const one = await createMCPClient({ transport: { type: 'http', url, authProvider: tool } });
      t.teardown(() => one.close());
      client.resolve(one);
    },
    list: async () => (await (await client.promise).listTools()).tools,
    call: async (name, args = {}) => (await (await client.promise).callTool({ name, arguments: args })) as CallResult,
    async finish({ searchParams: answer }) {
      const [authorizationCode = '', callbackState = '', callbackIssuer = ''] = ['code', 'state', 'iss'].map(
        (name) => answer.get(name) ?? '',
      );
      await auth(tool, { serverUrl: url, authorizationCode, callbackState, callbackIssuer });
    },
  };
}

/** Its command line: each request is a run of its own. It agrees when it is asked whether it may ask for more. */
async function inspecting(t: Test, url: string, visit: Visit): Promise<Connection> {
  const { run } = await inspector(t);
  const ask = async (...args: readonly string[]) => {
    const { result, error } = await run(['--transport', 'http', '--server-url', url, ...args], { visit, answer: 'y' });
    if (error.code !== undefined) throw new Error(`${error.code} ${error.message}`);
    return result;
  };
  const list = async () => ((await ask('--method', 'tools/list')).tools ?? []).map(({ name }) => name);
  await list();
  return {
    list,
    call: async (tool, args) =>
      JSON.stringify(
        await ask('--method', 'tools/call', '--tool-name', tool, '--tool-args-json', JSON.stringify(args)),
      ),
  };
}

/** The bridge between a desktop program and the server. */
async function bridging(t: Test, url: string, visit: Visit): Promise<Connection> {
  const { send, answer, asked, waits } = await bridge(t, url, temporaryFolder(t));
  /** Goes on until the program ends, and then says why. */
  const visits = (async () => {
    let address = await asked();
    await waits();
    for (;;) {
      await arrive(await visit(new URL(address)));
      address = await asked();
    }
  })();
  const ask = async (method: string, params: object) => {
    send(method, params);
    const { result, error } = await Promise.race([answer().catch(() => visits), visits]);
    if (result === undefined) throw new Error(JSON.stringify(error));
    return result;
  };
  await ask('initialize', HELLO);
  return {
    list: async () => ((await ask('tools/list', {})).tools ?? []).map(({ name }) => name),
    call: async (name, args) => JSON.stringify(await ask('tools/call', { name, arguments: args })),
  };
}

export const PROGRAMS: Readonly<Record<McpClientName, Connect>> = {
  'MCP SDK 1': embedding(V1.open),
  'MCP SDK 2': embedding(V2.open),
  'AI SDK': embedding(aiSdk),
  'mcp-remote': bridging,
  'MCP Inspector': inspecting,
};
