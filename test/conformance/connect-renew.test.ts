// slow
/** Connecting from another computer, and renewing without a person: `connect --paste` and `connect renew`. */
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { connect } from '../../scripts/commands/connect/flow.ts';
import { readGrant, withLock, writeGrant, writeSecret } from '../../scripts/commands/connect/grant-file.ts';
import { parseArguments } from '../../scripts/commands/connect/options.ts';
import { renew } from '../../scripts/commands/connect/renew.ts';
import { temporaryFolder, testApp } from '../support/app.ts';
import { documentFor, documentHost } from '../support/document-host.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { freePort, run, startServer } from '../support/live-server.ts';
import { COMMAND } from '../support/programs.ts';

const ANA = { email: 'ana@riverside.example' };
const DAY = 86_400_000;
const { origin } = await startServer(t);

/** The whole flow by an address that a person pasted. @returns the file with the grant */
async function connectByPasting(
  t: Test,
  about: (address: string) => string[] = (address) => [address],
  server = origin,
) {
  const file = join(temporaryFolder(t), 'grant.json');
  const address = Promise.withResolvers<string>();
  const lines: string[] = [];
  async function* pasted() {
    yield* about(await address.promise);
  }
  const result = await connect({
    server,
    clientId: 'c_demo_cli',
    keep: true,
    saveGrantTo: file,
    timeoutMs: 10_000,
    print: (line) => lines.push(line),
    pasted: pasted(),
    // The browser is on another computer: nothing comes to the listener.
    openAuthorizationUrl: async (url) => address.resolve(String(await new HttpBrowser(server).authorize(url, ANA))),
  });
  return { file, result, lines };
}

t.test('connect takes the address of the callback that a person pastes [RFC 8252 §7.3]', async (t) => {
  const { file, result, lines } = await connectByPasting(t, (address) => [
    '',
    'https://evil.example/?code=x',
    `${address} `,
  ]);
  t.equal(result.sub, 'usr_demo_ana');
  t.match(lines.join('\n'), 'that is not the address: it begins with http://127.0.0.1:');
  t.equal(statSync(file).mode & 0o777, 0o600);
  t.notMatch(lines.join('\n'), readGrant(file).refresh_token);
});

t.test('connect refuses a pasted address of another attempt [RFC 6749 §10.12]', async (t) => {
  const bent = (address: string): string[] => [address.replace(/state=[^&]*/, 'state=another')];
  await t.rejects(connectByPasting(t, bent), /state/);
});

const renewing = (t: Test, file: string, ...more: string[]) =>
  run(t, [COMMAND, 'connect', 'renew', '--print', ...more, file], {}).ended;

t.test('eight processes that renew the same file at once get one new token, and nobody is signed out', async (t) => {
  const { file } = await connectByPasting(t);
  const before = readGrant(file);
  const [fresh] = await Promise.all([renewing(t, file)]);
  t.equal(fresh.stdout.trim(), before.access_token, 'nothing is renewed that lasts long enough');
  writeGrant(file, { ...before, expires_at: 0 });
  // A process that was killed has left its lock.
  writeFileSync(`${file}.lock`, '1 left\n');
  utimesSync(`${file}.lock`, 0, 0);
  const all = await Promise.all(Array.from({ length: 8 }, () => renewing(t, file)));
  const after = readGrant(file);
  t.not(after.access_token, before.access_token);
  t.strictSame(
    all.map(({ code, stdout }) => [code, stdout.trim()]),
    all.map(() => [0, after.access_token]),
  );
  t.equal(statSync(file).mode & 0o777, 0o600);
  t.strictSame(readdirSync(join(file, '..')), ['grant.json'], 'no lock and no half of a file');
});

t.test('a process that took too long leaves the lock of the next one alone', async (t) => {
  const file = join(temporaryFolder(t), 'grant.json');
  const lock = `${file}.lock`;
  await withLock(file, async () => {
    const own = readFileSync(lock, 'utf8');
    utimesSync(lock, 0, 0);
    await withLock(file, async () => t.not(readFileSync(lock, 'utf8'), own, 'it seemed to be left behind'));
    t.notOk(existsSync(lock), 'and the next one removes its own');
    writeFileSync(lock, 'of a third\n');
  });
  t.equal(readFileSync(lock, 'utf8'), 'of a third\n');
  t.strictSame(readdirSync(join(file, '..')), ['grant.json.lock'], 'nothing else is left');
});

t.test('what connect saves is for its owner alone, whatever the file was before', async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'token');
  writeFileSync(file, 'former', { mode: 0o644 });
  writeSecret(file, 'secret');
  t.equal(statSync(file).mode & 0o777, 0o600);
  t.equal(readFileSync(file, 'utf8'), 'secret');
  const link = join(folder, 'link');
  symlinkSync(file, link);
  const openAuthorizationUrl = async (): Promise<void> => void t.fail('nobody is asked');
  for (const place of [{ saveTo: link }, { saveGrantTo: link }])
    await t.rejects(connect({ server: origin, ...place, print: () => {}, openAuthorizationUrl }), /no regular file/);
  t.equal(readFileSync(file, 'utf8'), 'secret');
});

