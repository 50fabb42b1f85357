/** The recipes for proxies in the manual, each in front of a server: requests arrive as they were sent, and from whom. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import t, { type Test } from 'tap';
import { noApache, startApache } from '../support/apache.ts';
import { temporaryFolder, testApp } from '../support/app.ts';
import { startDaemon } from '../support/daemon.ts';
import { freePort } from '../support/live-server.ts';
import { envelope, mirrorOf } from '../support/mcp.ts';
import { suiteTool } from '../support/mcp-suite/tool.ts';
import { until } from '../support/until.ts';

t.setTimeout(120_000);

const HOST = 'id.example.com';
/** Of the client, so that its address is not that of the proxy. */
const CALLER = '127.0.0.2';
const SECRET = 'secret-of-the-query';
const HURRY_MS = 10_000;
const MANUAL = readFileSync(join(import.meta.dirname, '../../docs/run/proxy.md'), 'utf8');
const APACHE_MODULES = process.env.APACHE_MODULES ?? '/usr/lib/apache2/modules';
const NGINX = process.env.NGINX_PATH ?? '/usr/sbin/nginx';
const CADDY = process.env.CADDY_PATH ?? '/usr/bin/caddy';

interface Place {
  /** For its files, with the certificate and its key. */
  readonly folder: string;
  /** Ports of the server, of the proxy, and of the proxy with TLS. */
  readonly behind: number;
  readonly plain: number;
  readonly secure: number;
}

interface Proxy {
  readonly name: string;
  /** Of the code block in the manual. */
  readonly language: string;
  readonly missing: string | false;
  readonly speaksHttp2: boolean;
  /** Whether an answer that comes before the whole request was sent is always passed on. Others say 502 if it is early. */
  readonly passesEarlyAnswers: boolean;
  /** Starts it with the recipe of the manual, at other ports. @returns what it logged so far */
  start(t: Test, recipe: string, place: Place): Promise<() => string>;
}

const written = (folder: string, ...names: string[]): string =>
  names.map((name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '')).join('');

