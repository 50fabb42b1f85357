/** A database that takes no writes for a while: what can be read goes on, and what cannot be written is said at once. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import t from 'tap';
import { PASSWORD, temporaryFolder, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { databaseFile, onPostgres } from '../support/database-edit.ts';
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

onPostgres(
  'while a table is locked the server says so in time, and what needs no table is answered [F07]',
  async (t) => {
    const { url } = databaseFile(t);
    const { app } = await testApp(t, { databaseUrl: url, env: { TRUST_PROXY: '127.0.0.1' } });
    const { access_token: token } = await obtainTokens(app, DEMO.cli);
    const visitors = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const browser = new Browser(app);
        browser.headers['x-forwarded-for'] = `192.0.2.${n}`;
        return { browser, page: await browser.get('/sign-in') };
      }),
    );
    const signIn = async ({ browser, page }: (typeof visitors)[number]) => {
      const begin = performance.now();
      const answer = await browser.submit(page, '/sign-in', { email: 'ana@riverside.example', password: PASSWORD });
      return { answer, ms: performance.now() - begin };
    };

    const { default: pg } = await import('pg');
    const beside = new pg.Client({ connectionString: url });
    await beside.connect();
    await beside.query('begin; lock table people');
    let over = false;
    const signIns = Promise.all(visitors.map(signIn)).finally(() => {
      over = true;
    });
    // A server that waits as long as the lock lasts fails the test, and does not keep it for ever.
    const patience = setTimeout(() => beside.query('rollback'), 6000);
    const waits: number[] = [];
    while (!over) {
      for (const path of ['oauth-authorization-server', 'openid-configuration', 'jwks.json']) {
        const begin = performance.now();
        const { statusCode } = await app.inject(`/.well-known/${path}`);
        waits.push(performance.now() - begin);
        if (statusCode !== 200) t.fail(`${path} is ${statusCode}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    // Whatever waits for the lock waits for at least 1.2 seconds; less is the machine.
    const slowest = Math.max(...waits);
    t.ok(slowest < 1000, `${waits.length} documents, the slowest after ${Math.round(slowest)} ms`);
    for (const { answer, ms } of await signIns) {
      t.equal(answer.status, 503, 'a sign-in is an outage');
      t.ok(Number(answer.headers['retry-after']) > 0, 'that says when to try again');
      t.ok(ms < 3500, `after ${Math.round(ms)} ms`);
    }

    clearTimeout(patience);
    await beside.query('rollback');
    await beside.end();
    const begin = performance.now();
    const [visitor] = visitors;
    t.match((await visitor?.browser.get('/sign-in'))?.status, 200);
    t.equal((await userinfo(app, token)).statusCode, 200);
    for (const { answer } of await Promise.all(visitors.slice(0, 2).map(signIn))) t.equal(answer.status, 200);
    const ms = Math.round(performance.now() - begin);
    t.ok(ms < 1000, `it works again after ${ms} ms`);
  },
);
