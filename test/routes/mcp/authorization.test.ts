/** Who may call what at the tool endpoint, and how a client is told to sign in. */
import t from 'tap';
import { IDENTITY_SCOPES, type Scope } from '../../../schema/scope.ts';
import { adminApp, RIVERSIDE } from '../../support/admin.ts';
import { temporaryFolder, testApp } from '../../support/app.ts';
import { databaseFile } from '../../support/database-edit.ts';
import { ask, askModern, BASELINE, callTool, challenged, challengeOf, namesOf, post } from '../../support/mcp.ts';
import { DEMO, obtainTokens, postForm, refresh } from '../../support/oauth-client.ts';

const database = databaseFile(t);
const { app, logs, tokenOf } = await adminApp(t, { databaseUrl: database.url });

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

t.test('A14.1: without a token everybody gets the public tools, and no other', async (t) => {
  const names = await namesOf(app);
  t.strictSame(names, [
    'get_school_info',
    'search_public_courses',
    'get_public_course',
    'list_public_events',
    'list_public_posts',
    'get_public_post',
    'list_membership_plans_public',
    'how_to_connect',
  ]);
  for (const name of names) {
    const { status, result } = await callTool(app, name, { school: 'riverside' });
    t.equal(status, 200, name);
    t.equal(result?.content?.length, 1);
  }
});

t.test('A14.1: an invalid token is 401, never taken for none', async (t) => {
  const token = await tokenOf('member');
  const invalid = [
    'Bearer',
    'Bearer ',
    '',
    'Basic dXNlcjpwYXNz',
    'Bearer at_1.of-nobody',
    `Bearer ${token} ${token}`,
    `Bearer ${token}x`,
    `Bearer ${token.slice(0, -1)}`,
    token,
    'Token x',
  ];
  for (const authorization of invalid) {
    challenged(t, await post(app, PING, { headers: { authorization } }), 401, BASELINE, authorization);
    const call = await callTool(app, 'get_school_info', {}, { headers: { authorization } });
    challenged(t, call, 401, BASELINE, `a public tool with ${authorization}`);
  }
  const member = await callTool(app, 'list_my_courses', {}, { headers: { authorization: 'Bearer x' } });
  challenged(t, member, 401, 'account:read', 'names the scope of the tool');
  t.equal((await post(app, PING, { headers: { authorization: `bearer ${token}` } })).status, 200, 'RFC 9110 §11.1');
});

t.test('RFC 6750 §2.3: a token in the address is no token, and whoever sends one is told', async (t) => {
  const token = await tokenOf('member');
  challenged(t, await post(app, PING, { query: `?access_token=${token}` }), 401, BASELINE);
  const params = { name: 'list_my_courses', arguments: {}, access_token: token };
  challenged(t, await ask(app, 'tools/call', params), 401, 'account:read', 'nor is one in the body');
  t.notMatch(logs.join(''), token, 'F17: and it is not logged');
});

t.test('A14.2: a tool that is not public is 401 without a token, with the scope to ask for', async (t) => {
  for (const { name, scope } of app.operations) {
    challenged(t, await callTool(app, name), 401, scope, name);
  }
  for (const [name, scope] of MEMBER_TOOLS) challenged(t, await callTool(app, name), 401, scope, name);
  const modern = await askModern(app, 'tools/call', { name: 'list_my_courses', arguments: {} });
  challenged(t, modern, 401, 'account:read', 'the same in 2026-07-28');
  const asNotification = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'list_courses' } };
  challenged(t, await post(app, asNotification), 401, 'courses:read', 'without an id');
});

const MEMBER_TOOLS: readonly [name: string, scope: Scope][] = [
  ['get_my_account', 'account:read'],
  ['list_my_courses', 'account:read'],
  ['get_my_course_progress', 'account:read'],
  ['list_my_orders', 'account:read'],
  ['list_my_event_registrations', 'account:read'],
  ['save_watch_position', 'account:write'],
  ['update_my_profile', 'account:write'],
  ['cancel_my_event_registration', 'account:write'],
];

t.test('A14.2: a name in disguise reaches no tool', async (t) => {
  for (const name of [
    ['list_courses'],
    { name: 'list_courses' },
    'list_courses ',
    'LIST_COURSES',
    'list_courses\u0000',
  ]) {
    const { json, status } = await ask(app, 'tools/call', { name, arguments: {} });
    t.equal(json.result, undefined, JSON.stringify(name));
    t.ok(status < 500);
  }
  for (const name of ['__proto__', 'constructor', 'toString']) {
    t.equal((await ask(app, 'tools/call', { name })).json.error?.code, -32_602, name);
  }
  // Of members with the same name the last counts, for the guard as for the tool.
  const twice =
    '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call","params":{"name":"get_school_info","name":"list_courses"}}';
  challenged(t, await post(app, twice), 401, 'courses:read');
});

t.test('W52: the 403 of each tool names exactly its scope', async (t) => {
  const token = await tokenOf('owner', ['openid']);
  const tools = [...app.operations.map(({ name, scope }): [string, Scope] => [name, scope]), ...MEMBER_TOOLS];
  for (const [name, scope] of tools) {
    challenged(t, await callTool(app, name, {}, { token }), 403, scope, name);
  }
  const page = await callTool(app, 'list_courses', {}, { token, headers: { origin: 'http://localhost:6274' } });
  t.equal(page.headers['access-control-allow-origin'], 'http://localhost:6274', 'A18: a page can read it');
  t.equal((await callTool(app, 'get_school_info', {}, { token })).status, 200, 'public tools need none');
});

