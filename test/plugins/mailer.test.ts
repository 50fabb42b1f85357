import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { loadConfig } from '../../plugins/config.ts';
import { ConfigError } from '../../plugins/environment.ts';
import { writeLetter } from '../../routes/pages/letters.ts';
import { textFor } from '../../routes/pages/text/index.ts';
import { LANGUAGES } from '../../schema/language.ts';
import type { Letter } from '../../schema/letter.ts';
import { temporaryFolder, testApp } from '../support/app.ts';
import { Letterbox, readLetter } from '../support/letters.ts';
import { smtpServer } from '../support/smtp-server.ts';

const ANA = 'ana@riverside.example';
const LINK = 'http://127.0.0.1:3000/x?token=ml_secret';
const RESET: Letter = { kind: 'reset_password', link: LINK };

const until = async (done: () => boolean): Promise<void> => {
  for (const end = performance.now() + 60_000; !done() && performance.now() < end; ) await sleep(10);
};

async function appWith(t: Test, env: Record<string, string>) {
  const dataDir = temporaryFolder(t);
  return { ...(await testApp(t, { dataDir, seed: false, env: { LOG_LEVEL: 'trace', ...env } })), dataDir };
}

t.test('settings', async (t) => {
  const load = (env: Record<string, string>) => loadConfig({ DATA_DIR: temporaryFolder(t), ...env });

  t.test('E-48: a value that cannot be used is refused in one line that does not repeat it', async (t) => {
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
      t.throws(() => load({ MAIL_FROM }), new ConfigError('MAIL_FROM must be an address or Name <address>'), MAIL_FROM);
    }
    t.throws(
      () => load({ SMTP_URL: 'smtps://mail.example.com' }),
      new ConfigError('MAIL_FROM is required with SMTP_URL'),
    );
  });

  t.test('W40: only a server on this computer is spoken to in the clear', async (t) => {
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

t.test('where a letter goes', async (t) => {
  t.test('W17: without a server into a file for nobody else, of which the log names the path alone', async (t) => {
    const { app, dataDir, logs } = await appWith(t, {});
    app.mailer.send(ANA, 'de-AT', RESET);
    const letter = await new Letterbox(dataDir).next();
    t.equal(letter.to, ANA);
    t.equal(letter.subject, textFor('de').mail.reset_password.subject);
    t.equal(letter.headers.get('from'), 'Schoolgate <no-reply@127.0.0.1>');
    t.equal(letter.headers.get('auto-submitted'), 'auto-generated');
    t.match(letter.headers.get('content-type'), /^text\/plain/);
    t.equal(letter.link, LINK);
    const [name = ''] = readdirSync(join(dataDir, 'mail'));
    const file = join(dataDir, 'mail', name);
    t.equal(statSync(file).mode & 0o777, 0o600);
    await until(() => logs.join('').includes(file));
    t.match(logs.join(''), file);
    for (const secret of ['ml_secret', ANA]) t.notMatch(logs.join(''), secret);
  });

  t.test(
    'E-48, RFC 5321 §4.2.1: with one to the server; a failure that passes is tried again, one that does not is told',
    async (t) => {
      const server = await smtpServer(t, ['451 later', '550 no such person here']);
      const { app, logs } = await appWith(t, { SMTP_URL: server.url, MAIL_FROM: 'School <post@school.example>' });
      app.mailer.send(ANA, 'en', RESET);
      await until(() => server.messages.length === 1 || logs.join('').includes('a letter is lost'));
      t.match(logs.join(''), 'a letter is lost');
      t.strictSame(server.recipients, [`<${ANA}>`, `<${ANA}>`], 'the first time and once more');
      app.mailer.send(ANA, 'en', RESET);
      await until(() => server.messages.length === 1);
      const [message = ''] = server.messages;
      t.equal(readLetter(message).link, LINK);
      t.match(message, 'From: School <post@school.example>');
      for (const secret of ['ml_secret', ANA, 'no such person']) t.notMatch(logs.join(''), secret);
    },
  );

  t.test('E-48: a server that stops finishes the letters that wait', async (t) => {
    const server = await smtpServer(t, ['451 later']);
    const { app } = await appWith(t, { SMTP_URL: server.url, MAIL_FROM: ANA });
    app.mailer.send(ANA, 'en', RESET);
    await until(() => server.recipients.length === 1);
    app.mailer.afterwards(async () => app.mailer.send(ANA, 'en', RESET));
    await app.close();
    t.equal(server.messages.length, 2);
  });

  t.test('E-48: however many invitations wait, a letter about security goes out', async (t) => {
    const { app, dataDir, logs } = await appWith(t, {});
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    for (let n = 0; n < 4000; n += 1) app.mailer.afterwards(() => held, 'bulk');
    t.notMatch(logs.join(''), 'one is dropped');
    for (let n = 0; n < 1000; n += 1) app.mailer.afterwards(() => held, 'bulk');
    app.mailer.send(ANA, 'en', { kind: 'invitation', school: 'Riverside', role: 'staff', link: LINK });
    t.match(logs.join(''), 'one is dropped');
    app.mailer.send(ANA, 'en', RESET);
    const letters = await new Letterbox(dataDir).wait();
    t.strictSame(
      letters.map(({ subject }) => subject),
      [textFor('en').mail.reset_password.subject],
    );
    release();
  });

  t.test('E-48: switched off, there is none', async (t) => {
    const { app, dataDir } = await appWith(t, { SMTP_URL: 'off' });
    t.equal(app.mailer.isOn, false);
    app.mailer.send(ANA, 'en', RESET);
    await app.close();
    t.strictSame(new Letterbox(dataDir).take(), []);
  });
});

t.test('what people are called', async (t) => {
  const nasty = 'Evil\r\nBcc: eve@evil.test\r\n\r\n<script>\u202Eabc';

  t.test('W17: names add no header and no line, and no letter has markup', async (t) => {
    const { app, dataDir } = await appWith(t, {});
    app.mailer.send(ANA, 'en', { kind: 'invitation', school: nasty, role: 'member', link: LINK });
    app.mailer.send(ANA, 'en', {
      kind: 'refresh_reuse',
      app: nasty,
      school: nasty,
      at: 0,
      timezone: 'UTC',
      link: LINK,
    });
    for (const letter of await new Letterbox(dataDir).wait(2)) {
      t.notOk(letter.headers.has('bcc'));
      t.match(letter.subject, 'Evil Bcc: eve@evil.test <script> abc');
      t.notMatch(letter.text, /^Bcc/m);
      t.notMatch(letter.text, '\u202E');
      t.equal(letter.link, LINK);
    }
    const long = writeLetter({ kind: 'invitation', school: 'x'.repeat(5000), role: 'member', link: LINK }, 'en');
    t.ok(long.subject.length < 150);
  });
});

t.test('languages', async (t) => {
  const at = Date.UTC(2026, 10, 21, 9);
  const letters: Letter[] = [
    RESET,
    { kind: 'password_changed', at, link: LINK },
    { kind: 'verify_email', name: 'Ana Lima', link: LINK },
    { kind: 'new_email', name: 'Ana Lima', email: ANA, link: LINK },
    { kind: 'email_changing', email: 'new@riverside.example', at, link: LINK },
    { kind: 'email_taken', link: LINK },
    { kind: 'invitation', school: 'Riverside', role: 'staff', link: LINK },
    { kind: 'refresh_reuse', app: 'Lesson Planner', school: 'Riverside', at, timezone: 'Asia/Tokyo', link: LINK },
    { kind: 'passkey_added', passkey: 'Blue laptop', at, link: LINK },
    { kind: 'passkey_removed', passkey: 'Blue laptop', at, link: LINK },
  ];

  t.test('E-40: every letter is written in every language, each in its own words', async (t) => {
    for (const letter of letters) {
      const written = LANGUAGES.map((language) => ({ ...writeLetter(letter, language), asked: language }));
      t.equal(new Set(written.map(({ subject }) => subject)).size, LANGUAGES.length, `${letter.kind}: subjects`);
      for (const { language, asked, subject, text } of written) {
        t.equal(language, asked);
        t.equal(text.split(LINK).length, 2, `${letter.kind} ${language}: the link once`);
        t.match(text, new RegExp(`^${LINK.replaceAll(/[?.]/g, '\\$&')}$`, 'm'), 'on a line of its own');
        t.notMatch(subject, '\n');
        t.notMatch(text, /undefined|\[object|\$\{/);
      }
    }
    t.match(writeLetter(letters[7] ?? RESET, 'en').text, /Lesson Planner.*Riverside/s);
    t.match(writeLetter(letters[7] ?? RESET, 'en').text, '6:00:00', 'in the time of the school');
    t.equal(writeLetter(RESET, 'fr').language, 'en');
    t.equal(writeLetter(RESET, undefined).language, 'en');
    t.equal(writeLetter(RESET, 'zh-TW').language, 'zh-Hant');
  });
});
