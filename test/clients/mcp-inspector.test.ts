// slow, sqlite
/** The MCP Inspector as a program, at the tools over real HTTP: without anybody, and with a person who signs in for it. */
import { auth } from '@modelcontextprotocol/client';
import t from 'tap';
import { HttpBrowser, type Person } from '../support/http-browser.ts';
import { startServer } from '../support/live-server.ts';
import { ACCEPT } from '../support/mcp.ts';
import { DEMO, type TestClient } from '../support/oauth-client.ts';
import { inspector } from './mcp-inspector.ts';
import { McpTool } from './mcp-tool.ts';

t.setTimeout(180_000);

const { origin } = await startServer(t);
const MCP = `${origin}/mcp`;
const RUTH = { email: 'ruth@riverside.example' };
const ANA = { email: 'ana@riverside.example' };

const as = (person: Person) => (url: URL) => new HttpBrowser(origin).authorize(url, person);
const at = (url: string): string[] => ['--transport', 'http', '--server-url', url];
const call = (tool: string, args: object = {}): string[] => [
  ...['--method', 'tools/call', '--tool-name', tool],
  ...['--tool-args-json', JSON.stringify(args)],
];

const header = (token: string): string[] => ['--header', `Authorization: Bearer ${token}`];

t.test('the Inspector lists and calls the public tools, in both eras of the protocol [A14.1]', async (t) => {
  const { run } = await inspector(t);
  for (const era of ['legacy', 'modern', 'auto']) {
    const here = [...at(MCP), '--protocol-era', era];
    t.equal((await run([...here, '--method', 'tools/list', '--strict'])).result.tools?.length, 10, era);
    const { result } = await run([...here, ...call('get_school_info', { school: 'harbour' })]);
    t.match(result.structuredContent, { slug: 'harbour' });
    const guide = await run([...here, '--method', 'resources/read', '--uri', 'school://auth-guide']);
    t.match(guide.result.contents, [{ text: /auth=member/ }]);
  }
});

t.test('the Inspector finds no unlisted tool, and is asked to sign in where the URL demands it [E-25]', async (t) => {
  const { run } = await inspector(t);
  const hidden = await run([...at(MCP), ...call('list_courses')]);
  t.match(hidden.error, { code: 'tool_not_found' });
  const unattended = await run([...at(`${MCP}?auth=required`), ...call('list_courses'), '--stored-auth-only']);
  t.match(unattended, { code: 3, error: { code: 'auth_required' } });
});

t.test(
  'the Inspector signs an operator in, steps up when the person agrees, and refreshes [A14.2, A14.3]',
  async (t) => {
    const { run, configure, kept, keep } = await inspector(t);
    // Without scopes of its own it asks for those of the metadata, and answers the 403 after that with a refresh.
    const here = configure(`${MCP}?auth=required`, { scopes: 'openid courses:read' });
    const first = await run([...here, ...call('list_courses', { first: 1 })], { visit: as(RUTH) });
    t.strictSame(first.asked, ['openid courses:read']);
    t.match(first.result.structuredContent, { nodes: [{ id: String }] }, JSON.stringify(first.error));

    const declined = await run([...here, ...call('list_members', { first: 1 })], { visit: as(RUTH), answer: 'n' });
    t.strictSame(declined.asked, []);
    t.not(declined.code, 0);
    t.strictSame(declined.result, {});
    const stepped = await run([...here, ...call('list_members', { first: 1 })], { visit: as(RUTH), answer: 'y' });
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
  const { run } = await inspector(t);
  const here = [...at(`${MCP}?auth=member`), '--client-id', DEMO.cli.id];
  const person = new HttpBrowser(origin);
  const visit = (url: URL) => person.authorize(url, ANA);
  const stepped = await run([...here, ...call('list_my_courses', { first: 1 })], { visit, answer: 'y' });
  t.strictSame(stepped.asked, ['openid profile email account:read'], 'asked once, for all that the tools need');
  t.equal(person.clicks, 2, 'with one sign-in and one consent');
  t.match(stepped.result.structuredContent, { nodes: [{ slug: String }] }, JSON.stringify(stepped.error));
  const stored = await run([...here, ...call('get_my_account'), '--stored-auth-only']);
  t.match(stored.result.structuredContent, ANA, 'nobody is asked again');
});

