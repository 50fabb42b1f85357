// slow
/** How often one may call, and what is kept of each call. */
import Sqlite from 'better-sqlite3';
import t from 'tap';
import { adminApp, RIVERSIDE } from '../../support/admin.ts';
import { testApp } from '../../support/app.ts';
import { databaseFile } from '../../support/database-edit.ts';
import { type Answer, ask, askModern, callTool, post } from '../../support/mcp.ts';
import { DEMO, obtainTokens, refresh, type Tokens } from '../../support/oauth-client.ts';

const MINUTE = 60_000;
const limited = { RATE_LIMITS: 'on' };

const statusesOf = async (times: number, send: () => Promise<Answer>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push((await send()).status);
  return statuses;
};

t.test('a grant may send 120 messages a minute, whatever other grants send [E-38]', async (t) => {
  const { app, clock, tokenOf } = await adminApp(t, { env: limited });
  const token = await tokenOf('member');
  const other = await tokenOf('owner');
  clock.advance(MINUTE);
  const send = () => callTool(app, 'get_my_account', {}, { token });
  t.strictSame(new Set(await statusesOf(120, send)), new Set([200]));
  const { status, headers, json } = await callTool(app, 'get_my_account', {}, { token, id: 'late' });
  t.equal(status, 429);
  t.match(headers, { 'retry-after': /^[1-9]\d?$/, 'ratelimit-limit': '120', 'ratelimit-remaining': '0' });
  // The limit comes before the message is read.
  t.match(json, { jsonrpc: '2.0', id: null, error: { code: -32_000, message: /more than 120 requests/ } });
  t.equal((await post(app, { jsonrpc: '2.0', id: 1, method: 'ping' }, { token })).status, 429, 'any message counts');
  t.equal((await callTool(app, 'get_my_account', {}, { token: other })).status, 200);
  clock.advance(MINUTE);
  t.equal((await send()).status, 200);
});

t.test('one network may call 60 public tools a minute, and nobody is kept from signing in [E-38, E-25]', async (t) => {
  const { app, clock, tokenOf } = await adminApp(t, { env: limited });
  const token = await tokenOf('member');
  clock.advance(MINUTE);
  const work = () => callTool(app, 'how_to_connect');
  const long = () => post(app, `{"padding":"${'x'.repeat(20_000)}" and no JSON`);
  t.strictSame(new Set(await statusesOf(60, work)), new Set([200]));
  t.equal((await work()).status, 429);
  t.strictSame(new Set(await statusesOf(20, long)), new Set([413]), 'long messages are not read');

  const challenges = await statusesOf(700, () => ask(app, 'initialize', {}, { query: '?auth=required' }));
  t.strictSame(new Set(challenges), new Set([401]), 'the challenge is not limited');
  t.strictSame(new Set(await statusesOf(70, () => callTool(app, 'list_my_courses'))), new Set([401]));
  t.strictSame(
    new Set(await statusesOf(70, () => ask(app, 'tools/list'))),
    new Set([200]),
    'nor what a client begins with',
  );
  t.equal((await callTool(app, 'get_my_account', {}, { token })).status, 200, 'a token is counted by itself');
  t.equal((await app.inject({ method: 'OPTIONS', url: '/mcp' })).statusCode, 204, 'preflights are not');
  clock.advance(MINUTE);
  t.equal((await work()).status, 200);
});

t.test(
  'with an unknown token a long message is refused unread, and after 600 requests a minute every one [RFC 6750 §3.1]',
  async (t) => {
    const { app, clock, tokenOf } = await adminApp(t, { env: limited });
    const expired = { token: await tokenOf('member') };
    clock.advance(60 * MINUTE);
    const token = await tokenOf('owner');
    const invalid = { token: 'at_1.made-up' };
    const { status, headers } = await post(app, `{"padding":"${'x'.repeat(20_000)}" and no JSON`, invalid);
    t.equal(status, 401, 'not 400: it was not read');
    t.match(headers['www-authenticate'], /error="invalid_token"/);
    const short = await callTool(app, 'list_courses', {}, invalid);
    t.equal(short.status, 401);
    t.match(short.headers['www-authenticate'], /scope="courses:read"/, 'a short one tells which scope to ask for');
    t.strictSame(new Set(await statusesOf(598, () => ask(app, 'ping', {}, invalid))), new Set([401]));
    t.equal((await ask(app, 'ping', {}, invalid)).status, 429);
    const userinfo = { url: '/api/oauth/userinfo', headers: { authorization: 'Bearer x' } };
    t.equal((await app.inject(userinfo)).statusCode, 429, 'at every resource');
    t.equal((await callTool(app, 'get_my_account', {}, { token })).status, 200, 'a valid token goes on');
    t.strictSame(
      new Set(await statusesOf(120, () => ask(app, 'ping', {}, expired))),
      new Set([401]),
      'and the owner of an expired one learns that it has expired',
    );
    t.equal((await ask(app, 'ping', {}, expired)).status, 429, 'as often as a grant may ask');
  },
);

