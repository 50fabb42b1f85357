// slow
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { hashCredential, randomSecret } from '../../schema/credential.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { SAME_PASSWORD_PER_LINK } from '../../schema/throttle.ts';
import { BASE, PASSWORD, testApp } from '../support/app.ts';
import { Browser, formsOf, type Page } from '../support/browser.ts';
import { textOf } from '../support/database-edit.ts';
import { authorizeUrl, DEMO, makeVerifier, obtainTokens, userinfo } from '../support/oauth-client.ts';
import { linksOf, said } from '../support/signed-in.ts';
import { disable } from '../support/standing.ts';
import { outcomeOf, pathOf, withEmails } from '../support/with-emails.ts';

const ANA = 'ana@riverside.example';
const NEW = 'seven quiet rivers';
const MINUTE = 60_000;
const { recovery, password } = textFor('en');

async function ask(app: FastifyInstance, email: string, browser = new Browser(app)): Promise<Page> {
  return browser.submit(await browser.get('/password/forgot'), '/password/forgot', { email });
}

function gone(t: Test, { status, body }: Page, message: string): void {
  t.equal(status, 404, message);
  t.match(body, new RegExp(`<h1>(?:${recovery.gone.title}|${recovery.gone.usedTitle})</h1>`));
  t.notMatch(body, '<form');
}

