/** What the outbox owes when the process is killed without warning (F40). */
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { readEmail } from '../support/emails.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { randomFrom, seedFor } from '../support/seed.ts';
import { ServerProcess, type Settings } from '../support/server-process.ts';
import type { SmtpServer } from '../support/smtp-server.ts';
import { check, inParallel, type Report } from './report.ts';

const PEOPLE = 20;
const PATIENCE_MS = 60_000;

/** Works on the database while no server does. */
function edit<Result>({ DATABASE_URL: url = '' }: Settings, work: (db: Sqlite.Database) => Result): Result {
  const db = new Sqlite(url.slice('file:'.length));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/**
 * Kill -9 while people ask for links and the mail server is slow; after the restart, each person whose request was
 * answered gets the e-mail.
 */
export async function killWhileSending(settings: Settings, mail: SmtpServer, rounds: number): Promise<Report> {
  const random = randomFrom(seedFor('kill while sending'));
  const emails = edit(settings, (db) =>
    db.prepare('select email from people where active limit ?').pluck().all(PEOPLE),
  ).map(String);
  const counts = { answered: 0, lost: 0, afterRestart: 0, left: 0 };

  for (let round = 0; round < rounds; round += 1) {
    edit(settings, (db) => db.exec('delete from throttles'));
    const before = mail.messages.length;
    const sentSince = () => new Set(mail.messages.slice(before).map((raw) => readEmail(raw).to));
    const first = await ServerProcess.start(settings);
    const answered = new Set<string>();
    const asking = inParallel(emails, 8, async (email) => {
      const browser = new HttpBrowser(first.origin, settings.BASE_URL);
      const form = await browser.get('/password/forgot');
      if ((await browser.submit(form, '/password/forgot', { email })).status === 200) answered.add(email);
    }).catch(() => {});
    while (answered.size < 3) await sleep(5);
    await sleep(random() * 400);
    await first.kill();
    await asking;
    const early = sentSince();

    // What the process was sending when it was killed is due again at once.
    edit(settings, (db) => db.exec('update outbox set due_at = 0 where due_at is not null'));
    const second = await ServerProcess.start(settings);
    const missing = () => [...answered].filter((email) => !sentSince().has(email));
    for (const end = performance.now() + PATIENCE_MS; missing().length > 0 && performance.now() < end; )
      await sleep(20);
    await second.stop();
    counts.answered += answered.size;
    counts.lost += missing().length;
    counts.afterRestart += [...answered].filter((email) => !early.has(email)).length;
    counts.left += Number(edit(settings, (db) => db.prepare('select count(*) from outbox').pluck().get()));
    edit(settings, (db) => db.exec('delete from outbox'));
  }

  const ids = mail.messages.map((raw) => readEmail(raw).headers.get('message-id'));
  const contents = new Map(mail.messages.map((raw) => [readEmail(raw).headers.get('message-id'), readEmail(raw).link]));
  const differing = mail.messages
    .map(readEmail)
    .filter(({ headers, link }) => contents.get(headers.get('message-id')) !== link);
  return {
    checks: [
      check('e-mails lost', counts.lost, 0),
      check('e-mails without an id', ids.filter((id) => id === undefined).length, 0),
      check('e-mails with the id of another', differing.length, 0),
      check('something was left to send after a kill', counts.afterRestart > 0, true),
    ],
    figures: {
      rounds,
      'requests answered': counts.answered,
      'sent after a restart': counts.afterRestart,
      'sent twice': ids.length - new Set(ids).size,
      'left for later': counts.left,
    },
  };
}
