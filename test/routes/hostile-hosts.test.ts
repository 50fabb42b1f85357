// slow
/** What hosts of documents may do to whoever fetches from them: falsely, slowly, endlessly. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { times } from '../support/account.ts';
import {
  type Answer,
  ask,
  documentFor,
  hostileInternet,
  isBusy,
  isTaken,
  JSON_TYPE,
  keep,
  PUBLIC_ADDRESS,
  refusalOf,
  served,
  testCa,
  UNUSABLE,
} from '../support/document-host.ts';
import { TestCa } from '../support/test-ca.ts';
import { testTimer } from '../support/timer.ts';
import { until } from '../support/until.ts';

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
  'no body': [served(''), /not valid JSON/],
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
  'a byte order mark': [served(`\ufeff${DOCUMENT}`), /not valid JSON/],
  'UTF-16': [served(Buffer.from(DOCUMENT, 'utf16le')), /not valid JSON|not UTF-8/],
  'broken UTF-8': [
    served(Buffer.concat([Buffer.from(DOCUMENT.slice(0, -1)), Buffer.from(',"x":"\xff"}', 'latin1')])),
    /UTF-8/,
  ],
  'a page': [served('<!doctype html><title>Hello</title>'), /not valid JSON/],
  'two documents': [served(DOCUMENT + DOCUMENT), /not valid JSON/],
  'brackets to the limit': [served('['.repeat(5120)), /not valid JSON/],
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
  'any response other than a document is refused in the same way, and only the log contains the reason [F14]',
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

t.test('the fetch is a plain GET without any data of the authorization request [CIMD §5, W50]', async (t) => {
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

t.test('the server name sent in TLS is the host name of the URL, and never an IP address [RFC 6066 §3]', async (t) => {
  const hellos: Buffer[] = [];
  const listener = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (hello) => {
      hellos.push(hello);
      socket.destroy();
    });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  t.teardown(() => listener.close());
  const { port } = listener.address() as AddressInfo;
  const env = { CIMD_ALLOWED_HOSTS: `127.0.0.1:${port}`, CIMD_ALLOW_LOOPBACK: 'on' };
  const { app, host } = await hostileInternet(t, { env });
  for (const address of [PUBLIC_ADDRESS, '127.0.0.1']) host.dialTo(address, () => connect(port, '127.0.0.1'));

  await refusalOf(t, app, CLIENT, 'a name');
  t.equal(hellos.length, 1);
  t.ok(hellos[0]?.includes(HOST));
  await refusalOf(t, app, `https://127.0.0.1:${port}/client`, 'an address');
  t.equal(hellos.length, 2);
  t.notOk(hellos[1]?.includes('127.0.0.1'));
});

t.test('no request is sent to a host whose certificate does not match its name [CIMD §5, F14]', async (t) => {
  const { app, host, logs } = await hostileInternet(t);
  const stranger = await TestCa.make();
  const impostor = await TestCa.make(testCa.name);
  const past = { notBefore: new Date(Date.now() - 48 * HOUR), notAfter: new Date(Date.now() - 24 * HOUR) };
  const future = { notBefore: new Date(Date.now() + 24 * HOUR), notAfter: new Date(Date.now() + 48 * HOUR) };
  host.present('itself.example', TestCa.selfSigned('itself.example'));
  host.present('unknown.example', stranger.contextFor('unknown.example'));
  host.present('impostor.example', impostor.contextFor('impostor.example'));
  host.present('expired.example', testCa.contextFor('expired.example', past));
  host.present('early.example', testCa.contextFor('early.example', future));
  host.present('wrong.example', testCa.contextFor('right.example'));
  host.present('parent.example', testCa.contextFor('sub.parent.example'));
  host.present('address.example', testCa.contextFor(PUBLIC_ADDRESS));
  host.present('many.example', testCa.contextForAll(MANY_NAMES));
  const bodies = new Set<string>();
  for (const name of ['itself', 'unknown', 'impostor', 'expired', 'early', 'wrong', 'parent', 'address', 'many']) {
    const url = `https://${name}.example/client`;
    host.serve(url, documentFor(url));
    bodies.add(await refusalOf(t, app, url, name));
  }
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  t.teardown(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);
  host.serve('https://itself.example/again', documentFor('https://itself.example/again'));
  bodies.add(await refusalOf(t, app, 'https://itself.example/again', 'whatever the environment says'));
  t.equal(bodies.size, 1);
  const unverified = /unable to (?:verify|get)/;
  for (const why of [/self.signed/, unverified, /signature failure/, /expired/, /not yet valid/, /DNS:right.example/]) {
    t.match(logs.join(''), why, 'the operator reads why');
  }
  t.ok(
    logs.every((line) => line.length < 1024),
    'briefly',
  );
  t.same(host.requests, [], 'and no request was sent');
});

t.test('a slow host is cut off after three seconds to connect or five seconds in all [F14]', async (t) => {
  const time = testTimer();
  const { app, host, logs } = await hostileInternet(t, { timer: time.timer });
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

  const lateName = Promise.withResolvers<string[]>();
  /** How many pieces each of those has sent that never come to an end. */
  const dripped = new Map<string, number>();
  const drip = async (name: string, response: ServerResponse, head: string, pieces: Iterable<string>) => {
    response.socket?.write(head);
    for (const piece of pieces) {
      if (response.socket === null || response.socket.destroyed) return;
      response.socket.write(piece);
      dripped.set(name, (dripped.get(name) ?? 0) + 1);
      await sleep(5);
    }
  };
  const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
  const slow: Readonly<Record<string, (url: string, name: string) => void>> = {
    'no-connection': (_url, name) => at(name, '93.184.215.50', () => new Socket()),
    'no-tls': (_url, name) => at(name, '93.184.215.51', () => connect(port, '127.0.0.1')),
    'no-name': (_url, name) => host.resolveTo(name, () => new Promise(() => {})),
    'late-name': (_url, name) => {
      host.dialTo('93.184.215.52', () => new Socket());
      host.resolveTo(name, () => lateName.promise);
    },
    'no-head': (url) => host.answer(url, () => {}),
    'no-body': (url) => host.answer(url, (_request, response) => response.writeHead(200, JSON_TYPE).flushHeaders()),
    ...dripping(
      'slow-head',
      `${head}x: `,
      times(4000, () => 'y'),
    ),
    ...dripping(
      'slow-body',
      `${head}content-length: 5000\r\n\r\n`,
      times(4000, () => 'x'),
    ),
    ...dripping('hints-for-ever', '', endlessly('HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n')),
    ...dripping('extensions-for-ever', `${head}transfer-encoding: chunked\r\n\r\n1;`, endlessly('x')),
    ...dripping(
      'trailers-for-ever',
      `${head}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n`,
      times(4000, (n) => `x-${n}: y\r\n`),
    ),
  };
  function at(name: string, address: string, dial: () => Socket): void {
    host.resolveTo(name, [address]);
    host.dialTo(address, dial);
  }
  function dripping(name: string, head: string, pieces: Iterable<string>): typeof slow {
    dripped.set(name, 0);
    return {
      [name]: (url) => host.answer(url, (_request, response) => void drip(name, response, head, pieces)),
    };
  }
  const answered: string[] = [];
  const asked = Object.entries(slow).map(async ([name, arrange], index) => {
    const url = `https://${name}.example/client`;
    arrange(url, `${name}.example`);
    // There is not room for all of them among the fetches for strangers.
    if (index % 2 === 0) await keep(app, url);
    const response = await ask(app, url);
    answered.push(name);
    // A name server that is silent is not the fault of the app.
    if (name === 'no-name') t.ok(isBusy(response), name);
    else t.equal(response.json().error_description, UNUSABLE, name);
  });
  // Each fetch has its limit, and two of them one more until they are connected.
  const connecting = ['no-connection', 'no-tls'];
  await until(() => host.requests.length === 7 && time.waiting === asked.length + connecting.length);
  await until(() => [...dripped.values()].every((pieces) => pieces >= 20));
  time.advance(2999);
  t.equal(time.waiting, asked.length + connecting.length, 'in three seconds one may connect');
  time.advance(1);
  await until(() => answered.length >= connecting.length);
  t.strictSame(answered.sort(), connecting);
  time.advance(1000);
  lateName.resolve(['93.184.215.52']);
  await until(() => time.waiting === asked.length - connecting.length + 1);
  time.advance(999);
  t.equal(time.waiting, asked.length - connecting.length + 1, 'in five seconds one may answer');
  t.strictSame(answered, connecting);
  time.advance(1);
  await Promise.all(asked);
  t.equal(time.waiting, 0);
  const open = (): number => host.connections.filter((socket) => !socket.destroyed).length;
  await until(() => open() === 0);
  t.equal(open(), 0, 'no connection is left open');
  t.equal(logs.join('').match(/no connection within 3000 ms/g)?.length, connecting.length);
  t.equal(logs.join('').match(/no response within 5000 ms/g)?.length, asked.length - connecting.length);
});

function* endlessly(text: string): Generator<string> {
  for (;;) yield text;
}

t.test('an endless response body is cut off at the size limit [CIMD §8.7, F14]', async (t) => {
  // Whose time never comes.
  const time = testTimer();
  const { app, host, reason } = await hostileInternet(t, { timer: time.timer });
  let sent = 0;
  const ended = Promise.withResolvers<void>();
  host.answer(CLIENT, async (_request, response) => {
    response.writeHead(200, JSON_TYPE).on('error', () => {});
    while (!response.destroyed) {
      sent += 16_384;
      if (!response.write(' '.repeat(16_384))) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    }
    ended.resolve();
  });
  await refusalOf(t, app, CLIENT, 'endless');
  t.match(reason(), /longer than 5120/);
  await ended.promise;
  t.ok(sent < 4 * 1024 * 1024, `${sent} bytes, most of them never read`);
  t.ok(host.connections.every((socket) => socket.destroyed));
});
