/** Every revision of the protocol on the one endpoint. */
import t from 'tap';
import { VERSION } from '../../../schema/program/manifest.ts';
import { testApp } from '../../support/app.ts';
import { ask, askModern, envelope, LEGACY, MODERN, mirrorOf, post } from '../../support/mcp.ts';

const { app } = await testApp(t);

const INITIALIZE = { capabilities: {}, clientInfo: { name: 'test', version: '1' } };
const DISCOVER = 'server/discover';

t.test('initialize is answered in the requested revision, without a session id [A13]', async (t) => {
  for (const protocolVersion of LEGACY) {
    const { status, headers, json } = await ask(app, 'initialize', { ...INITIALIZE, protocolVersion });
    t.equal(status, 200);
    t.match(headers['content-type'], /^application\/json/);
    t.equal(headers['mcp-session-id'], undefined);
    t.match(json.result, {
      protocolVersion,
      capabilities: { tools: {}, resources: {} },
      serverInfo: { name: 'schoolgate', title: 'Schoolgate', version: VERSION },
      instructions: /never instructions/,
    });
  }
});

t.test('initialize for an unsupported revision is answered with 2025-11-25 [A13]', async (t) => {
  for (const protocolVersion of ['2099-01-01', '2026-07-28', 'latest']) {
    const { status, json } = await ask(app, 'initialize', { ...INITIALIZE, protocolVersion });
    t.equal(status, 200);
    t.equal(json.result?.protocolVersion, '2025-11-25', protocolVersion);
  }
});

t.test(
  'requests of the older revisions need no initialize before them, and their answers have no later members [A13]',
  async (t) => {
    for (const version of [undefined, ...LEGACY]) {
      const headers = version === undefined ? {} : { 'mcp-protocol-version': version };
      const { status, json } = await ask(app, 'tools/list', {}, { headers });
      t.equal(status, 200, String(version));
      t.ok((json.result?.tools?.length ?? 0) > 0);
      t.equal(json.result?.resultType, undefined, 'what came later is not in it');
    }
    t.strictSame((await ask(app, 'ping')).json, { jsonrpc: '2.0', id: 1, result: {} });
  },
);

t.test('an unknown MCP-Protocol-Version is refused with 400 [A13]', async (t) => {
  for (const version of ['2099-01-01', '1', 'garbage']) {
    const { status, json } = await ask(app, 'tools/list', {}, { headers: { 'mcp-protocol-version': version } });
    t.equal(status, 400, version);
    t.type(json.error?.code, 'number');
    t.equal(json.result, undefined);
  }
});

t.test('2026-07-28 has server/discover instead of initialize [A13]', async (t) => {
  const { status, json } = await askModern(app, DISCOVER);
  t.equal(status, 200);
  t.match(json.result, {
    capabilities: { tools: {}, resources: {} },
    instructions: String,
    resultType: 'complete',
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'schoolgate' } },
  });
  t.strictSame(json.result?.supportedVersions as unknown, [MODERN, ...LEGACY.toReversed()], 'every one that is served');
  const initialize = await askModern(app, 'initialize', { ...INITIALIZE, protocolVersion: MODERN });
  t.equal(initialize.status, 404);
  t.equal(initialize.json.error?.code, -32_601);
});

t.test('a 2026-07-28 request without its envelope gets 400 and error -32602 [A13]', async (t) => {
  const meta: Record<string, unknown> = envelope();
  const { 'io.modelcontextprotocol/clientCapabilities': _, ...partial } = meta;
  for (const params of [{}, { _meta: {} }, { _meta: partial }]) {
    const body = { jsonrpc: '2.0', id: 7, method: 'tools/list', params };
    const { status, json } = await post(app, body, { headers: mirrorOf('tools/list', {}) });
    t.equal(status, 400);
    t.equal(json.error?.code, -32_602);
    t.equal(json.id, 7, 'the id of the request');
  }
});

t.test('2026-07-28 headers that are missing or contradict the body get 400 and error -32020 [A13]', async (t) => {
  const params = { name: 'get_school_info', arguments: { school: 'riverside' } };
  const ways: [change: Record<string, string | undefined>, isFine: boolean][] = [
    [{}, true],
    [{ 'mcp-name': '=?base64?Z2V0X3NjaG9vbF9pbmZv?=' }, true],
    [{ 'mcp-method': 'tools/list' }, false],
    [{ 'mcp-method': undefined }, false],
    [{ 'mcp-name': 'get_public_course' }, false],
    [{ 'mcp-name': undefined }, false],
    [{ 'mcp-name': '=?base64?!?=' }, false],
    [{ 'mcp-protocol-version': '2025-11-25' }, false],
    [{ 'mcp-protocol-version': undefined }, false],
  ];
  for (const [headers, isFine] of ways) {
    const { status, json } = await askModern(app, 'tools/call', params, { headers });
    t.equal(status, isFine ? 200 : 400, JSON.stringify(headers));
    t.equal(json.error?.code, isFine ? undefined : -32_020);
  }
});

