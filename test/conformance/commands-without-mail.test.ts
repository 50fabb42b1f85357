/** What the commands print where the server sends no e-mail, and why a school is not handed over. */
import t, { type Test } from 'tap';
import { temporaryFolder } from '../support/app.ts';
import { databaseFile, prepareDatabase } from '../support/database-edit.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { type Environment, run, startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { COMMAND } from '../support/programs.ts';

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
  return { database, environment, command };
}

t.test('without e-mail, send-reset prints the link, which sets a password once', async (t) => {
  const { database, environment, command } = service(t);
  const server = await startServer(t, environment);
  t.match(
    server.welcome,
    'with the settings of this server (DATA_DIR, BASE_URL, SMTP_URL): npm run users -- send-reset',
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
  const invited = await command('schools', 'hand-over', 'riverside', '--to', 'una@maple.example');
  t.match(invited, { code: 0, stdout: `its link ${begins}` });
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
