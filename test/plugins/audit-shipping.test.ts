import { readFileSync, renameSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import t from 'tap';
import { loadConfig } from '../../plugins/settings/config.ts';
import { type TestApp, temporaryFolder, testApp } from '../support/app.ts';
import { databaseFile } from '../support/database-edit.ts';
import { TestCa } from '../support/test-ca.ts';

const DAY = 86_400_000;
const linesOf = (lines: string) =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

async function record({ app, clock }: TestApp, ...targets: string[]): Promise<void> {
  for (const target of targets) await app.audit.record({ event: 'key_rotated', at: clock.now, target });
  while (await app.audit.chains.seal(clock.now + DAY));
}

t.test('sealed events are appended to a file, none is lost in a restart or a rotation [E-49]', async (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'audit.jsonl');
  const database = databaseFile(t);
  const options = { databaseUrl: database.url, env: { AUDIT_LOG: `file:${path}` }, housekeeping: false };
  const first = await testApp(t, options);
  await record(first, 'a', 'b');
  t.equal(await first.app.shipAuditLog(), true);
  t.equal(await first.app.shipAuditLog(), true);
  const before = linesOf(readFileSync(path, 'utf8')).filter(({ site_id: site }) => site === null);
  t.match(before.slice(-2), [{ target: 'a' }, { target: 'b', hash: /^[0-9a-f]{64}$/ }]);
  t.strictSame(
    before.map(({ sequence }) => sequence),
    before.map((_, n) => n + 1),
    'each once, in order',
  );
  await record(first, 'c');
  const second = await testApp(t, { ...options, dataDir: first.app.config.dataDir });
  renameSync(path, `${path}.1`);
  t.equal(await second.app.shipAuditLog(), true);
  t.throws(() => readFileSync(path), 'the other node has the lease');
  second.clock.advance(31_000);
  t.equal(await second.app.shipAuditLog(), true);
  t.match(linesOf(readFileSync(path, 'utf8')), [{ target: 'c' }]);

  await second.app.close();
  await record(first, 'd');
  t.equal(await first.app.shipAuditLog(), true);
  t.match(
    linesOf(readFileSync(path, 'utf8')),
    [{ target: 'c' }, { target: 'd' }],
    'a node that stops releases the lease',
  );
});

t.test('events wait for a socket that is unavailable, and are sent again if it closes early [E-49]', async (t) => {
  const path = join(temporaryFolder(t), 'audit.sock');
  const made = await testApp(t, { env: { AUDIT_LOG: `unix:${path}` }, housekeeping: false });
  await record(made, 'a');
  t.equal(await made.app.shipAuditLog(), false, 'nobody listens');
  t.match(made.logs.join(''), 'the audit log cannot be written to AUDIT_LOG');
  let received: Promise<string>[] = [];
  const listen = (isRude: boolean) =>
    new Promise<ReturnType<typeof createServer>>((resolve) => {
      rmSync(path, { force: true });
      const server = createServer((socket) => {
        if (isRude) socket.destroy();
        else received.push(text(socket));
      });
      server.listen(path, () => resolve(server));
    });
  const rude = await listen(true);
  t.equal(await made.app.shipAuditLog(), false);
  await new Promise((resolve) => rude.close(resolve));
  const polite = await listen(false);
  t.teardown(() => polite.close());
  t.equal(await made.app.shipAuditLog(), true);
  const sent = linesOf((await Promise.all(received)).join(''));
  t.match(sent.filter(({ site_id: site }) => site === null).at(-1), { target: 'a' });
  received = [];
  t.equal(await made.app.shipAuditLog(), true);
  t.strictSame(received, [], 'nothing twice');
});

