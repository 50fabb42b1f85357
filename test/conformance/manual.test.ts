/** What the manual tells operators to type, typed in: the backup of SQLite, and the configuration of Apache. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { get as getPlain } from 'node:http';
import { get } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Sqlite from 'better-sqlite3';
import t from 'tap';
import { noApache, startApache } from '../support/apache.ts';
import { temporaryFolder, testApp } from '../support/app.ts';
import { onSqlite } from '../support/database-edit.ts';
import { freePort } from '../support/live-server.ts';
import { signedIn } from '../support/signed-in.ts';

t.setTimeout(120_000);

const HOST = 'id.example.com';
const ANA = 'ana@riverside.example';
const read = (page: string): string => readFileSync(join(import.meta.dirname, '../../docs/run', page), 'utf8');

onSqlite(
  'the backup of a running server is complete, and a server starts on it with the same master key',
  async (t) => {
    const dataDir = temporaryFolder(t);
    const file = join(dataDir, 'schoolgate.db');
    const copy = join(dataDir, 'backup.db');
    const [, statement = ''] = /^sqlite3 \S+ "(VACUUM INTO '[^']+')"$/m.exec(read('backup.md')) ?? [];
    const { app } = await testApp(t, { dataDir, databaseUrl: `file:${file}` });
    await signedIn(app, ANA);
    const other = new Sqlite(file);
    t.teardown(() => other.close());
    const backup = statement.replace(/'.*'/, `'${copy}'`);
    other.exec(backup);
    t.equal((await app.inject('/readyz')).statusCode, 200, 'the server goes on');
    t.throws(() => other.exec(backup), /already exists/, 'a copy that exists is not overwritten');

    const { app: restored } = await testApp(t, { dataDir, databaseUrl: `file:${copy}`, seed: false });
    t.equal((await restored.inject('/readyz')).statusCode, 200);
    const page = await (await signedIn(restored, ANA)).get('/account');
    t.match(page.body, 'Ana Lima');
  },
);

const noOpenssl = spawnSync('openssl', ['version']).error === undefined ? false : 'openssl is not installed';

t.test(
  'Apache as the manual configures it passes requests on as they came',
  { skip: noApache || noOpenssl },
  async (t) => {
    const folder = temporaryFolder(t);
    const at = (name: string): string => join(folder, name);
    const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', at('privkey.pem')];
    const made = spawnSync('openssl', ['req', '-x509', ...key, '-out', at('fullchain.pem'), '-days', '1', ...subject]);
    t.equal(made.status, 0, String(made.stderr));

    const env = {
      BASE_URL: `https://${HOST}`,
      TRUST_PROXY: '127.0.0.1',
      MASTER_KEY: randomBytes(32).toString('base64'),
    };
    const { app, logs } = await testApp(t, { seed: false, env });
    const [behind, plain, secure] = [await freePort(), await freePort(), await freePort()];
    await app.listen({ port: behind, host: '127.0.0.1' });
    const [, recipe = ''] = /^```apache\n([\s\S]*?)^```$/m.exec(read('proxy.md')) ?? [];
    const site = recipe
      .replace('*:80>', `127.0.0.1:${plain}>`)
      .replace('*:443>', `127.0.0.1:${secure}>`)
      .replaceAll('/etc/ssl/id.example.com', folder)
      .replace('/var/log/apache2', folder)
      .replace('http://127.0.0.1:3000/', `http://127.0.0.1:${behind}/`);
    const modules = ['ssl', 'alias', 'proxy', 'proxy_http'].map(
      (name) =>
        `LoadModule ${name}_module "${process.env.APACHE_MODULES ?? '/usr/lib/apache2/modules'}/mod_${name}.so"`,
    );
    const listen = [plain, secure].map((port) => `Listen 127.0.0.1:${port}`);
    await startApache(t, () => [...modules, ...listen, site].join('\n'), { 'index.html': '' });

    const claims = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'evil.example',
    };
    const ask = (path: string) =>
      new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
        const headers = { host: HOST, ...claims };
        const options = { host: '127.0.0.1', port: secure, path, servername: HOST, headers };
        get({ ...options, ca: readFileSync(at('fullchain.pem')) }, async (response) =>
          resolve({ status: response.statusCode, body: await text(response) }),
        ).on('error', reject);
      });
    t.equal((await ask('/healthz')).status, 200);
    t.equal(JSON.parse((await ask('/.well-known/oauth-authorization-server')).body).issuer, env.BASE_URL);
    await ask('/docs%2Ftour?code=secret-of-the-query');
    await ask('/%64ocs?code=secret-of-the-query');
    const lines = logs.join('');
    t.match(lines, '"path":"/docs%2Ftour"', 'the path is not decoded on the way');
    t.match(lines, '"path":"/%64ocs"');
    t.notMatch(lines, '203.0.113.9', 'the address that a visitor claims is replaced');
    t.match(lines, '"ip":"127.0.0.1"');
    t.notMatch(readFileSync(at('schoolgate.log'), 'utf8'), 'secret-of-the-query');

    const answered = logs.length;
    const refused = await new Promise<number | undefined>((resolve, reject) => {
      getPlain({ host: '127.0.0.1', port: plain, path: '/sign-in', headers: { host: HOST } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on('error', reject);
    });
    t.equal(refused, 400, 'plain http is an error, not a redirect');
    t.equal(logs.length, answered, 'and does not reach the server');
  },
);
