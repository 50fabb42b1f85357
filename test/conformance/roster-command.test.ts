// slow
/** `schoolgate roster` as a process of its own. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { temporaryFolder } from '../support/app.ts';
import { databaseFile, prepareDatabase } from '../support/database-edit.ts';
import { type Environment, run, TEST_SETTINGS } from '../support/live-server.ts';
import { COMMAND } from '../support/programs.ts';

t.test('the roster command prints what the page shows, and does it unless it is a trial', async (t) => {
  const database = databaseFile(t);
  const dataDir = temporaryFolder(t);
  const environment: Environment = { ...TEST_SETTINGS, DATA_DIR: dataDir, DATABASE_URL: database.url };
  await prepareDatabase(database.url, 'demo');
  const path = join(dataDir, 'class.csv');
  writeFileSync(
    path,
    'Name;E-Mail;Rolle\nNadia;nadia@new.example;\nTom;tom@students;\nAna;ana@riverside.example;Lehrkraft\n',
  );
  const roster = (...args: string[]) => run(t, [COMMAND, 'roster', ...args], environment).ended;
  const course = String(
    await database.read(
      "select slug from courses where site_id = (select id from sites where slug = 'riverside') and status = 'published' order by id",
    ),
  );
  const memberships = () =>
    database.rows(
      "select role, status from memberships join people on people.id = person_id where email = 'nadia@new.example'",
    );

  const tried = await roster('riverside', path, '--course', course, '--dry-run');
  t.match(
    tried,
    {
      code: 1,
      stdout:
        /^! 3 {5}tom@students {2}not an e-mail address\n\+ 2 {5}nadia@new\.example {2}invited as member, enrolled\n~ 4 {5}ana@riverside\.example {2}member becomes instructor/,
    },
    tried.stderr,
  );
  t.match(tried.stdout, /error 1, new 1, changed 1, missing \d+, same 0\nnothing was changed\n$/);
  t.strictSame(await memberships(), []);

  const done = await roster('riverside', path, '--course', course, '--by', 'Ola');
  t.match(done, { code: 1, stdout: /made [23] changes, skipped no row/ }, done.stderr);
  t.match(await memberships(), [{ role: 'member', status: 'invited' }]);
  t.match(await database.rows("select target from audit_events where event = 'roster_imported'"), [
    { target: 'operator/Ola' },
  ]);
  const again = await roster('riverside', path, '--course', course);
  t.match(again, { code: 1, stdout: /new 0, changed 0/ }, 'the same list changes nothing more');

  t.match(await roster('nowhere', path), { code: 1, stderr: 'no school has the slug nowhere\n' });
  t.match(await roster('riverside', path, '--as', 'ana@riverside.example'), {
    code: 1,
    stderr: /owner or administrator/,
  });
  t.match(await roster('riverside', path, '--course', 'none-of-that-name'), { code: 1, stderr: /no course/ });
  t.match(await roster('riverside', path, '--end-missing'), { code: 1, stderr: /needs --course/ });
});
