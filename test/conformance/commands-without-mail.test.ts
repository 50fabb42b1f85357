// slow
/** What the commands print where the server sends no e-mail, and why a school is not handed over. */
import { existsSync } from 'node:fs';
import t, { type Test } from 'tap';
import { temporaryFolder } from '../support/app.ts';
import { databaseFile, prepareDatabase } from '../support/database-edit.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { type Environment, run, startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { COMMAND } from '../support/programs.ts';
import { smtpServer } from '../support/smtp-server.ts';

const ANA = 'ana@riverside.example';

function service(t: Test) {
  const database = databaseFile(t);
  const dataDir = temporaryFolder(t);
  const environment: Environment = {
    ...TEST_SETTINGS,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SMTP_URL: 'off',
  };
  const command = (...args: string[]) => run(t, [COMMAND, ...args], environment).ended;
  const commandWith = (more: Environment, ...args: string[]) =>
    run(t, [COMMAND, ...args], { ...environment, ...more }).ended;
  return { database, environment, command, commandWith };
}

t.test('without e-mail, send-reset prints the link, which sets a password once', async (t) => {
  const { database, environment, command } = service(t);
  const server = await startServer(t, environment);
  t.match(
    server.welcome,
    'with the settings of this server (DATA_DIR, BASE_URL, SMTP_URL): schoolgate users send-reset',
  );
  const { code, stdout, stderr } = await command('users', 'send-reset', ANA, '--by', 'Ola');
  t.equal(code, 0, stderr);
  const path = /\n\S+(\/password\/reset\?token=ml_[\w-]{43})\n$/.exec(stdout)?.[1] ?? '';
  t.match(stdout, `its link begins with ${new URL(environment.BASE_URL ?? 'http://127.0.0.1:3000').origin}; if people`);
  const where = "event = 'password_reset_asked' and target = 'operator/Ola' and person_id = 'usr_demo_ana'";
  t.equal(await database.read(`select count(*) from audit_events where ${where}`), 1);
  const lifetime = "select expires_at - created_at from mail_links where purpose = 'reset_password'";
  t.equal(Number(await database.read(lifetime)), 1_800_000);
  const browser = new HttpBrowser(server.origin);
  const page = await browser.get(path);
  const done = await browser.submit(page, '/password/reset', { new_password: 'seven quiet rivers' });
  t.equal(done.url.searchParams.get('done'), 'password_reset');
  t.equal((await browser.get(path)).status, 404);
  await command('users', 'disable', ANA);
  t.match(await command('users', 'send-reset', ANA), { code: 1, stderr: /is disabled; enable it first\n$/ });
});

t.test('links that invite owners are printed with what they begin with', async (t) => {
  const { database, environment, command } = service(t);
  await prepareDatabase(database.url, 'demo');
  const begins = `begins with ${new URL(environment.BASE_URL ?? 'http://127.0.0.1:3000').origin}; if people reach the server elsewhere`;
  const created = await command('schools', 'create', 'maple', '--name', 'Maple', '--owner', 'una@maple.example');
  t.match(created, { code: 0, stdout: `each link ${begins}` });
  t.match(created.stdout, 'Each link invites the owner. It works once, for seven days, and was not sent: this server');
  const invited = await command('schools', 'hand-over', 'riverside', '--to', 'una@maple.example');
  t.match(invited, { code: 0, stdout: `its link ${begins}` });
});

t.test('create says whether the invitation was sent, and what is wrong with a school in plain words', async (t) => {
  const { database, command, commandWith } = service(t);
  await prepareDatabase(database.url, 'demo');
  const create = (SMTP_URL: string, slug: string, to: string) =>
    commandWith(
      { SMTP_URL, MAIL_FROM: 'post@school.example' },
      'schools',
      'create',
      slug,
      '--name',
      slug,
      '--owner',
      to,
    );
  const server = await smtpServer(t);
  const sent = await create(server.url, 'north', 'una@north.example');
  t.match(sent.stdout, /, and was sent to una@north\.example\.\n/);
  t.match(sent.stdout, /each link begins with \S+, also in an e-mail; if people/);
  t.equal(server.messages.length, 1);
  const late = await create('smtp://127.0.0.1:1', 'south', 'sol@south.example');
  t.match(late.stdout, /, and was not sent yet to sol@south\.example; .*outbox.* list says why\.\n/);
  const place = ['--name', 'West', '--owner', 'wes@west.example', '--currency'];
  const wrong = await command('schools', 'create', 'west', ...place, 'EURO');
  t.match(wrong, { code: 2, stderr: /\n--currency must be [^;]+\n$/ });
});

t.test('hand-over says who is no owner any more, also of those who were only invited', async (t) => {
  const { database, command } = service(t);
  await prepareDatabase(database.url, 'demo');
  await command('schools', 'hand-over', 'riverside', '--to', 'una@maple.example');
  const done = await command('schools', 'hand-over', 'riverside', '--to', ANA);
  t.equal(done.code, 0, done.stderr);
  t.match(
    done.stdout,
    /^ana@riverside\.example is now the only owner of riverside; no longer owners, but administrators: /,
  );
  t.match(done.stdout, 'ruth@riverside.example');
  t.match(done.stdout, 'una@maple.example (the open invitation is one as administrator now)');
});

t.test('hand-over says why a person does not become the owner, and what to do', async (t) => {
  const { database, command } = service(t);
  await prepareDatabase(database.url, 'demo');
  const handOver = () => command('schools', 'hand-over', 'riverside', '--to', ANA);
  for (const [status, says] of [
    ['invited', /^ana@riverside.example is invited already, as member, and has not accepted; run hand-over again/m],
    ['suspended', /^ana@riverside.example is suspended; restore the access/m],
  ] as const) {
    await database.edit("update memberships set status = ? where person_id = 'usr_demo_ana'", status);
    t.match(await handOver(), { code: 1, stderr: says });
  }
  await database.edit("update memberships set status = 'active' where person_id = 'usr_demo_ana'");
  await database.edit("update people set active = ? where id = 'usr_demo_ana'", false);
  t.match(await handOver(), { code: 1, stderr: /^the account of ana@riverside.example is disabled; enable it/m });
});

t.test('a school is deleted without a delay only if that is confirmed', async (t) => {
  const { database, environment, command } = service(t);
  await prepareDatabase(database.url, 'demo');
  const folder = `${environment.DATA_DIR}/export`;
  const remove = (...more: string[]) => command('schools', 'delete', 'harbour', '--to', folder, '--days', ...more);
  const state = () => database.read("select active || ' ' || coalesce(delete_at, 0) from sites where slug = 'harbour'");
  const before = await state();
  const asked = await remove('0');
  t.match(asked, { code: 1, stdout: '', stderr: /would close harbour.*nothing was changed\n.*add --yes to do it\n$/ });
  t.equal(await state(), before);
  t.notOk(existsSync(folder));
  t.match(await remove('0', '--yes'), { code: 0, stdout: /closed harbour; the server deletes it after/ });
  t.not(await state(), before);
  t.match(await command('schools', 'delete', 'riverside', '--to', `${folder}2`, '--days', '1'), { code: 0 });
});