t.test('a grant is counted across its tokens, so refreshing brings no more requests [E-38]', async (t) => {
  const { app } = await testApp(t, { env: limited });
  const client = { ...DEMO.cli };
  const first = await obtainTokens(app, client, { scope: 'openid account:read' });
  const send = (token: string) => callTool(app, 'get_my_account', {}, { token });
  t.strictSame(new Set(await statusesOf(119, () => send(first.access_token))), new Set([200]));
  const second = (await refresh(app, client, first.refresh_token)).json<Tokens>();
  t.equal((await send(second.access_token)).status, 200);
  t.equal((await send(second.access_token)).status, 429);
});

t.test('each tool call is audited once, with caller, client, tool, IP address and user agent [E-49]', async (t) => {
  const database = databaseFile(t);
  const { app, tokenOf } = await adminApp(t, { databaseUrl: database.url });
  const count = async () => Number(await database.read("select count(*) from audit_events where event like 'tool_%'"));
  const last = (): Promise<unknown> =>
    database.row(
      `select target, site_id as site, person_id as person, client_id as client, ip, user_agent as agent,
       request_id is not null as "hasRequest" from audit_events where event like 'tool_%' order by id desc limit 1`,
    );
  const headers = { 'user-agent': 'helper/1' };
  const from = { ip: '127.0.0.1', agent: 'helper/1', hasRequest: 1 };
  const ana = { site: RIVERSIDE.id, person: 'usr_demo_ana', client: `c_test_${RIVERSIDE.id}` };

  const token = await tokenOf('member');
  await callTool(app, 'get_my_account', {}, { token, headers });
  t.strictSame([await count(), await last()], [1, { target: 'get_my_account', ...ana, ...from }]);
  await callTool(app, 'how_to_connect', {}, { headers });
  t.equal(await count(), 1, 'but no call without a token, of which anyone can make any number');
  await askModern(app, 'tools/call', { name: 'get_school_info', arguments: {} }, { token, headers });
  t.strictSame([await count(), await last()], [2, { target: 'get_school_info', ...ana, ...from }]);
  await callTool(app, 'list_my_courses', { first: 0 }, { token, headers });
  t.strictSame(
    [await count(), await last()],
    [3, { target: 'list_my_courses', ...ana, ...from }],
    'refused arguments too',
  );

  await callTool(app, 'list_courses', {}, { token });
  await callTool(app, 'list_courses');
  await callTool(app, 'no_such_tool', {}, { token });
  await ask(app, 'tools/list', {}, { token });
  t.equal(await count(), 3, 'what is not called leaves none');

  await callTool(app, 'call_read_tool', { name: 'list_my_orders' }, { token, headers });
  t.strictSame([await count(), await last()], [4, { target: 'list_my_orders', ...ana, ...from }], 'by way of another');
});

t.test('an unavailable store is answered with 503, and no internal cause is revealed [E-48]', async (t) => {
  const database = databaseFile(t, 'sqlite');
  const { app, tokenOf, logs } = await adminApp(t, { databaseUrl: database.url });
  const token = await tokenOf('member');
  const inBothWays = async (): Promise<Answer[]> => [
    await callTool(app, 'get_my_account', {}, { token }),
    await askModern(app, 'tools/call', { name: 'get_my_account', arguments: {} }, { token }),
  ];
  // Another process writes, and does not come to an end.
  const beside = new Sqlite(database.url.slice('file:'.length));
  t.teardown(() => beside.close());
  beside.exec('begin immediate');
  const locked = await inBothWays();
  beside.exec('rollback');
  beside.exec('alter table audit_events rename to audit_events_gone');
  const answers = [...locked, ...(await inBothWays())];
  beside.exec('alter table audit_events_gone rename to audit_events');
  t.strictSame(
    answers.map(({ status }) => status),
    [503, 503, 500, 500],
  );
  t.match(answers[0]?.headers['retry-after'], /^\d+$/);
  for (const { body, json } of answers) {
    t.notMatch(body, /audit_events|locked|busy|no such/i);
    t.match(json, { jsonrpc: '2.0', id: 1, error: { code: -32_000 } });
  }
  t.match(logs.join(''), /no such table: (?:main\.)?audit_events/, 'it is in the log');
  t.equal((await callTool(app, 'get_my_account', {}, { token })).status, 200);
});
