/** The MCP Inspector as a program, at the tools over real HTTP: without anybody, and with a person who signs in for it. */
import { auth } from '@modelcontextprotocol/client';
import t from 'tap';
import { HttpBrowser } from '../support/http-browser.ts';
import { startServer } from '../support/live-server.ts';
import { DEMO } from '../support/oauth-client.ts';
import { inspector } from './mcp-inspector.ts';
import { McpTool } from './mcp-tool.ts';

t.setTimeout(180_000);

const { origin } = await startServer(t);
const MCP = `${origin}/mcp`;
const RUTH = { email: 'ruth@riverside.example' };
const ANA = { email: 'ana@riverside.example' };

const at = (url: string): string[] => ['--transport', 'http', '--server-url', url];
const call = (tool: string, args: object = {}): string[] => [
  ...['--method', 'tools/call', '--tool-name', tool],
  ...['--tool-args-json', JSON.stringify(args)],
];

t.test('the Inspector lists and calls the public tools, in both eras of the protocol [A14.1]', async (t) => {
  const { run } = await inspector(t, origin);
  for (const era of ['legacy', 'modern', 'auto']) {
    const here = [...at(MCP), '--protocol-era', era];
    t.equal((await run([...here, '--method', 'tools/list', '--strict'])).result.tools?.length, 8, era);
    const { result } = await run([...here, ...call('get_school_info', { school: 'harbour' })]);
    t.match(result.structuredContent, { slug: 'harbour' });
    const guide = await run([...here, '--method', 'resources/read', '--uri', 'school://auth-guide']);
    t.match(guide.result.contents, [{ text: /auth=member/ }]);
  }
});

t.test('the Inspector finds no unlisted tool, and is asked to sign in where the URL demands it [E-25]', async (t) => {
  const { run } = await inspector(t, origin);
  const hidden = await run([...at(MCP), ...call('list_courses')]);
  t.match(hidden.error, { code: 'tool_not_found' });
  const unattended = await run([...at(`${MCP}?auth=required`), ...call('list_courses'), '--stored-auth-only']);
  t.match(unattended, { code: 3, error: { code: 'auth_required' } });
});

t.test(
  'the Inspector signs an operator in, steps up when the person agrees, and refreshes [A14.2, A14.3]',
  async (t) => {
    const { run, configure, kept, keep } = await inspector(t, origin);
    // Without scopes of its own it asks for those of the metadata, and answers the 403 after that with a refresh.
    const here = configure(`${MCP}?auth=required`, { scopes: 'openid courses:read' });
    const first = await run([...here, ...call('list_courses', { first: 1 })], { person: RUTH });
    t.strictSame(first.asked, ['openid courses:read']);
    t.match(first.result.structuredContent, { nodes: [{ id: String }] }, JSON.stringify(first.error));

    const short = await run([...here, '--method', 'tools/list', '--strict', '--stored-auth-only']);
    t.ok(short.result.tools?.some(({ name }) => name === 'find_tools'));
    const found = await run([...here, ...call('find_tools', { query: 'list_pages', first: 1 }), '--stored-auth-only']);
    t.match(found.result.structuredContent, { tools: [{ name: 'list_pages' }] });
    t.match((await run([...here, ...call('list_pages'), '--stored-auth-only'])).error, { code: 'tool_not_found' });
    const args = { name: 'list_courses', arguments: { first: 1 } };
    const passed = await run([...here, ...call('call_read_tool', args), '--stored-auth-only']);
    t.match(passed.result.structuredContent, { nodes: [{ id: String }] }, 'what it does not list can be called');

    const declined = await run([...here, ...call('list_members', { first: 1 })], { person: RUTH, answer: 'n' });
    t.strictSame(declined.asked, []);
    t.not(declined.code, 0);
    t.strictSame(declined.result, {});
    const stepped = await run([...here, ...call('list_members', { first: 1 })], { person: RUTH, answer: 'y' });
    t.strictSame(stepped.asked, ['openid courses:read members:read']);
    t.match(stepped.result.structuredContent, { nodes: [{ id: String }] }, JSON.stringify(stepped.error));

    const before = kept();
    keep(before.replaceAll(/at_\d+\.[\w-]+/g, 'at_1.dead'));
    const renewed = await run([...here, ...call('list_courses', { first: 1 }), '--stored-auth-only']);
    t.match(renewed.result.structuredContent, { nodes: [{ id: String }] }, JSON.stringify(renewed.error));
    t.match(kept(), /at_\d+\./);
    t.notMatch(kept(), /at_1\.dead/, 'the dead token was renewed on the way');
  },
);

t.test('the Inspector signs a member in with a client created by the school [A14.2, A14.3]', async (t) => {
  const { run } = await inspector(t, origin);
  const here = [...at(`${MCP}?auth=member`), '--client-id', DEMO.cli.id];
  const stepped = await run([...here, ...call('list_my_courses', { first: 1 })], { person: ANA, answer: 'y' });
  t.strictSame(stepped.asked, ['openid profile email', 'openid profile email account:read']);
  t.match(stepped.result.structuredContent, { nodes: [{ slug: String }] }, JSON.stringify(stepped.error));
  const stored = await run([...here, ...call('get_my_account'), '--stored-auth-only']);
  t.match(stored.result.structuredContent, ANA, 'nobody is asked again');
});

t.test('the Inspector sends the token it was given, and reports an invalid one [A14.1]', async (t) => {
  const { run } = await inspector(t, origin);
  const authorization = (token: string): string[] => ['--header', `Authorization: Bearer ${token}`];
  const token = await tokenOf();
  const own = await run([...at(MCP), ...authorization(token), ...call('get_my_account'), '--stored-auth-only']);
  t.match(own.result.structuredContent, ANA);
  const dead = await run([...at(MCP), ...authorization(`${token}x`), ...call('get_my_account'), '--stored-auth-only']);
  t.match(dead, { code: 3, error: { code: 'auth_required' } });
});

/** From another program, which signed the member in. */
async function tokenOf(): Promise<string> {
  const tool = new McpTool({ client: { client_id: DEMO.cli.id, issuer: origin } });
  await auth(tool, { serverUrl: MCP, scope: 'openid account:read' });
  const { searchParams } = await new HttpBrowser(origin).authorize(tool.askedAt, ANA);
  const iss = searchParams.get('iss') ?? '';
  await auth(tool, { serverUrl: MCP, authorizationCode: searchParams.get('code') ?? '', iss });
  return tool.held.access_token;
}
