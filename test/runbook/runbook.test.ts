// slow
/** The runbook: each entry is tried in the state that it is about, with the commands that it names. */

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { pathOf } from '../db/new-stores.ts';
import { adminApp } from '../support/admin.ts';
import { PASSWORD, temporaryFolder, testApp } from '../support/app.ts';
import { databaseFile, ENGINE, onPostgres, onSqlite, prepareDatabase } from '../support/database-edit.ts';
import { Mailbox } from '../support/emails.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { type Environment, type Outcome, run, startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { DEMO, obtainTokens, refresh, type Tokens } from '../support/oauth-client.ts';
import { makeOlder, newDatabase } from '../support/older-database.ts';
import { startPostgres, throwawayPostgres } from '../support/postgres.ts';
import { COMMAND, ROOT } from '../support/programs.ts';
import { smtpServer } from '../support/smtp-server.ts';
import { until } from '../support/until.ts';
import { announce, picture, put, uploaded } from '../support/uploads.ts';

t.setTimeout(180_000);

const RUNBOOK = readFileSync(join(ROOT, 'docs/run/runbook.md'), 'utf8');
const tried = new Set<string>();
const RUTH = 'ruth@riverside.example';
const MASTER_KEY = randomBytes(32).toString('base64');

/** The commands in the blocks below a heading, up to the next heading, as words. */
function commandsOf(heading: string): string[][] {
  const [, section = ''] = RUNBOOK.split(`\n${heading}\n`);
  const [text = ''] = section.split(/^#{2,3} /m);
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.trim().split('\n'));
  return blocks.map((line) => {
    const [, name = '', args = ''] = /^schoolgate ([a-z-]+)(?: (.*))?$/.exec(line) ?? [];
    if (name === '') throw new Error(`this is no command of the program: ${line}`);
    return [name, ...args.split(' ').filter((word) => word !== '')];
  });
}

/**
 * Runs the commands of an entry.
 * @param places what stands for a path or an address of the page
 */
async function follow(t: Test, heading: string, environment: Environment, places: Record<string, string> = {}) {
  const outcomes: Outcome[] = [];
  const commands = commandsOf(heading);
  t.ok(commands.length > 0, `${heading} has commands`);
  tried.add(heading);
  for (const words of commands) {
    const placed = words.map((word) =>
      Object.entries(places).reduce((said, [from, to]) => said.replace(from, to), word),
    );
    outcomes.push(await run(t, [COMMAND, ...placed], environment).ended);
  }
  return outcomes;
}

const isFine = (outcomes: readonly Outcome[]): string =>
  outcomes
    .filter(({ code }) => code !== 0)
    .map(({ stderr }) => stderr)
    .join();

/** What stands in the page for a backup, a signing key and a file with the master key. */
const BACKUP = '/var/backups/schoolgate/schoolgate-2026-11-23T02-30-00-000Z';
const KID = 'VI3LwZAPTiJ2hSB0g0RWAL2Wd3VwnZeyuqnqCfqMkpw';
const KEY = '/etc/schoolgate/master.key';

async function demo(t: Test) {
  const database = databaseFile(t);
  const dataDir = temporaryFolder(t);
  await prepareDatabase(database.url, 'demo');
  const environment: Environment = { ...TEST_SETTINGS, DATA_DIR: dataDir, DATABASE_URL: database.url, MASTER_KEY };
  return { database, dataDir, environment, mailbox: new Mailbox(dataDir) };
}

const entered = async (origin: string, email: string): Promise<boolean> => {
  const browser = new HttpBrowser(origin);
  await browser.submit(await browser.get('/sign-in'), '/sign-in', { email, password: PASSWORD });
  return (await browser.get('/account')).url.pathname === '/account';
};

t.test('an owner without a password gets a link', async (t) => {
  const { environment, mailbox } = await demo(t);
  t.equal(isFine(await follow(t, '### The password', environment)), '');
  t.match(await mailbox.next(), { to: RUTH, link: '/password/reset?token=ml_' });
});

t.test('an owner without e-mail: the fault is named, and the link is sent once the mail server works', async (t) => {
  const { environment } = await demo(t);
  const broken = { ...environment, SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'school@example.com' };
  t.equal(isFine(await follow(t, '### The password', broken)), '');
  const [doctor, outbox, tried] = await follow(t, '## Mail broken', broken);
  t.match(doctor?.stdout, /FAIL {2}mail {12}127\.0\.0\.1:1 refuses: ESOCKET/);
  t.match(outbox?.stdout, /reset_password {2}ruth@/);
  t.match(tried?.stderr, /127\.0\.0\.1:1 did not take the e-mail: ESOCKET, .*Start the mail server, or correct/);
  const mail = await smtpServer(t);
  await startServer(t, { ...broken, SMTP_URL: mail.url });
  await run(t, [COMMAND, 'outbox', 'retry', '--all'], broken).ended;
  await until(() => mail.messages.length > 0);
  t.match(mail.recipients[0], RUTH);
});

