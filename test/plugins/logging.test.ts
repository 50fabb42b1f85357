// slow
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { adminApp } from '../support/admin.ts';
import { PASSWORD, SECRET, temporaryFolder, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { hostileInternet, keep } from '../support/document-host.ts';
import {
  authorizeUrl,
  CALLBACK,
  DEMO,
  exchange,
  introspect,
  makeVerifier,
  obtainTokens,
  postForm,
  refresh,
  type Tokens,
  userinfo,
  walkThrough,
} from '../support/oauth-client.ts';
import { signedIn } from '../support/signed-in.ts';
import { announce, picture, put } from '../support/uploads.ts';

t.test('no password, code, token or client secret reaches the log or the database [RFC 9700 §4.2, F17]', async (t) => {
  const folder = temporaryFolder(t);
  const { app, logs } = await testApp(t, {
    env: { LOG_LEVEL: 'trace' },
    dataDir: folder,
    databaseUrl: `file:${join(folder, 'schoolgate.db')}`,
  });
  const canaries = new Map<string, string>([
    ['password', PASSWORD],
    ['wrong password', 'canary-wrong-password'],
    ['client secret', SECRET],
    ['state', 'canary-state-value'],
    ['nonce', 'canary-nonce-value'],
  ]);
  const client = DEMO.webApp;
  const browser = new Browser(app);
  const verifier = makeVerifier();
  canaries.set('verifier', verifier);
  const start = await browser.get(
    authorizeUrl(client, verifier, { state: 'canary-state-value', nonce: 'canary-nonce-value' }),
  );
  const refused = await browser.submit(start, '/sign-in', {
    email: 'ana@riverside.example',
    password: 'canary-wrong-password',
  });
  const page = await walkThrough(browser, refused);
  const code = page.leavesFor?.searchParams.get('code') ?? '';
  canaries.set('code', code);
  for (const [name, value] of browser.cookies) canaries.set(`cookie ${name}`, value);

  const authorization = { code, verifier, params: new URLSearchParams() };
  const first = (await exchange(app, client, authorization)).json<Tokens>();
  const second = (await refresh(app, client, first.refresh_token)).json<Tokens>();
  const third = (await refresh(app, client, first.refresh_token)).json<Tokens>();
  for (const tokens of [first, second, third]) {
    canaries.set(`access ${canaries.size}`, tokens.access_token);
    canaries.set(`refresh ${canaries.size}`, tokens.refresh_token);
    if (tokens.id_token !== undefined) canaries.set('id token', tokens.id_token);
  }
  await userinfo(app, second.access_token);
  await introspect(app, client, second.access_token);
  await postForm(app, '/api/oauth/revoke', {
    token: second.refresh_token,
    client_id: client.id,
    client_secret: client.secret,
  });
  await exchange(app, client, authorization);
  await postForm(app, '/api/oauth/token', {
    grant_type: 'refresh_token',
    client_id: client.id,
    client_secret: 'canary-wrong-client-secret',
    refresh_token: first.refresh_token,
  });
  canaries.set('wrong client secret', 'canary-wrong-client-secret');
  await app.inject(`/api/oauth/userinfo?access_token=${third.access_token}`);

  const log = logs.join('');
  t.ok(logs.length > 10, `${logs.length} lines`);
  const files = readdirSync(folder).filter((name) => name.startsWith('schoolgate.db'));
  t.ok(files.length > 0, files.join(', '));
  const database = Buffer.concat(files.map((name) => readFileSync(join(folder, name))));
  // The pending request keeps its own parameters: state and nonce are the client's, and no credentials.
  const mayBeStored = new Set(['state', 'nonce']);
  for (const [name, value] of canaries) {
    const secret = value.includes('.') && !name.includes('id token') ? (value.split('.')[1] ?? value) : value;
    t.ok(secret.length >= 10, name);
    t.notOk(log.includes(secret), `${name} in the log`);
    if (!mayBeStored.has(name)) t.notOk(database.includes(secret), `${name} in the database`);
  }

  t.test('every refusal is logged with its reason and request id, and no path with its query [W46]', async (t) => {
    const entries = logs.map((line) => JSON.parse(line) as Record<string, unknown>);
    const reasons = new Set(entries.map(({ reason }) => reason));
    for (const reason of ['code_replayed', 'client_secret_wrong', 'token_missing']) t.ok(reasons.has(reason), reason);
    for (const entry of entries.filter(({ reason }) => reason !== undefined)) t.type(entry.reqId, 'string');
    const paths = entries.flatMap(({ req }) => (req === undefined ? [] : [(req as { path: string }).path]));
    t.ok(paths.length > 10);
    t.notOk(
      paths.some((path) => path.includes('?')),
      'paths without their query',
    );
  });
});

t.test('whatever is sent, every line of the log is one JSON object of bounded length [F18]', async (t) => {
  const { app, logs } = await testApp(t);
  const nasty = ['a\r\n{"level":60}', '\u001b[31mred', '\u2028\u2029', 'x'.repeat(6000)];
  for (const value of nasty) {
    await app.inject({
      url: `/oauth/authorize?client_id=${encodeURIComponent(value)}`,
      headers: { 'user-agent': value.replace(/[\r\n\u2028\u2029]/g, ' ') },
    });
    await postForm(app, '/api/oauth/token', { grant_type: value, client_id: value });
    await app.inject({
      method: 'POST',
      url: '/api/oauth/register',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ client_name: value, redirect_uris: [value] }),
    });
    await app.inject({ url: `/${encodeURIComponent(value)}` });
  }
  for (const line of logs) {
    t.ok(line.endsWith('\n'));
    t.notOk(['\n', '\r', '\u001b'].some((control) => line.slice(0, -1).includes(control)));
    t.type(JSON.parse(line), 'object');
    t.ok(line.length <= 16_384, `${line.length} characters`);
  }
});

