// slow
/** Messages that no client would send. */
import fc from 'fast-check';
import t from 'tap';
import { ADA, schools } from '../../support/account.ts';
import { envelope, mirrorOf, post } from '../../support/mcp.ts';
import { holds } from '../../support/property.ts';

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
type Members = Record<string, unknown>;

/** Requests that are fine as they are. */
const REQUESTS: readonly [method: string, params: Members][] = [
  ['initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } }],
  ['ping', {}],
  ['tools/list', {}],
  ['tools/call', { name: 'get_school_info', arguments: { school: 'north' } }],
  ['tools/call', { name: 'search_public_courses', arguments: { school: 'north', first: 5, query: 'x' } }],
  ['tools/call', { name: 'list_my_courses', arguments: { first: 5, status: 'all' } }],
  ['tools/call', { name: 'update_my_profile', arguments: { name: 'Ada', locale: 'en' } }],
  ['tools/call', { name: 'cancel_my_event_registration', arguments: { id: 'x' } }],
  ['resources/list', {}],
  ['skills/list', {}],
  ['skills/get', { uri: 'skill://choose-a-course/SKILL.md' }],
  ['resources/read', { uri: 'school://info' }],
  ['resources/templates/list', {}],
  ['resources/subscribe', { uri: 'school://info' }],
  ['server/discover', {}],
  ['subscriptions/listen', { notifications: { toolsListChanged: true } }],
  ['prompts/get', { name: 'x' }],
  ['completion/complete', { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: 'b' } }],
  ['logging/setLevel', { level: 'debug' }],
  ['tasks/get', { taskId: 'x' }],
  ['toString', {}],
];
const NOTIFICATIONS: readonly [method: string, params: Members][] = [
  ['notifications/initialized', {}],
  ['notifications/cancelled', { requestId: 1, reason: 'x' }],
  ['notifications/progress', { progressToken: 1, progress: 1 }],
];
const STRAY = ['result', 'error', 'id', 'requestState', 'inputResponses', 'task', 'cursor', '_meta', '__proto__'];

const request = fc.tuple(fc.constantFrom(...REQUESTS), fc.boolean()).map(([[method, params], isModern]) => ({
  headers: isModern ? mirrorOf(method, params) : {},
  message: { jsonrpc: '2.0', id: 1, method, params: isModern ? { ...params, _meta: envelope() } : params } as Members,
}));
const notification = fc.constantFrom(...NOTIFICATIONS).map(([method, params]) => ({
  headers: {},
  message: { jsonrpc: '2.0', method, params } as Members,
}));

/** Something replaced, left out or added, somewhere inside. */
interface Mutation {
  way: 'replace' | 'remove' | 'add';
  at: number;
  value: unknown;
}
const mutation: fc.Arbitrary<Mutation> = fc.record({
  way: fc.constantFrom('replace', 'replace', 'remove', 'add'),
  at: fc.nat(),
  value: hostile,
});

const placesIn = (value: unknown): [parent: Members, key: string][] =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? []
    : Object.entries(value).flatMap(([key, one]) => [[value as Members, key], ...placesIn(one)]);

