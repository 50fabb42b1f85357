/** How a client that connected without a token gets one, and where that token is good. */
import { isSpecType } from '@modelcontextprotocol/server';
import t from 'tap';
import { IDENTITY_SCOPES, OPERATOR_SCOPES, type Scope } from '../../../schema/oauth/scope.ts';
import { adminApp, RIVERSIDE } from '../../support/admin.ts';
import { BASE, testApp } from '../../support/app.ts';
import { databaseFile } from '../../support/database-edit.ts';
import { ask, askModern, BASELINE, callTool, challenged, type Json, post } from '../../support/mcp.ts';
import { authorize, DEMO, exchange } from '../../support/oauth-client.ts';

const { app, tokenOf } = await adminApp(t);
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

t.test('a member token works at /mcp and /account/graphql, whichever it was requested for [spec 5.4]', async (t) => {
  const own = await testApp(t);
  for (const resource of [BASE, `${BASE}/mcp`, `${BASE}/account/graphql`]) {
    const code = await authorize(own.app, DEMO.cli, { resource });
    const { access_token: token } = (await exchange(own.app, DEMO.cli, code, { resource })).json();
    const { result } = await callTool(own.app, 'get_my_account', {}, { token });
    const graphql = await own.app.inject({
      method: 'POST',
      url: '/account/graphql',
      headers: { authorization: `Bearer ${token}` },
      payload: { query: '{ viewer { id email } }' },
    });
    const me = result?.structuredContent;
    t.strictSame(graphql.json(), { data: { viewer: { id: me?.id, email: me?.email } } }, resource);
    t.equal(me?.email as unknown, 'ana@riverside.example');
  }
});

const READS = OPERATOR_SCOPES.filter((scope) => scope.endsWith(':read')).join(' ');
const FAMILIES = 'courses:read courses:write curriculum:read curriculum:write';

/** The query of a URL that asks for sign-in, and the scopes of its challenge. */
const AT_SIGN_IN: readonly [query: string, scope: string, caller: 'owner' | 'member'][] = [
  ['?auth=required', `${BASELINE} ${READS}`, 'owner'],
  ['?auth=required&school=riverside', `${BASELINE} ${READS}`, 'owner'],
  ['?auth=required&tools=all', `${BASELINE} ${READS}`, 'owner'],
  ['?auth=required&tools=courses,curriculum', `${BASELINE} ${FAMILIES}`, 'owner'],
  ['?auth=required&tools=curriculum,courses&school=riverside', `${BASELINE} ${FAMILIES}`, 'owner'],
  ['?auth=required&tools=account', `${BASELINE} ${READS}`, 'owner'],
  ['?auth=member', `${BASELINE} account:read`, 'member'],
  ['?auth=member&tools=account&school=riverside', `${BASELINE} account:read account:write`, 'member'],
  ['?auth=member&tools=courses', `${BASELINE} account:read`, 'member'],
];

t.test(
  'a URL with auth demands sign-in at once, by every method, with all scopes in one consent [E-25, E-60]',
  async (t) => {
    for (const [query, scope, caller] of AT_SIGN_IN) {
      for (const method of ['initialize', 'ping', 'tools/list', 'resources/list']) {
        challenged(t, await ask(app, method, {}, { query }), 401, scope, `${query} ${method}`, query);
      }
      challenged(t, await askModern(app, 'server/discover', {}, { query }), 401, scope, '', query);
      challenged(t, await callTool(app, 'get_school_info', {}, { query }), 401, scope, 'a public tool', query);
      const dead = { authorization: 'Bearer x' };
      challenged(t, await post(app, PING, { query, headers: dead }), 401, scope, 'a dead token', query);
      const asked = await post(app, PING, { query });
      for (const headers of [{}, dead]) {
        const seen = await app.inject({ url: `/mcp${query}`, headers });
        challenged(t, { ...asked, status: seen.statusCode, headers: seen.headers }, 401, scope, 'GET', query);
        const head = await app.inject({ method: 'HEAD', url: `/mcp${query}`, headers });
        t.strictSame([head.statusCode, head.body], [401, '']);
        t.equal(head.headers['www-authenticate'], seen.headers['www-authenticate']);
      }
      t.equal((await app.inject({ method: 'PUT', url: `/mcp${query}` })).statusCode, 405);
      const token = await tokenOf(caller, scope.split(' ') as Scope[]);
      t.equal((await ask(app, 'tools/list', {}, { query, token })).status, 200);
      const authorization = `Bearer ${token}`;
      const read = await app.inject({ url: `/mcp${query}`, headers: { authorization } });
      t.equal(read.statusCode, 405, 'with a token, there is nothing to get');
    }
    t.equal((await app.inject('/mcp')).statusCode, 405, 'elsewhere, sign-in is not demanded');
    for (const auth of ['', 'no', 'constructor', '__proto__', 'toString', 'required&auth=x']) {
      t.equal((await ask(app, 'ping', {}, { query: `?auth=${auth}` })).status, 200, `${auth} is no such way`);
      t.equal((await app.inject(`/mcp?auth=${auth}`)).statusCode, 405);
    }
  },
);