t.test('a failing query is logged and answered without its values [A0.12, ASVS 16.5.1, F17]', async (t) => {
  const file = databaseFile(t);
  const databaseUrl = file.url;
  const { app, logs } = await testApp(t, { databaseUrl, env: { LOG_LEVEL: 'trace' } });
  const values = { state: 'canary-state-value', nonce: 'canary-nonce-value', login_hint: 'canary-hint-value' };
  const browser = new Browser(app);
  const page = await browser.get(authorizeUrl(DEMO.cli, makeVerifier(), values));
  await file.run('alter table people rename to people_gone');
  const failed = await browser.submit(page, '/sign-in', {
    email: 'canary@mail.example',
    password: 'canary-password',
  });
  t.equal(failed.status, 500);
  await file.run('alter table authorization_requests rename to requests_gone');
  t.equal((await new Browser(app).get(authorizeUrl(DEMO.cli, makeVerifier(), values))).status, 500);
  await file.run('alter table clients rename to clients_gone');
  const refused = await postForm(app, '/api/oauth/token', {
    grant_type: 'refresh_token',
    client_id: 'canary-client',
    client_secret: 'canary-secret',
    refresh_token: 'canary-token',
  });
  t.equal(refused.statusCode, 500);
  t.equal(refused.json().error, 'server_error');
  t.notMatch(
    refused.body + failed.body,
    /canary|SQL|relation|table|node_modules/i,
    'the answer discloses nothing internal',
  );
  const log = logs.join('');
  t.ok(log.split('"level":50').length > 3, 'each of them is in the log');
  t.notMatch(log, /canary/);
});

t.test('a proxy that the server was not told of is named in the log once', async (t) => {
  const forwarded = { method: 'GET', url: '/healthz', headers: { 'x-forwarded-for': '203.0.113.9' } } as const;
  const warnings = (logs: readonly string[]): number => logs.filter((line) => line.includes('TRUST_PROXY')).length;
  const { app, logs } = await testApp(t, { seed: false, env: { LOG_LEVEL: 'warn' } });
  await app.inject('/healthz');
  t.equal(warnings(logs), 0);
  await Promise.all([app.inject(forwarded), app.inject(forwarded)]);
  t.equal(warnings(logs), 1);
  const told = await testApp(t, { seed: false, env: { LOG_LEVEL: 'warn', TRUST_PROXY: '127.0.0.1' } });
  await told.app.inject(forwarded);
  t.equal(warnings(told.logs), 0);
  const env = {
    BASE_URL: 'https://id.example',
    MASTER_KEY: 'k'.repeat(43),
    LOG_LEVEL: 'warn',
    TRUST_PROXY: '10.1.1.1',
  };
  const other = await testApp(t, { seed: false, env });
  const refused = await other.app.inject({ url: '/sign-in', headers: { 'x-forwarded-proto': 'https' } });
  t.equal(refused.statusCode, 400);
  t.equal(warnings(other.logs), 1, 'also beside a proxy that it knows, and if the request is refused');
  await other.app.inject(forwarded);
  t.equal(warnings(other.logs), 1);
  t.match(other.logs.join(''), '"peer":"127.0.0.1"');
});

