/** A database that takes no writes for a while: what can be read goes on, and what cannot be written is said at once. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import t from 'tap';
import { temporaryFolder, testApp } from '../support/app.ts';
import { authorize, DEMO, exchange, obtainTokens, postForm, refresh, userinfo } from '../support/oauth-client.ts';

t.test('under another process’s write lock reads continue, and writes are 503 [RFC 7009 §2.2.1, F07]', async (t) => {
  const file = join(temporaryFolder(t), 'schoolgate.db');
  const { app } = await testApp(t, { databaseUrl: `file:${file}` });
  const tokens = await obtainTokens(app, DEMO.cli);
  const code = await authorize(app, DEMO.cli);
  const revoke = () => postForm(app, '/api/oauth/revoke', { token: tokens.refresh_token, client_id: DEMO.cli.id });

  const beside = new Sqlite(file);
  t.teardown(() => beside.close());
  beside.exec('begin immediate');
  const writes = Promise.all([refresh(app, DEMO.cli, tokens.refresh_token), exchange(app, DEMO.cli, code), revoke()]);
  for (const url of ['/.well-known/oauth-authorization-server', '/.well-known/jwks.json', '/healthz', '/']) {
    t.equal((await app.inject(url)).statusCode, 200, url);
  }
  t.equal((await userinfo(app, tokens.access_token)).statusCode, 200, 'UserInfo');
  for (const { statusCode, headers, body } of await writes) {
    t.equal(statusCode, 503, body);
    t.equal(JSON.parse(body).error, 'temporarily_unavailable');
    t.ok(Number(headers['retry-after']) > 0);
  }
  beside.exec('rollback');

  t.equal((await exchange(app, DEMO.cli, code)).statusCode, 200, 'the code is still good');
  t.equal((await refresh(app, DEMO.cli, tokens.refresh_token)).statusCode, 200, 'and so is the token');
  t.equal((await revoke()).statusCode, 200);
  t.equal((await userinfo(app, tokens.access_token)).statusCode, 401, 'a revocation that is repeated counts');
});
