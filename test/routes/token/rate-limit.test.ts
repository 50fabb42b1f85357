// slow
import type { FastifyInstance, FastifyReply } from 'fastify';
import t from 'tap';
import { REQUESTS_PER_MINUTE } from '../../../schema/limits.ts';
import { testApp } from '../../support/app.ts';
import { databaseFile } from '../../support/database-edit.ts';
import { documentFor, hostileInternet } from '../../support/document-host.ts';
import { ACCEPT } from '../../support/mcp.ts';
import {
  CALLBACK,
  DEMO,
  encode,
  obtainTokens,
  refresh,
  type TestClient,
  type Tokens,
} from '../../support/oauth-client.ts';
import { TOKEN } from '../../support/token-endpoint.ts';

const oneNode = 'each process counts volume limits for itself';

const SECOND = 1000;

const VENDOR = { id: 'c_vendor_claude', redirectUri: 'https://claude.ai/api/mcp/auth_callback', secret: undefined };
const RUTH = { email: 'ruth@riverside.example' };

/** Refreshes until the first answer that is not 200. @returns how many were */
async function refreshes(app: FastifyInstance, client: TestClient, from: Tokens): Promise<number> {
  let token = from.refresh_token;
  for (let done = 0; ; done += 1) {
    const answer = await refresh(app, client, token);
    if (answer.statusCode !== 200) return answer.statusCode === 429 ? done : -1;
    token = answer.json<Tokens>().refresh_token;
  }
}

t.test('people who share a client and its address are counted by grant [E-38]', async (t) => {
  const { app, clock } = await testApp(t, { env: { RATE_LIMITS: 'on' }, oneNode });
  for (const client of [VENDOR, DEMO.cli, DEMO.adminTool]) {
    const scope = { scope: client === DEMO.cli ? 'openid' : 'openid courses:read' };
    const first = await obtainTokens(app, client, scope, RUTH);
    const second = await obtainTokens(app, client, scope, { email: 'ana@riverside.example' });
    t.equal(await refreshes(app, client, first), 119, 'the code exchange and 119 refreshes');
    const response = await refresh(app, client, second.refresh_token);
    t.equal(response.statusCode, 200, 'another grant goes on');
    clock.advance(60 * SECOND);
  }
});

t.test('people who share a client named by its document are counted by grant [E-38]', async (t) => {
  const { app, host } = await hostileInternet(t, { seed: true, env: { RATE_LIMITS: 'on' }, oneNode });
  const tool = { id: 'https://host.example/client', redirectUri: CALLBACK, secret: undefined };
  host.serve(tool.id, documentFor(tool.id));
  const first = await obtainTokens(app, tool, { scope: 'openid' }, RUTH);
  const second = await obtainTokens(app, tool, { scope: 'openid' }, { email: 'ana@riverside.example' });
  t.equal(await refreshes(app, tool, first), 119);
  t.equal((await refresh(app, tool, second.refresh_token)).statusCode, 200, 'another grant goes on');
});

t.test('made-up credentials use up nothing that a grant may ask for [E-38]', async (t) => {
  const { app } = await testApp(t, { env: { RATE_LIMITS: 'on' }, oneNode });
  const tokens = await obtainTokens(app, VENDOR, { scope: 'openid courses:read' }, RUTH);
  const [id = ''] = tokens.refresh_token.split('.');
  for (let n = 0; n < 300; n += 1) {
    const payload = { grant_type: 'refresh_token', client_id: VENDOR.id, refresh_token: `${id}.${'x'.repeat(43)}` };
    const answer = await app.inject({
      method: 'POST',
      url: TOKEN,
      remoteAddress: '203.0.113.66',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: encode(payload),
    });
    if (answer.statusCode !== 400) t.fail(`guess ${n} is ${answer.statusCode}`);
  }
  t.equal((await refresh(app, VENDOR, tokens.refresh_token)).statusCode, 200);
});