t.test('an owner without a second factor enters with the password', async (t) => {
  const { database, environment } = await demo(t);
  const insert = 'insert into authenticators (person_id, sealed_secret, last_step, created_at) values (?, ?, 1, 1)';
  await database.edit(insert, 'usr_demo_ruth', Buffer.from('sealed'));
  const server = await startServer(t, environment);
  t.equal(await entered(server.origin, RUTH), false);
  t.equal(isFine(await follow(t, '### The second factor', environment)), '');
  t.equal(await entered(server.origin, RUTH), true, 'without a restart');
});

t.test('an owner whose address is gone has it back, or another owner takes over', async (t) => {
  const { database, environment, mailbox } = await demo(t);
  const insert = `insert into mail_links (hash, purpose, person_id, email, reserved_key, created_at, expires_at)
     values (?, 'restore_email', 'usr_demo_ruth', 'ruth@old.example', 'ruth@old.example', ?, ?)`;
  await database.edit(insert, Buffer.alloc(32, 1), Date.now(), Date.now() + 3_600_000);
  const [undone, handedOver, shown] = await follow(t, '### The e-mail address', environment);
  t.match(undone, { code: 0, stdout: /address ruth@old\.example back/ });
  t.ok((await mailbox.wait(2)).some(({ to }) => to === 'ruth@old.example'));
  t.match(handedOver, { code: 0, stdout: /ana@riverside\.example is now the only owner/ });
  t.match(shown, { code: 0, stdout: 'ana@riverside.example' });
  t.notMatch(shown?.stdout, 'ruth@');
});

t.test('an operator without the master key makes a new one, and the server starts with it', async (t) => {
  const { dataDir, environment } = await demo(t);
  const first = await startServer(t, environment);
  await first.stop();
  const file = join(dataDir, 'new.key');
  const { MASTER_KEY: _, ...without } = environment;
  const lost = await run(t, [COMMAND, 'serve'], { ...environment, MASTER_KEY: randomBytes(32).toString('base64') })
    .ended;
  t.match(lost, { code: 1, stderr: /encrypted with another MASTER_KEY/ });
  const settings = { ...without, MASTER_KEY_FILE: file };
  const [made, reset] = await follow(t, '## Lost master key', settings, { [KEY]: file });
  t.match([made?.code, reset?.code], [0, 0], String(made?.stderr));
  const server = await startServer(t, settings);
  t.equal((await fetch(`${server.origin}/readyz`)).status, 200);
  t.match(reset?.stdout, /^signing keys: 1 lost\n/);
});

t.test('with less room than uploads leave free, they are refused, and the doctor names the disk', async (t) => {
  const database = databaseFile(t);
  const dataDir = temporaryFolder(t);
  const env = { MASTER_KEY, STORAGE_MIN_FREE_MB: '10000000' };
  const { app, tokenOf } = await adminApp(t, { databaseUrl: database.url, dataDir, env, now: Date.now() });
  const content = picture('too much');
  const { json } = await announce(app, await tokenOf('owner'), content);
  const { statusCode, body } = await put(app, json.upload?.url, content);
  t.match({ statusCode, body }, { statusCode: 507, body: /space/ });
  const [doctor] = await follow(t, '## Disk full', { ...env, DATABASE_URL: database.url, DATA_DIR: dataDir });
  t.match(doctor?.stdout, /FAIL {2}disk \(data\)/);
});

/** Refreshes until an answer is another one. @returns its status, and the token of the last one that succeeded */
async function refreshWhilePossible(app: FastifyInstance, { refresh_token: token }: Tokens) {
  for (let count = 0; count < 2000; count += 1) {
    const answer = await refresh(app, DEMO.cli, token);
    if (answer.statusCode !== 200) return { status: answer.statusCode, headers: answer.headers, token };
    token = answer.json<Tokens>().refresh_token;
  }
  return { status: 200, headers: {}, token };
}

