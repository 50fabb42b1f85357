/** Who may call what at the tool endpoint, and how a client is told to sign in. */
import t from 'tap';
import { IDENTITY_SCOPES, type Scope } from '../../../schema/oauth/scope.ts';
import { adminApp, RIVERSIDE } from '../../support/admin.ts';
import { temporaryFolder, testApp } from '../../support/app.ts';
import { databaseFile } from '../../support/database-edit.ts';
import { ask, askModern, BASELINE, callTool, challenged, challengeOf, namesOf, post } from '../../support/mcp.ts';
import { DEMO, obtainTokens, postForm, refresh } from '../../support/oauth-client.ts';
import { during, whileDisabled } from '../../support/standing.ts';

const database = databaseFile(t);
const { app, logs, tokenOf } = await adminApp(t, { databaseUrl: database.url });

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

t.test('without a token only the public tools are listed, and each can be called [A14.1]', async (t) => {
  const names = await namesOf(app);
  t.strictSame(names, [
    'get_school_info',
    'search_public_courses',
    'get_public_course',
    'list_public_events',
    'list_public_posts',
    'get_public_post',
    'list_public_pages',
    'get_public_page',
    'list_membership_plans_public',
    'how_to_connect',
  ]);
  for (const name of names) {
    const { status, result } = await callTool(app, name, { school: 'riverside' });
    t.equal(status, 200, name);
    t.equal(result?.content?.length, 1);
  }
});

t.test('an invalid token is 401, never anonymous; Bearer matches in any case [RFC 9110 §11.1, A14.1]', async (t) => {
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
  t.equal((await post(app, PING, { headers: { authorization: `bearer ${token}` } })).status, 200, 'in any case');
});

t.test('a token in the URL or the body is not accepted, and is not logged [RFC 6750 §2.3, F17]', async (t) => {
  const token = await tokenOf('member');
  challenged(t, await post(app, PING, { query: `?access_token=${token}` }), 401, BASELINE);
  const params = { name: 'list_my_courses', arguments: {}, access_token: token };
  challenged(t, await ask(app, 'tools/call', params), 401, 'account:read', 'nor is one in the body');
  t.notMatch(logs.join(''), token, 'and it is not logged');
});

t.test('an anonymous call to a tool that is not public gets 401 and the scope to request [A14.2]', async (t) => {
  for (const { name, scope } of app.school.catalogue) {
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

t.test('a tool name with disguised characters reaches no tool [A14.2]', async (t) => {
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

t.test('a tool’s 403 challenge names exactly its scope, and a trusted origin can read it [A18, W52]', async (t) => {
  const token = await tokenOf('owner', ['openid']);
  const tools = [...app.school.catalogue.map(({ name, scope }): [string, Scope] => [name, scope]), ...MEMBER_TOOLS];
  for (const [name, scope] of tools) {
    challenged(t, await callTool(app, name, {}, { token }), 403, scope, name);
  }
  const page = await callTool(app, 'list_courses', {}, { token, headers: { origin: 'http://localhost:6274' } });
  t.equal(page.headers['access-control-allow-origin'], 'http://localhost:6274', 'a page can read it');
  t.equal((await callTool(app, 'get_school_info', {}, { token })).status, 200, 'public tools need none');
});

t.test('each operator scope gives access to its own tools and no others [W03]', async (t) => {
  for (const scope of new Set(app.school.catalogue.map((operation) => operation.scope))) {
    const token = await tokenOf('owner', [scope]);
    for (const { name, scope: needed } of app.school.catalogue) {
      // Arguments that fit no tool: what is let in is refused by the tool itself.
      const { status, result } = await callTool(app, name, { no_such_argument: 1 }, { token });
      t.equal(status, needed === scope ? 200 : 403, `${name} with ${scope}`);
      if (needed === scope) t.equal(result?.isError as unknown, true);
    }
  }
});

t.test('the protected resource metadata lists the identity scopes only [W52]', async (t) => {
  for (const path of ['', '/mcp']) {
    const response = await app.inject({ url: `/.well-known/oauth-protected-resource${path}` });
    t.strictSame(response.json().scopes_supported, IDENTITY_SCOPES);
  }
});

t.test('after losing a role, the next call of its tools gets a 403 challenge [A14.3]', async (t) => {
  const token = await tokenOf('admin', ['coupons:read', 'courses:read']);
  t.equal((await callTool(app, 'list_courses', {}, { token })).status, 200);
  await database.edit("update memberships set role = 'member' where person_id = 'usr_test_admin'");
  challenged(t, await callTool(app, 'list_courses', {}, { token }), 403, 'courses:read');
  t.notOk((await namesOf(app, { token })).includes('list_courses'));
  await database.edit("update memberships set role = 'admin' where person_id = 'usr_test_admin'");
  t.equal((await callTool(app, 'list_courses', {}, { token })).status, 200);
});

t.test('a token issued for another origin is refused with 401 [A14.4]', async (t) => {
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

t.test('revoked and expired access tokens, and refresh tokens, are refused with 401 [A14.1]', async (t) => {
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

t.test('a token gets 401 once its membership, person, client or school is suspended or disabled [W35]', async (t) => {
  const file = databaseFile(t);
  const own = await testApp(t, { databaseUrl: file.url });
  const { access_token: token } = await obtainTokens(own.app);
  const membership = "update memberships set status = ? where person_id = 'usr_demo_ana'";
  const refused = (what: string) => async (): Promise<void> => {
    challenged(t, await callTool(own.app, 'list_my_courses', {}, { token }), 401, 'account:read', what);
    challenged(t, await callTool(own.app, 'how_to_connect', {}, { token }), 401, BASELINE, 'public tools too');
  };
  const served = async (): Promise<void> => {
    t.equal((await callTool(own.app, 'list_my_courses', {}, { token })).status, 200);
  };
  for (const status of ['suspended', 'removed']) {
    await during(file, [membership, status], [membership, 'active'], refused(status));
    await served();
  }
  for (const [table, id] of [
    ['people', 'usr_demo_ana'],
    ['clients', 'c_demo_cli'],
    ['sites', RIVERSIDE.id],
  ] as const) {
    await whileDisabled(file, table, id, refused(table));
    await served();
  }
});

t.test('a session id authenticates no one, and none is issued [A14.7, W51]', async (t) => {
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
