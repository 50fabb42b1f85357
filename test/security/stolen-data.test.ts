// slow
/**
 * What a thief finds who has the database, its files, the log or a backup: none of the secrets that were issued. The
 * folder of e-mails is no part of it, because without a mail server they are meant to be read there.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import t, { type Test } from 'tap';
import { adminApp, call } from '../support/admin.ts';
import { PASSWORD, SECRET, temporaryFolder } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { type DatabaseFile, databaseFile, ENGINE } from '../support/database-edit.ts';
import { Mailbox } from '../support/emails.ts';
import { IssuedSecrets } from '../support/issued-secrets.ts';
import { authorize, CALLBACK, DEMO, exchange, refresh, type Tokens } from '../support/oauth-client.ts';
import { dumpOf } from '../support/postgres.ts';
import { fromBase32, setUpApp, withPassword } from '../support/second-factor.ts';
import { picture, put } from '../support/uploads.ts';

const ORIGIN = 'http://127.0.0.1:3000';
const ANA = 'ana@riverside.example';
const CHIE = 'chie@riverside.example';
const NEW_PASSWORD = 'seven quiet rivers';

type Stage = Awaited<ReturnType<typeof stageOf>>;

async function stageOf(t: Test) {
  const file = databaseFile(t);
  const dataDir = temporaryFolder(t);
  const made = await adminApp(t, { databaseUrl: file.url, dataDir, env: { LOG_LEVEL: 'trace' } });
  return { ...made, file, mailbox: new Mailbox(dataDir, made) };
}

/** Every flow that issues a secret. A new kind of secret is issued and added here. */
const FLOWS: Readonly<Record<string, (stage: Stage, secrets: IssuedSecrets) => Promise<void>>> = {
  async connecting({ app }, secrets) {
    const browser = new Browser(app);
    const authorization = await authorize(app, DEMO.webApp, {}, { browser });
    secrets.add('code', authorization.code);
    secrets.add('verifier', authorization.verifier);
    const first = (await exchange(app, DEMO.webApp, authorization)).json<Tokens>();
    const second = (await refresh(app, DEMO.webApp, first.refresh_token)).json<Tokens>();
    const repeated = (await refresh(app, DEMO.webApp, first.refresh_token)).json<Tokens>();
    secrets.add('ID token', first.id_token);
    for (const tokens of [first, second, repeated]) {
      secrets.add('access token', tokens.access_token);
      secrets.add('refresh token', tokens.refresh_token);
    }
    for (const [name, value] of browser.cookies) secrets.add(`cookie ${name}`, value);
    const unused = await authorize(app, DEMO.webApp, {}, { browser });
    secrets.add('unused code', unused.code);
  },

  async registering({ app }, secrets) {
    const payload = { redirect_uris: [CALLBACK], token_endpoint_auth_method: 'client_secret_post' };
    const { client_secret } = (await app.inject({ method: 'POST', url: '/api/oauth/register', payload })).json();
    secrets.add('client secret', client_secret);
  },

  async inviting({ app, mailbox, tokenOf }, secrets) {
    await call(app, await tokenOf('owner'), 'POST', '/members', { email: 'kei@mori.example' });
    const { link } = await mailbox.next();
    secrets.add('invitation', new URL(link).searchParams.get('token'));
    const browser = new Browser(app);
    await browser.submit(await browser.get(link.slice(ORIGIN.length)), '/invitation', {
      name: 'Kei',
      new_password: 'nine loud mountains',
    });
    secrets.add('password', 'nine loud mountains');
  },

  async uploading({ app, tokenOf }, secrets) {
    const bytes = picture('x');
    const announced = { filename: 'a.png', contentType: 'image/png', size: bytes.length };
    const headers = { 'idempotency-key': 'upload-1' };
    const { json } = await call(app, await tokenOf('owner'), 'POST', '/assets', announced, headers);
    secrets.add('upload', new URL(String(json.upload?.url)).searchParams.get('signature'));
    await put(app, json.upload?.url, bytes);
    const done = await call(app, await tokenOf('owner'), 'POST', `/assets/${json.id}/complete`);
    secrets.add('download', new URL(String(done.json.url)).searchParams.get('signature'));
  },

  async recovering({ app, mailbox }, secrets) {
    const browser = new Browser(app);
    await browser.submit(await browser.get('/password/forgot'), '/password/forgot', { email: ANA });
    const unused = await mailbox.next();
    secrets.add('replaced reset link', new URL(unused.link).searchParams.get('token'));
    await browser.submit(await browser.get('/password/forgot'), '/password/forgot', { email: ANA });
    const { link } = await mailbox.next();
    secrets.add('reset link', new URL(link).searchParams.get('token'));
    await browser.submit(await browser.get(link.slice(ORIGIN.length)), '/password/reset', {
      new_password: NEW_PASSWORD,
    });
    secrets.add('old password', PASSWORD);
    secrets.add('new password', NEW_PASSWORD);
  },

  async 'two factors'({ app, clock }, secrets) {
    const browser = new Browser(app);
    await withPassword(browser, CHIE);
    const { secret, recoveryCodes } = await setUpApp(browser, clock);
    secrets.add('secret of an authenticator app', secret);
    secrets.add('its bytes', fromBase32(secret).toString('base64url'));
    for (const code of recoveryCodes) {
      secrets.add('recovery code', code);
      secrets.add('recovery code without dashes', code.replaceAll('-', ''));
    }
    for (const [name, value] of browser.cookies) secrets.add(`cookie ${name}`, value);
    const other = new Browser(app);
    const step = await withPassword(other, CHIE);
    secrets.add('password of two factors', PASSWORD);
    const [used = ''] = recoveryCodes;
    await other.submit(step, '/sign-in', { recovery_code: used });
  },

  async 'the operator'({ app }, secrets) {
    secrets.add('secret of the demo', SECRET);
    secrets.add('master key', app.config.masterKey.toString('base64'));
    for (const { kid, sealedPrivateKey } of await app.oauth.keys.list()) {
      secrets.add(`signing key ${kid}`, app.keyRing.open('signing keys', sealedPrivateKey).toString('base64'));
    }
  },
};

