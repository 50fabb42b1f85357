// slow
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import t, { type Test } from 'tap';
import { ADA, ask, BOB, codesOf, ENDPOINT, type GraphqlBody, post, type Schools, schools } from '../support/account.ts';
import { BASE } from '../support/app.ts';
import { type DatabaseFile, databaseFile } from '../support/database-edit.ts';
import { postForm } from '../support/oauth-client.ts';
import { disable } from '../support/standing.ts';

const QUERY = '{ viewer { id } }';
const BROKEN_BODIES = ['{"query":', '', '[]', `{"query":"${'x'.repeat(60_000)}"}`, '{"query":"{"}', 'query=x'];

/** The challenge in the header, the error in the body, once more in the form of GraphQL [RFC 6750 §3, spec 7]. */
function challenged(
  t: Test,
  response: LightMyRequestResponse,
  error: 'invalid_token' | 'insufficient_scope',
  scope: string,
  message: string,
): void {
  const isUnknown = error === 'invalid_token';
  t.equal(response.statusCode, isUnknown ? 401 : 403, `${message}: status`);
  const challenge = String(response.headers['www-authenticate']);
  t.match(challenge, /^Bearer error="[a-z_]+", error_description="[ -~]+", scope="/, `${message}: challenge`);
  t.ok(challenge.includes(`error="${error}"`), `${message}: error`);
  t.ok(challenge.includes(`scope="${scope}"`), `${message}: scope ${challenge}`);
  const pointer = `resource_metadata="${BASE}/.well-known/oauth-protected-resource"`;
  t.ok(challenge.includes(pointer), `${message}: pointer`);
  const body = response.json<GraphqlBody & { error_description: string }>();
  t.equal(body.error, error, `${message}: body`);
  t.strictSame(codesOf(response), [isUnknown ? 'UNAUTHENTICATED' : 'FORBIDDEN'], `${message}: code`);
  t.equal(body.errors?.[0]?.message, body.error_description, `${message}: message`);
  t.notOk('data' in body, `${message}: no data`);
  t.equal(response.headers['cache-control'], 'no-store', `${message}: not stored`);
  t.equal(response.headers['access-control-allow-origin'], '*', `${message}: readable for scripts`);
  t.match(response.headers['access-control-expose-headers'], /WWW-Authenticate/, `${message}: challenge exposed`);
}

t.test('a missing, malformed or misplaced token is 401 invalid_token [spec 5.5, spec 7]', async (t) => {
  const { app, tokenOf } = await schools(t);
  const token = await tokenOf(ADA);
  const refresh = token.replace('at_', 'rt_');
  const headers: (string | undefined)[] = [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer x',
    token,
    `Basic ${token}`,
    `Bearer ${token.slice(0, -1)}`,
    `Bearer ${token}x`,
    `Bearer ${token} ${token}`,
    `Bearer ${token},`,
    `Bearer ${refresh}`,
    `Bearer at_1.${'x'.repeat(43)}`,
    `Bearer ${token.replace(/\d+/, '9007199254740993')}`,
    `Bearer ${'x'.repeat(7000)}`,
  ];
  for (const authorization of headers) {
    const response = await post(
      app,
      undefined,
      JSON.stringify({ query: QUERY }),
      authorization === undefined ? {} : { authorization },
    );
    challenged(t, response, 'invalid_token', 'account:read', String(authorization).slice(0, 30));
  }
  for (const url of [`${ENDPOINT}?access_token=${token}`, `${ENDPOINT}?token=${token}`]) {
    const response = await app.inject({ method: 'POST', url, payload: { query: QUERY, access_token: token } });
    challenged(t, response, 'invalid_token', 'account:read', 'not in the address, not in the body');
  }
});

/** Ways in which a token is no longer, or never was, good here. */
const DEAD: Record<string, (made: Schools & { edit: DatabaseFile['edit'] }, token: string) => unknown> = {
  'that has expired': ({ clock }) => clock.advance(3600_000),
  'that its client revoked': ({ app }, token) =>
    postForm(app, '/api/oauth/revoke', { token, client_id: 'c_site_north' }),
  'for another audience': ({ edit }) => edit("update grants set audience = 'https://elsewhere.example'"),
  'of a disabled person': (made) => disable(made, 'people', 'usr_ada'),
  'of a suspended member': ({ edit }) =>
    edit("update memberships set status = 'suspended' where person_id = 'usr_ada' and site_id = 'site_north'"),
  'of a removed member': ({ edit }) =>
    edit("update memberships set status = 'removed' where person_id = 'usr_ada' and site_id = 'site_north'"),
  'of a person without a membership': ({ edit }) =>
    edit("delete from memberships where person_id = 'usr_ada' and site_id = 'site_north'"),
  'of a closed school': (made) => disable(made, 'sites', 'site_north'),
  'of a disabled client': (made) => disable(made, 'clients', 'c_site_north'),
};

for (const [what, kill] of Object.entries(DEAD)) {
  t.test(`a token ${what} is 401 invalid_token on the next request, whatever is sent [spec 5.4, spec 7]`, async (t) => {
    const { url, edit } = databaseFile(t);
    const made = await schools(t, { databaseUrl: url });
    const token = await made.tokenOf(ADA);
    t.equal((await ask(made.app, token, QUERY)).statusCode, 200, 'alive');
    await kill({ ...made, edit }, token);
    challenged(t, await ask(made.app, token, QUERY), 'invalid_token', 'account:read', what);
    challenged(t, await ask(made.app, token, 'mutation{x}'), 'invalid_token', 'account:read', 'a mutation');
    // Who may not ask is not listened to: neither the media type nor the body is looked at.
    for (const payload of BROKEN_BODIES) {
      const broken = await post(made.app, token, payload, { 'content-type': 'text/plain' });
      challenged(t, broken, 'invalid_token', 'account:read', payload.slice(0, 20));
    }
  });
}

const READ = 'account:read';
const WRITE = 'account:write';
const CANCEL = 'mutation { cancelEventRegistration(id: "x") { id } }';
const RENAME = 'mutation { updateProfile(input: { name: "Ada" }) { id name email site { id } } }';
const RENAME_AND_READ =
  'mutation { updateProfile(input: { name: "Eve" }) { ...V } } fragment V on Viewer { o: orders { totalCount } }';
const BOTH = `query Q { viewer { id } } ${RENAME.replace('mutation', 'mutation M')}`;

t.test(
  'a missing scope is 403 insufficient_scope, and reading and writing are separate scopes [spec 7, D3, W03, ASVS 10.3.2]',
  async (t) => {
    const { app, tokenOf } = await schools(t);
    const tokens = {
      identity: await tokenOf(BOB, 'openid courses:read'),
      read: await tokenOf(ADA, 'account:read'),
      write: await tokenOf(ADA, 'account:write'),
      both: await tokenOf(ADA, 'account:read account:write'),
    };
    const table: [keyof typeof tokens, string, string | undefined, string | undefined][] = [
      ['identity', QUERY, READ, undefined],
      ['identity', RENAME, READ, undefined],
      ['identity', '{ __typename }', READ, undefined],
      ['identity', '{{{', READ, undefined],
      ['read', QUERY, undefined, undefined],
      ['read', '{ __schema { queryType { name } } }', undefined, undefined],
      ['read', RENAME, WRITE, undefined],
      ['read', CANCEL, WRITE, undefined],
      ['read', 'mutation { unknown }', WRITE, undefined],
      ['read', 'mutation { __typename }', WRITE, undefined],
      ['read', BOTH, undefined, 'Q'],
      ['read', BOTH, WRITE, 'M'],
      ['write', QUERY, READ, undefined],
      ['write', 'query { __typename }', READ, undefined],
      ['write', '{ __schema { queryType { name } } }', READ, undefined],
      ['write', RENAME, undefined, undefined],
      ['write', RENAME_AND_READ, READ, undefined],
      ['write', BOTH, READ, 'Q'],
      ['write', BOTH, undefined, 'M'],
      ['both', RENAME_AND_READ, undefined, undefined],
    ];
    for (const [name, query, lacking, operationName] of table) {
      const response = await ask(app, tokens[name], query, operationName === undefined ? {} : { operationName });
      const what = `${name}: ${query.slice(0, 60)} ${operationName}`;
      if (lacking !== undefined) challenged(t, response, 'insufficient_scope', lacking, what);
      else t.strictSame([response.statusCode, codesOf(response)], [200, []], what);
    }
    const { name } = (await ask(app, tokens.read, '{ viewer { name } }')).json().data.viewer;
    t.equal(name, 'Eve', 'the one who may do both did');
  },
);

t.test('a person with any role may query their account, and a change of role revokes no token [D3]', async (t) => {
  const { url, edit } = databaseFile(t);
  const { app, tokenOf } = await schools(t, { databaseUrl: url });
  const token = await tokenOf(BOB, 'openid courses:read account:read');
  for (const role of ['admin', 'owner', 'staff', 'instructor', 'member']) {
    await edit(`update memberships set role = '${role}' where person_id = 'usr_bob'`);
    t.equal((await ask(app, token, QUERY)).statusCode, 200, role);
  }
});

const METHODS = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'] as const;

t.test('a method other than POST is 405 with Allow, and a query in the URL is never executed [A12]', async (t) => {
  const { app, tokenOf } = await schools(t);
  const headers = { authorization: `Bearer ${await tokenOf(ADA)}` };
  for (const method of METHODS) {
    for (const url of [ENDPOINT, `${ENDPOINT}?query=${encodeURIComponent(QUERY)}`]) {
      const response = await app.inject({ method, url, headers });
      t.equal(response.statusCode, 405, `${method} ${url}`);
      t.equal(response.headers.allow, 'OPTIONS, POST');
      t.notMatch(response.body, /usr_ada|viewer/);
    }
  }
  const response = await app.inject({
    method: 'POST',
    url: `${ENDPOINT}?query=${encodeURIComponent(QUERY)}`,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: '{}',
  });
  t.equal(response.statusCode, 400, 'a POST without a body of its own has no query');
});

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const query = JSON.stringify(QUERY);

/** Bodies that are no GraphQL request. */
const MALFORMED: Record<string, string> = {
  'no JSON': '{"query":',
  'a bare query': QUERY,
  nothing: '',
  null: 'null',
  'a number': '1',
  'a string': query,
  'an empty batch': '[]',
  'a batch': `[{"query":${query}}]`,
  'a batch of two': `[{"query":${query}},{"query":${query}}]`,
  'no query': '{}',
  'a null query': '{"query":null}',
  'an empty query': '{"query":""}',
  'a number for a query': '{"query":1}',
  'a list of queries': `{"query":[${query}]}`,
  'an object for a query': '{"query":{"kind":"Document","definitions":[]}}',
  'a persisted query alone': '{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"x"}}}',
  'variables as text': `{"query":${query},"variables":"{}"}`,
  'variables as a list': `{"query":${query},"variables":[]}`,
  'a number for a name': `{"query":${query},"operationName":1}`,
  'extensions as text': `{"query":${query},"extensions":"x"}`,
  __proto__: `{"query":${query},"__proto__":{"operationName":"x"}}`,
  '__proto__ in the variables': `{"query":${query},"variables":{"__proto__":{"first":1}}}`,
  'constructor.prototype': `{"query":${query},"variables":{"constructor":{"prototype":{"x":1}}}}`,
  'an escaped __proto__': `{"query":${query},"variables":{"\\u005f_proto__":{"first":1}}}`,
  'deeply nested JSON for a query': `{"query":${nested(30_000)}}`,
  'deeply nested JSON': nested(30_000),
  'a query of more than 16 KB': JSON.stringify({ query: `#${'x'.repeat(16 * 1024)}\n${QUERY}` }),
};

t.test('a body that is not a GraphQL request is 400, with an OAuth and a GraphQL error [A12]', async (t) => {
  const { app, tokenOf, logs } = await schools(t);
  const token = await tokenOf(ADA);
  for (const [what, payload] of Object.entries(MALFORMED)) {
    for (const accept of ['application/json', 'application/graphql-response+json', '*/*', 'text/html']) {
      const response = await post(app, token, payload, { accept });
      t.equal(response.statusCode, 400, what);
      t.strictSame(codesOf(response), ['BAD_USER_INPUT'], what);
      t.equal(response.json().error, 'invalid_request', what);
      t.notOk('data' in response.json(), what);
      t.equal(response.headers['cache-control'], 'no-store', what);
    }
  }
  t.strictSame(Object.keys(Object.prototype), [], 'nothing was polluted');
  t.notMatch(logs.join(''), /"level":50/, 'nothing was a fault of ours');
  const deep = `{"query":${query},"variables":{"x":${nested(30_000)}}}`;
  t.strictSame(codesOf(await post(app, token, deep)), ['BAD_USER_INPUT']);
});

t.test('a media type other than application/json is 415, and a charset parameter is accepted [A12]', async (t) => {
  const { app, tokenOf } = await schools(t);
  const token = await tokenOf(ADA);
  const payload = JSON.stringify({ query: QUERY });
  const types = [
    'text/plain',
    'application/graphql',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/graphql-response+json',
    'application/jsonp',
    'text/plain; application/json',
    'json',
  ];
  for (const type of types) {
    const response = await post(app, token, payload, { 'content-type': type });
    t.equal(response.statusCode, 415, type);
    t.strictSame(codesOf(response), ['BAD_USER_INPUT']);
  }
  for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="utf-8"']) {
    t.equal((await post(app, token, payload, { 'content-type': type })).statusCode, 200, type);
  }
});