t.test('W52: each scope opens its tools and no others', async (t) => {
  for (const scope of new Set(app.operations.map((operation) => operation.scope))) {
    const token = await tokenOf('owner', [scope]);
    for (const { name, scope: needed } of app.operations) {
      // Arguments that fit no tool: what is let in is refused by the tool itself.
      const { status, result } = await callTool(app, name, { no_such_argument: 1 }, { token });
      t.equal(status, needed === scope ? 200 : 403, `${name} with ${scope}`);
      if (needed === scope) t.equal(result?.isError as unknown, true);
    }
  }
});

t.test('W52: what a client asks for without a challenge is the small baseline', async (t) => {
  for (const path of ['', '/mcp']) {
    const response = await app.inject({ url: `/.well-known/oauth-protected-resource${path}` });
    t.strictSame(response.json().scopes_supported, IDENTITY_SCOPES);
  }
});

t.test('A14.3: a role that is lost closes its tools with the next message', async (t) => {
  const token = await tokenOf('admin', ['coupons:read', 'courses:read']);
  t.equal((await callTool(app, 'list_courses', {}, { token })).status, 200);
  database.edit("update memberships set role = 'member' where person_id = 'usr_test_admin'");
  challenged(t, await callTool(app, 'list_courses', {}, { token }), 403, 'courses:read');
  t.notOk((await namesOf(app, { token })).includes('list_courses'));
  database.edit("update memberships set role = 'admin' where person_id = 'usr_test_admin'");
  t.equal((await callTool(app, 'list_courses', {}, { token })).status, 200);
});

t.test('A14.4: a token of another origin is 401', async (t) => {
  const file = databaseFile(t);
  const options = { databaseUrl: file.url, dataDir: temporaryFolder(t) };
  const first = await testApp(t, options);
  const { access_token: token } = await obtainTokens(first.app);
  t.equal((await callTool(first.app, 'list_my_courses', {}, { token })).status, 200);
  const moved = await testApp(t, { ...options, env: { BASE_URL: 'http://localhost:3000' } });
  for (const answer of [
    await callTool(moved.app, 'list_my_courses', {}, { token }),
    await post(moved.app, PING, { token }),
  ]) {
    t.equal(answer.status, 401);
    t.equal(challengeOf(answer).resource_metadata, 'http://localhost:3000/.well-known/oauth-protected-resource');
  }
  t.match(moved.logs.join(''), /"reason":"token_of_another_origin"/);
});

t.test('A14.1: revoked, expired and refresh tokens are 401', async (t) => {
  const own = await testApp(t);
  const tokens = await obtainTokens(own.app);
  const call = (token: string) => callTool(own.app, 'list_my_courses', {}, { token });
  t.equal((await call(tokens.access_token)).status, 200);
  challenged(t, await call(tokens.refresh_token), 401, 'account:read', 'a refresh token');
  own.clock.advance(3_600_000);
  challenged(t, await call(tokens.access_token), 401, 'account:read', 'expired');
  const next = (await refresh(own.app, DEMO.cli, tokens.refresh_token)).json();
  t.equal((await call(next.access_token)).status, 200);
  await postForm(own.app, '/api/oauth/revoke', { token: next.refresh_token, client_id: DEMO.cli.id });
  challenged(t, await call(next.access_token), 401, 'account:read', 'revoked');
});

t.test('W35: suspended, removed, disabled: 401 with the next message', async (t) => {
  const file = databaseFile(t);
  const own = await testApp(t, { databaseUrl: file.url });
  const { access_token: token } = await obtainTokens(own.app);
  const member = "where person_id = 'usr_demo_ana'";
  const states: [end: string, mend: string][] = [
    [`update memberships set status = 'suspended' ${member}`, `update memberships set status = 'active' ${member}`],
    [`update memberships set status = 'removed' ${member}`, `update memberships set status = 'active' ${member}`],
    [
      "update people set active = 0 where id = 'usr_demo_ana'",
      "update people set active = 1 where id = 'usr_demo_ana'",
    ],
    ["update clients set active = 0 where id = 'c_demo_cli'", "update clients set active = 1 where id = 'c_demo_cli'"],
    [
      `update sites set active = 0 where id = '${RIVERSIDE.id}'`,
      `update sites set active = 1 where id = '${RIVERSIDE.id}'`,
    ],
  ];
  for (const [end, mend] of states) {
    file.edit(end);
    challenged(t, await callTool(own.app, 'list_my_courses', {}, { token }), 401, 'account:read', end);
    challenged(t, await callTool(own.app, 'how_to_connect', {}, { token }), 401, BASELINE, 'public tools too');
    file.edit(mend);
    t.equal((await callTool(own.app, 'list_my_courses', {}, { token })).status, 200);
  }
});

t.test('A14.7, W51: a session id proves nothing', async (t) => {
  const token = await tokenOf('member');
  for (const id of [token, 'usr_demo_ana', '1']) {
    const headers = { 'mcp-session-id': id };
    challenged(t, await callTool(app, 'list_my_courses', {}, { headers }), 401, 'account:read');
    const { result } = await callTool(app, 'get_my_account', {}, { token: await tokenOf('owner'), headers });
    t.match(result?.structuredContent?.email, /^ruth@/, 'the token counts');
  }
  const { headers } = await ask(app, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} });
  t.equal(headers['mcp-session-id'], undefined, 'none is given out');
});
