// slow, postgres
/** PostgreSQL commits, and its answer is lost: nobody is told twice, or that somebody else was faster. */
import type { Test } from 'tap';
import { adminApp, call } from '../support/admin.ts';
import { testApp } from '../support/app.ts';
import { databaseFile, onPostgres, prepareDatabase } from '../support/database-edit.ts';
import { authorize, DEMO, exchange, introspect, obtainTokens, refresh, type Tokens } from '../support/oauth-client.ts';
import { postgresFolder } from '../support/postgres.ts';
import { answerLosingProxy } from '../support/postgres-proxy.ts';
import { until } from '../support/until.ts';

const REDEMPTION = /^with affected as \(update "grants" set "redeemed_at"/;
const ROTATION = /^with affected as \(update "tokens" set "rotated_at"/;
const CLAIM = /insert into "idempotency_keys"/;
const CREATION = /insert into "courses"/;
/** Longer than a request waits for the database. */
const LONG_MS = 4000;

async function proxied(t: Test, env: Record<string, string> = {}) {
  const database = databaseFile(t);
  await prepareDatabase(database.url, 'demo');
  const proxy = answerLosingProxy(postgresFolder());
  const made = await testApp(t, { databaseUrl: proxy.through(database.url), env });
  t.teardown(() => proxy.close());
  return { ...made, proxy, database };
}

onPostgres(
  'a code whose redemption is committed and not answered is redeemed once, and its grant lives [F44]',
  async (t) => {
    const { app, proxy, database } = await proxied(t);
    const authorization = await authorize(app, DEMO.cli);
    const lost = proxy.loseNext(REDEMPTION);
    const response = await exchange(app, DEMO.cli, authorization);
    await lost;
    t.equal(response.statusCode, 200, response.body);
    const tokens = response.json<Tokens>();
    t.equal((await introspect(app, DEMO.cli, tokens.access_token)).active, true);
    t.equal((await refresh(app, DEMO.cli, tokens.refresh_token)).statusCode, 200);
    t.equal(await database.read("select count(*) from audit_events where event = 'code_replay'"), 0);
    t.equal((await exchange(app, DEMO.cli, authorization)).json().error, 'invalid_grant', 'a replay is still refused');
    t.equal((await introspect(app, DEMO.cli, tokens.access_token)).active, false, 'and ends the grant');
  },
);

onPostgres('of two who redeem a code, one of them unheard, the other is still refused [F44]', async (t) => {
  const { app, proxy } = await proxied(t);
  const authorization = await authorize(app, DEMO.cli);
  void proxy.loseNext(REDEMPTION);
  const answers = await Promise.all([1, 2, 3].map(() => exchange(app, DEMO.cli, authorization)));
  t.strictSame(answers.map(({ statusCode }) => statusCode).sort(), [200, 400, 400]);
});

onPostgres('a refresh token whose rotation is committed and not answered has one successor [F44]', async (t) => {
  // Without a grace period, nothing else would save it.
  for (const REFRESH_GRACE_SECONDS of ['0', '30']) {
    const { app, proxy, database } = await proxied(t, { REFRESH_GRACE_SECONDS, REFRESH_REPEAT_DAYS: '0' });
    const { refresh_token: token } = await obtainTokens(app, DEMO.cli);
    const lost = proxy.loseNext(ROTATION);
    const response = await refresh(app, DEMO.cli, token);
    await lost;
    t.equal(response.statusCode, 200, response.body);
    t.equal(await database.read("select count(*) from audit_events where event = 'refresh_reuse'"), 0);
    const successor = response.json<Tokens>().refresh_token;
    t.equal((await refresh(app, DEMO.cli, successor)).statusCode, 200);
    t.equal(await database.read("select count(*) from tokens where kind = 'refresh' and rotated_at is null"), 1);
  }
});

onPostgres('a code works again if PostgreSQL was gone when its redemption was committed [F44]', async (t) => {
  const { app, proxy, database } = await proxied(t);
  const authorization = await authorize(app, DEMO.cli);
  void proxy.loseNext(REDEMPTION, LONG_MS);
  const unanswered = await exchange(app, DEMO.cli, authorization);
  t.equal(unanswered.statusCode, 503);
  t.ok(unanswered.headers['retry-after']);
  const redeemed = 'select count(*) from grants where redeemed_at is not null';
  t.equal(await database.read(redeemed), 1, 'it was committed');
  await until(async () => (await database.read(redeemed)) === 0);
  t.equal(await database.read('select count(*) from tokens'), 0, 'nobody has seen the tokens');
  const retried = await exchange(app, DEMO.cli, authorization);
  t.equal(retried.statusCode, 200, retried.body);
  t.equal((await introspect(app, DEMO.cli, retried.json<Tokens>().access_token)).active, true);
});

onPostgres('the grace period begins when a client can ask again [F44]', async (t) => {
  const { app, clock, proxy, database } = await proxied(t, { REFRESH_GRACE_SECONDS: '5', REFRESH_REPEAT_DAYS: '0' });
  const { refresh_token: token } = await obtainTokens(app, DEMO.cli);
  const rotatedAt = async () => Number(await database.read('select max(rotated_at) from tokens'));
  void proxy.loseNext(ROTATION, LONG_MS);
  t.equal((await refresh(app, DEMO.cli, token)).statusCode, 503);
  const before = await rotatedAt();
  t.ok(before > 0, 'it was committed');
  await until(async () => (await rotatedAt()) > before);
  // The clock of the test stood still meanwhile.
  clock.advance(6000);
  const retried = await refresh(app, DEMO.cli, token);
  t.equal(retried.statusCode, 200, retried.body);
  t.equal((await refresh(app, DEMO.cli, retried.json<Tokens>().refresh_token)).statusCode, 200);
  t.equal(await database.read("select count(*) from audit_events where event = 'refresh_reuse'"), 0);
});

onPostgres('a request with a key can be repeated at once, whichever answer of PostgreSQL was lost [F44]', async (t) => {
  const database = databaseFile(t);
  await prepareDatabase(database.url, 'demo');
  const proxy = answerLosingProxy(postgresFolder());
  const { app, tokenOf } = await adminApp(t, { databaseUrl: proxy.through(database.url) });
  t.teardown(() => proxy.close());
  const token = await tokenOf('owner');
  const create = (slug: string) =>
    call(app, token, 'POST', '/courses', { title: slug, slug }, { 'idempotency-key': `create-${slug}` });
  const claims = () => database.read('select count(*) from idempotency_keys where status is null and body is null');

  void proxy.loseNext(CLAIM);
  t.equal((await create('claimed')).status, 201, 'the answer to the claim is lost');

  for (const [slug, statement] of Object.entries({ gone: CLAIM, created: CREATION })) {
    void proxy.loseNext(statement, LONG_MS);
    t.equal((await create(slug)).status, 503, slug);
    await until(async () => (await claims()) === 0);
    await until(async () => (await create(slug)).status !== 503);
    t.equal((await create(slug)).status, 201, `${slug}, repeated`);
    t.equal(await database.read('select count(*) from courses where slug = ?', slug), 1);
  }
});
