// slow
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { mailTransport, sendPastOutbox } from '../../plugins/people/mail-transport.ts';
import { loadConfig } from '../../plugins/settings/config.ts';
import { ConfigError } from '../../plugins/settings/environment.ts';
import { renderEmail } from '../../routes/emails/emails.ts';
import { textFor } from '../../routes/words/index.ts';
import type { EmailMessage } from '../../schema/emails/email-message.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { temporaryFolder, testApp } from '../support/app.ts';
import { databaseFile } from '../support/database-edit.ts';
import { Mailbox, readEmail } from '../support/emails.ts';
import { smtpServer } from '../support/smtp-server.ts';

const ANA = 'ana@riverside.example';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LINK = 'http://127.0.0.1:3000/x?token=ml_secret';
const RESET: EmailMessage = { kind: 'reset_password', link: LINK };

const send = ({ people }: FastifyInstance, to: string, locale: string, message: EmailMessage): Promise<void> =>
  people.mailer.post({ order: 'letter', to, locale, message });

const until = async (done: () => boolean): Promise<void> => {
  for (const end = performance.now() + 60_000; !done() && performance.now() < end; ) await sleep(10);
};

async function appWith(t: Test, env: Record<string, string>) {
  const dataDir = temporaryFolder(t);
  return { ...(await testApp(t, { dataDir, seed: false, env: { LOG_LEVEL: 'trace', ...env } })), dataDir };
}

t.test('mail settings', async (t) => {
  const load = (env: Record<string, string>) => loadConfig({ DATA_DIR: temporaryFolder(t), ...env });

  t.test('an invalid mail setting is refused in one line that does not repeat its value [W67]', async (t) => {
    for (const SMTP_URL of [
      'mail.example.com',
      'http://mail.example.com',
      'smtp://',
      'smtps://user@mail.example.com',
      'smtps://user:hunter2@mail.example.com/path',
      'smtps://user:hunter2@mail.example.com?tls=no',
      'smtps://user:%ff@mail.example.com',
    ]) {
      t.throws(
        () => load({ SMTP_URL, MAIL_FROM: ANA }),
        new ConfigError('SMTP_URL must be smtps://user:password@host[:port], smtp://… or off'),
        SMTP_URL,
      );
    }
    for (const MAIL_FROM of [
      'nobody',
      'a@b',
      'Name <>',
      'a@b.example, c@d.example',
      'A\nB <a@b.example>',
      '<a@b.example> x',
    ]) {
      const form = /^MAIL_FROM must be (?:an address or Name <address>|one address|one line)$/;
      t.throws(() => load({ MAIL_FROM }), { name: 'ConfigError', message: form }, MAIL_FROM);
    }
    t.throws(
      () => load({ SMTP_URL: 'smtps://mail.example.com' }),
      new ConfigError('MAIL_FROM is required with SMTP_URL'),
    );
  });

  t.test('TLS is required for every mail server but one on this machine', async (t) => {
    const serverOf = (SMTP_URL: string) => load({ SMTP_URL, MAIL_FROM: `School <${ANA}>` }).mail.server;
    t.match(serverOf('smtps://u%40x:p%3A@mail.example.com'), {
      host: 'mail.example.com',
      port: 465,
      secure: true,
      auth: { user: 'u@x', pass: 'p:' },
    });
    t.match(serverOf('smtp://mail.example.com'), { port: 587, secure: false, requireTls: true, auth: undefined });
    t.match(serverOf('smtp://localhost:2525'), { port: 2525, requireTls: false });
    t.equal(serverOf('off'), 'off');
    t.strictSame(load({ MAIL_FROM: `School <${ANA}>` }).mail, {
      server: undefined,
      from: { name: 'School', address: ANA },
    });
  });
});