t.test('its metadata name exactly this URL and the scopes of its challenge [E-60, RFC 9728 §3.3]', async (t) => {
  const common = {
    authorization_servers: [BASE],
    bearer_methods_supported: ['header'],
    dpop_signing_alg_values_supported: ['ES256', 'EdDSA', 'Ed25519'],
    dpop_bound_access_tokens_required: false,
    resource_name: 'Schoolgate',
    resource_documentation: `${BASE}/docs`,
  };
  const metadata = async (query: string) => (await app.inject(`/.well-known/oauth-protected-resource${query}`)).json();
  for (const [query, scope] of AT_SIGN_IN) {
    const expected = { resource: `${BASE}/mcp${query}`, scopes_supported: scope.split(' '), ...common };
    t.strictSame(await metadata(`/mcp${query}`), expected, query);
    t.strictSame(await metadata(query), expected, 'also at the root');
  }
  const identity = { scopes_supported: IDENTITY_SCOPES, ...common };
  t.strictSame(await metadata('/mcp'), { resource: `${BASE}/mcp`, ...identity });
  t.strictSame(await metadata(''), { resource: BASE, ...identity });
  const school = '/mcp?school=riverside&tools=courses';
  t.strictSame(await metadata(school), { resource: BASE + school, ...identity }, 'sign-in is not demanded');
  t.match(
    await metadata('/mcp?auth=required&x="<>'),
    { resource: `${BASE}/mcp?auth=required` },
    'nothing else is repeated',
  );
  t.match(await metadata('/account/graphql?auth=required'), { resource: `${BASE}/account/graphql` });
});

t.test('how_to_connect returns the URLs for connecting, signing in and finding tools [E-25]', async (t) => {
  const { result } = await callTool(app, 'how_to_connect');
  const { findingTools, ...urls } = (result?.structuredContent ?? {}) as Record<string, unknown>;
  t.strictSame(urls, {
    anonymous: `${BASE}/mcp`,
    signInAsOperator: `${BASE}/mcp?auth=required`,
    signInAsMember: `${BASE}/mcp?auth=member`,
    allTools: `${BASE}/mcp?auth=required&tools=all`,
    metadata: `${BASE}/.well-known/oauth-protected-resource/mcp`,
    documentation: `${BASE}/docs`,
  });
  // What says how to find tools says it everywhere.
  const guide = (await ask(app, 'resources/read', { uri: 'school://auth-guide' })).json.result?.contents?.[0]?.text;
  const description = (await app.inject('/openapi.json')).json().paths['/mcp'].post;
  for (const text of [guide, (await app.inject('/auth.md')).body, description.description]) {
    t.ok(String(text).includes(String(findingTools)), String(text));
  }
  t.match(description.parameters, [
    { name: 'auth' },
    { name: 'school', schema: { type: 'string' } },
    { name: 'tools', schema: { type: 'string' } },
  ]);
});

t.test('the metadata that tools and resources point to exists, whichever documents are served [E-25]', async (t) => {
  for (const setting of ['exact', 'off']) {
    const own = await testApp(t, { env: { RESOURCE_PATH_DOCUMENTS: setting } });
    const { result } = await callTool(own.app, 'how_to_connect');
    const guide = (await ask(own.app, 'resources/read', { uri: 'school://auth-guide' })).body;
    const named = [String(result?.structuredContent?.metadata), ...guide.matchAll(/\/\.well-known\/[\w/-]+/g)];
    t.equal(named.length, 2);
    for (const url of named)
      t.equal((await own.app.inject(String(url).replace(BASE, ''))).statusCode, 200, String(url));
  }
});