t.test('password reset by e-mail', async (t) => {
  t.test('a password is reset with an e-mailed link that works once and signs no one in [W32]', async (t) => {
    const { app, file, mailbox } = await withEmails(t);
    const browser = new Browser(app);
    const signIn = await browser.get('/sign-in');
    t.match(signIn.body, `<a href="/password/forgot">${password.forgot}</a>`);
    const asked = await ask(app, ' Ana@Riverside.Example ', browser);
    t.match(asked.body, recovery.sent.title);
    t.match(asked.body, `<div class="notice success"><p class="name" role="status">${recovery.sent.received}</p>`);
    const received = await mailbox.next();
    t.equal(received.to, ANA);
    t.equal(received.subject, textFor('en').mail.reset_password.subject);
    t.ok(received.link.startsWith(`${BASE}/password/reset?token=ml_`), received.link);
    t.equal(await file.read('select count(*) from mail_links where length(hash) = 32'), 1);

    const page = await browser.get(pathOf(received.link));
    t.match(page.body, recovery.reset.lead({ email: ANA }));
    t.match(page.headers, { 'referrer-policy': 'strict-origin', 'cache-control': 'no-store' });
    const done = await browser.submit(page, '/password/reset', { new_password: NEW });
    t.equal(done.url, '/sign-in?done=password_reset&school=site_demo_riverside');
    t.match(done.body, recovery.reset.done);
    t.notOk(browser.cookies.has('sid'), 'nobody is signed in by it');
    t.equal(await outcomeOf(app, ANA, NEW), 'signed_in');
    t.equal(await outcomeOf(app, ANA, PASSWORD), 'wrong_credentials');
    const notice = await mailbox.next();
    t.equal(notice.subject, textFor('en').mail.password_changed.subject);
    t.ok(notice.link.startsWith(`${BASE}/not-me?token=ml_`), notice.link);

    gone(t, await browser.get(pathOf(received.link)), 'it is spent');
    gone(t, await browser.submit(page, '/password/reset', { new_password: 'another quiet river' }), 'also by its form');
    t.equal(await file.read("select count(*) from audit_events where event = 'password_reset'"), 1);
  });

  t.test('a forgotten password leads back to the app that waits, and to no page of others', async (t) => {
    const { app } = await withEmails(t);
    const browser = new Browser(app);
    const signIn = await browser.get(authorizeUrl(DEMO.cli, makeVerifier()));
    const [, forgot = ''] = /href="(\/password\/forgot[^"]*)"/.exec(signIn.body) ?? [];
    const back = async (page: string): Promise<string | undefined> => {
      const sent = await browser.submit(await browser.get(page), '/password/forgot', { email: ANA });
      return linksOf(sent).find((href) => /sign-in|oauth|elsewhere/.test(href));
    };
    const waiting = await back(forgot.replaceAll('&amp;', '&'));
    t.match(waiting, /^\/oauth\/continue\/[\w-]+$/);
    t.match(said(await browser.get(waiting ?? '')), 'Demo CLI', 'the request is still there');
    for (const next of ['https://elsewhere.example/', '//elsewhere.example', '/oauth/continue/x@elsewhere.example']) {
      t.equal(await back(`/password/forgot?${new URLSearchParams({ next })}`), '/sign-in?next=%2Faccount', next);
    }
  });

  t.test('a server that writes e-mails to files says so instead of naming a spam folder', async (t) => {
    const { app } = await testApp(t);
    const { files, nothing } = recovery.sent;
    t.match((await ask(app, ANA)).body, files);
    t.notMatch((await ask(app, ANA)).body, nothing);
    const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'school@riverside.example' };
    const sending = said(await ask((await testApp(t, { env })).app, ANA));
    t.ok(sending.includes(nothing), sending);
  });

  t.test('of eight simultaneous resets by one link exactly one succeeds [W32]', async (t) => {
    const { app, file, mailbox } = await withEmails(t);
    await ask(app, ANA);
    const page = await new Browser(app).get(pathOf((await mailbox.next()).link));
    const pages = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        new Browser(app).submit(page, '/password/reset', { new_password: `${NEW} ${i} streams` }),
      ),
    );
    t.strictSame(pages.map(({ status }) => status).sort(), [200, ...Array(7).fill(404)]);
    const winner = pages.findIndex(({ status }) => status === 200);
    t.equal(await outcomeOf(app, ANA, `${NEW} ${winner} streams`), 'signed_in');
    t.equal(await file.read("select count(*) from audit_events where event = 'password_reset'"), 1);
  });

  t.test('sign-ins with the old password that are under way at a reset leave no session behind', async (t) => {
    const { app, mailbox } = await withEmails(t);
    await ask(app, ANA);
    const page = await new Browser(app).get(pathOf((await mailbox.next()).link));
    const browsers = Array.from({ length: 12 }, () => new Browser(app));
    const forms = await Promise.all(browsers.map((browser) => browser.get('/sign-in')));
    const signIns = browsers.map((browser, i) =>
      browser.submit(forms[i] as Page, '/sign-in', { email: ANA, password: PASSWORD }),
    );
    const [reset, ...pages] = await Promise.all([
      new Browser(app).submit(page, '/password/reset', { new_password: NEW }),
      ...signIns,
    ]);
    t.equal(reset.status, 200);
    t.ok(
      pages.every(({ status }) => [200, 400, 403, 429].includes(status)),
      String(pages.map(({ status }) => status)),
    );
    const accounts = await Promise.all(browsers.map((browser) => browser.get('/account')));
    t.strictSame([...new Set(accounts.map(({ url }) => url))], ['/sign-in?next=%2Faccount'], 'everybody is signed out');
    t.equal(await outcomeOf(app, ANA, NEW), 'signed_in');
  });

  t.test('a reset link works only while the account has the address it was sent to [W32]', async (t) => {
    const { app, file, mailbox } = await withEmails(t);
    await ask(app, ANA);
    const browser = new Browser(app);
    const page = await browser.get(pathOf((await mailbox.next()).link));
    t.equal(await file.read("select count(*) from audit_events where event = 'password_reset_asked'"), 1);
    await file.edit("update people set email = 'a@b.example', email_key = 'a@b.example' where email = ?", ANA);
    gone(t, await browser.submit(page, '/password/reset', { new_password: NEW }), 'of an address that was left');
    t.equal(await outcomeOf(app, 'a@b.example', PASSWORD), 'signed_in');
  });

  t.test('a reset link expires after half an hour, and a newer one replaces it [W32]', async (t) => {
    const { app, clock, mailbox } = await withEmails(t);
    await ask(app, ANA);
    const first = pathOf((await mailbox.next()).link);
    await ask(app, ANA);
    const second = pathOf((await mailbox.next()).link);
    gone(t, await new Browser(app).get(first), 'replaced');
    clock.advance(30 * MINUTE - 1);
    t.equal((await new Browser(app).get(second)).status, 200);
    clock.advance(1);
    gone(t, await new Browser(app).get(second), 'too old');
    for (const token of ['', 'x', `ml_${randomSecret()}`, second.slice(-46, -1)]) {
      gone(t, await new Browser(app).get(`/password/reset?token=${token}`), 'never was');
    }
    gone(t, await new Browser(app).get(`/email/confirm${second.slice(second.indexOf('?'))}`), 'of another purpose');
  });

  t.test('expired reset links are purged [W44]', async (t) => {
    const { app, clock, file, mailbox } = await withEmails(t);
    await ask(app, ANA);
    await mailbox.next();
    clock.advance(30 * MINUTE);
    await app.retention.batch(() => clock.now);
    t.equal(await file.read('select count(*) from mail_links'), 1, 'not before its time');
    clock.advance(1);
    await app.retention.batch(() => clock.now);
    t.equal(await file.read('select count(*) from mail_links'), 0);
  });

  t.test(
    'a reset ends every session, and the access of apps only if somebody else may have had it [W36]',
    async (t) => {
      for (const endsApps of [false, true]) {
        const { app, mailbox } = await withEmails(t);
        const browser = new Browser(app);
        const tokens = await obtainTokens(app, DEMO.portal, {}, { browser });
        t.equal((await browser.get('/account')).url, '/account');
        const inspect = async (): Promise<number> => (await userinfo(app, tokens.access_token)).statusCode;
        t.equal(await inspect(), 200);

        const other = new Browser(app);
        await ask(app, ANA, other);
        const page = await other.get(pathOf((await mailbox.next()).link));
        t.match(page.body, /name="someone_else" value="yes">/, 'the question is not answered for the person');
        const fields = { new_password: NEW, ...(endsApps ? { someone_else: 'yes' } : {}) };
        await other.submit(page, '/password/reset', fields);
        t.match((await browser.get('/account')).url, /^\/sign-in/, 'signed out');
        t.equal(await inspect(), endsApps ? 401 : 200);
      }
    },
  );

  t.test('an unacceptable new password is refused, and the link stays valid [W29]', async (t) => {
    const { app, mailbox } = await withEmails(t);
    await ask(app, ANA);
    const link = pathOf((await mailbox.next()).link);
    const browser = new Browser(app);
    const { problems } = password;
    for (const [bad, problem] of [
      ['', problems.required],
      ['short', problems.too_short],
      ['x'.repeat(129), problems.too_long],
      ['Password1234', problems.too_common],
      ['analima2026', problems.too_close],
      ['ana lima, riverside', problems.too_close],
    ] as const) {
      const answer = await browser.submit(await browser.get(link), '/password/reset', { new_password: bad });
      t.equal(answer.status, 400, bad);
      t.match(answer.body, `id="new_password-error">${problem}`);
      if (bad !== '') t.notMatch(answer.body, `"${bad}"`, 'it does not come back');
    }
    t.equal((await browser.submit(await browser.get(link), '/password/reset', { new_password: NEW })).status, 200);
  });

  t.test('the current password is no new one, and the link stays valid for another [W29]', async (t) => {
    const { app, mailbox } = await withEmails(t);
    await ask(app, ANA);
    const page = await new Browser(app).get(pathOf((await mailbox.next()).link));
    const browser = new Browser(app);
    const same = { new_password: PASSWORD, someone_else: 'yes' };
    for (let attempt = 0; attempt < SAME_PASSWORD_PER_LINK.limit; attempt += 1) {
      const refused = await browser.submit(page, '/password/reset', same);
      t.equal(refused.status, 400);
      t.match(refused.body, `id="new_password-error">${password.problems.unchanged}`);
      t.match(refused.body, 'name="someone_else" value="yes" checked', 'the answer is kept');
    }
    t.equal(await outcomeOf(app, ANA, PASSWORD), 'signed_in', 'nothing has changed');
    const blind = await browser.submit(page, '/password/reset', same);
    t.equal(
      blind.url,
      '/sign-in?done=password_reset&school=site_demo_riverside',
      'nobody can compare passwords without end',
    );
  });

  t.test('who has a link, but not the password, tries out one password at most [W29]', async (t) => {
    const { app, mailbox } = await withEmails(t);
    await ask(app, ANA);
    const page = await new Browser(app).get(pathOf((await mailbox.next()).link));
    const guesses = ['seven quiet rivers', 'eight quiet rivers', PASSWORD];
    const answers = [];
    for (const guess of guesses) {
      answers.push(await new Browser(app).submit(page, '/password/reset', { new_password: guess }));
    }
    t.strictSame(
      answers.map(({ status }) => status),
      [200, 404, 404],
      'a wrong one becomes the password and uses the link up',
    );
  });

  t.test('the forms count only from our own origin and with their own form token [RFC 6749 §10.12]', async (t) => {
    const { app, mailbox } = await withEmails(t);
    const browser = new Browser(app);
    const page = await browser.get('/password/forgot');
    const csrf = formsOf(page.body)[0]?.fields.find(([name]) => name === 'csrf')?.[1] ?? '';
    const foreign = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };
    t.equal(
      (
        await browser.post(
          '/password/forgot',
          [
            ['csrf', csrf],
            ['email', ANA],
          ],
          foreign,
        )
      ).status,
      403,
    );
    const stale = await new Browser(app).post('/password/forgot', [
      ['csrf', csrf],
      ['email', ANA],
    ]);
    t.equal(stale.status, 403);
    t.match(stale.body, recovery.forgot.stale, 'the form says that nothing was sent');
    await ask(app, ANA, browser);
    const { link } = await mailbox.next();
    const [, token = ''] = link.split('token=');
    const fields: [string, string][] = [
      ['token', token],
      ['new_password', NEW],
    ];
    t.equal((await browser.post('/password/reset', fields)).status, 403);
    t.equal((await browser.post('/password/reset', [...fields, ['csrf', csrf]])).status, 403);
    t.strictSame(mailbox.take(), []);
    t.equal(await outcomeOf(app, ANA, PASSWORD), 'signed_in');
  });
});

