// slow
/** Connections that are slow on purpose, and bodies that are too big on purpose, at every route that takes one. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { BODY_LIMITS } from '../../schema/limits.ts';
import { OPERATOR_SCOPES } from '../../schema/oauth/scope.ts';
import { testApp } from '../support/app.ts';
import { DEMO, obtainTokens } from '../support/oauth-client.ts';
import { routesOf } from '../support/routes.ts';

t.setTimeout(240_000);

/** What may still come in while the answer is on its way out: with many at once on a busy machine, some turns of the loop. */
const ON_ITS_WAY = 2 * 1024 * 1024;

const KILOBYTE = 1024;
const FORM = 'application/x-www-form-urlencoded';

async function listening(t: Test): Promise<{ app: FastifyInstance; port: number; origin: string }> {
  const { app } = await testApp(t);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, origin, port: (app.server.address() as AddressInfo).port };
}

interface Slow {
  answer: () => string;
  closed: Promise<unknown>;
}

function open(port: number, begin: (socket: Socket) => void): Slow {
  const socket = connect(port, '127.0.0.1', () => begin(socket));
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  // To be hung up on in the middle of a write is what is hoped for.
  socket.on('error', () => undefined);
  return { answer: () => answer, closed: new Promise((resolve) => socket.once('close', resolve)) };
}