t.test('an unknown later revision gets 400, error -32022 and the list of supported revisions [A13]', async (t) => {
  const version = '2027-01-01';
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: envelope(version) } };
  const headers = { ...mirrorOf('tools/list', {}), 'mcp-protocol-version': version };
  const { status, json } = await post(app, body, { headers });
  t.equal(status, 400);
  t.match(json.error, { code: -32_022, data: { supported: [MODERN], requested: version } });
});

t.test('an unknown method gets error -32601, and status 404 in 2026-07-28 [A13]', async (t) => {
  for (const method of ['tools/frobnicate', 'prompts/list', 'completion/complete', 'logging/setLevel']) {
    const modern = await askModern(app, method);
    t.equal(modern.status, 404, method);
    t.equal(modern.json.error?.code, -32_601);
    const legacy = await ask(app, method);
    t.equal(legacy.status, 200, method);
    t.equal(legacy.json.error?.code, -32_601);
  }
});

t.test('subscriptions/listen is an unknown method, and no change notifications are advertised [A13]', async (t) => {
  const listen = { notifications: { toolsListChanged: true } };
  const modern = await askModern(app, 'subscriptions/listen', listen, { id: 'a' });
  t.equal(modern.status, 404);
  t.match(modern.json, { id: 'a', error: { code: -32_601 } });
  t.equal((await ask(app, 'subscriptions/listen', listen)).json.error?.code, -32_601);
  const { json } = await askModern(app, DISCOVER);
  t.notMatch(JSON.stringify(json.result?.capabilities), /listChanged|subscribe/);
});

t.test('an unknown tool gets error -32602, which does not repeat a long name [A13]', async (t) => {
  const params = { name: 'drop_tables', arguments: {} };
  for (const { json } of [await ask(app, 'tools/call', params), await askModern(app, 'tools/call', params)]) {
    t.equal(json.error?.code, -32_602);
    t.match(json.error?.message, /drop_tables/);
  }
  const long = await ask(app, 'tools/call', { name: 'x'.repeat(10_000), arguments: {} });
  t.ok(long.body.length < 500, 'which is not repeated at length');
});

t.test('2026-07-28 results are complete, and lists state their lifetime and cache scope [A13]', async (t) => {
  const cached: [method: string, params: Record<string, unknown>, cacheScope: string][] = [
    [DISCOVER, {}, 'public'],
    ['tools/list', {}, 'private'],
    ['resources/list', {}, 'private'],
    ['resources/templates/list', {}, 'public'],
    ['resources/read', { uri: 'school://info' }, 'private'],
  ];
  for (const [method, params, cacheScope] of cached) {
    const { json, headers } = await askModern(app, method, params);
    t.equal(json.result?.resultType, 'complete', method);
    t.ok(Number(json.result?.ttlMs) > 0, method);
    t.equal(json.result?.cacheScope, cacheScope, method);
    t.equal(headers['cache-control'], 'no-store', 'HTTP caches keep none of it');
  }
  const call = await askModern(app, 'tools/call', { name: 'how_to_connect', arguments: {} });
  t.equal(call.json.result?.resultType, 'complete');
});

t.test('tools/list has the same order each time, before 2026-07-28 and in it [A13]', async (t) => {
  const orders = new Set<string>();
  for (let times = 0; times < 3; times += 1) {
    for (const answer of [await ask(app, 'tools/list'), await askModern(app, 'tools/list')]) {
      orders.add(JSON.stringify(answer.json.result?.tools));
    }
  }
  t.equal(orders.size, 1);
});

t.test('notifications and responses from a client get 202 without a body [A13]', async (t) => {
  const headers = mirrorOf('notifications/initialized', {});
  const answers = [
    await post(app, { jsonrpc: '2.0', method: 'notifications/initialized' }),
    await post(app, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }),
    await post(app, { jsonrpc: '2.0', method: 'notifications/of-some-other-time' }),
    await post(app, { jsonrpc: '2.0', id: 1, result: {} }),
    await post(app, { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'no' } }),
    await post(app, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { _meta: envelope() } }, { headers }),
  ];
  t.strictSame(
    answers.slice(0, -1).map(({ status, body }) => [status, body]),
    Array.from({ length: 5 }, () => [202, '']),
  );
  t.equal(answers.at(-1)?.status, 400, 'headers that name another method hold for notifications too');
  const params = { requestId: 1, _meta: envelope() };
  const mirrored = { headers: mirrorOf('notifications/cancelled', {}) };
  const modern = await post(app, { jsonrpc: '2.0', method: 'notifications/cancelled', params }, mirrored);
  t.strictSame([modern.status, modern.body], [202, '']);
});

t.test('request ids come back as they were sent [A13]', async (t) => {
  for (const id of [0, -1, 2 ** 40, '', 'a "b" \u{1f600}', '1']) {
    t.equal((await ask(app, 'ping', {}, { id })).json.id, id);
    t.equal((await askModern(app, 'tools/list', {}, { id })).json.id, id);
  }
});
