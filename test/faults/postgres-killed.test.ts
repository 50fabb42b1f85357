// slow, postgres
/** PostgreSQL ends without warning while the server sends e-mails. */
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { onPostgres } from '../support/database-edit.ts';
import { readEmail } from '../support/emails.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { query, startPostgres } from '../support/postgres.ts';
import { killServers, ServerProcess, serviceSettings } from '../support/server-process.ts';
import { temporaryFolder } from '../support/settings.ts';
import { smtpServer } from '../support/smtp-server.ts';
import { until } from '../support/until.ts';
import { inParallel } from './report.ts';

t.setTimeout(180_000);
t.teardown(killServers);

const PEOPLE = 20;
const ROUNDS = 3;

onPostgres('an e-mail whose request was answered is sent, also if PostgreSQL is killed meanwhile [F40]', async (t) => {
  const postgres = await startPostgres(undefined, { isDurable: true });
  if (postgres === undefined) return t.comment('PostgreSQL is not installed');
  t.teardown(() => postgres.stop());
  const DATABASE_URL = await postgres.createDatabase();
  const mail = await smtpServer(t, [], 20);
  const own = { DATABASE_URL, SMTP_URL: mail.url, MAIL_FROM: 'post@school.example' };
  const settings = await serviceSettings(temporaryFolder(t), own);
  const server = await ServerProcess.start(settings);
  const rows = await query(DATABASE_URL, `select email from people where active limit ${PEOPLE}`);
  const emails = rows.map(({ email }) => String(email));
  let waiting = 0;

  for (let round = 0; round < ROUNDS; round += 1) {
    await query(DATABASE_URL, 'delete from throttles');
    const before = mail.messages.length;
    const sent = () => new Set(mail.messages.slice(before).map((raw) => readEmail(raw).to));
    const answered = new Set<string>();
    const asking = inParallel(emails, 8, async (email) => {
      const browser = new HttpBrowser(server.origin, settings.BASE_URL);
      const form = await browser.get('/password/forgot');
      if ((await browser.submit(form, '/password/forgot', { email })).status === 200) answered.add(email);
    }).catch(() => undefined);
    await until(() => answered.size >= 3);
    await sleep(round * 100);
    await postgres.kill();
    await asking;
    const missing = () => [...answered].filter((email) => !sent().has(email));
    waiting += missing().length;
    await postgres.revive();
    // What was being sent is due again at once, and not only when its lease ends.
    await query(DATABASE_URL, 'update outbox set due_at = 0 where due_at is not null');
    await until(() => missing().length === 0);
    t.strictSame(missing(), [], `${answered.size} were answered`);
  }
  t.ok(waiting > 0, `${waiting} were still to be sent when the database ended`);
  const sent = mail.messages.map(readEmail);
  const ofId = Map.groupBy(sent, ({ headers }) => headers.get('message-id'));
  t.notOk(ofId.has(undefined), 'each has an id');
  for (const copies of ofId.values())
    t.equal(new Set(copies.map(({ link }) => link)).size, 1, 'copies have the same id');
  t.equal((await server.stop()).code, 0);
});