t.test('clients that send half a request, or a byte at a time, delay no one and are disconnected [F09]', async (t) => {
  const { app, port, origin } = await listening(t);
  t.ok(app.server.headersTimeout > 0 && app.server.headersTimeout <= 10_000, 'a head has ten seconds');
  t.ok(app.server.requestTimeout > 0 && app.server.requestTimeout <= 15_000, 'a request has fifteen');
  const head = (path: string, type: string): string =>
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n`;
  const dripping =
    (text: string) =>
    (socket: Socket): void => {
      let sent = 0;
      const timer = setInterval(() => socket.write(text[sent++ % text.length] ?? 'x'), 250);
      socket.once('close', () => clearInterval(timer));
    };
  const bodies: [path: string, type: string][] = [
    ['/api/oauth/token', FORM],
    ['/api/oauth/introspect', FORM],
    ['/api/oauth/register', 'application/json'],
    ['/oauth/authorize', FORM],
    ['/sign-in', FORM],
    ['/mcp', 'application/json'],
  ];
  const ways: Record<string, (socket: Socket) => void> = {
    'says nothing': () => undefined,
    'sends half a request line': (socket) => socket.write('GET /healthz'),
    'sends half a head': (socket) => socket.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: '),
    'sends a head byte by byte': dripping(
      'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    ),
  };
  for (const [path, type] of bodies) {
    ways[`sends half a body to ${path}`] = (socket) => socket.write(`${head(path, type)}{`);
    ways[`sends a body byte by byte to ${path}`] = (socket) => {
      socket.write(head(path, type));
      dripping('a=1&')(socket);
    };
  }
  const slow = Object.entries(ways).flatMap(([way, begin]) =>
    Array.from({ length: 10 }, () => ({ way, ...open(port, begin) })),
  );
  // Meanwhile everybody else is served.
  const begin = performance.now();
  const others: Promise<number>[] = [];
  const timer = setInterval(() => {
    others.push(fetch(`${origin}/.well-known/jwks.json`).then(({ status }) => status));
  }, 250);
  await Promise.all(slow.map(({ closed }) => closed));
  clearInterval(timer);
  t.comment(`${slow.length} connections, all closed after ${Math.round(performance.now() - begin)} ms`);
  t.ok(others.length > 10, `${others.length} others`);
  t.strictSame(new Set(await Promise.all(others)), new Set([200]));
  for (const { way, answer } of slow) t.match(answer(), /^$|^HTTP\/1\.1 (?:40[0138]|413) /, way);
});

/** Sends as much of a body as the server takes. @returns what it answered */
async function pour(port: number, head: string, megabytes: number): Promise<{ answer: string; localPort: number }> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const piece = Buffer.alloc(64 * KILOBYTE, '[');
  const framed = head.includes('chunked')
    ? Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')])
    : piece;
  socket.write(head);
  let localPort = 0;
  socket.once('connect', () => {
    localPort = socket.localPort ?? 0;
  });
  for (let sent = 0; sent < megabytes * 16 && !socket.destroyed; sent += 1) {
    if (!socket.write(framed)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
  }
  if (!socket.destroyed) socket.end();
  await closed;
  return { answer, localPort };
}

t.test(
  'a 10 MB body is cut off at every route, whatever the method and the answer, long before its end [F10]',
  async (t) => {
    const { app, port } = await listening(t);
    const limitOf = (path: string): number => {
      if (/^\/(?:api\/v1|mcp)/.test(path)) return KILOBYTE * KILOBYTE;
      const { bytes = 0 } =
        BODY_LIMITS.find(({ subject: what }) => path.startsWith(what)) ??
        BODY_LIMITS.find(
          ({ subject: what }) => what === (path === '/api/oauth/register' ? 'registration' : 'form bodies'),
        ) ??
        {};
      return bytes;
    };
    const { access_token: member } = await obtainTokens(app, DEMO.cli);
    const scope = ['openid', ...OPERATOR_SCOPES].join(' ');
    const owner = { email: 'ruth@riverside.example' };
    const { access_token: operator } = await obtainTokens(app, DEMO.adminTool, { scope }, owner);
    const unknown = ['/nowhere', '/api/v1/nowhere', '/%zz'].flatMap((path) => [
      { method: 'GET', path },
      { method: 'POST', path },
    ]);
    const routes = [...routesOf(app), ...unknown];
    t.ok(routes.length > 500, `${routes.length} routes`);

    /** What was read of a connection, by the port of the other end. */
    const reads = new Map<number, () => number>();
    app.server.on('connection', (socket) => {
      reads.set(socket.remotePort ?? 0, () => socket.bytesRead);
    });
    const requests = routes.flatMap(({ method, path }) => {
      const isApi = /^\/(?:api\/v1|mcp|account\/graphql)/.test(path);
      const token = path.startsWith('/api') ? operator : member;
      const credentials = isApi ? ['', `Authorization: Bearer ${token}\r\n`] : [''];
      const type = isApi || path === '/api/oauth/register' ? 'application/json' : FORM;
      return credentials.flatMap((credential) =>
        ['Content-Length: 10485760', 'Transfer-Encoding: chunked'].map((length) => ({
          path,
          head: `${method} ${path.replace(/:\w+/g, 'x')} HTTP/1.1\r\nHost: 127.0.0.1:3000\r\n${credential}Content-Type: ${type}\r\n${length}\r\n\r\n`,
        })),
      );
    });
    const before = process.memoryUsage().rss;
    const waiting = requests.values();
    const wrong: string[] = [];
    const work = async (): Promise<void> => {
      for (const { path, head } of waiting) {
        const { answer, localPort } = await pour(port, head, 10);
        const bytes = reads.get(localPort)?.() ?? Number.POSITIVE_INFINITY;
        const status = answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 '.length + 3);
        // What takes no body is not refused because of one.
        const isRefused = answer === '' || !/^P/.test(head) || /^(?:303|4\d\d)$/.test(status);
        const isTooMuch = bytes > limitOf(path) + ON_ITS_WAY;
        if (!isRefused || isTooMuch) wrong.push(`${head.split('\r\n', 1)[0]}: ${status} after ${bytes} bytes`);
      }
    };
    // Most of the time of each is the server's patience with a client that goes on sending.
    await Promise.all(Array.from({ length: 48 }, work));
    t.strictSame(wrong, []);
    t.comment(
      `${requests.length} bodies, memory grown by ${Math.round((process.memoryUsage().rss - before) / 1e6)} MB`,
    );
  },
);