t.test('a refusal is logged with the address, the client and the person [W46]', async (t) => {
  const { app, logs } = await testApp(t);
  const linesOf = async (ask: () => Promise<unknown>) => {
    const before = logs.length;
    await ask();
    return logs
      .slice(before)
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'request refused' || msg === 'answered');
  };
  const both = async (ask: () => Promise<unknown>, caller: object, isRefused = true): Promise<void> => {
    const lines = await linesOf(ask);
    t.strictSame(
      lines.map(({ msg }) => msg),
      isRefused ? ['request refused', 'answered'] : ['answered'],
    );
    for (const { ip, client_id, claimed_client_id, person_id } of lines) {
      t.strictSame(
        { ip, client_id, claimed_client_id, person_id },
        {
          ip: '127.0.0.1',
          client_id: undefined,
          claimed_client_id: undefined,
          person_id: undefined,
          ...caller,
        },
      );
    }
  };
  const client = DEMO.webApp;
  const wrong = { grant_type: 'refresh_token', refresh_token: 'x', client_id: client.id, client_secret: 'guessed' };
  await both(() => postForm(app, '/api/oauth/token', wrong), { claimed_client_id: client.id });
  const right = { ...wrong, client_secret: SECRET };
  await both(() => postForm(app, '/api/oauth/token', right), { client_id: client.id });
  const unknown = { ...wrong, client_id: 'perhaps-a-secret' };
  await both(() => postForm(app, '/api/oauth/token', unknown), {});
  const { access_token: token } = await obtainTokens(app, client);
  await both(() => userinfo(app, token), { client_id: client.id, person_id: 'usr_demo_ana' }, false);
  const browser = await signedIn(app, 'ana@riverside.example');
  await both(() => browser.get('/account'), { person_id: 'usr_demo_ana' }, false);
});

const TRACE = { id: '4bf92f3577b34da6a3ce929d0e0e4736', parent: '00f067aa0ba902b7' };

t.test('a valid traceparent is in each line of the log, and a malformed one is ignored', async (t) => {
  const { app, logs } = await testApp(t, { seed: false });
  const linesFor = async (traceparent: string) => {
    const before = logs.length;
    await app.inject({ url: '/api/oauth/userinfo', headers: { traceparent } });
    return logs.slice(before).map((line) => JSON.parse(line));
  };
  const traced = await linesFor(`00-${TRACE.id}-${TRACE.parent}-01`);
  t.ok(traced.length >= 2, 'a refusal has two lines');
  for (const { trace_id, span_id } of traced) {
    t.equal(trace_id, TRACE.id);
    t.match(span_id, /^(?!00f067aa0ba902b7)[0-9a-f]{16}$/);
  }
  t.equal(new Set(traced.map(({ span_id }) => span_id)).size, 1);
  t.match(await linesFor(`01-${TRACE.id}-${TRACE.parent}-01-more`), [{ trace_id: TRACE.id }], 'of a later version');
  const malformed = [
    '',
    'x',
    `00-${TRACE.id}-${TRACE.parent}`,
    `00-${TRACE.id}-${TRACE.parent}-01-more`,
    `ff-${TRACE.id}-${TRACE.parent}-01`,
    `00-${TRACE.id.toUpperCase()}-${TRACE.parent}-01`,
    `00-${'0'.repeat(32)}-${TRACE.parent}-01`,
    `00-${TRACE.id}-${'0'.repeat(16)}-01`,
    `00-${TRACE.id}-${TRACE.parent}-01, 00-${TRACE.id}-${TRACE.parent}-01`,
  ];
  for (const value of malformed) {
    for (const line of await linesFor(value)) t.notOk('trace_id' in line || 'span_id' in line, value);
  }
});