function mutated(message: Members, mutations: readonly Mutation[]): Members {
  const copy = structuredClone(message);
  for (const { way, at, value: shared } of mutations) {
    // One that was put into the message may itself be mutated next.
    const value = structuredClone(shared);
    const places = placesIn(copy).slice(0, 40);
    const [parent = copy, key = 'id'] = places[at % places.length] ?? [];
    if (way === 'replace') parent[key] = value;
    else if (way === 'remove') delete parent[key];
    else
      Object.defineProperty(parent, STRAY[at % STRAY.length] ?? 'x', {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return copy;
}

/** Cut, doubled or spelled otherwise after it was written. */
type Slip = (written: string) => string;
const slip: fc.Arbitrary<Slip> = fc.oneof(
  { weight: 12, arbitrary: fc.constant((written: string) => written) },
  { weight: 1, arbitrary: fc.constant((written: string) => `[${written},${written}]`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('jsonrpc', 'id', 'method', 'params', 'name').map(
      (key): Slip =>
        (written) =>
          written.replaceAll(`"${key}"`, `"${key.toUpperCase()}"`),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(), fc.constantFrom('', '"', '}', '\u0000', ',', '\\', '\ufeff', '[[[')).map(
      ([at, what]): Slip =>
        (written) => {
          const place = at % (written.length + 1);
          return written.slice(0, place) + what + written.slice(place + 1);
        },
    ),
  },
);

const headerValue = fc.oneof(
  fc.constantFrom('2026-07-28', '2025-06-18', 'tools/call', 'get_school_info', '=?base64?eHg=?=', '=?base64?!?=', ''),
  fc.stringMatching(/^[\x20-\x7e]{0,40}$/),
);
const header = fc.oneof(
  fc.tuple(fc.constantFrom('mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'), headerValue),
  fc.tuple(fc.constant('accept'), fc.constantFrom('*/*', 'text/html', '')),
  fc.tuple(
    fc.constant('content-type'),
    fc.constantFrom('application/json;charset=utf-8', 'Application/JSON', 'text/json', ' '),
  ),
  fc.tuple(
    fc.constant('authorization'),
    fc.constantFrom('Bearer', 'Bearer at_1.x', 'Basic eDp5', 'bearer  at_9007199254740993.x'),
  ),
);

const sending = fc.record({
  base: fc.oneof({ weight: 9, arbitrary: request }, { weight: 1, arbitrary: notification }),
  mutations: fc.array(mutation, { maxLength: 2 }),
  slip,
  headers: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(header, { maxLength: 2 }) },
  ),
  isKnown: fc.boolean(),
});

t.test('5,000 mutated messages are each answered without a server error or a stack trace [F13]', async (t) => {
  const token = await tokenOf(ADA);
  const statuses = new Map<number, number>();
  const property = fc.asyncProperty(sending, async ({ base, mutations, slip, headers, isKnown }) => {
    const sent = { ...base.headers, ...Object.fromEntries(headers) };
    const written = slip(JSON.stringify(mutated(base.message, mutations)));
    const answer = await post(app, written, { headers: sent, ...(isKnown ? { token } : {}) });
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.status >= 500) throw new Error(`${answer.status} ${answer.body}`);
    if (answer.status === 202 && answer.body !== '') throw new Error('a body with 202');
    if (/at [a-z]+ \(|node_modules|\.ts:\d/.test(answer.body)) throw new Error(`a trace: ${answer.body}`);
    if (/something went wrong/.test(answer.body)) throw new Error(`a fault: ${answer.body}`);
  });
  await holds(t, property, { runs: 5000 });
  for (const status of [200, 202, 400, 401, 404, 406, 415]) {
    t.ok((statuses.get(status) ?? 0) > 10, `${status} occurs ${statuses.get(status)} times`);
  }
  const faults = logs.filter((line) => /"level":(50|60)/.test(line));
  t.strictSame(faults, [], 'nothing failed behind an answer either');
});

t.test('a message nested 500,000 levels deep causes no server error [F13]', async (t) => {
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

t.test('responses to oversized messages do not repeat them at length [F13]', async (t) => {
  const long = 'x'.repeat(500_000);
  const keys = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`k${n}`, n]));
  const messages: [method: string, params: Members][] = [
    ['resources/read', { uri: `school://${long}` }],
    ['tools/call', { name: long, arguments: {} }],
    ['tools/call', { name: 'get_school_info', arguments: keys }],
    ['tools/call', { name: 'get_school_info', arguments: { [long]: 1 } }],
    [long, {}],
  ];
  for (const [method, params] of messages) {
    for (const sent of [
      { headers: {}, params },
      { headers: mirrorOf(method.slice(0, 4000), {}), params: { ...params, _meta: envelope() } },
    ]) {
      const { status, body } = await post(app, { jsonrpc: '2.0', id: 1, method, params: sent.params }, sent);
      t.ok(status < 500 && body.length < 10_000, `${method.slice(0, 40)}: ${status}, ${body.length} characters`);
    }
  }
});

t.test('a tool call without an id runs nothing, and without a token gets 401 all the same [A14.2]', async (t) => {
  const call = (name: string, args: Members) => ({
    jsonrpc: '2.0',
    method: 'tools/call',
    params: { name, arguments: args },
  });
  const token = await tokenOf(ADA);
  t.equal((await post(app, call('update_my_profile', { name: 'Changed' }))).status, 401);
  const { status, body } = await post(app, call('update_my_profile', { name: 'Changed' }), { token });
  t.strictSame([status, body], [202, '']);
  const me = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_my_account', arguments: {} } };
  t.notMatch((await post(app, me, { token })).body, /Changed/);
});
