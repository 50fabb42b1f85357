// slow
/** `schoolgate users` as a process of its own beside a running server. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { PASSWORD, temporaryFolder } from '../support/app.ts';
import { databaseFile, prepareDatabase } from '../support/database-edit.ts';
import { Mailbox } from '../support/emails.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { type Environment, run, startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { COMMAND } from '../support/programs.ts';

const ANA = 'ana@riverside.example';

function service(t: Test) {
  const database = databaseFile(t);
  const dataDir = temporaryFolder(t);
  const environment: Environment = { ...TEST_SETTINGS, DATA_DIR: dataDir, DATABASE_URL: database.url };
  const users = (...args: string[]) => run(t, [COMMAND, 'users', ...args], environment).ended;
  return { database, environment, users, mailbox: new Mailbox(dataDir) };
}

t.test(
  'the users command finds, shows, signs out, disables and enables an account, and sends a reset [E-48c, ASVS 7.4.5]',
  async (t) => {
    const { database, environment, users, mailbox } = service(t);
    const server = await startServer(t, environment);
    const enter = async (): Promise<HttpBrowser> => {
      const browser = new HttpBrowser(server.origin);
      await browser.submit(await browser.get('/sign-in'), '/sign-in', { email: ANA, password: PASSWORD });
      return browser;
    };
    const isIn = async (browser: HttpBrowser): Promise<boolean> =>
      (await browser.get('/account')).url.pathname === '/account';

    t.match(await users('find', 'ANA@river'), {
      code: 0,
      stdout: /^active +usr_demo_ana +ana@riverside.example +"Ana Lima"\n$/,
    });
    t.match(await users('find', '%'), { code: 0, stdout: 'none\n' });
    const browser = await enter();
    const shown = await users('show', ANA);
    t.equal(shown.code, 0, shown.stderr);
    t.match(shown.stdout, /^id +usr_demo_ana\nname +"Ana Lima"\ne-mail +ana@riverside.example\nstatus +active\n/);
    t.match(shown.stdout, /\nschools\n {2}.*riverside {2}member {2}active\n/);
    t.match(shown.stdout, /\nsigned in\n {2}since 2.*Z\b/);
    t.match(shown.stdout, /\nlast sign-ins\n {2}2\S+Z {2}/);
    t.notMatch(shown.stdout, 'argon2');

    t.match(await users('sign-out', 'usr_demo_ana', '--by', 'Ola'), { code: 0, stdout: /^signed ana/ });
    t.equal(await isIn(browser), false, 'the running server knows at once');
    const second = await enter();
    t.equal(await isIn(second), true);
    t.match(await users('disable', ANA, '--by', 'Ola'), { code: 0, stdout: /^disabled ana/ });
    t.equal(await isIn(second), false);
    t.equal(await isIn(await enter()), false, 'and nobody signs in');
    t.match(await users('disable', ANA), { code: 1, stderr: 'ana@riverside.example is disabled already\n' });
    t.match(await users('send-reset', ANA), { code: 1, stderr: /is disabled; enable it first\n$/ });
    t.match(await users('enable', ANA, '--by', 'Ola'), { code: 0, stdout: 'enabled ana@riverside.example\n' });
    t.equal(await isIn(await enter()), true);
    t.match(await users('end-grants', ANA, '--by', 'Ola'), { code: 0, stdout: /^ended the connections of ana/ });
    const third = await enter();
    t.match(await users('end-before', '2026-01-01T00:00:00Z'), { code: 0, stdout: /^ended 0 sessions and 0 conn/ });
    t.equal(await isIn(third), true);
    t.match(await users('end-before', 'now', '--by', 'Ola'), {
      code: 0,
      stdout: /^ended [1-9]\d* sessions and 0 conn/,
    });
    t.equal(await isIn(third), false);
    t.match(await users('send-reset', ANA, '--by', 'Ola'), { code: 0, stdout: /^wrote the e-mail to ana.*\/mail/ });
    const message = await mailbox.next();
    t.equal(message.to, ANA);
    t.match(message.link, '/password/reset?token=ml_');

    await database.edit(
      `insert into mail_links (hash, purpose, person_id, email, reserved_key, created_at, expires_at)
     values (?, 'restore_email', 'usr_demo_ana', 'ana@old.example', 'ana@old.example', ?, ?)`,
      Buffer.alloc(32, 1),
      Date.now(),
      Date.now() + 3_600_000,
    );
    t.match(await users('undo-email', ANA, '--by', 'Ola'), {
      code: 0,
      stdout:
        /^gave usr_demo_ana the address ana@old\.example back, and ended every way into the account\nwrote the e-mail/,
    });
    t.strictSame((await mailbox.wait(2)).map(({ to }) => to).sort(), ['ana@old.example', ANA]);
    t.match(await users('show', 'ana@old.example'), { code: 0, stdout: /\npassword +none\n/ });
    const ofAll = "event = 'access_ended' and person_id is null and site_id is null and target = 'operator/Ola'";
    t.equal(await database.read(`select count(*) from audit_events where ${ofAll}`), 1);
    for (const event of ['sign_out', 'account_disabled', 'account_enabled', 'grant_revoked', 'email_restored']) {
      const where = `event = '${event}' and person_id = 'usr_demo_ana' and target = 'operator/Ola' and site_id is null`;
      t.equal(await database.read(`select count(*) from audit_events where ${where}`), 1, event);
    }
  },
);

t.test('the users command removes the second factor of somebody who has lost it, and tells them', async (t) => {
  const { database, environment, users, mailbox } = service(t);
  await prepareDatabase(database.url, 'demo');
  const app = [Buffer.from('sealed'), 1, Date.now()];
  await database.edit(
    "insert into authenticators (person_id, sealed_secret, last_step, created_at) values ('usr_demo_ana', ?, ?, ?)",
    ...app,
  );
  t.match((await users('show', ANA)).stdout, /\napp +since 2\S+Z, recovery codes left: 0\n/);
  t.match(await users('reset-second-factor', ANA, '--by', 'Ola'), { code: 0, stdout: /the password alone opens/ });
  t.equal((await mailbox.next()).link.includes('/not-me?token=ml_'), true);
  t.equal(await database.read('select count(*) from authenticators'), 0);
  const where = "event = 'second_factor_removed' and person_id = 'usr_demo_ana' and target = 'operator/Ola'";
  t.equal(await database.read(`select count(*) from audit_events where ${where}`), 1);
  const server = await startServer(t, environment);
  const browser = new HttpBrowser(server.origin);
  await browser.submit(await browser.get('/sign-in'), '/sign-in', { email: ANA, password: PASSWORD });
  t.equal((await browser.get('/account')).url.pathname, '/account');
});

t.test('the users command erases an account, after saying so, and once more in an older copy', async (t) => {
  const { database, environment, users } = service(t);
  await prepareDatabase(database.url, 'demo');
  const countOf = (where: string) => database.read(`select count(*) from ${where}`);
  const copy = join(String(environment.DATA_DIR), 'ana.json');
  t.match(await users('export', ANA), { code: 2, stderr: '--to <file> is required\n' });
  t.match(await users('export', ANA, '--to', copy), { code: 0, stdout: /^wrote all that is stored about ana/ });
  t.match(await users('export', ANA, '--to', copy), {
    code: 1,
    stderr: /^Database: .*\ncannot write .*ana\.json: it exists already; name a new file\n$/,
  });
  t.match(JSON.parse(readFileSync(copy, 'utf8')), { tables: { people: [{ email: ANA }] } });
  t.match(await users('erase', ANA), {
    code: 1,
    stdout: '',
    stderr: /\nwould erase usr_demo_ana.*nothing was changed\n.*add --yes to do it\n$/s,
  });
  t.equal(await countOf(`people where email_key = '${ANA}'`), 1);
  t.match(await users('erase', 'ruth@riverside.example', '--yes'), {
    code: 1,
    stderr: /is the only owner of riverside; first run schoolgate schools hand-over/,
  });
  const backups = join(String(environment.DATA_DIR), 'backups');
  mkdirSync(join(backups, 'schoolgate-2026-01-02T03-04-05-006Z'), { recursive: true });
  const exports = join(String(environment.DATA_DIR), 'school-exports');
  mkdirSync(join(exports, 'riverside-20260102T030405Z'), { recursive: true });
  const reminder = new RegExp(
    `^erased usr_demo_ana\nbackups in ${backups} that still have the account: 1\nexports of schools in ${exports} that may have it, for up to 30 days: 1\nbefore an older backup .* schoolgate audit list --event account_erased .*erase-again erased.jsonl\n$`,
  );
  t.match(await users('erase', ANA, '--yes', '--by', 'Ola'), { code: 0, stdout: reminder });
  t.equal(await countOf(`people where email_key = '${ANA}'`), 0);
  t.match(await users('enable', 'usr_demo_ana'), { code: 1, stderr: 'the account usr_demo_ana was erased\n' });
  t.match(await users('show', 'usr_demo_ana'), { code: 0, stdout: /\nstatus +erased\n/ });
  t.match(await users('find', 'deleted'), { stdout: 'none\n' });
  const by = "event = 'account_erased' and person_id = 'usr_demo_ana' and target = 'operator/Ola'";
  t.equal(await countOf(`audit_events where ${by}`), 1);

  const logged = await run(t, [COMMAND, 'users', 'erase', 'ben@riverside.example', '--yes'], {
    ...environment,
    AUDIT_LOG: 'file:/var/log/schoolgate/audit.jsonl',
  }).ended;
  t.match(logged, { code: 0, stdout: /erase again: .* erase-again \/var\/log\/schoolgate\/audit\.jsonl\n$/ });

  await database.edit(
    "update people set email = ?, email_key = ?, erased_at = null where id = 'usr_demo_ana'",
    ANA,
    ANA,
  );
  const log = join(String(environment.DATA_DIR), 'audit.log');
  const list = ['audit', 'list', '--event', 'account_erased'];
  const { stdout: events } = await run(t, [COMMAND, ...list], environment).ended;
  writeFileSync(log, `\n> schoolgate audit\n> node "list" "--event" "account_erased"\n\n${events.repeat(2)}`);
  t.match(await users('erase-again', log), { code: 0, stdout: 'erased usr_demo_ana\nerased again: 1\n' });
  t.match(await users('erase-again', log), { code: 0, stdout: 'erased again: 0\n' });
  t.match(await users('erase-again', `${log}x`), { code: 1, stderr: /^Database: .*\ncannot read/ });
  const empty = join(String(environment.DATA_DIR), 'empty');
  writeFileSync(empty, '\n');
  t.match(await users('erase-again', empty), {
    code: 1,
    stderr: `${empty} is empty: if no account was erased since the backup, there is nothing to erase again; `,
  });
  for (const other of [copy, join(import.meta.dirname, 'README.md')])
    t.match(await users('erase-again', other), { code: 1, stderr: `no events of an audit log in ${other}` });
});

t.test('each mistake with the users command is answered in one clear line', async (t) => {
  const { users, database } = service(t);
  await prepareDatabase(database.url, 'demo');
  t.match(await users('--help'), { code: 0, stdout: /^Usage:/, stderr: '' });
  for (const [args, code, line] of [
    [[], 2, /^the command is missing\nUsage:/],
    [['constructor', ANA], 2, /^there is no command constructor\nUsage:/],
    [['show', ANA, '--colour'], 2, /colour/],
    [
      ['show', 'nobody@riverside.example'],
      1,
      /^Database: .*\nno account has the id or e-mail address nobody@riverside.example\n$/,
    ],
    [['reset-second-factor', ANA], 1, /^Database: .*\nana@riverside.example has no second factor\n$/],
    [
      ['end-before', 'yesterday'],
      2,
      /^Database: .*\n<time> must be now, or a past time such as 2026-09-01T12:00:00Z\n$/,
    ],
    [['end-before', '2026-09-01T12:00:00'], 2, /^Database: .*\n<time> must be now/],
    [['end-before', '9999-01-01T00:00:00Z'], 2, /^Database: .*\n<time> must be now/],
    [['enable', ANA], 1, /^Database: .*\nana@riverside.example is not disabled\n$/],
    [['disable', ANA, '--by', ' '], 2, /^Database: .*\n--by takes a name of 1 to 64 characters\n$/],
    [
      ['undo-email', ANA],
      1,
      /^Database: .*\nthe address of ana@riverside.example was not changed in the last seven days\n$/,
    ],
    [
      ['undo-email', ANA, '--to', 'x@y.example'],
      1,
      /^Database: .*\nana@riverside.example did not have the address x@y.example/,
    ],
  ] as const) {
    const { code: exit, stderr } = await users(...args);
    t.equal(exit, code, args.join(' '));
    t.match(stderr, line);
  }
});
