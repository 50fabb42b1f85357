/** `npm run outbox` as a process of its own. */
import t from 'tap';
import { temporaryFolder } from '../support/app.ts';
import { databaseFile, prepareDatabase } from '../support/database-edit.ts';
import { type Environment, run, TEST_SETTINGS } from '../support/live-server.ts';
import { COMMAND } from '../support/programs.ts';

const ANA = 'ana@riverside.example';

t.test('the outbox command lists what waits or has failed, tries again, and deletes, without contents', async (t) => {
  const database = databaseFile(t);
  await prepareDatabase(database.url, 'demo');
  const environment: Environment = {
    ...TEST_SETTINGS,
    DATA_DIR: temporaryFolder(t),
    DATABASE_URL: database.url,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'post@school.example',
  };
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
  t.match(await outbox('list', '--failed'), { code: 0, stdout: 'none\n' });
  t.match(await outbox('drop', waiting.id), { code: 1, stderr: `no message ${waiting.id} was given up\n` });

  const fail = () => database.edit('update outbox set due_at = null, failed_at = 1');
  await fail();
  t.match(await outbox('list', '--failed'), { code: 0, stdout: new RegExp(`^${waiting.id} .*${ANA}.*failed 1970`) });
  t.match(await outbox('retry', '--all'), { code: 0, stdout: 'will try again: 1\n' });
  t.equal(await database.read('select count(*) from outbox where due_at > 0'), 1);
  await fail();
  t.match(await outbox('drop', waiting.id), { code: 0, stdout: 'deleted: 1\n' });
  t.match(await outbox('list'), { code: 0, stdout: 'none\n' });
  t.match(await outbox('drop'), { code: 2, stderr: /^Usage: npm run outbox/ });
});
