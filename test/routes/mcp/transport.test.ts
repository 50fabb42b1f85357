/** HTTP as the endpoint speaks it: methods, media types, sizes, and where a message may come from. */
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import t from 'tap';
import { CLIENT_HEADERS } from '../../../schema/clients/request-headers.ts';
import { adminApp } from '../../support/admin.ts';
import { testApp } from '../../support/app.ts';
import { freePort } from '../../support/live-server.ts';
import { ACCEPT, type Answer, ask, askModern, envelope, MCP, mirrorOf, post } from '../../support/mcp.ts';

const { app } = await testApp(t, { env: { MCP_ALLOWED_ORIGINS: 'https://tools.example, https://lab.example:8443' } });
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

const listed = (answer: Pick<Answer, 'headers'>, header: string): string[] =>
  String(answer.headers[header] ?? '')
    .split(',')
    .map((entry) => entry.trim().toLowerCase());

t.test('clients that accept JSON in any way get an answer, and others 406 [A13]', async (t) => {
  for (const accept of [undefined, '', '*/*', 'application/json', 'APPLICATION/JSON', ACCEPT]) {
    t.equal((await post(app, PING, { headers: { accept } })).status, 200, String(accept));
  }
  for (const accept of ['text/event-stream', 'application/json;q=0, */*']) {
    const { status, json } = await post(app, PING, { headers: { accept } });
    t.equal(status, 406, accept);
    t.match(json.error?.message, /answered with application\/json/);
  }
});

t.test('tools/list is answered as JSON, not as an event stream [A13]', async (t) => {
  for (const answer of [await ask(app, 'tools/list'), await askModern(app, 'tools/list')]) {
    t.match(answer.headers['content-type'], /^application\/json/);
  }
});

t.test('a body that is not JSON gets 400 and error -32700 [A13]', async (t) => {
  for (const body of ['', '{', '{"jsonrpc":"2.0"', 'method=ping', '\u0000', "{'a':1}", `${JSON.stringify(PING)}x`]) {
    const { status, json } = await post(app, body);
    t.equal(status, 400, JSON.stringify(body));
    t.match(json, { jsonrpc: '2.0', id: null, error: { code: -32_700 } });
  }
});

t.test('JSON that is not a JSON-RPC message gets 400 [A13]', async (t) => {
  for (const body of ['null', '1', '"ping"', '{}', '{"jsonrpc":"1.0","id":1,"method":"ping"}', '{"id":1}']) {
    const { status, json } = await post(app, body);
    t.equal(status, 400, body);
    t.type(json.error?.code, 'number');
  }
  const noId = await post(app, { ...PING, id: null });
  t.equal(noId.status, 400, 'an id is never null');
  for (const headers of [{}, mirrorOf('ping', {})]) {
    const params = 'mcp-method' in headers ? { _meta: envelope() } : {};
    const { status, json } = await post(app, { ...PING, params, id: 1.5 }, { headers });
    t.equal(status, 400, 'nor a fraction');
    t.match(json, { id: null, error: { code: -32_600, message: /whole number/ } }, 'which is not repeated');
  }
});

t.test('batches are refused, even empty and single ones [A13]', async (t) => {
  for (const body of [[], [PING], [PING, PING]]) {
    const { status, json } = await post(app, body);
    t.equal(status, 400);
    t.match(json.error, { code: -32_600, message: /one message per request/ });
  }
});

t.test('16 KB are read without a token, 64 KB with one, 1 MB for long texts, and more gets 413 [E-37]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const padded = (message: object, length: number): string => JSON.stringify(message).padEnd(length);
  const calling = (name: string) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } });
  const token = await tokenOf('owner');
  for (const [message, kilobytes, sending] of [
    [PING, 16, {}],
    [PING, 64, { token }],
    [calling('update_school'), 64, { token }],
    [calling('create_page'), 1024, { token }],
    [
      { ...calling('call_tool'), params: { name: 'call_tool', arguments: { name: 'create_page', arguments: {} } } },
      1024,
      { token },
    ],
  ] as const) {
    t.equal((await post(app, padded(message, kilobytes * 1024), sending)).status, 200);
    const { status, json, headers } = await post(app, padded(message, kilobytes * 1024 + 1), sending);
    t.equal(status, 413);
    t.equal(json.error?.code, -32_000);
    t.equal(headers.connection, 'close');
  }
  const huge = await post(app, padded(PING, 2 * 1024 * 1024));
  t.equal(huge.status, 413, 'by its announced length, while it is still being sent');
});

