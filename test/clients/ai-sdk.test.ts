// slow, sqlite
/** The MCP client of the Vercel AI SDK, as an agent would use it; over real HTTP. */
import { auth, createMCPClient, type MCPClient } from '@ai-sdk/mcp';
import t, { type Test } from 'tap';
import { testApp } from '../support/app.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { freePort } from '../support/live-server.ts';
import { McpTool } from './mcp-tool.ts';

const HOUR = 3_600_000;
const RUTH = { email: 'ruth@riverside.example' };

const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const { app, clock } = await testApp(t, { env: { BASE_URL: origin } });
await app.listen({ host: '127.0.0.1', port });
const COURSES = `${origin}/mcp?auth=required&tools=courses`;

async function connect(t: Test, tool: McpTool, url: string): Promise<MCPClient> {
  const client = await createMCPClient({ transport: { type: 'http', url, authProvider: tool } });
  t.teardown(() => client.close());
  return client;
}

/** The person allows what the library asks for, and the program hands the answer over. */
async function signIn(t: Test, tool: McpTool, url: string): Promise<MCPClient> {
  await t.rejects(connect(t, tool, url), { name: 'UnauthorizedError' }, 'the library asks the person');
  const { searchParams: answer } = await new HttpBrowser(origin).authorize(tool.askedAt, RUTH);
  const [authorizationCode = '', callbackState = '', callbackIssuer = ''] = ['code', 'state', 'iss'].map(
    (name) => answer.get(name) ?? '',
  );
  const done = await auth(tool, { serverUrl: url, authorizationCode, callbackState, callbackIssuer });
  t.equal(done, 'AUTHORIZED');
  return connect(t, tool, url);
}

/** Calls a tool as a model does: by what the library made of the list. */
async function call(client: MCPClient, name: string, input: Record<string, unknown>) {
  const tools = await client.tools();
  const result = await tools[name]?.execute(input, { toolCallId: name, messages: [], context: {} });
  return (result ?? { structuredContent: 'not listed' }) as { structuredContent: unknown; isError?: boolean };
}

/** How a call fails that needs the person again. */
const UNAUTHORIZED = { name: 'MCPClientError', cause: { name: 'UnauthorizedError' } };

const asked = (tool: McpTool): string | null => tool.askedAt.searchParams.get('scope');

t.test(
  'the AI SDK signs in at a URL that asks for it, reads, changes and renews its tokens [A14.2, E-60]',
  async (t) => {
    const tool = new McpTool();
    const client = await signIn(t, tool, COURSES);
    t.equal(client.initializeResult.protocolVersion, '2026-07-28');
    t.equal(asked(tool), 'openid profile email courses:read courses:write', 'all of the families that the URL names');
    t.equal(tool.askedAt.searchParams.get('resource'), COURSES);
    const names = Object.keys(await client.tools());
    t.ok(names.includes('list_courses') && names.includes('update_course'), names.join(' '));

    const { structuredContent } = await call(client, 'list_courses', { first: 1 });
    const { nodes } = structuredContent as { nodes: { id: string; subtitle: string }[] };
    const [course] = nodes;
    t.not(course?.subtitle, 'By the agent');
    await call(client, 'update_course', { id: course?.id, subtitle: 'By the agent' });
    t.hasStrict(await call(client, 'get_course', { id: course?.id }), {
      structuredContent: { subtitle: 'By the agent' },
    });

    const { access_token: first, refresh_token: firstRefresh } = tool.held;
    const shown = tool.askedAt.href;
    clock.advance(HOUR + 1);
    t.match(await call(client, 'list_courses', { first: 1 }), { structuredContent: { nodes: [{ id: course?.id }] } });
    t.not(tool.held.access_token, first, 'it expired, and was renewed without the person');
    t.not(tool.held.refresh_token, firstRefresh);
    t.equal(tool.askedAt.href, shown);
    t.strictSame(tool.forgotten, []);
  },
);

t.test('the AI SDK never asks for more than it got, and reports the scope that is missing [A14.3]', async (t) => {
  const tool = new McpTool();
  const client = await signIn(t, tool, COURSES);
  const shown = tool.askedAt.href;
  await t.rejects(client.callTool({ name: 'list_members', arguments: { first: 1 } }), {
    name: 'MCPClientError',
    statusCode: 403,
    message: /insufficient_scope.*members:read/,
  });
  t.equal(tool.askedAt.href, shown, 'the person was not asked again');
  t.strictSame(tool.forgotten, [], 'and nothing was lost');
  t.notOk((await call(client, 'list_courses', { first: 1 })).isError);
});

t.test(
  'the AI SDK lists tools once, so those of a connection without sign-in remain the public ones [A14.1, A14.2]',
  async (t) => {
    const tool = new McpTool();
    const client = await connect(t, tool, `${origin}/mcp`);
    const tools = await client.tools();
    t.equal(Object.keys(tools).length, 10);
    t.notOk('list_courses' in tools);
    t.match(
      await call(client, 'how_to_connect', {}),
      { structuredContent: { signInAsOperator: `${origin}/mcp?auth=required` } },
      'one of them says which URL asks for sign-in',
    );
    await t.rejects(client.callTool({ name: 'list_courses', arguments: {} }), UNAUTHORIZED);
    t.equal(asked(tool), 'courses:read');
  },
);

t.test('the AI SDK asks the person again when its connection was ended [RFC 6749 §5.2]', async (t) => {
  const tool = new McpTool();
  const client = await signIn(t, tool, COURSES);
  const token = tool.held.refresh_token ?? '';
  const body = new URLSearchParams({ token, client_id: tool.clientId });
  t.equal((await fetch(`${origin}/api/oauth/revoke`, { method: 'POST', body })).status, 200);
  const shown = tool.askedAt.href;
  await t.rejects(client.callTool({ name: 'list_courses', arguments: {} }), UNAUTHORIZED);
  t.strictSame(tool.forgotten, ['tokens'], 'the client is kept');
  t.not(tool.askedAt.href, shown);
});