t.test('a body of more than 64 KB is 413, and without a token 401 whatever its size [E-37]', async (t) => {
  const { app, tokenOf } = await schools(t);
  const token = await tokenOf(ADA);
  const sized = (size: number): string => {
    const frame = JSON.stringify({ query: QUERY, extensions: { x: '' } });
    return JSON.stringify({ query: QUERY, extensions: { x: 'x'.repeat(size - frame.length) } });
  };
  t.equal((await post(app, token, sized(64 * 1024))).statusCode, 200);
  const response = await post(app, token, sized(64 * 1024 + 1));
  t.equal(response.statusCode, 413);
  t.strictSame(codesOf(response), ['BAD_USER_INPUT']);
  t.equal(response.headers['access-control-allow-origin'], '*');
  t.equal((await post(app, undefined, sized(10_000_000))).statusCode, 401, 'a stranger is not even measured');
});

const NEWER = 'application/graphql-response+json';

t.test('the Accept header decides the media type and the error status [A12, RFC 9110 §12.4.2]', async (t) => {
  const { app, tokenOf } = await schools(t);
  const token = await tokenOf(ADA);
  const types: [string | undefined, string][] = [
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/json', 'application/json'],
    [NEWER, NEWER],
    [NEWER.toUpperCase(), NEWER],
    [`${NEWER}; charset=utf-8, application/json;q=0.9`, NEWER],
    [`application/json, ${NEWER};q=0`, 'application/json'],
    ['text/html', 'application/json'],
  ];
  for (const [accept, type] of types) {
    const headers = accept === undefined ? {} : { accept };
    const isNewer = type === NEWER;
    const statusOf = async (query: string, variables = {}): Promise<number> => {
      const response = await ask(app, token, query, { headers, variables });
      t.equal(response.headers['content-type'], `${type}; charset=utf-8`, String(accept));
      t.equal(response.headers['cache-control'], 'no-store');
      return response.statusCode;
    };
    t.equal(await statusOf(QUERY), 200);
    t.equal(await statusOf('{ viewer {'), isNewer ? 400 : 200, 'not parsed');
    t.equal(await statusOf('{ viewer { x } }'), isNewer ? 400 : 200, 'not valid');
    t.equal(await statusOf('query($id: ID!) { viewer { id } }'), isNewer ? 400 : 200, 'variables that do not fit');
    t.equal(await statusOf('{ viewer { ...F ...F } }'), isNewer ? 400 : 200);
    t.equal(await statusOf('{ viewer { orders(first: 0) { totalCount } } }'), 200, 'executed');
  }
});