t.test('a school may have challenges sent as tool results, in the form that ChatGPT reads [E-25]', async (t) => {
  const file = databaseFile(t);
  const own = await adminApp(t, { databaseUrl: file.url });
  const token = await own.tokenOf('owner', ['openid']);
  const other = await own.tokenOf('foreignOwner', ['openid']);
  const call = (sending: { token?: string }) => callTool(own.app, 'list_courses', {}, sending);
  challenged(t, await call({ token }), 403, 'courses:read');
  const by = { at: own.clock.now, personId: 'usr_demo_ruth' };
  const turn = (isOn: boolean) => own.app.school.betaFeatures.switch(RIVERSIDE.id, 'chatgpt_sign_in', isOn, by);
  t.strictSame([await turn(true), await turn(true)], [true, false]);

  for (const { status, json } of [
    await call({ token }),
    await askModern(own.app, 'tools/call', { name: 'list_courses', arguments: {} }, { token }),
  ]) {
    t.equal(status, 200);
    t.equal(json.result?.isError as unknown, true);
    t.equal(json.result?.structuredContent, undefined);
    const [challenge] = (json.result?._meta?.['mcp/www_authenticate'] ?? []) as unknown as string[];
    t.match(challenge, /^Bearer error="insufficient_scope", error_description="[^"]+", scope="courses:read", resource/);
  }
  challenged(t, await call({ token: other }), 403, 'courses:read', 'not at another school');
  challenged(t, await call({}), 401, 'courses:read', 'nor while it is not clear which school is meant');
  t.equal(
    (await callTool(own.app, 'list_courses', {}, { query: '?school=riverside' })).status,
    200,
    'the URL may say it',
  );
  challenged(t, await call({ token: 'at_1.of-nobody' }), 401, 'courses:read', 'nor for an invalid token');
  t.equal(await file.read("select count(*) from audit_events where event = 'tool_called'"), 0, 'no tool was called');

  // Nothing pauses a school yet: the row is edited.
  await file.edit("update sites set status = 'paused' where id <> ?", RIVERSIDE.id);
  const anonymous = await call({});
  t.equal(anonymous.status, 200);
  t.match(anonymous.result?._meta?.['mcp/www_authenticate']?.[0], /^Bearer error="invalid_token"/);

  t.equal(await turn(false), true);
  challenged(t, await call({ token }), 403, 'courses:read', 'off again');
  const switched = "from audit_events where target = 'chatgpt_sign_in' and person_id = 'usr_demo_ruth' and site_id = ?";
  const events = await file.rows(`select event ${switched} order by id`, RIVERSIDE.id);
  t.strictSame(events, [{ event: 'beta_feature_on' }, { event: 'beta_feature_off' }]);
});

t.test('a school with the sign-in of ChatGPT has lists that say what each tool needs [E-25]', async (t) => {
  const own = await adminApp(t);
  const token = await own.tokenOf('owner', ['openid']);
  const by = { at: own.clock.now, personId: 'usr_demo_ruth' };
  const scopeOf = (name: string) => own.app.school.catalogue.find((operation) => operation.name === name)?.scope;
  const entries = async (sending: { token?: string; query?: string }) =>
    ((await ask(own.app, 'tools/list', {}, sending)).json.result?.tools ?? []) as readonly Json[];
  const plain = await entries({ token });
  t.notOk(
    plain.some((tool) => 'securitySchemes' in tool || '_meta' in tool),
    'not where nobody asked for it',
  );

  t.ok(await own.app.school.betaFeatures.switch(RIVERSIDE.id, 'chatgpt_sign_in', true, by));
  const secured = await entries({ token });
  t.ok(secured.length > 20);
  for (const tool of secured) {
    const name = String(tool.name);
    const scope = scopeOf(name);
    const isOpen = ['get_school_info', 'how_to_connect', 'find_tools', 'call_read_tool', 'call_tool'].includes(name);
    const oauth2 = { type: 'oauth2', scopes: scope === undefined ? [] : [scope] };
    const expected = isOpen ? [{ type: 'noauth' }, oauth2] : [oauth2];
    t.ok(isSpecType.Tool(tool), `${name}: the SDK takes it`);
    t.strictSame([tool.securitySchemes, tool._meta], [expected, { securitySchemes: expected }] as unknown, name);
  }
  t.match(secured.map(({ name }) => String(name)).join(), /whoami/);
  for (const query of ['', '?tools=all', '?tools=courses']) {
    const { body, json } = await ask(own.app, 'tools/list', {}, { token, query });
    t.ok(Buffer.byteLength(body) <= 32 * 1024, `${query}: ${body.length}`);
    const direct = await askModern(own.app, 'tools/list', {}, { token, query });
    t.strictSame(direct.json.result?.tools as unknown, json.result?.tools as unknown, 'in every revision');
  }
  t.notOk(
    (await entries({})).some((tool) => 'securitySchemes' in tool),
    'strangers are shown open tools only',
  );
  const other = await own.tokenOf('foreignOwner', ['openid']);
  t.notOk(
    (await entries({ token: other })).some((tool) => 'securitySchemes' in tool),
    'nor is another school',
  );
});
