/** F13: messages that no client would send. */
import fc from 'fast-check';
import t from 'tap';
import { ADA, schools } from '../../support/account.ts';
import { ACCEPT, envelope, mirrorOf, post } from '../../support/mcp.ts';

t.setTimeout(120_000);

const { app, logs, tokenOf } = await schools(t);

/** Values that have broken parsers: deep, long, of the wrong type, of strange names. */
const hostile = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, '', 0, -1, 1e308, [], {}, true, '__proto__', 'constructor', '\u0000', '\ud800'),
  fc.constantFrom<unknown>({ __proto__: null, toString: 1 }, { jsonrpc: '2.0' }, [[[[[[]]]]]], { a: { b: { c: {} } } }),
  fc.integer({ min: 10, max: 3000 }).map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))),
  fc.integer({ min: 10, max: 20_000 }).map((length) => 'x'.repeat(length)),
);
const methods = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'resources/subscribe',
  'server/discover',
  'subscriptions/listen',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'notifications/initialized',
  'notifications/cancelled',
  'notifications/progress',
  'tasks/get',
  'toString',
];
const names = ['get_school_info', 'search_public_courses', 'get_public_post', 'list_my_courses', 'update_my_profile'];
const keys = ['jsonrpc', 'id', 'method', 'params', 'name', 'arguments', '_meta', 'uri', 'cursor', 'result', 'error'];

const meta = fc.oneof(
  fc.constant(envelope()),
  fc.record({
    'io.modelcontextprotocol/protocolVersion': fc.oneof(fc.constantFrom('2026-07-28', '2025-11-25'), hostile),
    'io.modelcontextprotocol/clientCapabilities': hostile,
    progressToken: hostile,
  }),
  hostile,
);
const params = fc.record(
  {
    name: fc.oneof(fc.constantFrom(...names), hostile),
    arguments: fc.oneof(
      fc.record(
        {
          school: fc.oneof(fc.constant('north'), hostile),
          first: hostile,
          after: hostile,
          query: hostile,
          slug: hostile,
        },
        { requiredKeys: [] },
      ),
      hostile,
    ),
    uri: fc.oneof(fc.constantFrom('school://info', 'school://auth-guide', 'file:///etc/passwd'), hostile),
    _meta: meta,
    protocolVersion: fc.oneof(fc.constantFrom('2025-11-25', '2026-07-28'), hostile),
    capabilities: hostile,
    requestId: hostile,
    requestState: hostile,
    inputResponses: hostile,
    notifications: hostile,
    level: hostile,
  },
  { requiredKeys: [] },
);
const message = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, { weight: 1, arbitrary: hostile }),
    id: fc.oneof(fc.integer(), fc.string(), hostile),
    method: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...methods) }, { weight: 1, arbitrary: hostile }),
    params: fc.oneof({ weight: 9, arbitrary: params }, { weight: 1, arbitrary: hostile }),
    result: hostile,
    error: hostile,
  },
  { requiredKeys: ['jsonrpc', 'method'] },
);
/** Cut, doubled or spelled otherwise after it was written. */
const body = fc.oneof(
  { weight: 8, arbitrary: message.map((one) => JSON.stringify(one)) },
  { weight: 1, arbitrary: fc.array(message, { maxLength: 3 }).map((batch) => JSON.stringify(batch)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(message, fc.nat(), fc.constantFrom('', '"', '}', '\u0000', ',', '\\', '\ufeff', '[[['))
      .map(([one, at, what]) => {
        const written = JSON.stringify(one);
        const place = at % (written.length + 1);
        return written.slice(0, place) + what + written.slice(place + 1);
      }),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(message, fc.constantFrom(...keys))
      .map(([one, key]) => JSON.stringify(one).replaceAll(`"${key}"`, `"${key.toUpperCase()}"`)),
  },
);
const headerValue = fc.oneof(
  fc.constantFrom('2026-07-28', '2025-06-18', 'tools/call', 'get_school_info', '=?base64?eHg=?=', '=?base64?!?=', ''),
  fc.stringMatching(/^[\x20-\x7e]{0,40}$/),
);
const headers = fc.record(
  {
    'mcp-protocol-version': headerValue,
    'mcp-method': headerValue,
    'mcp-name': headerValue,
    'mcp-session-id': headerValue,
    'last-event-id': headerValue,
    accept: fc.constantFrom(ACCEPT, '*/*', 'text/html'),
    'content-type': fc.constantFrom(
      'application/json',
      'application/json;charset=utf-8',
      'Application/JSON',
      'text/json',
      ' ',
    ),
    authorization: fc.constantFrom(
      'Bearer',
      'Bearer x',
      'Bearer at_1.x',
      'Basic eDp5',
      'bearer  at_9007199254740993.x',
    ),
  },
  { requiredKeys: [] },
);

t.test('F13: 5,000 mutated messages are each answered, and none by a fault of ours', async (t) => {
  const token = await tokenOf(ADA);
  const statuses = new Map<number, number>();
  const property = fc.asyncProperty(
    body,
    headers,
    fc.boolean(),
    fc.boolean(),
    async (written, given, mirrors, isKnown) => {
      const parsed = (() => {
        try {
          return JSON.parse(written);
        } catch {
          return undefined;
        }
      })();
      const isNamed = mirrors && typeof parsed?.method === 'string' && /^[\x20-\x7e]+$/.test(parsed.method);
      const name = typeof parsed?.params?.name === 'string' ? { name: parsed.params.name } : {};
      const { 'mcp-name': mirrored, ...mirror } = isNamed ? mirrorOf(parsed.method, name) : {};
      const sent = {
        ...given,
        ...mirror,
        ...(mirrored !== undefined && /^[\x20-\x7e]{1,100}$/.test(mirrored) ? { 'mcp-name': mirrored } : {}),
      };
      const answer = await post(app, written, { headers: sent, ...(isKnown ? { token } : {}) });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status >= 500) throw new Error(`${answer.status} ${answer.body}`);
      if (answer.status === 202 && answer.body !== '') throw new Error('a body with 202');
      if (/at [a-z]+ \(|node_modules|\.ts:\d/.test(answer.body)) throw new Error(`a trace: ${answer.body}`);
    },
  );
  await t.resolves(fc.assert(property, { numRuns: 5000, seed: 13, endOnFailure: true }));
  for (const status of [200, 202, 400, 401, 404, 406, 415]) t.ok((statuses.get(status) ?? 0) > 10, `${status} occurs`);
  const faults = logs.filter((line) => /"level":(50|60)/.test(line));
  t.strictSame(faults, [], 'nothing failed behind an answer either');
});

t.test('F13: a message as deep and as long as one may be is refused like any other', async (t) => {
  const depth = 500_000;
  const deep = '['.repeat(depth) + ']'.repeat(depth);
  const where: ((value: string) => string)[] = [
    (value) => value,
    (value) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${value}}}`,
    (value) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_school_info","arguments":${value}}}`,
    (value) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_school_info","arguments":{"school":${value}}}}`,
    (value) => `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":${value}}}`,
    (value) => `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":${value}}}`,
    (value) => `{"jsonrpc":"2.0","id":1,"result":${value}}`,
    (value) => `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${value}}}`,
  ];
  for (const place of where) {
    const { status } = await post(app, place(deep));
    t.ok(status < 500, `${place('…')} ${status}`);
  }
  t.equal((await post(app, { jsonrpc: '2.0', id: 1, method: 'ping' })).status, 200, 'and the next one is answered');
});