/** Everything that every table holds, as it comes from the driver and as text. */
async function rowsOf(file: DatabaseFile): Promise<Buffer> {
  const tables = await file.rows(
    ENGINE === 'sqlite'
      ? "select name from sqlite_schema where type = 'table'"
      : "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const values: Buffer[] = [];
  for (const { name } of tables) {
    for (const row of await file.rows(`select * from "${name}"`)) {
      for (const value of Object.values(row)) values.push(Buffer.isBuffer(value) ? value : Buffer.from(String(value)));
    }
  }
  return Buffer.concat(values.flatMap((value) => [value, Buffer.from('\n')]));
}

/** A copy as an operator makes it, and on SQLite the files of the database as well. */
async function copiesOf(t: Test, { url }: DatabaseFile): Promise<Record<string, Buffer>> {
  if (ENGINE === 'postgres') return { backup: dumpOf(url) };
  const path = url.slice('file:'.length);
  const backup = join(temporaryFolder(t), 'backup.db');
  const connection = new Sqlite(path);
  connection.prepare('vacuum into ?').run(backup);
  const folder = dirname(path);
  const names = readdirSync(folder).filter((name) => name.startsWith('schoolgate.db'));
  t.ok(names.includes('schoolgate.db-wal'), 'the write-ahead log is one of the files');
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name))]));
  connection.close();
  return { backup: readFileSync(backup), ...files };
}

t.test('no issued secret is in the database, its files, the log or a backup, in any spelling [F17]', async (t) => {
  const stage = await stageOf(t);
  const secrets = new IssuedSecrets();
  for (const flow of Object.values(FLOWS)) await flow(stage, secrets);
  t.ok(secrets.size > 20, `${secrets.size} secrets`);
  const places = {
    rows: await rowsOf(stage.file),
    log: Buffer.from(stage.logs.join('')),
    ...(await copiesOf(t, stage.file)),
  };
  for (const [place, content] of Object.entries(places)) {
    t.ok(content.length > 1000, `${place} has ${content.length} bytes`);
    t.strictSame(secrets.foundIn(content), [], place);
  }
});

t.test('the search finds a secret in each spelling, whole and in part', async (t) => {
  const secret = `rt_17.${Buffer.alloc(32, 0xfb).toString('base64url')}`;
  const secrets = new IssuedSecrets();
  secrets.add('token', secret);
  const part = secret.slice('rt_17.'.length);
  const bytes = Buffer.from(part, 'base64url');
  const spellings = [
    secret,
    part,
    bytes,
    bytes.toString('hex'),
    bytes.toString('base64'),
    Buffer.from(part).toString('hex'),
  ];
  for (const spelling of spellings) {
    t.strictSame(secrets.foundIn(Buffer.concat([Buffer.from('a'), Buffer.from(spelling as string)])), ['token 0']);
  }
  t.strictSame(secrets.foundIn(Buffer.from('rt_17.')), []);
});
