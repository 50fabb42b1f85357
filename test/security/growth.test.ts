/** What strangers make the server store has a bound, and is deleted when its time is over. */
import t from 'tap';
import { testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { databaseFile, ENGINE } from '../support/database-edit.ts';
import { GROWTH } from '../support/growth-table.ts';
import { authorizeUrl, DEMO, makeVerifier, obtainTokens, postForm, type TestClient } from '../support/oauth-client.ts';
import { until } from '../support/until.ts';

const DAY = 86_400_000;
const LOOPBACK = 'http://127.0.0.1:49152/callback';
/** Rows that count something for ever, one for each chain or sequence. */
const PERMANENT = new Set(['audit_chains', 'key_blocks', 'leases']);
const TABLES =
  ENGINE === 'postgres'
    ? "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'"
    : "select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and name not like '__drizzle%' and name not like 'search_words%'";

t.test('all that strangers store is in the table of the manual, and is gone when its time is over [F32]', async (t) => {
  const database = databaseFile(t);
  const { app, clock } = await testApp(t, { databaseUrl: database.url, housekeeping: false });
  const tables = (await database.rows(TABLES)).map(({ name }) => String(name)).filter((name) => !PERMANENT.has(name));
  const counts = async (): Promise<Map<string, number>> =>
    new Map(
      await Promise.all(
        tables.map(async (name) => [name, Number(await database.read(`select count(*) from ${name}`))] as const),
      ),
    );
  const before = await counts();

  const browser = new Browser(app);
  const signIn = await browser.get(authorizeUrl(DEMO.cli, makeVerifier()));
  for (const email of ['ana@riverside.example', 'nobody@riverside.example']) {
    await browser.submit(signIn, '/sign-in', { email, password: 'wrong-password-of-a-stranger' });
    const forgot = await new Browser(app).get('/password/forgot');
    await new Browser(app).submit(forgot, '/password/forgot', { email });
    const own = new Browser(app);
    await own.submit(await own.get('/password/forgot'), '/password/forgot', { email });
  }
  const registration = { client_name: 'A tool', redirect_uris: ['http://127.0.0.1/callback'] };
  const registered = await app.inject({ method: 'POST', url: '/api/oauth/register', payload: registration });
  t.equal(registered.statusCode, 201);
  const tokens = { grant_type: 'refresh_token', refresh_token: 'rt_1.x', client_id: registered.json().client_id };
  await postForm(app, '/api/oauth/token', tokens);
  await app.inject({ url: '/api/oauth/userinfo', headers: { authorization: 'Bearer at_1.unknown' } });
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const accept = 'application/json, text/event-stream';
  await app.inject({ method: 'POST', url: '/mcp', payload: call, headers: { accept } });
  await app.inject('/schools/riverside');

  const grown = [...(await counts())].filter(([name, count]) => count > (before.get(name) ?? 0)).map(([name]) => name);
  const known = new Set(GROWTH.flatMap(({ table }) => table ?? []));
  t.strictSame(
    grown.filter((name) => !known.has(name)),
    [],
    'nothing else grows',
  );
  for (const name of ['clients', 'authorization_requests', 'audit_events', 'throttles'])
    t.ok(grown.includes(name), name);
  // The e-mail may be sent while the tables are counted, which writes its link: it is then in neither count.
  let isWritten = false;
  await until(async () => {
    const now = await counts();
    isWritten = ['mail_links', 'outbox'].some((name) => (now.get(name) ?? 0) > (before.get(name) ?? 0));
    return isWritten;
  });
  t.ok(isWritten, 'an e-mail or its link');

  // E-mails are given up after 48 hours.
  clock.advance(3 * DAY);
  await app.outbox.sendDue();
  for (const days of [40, 401]) {
    clock.advance(days * DAY);
    await app.audit.chains.seal(clock.now);
    while ((await app.retention.batch(() => clock.now)).isBusy);
  }
  const after = await counts();
  const left = grown.filter((name) => (after.get(name) ?? 0) > (before.get(name) ?? 0));
  t.strictSame(left, []);
});

t.test(
  'a network that registers more clients than are kept loses the oldest of them, and shuts out no other [F32]',
  async (t) => {
    const env = { REGISTRATION_MAX_UNUSED: '100', RATE_LIMITS: 'off' };
    const { app, clock, logs } = await testApp(t, { env, housekeeping: false });
    const register = async (remoteAddress: string): Promise<TestClient> => {
      clock.advance(1);
      const payload = { client_name: 'A tool', redirect_uris: [LOOPBACK] };
      const response = await app.inject({ method: 'POST', url: '/api/oauth/register', remoteAddress, payload });
      return { id: response.json().client_id, redirectUri: LOOPBACK, secret: undefined };
    };
    const statusOf = async (client: TestClient): Promise<number> =>
      (await new Browser(app).get(authorizeUrl(client, makeVerifier(), { scope: 'openid' }))).status;

    const early = await register('198.51.100.1');
    const first = await register('2001:db8::1');
    for (let count = 1; count < 110; count += 1) await register(`2001:db8:0:${count.toString(16)}::1`);
    const last = await register('2001:db8::1');
    const late = await register('198.51.100.2');
    t.strictSame([await statusOf(early), await statusOf(late), await statusOf(last)], [200, 200, 200]);
    t.equal(await statusOf(first), 400);
    const refused = await postForm(app, '/api/oauth/token', { grant_type: 'refresh_token', client_id: first.id });
    t.match(refused.json(), { error: 'invalid_client', error_description: 'unknown client_id' });
    t.match(logs.join(''), /never used made room for others/);
    t.ok((await obtainTokens(app, early, { scope: 'openid' })).access_token);
  },
);

t.test('the counters of a process forget the oldest key beyond 50,000, and count the others on', async (t) => {
  const { app } = await testApp(t, { seed: false, env: { RATE_LIMITS: 'on' } });
  const limit = app.volumeLimit(1, 60_000);
  const isFree = (key: string): boolean => {
    try {
      limit.take(key);
      return true;
    } catch {
      return false;
    }
  };
  t.strictSame([isFree('oldest'), isFree('oldest')], [true, false]);
  for (let key = 0; key < 49_999; key += 1) limit.take(`key-${key}`);
  t.equal(isFree('oldest'), false, 'all of them have room');
  limit.take('one more');
  t.strictSame([isFree('oldest'), isFree('key-49998')], [true, false]);
});