t.test('a trace is passed on to the bucket of the files, and not to the hosts of documents', async (t) => {
  const seen: unknown[] = [];
  const bucket = createServer((request, response) => {
    seen.push(request.headers.traceparent);
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
  t.teardown(() => bucket.close().closeAllConnections());
  const { port } = bucket.address() as AddressInfo;
  const env = { STORAGE_URL: `http://key:secret@127.0.0.1:${port}/school-files` };
  await testApp(t, { seed: false });
  const { app: school, tokenOf } = await adminApp(t, { env });
  const { json } = await announce(school, await tokenOf('owner', ['storage:write']), picture('a file'));
  seen.splice(0);
  const headers = { traceparent: `00-${TRACE.id}-${TRACE.parent}-01` };
  await put(school, json.upload?.url, picture('a file'), headers);
  const ours = new RegExp(`^00-${TRACE.id}-(?!${TRACE.parent})[0-9a-f]{16}-01$`);
  t.ok(seen.length > 0);
  for (const value of seen) t.match(value, ours, 'also after a body was read');
  seen.splice(0);
  await put(school, json.upload?.url, picture('a file'));
  t.ok(seen.every((value) => value === undefined));

  const { app, host } = await hostileInternet(t);
  /** A client whose document has to be fetched again. */
  const id = 'https://one.example/client';
  const received: unknown[] = [];
  host.answer(id, (request, response) => {
    received.push(request.headers.traceparent);
    response.writeHead(500).end();
  });
  await keep(app, id);
  const url = authorizeUrl({ id, redirectUri: CALLBACK, secret: undefined }, makeVerifier());
  await app.inject({ url, headers });
  t.strictSame(received, [undefined]);
});

t.test('the id of a request is that of a trusted proxy, and of nobody else', async (t) => {
  const id = '0af7651916cd43dd8448eb211c80319c';
  const idOf = async (trust: string, given: string, remoteAddress = '127.0.0.1') => {
    const { app, logs } = apps.get(trust) ?? (await testApp(t, { seed: false, env: { TRUST_PROXY: trust } }));
    apps.set(trust, { app, logs });
    const { headers } = await app.inject({ url: '/healthz', remoteAddress, headers: { 'x-request-id': given } });
    t.equal(JSON.parse(logs.at(-1) ?? '').reqId, headers['x-request-id'], 'the log has the same');
    return headers['x-request-id'];
  };
  const apps = new Map<string, Pick<Awaited<ReturnType<typeof testApp>>, 'app' | 'logs'>>();
  t.equal(await idOf('127.0.0.1', id), id);
  t.equal(await idOf('127.0.0.1', id, '::ffff:127.0.0.1'), id);
  t.equal(await idOf('loopback,10.0.0.0/8', id, '10.200.0.1'), id);
  t.equal(await idOf('loopback,10.0.0.0/8', id, '::1'), id);
  t.not(await idOf('loopback,10.0.0.0/8', id, '203.0.113.9'), id);
  t.not(await idOf('none', id), id);
  for (const bad of ['short', 'x'.repeat(65), 'has space in it', '"quoted-id"', '<script>x', 'a,b-c-d-e-f'])
    t.not(await idOf('127.0.0.1', bad), bad);
});

t.test('LOG_ADDRESSES shortens addresses in the log, or leaves them out', async (t) => {
  const ipFor = async (LOG_ADDRESSES: string, remoteAddress: string) => {
    const { app, logs } = await testApp(t, { seed: false, env: { LOG_ADDRESSES } });
    await app.inject({ url: '/api/oauth/userinfo', remoteAddress });
    const ips = new Set(logs.map((line) => JSON.parse(line)).flatMap((line) => ('reqId' in line ? [line.ip] : [])));
    t.equal(ips.size, 1, 'all lines agree');
    return [...ips][0];
  };
  t.equal(await ipFor('full', '203.0.113.9'), '203.0.113.9');
  t.equal(await ipFor('truncated', '203.0.113.9'), '203.0.113.0/24');
  t.match(await ipFor('truncated', '2001:db8:1:2:3::4'), /^2001:db8:1.*\/48$/);
  t.equal(await ipFor('none', '203.0.113.9'), undefined);
});
