// slow
/** A mail server that is dead for three days by the clock: what everyone learns meanwhile, and what is sent afterwards. */
import t, { type Test } from 'tap';
import { momentText } from '../../routes/pages/kit/components.ts';
import { textFor } from '../../routes/words/index.ts';
import { HOUR } from '../support/account.ts';
import { adminApp, CALLERS, call, RIVERSIDE } from '../support/admin.ts';
import { Browser, type Page } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { readEmail } from '../support/emails.ts';
import { freePort } from '../support/live-server.ts';
import { samplesOf } from '../support/prometheus.ts';
import { said, signedIn } from '../support/signed-in.ts';
import { smtpServer } from '../support/smtp-server.ts';
import { pathOf } from '../support/with-emails.ts';

const HOME = '/admin/riverside';
const ZONE = 'Europe/Lisbon';
const [ANA, BEN] = ['ana@riverside.example', 'ben@riverside.example'];
const { mail, members, recovery, schoolHome } = textFor('en');
const { delivery } = members;
const { needs } = schoolHome;
const LATE = /is late: it|are late, the oldest/;
const EXPIRED = /"kind":"reset_password"[^\n]*the link in it has ended before the mail server took/g;

async function deadMailServer(t: Test) {
  const [smtp, metrics] = [await freePort(), await freePort()];
  const file = databaseFile(t);
  const env = {
    SMTP_URL: `smtp://127.0.0.1:${smtp}`,
    MAIL_FROM: 'school@riverside.example',
    METRICS_PORT: String(metrics),
    PLATFORM_OPERATORS: CALLERS.owner.email,
    LOG_LEVEL: 'info',
  };
  const made = await adminApp(t, { databaseUrl: file.url, env, housekeeping: false });
  const { app, clock } = made;
  await app.listenForMetrics();
  const { outbox, outboxStore } = app;
  const isDue = async (): Promise<boolean> => {
    const due = await Promise.all((['security', 'bulk'] as const).map((one) => outboxStore.due(one, clock.now, 1)));
    return due.flat().length > 0;
  };
  /** Lets time pass, in which all that is due is tried. */
  async function pass(hours: number): Promise<void> {
    const end = clock.now + hours * HOUR;
    for (;;) {
      // What is under way is not due, but ends before the next attempt begins.
      for (let times = 0; times < 200 && (times === 0 || (await isDue())); times += 1) await outbox.sendDue();
      await outbox.sendDue();
      if (await isDue()) continue;
      if (clock.now >= end) return;
      clock.advance(Math.min(HOUR, end - clock.now));
    }
  }
  const measured = async () => {
    const sample = samplesOf(await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text());
    const count = (outcome: string) => sample('schoolgate_emails_total', { outcome });
    return {
      late: sample('schoolgate_outbox_oldest_due_seconds', {}),
      failed: sample('schoolgate_outbox_messages', { state: 'failed' }),
      sent: count('sent'),
      expired: count('expired'),
    };
  };
  const reset = async (email: string): Promise<Page> => {
    const browser = new Browser(app);
    return browser.submit(await browser.get('/password/forgot'), '/password/forgot', { email });
  };
  const invite = async (email: string): Promise<Page> => {
    const admin = await signedIn(app, CALLERS.admin.email);
    const page = await admin.get(`${HOME}/members/invite`);
    return admin.submit(page, '/invite', { email, name: '', role: 'member' });
  };
  /** Enrolls a member in a new course, which tells that member of it. */
  const enroll = async (slug: string, memberId: string): Promise<void> => {
    const owner = await made.tokenOf('owner');
    const { json } = await call(app, owner, 'POST', '/courses', { title: `Course ${slug}`, slug });
    await call(app, owner, 'POST', `/courses/${slug}/publish`);
    const enrolled = await call(app, owner, 'POST', '/enrollments', { courseId: json.id, memberId });
    t.ok(enrolled.status < 300, JSON.stringify(enrolled.json));
  };
  const written = (at: number): string => momentText(at, 'en', ZONE).replaceAll(/\s/g, ' ');
  const listOf = async (caller: 'owner' | 'admin') =>
    said(await (await signedIn(app, CALLERS[caller].email)).get(HOME));
  return { ...made, file, smtp, pass, measured, reset, invite, enroll, written, listOf };
}

t.setTimeout(300_000);

