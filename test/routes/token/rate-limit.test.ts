import t from 'tap';
import { testApp } from '../../support/app.ts';
import { databaseFile } from '../../support/database-edit.ts';
import { documentFor, hostileInternet } from '../../support/document-host.ts';
import {
  CALLBACK,
  DEMO,
  encode,
  type Fields,
  obtainTokens,
  refresh,
  type TestClient,
} from '../../support/oauth-client.ts';
import { refused, TOKEN } from '../../support/token-endpoint.ts';

const SECOND = 1000;

t.test('a client may send 120 token requests a minute from one IP address [E-38]', async (t) => {
  const { app, clock } = await testApp(t, { env: { RATE_LIMITS: 'on' } });
  const ask = (client: TestClient = DEMO.cli, remoteAddress = '198.51.100.1', token = 'rt_1.x') =>
    app.inject({
      method: 'POST',
      url: TOKEN,
      remoteAddress,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: encode({ grant_type: 'refresh_token', client_id: client.id, refresh_token: token }),
    });
  for (let i = 0; i < 120; i += 1) {
    const { statusCode } = await ask();
    if (statusCode !== 400) t.fail(`request ${i + 1} is ${statusCode}`);
  }
  const response = await ask();
  refused(t, response, 429, 'temporarily_unavailable');
  t.match(response.headers['retry-after'], /^([1-9]|[1-5]\d|60)$/);
  t.match(response.headers, { 'ratelimit-limit': '120', 'ratelimit-remaining': '0', 'ratelimit-reset': /^\d+$/ });
  t.equal(response.headers['access-control-allow-origin'], '*');
  t.equal((await ask(DEMO.notebook)).statusCode, 400, 'another client is not held up');
  t.equal((await ask(DEMO.cli, '198.51.100.2')).statusCode, 400, 'nor another address');
  clock.advance(60 * SECOND);
  t.equal((await ask()).statusCode, 400, 'a minute later it goes on');

  t.test('people who share the IP address of a vendor are counted by grant [E-38]', async (t) => {
    const vendor = { id: 'c_vendor_claude', redirectUri: '', secret: undefined };
    for (let i = 0; i < 200; i += 1) {
      const { statusCode } = await ask(vendor, '198.51.100.9', `rt_${i + 1}.x`);
      if (statusCode !== 400) t.fail(`request ${i + 1} is ${statusCode}`);
    }
    for (let i = 0; i < 120; i += 1) await ask(vendor, '198.51.100.9', 'rt_7.x');
    t.equal((await ask(vendor, '198.51.100.9', 'rt_7.x')).statusCode, 429, 'one grant alone is');
  });

  t.test('requests are counted by the prefix of the credential, for codes as for refresh tokens [E-38]', async (t) => {
    const vendor = {
      grant_type: 'authorization_code',
      client_id: 'c_vendor_claude',
      redirect_uri: 'https://x.example',
    };
    const send = async (fields: Fields): Promise<number> => {
      const answer = await app.inject({
        method: 'POST',
        url: TOKEN,
        remoteAddress: '198.51.100.10',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: encode({ ...vendor, ...fields }),
      });
      return answer.statusCode;
    };
    const codes = Array.from({ length: 121 }, (_, i) => `ac_${i + 1}.x`);
    for (const code of codes) t.equal(await send({ code }), 400, code);
    const long = '9'.repeat(20);
    for (let i = 0; i < 120; i += 1) await send({ code: `${long}${i}` });
    t.equal(await send({ code: `${long}.x` }), 429, 'what comes after twenty characters is no other grant');
    const withoutCode = { grant_type: 'refresh_token' };
    for (let i = 0; i < 120; i += 1) await send(withoutCode);
    t.equal(await send(withoutCode), 429, 'nor is no credential at all');
  });
});

t.test('people who share the address of a client named by its document are counted by grant [E-38]', async (t) => {
  const { app, host } = await hostileInternet(t, { seed: true, env: { RATE_LIMITS: 'on' } });
  const tool = { id: 'https://host.example/client', redirectUri: CALLBACK, secret: undefined };
  host.serve(tool.id, documentFor(tool.id));
  await obtainTokens(app, tool, { scope: 'openid' }, { email: 'ruth@riverside.example' });
  for (let i = 0; i < 121; i += 1) {
    const { statusCode } = await refresh(app, tool, `rt_${i + 1000}.x`);
    if (statusCode !== 400) t.fail(`request ${i + 1} is ${statusCode}`);
  }
  for (let i = 0; i < 120; i += 1) await refresh(app, tool, 'rt_7.x');
  t.equal((await refresh(app, tool, 'rt_7.x')).statusCode, 429);
});

t.test('a caller who guesses is stopped after 600 refusals a minute, for any client_id [E-38]', async (t) => {
  const file = databaseFile(t);
  const { app, clock } = await testApp(t, { databaseUrl: file.url, env: { RATE_LIMITS: 'on' } });
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
