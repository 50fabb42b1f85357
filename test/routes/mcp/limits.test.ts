/** How often one may call, and what is kept of each call. */
import t from 'tap';
import { adminApp, RIVERSIDE } from '../../support/admin.ts';
import { databaseFile } from '../../support/database-edit.ts';
import { type Answer, ask, askModern, callTool, post } from '../../support/mcp.ts';

const MINUTE = 60_000;
const limited = { RATE_LIMITS: 'on' };

const statusesOf = async (times: number, send: () => Promise<Answer>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push((await send()).status);
  return statuses;
};

t.test('E-38: a token sends 120 messages a minute, whoever else sends from there', async (t) => {
  const { app, clock, tokenOf } = await adminApp(t, { env: limited });
  const token = await tokenOf('member');
  const other = await tokenOf('owner');
  clock.advance(MINUTE);
  const send = () => callTool(app, 'get_my_account', {}, { token });
  t.strictSame(new Set(await statusesOf(120, send)), new Set([200]));
  const { status, headers, json } = await callTool(app, 'get_my_account', {}, { token, id: 'late' });
  t.equal(status, 429);
  t.match(headers, { 'retry-after': /^[1-9]\d?$/, 'ratelimit-limit': '120', 'ratelimit-remaining': '0' });
  t.match(json, { jsonrpc: '2.0', id: 'late', error: { code: -32_000, message: /more than 120 requests/ } });
  t.equal((await post(app, { jsonrpc: '2.0', id: 1, method: 'ping' }, { token })).status, 429, 'any message counts');
  t.equal((await callTool(app, 'get_my_account', {}, { token: other })).status, 200);
  clock.advance(MINUTE);
  t.equal((await send()).status, 200);
});

t.test('E-38: without a token 60 a minute come from one network, refused ones included', async (t) => {
  const { app, clock, tokenOf } = await adminApp(t, { env: limited });
  const token = await tokenOf('member');
  clock.advance(MINUTE);
  const attempts = [
    () => ask(app, 'tools/list'),
    () => callTool(app, 'list_courses'),
    () => post(app, '{'),
    () => ask(app, 'ping', {}, { query: '?auth=required' }),
    () => askModern(app, 'server/discover'),
    () => post(app, 'x', { headers: { 'content-type': 'text/plain' } }),
  ];
  for (const attempt of attempts) t.notOk((await statusesOf(10, attempt)).includes(429));
  for (const attempt of attempts) t.equal((await attempt()).status, 429);
  t.equal((await callTool(app, 'get_my_account', {}, { token })).status, 200, 'a token is counted by itself');
  t.equal((await app.inject({ method: 'OPTIONS', url: '/mcp' })).statusCode, 204, 'preflights are not');
  clock.advance(MINUTE);
  t.equal((await ask(app, 'tools/list')).status, 200);
});

t.test('E-49: each call leaves one event that says who called which tool, from where', async (t) => {
  const database = databaseFile(t);
  const { app, tokenOf } = await adminApp(t, { databaseUrl: database.url });
  const count = () => Number(database.read("select count(*) from audit_events where event = 'tool_called'"));
  const last = (): unknown =>
    JSON.parse(
      String(
        database.read(`select json_object('target', target, 'site', site_id, 'person', person_id, 'client', client_id,
          'ip', ip, 'agent', user_agent, 'hasRequest', request_id is not null)
          from audit_events where event = 'tool_called' order by id desc`),
      ),
    );
  const headers = { 'user-agent': 'helper/1' };
  const from = { ip: '127.0.0.1', agent: 'helper/1', hasRequest: 1 };
  const ana = { site: RIVERSIDE.id, person: 'usr_demo_ana', client: `c_test_${RIVERSIDE.id}` };
  const nobody = { site: null, person: null, client: null };

  const token = await tokenOf('member');
  await callTool(app, 'get_my_account', {}, { token, headers });
  t.strictSame([count(), last()], [1, { target: 'get_my_account', ...ana, ...from }]);
  await callTool(app, 'how_to_connect', {}, { headers });
  t.strictSame([count(), last()], [2, { target: 'how_to_connect', ...nobody, ...from }]);
  await askModern(app, 'tools/call', { name: 'get_school_info', arguments: {} }, { token, headers });
  t.strictSame([count(), last()], [3, { target: 'get_school_info', ...ana, ...from }]);
  await callTool(app, 'list_my_courses', { first: 0 }, { token, headers });
  t.strictSame([count(), last()], [4, { target: 'list_my_courses', ...ana, ...from }], 'refused arguments too');

  await callTool(app, 'list_courses', {}, { token });
  await callTool(app, 'list_courses');
  await callTool(app, 'no_such_tool', {}, { token });
  await ask(app, 'tools/list', {}, { token });
  t.equal(count(), 4, 'what is not called leaves none');
});

t.test('E-48: while the store cannot answer it is 503, and nothing of the cause is told', async (t) => {
  const database = databaseFile(t);
  const { app, tokenOf, logs } = await adminApp(t, { databaseUrl: database.url });
  const token = await tokenOf('member');
  const { StoreUnavailableError } = await import('../../../schema/oauth-error.ts');
  const { record } = app.audit;
  const answers: Answer[] = [];
  for (const error of [new StoreUnavailableError('disk of db-7 is full'), new Error('insert into db-7')]) {
    app.audit.record = async () => {
      throw error;
    };
    answers.push(await callTool(app, 'get_my_account', {}, { token }));
    answers.push(await askModern(app, 'tools/call', { name: 'get_my_account', arguments: {} }, { token }));
  }
  app.audit.record = record;
  t.strictSame(
    answers.map(({ status }) => status),
    [503, 503, 500, 500],
  );
  t.match(answers[0]?.headers['retry-after'], /^\d+$/);
  for (const { body, json } of answers) {
    t.notMatch(body, /db-7/);
    t.match(json, { jsonrpc: '2.0', id: 1, error: { code: -32_000 } });
  }
  t.match(logs.join(''), /insert into db-7/, 'it is in the log');
  t.equal((await callTool(app, 'get_my_account', {}, { token })).status, 200);
});