t.test('a mail server that is dead for three days loses nothing silently, and nothing is sent twice', async (t) => {
  const dead = await deadMailServer(t);
  const { app, clock, file, logs, pass, measured, reset, invite, enroll, written, listOf } = dead;
  const began = clock.now;
  const asked = await reset(ANA);
  t.match(said(asked), recovery.sent.text({ email: ANA }), 'which does not say that an e-mail was sent');
  t.equal(
    said(asked),
    said(await reset(ANA.replace('ana', 'anx'))).replaceAll('anx@', 'ana@'),
    'nor who has an account',
  );
  await invite('first@new.example');
  await enroll('early', 'usr_demo_ben');
  await pass(0);
  t.notMatch(await listOf('owner'), LATE, 'a moment is no outage');

  await pass(0.3);
  t.equal((await app.inject('/readyz')).statusCode, 200, 'people can still work');
  const atFirst = await measured();
  t.ok(atFirst.late > 900 && atFirst.late < 1300, `${atFirst.late} s: the alert fires`);
  t.match([atFirst.sent, atFirst.failed, atFirst.expired], [0, 0, 0]);
  t.match(await listOf('owner'), new RegExp(`late, the oldest since ${written(began)}`), 'who runs the platform');
  t.notMatch(await listOf('admin'), LATE, 'and no one else, who cannot repair it,');
  t.match(await listOf('admin'), needs.delayed({ count: 1, email: 'first@new.example' }), 'but for the invitations');
  t.match(logs.join(''), /"kind":"reset_password"[^\n]*"failure":"ESOCKET CONN connect"[^\n]*will be retried/);

  await pass(24);
  t.notMatch(logs.join(''), EXPIRED, 'what has lost its use is as late as the others');
  t.ok((await measured()).late > 24 * 3600 * 0.99, 'so that the alert goes on');
  await reset(BEN);
  await invite('second@new.example');
  await enroll('later', 'usr_demo_ana');

  await pass(47.5);
  const atLast = await measured();
  const failed = await app.outboxStore.failed(100);
  t.equal(atLast.failed, failed.length);
  const kinds = new Set(failed.map(({ kind }) => kind));
  for (const kind of ['reset_password', 'invitation', 'course_enrolled'])
    t.ok(kinds.has(kind), `${kind}: given up after 48 hours`);
  t.match(await listOf('owner'), needs.failedEmails({ count: failed.length }));
  const admin = await signedIn(app, CALLERS.admin.email);
  const idOf = async (email: string) => String(await file.read('select id from people where email = ?', email));
  t.match(said(await admin.get(`${HOME}/members/${await idOf('first@new.example')}`)), delivery.states.failed);
  t.equal(atLast.sent, 0);

  // Within the half hour of its link.
  await reset(CALLERS.staff.email);
  await pass(0.1);
  const { messages } = await smtpServer(t, [], 0, undefined, dead.smtp);
  const waiting = await app.outboxStore.list(1000);
  await pass(0.2);
  const sent = messages.map(readEmail);
  const told = (email: string, subject: string) => sent.filter((one) => one.to === email && one.subject === subject);
  t.equal(
    told('second@new.example', mail.invitation.subject({ school: RIVERSIDE.name })).length,
    1,
    'the invitation of the second day',
  );
  t.equal(sent.filter(({ to, subject }) => to === ANA && subject.includes('Course later')).length, 1, 'and the course');
  t.equal(told(BEN, mail.reset_password.subject).length, 0, 'a link that has ended is not sent,');
  t.equal(logs.join('').match(EXPIRED)?.length, 1, 'which the log says');
  const [late] = told(CALLERS.staff.email, mail.reset_password.subject);
  t.ok(late, 'a link that is live is');
  const until = /until (.*)\.$/m.exec(late?.text ?? '')?.[1]?.replaceAll(/\s/g, ' ');
  const ends = Number(await file.read("select max(expires_at) from mail_links where purpose = 'reset_password'"));
  const inUtc = momentText(ends, 'en', 'UTC').replaceAll(/\s/g, ' ');
  t.equal(until, inUtc, 'with the instant at which it ends, which no school is asked about');
  t.equal((await app.inject(pathOf(late?.link ?? ''))).statusCode, clock.now < ends ? 200 : 404);

  const afterwards = await measured();
  t.match(afterwards, { late: 0, expired: 1, sent: messages.length, failed: failed.length });
  t.equal(
    afterwards.sent + afterwards.expired,
    waiting.filter(({ failedAt }) => failedAt === null).length,
    'all is accounted for',
  );
  t.notMatch(await listOf('owner'), LATE, 'and the page has forgotten it');

  // What was given up is decided about: schoolgate outbox retry --all.
  const before = messages.length;
  for (const { id } of failed) await app.outboxStore.retry(id, clock.now, clock.now + 48 * HOUR);
  await pass(0);
  const again = messages.slice(before).map(readEmail);
  t.equal(again.filter(({ to }) => to === 'first@new.example').length, 1, 'the first invitation, whose link is live');
  t.equal(again.filter(({ to, subject }) => to === BEN && subject.includes('Course early')).length, 1);
  t.equal(again.filter(({ to, subject }) => to === ANA && subject === mail.reset_password.subject).length, 0);
  const end = await measured();
  t.match([end.late, end.failed, end.expired], [0, 0, 2]);
  const came = failed.filter(({ id }) => again.some(({ headers }) => headers.get('message-id')?.includes(id)));
  t.equal(came.length + 1, failed.length, 'each was sent, or counted as expired');
  const ids = messages.map((message) => readEmail(message).headers.get('message-id'));
  t.equal(new Set(ids).size, ids.length, 'and none was sent twice');
  const link = again.find(({ to }) => to === 'first@new.example')?.link ?? '';
  t.match((await app.inject(pathOf(link))).body, '/invitation');
});