/** Limits how large a file this process may write, as a quota does. It takes no rights, unlike a disk of one's own. */
const limitFiles = (bytes: number | 'unlimited'): boolean =>
  spawnSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:unlimited`]).status === 0;

onSqlite('a database that cannot grow loses nothing, and the server continues once it can', async (t) => {
  if (!limitFiles('unlimited')) return t.comment('prlimit is not installed, or files are limited already');
  t.teardown(() => limitFiles('unlimited'));
  const database = databaseFile(t);
  const { app, logs } = await testApp(t, { databaseUrl: database.url, env: { MASTER_KEY }, housekeeping: false });
  const tokens = await obtainTokens(app, DEMO.cli);
  limitFiles(statSync(pathOf(database.url)).size);
  const { status, headers, token } = await refreshWhilePossible(app, tokens);
  t.equal(status, 503);
  t.ok(Number(headers['retry-after']) > 0);
  t.match(logs.join(''), 'SQLITE_IOERR_WRITE');
  t.equal((await app.inject('/.well-known/jwks.json')).statusCode, 200, 'what writes nothing goes on');
  limitFiles('unlimited');
  t.equal((await refresh(app, DEMO.cli, token)).statusCode, 200, 'what was acknowledged is still there');
  t.equal(await database.read('pragma integrity_check'), 'ok');
});

onSqlite('with a full disk, the server says that it is not ready, and continues once there is room', async (t) => {
  const dataDir = temporaryFolder(t);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', dataDir]).status === 0;
  if (!mounted) return t.comment('a disk can be mounted by root only, so this is not tried here');
  t.teardown(() => spawnSync('umount', ['-l', dataDir]));
  const DATABASE_URL = `file:${join(dataDir, 'schoolgate.db')}`;
  const settings = { DATABASE_URL, DATA_DIR: dataDir, STORAGE_MIN_FREE_MB: '1', MASTER_KEY };
  const { app } = await testApp(t, { databaseUrl: DATABASE_URL, dataDir, env: settings, now: Date.now() });
  const tokens = await obtainTokens(app, DEMO.cli);
  const ready = async (): Promise<unknown> => (await app.inject('/readyz')).json();
  t.match(await ready(), { status: 'ready' });
  const ballast = join(dataDir, 'ballast');
  spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=4096']);
  t.match(await ready(), { failed: ['disk'] });
  // The files of the database have some room of their own.
  const { status, token } = await refreshWhilePossible(app, tokens);
  t.equal(status, 503);
  const [doctor] = await follow(t, '## Disk full', settings);
  t.match(doctor?.stdout, /FAIL {2}disk \(data\)/);
  rmSync(ballast);
  t.match(await ready(), { status: 'ready' });
  t.equal((await refresh(app, DEMO.cli, token)).statusCode, 200, 'what was acknowledged is still there');
});

onPostgres('while the database is away, the answer is 503, and the server connects again by itself', async (t) => {
  const postgres = await startPostgres();
  if (postgres === undefined) return t.comment('PostgreSQL is not installed');
  t.teardown(() => postgres.stop());
  const DATABASE_URL = await postgres.createDatabase();
  const server = await startServer(t, { ...TEST_SETTINGS, DATABASE_URL, DATA_DIR: temporaryFolder(t) });
  const ready = () => fetch(`${server.origin}/readyz`);
  t.equal((await ready()).status, 200);
  await postgres.kill();
  await until(async () => (await ready()).status === 503);
  t.match(await (await ready()).json(), { failed: /database/ });
  t.equal((await fetch(`${server.origin}/.well-known/jwks.json`)).status, 200);
  await postgres.revive();
  await until(async () => (await ready()).status === 200);
  t.equal((await ready()).status, 200);
});

/** A server with an uploaded file, a backup of it, and an empty place. */
async function backedUp(t: Test) {
  const database = databaseFile(t);
  const dataDir = temporaryFolder(t);
  const env = { MASTER_KEY };
  const { app, tokenOf } = await adminApp(t, { databaseUrl: database.url, dataDir, env, now: Date.now() });
  await uploaded(app, await tokenOf('owner'));
  await app.close();
  const settings = { MASTER_KEY, DATA_DIR: dataDir, DATABASE_URL: database.url, LOG_LEVEL: 'error' };
  const place = async (): Promise<Environment & { DATA_DIR: string }> => {
    const DATA_DIR = temporaryFolder(t);
    const DATABASE_URL =
      ENGINE === 'postgres'
        ? await (await throwawayPostgres(t)).createDatabase()
        : `file:${join(DATA_DIR, 'schoolgate.db')}`;
    return { ...settings, BACKUP_DIR: join(dataDir, 'backups'), DATA_DIR, DATABASE_URL };
  };
  return { settings, backups: join(dataDir, 'backups'), place };
}

/** The arguments of a process that is killed as soon as a name in the folder begins like this. */
function killedOnce(t: Test, folder: string, begin: string): string[] {
  const hook = join(temporaryFolder(t), 'hook.mjs');
  writeFileSync(
    hook,
    `import { readdirSync } from 'node:fs';
     const look = () => {
       try {
         if (readdirSync(${JSON.stringify(folder)}).some((name) => name.startsWith(${JSON.stringify(begin)}))) process.kill(process.pid, 'SIGKILL');
       } catch {}
       setImmediate(look);
     };
     setImmediate(look).unref();`,
  );
  return ['--import', hook, COMMAND];
}

t.test('a lost database is restored from the newest backup', async (t) => {
  const { settings, backups, place } = await backedUp(t);
  t.equal((await run(t, [COMMAND, 'backup'], settings).ended).code, 0);
  const [name = ''] = readdirSync(backups);
  const outcomes = await follow(t, '## Lost database', await place(), { [BACKUP]: join(backups, name) });
  t.equal(isFine(outcomes), '');
  t.match(outcomes[0]?.stdout, name);
});

t.test('a backup that was killed has no name, and the next one removes what it left', async (t) => {
  const { settings, backups } = await backedUp(t);
  const { code } = await run(t, [...killedOnce(t, backups, '.unfinished-'), 'backup'], settings).ended;
  t.equal(code, null, 'killed');
  t.match(readdirSync(backups).join(), /^\.unfinished-/);
  t.match((await run(t, [COMMAND, 'backup', 'list'], settings).ended).stdout, /none|no backup|^$/i);
  const [taken, listed] = await follow(t, '### A backup', settings);
  t.match([taken?.code, listed?.code], [0, 0], String(taken?.stderr));
  t.match(listed?.stdout, /schoolgate-2/);
});

t.test('a restore that was killed is opened by no server, and is done again in an empty place', async (t) => {
  const { settings, backups, place } = await backedUp(t);
  t.equal((await run(t, [COMMAND, 'backup'], settings).ended).code, 0);
  const [name = ''] = readdirSync(backups);
  const there = await place();
  const storage = join(there.DATA_DIR, 'storage');
  mkdirSync(storage, { recursive: true });
  const { code } = await run(t, [...killedOnce(t, storage, 'files'), 'restore', join(backups, name)], there).ended;
  t.equal(code, null, 'killed');
  const again = () => follow(t, '### A restore', there, { [BACKUP]: join(backups, name) });
  const [refused] = await again();
  t.match(refused, { code: 1, stderr: /into an empty place only/ });
  for (const left of readdirSync(storage)) renameSync(join(storage, left), join(there.DATA_DIR, `away-${left}`));
  rmSync(join(there.DATA_DIR, 'schoolgate.db'), { force: true });
  t.equal(isFine(await again()), '');
  t.ok(existsSync(join(storage, 'files')));
});

t.test('a migration that was killed is done again', async (t) => {
  const database = await newDatabase(t);
  await makeOlder(database, ENGINE, 20);
  const folder = temporaryFolder(t);
  const settings = { DATABASE_URL: database.url, DATA_DIR: folder, BACKUP_DIR: join(folder, 'backups'), MASTER_KEY };
  const hook = join(folder, 'hook.mjs');
  writeFileSync(
    hook,
    `import { subscribe } from 'node:diagnostics_channel';
     let left = 40;
     subscribe('schoolgate:statement', () => left-- === 0 && process.kill(process.pid, 'SIGKILL'));`,
  );
  t.equal((await run(t, ['--import', hook, COMMAND, 'migrate'], settings).ended).code, null, 'killed');
  t.match((await run(t, [COMMAND, 'upgrade-check'], settings).ended).stdout, /migrations {2}pending: 002/);
  const [migrated, checked] = await follow(t, '### A migration', settings);
  t.equal(migrated?.code, 0, String(migrated?.stderr));
  t.match(checked?.stdout, /PASS {2}migrations {2}none is pending/);
});

t.test('a leaked signing key is revoked by its id', async (t) => {
  const { environment } = await demo(t);
  const { stdout } = await run(t, [COMMAND, 'keys', 'list'], environment).ended;
  const [kid = ''] = stdout.split(' ');
  const [, revoked] = await follow(t, '## Leaked key', environment, { [KID]: kid });
  t.match(revoked, { code: 0, stdout: `revoked ${kid};` });
  t.notMatch((await run(t, [COMMAND, 'keys', 'list'], environment).ended).stdout, kid);
  const hyphen = `-${'k'.repeat(42)}`;
  t.match(await run(t, [COMMAND, 'keys', 'revoke', hyphen], environment).ended, {
    code: 1,
    stderr: `no signing key has the id ${hyphen}`,
  });
});

t.test('every entry with commands was tried', async (t) => {
  const sections = RUNBOOK.split(/^(?=#{2,3} )/m).filter((section) => section.includes('```sh'));
  const headings = sections.map((section) => section.split('\n', 1)[0] ?? '');
  const untried = headings.filter((heading) => !tried.has(heading));
  t.strictSame(untried, []);
  t.ok(headings.length > 9, `${headings.length} entries`);
});
