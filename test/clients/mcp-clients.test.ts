// slow, sqlite
/** Whole clients of the MCP TypeScript SDK, in both versions and every revision, at the tools over real HTTP. */
import t from 'tap';
import { HttpBrowser } from '../support/http-browser.ts';
import { startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { SDKS, V1 } from './mcp-sdks.ts';
import { McpTool } from './mcp-tool.ts';

t.setTimeout(120_000);

const { origin } = await startServer(t);
const MCP = `${origin}/mcp`;
const RUTH = { email: 'ruth@riverside.example' };
const ANA = { email: 'ana@riverside.example' };

/** Made by a school, so that it may read what members own. */
const DEMO_CLI = { client: { client_id: 'c_demo_cli', issuer: origin } };

const scopesAsked = (tool: McpTool): string[] => (tool.askedAt.searchParams.get('scope') ?? '').split(' ').sort();

for (const sdk of SDKS) {
  t.test(`${sdk.name} uses the public tools without signing in [A14.1]`, async (t) => {
    const session = sdk.open(t, new McpTool(), MCP);
    await session.connect();
    t.equal(session.revision(), sdk.revision);
    const tools = await session.list();
    t.equal(tools.length, 10);
    const { structuredContent, isError } = await session.call('get_school_info', { school: 'riverside' });
    t.match(structuredContent, { slug: 'riverside' });
    t.notOk(isError);
    t.match(await session.read('school://auth-guide'), { text: /auth=member/ });
    t.match(await session.read('skill://choose-a-course/SKILL.md'), { text: /^---\nname: choose-a-course\n/ });
    t.match(await session.call('get_school_info', { school: 7 }), { isError: true, content: [{ text: /school / }] });
    await t.rejects(session.call('no_such_tool'), { code: -32_602 });
  });

  t.test(`${sdk.name} signs an operator in at a tool and steps up at the next [A14.2, A14.3]`, async (t) => {
    // v1 answers a 403 with a refresh, which cannot widen anything, and gives up; so its hosts keep no refresh token.
    const tool = new McpTool({ keepsRefreshTokens: sdk !== V1 });
    const session = sdk.open(t, tool, MCP);
    const browser = new HttpBrowser(origin);
    await session.connect();
    await t.rejects(session.call('list_courses'), { message: /Unauthorized/ }, '401');
    t.strictSame(scopesAsked(tool), ['courses:read']);
    const { clientId } = tool;
    await session.finish(await browser.authorize(tool.askedAt, RUTH));
    t.match(await session.call('list_courses', { first: 2 }), { structuredContent: { nodes: [{}, {}] } });
    t.ok(
      (await session.list()).some(({ name }) => name === 'update_course'),
      'what can be asked for is listed',
    );

    const found = await session.call('find_tools', { query: 'list_courses' });
    t.match(found.structuredContent, { tools: [{ name: 'list_courses', inputSchema: { type: 'object' } }] });
    const passed = await session.call('call_read_tool', { name: 'list_courses', arguments: { first: 1 } });
    t.match(passed, { structuredContent: { nodes: [{}] } }, 'what is not listed can be called');
    t.match(await session.call('call_read_tool', { name: 'create_course' }), { isError: true });

    await t.rejects(session.call('list_members', { first: 1 }), { message: /Unauthorized/ }, '403');
    t.ok(scopesAsked(tool).includes('members:read'));
    await session.finish(await browser.authorize(tool.askedAt, RUTH));
    t.match(await session.call('list_members', { first: 1 }), { structuredContent: { nodes: [{}] } });
    t.equal(tool.clientId, clientId, 'registered once');

    if (sdk === V1) return;
    const { access_token } = tool.held;
    tool.saveTokens({ ...tool.held, access_token: `${access_token}x` });
    t.notOk((await session.call('list_members', { first: 1 })).isError, 'a dead token is renewed on the way');
    t.notMatch(tool.held.access_token, access_token);
    t.strictSame(tool.forgotten, []);
  });

  t.test(`${sdk.name} signs a member in at the first tool that needs it, and refreshes [A14.2]`, async (t) => {
    const tool = new McpTool(DEMO_CLI);
    const session = sdk.open(t, tool, MCP);
    await session.connect();
    await t.rejects(session.call('list_my_courses'), { message: /Unauthorized/ });
    t.strictSame(scopesAsked(tool), ['account:read']);
    await session.finish(await new HttpBrowser(origin).authorize(tool.askedAt, ANA));
    const { structuredContent } = await session.call('list_my_courses', { first: 1 });
    t.match(structuredContent, { nodes: [{ slug: String }] });
    t.match((await session.call('get_my_account')).structuredContent, ANA);
    t.equal((await session.list()).length, 25);
    t.match((await session.call('whoami')).structuredContent, { schoolSlug: 'riverside', role: 'member' });
    const refreshed = tool.held.access_token;
    tool.saveTokens({ ...tool.held, access_token: 'at_1.dead' });
    t.match((await session.call('get_my_account')).structuredContent, ANA, 'renewed on the way');
    t.not(tool.held.access_token, refreshed);
  });

  t.test(`${sdk.name} signs in while connecting to a URL that demands it [E-25]`, async (t) => {
    for (const [auth, person, options, own] of [
      ['required', RUTH, {}, 'list_orders'],
      ['member', ANA, DEMO_CLI, 'list_my_orders'],
    ] as const) {
      const tool = new McpTool(options);
      const session = sdk.open(t, tool, `${MCP}?auth=${auth}`);
      await t.rejects(session.connect(), { message: /Unauthorized/ });
      await session.finish(await new HttpBrowser(origin).authorize(tool.askedAt, person));
      await session.connect();
      const { isError, content } = await session.call(own, { first: 1 });
      t.notOk(isError, JSON.stringify(content));
    }
  });
}

for (const sdk of SDKS) {
  t.test(`${sdk.name} pages through all tools of an operator, and gets a short list otherwise [A14.5]`, async (t) => {
    const tool = new McpTool();
    const short = sdk.open(t, tool, `${MCP}?auth=required`);
    await t.rejects(short.connect());
    await short.finish(await new HttpBrowser(origin).authorize(tool.askedAt, RUTH));
    await short.connect();
    const listed = await short.list();
    t.ok(JSON.stringify(listed).length < 32 * 1024);
    t.ok(listed.some(({ name }) => name === 'find_tools'));
    const all = sdk.open(t, tool, `${MCP}?auth=required&tools=all`);
    await all.connect();
    const names = new Set((await all.list()).map(({ name }) => name));
    t.ok(names.size > 120, `${names.size}`);
    for (const name of ['list_courses', 'create_coupon', 'set_homepage']) t.ok(names.has(name), name);
  });
}

t.test('the SDK accepts the schemas of every tool that an operator can reach [A14.5]', async (t) => {
  const tool = new McpTool();
  const session = V1.open(t, tool, `${MCP}?auth=required&tools=all`);
  await t.rejects(session.connect());
  await session.finish(await new HttpBrowser(origin).authorize(tool.askedAt, RUTH));
  await session.connect();
  const reading = (await session.list()).filter(({ name }) => name.startsWith('list_') && !name.startsWith('list_my_'));
  let answered = 0;
  for (const { name, inputSchema } of reading) {
    const { required = [] } = inputSchema;
    const isEnough = required.every((argument) => argument === 'school');
    const { isError = false, content } = await session.call(
      name,
      isEnough && required[0] ? { school: 'riverside' } : {},
    );
    t.equal(isError, !isEnough, `${name}: ${JSON.stringify(content)}`);
    if (isEnough) answered += 1;
  }
  t.ok(answered >= 10, `${answered} lists need no further argument`);
});

t.test('a web page may send messages from an allowed origin only [A13]', async (t) => {
  const { origin: other } = await startServer(t, { ...TEST_SETTINGS, MCP_ALLOWED_ORIGINS: 'https://tools.example' });
  const send = (headers: Record<string, string>) =>
    fetch(`${other}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    });
  t.equal((await send({})).status, 200);
  const page = await send({ origin: 'https://tools.example' });
  t.strictSame([page.status, page.headers.get('access-control-allow-origin')], [200, 'https://tools.example']);
  t.equal((await send({ origin: 'https://evil.example' })).status, 403);
});