t.test('operationName selects one of several operations, and an ambiguous request is refused [A12]', async (t) => {
  const { app, tokenOf } = await schools(t);
  const token = await tokenOf(ADA);
  const two = 'query A { viewer { id } } query B { viewer { email } }';
  const viewerBy = async (query: string, operationName?: string | null) => {
    const body = (
      await ask(app, token, query, operationName === undefined ? {} : { operationName })
    ).json<GraphqlBody>();
    return body.errors === undefined ? body.data?.viewer : body.errors[0]?.extensions.code;
  };
  t.strictSame(await viewerBy(two, 'A'), { id: ADA.id });
  t.strictSame(await viewerBy(two, 'B'), { email: ADA.email });
  for (const none of [null, '']) t.strictSame(await viewerBy(QUERY, none), { id: ADA.id });
  for (const name of [undefined, null, '', 'C', '__proto__']) t.equal(await viewerBy(two, name), 'BAD_USER_INPUT');
  t.equal(await viewerBy('query A { viewer { id } } query A { viewer { id } }', 'A'), 'BAD_USER_INPUT');
});

t.test('CORS lets any origin call with a bearer token, and none with cookies [A18]', async (t) => {
  const { app, tokenOf } = await schools(t);
  const preflight: InjectOptions = {
    method: 'OPTIONS',
    url: ENDPOINT,
    headers: {
      origin: 'https://app.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  };
  const response = await app.inject(preflight);
  t.equal(response.statusCode, 204);
  t.equal(response.headers['access-control-allow-origin'], '*');
  t.match(response.headers['access-control-allow-methods'], /\bPOST\b/);
  for (const name of ['authorization', 'content-type', 'accept']) {
    t.match(response.headers['access-control-allow-headers'], new RegExp(`\\b${name}\\b`));
  }
  const answer = await ask(app, await tokenOf(ADA), QUERY, { headers: { origin: 'https://app.example' } });
  t.equal(answer.headers['access-control-allow-origin'], '*');
  for (const name of ['WWW-Authenticate', 'RateLimit-Limit', 'Retry-After', 'X-Request-Id']) {
    t.match(answer.headers['access-control-expose-headers'], new RegExp(`\\b${name}\\b`));
  }
  for (const { headers } of [response, answer]) t.notOk('access-control-allow-credentials' in headers);
  const { 'set-cookie': cookie } = answer.headers;
  t.equal(cookie, undefined);
});

t.test('a token has 120 requests a minute, then gets 429 with Retry-After and the limit [E-38]', async (t) => {
  const { app, tokenOf, clock } = await schools(t, { env: { RATE_LIMITS: 'on' } });
  const [token, other] = [await tokenOf(ADA), await tokenOf(BOB)];
  clock.advance(60_000);
  const statuses = [];
  for (let i = 0; i < 120; i += 1) statuses.push((await ask(app, token, '{ __typename }')).statusCode);
  t.strictSame([...new Set(statuses)], [200]);
  const response = await post(app, token, '{"query":');
  t.equal(response.statusCode, 429, 'decided before the body');
  t.strictSame(codesOf(response), ['RATE_LIMITED']);
  t.match(response.headers, { 'retry-after': /^\d+$/, 'ratelimit-limit': '120', 'ratelimit-remaining': '0' });
  t.equal((await ask(app, other, QUERY)).statusCode, 200, 'another token is another count');
  clock.advance(60_000);
  t.equal((await ask(app, token, QUERY)).statusCode, 200);
});