t.test('a network waits after too many refusals, but not for those that only came too often', async (t) => {
  const { app } = await testApp(t, { env: { RATE_LIMITS: 'on' }, oneNode });
  const { failures } = REQUESTS_PER_MINUTE;
  const tokens = await obtainTokens(app, VENDOR, { scope: 'openid courses:read' }, RUTH);
  const endpoints = ['/api/oauth/token', '/api/oauth/revoke', '/api/oauth/introspect'];
  for (const [n, url] of endpoints.entries()) {
    const ask = async (payload: Record<string, string>) =>
      await app.inject({
        method: 'POST',
        url,
        remoteAddress: `203.0.113.${n + 1}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: encode(payload),
      });
    const unknown = { grant_type: 'refresh_token', client_id: 'c_unknown', refresh_token: 'x', token: 'x' };
    if (url === '/api/oauth/token') {
      const known = { grant_type: 'refresh_token', client_id: VENDOR.id };
      let token = tokens.refresh_token;
      let limited = 0;
      for (let asked = 0; asked < failures + 200; asked += 1) {
        const answer = await ask({ ...known, refresh_token: token });
        if (answer.statusCode === 200) token = answer.json<Tokens>().refresh_token;
        else limited += answer.statusCode === 429 ? 1 : 0;
      }
      t.ok(limited > failures, 'the grant came too often');
    }
    const statuses = [];
    for (let asked = 0; asked <= failures; asked += 1) statuses.push((await ask(unknown)).statusCode);
    t.strictSame(statuses.indexOf(429), failures, url);
  }
});

/** A long message without a token, of which a network may send 60 a minute. */
const callTool = (app: FastifyInstance, options: { headers?: Record<string, string>; remoteAddress?: string }) => {
  const headers = { 'content-type': 'application/json', accept: ACCEPT, ...options.headers };
  const payload = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_courses', arguments: {} } };
  return app.inject({ method: 'POST', url: '/mcp', ...options, headers, payload });
};

t.test('a flood of callers pushes nobody into a bucket with others [E-38]', async (t) => {
  const { app } = await testApp(t, { seed: false, env: { RATE_LIMITS: 'on' }, oneNode });
  const limit = app.volumeLimit(1, 60_000);
  const replies: unknown[] = [];
  const reply = { headers: (given: unknown) => replies.push(given) } as unknown as FastifyReply;
  for (let n = 0; n < 60_000; n += 1) limit.take(`stranger ${n}`, reply);
  t.doesNotThrow(() => limit.take('an innocent', reply));
  t.throws(() => limit.take('an innocent', reply), { code: 'temporarily_unavailable' }, 'and each is still counted');
});

t.test(
  'an address is the same caller with any port that a proxy adds, and what is none is one caller [E-38]',
  async (t) => {
    const { app } = await testApp(t, { seed: false, env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' }, oneNode });
    const from = async (forwarded: (n: number) => string): Promise<number[]> => {
      const statuses: number[] = [];
      for (let n = 0; n < 61; n += 1) {
        const headers = { 'x-forwarded-for': forwarded(n) };
        statuses.push((await callTool(app, { headers })).statusCode);
      }
      return statuses;
    };
    for (const forwarded of [
      (n: number) => `203.0.113.5:${40_000 + n}`,
      (n: number) => `[2001:db8::5]:${40_000 + n}`,
      (n: number) => `unknown-${n}`,
    ]) {
      t.strictSame(await from(forwarded), [...Array(60).fill(200), 429], forwarded(0));
    }
  },
);

t.test('the networks of one IPv6 /48 together may send sixteen times as much as one [E-38]', async (t) => {
  const { app } = await testApp(t, { seed: false, env: { RATE_LIMITS: 'on' }, oneNode });
  const from = (remoteAddress: string) => callTool(app, { remoteAddress });
  const statuses = new Map<number, number>();
  for (let n = 0; n < 17 * 60; n += 1) {
    const { statusCode } = await from(`2001:db8:1:${n.toString(16)}::1`);
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  }
  t.strictSame(
    [...statuses.entries()],
    [
      [200, 16 * 60],
      [429, 60],
    ],
  );
  t.equal((await from('2001:db8:2::1')).statusCode, 200, 'another /48 goes on');
});

t.test('a caller who guesses is stopped after 600 refusals a minute, for any client_id [E-38]', async (t) => {
  const file = databaseFile(t);
  const { app, clock } = await testApp(t, { databaseUrl: file.url, env: { RATE_LIMITS: 'on' }, oneNode });
  const guess = async (from: string): Promise<number> => {
    const answer = await app.inject({
      method: 'POST',
      url: TOKEN,
      remoteAddress: from,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: encode({ grant_type: 'refresh_token', client_id: 'c_nobody', refresh_token: 'rt_1.x' }),
    });
    return answer.statusCode;
  };
  const count = async (from: string): Promise<Record<number, number>> => {
    const statuses: Record<number, number> = {};
    for (let i = 0; i < 600; i += 1) {
      const status = await guess(from);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    return statuses;
  };
  t.same(await count('198.51.100.1'), { 401: 600 });
  t.equal(await guess('198.51.100.1'), 429);
  t.equal(await guess('198.51.100.2'), 401, 'another network goes on');
  clock.advance(60 * SECOND);
  t.equal(await guess('198.51.100.1'), 401, 'a minute later it goes on');

  t.test('an internal error does not count as a guess [E-38]', async (t) => {
    await file.run('alter table clients rename to clients_gone');
    t.same(await count('198.51.100.3'), { 500: 600 });
    await file.run('alter table clients_gone rename to clients');
    t.equal(await guess('198.51.100.3'), 401);
  });
});