t.test(
  'a message has 1,000 values without a token and 5,000 with one, and a text can look like any number',
  async (t) => {
    const { app, tokenOf } = await adminApp(t);
    const token = await tokenOf('member');
    for (const [most, sending] of [
      [1000, {}],
      [5000, { token }],
    ] as const) {
      // A message has five commas and brackets of its own.
      const holding = (count: number) => ({ ...PING, params: { pad: Array.from({ length: count - 5 }, () => 0) } });
      t.equal((await post(app, holding(most - 1), sending)).status, 200);
      const { status, json } = await post(app, holding(most), sending);
      t.match(
        [status, json.error?.message],
        [400, `the request body contains ${most} values or more, or more than 100 inside each other`],
      );
    }
    const deep = `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(100)}${']'.repeat(100)}}`;
    t.equal((await post(app, deep)).status, 400);
    const text = '[{,"\\'.repeat(2000);
    t.equal((await post(app, { ...PING, params: { text } })).status, 200);
  },
);

t.test('what a client says of itself, and adds for others, need not be read', async (t) => {
  const capabilities = { elicitation: {}, experimental: { x: 1 }, unknown: [1] };
  const _meta = { progressToken: 1, 'openai/locale': { not: ['what', 'the', 'protocol', 'says'] } };
  const params = { protocolVersion: '2025-11-25', clientInfo: { name: 'x', version: '1' }, capabilities, _meta };
  const { status, json } = await ask(app, 'initialize', params);
  t.match([status, json], [200, { result: { protocolVersion: '2025-11-25' } }]);
});

t.test('a media type other than JSON gets 415, and so does none [A13]', async (t) => {
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/json'];
  for (const type of types) {
    const { status, json } = await post(app, PING, { headers: { 'content-type': type } });
    t.equal(status, 415, type);
    t.type(json.error?.code, 'number');
  }
  t.equal((await post(app, PING, { headers: { 'content-type': 'application/json; charset=utf-8' } })).status, 200);
  const empty = await app.inject({ method: 'POST', url: MCP, headers: { accept: ACCEPT } });
  t.equal(empty.statusCode, 415);
});

t.test('GET, HEAD, DELETE, PUT and PATCH get 405 with Allow at once, and no stream [A13]', async (t) => {
  const port = await freePort();
  const { app: listening } = await testApp(t, { seed: false, env: { BASE_URL: `http://127.0.0.1:${port}` } });
  await listening.listen({ host: '127.0.0.1', port });
  for (const method of ['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH']) {
    const headers = { accept: 'text/event-stream', 'mcp-session-id': 'abc', 'last-event-id': '1' };
    const request = httpRequest({ host: '127.0.0.1', port, path: MCP, method, headers, timeout: 2000 }).end();
    const [response] = await once(request, 'response');
    t.equal(response.statusCode, 405, method);
    t.equal(response.headers.allow, 'POST, OPTIONS');
    t.match(response.headers['content-type'], /^application\/json/);
    let length = 0;
    for await (const chunk of response) length += chunk.length;
    t.equal(length > 0, method !== 'HEAD', 'it ends');
  }
});

t.test('/mcp/ answers as /mcp does, and neither redirects [H4.10]', async (t) => {
  for (const url of [MCP, `${MCP}/`]) {
    for (const [method, status] of [
      ['GET', 405],
      ['POST', 415],
    ] as const) {
      const response = await app.inject({ method, url, headers: { accept: 'text/html' } });
      t.equal(response.statusCode, status, `${method} ${url}`);
      t.equal(response.headers.location, undefined);
      t.match(response.headers['content-type'], /^application\/json/);
    }
  }
});

const ORIGINS: [origin: string, isTrusted: boolean][] = [
  ['http://127.0.0.1:3000', true],
  ['https://tools.example', true],
  ['https://lab.example:8443', true],
  ['http://localhost:6274', true],
  ['http://127.0.0.1', true],
  ['https://[::1]:8080', true],
  ['http://tools.example', false],
  ['https://tools.example:8443', false],
  ['https://lab.example', false],
  ['https://tools.example.evil.example', false],
  ['https://evil.example', false],
  ['http://localhost.evil.example', false],
  ['http://127.0.0.1.nip.io', false],
  ['http://localhost@evil.example', false],
  ['http://0.0.0.0:3000', false],
  ['null', false],
  ['', false],
  ['file://', false],
];

t.test('a page of an untrusted origin gets 403, with POST, GET, DELETE and OPTIONS alike [A13]', async (t) => {
  for (const [origin, isTrusted] of ORIGINS) {
    const answer = await post(app, PING, { headers: { origin } });
    t.equal(answer.status, isTrusted ? 200 : 403, origin);
    t.equal(answer.headers['access-control-allow-origin'], isTrusted ? origin : undefined);
    t.equal(answer.headers.vary, 'Origin');
    if (!isTrusted) t.match(answer.json.error, { code: -32_000, message: /Origin is not allowed/ });
    for (const method of ['GET', 'DELETE', 'OPTIONS'] as const) {
      const { statusCode } = await app.inject({ method, url: MCP, headers: { origin } });
      t.equal(statusCode, isTrusted ? (method === 'OPTIONS' ? 204 : 405) : 403, `${method} ${origin}`);
    }
  }
  t.equal((await post(app, PING)).status, 200, 'without one it is no page');
});

