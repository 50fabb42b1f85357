/**
 * Most messages of the latest revision are answered without the SDK, and lists from memory. Nobody can tell by the
 * answers. A progress token, which no tool of the product uses, makes the SDK answer.
 */
import t from 'tap';
import { adminApp, CALLERS, call, RIVERSIDE } from '../../support/admin.ts';
import { databaseFile } from '../../support/database-edit.ts';
import { askModern, envelope, type Json, mirrorOf, post, type Sending } from '../../support/mcp.ts';

const database = databaseFile(t);
const { app, tokenOf } = await adminApp(t, { databaseUrl: database.url });

type Members = Record<string, unknown>;

/** What two answers to the same message have in common. */
const comparable = ({ status, headers, body }: Awaited<ReturnType<typeof post>>) => ({
  status,
  type: headers['content-type'],
  challenge: headers['www-authenticate'],
  cache: headers['cache-control'],
  // Cursors, links and the ids of requests are made anew for every answer.
  body: body.replace(/(?<=[?&]|endCursor":"|after: )[A-Za-z0-9_-]{20,}|(?<=\?request=)[\w-]+/g, ''),
});

async function both(method: string, params: Members, sending: Sending = {}) {
  const bySdk = { ...params, _meta: { ...envelope(), progressToken: 1 } };
  const headers = { ...mirrorOf(method, params), ...sending.headers };
  const message = { jsonrpc: '2.0', id: sending.id ?? 1, method, params: bySdk };
  return [
    comparable(await askModern(app, method, params, sending)),
    comparable(await post(app, message, { ...sending, headers })),
  ] as const;
}

t.test('tools are called with the same answer as by the SDK [D4]', async (t) => {
  const CALLS: readonly [name: string, given: unknown][] = [
    ['get_school_info', {}],
    ['get_school_info', { school: 'riverside' }],
    ['get_school_info', { school: 7 }],
    ['how_to_connect', undefined],
    ['find_tools', { query: 'refund an order', first: 3 }],
    ['list_my_courses', { first: 5 }],
    ['list_my_courses', { first: 0, unknown: true }],
    ['list_courses', { first: 20 }],
    ['list_courses', null],
    ['list_courses', []],
    ['list_courses', { after: 'x'.repeat(20) }],
    ['delete_course', { id: 'crs_none' }],
    ['delete_course', { id: 'crs_none', confirm: true }],
    ['list_members', { first: 3, confirm: true }],
    ['call_read_tool', { name: 'list_courses', arguments: { first: 2 } }],
    ['call_read_tool', { name: 'delete_course', arguments: { id: 'x' } }],
    ['call_tool', { name: 'call_tool', arguments: {} }],
    ['no_such_tool', {}],
    ['toString', {}],
  ];
  const tokens = [undefined, await tokenOf('member'), await tokenOf('owner'), await tokenOf('owner', ['openid'])];
  for (const [name, given] of CALLS) {
    for (const token of tokens) {
      const params = { name, ...(given === undefined ? {} : { arguments: given }) };
      const [direct, bySdk] = await both('tools/call', params, { token, id: `a "quoted" id of ${name}` });
      t.strictSame(direct, bySdk, `${name} ${JSON.stringify(given)}`);
    }
  }
});

t.test('tools are listed with the same answer as by the SDK, again and again [A14.5]', async (t) => {
  const cursorOf = async (sending: Sending) =>
    String((await askModern(app, 'tools/list', {}, sending)).json.result?.nextCursor);
  for (const token of [
    undefined,
    await tokenOf('member'),
    await tokenOf('owner'),
    await tokenOf('staff', ['openid']),
  ]) {
    for (const query of ['', '?tools=all', '?tools=courses', '?tools=none', `?tools=${'x'.repeat(5000)}`]) {
      const sending = { token, query, id: 0 };
      const pages: Members[] = [{}, {}, { cursor: await cursorOf(sending) }, { cursor: 'nowhere' }, { cursor: 1 }];
      for (const params of pages) {
        const [direct, bySdk] = await both('tools/list', params, sending);
        t.strictSame(direct, bySdk, `${query.slice(0, 20)} ${JSON.stringify(params)}`);
      }
    }
  }
});

t.test('headers that do not repeat the message are refused as ever [D4]', async (t) => {
  const params = { name: 'get_school_info', arguments: {} };
  const OTHERS: Record<string, string | undefined>[] = [
    { 'mcp-name': 'list_courses' },
    { 'mcp-name': undefined },
    { 'mcp-method': 'tools/list' },
    { 'mcp-method': undefined },
    { 'mcp-protocol-version': '2025-11-25' },
    { 'mcp-protocol-version': undefined },
  ];
  for (const headers of OTHERS) {
    const [direct, bySdk] = await both('tools/call', params, { headers });
    t.equal(direct.status, 400, JSON.stringify(headers));
    t.strictSame(direct, bySdk);
  }
});

t.test('an argument called __proto__ does not reach a tool [D4]', async (t) => {
  const params = JSON.parse('{"name":"get_school_info","arguments":{"__proto__":{"school":"riverside"}}}') as Members;
  const [direct, bySdk] = await both('tools/call', params);
  t.strictSame(direct, bySdk);
});

t.test('a call is in the audit log before its answer, whoever answers it [E-49]', async (t) => {
  const count = async () => Number(await database.read("select count(*) from audit_events where event like 'tool_%'"));
  const token = await tokenOf('owner');
  const before = await count();
  await both('tools/call', { name: 'list_courses', arguments: {} }, { token });
  await both('tools/call', { name: 'list_courses', arguments: { first: 0 } }, { token });
  t.equal((await count()) - before, 4);
  await both('tools/call', { name: 'list_courses', arguments: {} }, { token: await tokenOf('member') });
  t.equal((await count()) - before, 4, 'but not of a call that is refused');
});

t.test('a list that is kept in memory follows the role of its caller at once [A14.5]', async (t) => {
  const owner = await tokenOf('owner');
  const token = await tokenOf('admin');
  const listed = async () => {
    const { json } = await askModern(app, 'tools/list', {}, { token, query: '?tools=members' });
    return ((json.result?.tools ?? []) as readonly Json[]).map(({ name }) => String(name));
  };
  t.ok((await listed()).includes('invite_member'));
  const become = (role: string) => call(app, owner, 'POST', `/members/${CALLERS.admin.id}/role`, { role });
  t.equal((await become('member')).status, 200);
  t.notOk((await listed()).includes('invite_member'));
});

t.test('a result names the school as it is called now [D3]', async (t) => {
  const token = await tokenOf('owner');
  const named = async () =>
    (await askModern(app, 'tools/call', { name: 'list_courses', arguments: { first: 1 } }, { token })).json.result
      ?.structuredContent?.school as unknown;
  t.equal(await named(), RIVERSIDE.name);
  // By another process.
  await database.edit("update sites set name = 'Riverside, renamed' where id = ?", RIVERSIDE.id);
  t.equal(await named(), 'Riverside, renamed');
});

t.test('an access token that has been revoked lists and calls nothing more [A14.1]', async (t) => {
  const token = await tokenOf('staff');
  const statuses = async () => [
    (await askModern(app, 'tools/list', {}, { token })).status,
    (await askModern(app, 'tools/call', { name: 'list_courses', arguments: {} }, { token })).status,
  ];
  t.strictSame(await statuses(), [200, 200]);
  await app.inject({
    method: 'POST',
    url: '/api/oauth/revoke',
    payload: new URLSearchParams({ token, client_id: `c_test_${RIVERSIDE.id}` }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  t.strictSame(await statuses(), [401, 401]);
});