const PROXIES: readonly Proxy[] = [
  {
    name: 'Apache',
    language: 'apache',
    missing: noApache,
    speaksHttp2: false,
    passesEarlyAnswers: false,
    async start(t, recipe, { folder, behind, plain, secure }) {
      const site = recipe
        .replace('*:80>', `127.0.0.1:${plain}>`)
        .replace('*:443>', `127.0.0.1:${secure}>`)
        .replaceAll('/etc/ssl/id.example.com', folder)
        .replaceAll('/var/log/apache2', folder)
        .replace('http://127.0.0.1:3000/', `http://127.0.0.1:${behind}/`);
      const modules = ['ssl', 'alias', 'proxy', 'proxy_http'];
      const load = modules.map((name) => `LoadModule ${name}_module "${APACHE_MODULES}/mod_${name}.so"`);
      const listen = [plain, secure].map((port) => `Listen 127.0.0.1:${port}`);
      const { log } = await startApache(t, () => [...load, ...listen, site].join('\n'), { 'index.html': '' });
      return () => log() + written(folder, 'schoolgate.log');
    },
  },
  {
    name: 'nginx',
    language: 'nginx',
    missing: existsSync(NGINX) ? false : `no ${NGINX} (Debian: nginx)`,
    speaksHttp2: true,
    passesEarlyAnswers: false,
    async start(t, recipe, { folder, behind, plain, secure }) {
      const site = recipe
        // There may be no address of version 6 here.
        .replaceAll(/^ *listen \[::\].*\n/gm, '')
        .replace('listen 80;', `listen 127.0.0.1:${plain};`)
        .replace('listen 443 ', `listen 127.0.0.1:${secure} `)
        .replaceAll('/etc/ssl/id.example.com', folder)
        .replaceAll('/var/log/nginx', folder)
        .replaceAll('http://127.0.0.1:3000;', `http://127.0.0.1:${behind};`);
      const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      const main = `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;`;
      const user = process.getuid?.() === 0 ? 'user root;' : '';
      // What Debian's nginx.conf sets.
      const debian = `access_log ${folder}/access.log; gzip on; types_hash_max_size 2048;`;
      const configuration = join(folder, 'nginx.conf');
      writeFileSync(configuration, `${main} ${user}\nevents {}\nhttp { ${debian} ${folders.join(' ')}\n${site}\n}\n`);
      const log = (): string => written(folder, 'error.log', 'access.log', 'schoolgate.log', 'schoolgate.error.log');
      await startDaemon(t, [NGINX, '-c', configuration, '-e', join(folder, 'error.log')], secure, log);
      return log;
    },
  },
  {
    name: 'Caddy',
    language: 'caddyfile',
    missing: existsSync(CADDY) ? false : `no ${CADDY} (Debian: caddy)`,
    speaksHttp2: true,
    passesEarlyAnswers: true,
    async start(t, recipe, { folder, behind, plain, secure }) {
      // It gets no certificate here. Its log is a file, because that of its first lines cannot be read otherwise.
      const site = recipe
        .replace(
          '{',
          `{\n  admin off\n  default_bind 127.0.0.1\n  http_port ${plain}\n  https_port ${secure}\n  storage file_system ${folder}`,
        )
        .replace('log default {', `log default {\n    output file ${folder}/caddy.log`)
        .replace(/^id\.example\.com \{/m, `$&\n  tls ${folder}/fullchain.pem ${folder}/privkey.pem`)
        .replace('127.0.0.1:3000', `127.0.0.1:${behind}`);
      const configuration = join(folder, 'Caddyfile');
      writeFileSync(configuration, site);
      const log = (): string => written(folder, 'caddy.log');
      await startDaemon(
        t,
        ['env', `XDG_CONFIG_HOME=${folder}`, CADDY, 'run', '--adapter', 'caddyfile', '--config', configuration],
        secure,
        log,
      );
      return log;
    },
  },
];

const noOpenssl = spawnSync('openssl', ['version']).error === undefined ? false : 'openssl is not installed';

function makeCertificate(folder: string): Buffer {
  const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const made = spawnSync('openssl', ['req', '-x509', '-days', '1', ...key, ...files, ...subject]);
  if (made.status !== 0) throw new Error(String(made.stderr));
  return readFileSync(join(folder, 'fullchain.pem'));
}

/** A tool that says something at once, and ends when it is told. */
function slowTool() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const tool = suiteTool('test_slow', async (_given, { mcpReq }) => {
    await mcpReq.notify({ method: 'notifications/progress', params: { progressToken: 1, progress: 1, total: 2 } });
    await promise;
    return { content: [{ type: 'text', text: 'done' }] };
  });
  return { tool, end: resolve };
}

const PARAMS = { name: 'test_slow', arguments: {}, _meta: { ...envelope(), progressToken: 1 } };
const CALL = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: PARAMS });

/** Nobody is signed in, so the answer is a redirect with the state. */
const AUTHORIZATION = {
  response_type: 'code',
  client_id: 'c_demo_cli',
  redirect_uri: 'http://127.0.0.1:53682/callback',
  scope: 'openid',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  prompt: 'none',
};