t.test('a foreign Host header gets 403, which prevents DNS rebinding [A13]', async (t) => {
  const hosts: [host: string, isOurs: boolean][] = [
    ['127.0.0.1:3000', true],
    ['localhost:3000', true],
    ['[::1]:3000', true],
    ['LOCALHOST:3000', true],
    ['evil.example', false],
    ['evil.example:3000', false],
    ['127.0.0.1.evil.example:3000', false],
    ['localhost.evil.example', false],
    ['0.0.0.0:3000', false],
    ['evil.example/127.0.0.1:3000', false],
  ];
  for (const [host, isOurs] of hosts) {
    const { status, body } = await post(app, PING, { headers: { host } });
    t.equal(status, isOurs ? 200 : 403, host);
    if (!isOurs) t.match(body, /the Host must be 127\.0\.0\.1:3000/);
  }
});

t.test('a public server answers only to its own host name, as a trusted proxy forwards it [A13]', async (t) => {
  const env = { BASE_URL: 'https://id.example', MASTER_KEY: 'A'.repeat(44), TRUST_PROXY: '127.0.0.1' };
  const { app } = await testApp(t, { seed: false, env });
  const status = async (headers: Record<string, string>) => (await post(app, PING, { headers })).status;
  t.equal(await status({ host: 'id.example' }), 200);
  t.equal(await status({ host: 'ID.example:443' }), 200);
  t.equal(await status({ host: '10.0.0.7:3000', 'x-forwarded-host': 'id.example', 'x-forwarded-proto': 'https' }), 200);
  t.equal(await status({ host: 'id.example', 'x-forwarded-host': 'evil.example' }), 403);
  t.equal(await status({ host: 'localhost:3000' }), 403);
  t.equal(await status({ host: 'id.example', origin: 'https://id.example' }), 200);
  t.equal(await status({ host: 'id.example', origin: 'http://id.example' }), 403);
});

t.test('a preflight needs no authentication, and allows the headers that clients send [A18]', async (t) => {
  const origin = 'https://tools.example';
  for (const url of [MCP, `${MCP}?auth=required`, `${MCP}?auth=member`]) {
    const response = await app.inject({
      method: 'OPTIONS',
      url,
      headers: {
        origin,
        authorization: 'Bearer at_1.no-token-at-all',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, mcp-param-school, x-evil',
      },
    });
    t.equal(response.statusCode, 204);
    t.equal(response.body, '');
    t.equal(response.headers['access-control-allow-origin'], origin);
    t.equal(response.headers['access-control-allow-credentials'], undefined);
    t.strictSame(listed(response, 'access-control-allow-methods').sort(), ['delete', 'get', 'options', 'post']);
    t.strictSame(
      listed(response, 'access-control-allow-headers').sort(),
      [...CLIENT_HEADERS.split(', '), 'mcp-param-school'].sort(),
    );
  }
});

t.test('a page of a trusted origin may read answers and refusals with their exposed headers [A18]', async (t) => {
  const origin = 'http://localhost:6274';
  const { app } = await testApp(t, { env: { RATE_LIMITS: 'on' } });
  const headers = { origin };
  const call = (name: string, token?: string) => ask(app, 'tools/call', { name, arguments: {} }, { headers, token });
  const answers: [status: number, answer: Answer][] = [
    [200, await ask(app, 'tools/list', {}, { headers })],
    [202, await post(app, { jsonrpc: '2.0', method: 'notifications/initialized' }, { headers })],
    [400, await post(app, '{', { headers })],
    [400, await post(app, [PING], { headers })],
    [401, await call('list_my_courses')],
    [401, await call('list_my_courses', 'at_1.of-nobody')],
    [401, await post(app, PING, { headers, query: '?auth=required' })],
    [404, await askModern(app, 'nothing/here', {}, { headers })],
    [406, await post(app, PING, { headers: { ...headers, accept: 'text/html' } })],
    [413, await post(app, 'x'.repeat(16 * 1024 + 1), { headers })],
    [414, await post(app, PING, { headers, query: `?${'x'.repeat(9000)}` })],
    [415, await post(app, PING, { headers: { ...headers, 'content-type': 'text/plain' } })],
  ];
  for (let times = 0; times < 60; times += 1) await call('how_to_connect');
  answers.push([429, await call('how_to_connect')]);
  for (const [status, answer] of answers) {
    t.equal(answer.status, status, answer.body);
    t.equal(answer.headers['access-control-allow-origin'], origin, String(status));
    t.equal(answer.headers.vary, 'Origin');
    const exposed = listed(answer, 'access-control-expose-headers');
    for (const header of [
      'www-authenticate',
      'mcp-session-id',
      'mcp-protocol-version',
      'retry-after',
      'x-request-id',
    ]) {
      t.ok(exposed.includes(header), `${status} ${header}`);
    }
  }
});