t.test('requesting a password reset', async (t) => {
  t.test(
    'the answer is the same, byte for byte, with and without an account, except for the entered address [F16]',
    async (t) => {
      const { app, file, mailbox } = await withEmails(t);
      await disable(file, 'people', 'usr_demo_noor');
      const seen = new Set<string>();
      for (const email of [ANA, 'nobody@riverside.example', 'noor@schools.example', 'nobody@elsewhere.example']) {
        for (let times = 0; times < 5; times += 1) {
          const { status, body, headers } = await ask(app, email);
          const { date: _d, 'x-request-id': _r, 'set-cookie': _c, 'content-length': length, ...rest } = headers;
          t.match(said({ body }), `the address ${email},`);
          const others = body.replace(email, '');
          t.equal(Number(length), Buffer.byteLength(body));
          seen.add(JSON.stringify([status, others, rest]));
          await app.outbox.sendDue();
        }
      }
      t.equal(seen.size, 1);
      t.strictSame(
        mailbox.take().map(({ to }) => to),
        [ANA, ANA, ANA],
        'and no more than three letters an hour go anywhere',
      );
    },
  );

  t.test('one network may request 20 password resets an hour, even with RATE_LIMITS off [E-38]', async (t) => {
    const { app, clock } = await withEmails(t);
    const browser = new Browser(app);
    for (let n = 0; n < 20; n += 1) t.equal((await ask(app, `n${n}@elsewhere.example`, browser)).status, 200);
    const late = await ask(app, 'x@elsewhere.example', browser);
    t.equal(late.status, 429);
    t.match(late.body, recovery.forgot.throttled);
    t.ok(Number(late.headers['retry-after']) > 0);
    clock.advance(60 * MINUTE);
    t.equal((await ask(app, 'x@elsewhere.example', browser)).status, 200);
  });

  t.test('an e-mail address is normalised before it is looked up, and a malformed one refused [W61]', async (t) => {
    const { app, mailbox } = await withEmails(t);
    for (const bad of [
      '',
      'ana',
      'ana@riverside',
      `${ANA},eve@evil.test`,
      `${ANA}\nbcc: eve@evil.test`,
      '@',
      'a@b@c.de',
    ]) {
      const answer = await ask(app, bad);
      t.equal(answer.status, 400, JSON.stringify(bad));
      t.match(answer.body, recovery.forgot.invalid);
    }
    t.equal((await ask(app, 'ａｎａ@riverside.example')).status, 200);
    t.equal((await mailbox.next()).to, ANA, 'to the address that is stored, never to the one that was typed');
  });

  t.test('the link in the e-mail has our own origin, whatever the Host header says [W60]', async (t) => {
    const { app, mailbox } = await withEmails(t);
    const browser = new Browser(app);
    browser.headers = { ...browser.headers, host: 'evil.test', 'x-forwarded-host': 'evil.test' };
    await ask(app, ANA, browser);
    const { raw, link } = await mailbox.next();
    t.ok(link.startsWith(`${BASE}/password/reset?`));
    t.notMatch(raw, 'evil.test');
  });

  t.test('neither the link nor the password appears in the log, nor the link in the database [F17]', async (t) => {
    const { app, file, mailbox, logs } = await withEmails(t, { env: { LOG_LEVEL: 'trace' } });
    const browser = new Browser(app);
    await ask(app, ANA, browser);
    const { link } = await mailbox.next();
    const [, token = 'none'] = link.split('token=');
    const kept = textOf(await file.rows('select * from mail_links'));
    t.ok(kept.includes(hashCredential(token).toString('latin1')), 'while it is good, its hash is in the database');
    for (const secret of [token, token.slice('ml_'.length)]) t.notOk(kept.includes(secret), 'and it is not');
    const page = await browser.get(pathOf(link));
    await browser.submit(page, '/password/reset', { new_password: NEW });
    await mailbox.next();
    const log = logs.join('');
    t.match(log, '/password/reset');
    t.match(log, '.eml');
    for (const secret of [token, NEW, ANA, PASSWORD]) t.notMatch(log, secret);
  });
});

