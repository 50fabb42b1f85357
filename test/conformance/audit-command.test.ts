// slow
/** `schoolgate audit` as a process of its own, on the database of a server. */
import t from 'tap';
import { temporaryFolder, testApp } from '../support/app.ts';
import { databaseFile } from '../support/database-edit.ts';
import { run, TEST_SETTINGS } from '../support/live-server.ts';
import { COMMAND } from '../support/programs.ts';
import { signedIn } from '../support/signed-in.ts';
import { until } from '../support/until.ts';

const linesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

t.test('the audit command lists the events of the platform, and names a changed one [E-49]', async (t) => {
  const database = databaseFile(t);
  const dataDir = temporaryFolder(t);
  const { app, clock } = await testApp(t, { databaseUrl: database.url, dataDir });
  const environment = { ...TEST_SETTINGS, DATA_DIR: dataDir, DATABASE_URL: database.url };
  const audit = (...args: string[]) => run(t, [COMMAND, 'audit', ...args], environment).ended;
  await signedIn(app, 'ana@riverside.example');
  await signedIn(app, 'ruth@riverside.example', 'not the password');
  // It is recorded in the background.
  await until(async () => (await database.read("select count(*) from audit_events where event = 'new_browser'")) === 1);
  await app.audit.record({ event: 'consent_given', at: clock.now, siteId: 'site_demo_riverside' });
  while (await app.audit.chains.seal(clock.now + 60_000));

  const all = linesOf((await audit('list')).stdout);
  t.match(all[0], { event: 'consent_given', site_id: 'site_demo_riverside', sequence: Number, hash: /^[0-9a-f]{64}$/ });
  const ofAna = linesOf((await audit('list', '--platform', '--person', 'ANA@riverside.example')).stdout);
  t.strictSame(
    ofAna.slice(1, 2).map(({ event, target, person_id, ip }) => ({ event, target, person_id, ip })),
    [{ event: 'sign_in', target: 'password', person_id: 'usr_demo_ana', ip: '127.0.0.1' }],
  );
  const at = new Date(clock.now).toISOString();
  t.strictSame(
    linesOf((await audit('list', '--to', at)).stdout).filter((line) => line.at >= at),
    [],
  );
  const wrong = await audit('list', '--from', 'yesterday');
  t.match(wrong, { code: 2, stderr: /--from must be a time such as/ });

  t.match(await audit('list', '--event', 'account_erase'), {
    code: 2,
    stdout: '',
    stderr: /\nthere is no event account_erase; did you mean account_erased\?\n$/,
  });
  t.match(await audit('list', '--event', 'teapot'), {
    code: 2,
    stderr: /\nthere is no event teapot; docs\/reference\/audit-events\.md lists them\n$/,
  });
  for (const filter of [
    ['--event', 'account_erased'],
    ['--person', 'nope'],
  ]) {
    t.match(await audit('list', ...filter), { code: 0, stdout: '', stderr: /\nno event matches\n$/ });
  }
  const { sequence } = all.at(-1);
  await database.edit(
    "update audit_events set event = 'of_earlier_versions' where sequence = ? and site_id is null",
    sequence,
  );
  t.match(linesOf((await audit('list', '--event', 'of_earlier_versions')).stdout), [{ sequence }]);
  await database.edit("update audit_events set event = ? where event = 'of_earlier_versions'", all.at(-1).event);

  const before = await audit('verify');
  t.equal(before.code, 0, before.stderr);
  const heads = linesOf(before.stdout);
  t.match(heads, [
    { ok: true },
    { site_id: 'site_demo_riverside', sequence: all[0].sequence, hash: all[0].hash, ok: true },
  ]);
  await database.edit(
    "update audit_events set person_id = 'usr_demo_ruth' where person_id = 'usr_demo_ana' and event = 'sign_in'",
  );
  const after = await audit('verify');
  t.equal(after.code, 1);
  t.match(linesOf(after.stdout)[0], { ok: false, problem: 'changed', event_id: Number });
});
