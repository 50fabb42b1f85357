// slow
/** `schoolgate outbox` as a process of its own. */
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { temporaryFolder } from '../support/app.ts';
import { databaseFile, prepareDatabase } from '../support/database-edit.ts';
import { type Environment, run, startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { COMMAND } from '../support/programs.ts';
import { smtpServer, tlsServer } from '../support/smtp-server.ts';
import { TestCa } from '../support/test-ca.ts';
import { until } from '../support/until.ts';

const ANA = 'ana@riverside.example';

/** A demo whose mail server is not there. */
async function withoutMailServer(t: Test) {
  const database = databaseFile(t);
  await prepareDatabase(database.url, 'demo');
  const environment: Environment = {
    ...TEST_SETTINGS,
    DATA_DIR: temporaryFolder(t),
    DATABASE_URL: database.url,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'post@school.example',
  };
  return { database, environment };
}

t.test('the outbox command lists what waits or has failed, tries again, and deletes, without contents', async (t) => {
  const { database, environment } = await withoutMailServer(t);
  const outbox = (...args: string[]) => run(t, [COMMAND, 'outbox', ...args], environment).ended;
  t.match(await outbox('list'), { code: 0, stdout: 'none\n' });
  await run(t, [COMMAND, 'users', 'send-reset', ANA], environment).ended;
  const listed = await outbox('list', '--json');
  const [waiting] = listed.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  t.match(waiting, { kind: 'reset_password', to: ANA, attempts: 1, failedAt: null, failure: 'ESOCKET CONN connect' });
  t.notMatch(listed.stdout, 'ml_');
  t.match(await outbox('list'), {
    stdout: / {2}1 attempt {2}next \S+ {2}the mail server could not be reached \(ESOCKET CONN connect\)\n$/,
  });
  t.match(await run(t, [COMMAND, 'outbox', 'list'], { ...environment, SMTP_URL: 'off' }).ended, {
    stdout: / {2}1 attempt {2}waits: this server sends no e-mail \(SMTP_URL is off\) {2}the mail server/,
  });
  t.match(await outbox('list', '--failed'), { code: 0, stdout: 'none\n' });
  t.match(await outbox('drop', waiting.id), {
    code: 1,
    stderr: `${waiting.id} still waits; only what was given up can be dropped (schoolgate outbox list --failed)\n`,
  });
  t.match(await outbox('drop', 'out_none'), { code: 1, stderr: 'no message out_none was given up\n' });

  const fail = () => database.edit('update outbox set due_at = null, failed_at = 1');
  await fail();
  t.match(await outbox('list', '--failed'), { code: 0, stdout: new RegExp(`^${waiting.id} .*${ANA}.*failed 1970`) });
  t.match(await outbox('retry', '--all'), {
    code: 0,
    stdout: 'will try again within a minute: 1 given up, 0 waiting for their next try\n',
  });
  t.equal(await database.read('select count(*) from outbox where due_at > 0'), 1);
  await fail();
  t.match(await outbox('drop', waiting.id), { code: 0, stdout: 'deleted: 1\n' });
  t.match(await outbox('list'), { code: 0, stdout: 'none\n' });
  t.match(await outbox('drop'), { code: 2, stderr: /^<id> or --all is missing\nUsage: schoolgate outbox/ });
});

t.test('retry also tries what waits for its next try, but nothing that is being sent', async (t) => {
  const { database, environment } = await withoutMailServer(t);
  const command = (...args: string[]) => run(t, [COMMAND, ...args], environment).ended;
  for (const person of [ANA, 'noor@schools.example', 'ruth@riverside.example'])
    await command('users', 'send-reset', person);
  const ids = (await database.rows('select id from outbox order by id')).map(({ id }) => String(id));
  t.equal(ids.length, 3);
  const [later = '', claimed = '', failed = ''] = ids;
  const set = (id: string, dueAt: number) =>
    database.edit('update outbox set due_at = ?, failed_at = null where id = ?', dueAt, id);
  const [hour, lease] = [Date.now() + 3_600_000, Date.now() + 40_000];
  const isDue = async (id: string) => Number(await database.read('select due_at from outbox where id = ?', id)) < lease;
  await set(later, hour);
  await set(claimed, lease);
  await database.edit('update outbox set due_at = null, failed_at = 1 where id = ?', failed);

  t.match(await command('outbox', 'retry', '--all'), {
    code: 0,
    stdout: 'will try again within a minute: 1 given up, 2 waiting for their next try\n',
  });
  t.strictSame(await Promise.all(ids.map(isDue)), [true, false, true], 'what a node is sending is left to it');
  await set(later, hour);
  t.match(await command('outbox', 'retry', later), {
    code: 0,
    stdout: 'will try again within a minute: 1 waiting for its next try\n',
  });
  t.ok(await isDue(later));
  t.match(await command('outbox', 'retry', claimed), {
    code: 1,
    stderr: `${claimed} is not in the outbox, or is tried within a minute anyway\n`,
  });
  await set(later, 1);
  await set(failed, 1);
  t.match(await command('outbox', 'retry', '--all'), {
    stdout: 'will try again within a minute: 0 given up, 3 waiting for their next try\n',
  });

  const server = await smtpServer(t);
  await startServer(t, { ...environment, SMTP_URL: server.url });
  await until(() => server.messages.length >= 2);
  t.equal(server.messages.length, 2, 'the server sends them');
});

t.test('outbox test sends one e-mail past the outbox, and says what the mail server answered', async (t) => {
  const dataDir = temporaryFolder(t);
  const MASTER_KEY = randomBytes(32).toString('base64');
  const test = (settings: Environment, ...args: string[]) =>
    run(t, [COMMAND, 'outbox', 'test', ...args], { ...TEST_SETTINGS, DATA_DIR: dataDir, MASTER_KEY, ...settings })
      .ended;
  const MAIL_FROM = 'School <post@school.example>';

  const server = await smtpServer(t);
  const { host } = new URL(server.url);
  const sent = await test({ SMTP_URL: server.url, MAIL_FROM }, ANA);
  t.match(sent, {
    code: 0,
    stdout: `${host} took the e-mail from post@school.example to ${ANA}, and answered: 250 taken\n`,
  });
  t.match(sent.stdout, 'look into the spam folder');
  t.strictSame(server.recipients, [`<${ANA}>`]);
  t.match(server.messages, [/Subject: Test e-mail from Schoolgate/]);
  t.match(server.messages[0], /Message-ID: <out_[\w-]+@school\.example>/);
  t.notOk(existsSync(join(dataDir, 'schoolgate.db')), 'it needs no database');

  const unknown = await smtpServer(t, ['550 5.1.1 no such\u001b[31m user']);
  const refused = await test({ SMTP_URL: unknown.url, MAIL_FROM }, 'nobody@school.example');
  t.match(refused, { code: 1, stdout: '', stderr: /did not take the e-mail: EENVELOPE, .*550 5\.1\.1 no such/ });
  t.match(refused.stderr, 'Correct the address, or let the mail server send to other domains');
  t.notMatch(refused.stderr, '\u001b', 'what the server says cannot change the terminal');

  const locked = await smtpServer(t, [], 0, '535 5.7.8 wrong');
  const password = locked.url.replace('//', '//user:hunter2@');
  const wrong = await test({ SMTP_URL: password, MAIL_FROM }, ANA);
  t.match(wrong, { code: 1, stderr: /EAUTH, .*535 5\.7\.8 wrong.*Correct the user and the password in SMTP_URL\n$/ });
  t.notMatch(wrong.stderr, 'hunter2');

  t.match(await test({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM }, ANA), {
    code: 1,
    stderr:
      /127\.0\.0\.1:1 did not take .*ECONNREFUSED.*Start the mail server, or correct host and port in SMTP_URL\n$/,
  });
  t.match(await test({}, ANA), {
    code: 1,
    stdout: '',
    stderr: `SMTP_URL is not set, so e-mails are files in ${join(dataDir, 'mail')}. Set SMTP_URL and MAIL_FROM`,
  });
  t.match(await test({ SMTP_URL: 'off' }, ANA), { code: 1, stderr: 'no e-mail was sent: SMTP_URL is off' });
  for (const args of [[], ['not an address'], [`${ANA},b@c.example`], [ANA, '--all'], [ANA, 'more']]) {
    t.match(await test({ SMTP_URL: server.url, MAIL_FROM }, ...args), { code: 2, stderr: 'Usage: schoolgate outbox' });
  }
  t.equal(server.messages.length, 1);
});

t.test('a mail server that does not answer in time may begin with TLS', async (t) => {
  const { environment } = await withoutMailServer(t);
  // It greets, so that the time without any data is the one that ends.
  const server = createServer((socket) => void socket.on('error', () => undefined).write('220 test\r\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const SMTP_URL = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const command = (...args: string[]) => run(t, [COMMAND, ...args], { ...environment, SMTP_URL }).ended;
  const [tested] = await Promise.all([command('outbox', 'test', ANA), command('users', 'send-reset', ANA)]);
  t.match(tested.stderr, /ETIMEDOUT, Timeout\. Correct the port .* or use smtps:\/\/ if this port begins with TLS/);
  t.match(
    (await command('outbox', 'list')).stdout,
    /did not answer in time; schoolgate outbox test says why \(ETIMEDOUT/,
  );
});

t.test('a mail server without a trusted certificate, or without TLS, is not called away', async (t) => {
  const { database, environment } = await withoutMailServer(t);
  const MAIL_FROM = 'post@school.example';
  const ca = await TestCa.make();
  const caFile = join(temporaryFolder(t), 'ca.pem');
  writeFileSync(caFile, ca.pem);
  const [unknown, elsewhere] = await Promise.all([
    tlsServer(t, await ca.contextFor('127.0.0.1')),
    tlsServer(t, await ca.contextFor('mail.school.example')),
  ]);
  const plain = (await smtpServer(t)).url.replace('smtp:', 'smtps:');
  const test = async (SMTP_URL: string, more: Environment = {}) =>
    (await run(t, [COMMAND, 'outbox', 'test', ANA], { ...environment, SMTP_URL, MAIL_FROM, ...more }).ended).stderr;

  t.match(await test(unknown), /The certificate of the mail server is not trusted: set NODE_EXTRA_CA_CERTS to a file/);
  t.match(await test(unknown, { NODE_EXTRA_CA_CERTS: caFile }), /421 busy\. Wait a few minutes, and try again\n$/);
  t.match(await test(elsewhere, { NODE_EXTRA_CA_CERTS: caFile }), /let SMTP_URL name the host of the certificate\n$/);
  t.match(await test(plain), /This port does not begin with TLS/);
  t.match(await test(unknown.replace('smtps:', 'smtp:')), /or use smtps:\/\/ if this port begins with TLS/);

  for (const [SMTP_URL, codes] of [
    // Which of them it is depends on the certificates of the machine.
    [unknown, /\(ESOCKET CONN (?:UNABLE_TO|CERT)_\w+\)\n$/],
    [plain, /\(ESOCKET CONN ERR_SSL_WRONG_VERSION_NUMBER\)\n$/],
  ] as const) {
    await run(t, [COMMAND, 'users', 'send-reset', ANA], { ...environment, SMTP_URL }).ended;
    const listed = (await run(t, [COMMAND, 'outbox', 'list'], environment).ended).stdout;
    t.match(listed, /no secure connection with the mail server; schoolgate outbox test says why/);
    t.match(listed, codes);
    // Otherwise it may be tried again before the next one, which ends the round.
    await database.edit('delete from outbox');
  }
});
