/** What hosts of documents may do to whoever fetches from them: falsely, slowly, endlessly. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import {
  type Answer,
  ask,
  documentFor,
  hostileInternet,
  isTaken,
  JSON_TYPE,
  PUBLIC_ADDRESS,
  refusalOf,
  served,
  testCa,
  UNUSABLE,
} from '../support/document-host.ts';
import { TestCa } from '../support/test-ca.ts';

const HOST = 'host.example';
const CLIENT = `https://${HOST}/client`;
const DOCUMENT = JSON.stringify(documentFor(CLIENT));
const HOUR = 3_600_000;
/** Longer than a refusal is remembered. */
const GUARD = 31_000;
const MANY_NAMES = Array.from({ length: 400 }, (_, n) => `${'n'.repeat(50)}${n}.example`);

/** Speaks to the socket itself, past the server's own idea of HTTP. */
const raw =
  (...chunks: (string | Buffer)[]): Answer =>
  ({ socket }) => {
    for (const chunk of chunks) socket.write(chunk);
    socket.end();
  };

const redirectTo = (location: string): Record<string, string> => ({ ...JSON_TYPE, location });

const ANSWERS: Readonly<Record<string, [answer: Answer, reason: RegExp]>> = {
  ...Object.fromEntries(
    [301, 302, 303, 307, 308].flatMap((status): [string, [Answer, RegExp]][] => [
      [`${status} to itself`, [served(DOCUMENT, redirectTo(CLIENT), status), new RegExp(`status ${status}`)]],
      [`${status} to the cloud`, [served('', redirectTo('http://169.254.169.254/'), status), new RegExp(`${status}`)]],
    ]),
  ),
  ...Object.fromEntries(
    [201, 202, 203, 206, 300, 304, 400, 401, 404, 410, 429, 500, 503].map((status): [string, [Answer, RegExp]] => [
      `status ${status}`,
      [served(status === 304 ? '' : DOCUMENT, JSON_TYPE, status), new RegExp(`status ${status}`)],
    ]),
  ),
  'status 204': [served('', JSON_TYPE, 204), /status 204/],
  'status 101': [raw('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'), /./],
  'a body of 5,121 bytes': [served(DOCUMENT.padEnd(5121)), /longer than 5120/],
  'a body of 1 MB': [served(DOCUMENT.padEnd(1_000_000)), /longer than 5120/],
  'no body': [served(''), /not JSON/],
  'less body than announced': [served(DOCUMENT, { ...JSON_TYPE, 'content-length': '4000' }), /./],
  'no HTTP': [raw('SSH-2.0-OpenSSH_9.9\r\n'), /./],
  'an empty answer': [raw(), /./],
  'a chunk that is none': [
    raw('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
    /./,
  ],
  'two lengths': [
    raw(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}\r\n`),
    /./,
  ],
  gzip: [served(gzipSync(DOCUMENT), { ...JSON_TYPE, 'content-encoding': 'gzip' }), /content encoding/],
  'an encoding that is none': [served(DOCUMENT, { ...JSON_TYPE, 'content-encoding': 'identity' }), /content encoding/],
  '200 encodings': [
    served(DOCUMENT, { ...JSON_TYPE, 'content-encoding': Array.from({ length: 200 }, () => 'gzip') }),
    /content encoding/,
  ],
  '300 headers of 100 bytes': [
    served(DOCUMENT, {
      ...JSON_TYPE,
      ...Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`x-${n}`, 'y'.repeat(90)])),
    }),
    /header/i,
  ],
  'one header of 100 kB': [served(DOCUMENT, { ...JSON_TYPE, 'x-large': 'y'.repeat(100_000) }), /header/i],
  'text/html': [served(DOCUMENT, { 'content-type': 'text/html' }), /content type/],
  'text/plain': [served(DOCUMENT, { 'content-type': 'text/plain' }), /content type/],
  'no content type': [served(DOCUMENT, {}), /content type/],
  'two content types': [served(DOCUMENT, { 'content-type': 'application/json, text/html' }), /content type/],
  'a type that only begins like JSON': [served(DOCUMENT, { 'content-type': 'application/jsonp' }), /content type/],
  'JSON as a parameter': [served(DOCUMENT, { 'content-type': 'text/html; x=application/json' }), /content type/],
  'a byte order mark': [served(`\ufeff${DOCUMENT}`), /not JSON/],
  'UTF-16': [served(Buffer.from(DOCUMENT, 'utf16le')), /not JSON|not UTF-8/],
  'broken UTF-8': [
    served(Buffer.concat([Buffer.from(DOCUMENT.slice(0, -1)), Buffer.from(',"x":"\xff"}', 'latin1')])),
    /UTF-8/,
  ],
  'a page': [served('<!doctype html><title>Hello</title>'), /not JSON/],
  'two documents': [served(DOCUMENT + DOCUMENT), /not JSON/],
  'brackets to the limit': [served('['.repeat(5120)), /not JSON/],
  'depth to the limit': [served('['.repeat(2560) + ']'.repeat(2560)), /document/],
  'objects to the limit': [served(`${'{"a":'.repeat(850)}1${'}'.repeat(850)}`), /client_id/],
  ...Object.fromEntries(
    ['null', '1', '"x"', 'true', '[]', '{}', '[{}]'].map((body): [string, [Answer, RegExp]] => [
      `just ${body}`,
      [served(body), /./],
    ]),
  ),
};

t.test(
  'F14: whatever a host answers instead of a document, outside there is one text, and the log knows better',
  async (t) => {
    const { app, clock, host, logs, reason } = await hostileInternet(t);
    const bodies = new Set<string>();
    const cases = Object.entries(ANSWERS);
    for (const [title, [answer, expected]] of cases) {
      host.answer(CLIENT, answer);
      bodies.add(await refusalOf(t, app, CLIENT, title));
      t.ok(reason().startsWith(`${CLIENT}: `), 'which document');
      t.match(reason(), expected, `${title}: ${reason()}`);
      clock.advance(GUARD);
    }
    t.equal(bodies.size, 1, 'the answers do not differ in a byte');
    t.equal(host.requests.length, cases.length, 'each was fetched once: nothing followed, nothing tried again');
    t.same([...new Set(host.requests)], [CLIENT]);
    t.equal(host.dialled.length, cases.length);
    t.ok(
      logs.every((line) => line.length < 4096),
      'what a host says does not fill the log',
    );
    host.answer(CLIENT, served(DOCUMENT));
    t.ok(isTaken(await ask(app, CLIENT)), 'and the right one is taken');
  },
);

t.test('CIMD §5: the fetch is a plain GET that says nothing about who is asking', async (t) => {
  const { app, host } = await hostileInternet(t);
  let seen: Record<string, unknown> = {};
  host.answer(CLIENT, (request, response) => {
    seen = { method: request.method, ...request.headers };
    served(DOCUMENT)(request, response);
  });
  await app.inject({
    method: 'GET',
    url: `/oauth/authorize?client_id=${encodeURIComponent(CLIENT)}&redirect_uri=x`,
    headers: { cookie: 'sid=secret', authorization: 'Bearer secret', referer: 'https://secret.example/' },
  });
  t.same(seen, {
    method: 'GET',
    host: HOST,
    accept: 'application/json',
    'user-agent': 'Schoolgate',
    connection: 'close',
  });
});

t.test('CIMD §5, F14: TLS that does not prove the name is no document', async (t) => {
  const { app, host, logs } = await hostileInternet(t);
  const stranger = await TestCa.make();
  const past = { notBefore: new Date(Date.now() - 48 * HOUR), notAfter: new Date(Date.now() - 24 * HOUR) };
  const future = { notBefore: new Date(Date.now() + 24 * HOUR), notAfter: new Date(Date.now() + 48 * HOUR) };
  host.present('itself.example', TestCa.selfSigned('itself.example'));
  host.present('unknown.example', stranger.contextFor('unknown.example'));
  host.present('expired.example', testCa.contextFor('expired.example', past));
  host.present('early.example', testCa.contextFor('early.example', future));
  host.present('wrong.example', testCa.contextFor('right.example'));
  host.present('parent.example', testCa.contextFor('sub.parent.example'));
  host.present('address.example', testCa.contextFor(PUBLIC_ADDRESS));
  host.present('many.example', testCa.contextForAll(MANY_NAMES));
  const bodies = new Set<string>();
  for (const name of ['itself', 'unknown', 'expired', 'early', 'wrong', 'parent', 'address', 'many']) {
    const url = `https://${name}.example/client`;
    host.serve(url, documentFor(url));
    bodies.add(await refusalOf(t, app, url, name));
  }
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  t.teardown(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);
  host.serve('https://itself.example/again', documentFor('https://itself.example/again'));
  bodies.add(await refusalOf(t, app, 'https://itself.example/again', 'whatever the environment says'));
  t.equal(bodies.size, 1);
  for (const why of [/self.signed/, /signature failure/, /expired/, /not yet valid/, /DNS:right.example/]) {
    t.match(logs.join(''), why, 'the operator reads why');
  }
  t.ok(
    logs.every((line) => line.length < 1024),
    'briefly',
  );
  t.same(host.requests, [], 'and no request was sent');
});