t.test('the delivery of e-mail', async (t) => {
  t.test('without a mail server an e-mail goes to a private file, and the log has its path alone [F17]', async (t) => {
    const { app, dataDir, logs } = await appWith(t, {});
    await send(app, ANA, 'de-AT', RESET);
    const received = await new Mailbox(dataDir).next();
    t.equal(received.to, ANA);
    t.equal(received.subject, textFor('de').mail.reset_password.subject);
    t.equal(received.headers.get('from'), 'Schoolgate <no-reply@127.0.0.1>');
    t.equal(received.headers.get('auto-submitted'), 'auto-generated');
    t.match(received.headers.get('content-type'), /^multipart\/alternative/);
    t.match(received.html, `href="${LINK}"`);
    t.notMatch(received.html, /<(?:img|link|script)|url\(/, 'nothing is loaded');
    t.equal(received.link, LINK);
    const [name = ''] = readdirSync(join(dataDir, 'mail'));
    const file = join(dataDir, 'mail', name);
    t.equal(statSync(file).mode & 0o777, 0o600);
    await until(() => logs.join('').includes(file));
    t.match(logs.join(''), file);
    for (const secret of ['ml_secret', ANA]) t.notMatch(logs.join(''), secret);
  });

  t.test(
    'a transient SMTP failure is retried, and a permanent one is kept and reported [RFC 5321 §4.2.1]',
    async (t) => {
      const server = await smtpServer(t, ['451 later', '451 later', '550 no such person here']);
      const env = { SMTP_URL: server.url, MAIL_FROM: 'School <post@school.example>' };
      const { app, clock, logs } = await appWith(t, env);
      await send(app, ANA, 'en', RESET);
      for (const tried of [1, 2, 3]) {
        await app.outbox.sendDue();
        await app.outbox.sendDue();
        t.equal(server.recipients.length, tried, 'the next attempt is later');
        clock.advance(2 * MINUTE);
      }
      t.match(logs.join(''), 'an e-mail could not be delivered');
      const [kept] = await app.outboxStore.list(10);
      t.match(kept, { kind: 'reset_password', attempts: 3, dueAt: null, failure: 'EENVELOPE RCPT TO 550' });
      for (const hidden of [ANA, 'ml_secret']) t.notMatch(kept?.sealed.toString('latin1'), hidden);
      t.equal(await app.outboxStore.retry(kept?.id ?? '', clock.now, clock.now + HOUR), true);
      await app.outbox.sendDue();
      const [message = ''] = server.messages;
      t.equal(readEmail(message).link, LINK);
      t.match(message, 'From: School <post@school.example>');
      t.match(message, `Message-ID: <${kept?.id}@school.example>`);
      t.strictSame(await app.outboxStore.list(10), [], 'nothing is left of what was sent');
      for (const secret of ['ml_secret', ANA, 'no such person']) t.notMatch(logs.join(''), secret);
    },
  );

  t.test('an e-mail is tried for two days, and as often as others when the mail server is away', async (t) => {
    const { app, clock } = await appWith(t, { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: ANA });
    for (const _ of [1, 2, 3]) await send(app, ANA, 'en', RESET);
    await app.outbox.sendDue();
    const tried = async () => (await app.outboxStore.list(10)).map(({ attempts }) => attempts).sort();
    t.ok((await tried()).includes(0), 'one that failed is enough');
    for (const end = clock.now + 49 * HOUR; clock.now < end; clock.advance(10 * MINUTE)) await app.outbox.sendDue();
    for (const { attempts, failure, failedAt } of await app.outboxStore.list(10)) {
      t.ok(attempts > 8 && attempts < 40, `${attempts} attempts`);
      t.match({ failure, failedAt }, { failure: 'ESOCKET CONN connect', failedAt: Number });
    }
    t.match(await app.outboxStore.counts(), { waiting: 0, failed: 3 });
  });

  t.test('a test e-mail is sent past the outbox, and the answer of the mail server is passed on', async (t) => {
    const smtp = await smtpServer(t, ['250 fine', '550 no such person here']);
    const env = { SMTP_URL: smtp.url, MAIL_FROM: 'School <post@school.example>' };
    const { server, from } = loadConfig({ DATA_DIR: temporaryFolder(t), ...env }).mail;
    if (server === undefined || server === 'off') return t.fail('the mail server is set');
    const message = { to: ANA, subject: 'Test e-mail', text: 'It works.' };
    t.match(await sendPastOutbox(server, from, message), /^250 /);
    t.match(smtp.messages[0], /^Auto-Submitted: auto-generated/m);
    t.match(smtp.messages[0], 'It works.');
    await t.rejects(sendPastOutbox(server, from, message), { message: /550 no such person here/ });
    t.equal(smtp.messages.length, 1);
  });

  t.test('a mail server that needs its time to take an e-mail gets it once, not once with each attempt', async (t) => {
    const server = await smtpServer(t, [], 11_000);
    const { app } = await testApp(t, { env: { SMTP_URL: server.url, MAIL_FROM: ANA }, housekeeping: false });
    await send(app, ANA, 'en', RESET);
    await app.outbox.sendDue();
    t.strictSame([await app.outboxStore.list(10), server.messages.length], [[], 1]);
  });

  t.test('an attempt that is given up sends nothing any more', async (t) => {
    const server = await smtpServer(t, [], 2000);
    const { app } = await testApp(t, { env: { SMTP_URL: server.url, MAIL_FROM: ANA }, housekeeping: false });
    const transport = mailTransport(Object.assign(Object.create(app), { addHook: () => app }));
    if (transport === undefined) return t.fail('the mail server is set');
    const received = { subject: 'x', text: 'x', html: 'x', language: 'en', to: ANA };
    const attempt = async (id: string) => {
      const late = new AbortController();
      setTimeout(() => late.abort(), 1000);
      await t.rejects(transport.send({ ...received, id }, late));
    };
    await Promise.all(['one', 'two', 'three'].map(attempt));
    await sleep(2000);
    t.equal(server.messages.length, 2, 'there are two connections, and the third was still waiting');
  });

  t.test('an e-mail is dropped when its link has ended before it could be sent', async (t) => {
    const server = await smtpServer(t, ['451 later', '451 later']);
    const env = { SMTP_URL: server.url, MAIL_FROM: ANA, LOG_LEVEL: 'info' };
    const { app, clock, logs } = await testApp(t, { env, housekeeping: false });
    const trail = { at: clock.now };
    await app.people.mailer.post({ order: 'reset', email: ANA, locale: 'en', trail });
    await app.people.mailer.post({ order: 'reset', email: 'nobody@riverside.example', locale: 'en', trail });
    await app.outbox.sendDue();
    t.match(await app.outboxStore.list(10), [{ kind: 'reset_password', attempts: 1 }], 'nothing is left of the other');
    clock.advance(31 * MINUTE);
    await app.outbox.sendDue();
    t.match(logs.join(''), 'the link in it has ended');
    t.strictSame([await app.outboxStore.list(10), server.recipients.length], [[], 1]);
  });

  t.test('a server that stops loses nothing, and the next one sends it [E-48]', async (t) => {
    const server = await smtpServer(t);
    const databaseUrl = databaseFile(t).url;
    const env = { SMTP_URL: server.url, MAIL_FROM: ANA };
    const dataDir = temporaryFolder(t);
    const first = await testApp(t, { databaseUrl, dataDir, env, seed: false, housekeeping: false });
    for (const _ of [1, 2]) await send(first.app, ANA, 'en', RESET);
    const asked = performance.now();
    await first.app.close();
    t.ok(performance.now() - asked < 5000);
    const second = await testApp(t, { databaseUrl, dataDir, env, seed: false, now: first.clock.now + MINUTE });
    await until(() => server.messages.length === 2);
    t.equal(server.messages.length, 2);
    await second.app.outbox.sendDue();
    t.strictSame(await second.app.outboxStore.list(10), []);
  });

  t.test('two nodes never send the same e-mail, and one takes over from the other [E-48]', async (t) => {
    const server = await smtpServer(t);
    const databaseUrl = databaseFile(t).url;
    const env = { SMTP_URL: server.url, MAIL_FROM: ANA };
    const options = { databaseUrl, dataDir: temporaryFolder(t), env, seed: false, housekeeping: false };
    const [one, two] = [await testApp(t, options), await testApp(t, options)];
    const order = { order: 'letter', to: ANA, locale: 'en', message: RESET } as const;
    await one.app.outboxStore.post(...Array.from({ length: 30 }, () => one.app.people.mailer.outgoing(order)).flat());
    await Promise.all([one.app.outbox.sendDue(), two.app.outbox.sendDue()]);
    await Promise.all([one.app.outbox.sendDue(), two.app.outbox.sendDue()]);
    t.equal(server.messages.length, 30);

    await one.app.outboxStore.post(...one.app.people.mailer.outgoing(order));
    const [due] = await one.app.outboxStore.due('security', one.clock.now, 1);
    if (due === undefined) return t.fail('nothing is due');
    const { now } = one.clock;
    const claims = await Promise.all([one, two].map(({ app }) => app.outboxStore.claim(due, now + 2 * MINUTE, now)));
    t.equal(claims.filter(Boolean).length, 1, 'the other node claims nothing');
    await two.app.outbox.sendDue();
    t.equal(server.messages.length, 30, 'while it is claimed');
    two.clock.advance(3 * MINUTE);
    await two.app.outbox.sendDue();
    t.equal(server.messages.length, 31, 'once the claim has ended');
  });

  t.test('a security e-mail is sent however many invitations are waiting [E-48]', async (t) => {
    const { app, dataDir } = await appWith(t, {});
    const message = { kind: 'role_changed', school: 'Riverside', role: 'staff', link: LINK } as const;
    const order = { order: 'letter', to: ANA, locale: 'en', message } as const;
    const waiting = Array.from({ length: 300 }, () => ({ ...order, order: 'letter' as const }));
    await app.outboxStore.post(...app.people.mailer.outgoing({ ...order, message: RESET }, ...waiting).reverse());
    const subjects: string[] = [];
    const mailbox = new Mailbox(dataDir);
    await until(() => {
      subjects.push(...mailbox.take().map(({ subject }) => subject));
      return subjects.includes(textFor('en').mail.reset_password.subject);
    });
    t.ok(subjects.includes(textFor('en').mail.reset_password.subject));
    t.ok(subjects.length < 300, `${subjects.length} e-mails before it`);
  });

  t.test('the link in a file is whole on its line, in the text and in the document, in every language', async (t) => {
    const { app, dataDir } = await appWith(t, {});
    const mailbox = new Mailbox(dataDir);
    const link = `${LINK}-${'x'.repeat(60)}`;
    for (const language of LANGUAGES) {
      await send(app, ANA, language, { kind: 'invitation', school: 'Münchner 学校', role: 'staff', link });
      const { raw, text, html } = await mailbox.next();
      t.equal(raw.split('\r\n').filter((line) => line === link).length, 1, 'a line of its own, as the file has it');
      t.ok(raw.includes(`<a href="${link}"`), 'in the document, as the file has it');
      t.match(raw, 'Münchner 学校', 'the name can be read, too');
      t.strictSame(
        [text.includes(link), html.includes(`href="${link}"`)],
        [true, true],
        'and as a mail program reads it',
      );
    }
  });

  t.test('a subject that is not plain ASCII is sent as encoded words of UTF-8 [RFC 2047 §2]', async (t) => {
    const { app, dataDir } = await appWith(t, {});
    const mailbox = new Mailbox(dataDir);
    for (const language of ['ja', 'de', 'zh-Hant'] as const) {
      await send(app, ANA, language, { kind: 'invitation', school: '学校 Ü', role: 'staff', link: LINK });
      const received = await mailbox.next();
      t.equal(received.subject, textFor(language).mail.invitation.subject({ school: '学校 Ü' }));
      const subject = received.headers.get('subject') ?? '';
      t.match(subject, /=\?utf-8\?[BQ]\?[!->@-~]+\?=/i);
      for (const word of subject.match(/=\?\S+/g) ?? []) t.ok(word.length <= 75, `a word of ${word.length} characters`);
      t.match(received.raw.slice(0, received.raw.indexOf('\r\n\r\n')), /^[\x20-\x7e\r\n\t]*$/, 'all headers');
    }
  });

  t.test('a file is deleted when no link in it can be valid any more [F17]', async (t) => {
    const dataDir = temporaryFolder(t);
    const folder = join(dataDir, 'mail');
    mkdirSync(folder);
    const DAY = 86_400_000;
    const ages = { 'a.eml': 8 * DAY + 60_000, 'b.eml.part': 30 * DAY, 'c.eml': 6 * DAY, 'notes.txt': 30 * DAY };
    for (const [name, age] of Object.entries(ages)) {
      writeFileSync(join(folder, name), '');
      utimesSync(join(folder, name), new Date(Date.now() - age), new Date(Date.now() - age));
    }
    await testApp(t, { dataDir, seed: false, env: { SMTP_URL: 'off' } });
    t.strictSame(readdirSync(folder).sort(), ['c.eml', 'notes.txt']);
  });

  t.test('no e-mail is sent when mail is switched off', async (t) => {
    const { app, dataDir } = await appWith(t, { SMTP_URL: 'off' });
    t.equal(app.people.mailer.isOn, false);
    await send(app, ANA, 'en', RESET);
    await app.close();
    t.strictSame(new Mailbox(dataDir).take(), []);
  });
});

t.test('names in e-mail', async (t) => {
  const nasty = 'Evil\r\nBcc: eve@evil.test\r\n\r\n<script>\u202Eabc';

  t.test('a name adds no header and no line to an e-mail [W17]', async (t) => {
    const { app, dataDir } = await appWith(t, {});
    const role = { by: 'platform', kind: 'role_changed', role: 'member' } as const;
    await send(app, ANA, 'en', { ...role, school: nasty, link: LINK });
    await send(app, ANA, 'en', {
      kind: 'refresh_reuse',
      app: nasty,
      school: nasty,
      at: 0,
      timezone: 'UTC',
      link: LINK,
    });
    for (const received of await new Mailbox(dataDir).wait(2)) {
      t.notOk(received.headers.has('bcc'));
      t.match(received.subject, 'Evil Bcc: eve@evil.test <script> abc');
      t.notMatch(received.text, /^Bcc/m);
      t.notMatch(received.text, '\u202E');
      t.equal(received.link, LINK);
    }
    const long = renderEmail({ kind: 'role_changed', school: 'x'.repeat(5000), role: 'member', link: LINK }, 'en');
    t.ok(long.subject.length < 150);
  });
});

t.test('the languages of e-mail', async (t) => {
  const at = Date.UTC(2026, 10, 21, 9);
  const event = { school: 'Riverside', event: 'Moss walk', startsAt: at, timezone: 'Asia/Tokyo', link: LINK };
  const emails: EmailMessage[] = [
    RESET,
    { kind: 'password_changed', at, link: LINK },
    { kind: 'verify_email', link: LINK },
    { kind: 'new_email', link: LINK },
    { kind: 'email_changing', email: 'new@riverside.example', at, link: LINK },
    { kind: 'email_taken', link: LINK },
    { kind: 'invitation', school: 'Riverside', role: 'staff', link: LINK },
    { kind: 'refresh_reuse', app: 'Lesson Planner', school: 'Riverside', at, timezone: 'Asia/Tokyo', link: LINK },
    ...(['second_factor_reset', 'second_factor_reset_withdrawn', 'second_factor_reset_done'] as const).map((kind) => {
      return { kind, school: 'Riverside', at, timezone: 'Asia/Tokyo', link: LINK };
    }),
    ...(['used', 'kept'] as const).map((how) => {
      const by = { school: 'Riverside', person: 'Ana Lima', at, timezone: 'Asia/Tokyo' };
      return { kind: 'second_factor_kept', how, ...by, link: LINK } as const;
    }),
    { kind: 'passkey_added', passkey: 'Blue laptop', at, link: LINK },
    { kind: 'passkey_removed', passkey: 'Blue laptop', at, link: LINK },
    ...(['event_cancelled', 'event_seat'] as const).map((kind) => ({ kind, ...event })),
    { kind: 'event_moved', ...event, location: 'Hall' },
    { kind: 'role_changed', school: 'Riverside', role: 'admin', link: LINK },
    { kind: 'course_enrolled', school: 'Riverside', course: 'Moss', expireDate: '2027-01-31', link: LINK },
    ...[null, { titles: ['Moss', 'Lichen'], others: 3 }].map((courses) => {
      const named = { school: 'Riverside', plan: 'Green', expireDate: '2027-01-31', link: LINK };
      return { kind: 'subscription_opened', courses, ...named } as const;
    }),
  ];

  t.test('every kind of e-mail is written in every language, each in its own words [E-40]', async (t) => {
    for (const received of emails) {
      const written = LANGUAGES.map((language) => ({ ...renderEmail(received, language), asked: language }));
      t.equal(new Set(written.map(({ subject }) => subject)).size, LANGUAGES.length, `${received.kind}: subjects`);
      for (const { language, asked, subject, text } of written) {
        t.equal(language, asked);
        t.equal(text.split(LINK).length, 2, `${received.kind} ${language}: the link once`);
        t.match(text, new RegExp(`^${LINK.replaceAll(/[?.]/g, '\\$&')}$`, 'm'), 'on a line of its own');
        t.notMatch(subject, '\n');
        t.notMatch(text, /undefined|\[object|\$\{/);
      }
    }
    t.match(renderEmail(emails[7] ?? RESET, 'en').text, /Lesson Planner.*Riverside/s);
    t.match(renderEmail(emails[7] ?? RESET, 'en').text, '6:00:00', 'in the time of the school');
    t.equal(renderEmail(RESET, 'fr').language, 'en');
    t.equal(renderEmail(RESET, undefined).language, 'en');
    t.equal(renderEmail(RESET, 'zh-TW').language, 'zh-Hant');
  });
});
