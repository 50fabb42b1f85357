/** That the server shows no file but those it means to, and answers no method that repeats a request. */
import { connect } from 'node:net';
import t from 'tap';
import { testApp } from '../support/app.ts';

const FILES = [
  '/.git/config',
  '/.git/HEAD',
  '/.env',
  '/.npmrc',
  '/package.json',
  '/package-lock.json',
  '/CHANGELOG.md',
  '/node_modules/fastify/package.json',
  '/scripts/commands/start.ts',
  '/routes/app.ts',
  '/db/migrations/sqlite/meta/_journal.json',
  '/data/master.key',
  '/data/schoolgate.db',
  '/master.key',
  '/schoolgate.db',
  '/storage/',
  '/mail/',
  '/assets',
  '/assets/',
  '/uploads/',
  '/docs/',
  '/docs/security.md',
  '/assets/../package.json',
  '/assets/..%2fpackage.json',
  '/assets/%2e%2e/package.json',
  '/assets/....//package.json',
  '/uploads/..%2f..%2fpackage.json/x',
  '/server-status',
  '/metrics',
  '/debug',
];

t.test(
  'no file of the installation, no listing of a folder and no monitoring page is served [ASVS 13.4.1, ASVS 13.4.3]',
  async (t) => {
    const { app } = await testApp(t, { env: { NODE_ENV: 'production' } });
    for (const url of FILES) {
      const { statusCode, body } = await app.inject({ url, headers: { accept: 'text/html' } });
      // The slash of a folder leads to the manual, which is a page.
      t.ok([400, 403, 404, ...(url === '/docs/' ? [308] : [])].includes(statusCode), `${url}: ${statusCode}`);
      t.notMatch(body, /\[core\]|"dependencies"|"lockfileVersion"|import \{|SQLite format|Index of/, url);
    }
  },
);

t.test('TRACE is not supported, and nothing of the request comes back [ASVS 13.4.4]', async (t) => {
  const { app } = await testApp(t);
  for (const url of ['/', '/sign-in', '/api/v1/courses', '/mcp', '/nothing-here']) {
    const { statusCode, body } = await app.inject({
      method: 'TRACE',
      url,
      headers: { authorization: 'Bearer echoed' },
    });
    t.ok(statusCode === 404 || statusCode === 405, `${url}: ${statusCode}`);
    t.notMatch(body, 'echoed', url);
  }
});

t.test('a request with an ambiguous length is refused, and its rest is no second request [ASVS 4.2.1]', async (t) => {
  const { app } = await testApp(t);
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const smuggled = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
  const start = 'POST /api/oauth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n';
  const ambiguous = {
    'both lengths': `${start}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    'two lengths': `${start}Content-Length: 0\r\nContent-Length: 40\r\n\r\n${smuggled}`,
    'a signed length': `${start}Content-Length: +0\r\n\r\n${smuggled}`,
    'a length with a blank': `${start}Content-Length : 0\r\n\r\n${smuggled}`,
    'another encoding': `${start}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`,
    'chunked twice': `${start}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`,
    'a chunk size with a sign': `${start}Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n${smuggled}`,
    'a folded header': `${start}Transfer-Encoding:\r\n chunked\r\nContent-Length: 0\r\n\r\n${smuggled}`,
    'a bare line feed': `${start.replaceAll('\r\n', '\n')}Content-Length: 0\n\n${smuggled}`,
  };
  for (const [name, bytes] of Object.entries(ambiguous)) {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.end(bytes));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
    // RFC 9112 §6.1: a coding that is not known is 501.
    t.match(answer, name === 'another encoding' ? /^HTTP\/1\.1 501 / : /^HTTP\/1\.1 400 /, name);
    t.notMatch(answer, '"status":"ok"', `${name}: the rest is not answered`);
  }
});