t.test('events go by TLS only to a receiver with a valid certificate of its host [E-49]', async (t) => {
  const ca = await TestCa.make();
  ca.trust();
  const certificates = {
    'of its own making': await TestCa.selfSigned('localhost'),
    'of an unknown authority': await (await TestCa.make()).contextFor('localhost'),
    'of another host': await ca.contextFor('log.example'),
    'that is valid': await ca.contextFor('localhost'),
  };
  for (const [what, secureContext] of Object.entries(certificates)) {
    const received: Promise<string>[] = [];
    const server = createServer((socket) => {
      const secure = new TLSSocket(socket, { isServer: true, secureContext }).on('error', () => undefined);
      received.push(text(secure).catch(() => ''));
    });
    t.teardown(() => server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const made = await testApp(t, { env: { AUDIT_LOG: `tls://localhost:${port}` }, housekeeping: false });
    await record(made, 'a');
    const isValid = what === 'that is valid';
    t.equal(await made.app.shipAuditLog(), isValid, what);
    t.equal((await Promise.all(received)).join('') !== '', isValid, what);
  }
});

t.test('a receiver that breaks TLS and resets the connection does not end the server [E-49]', async (t) => {
  const ca = await TestCa.make();
  ca.trust();
  const secureContext = await ca.contextFor('localhost');
  const broken: Promise<void>[] = [];
  const server = createServer((socket) => {
    const secure = new TLSSocket(socket, { isServer: true, secureContext });
    secure.on('error', () => undefined);
    const isOver = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    // What follows the handshake is no TLS, and then there is nobody any more.
    secure.once('secure', () => {
      socket.write(Buffer.alloc(3000, 1), () => setTimeout(() => socket.resetAndDestroy(), 50));
    });
    broken.push(isOver);
  });
  t.teardown(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const made = await testApp(t, { env: { AUDIT_LOG: `tls://localhost:${port}` }, housekeeping: false });
  await record(made, 'a');
  t.equal(await made.app.shipAuditLog(), false);
  t.equal(await made.app.shipAuditLog(), false, 'it is tried again');
  await Promise.all(broken);
  t.equal((await made.app.inject('/healthz')).statusCode, 200);
});

t.test(
  'a receiver that takes the connection and closes it has received nothing, and gets the events again [E-49]',
  async (t) => {
    const ca = await TestCa.make();
    ca.trust();
    const secureContext = await ca.contextFor('localhost');
    for (const scheme of ['tcp', 'tls']) {
      const received: Promise<string>[] = [];
      let meet: (socket: Socket) => unknown;
      const server = createServer((socket) => {
        if (scheme === 'tcp') return meet(socket);
        const secure = new TLSSocket(socket, { isServer: true, secureContext });
        secure.once('secure', () => meet(secure));
      });
      t.teardown(() => server.close());
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const made = await testApp(t, { env: { AUDIT_LOG: `${scheme}://localhost:${port}` }, housekeeping: false });
      await record(made, 'a');
      for (const leave of [
        (socket: Socket) => socket.end(),
        (socket: Socket) => socket.resume().end(),
        (socket: Socket) => setTimeout(() => socket.end(), 5),
        (socket: Socket) => socket.destroy(),
      ]) {
        meet = (socket) => leave(socket.on('error', () => undefined));
        t.equal(await made.app.shipAuditLog(), false, `${scheme}: ${leave}`);
      }
      meet = (socket) => received.push(text(socket));
      t.equal(await made.app.shipAuditLog(), true);
      t.match(
        // The server may know that it was heard before this reader has read to the end.
        linesOf((await Promise.all(received)).join(''))
          .filter(({ site_id: site }) => site === null)
          .at(-1),
        { target: 'a' },
        scheme,
      );
    }
  },
);

t.test('AUDIT_LOG is a file, a socket or an address', (t) => {
  const read = (AUDIT_LOG: string) => loadConfig({ AUDIT_LOG, DATA_DIR: temporaryFolder(t) }).auditLog;
  t.strictSame(read('file:/var/log/audit'), { kind: 'file', path: '/var/log/audit' });
  t.strictSame(read('unix:/run/x.sock'), { kind: 'socket', path: '/run/x.sock' });
  t.strictSame(read('tcp://[::1]:5170'), { kind: 'socket', host: '::1', port: 5170, secure: false });
  t.strictSame(read('tls://log.example:6514'), { kind: 'socket', host: 'log.example', port: 6514, secure: true });
  for (const wrong of ['audit.log', 'file:audit.log', 'tcp://host', 'tcp://host:70000', 'https://host:1']) {
    t.throws(() => read(wrong), /AUDIT_LOG must be file:\/path/, wrong);
  }
  t.end();
});