for (const { name, language, missing, speaksHttp2, passesEarlyAnswers, start } of PROXIES) {
  t.test(
    `${name} as the manual configures it passes requests on as they came`,
    { skip: missing || noOpenssl },
    async (t) => {
      const folder = temporaryFolder(t);
      const ca = makeCertificate(folder);
      const [behind, plain, secure] = [await freePort(), await freePort(), await freePort()];
      const env = {
        BASE_URL: `https://${HOST}`,
        TRUST_PROXY: '127.0.0.1',
        MASTER_KEY: randomBytes(32).toString('base64'),
      };
      const slow = slowTool();
      t.teardown(slow.end);
      const extendMcp = (registry: { add(part: { tools: ReturnType<typeof suiteTool>[] }): void }) =>
        registry.add({ tools: [slow.tool] });
      const { app, logs } = await testApp(t, { env, extendMcp });
      await app.listen({ port: behind, host: '127.0.0.1' });
      const [, recipe = ''] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(MANUAL) ?? [];
      const log = await start(t, recipe, { folder, behind, plain, secure });

      const claims = {
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-proto': 'http',
        'x-forwarded-host': 'evil.example',
      };
      const send = (path: string, { headers, ...options }: RequestOptions = {}, body = '') =>
        new Promise<IncomingMessage>((resolve, reject) => {
          const where = { host: '127.0.0.1', port: secure, path, servername: HOST, ca, localAddress: CALLER };
          request({ ...where, ...options, headers: { host: HOST, ...claims, ...headers } }, resolve)
            .on('error', reject)
            .end(body);
        });
      t.equal((await send('/healthz')).resume().statusCode, 200);
      const metadata = await text(await send('/.well-known/oauth-authorization-server'));
      t.equal(JSON.parse(metadata).issuer, env.BASE_URL);
      for (const path of ['/docs%2Ftour', '/%64ocs']) (await send(`${path}?code=${SECRET}`)).resume();
      const lines = logs.join('');
      t.match(lines, '"path":"/docs%2Ftour"', 'the path is not decoded on the way');
      t.match(lines, '"path":"/%64ocs"');
      t.notMatch(lines, '203.0.113.9', 'the address that a visitor claims is replaced');
      t.match(lines, `"ip":"${CALLER}"`);

      if (speaksHttp2) {
        const socket = connect({ host: '127.0.0.1', port: secure, servername: HOST, ca, ALPNProtocols: ['h2'] });
        await new Promise((resolve) => socket.once('secureConnect', resolve));
        t.equal(socket.alpnProtocol, 'h2');
        socket.destroy();
      }

      await t.test('large requests and answers, and streams', async (t) => {
        const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
        const large = await send('/mcp', { method: 'POST', headers: json }, ' '.repeat(2 ** 21));
        const expected = passesEarlyAnswers || large.statusCode !== 502 ? 413 : 502;
        t.equal(large.resume().statusCode, expected);
        const isRefused = (): boolean => /"path":"\/mcp"[^\n]*"status":413/.test(logs.join(''));
        await until(isRefused);
        t.ok(isRefused(), 'the server itself refuses what is too large for it');

        const state = 'x'.repeat(6000);
        const redirected = await send(`/oauth/authorize?${new URLSearchParams({ ...AUTHORIZATION, state })}`);
        t.match(redirected.resume().statusCode, 303);
        t.ok(redirected.headers.location?.includes(state), 'a long state comes back');

        const mirror = mirrorOf('tools/call', PARAMS);
        const stream = await send('/mcp', { method: 'POST', headers: { ...json, ...mirror } }, CALL);
        t.equal(stream.headers['content-type'], 'text/event-stream');
        const chunks = stream[Symbol.asyncIterator]();
        const first = await Promise.race([chunks.next(), sleep(HURRY_MS, undefined, { ref: false })]);
        t.match(String(first?.value), 'notifications/progress', 'arrives before the tool has ended');
        slow.end();
        let rest = '';
        for await (const chunk of { [Symbol.asyncIterator]: () => chunks }) rest += String(chunk);
        t.match(rest, 'done');
      });

      const answered = logs.length;
      const refused = await new Promise<IncomingMessage>((resolve, reject) => {
        get({ host: '127.0.0.1', port: plain, path: '/sign-in', headers: { host: HOST } }, resolve).on('error', reject);
      });
      t.equal(refused.resume().statusCode, 400, 'plain http is an error, not a redirect');
      t.equal(logs.length, answered, 'and does not reach the server');

      await app.close();
      const status = (await send(`/sign-in?code=${SECRET}`)).resume().statusCode ?? 0;
      t.ok(status === 502 || status === 503, `${status} while the server is away`);
      await sleep(100);
      t.notMatch(log(), SECRET, 'no log contains a query');
    },
  );
}