t.test('connect takes the secret of a client from a file', async (t) => {
  const file = join(temporaryFolder(t), 'secret');
  writeFileSync(file, 'cs_1\n');
  const read = (...more: string[]) => parseArguments(['--client-id', 'c_1', ...more]);
  t.match(read('--client-secret-file', file), { kind: 'run', options: { clientSecret: 'cs_1' } });
  t.match(read('--client-secret-file', `${file}.missing`), {
    kind: 'mistake',
    message: /^--client-secret-file: ENOENT/,
  });
  const both = read('--client-secret-file', file, '--client-secret', 'cs_2');
  t.match(both, { kind: 'mistake', message: /exclude each other/ });
});

t.test('renew says that a person has to connect again when the connection has ended', async (t) => {
  const { file } = await connectByPasting(t);
  const grant = readGrant(file);
  const { client_id, refresh_token: token } = grant;
  await fetch(`${origin}/api/oauth/revoke`, { method: 'POST', body: new URLSearchParams({ client_id, token }) });
  const content = readFileSync(file, 'utf8');
  const { code, stderr } = await renewing(t, file, '--margin', '9999');
  t.equal(code, 1);
  t.match(stderr, /^connect: The connection to http.* has ended \(invalid_grant\): a person has to run/);
  t.equal(readFileSync(file, 'utf8'), content);
  t.match((await renewing(t, `${file}.missing`)).stderr, /make the file with "connect --save-grant"/);
});

t.test('renew says what to do about a client that has been deleted', async (t) => {
  const { file } = await connectByPasting(t);
  writeGrant(file, { ...readGrant(file), client_id: 'c_gone', expires_at: 0 });
  const { code, stderr } = await renewing(t, file);
  t.equal(code, 1);
  t.match(
    stderr,
    /^connect: http.* refused to renew the access: invalid_client, .*The client c_gone has been deleted, .*\n$/,
  );
  t.match(stderr, new RegExp(` See ${origin}/docs/errors.*invalid_client`));
  const unproven = { ...readGrant(file), client_id: 'c_demo_web_app', client_secret: 'cs_former' };
  writeGrant(file, unproven);
  t.match((await renewing(t, file)).stderr, 'The client_secret in the file is not the one of c_demo_web_app');
});

t.test('renew says who can enable a client that is disabled or blocked, and of which kind it is', async (t) => {
  const host = await documentHost(t);
  const url = 'https://app.example/client.json';
  host.serve(url, documentFor(url));
  const port = await freePort();
  const server = `http://127.0.0.1:${port}`;
  const env = { BASE_URL: server, CIMD_OPEN_REGISTRATION: 'on' };
  const { app } = await testApp(t, { network: host.network, env, now: Date.now() });
  await app.listen({ host: '127.0.0.1', port });
  const { file } = await connectByPasting(t, undefined, server);
  const grant = { ...readGrant(file), expires_at: 0 };
  writeGrant(file, grant);

  const siteId = 'site_demo_riverside';
  const by = { at: app.clock(), clientId: 'c_demo_cli', siteId, personId: 'usr_demo_ruth' };
  const [cli] = (await app.oauth.siteApplications.ofSite(siteId)).filter(({ id }) => id === by.clientId);
  t.ok(cli && (await app.oauth.siteApplications.disable(cli, { event: 'client_disabled', ...by })));
  const ofApplication = /Trying again does not help: an owner or administrator of the school can enable c_demo_cli/;
  await t.rejects(renew({ file, margin: 60 }), ofApplication);

  const found = await app.oauth.resolveClient(url);
  if (found?.origin !== 'metadata_document') throw new Error('no such client');
  writeGrant(file, { ...grant, client_id: url });
  await t.rejects(renew({ file, margin: 60 }), /still serves its document/, 'it has no grant here');
  await app.oauth.metadataClients.block(found, { at: app.clock() });
  const ofUrl = `the platform's administrators can allow ${url} again (App reviews, or schoolgate clients). Then a person has to run`;
  const refused = await renew({ file, margin: 60 }).catch(String);
  t.match(refused, ofUrl);
  t.notMatch(refused, 'owner');
});

t.test('renew waits as long as a busy server asks for, and tries again', async (t) => {
  const { file } = await connectByPasting(t);
  let asked = 0;
  const busy = createServer(async (request, response) => {
    asked += 1;
    if (asked < 3) return response.writeHead(503, { 'retry-after': '1' }).end();
    const body = Buffer.concat(await request.toArray());
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(`${origin}/api/oauth/token`, { method: 'POST', headers, body });
    return response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  const port = await freePort();
  await new Promise<void>((resolve) => busy.listen(port, '127.0.0.1', resolve));
  t.teardown(() => busy.close());
  writeGrant(file, { ...readGrant(file), token_endpoint: `http://127.0.0.1:${port}/`, expires_at: 0 });
  const began = performance.now();
  t.ok((await renew({ file, margin: 60 })).expires_at > 0);
  t.equal(asked, 3);
  t.ok(performance.now() - began >= 1900, 'two pauses of a second');
});

t.test('one consent lasts for 90 days of renewing twice a day, and not a day longer', async (t) => {
  const port = await freePort();
  const server = `http://127.0.0.1:${port}`;
  const { app, clock } = await testApp(t, { env: { BASE_URL: server }, now: Date.now() });
  await app.listen({ host: '127.0.0.1', port });
  const { file } = await connectByPasting(t, undefined, server);
  const seen = new Set<string>();
  for (let half = 0; half < 179; half += 1) {
    clock.advance(DAY / 2);
    seen.add((await renew({ file, margin: 100_000 })).access_token);
  }
  t.equal(seen.size, 179);
  clock.advance(DAY);
  await t.rejects(renew({ file, margin: 100_000 }), /has ended \(invalid_grant\)/);
});