t.test('the Inspector pages through all tools, and calls one of the last page [A14.5, E-56]', async (t) => {
  const { run } = await inspector(t);
  const url = `${MCP}?tools=all`;
  const token = await tokenOf(RUTH, DEMO.adminTool, 'openid pages:read');
  const pages = await pagesOf(url, token);
  t.ok(pages.length > 2, `${pages.length} pages`);
  for (const era of ['legacy', 'modern']) {
    const here = [...at(url), ...header(token), '--stored-auth-only', '--protocol-era', era];
    const { result } = await run([...here, '--method', 'tools/list', '--strict']);
    t.strictSame(
      result.tools?.map(({ name }) => name),
      pages.flat(),
      era,
    );
    // It calls what it has found in the list only.
    const last = await run([...here, ...call('list_pages', { first: 1 })]);
    t.ok(pages.at(-1)?.includes('list_pages'));
    t.match(last.result.structuredContent, { nodes: [{ id: String }] }, JSON.stringify(last.error));
  }
});

t.test('the Inspector finds tools that are not in its list, and calls them to read and to change [E-56]', async (t) => {
  const { run } = await inspector(t);
  const token = await tokenOf(RUTH, DEMO.adminTool, 'openid pages:read coupons:write');
  const here = [...at(MCP), ...header(token), '--stored-auth-only'];
  const using = async (tool: string, args: object) => (await run([...here, ...call(tool, args)])).result;
  const found = async (query: string) => (await using('find_tools', { query, first: 1 })).structuredContent?.tools;

  const listed = (await run([...here, '--method', 'tools/list', '--strict'])).result.tools?.map(({ name }) => name);
  for (const name of ['find_tools', 'call_read_tool', 'call_tool']) t.ok(listed?.includes(name), name);
  for (const name of ['list_pages', 'create_coupon', 'delete_coupon']) t.notOk(listed?.includes(name), name);
  t.match((await run([...here, ...call('list_pages')])).error, { code: 'tool_not_found' });

  t.match(await found('which pages are drafts'), [{ name: 'list_pages', scope: 'pages:read' }]);
  const pages = await using('call_read_tool', { name: 'list_pages', arguments: { first: 1 } });
  t.match(pages.structuredContent, { nodes: [{ id: String }] });

  t.match(await found('make a coupon'), [{ name: 'create_coupon', scope: 'coupons:write' }]);
  const terms = { code: 'INSPECTED', discountType: 'percent', percent: 15 };
  const creation = { name: 'create_coupon', arguments: terms };
  t.ok((await using('call_read_tool', creation)).isError, 'a tool that changes something is not called to read');
  const created = await using('call_tool', creation);
  t.match(created.structuredContent, { id: String, code: 'INSPECTED' }, JSON.stringify(created));
  const deletion = { name: 'delete_coupon', arguments: { id: created.structuredContent?.id } };
  t.match((await using('call_tool', deletion)).content, [{ text: /done/ }]);
});

t.test('the Inspector sends the token it was given, and reports an invalid one [A14.1]', async (t) => {
  const { run } = await inspector(t);
  const token = await tokenOf(ANA, DEMO.cli, 'openid account:read');
  const own = await run([...at(MCP), ...header(token), ...call('get_my_account'), '--stored-auth-only']);
  t.match(own.result.structuredContent, ANA);
  const dead = await run([...at(MCP), ...header(`${token}x`), ...call('get_my_account'), '--stored-auth-only']);
  t.match(dead, { code: 3, error: { code: 'auth_required' } });
});

/** From another program, which signed the person in. */
async function tokenOf(person: Person, { id }: TestClient, scope: string): Promise<string> {
  const tool = new McpTool({ client: { client_id: id, issuer: origin } });
  await auth(tool, { serverUrl: MCP, scope });
  const { searchParams } = await new HttpBrowser(origin).authorize(tool.askedAt, person);
  const iss = searchParams.get('iss') ?? '';
  await auth(tool, { serverUrl: MCP, authorizationCode: searchParams.get('code') ?? '', iss });
  return tool.held.access_token;
}

/** The names in each page of a list of tools, as the server sends them. */
async function pagesOf(url: string, token: string): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, accept: ACCEPT, 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/list',
        params: cursor === undefined ? {} : { cursor },
      }),
    });
    const { result } = (await response.json()) as { result: { tools: { name: string }[]; nextCursor?: string } };
    pages.push(result.tools.map(({ name }) => name));
    cursor = result.nextCursor;
  } while (cursor !== undefined);
  return pages;
}