t.test('the languages of password reset', async (t) => {
  const { app, mailbox } = await withEmails(t);
  for (const language of LANGUAGES) {
    t.test(`the recovery pages and their e-mail are written in ${language} [E-40]`, async (t) => {
      const text = textFor(language);
      const browser = new Browser(app);
      browser.headers = { ...browser.headers, 'accept-language': language };
      const email = { en: 'ruth', de: 'ana', es: 'noor', ja: 'ruth', 'zh-Hant': 'ana' }[language];
      const address = email === 'noor' ? 'noor@schools.example' : `${email}@riverside.example`;
      t.match((await browser.get('/password/forgot')).body, text.recovery.forgot.lead);
      t.match((await ask(app, address, browser)).body, text.recovery.sent.text({ email: address }));
      const received = await mailbox.next();
      t.equal(received.subject, text.mail.reset_password.subject);
      t.match(received.text, text.mail.reset_password.before);
      t.match(received.text, text.mail.reset_password.after);
      t.equal(received.headers.get('content-language'), language);
      t.match((await browser.get(pathOf(received.link))).body, text.recovery.reset.endsAccess);
    });
  }
});

t.test('without mail, no link is asked for, and the page says whom to ask', async (t) => {
  const { app } = await withEmails(t, { env: { SMTP_URL: 'off' } });
  const browser = new Browser(app);
  const page = await browser.get('/password/forgot');
  t.equal(page.status, 200);
  t.match(page.body, recovery.noEmail.text);
  t.strictSame(formsOf(page.body), []);
  t.equal((await browser.post('/password/forgot', [['email', ANA]])).status, 405);
});