t.test('F14: a host that takes its time gets five seconds in all, three of them to connect', async (t) => {
  const { app, host, logs } = await hostileInternet(t);
  const silent = createServer((socket) => socket.on('error', () => {}));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const sockets = new Set<Socket>();
  silent.on('connection', (socket) => sockets.add(socket));
  t.teardown(() => {
    silent.close();
    for (const socket of sockets) socket.destroy();
  });

  const drip = async (response: ServerResponse, bytes: Iterable<string>, everyMs: number): Promise<void> => {
    for (const byte of bytes) {
      if (response.socket === null || response.socket.destroyed) return;
      response.socket.write(byte);
      await sleep(everyMs);
    }
  };
  const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
  function* endlessly(text: string): Generator<string> {
    for (;;) yield text;
  }
  const slow: Readonly<Record<string, (url: string, name: string) => void>> = {
    'no-connection': (_url, name) => at(name, '93.184.215.50', () => new Socket()),
    'no-tls': (_url, name) => at(name, '93.184.215.51', () => connect(port, '127.0.0.1')),
    'no-name': (_url, name) => host.resolveTo(name, () => new Promise(() => {})),
    'late-name': (_url, name) => {
      host.dialTo('93.184.215.52', () => new Socket());
      host.resolveTo(name, () => sleep(4000, ['93.184.215.52']));
    },
    'no-head': (url) => host.answer(url, () => {}),
    'slow-head': (url) =>
      host.answer(url, (_request, response) => void drip(response, `${head}x: ${'y'.repeat(60)}`, 100)),
    'no-body': (url) => host.answer(url, (_request, response) => response.writeHead(200, JSON_TYPE).flushHeaders()),
    'slow-body': (url) =>
      host.answer(url, (_request, response) => {
        void drip(response, [`${head}content-length: 5000\r\n\r\n`, ...endless(20)], 1000);
      }),
    'hints-for-ever': (url) =>
      host.answer(
        url,
        (_request, response) => void drip(response, endlessly('HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n'), 5),
      ),
    'extensions-for-ever': (url) =>
      host.answer(url, (_request, response) => {
        void drip(response, [`${head}transfer-encoding: chunked\r\n\r\n1;`, ...endless(1000)], 10);
      }),
    'trailers-for-ever': (url) =>
      host.answer(url, (_request, response) => {
        const lines = Array.from({ length: 1000 }, (_, n) => `x-${n}: y\r\n`);
        void drip(response, [`${head}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n`, ...lines], 10);
      }),
  };
  function at(name: string, address: string, dial: () => Socket): void {
    host.resolveTo(name, [address]);
    host.dialTo(address, dial);
  }
  const took = await Promise.all(
    Object.entries(slow).map(async ([name, arrange]) => {
      const url = `https://${name}.example/client`;
      arrange(url, `${name}.example`);
      const start = performance.now();
      const response = await ask(app, url);
      t.equal(response.json().error_description, UNUSABLE, name);
      return [name, performance.now() - start] as const;
    }),
  );
  for (const [name, ms] of took) {
    const limit = ['no-connection', 'no-tls'].includes(name) ? 3000 : 5000;
    // A loaded machine comes to its timers late; without them nothing would ever end.
    t.ok(ms < limit + 4000, `${name}: ${Math.round(ms)} ms`);
  }
  t.ok(
    took.filter(([, ms]) => ms > 2500).length >= 8,
    'and they do wait: what is cut at once is cut for another reason',
  );
  const open = (): number => host.connections.filter((socket) => !socket.destroyed).length;
  for (let tries = 0; tries < 100 && open() > 0; tries += 1) await sleep(100);
  t.equal(open(), 0, 'no connection is left open');
  t.match(logs.join(''), 'no connection within 3000 ms');
  t.match(logs.join(''), 'no answer within 5000 ms');
});

function endless(count: number): string[] {
  return Array.from({ length: count }, () => 'x');
}

t.test('CIMD §8.7, F14: an endless body is cut short', async (t) => {
  const { app, host, reason } = await hostileInternet(t);
  let sent = 0;
  host.answer(CLIENT, async (_request, response) => {
    response.writeHead(200, JSON_TYPE).on('error', () => {});
    while (!response.destroyed) {
      sent += 16_384;
      if (!response.write(' '.repeat(16_384))) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    }
  });
  const start = performance.now();
  await refusalOf(t, app, CLIENT, 'endless');
  t.match(reason(), /longer than 5120/);
  t.ok(performance.now() - start < 4500, 'before its time is up');
  await sleep(100);
  const before = sent;
  await sleep(100);
  t.equal(sent, before, 'the host cannot go on');
  t.ok(sent < 4 * 1024 * 1024, `${sent} bytes, most of them never read`);
  t.ok(host.connections.every((socket) => socket.destroyed));
});
