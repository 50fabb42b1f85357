// slow
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import type { Operator } from '../../schema/school/operation.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { HARBOUR, RIVERSIDE } from '../../scripts/commands/demo/platform.ts';
import { BASE, PASSWORD } from '../support/app.ts';
import { Browser, formsOf, type Page } from '../support/browser.ts';
import { linksOf, said } from '../support/signed-in.ts';
import { type AppWithEmails, outcomeOf, pathOf, signedIn, withEmails } from '../support/with-emails.ts';

const NEWCOMER = 'kei@elsewhere.example';
const ANA = 'ana@riverside.example';
const SECRET = 'seven quiet rivers';
const DAY = 86_400_000;
const { invitation, password, profile, recovery, shell } = textFor('en');

const owner = (app: FastifyInstance, siteId: string = HARBOUR.id): Operator => ({
  siteId,
  personId: siteId === HARBOUR.id ? 'usr_demo_hugo' : 'usr_demo_ruth',
  role: 'owner',
  now: app.clock(),
  requestId: 'test',
});

async function invite(app: FastifyInstance, given: Record<string, unknown>, siteId?: string): Promise<void> {
  await app.school.runOperation(app.school.operations.invite_member, owner(app, siteId), given);
}

/** Somebody without an account, invited to Harbour. */
async function invited(t: Test, role = 'staff'): Promise<AppWithEmails & { link: string; browser: Browser }> {
  const test = await withEmails(t);
  await invite(test.app, { email: NEWCOMER, role });
  const { link } = await test.mailbox.next();
  return { ...test, link: pathOf(link), browser: new Browser(test.app) };
}

const stateOf = ({ file }: AppWithEmails, siteId: string = HARBOUR.id, email = NEWCOMER): Promise<unknown> =>
  file.read(
    'select status from memberships join people on id = person_id where site_id = ? and email = ?',
    siteId,
    email,
  );

function gone(t: Test, { status, body }: Page, message: string): void {
  t.equal(status, 404, message);
  t.match(body, recovery.gone.title);
  t.match(said({ body }), `${recovery.gone.text} ${recovery.gone.invitation} ${invitation.signIn}`);
  t.ok(linksOf({ body }).includes('/sign-in'), 'who was invited may have no account to go to');
}

t.test('the invitation link in the e-mail', async (t) => {
  t.test('a person without an account accepts an invitation once, with a name and a password [W32]', async (t) => {
    const test = await withEmails(t);
    const { app, file, mailbox } = test;
    await invite(app, { email: NEWCOMER, role: 'staff', locale: 'de' });
    const received = await mailbox.next();
    const german = textFor('de');
    t.equal(received.to, NEWCOMER);
    t.equal(
      received.subject,
      german.mail.invitation.subject({ school: HARBOUR.name }),
      'in the language of the member',
    );
    t.match(received.text, german.roles.staff);
    t.match(received.text, german.mail.greeting);
    t.ok(received.link.startsWith(`${BASE}/invitation?token=ml_`));

    const browser = new Browser(app);
    const page = await browser.get(pathOf(received.link));
    t.match(page.body, invitation.title({ school: HARBOUR.name }));
    t.match(page.body, invitation.newAccountLead({ email: NEWCOMER }));
    t.equal(await stateOf(test), 'invited', 'looking takes nothing');
    const another = await (await signedIn(app, 'ben@riverside.example')).get(pathOf(received.link));
    t.match(another.body, invitation.besideAccount({ name: 'Ben Okafor' }), 'somebody else who is signed in is told');
    t.match(another.body, invitation.newAccountLead({ email: NEWCOMER }));
    const done = await browser.submit(page, '/invitation', { name: 'Kei Mori', new_password: SECRET });
    t.equal(done.url, `/sign-in?done=invitation&school=${HARBOUR.id}`);
    t.match(done.body, invitation.ready);
    t.notOk(browser.cookies.has('sid'), 'nobody is signed in by it');
    t.equal(await stateOf(test), 'active');
    t.equal(await file.read('select name from people where email = ?', NEWCOMER), 'Kei Mori');
    t.equal(
      await file.read('select email_verified from people where email = ?', NEWCOMER),
      1,
      'the letter was read there',
    );
    t.equal(await file.read("select count(*) from audit_events where event = 'invitation_accepted'"), 1);
    t.match(await app.school.members.search(HARBOUR.id, 'mori'), { length: 1 }, 'the school finds the name now');

    const account = await (await signedIn(app, NEWCOMER, SECRET)).get('/account');
    t.match(account.body, HARBOUR.name);
    gone(t, await browser.get(pathOf(received.link)), 'the link is spent');
    const again = await browser.submit(page, '/invitation', { name: 'Eve', new_password: 'another quiet river' });
    gone(t, again, 'also by its form');
    t.equal(await outcomeOf(app, NEWCOMER, SECRET), 'signed_in');
  });

  t.test('the sign-in page has the address of the invitation, once, in this browser only [ASVS 14.3.1]', async (t) => {
    const { app, browser, clock, link } = await invited(t);
    const form = formsOf((await browser.get(link)).body).find(({ action }) => action === '/invitation');
    const given = { ...Object.fromEntries(form?.fields ?? []), name: 'Kei Mori', new_password: SECRET };
    const answer = await app.inject({
      method: 'POST',
      url: '/invitation',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: BASE },
      payload: new URLSearchParams(given).toString(),
    });
    const { location = '' } = answer.headers;
    t.equal(location, '/sign-in?done=invitation&school=site_demo_harbour', 'the address is not in the URL');
    const cookie = answer.cookies.find(({ name }) => name === 'address');
    t.match(cookie, { httpOnly: true, sameSite: 'Lax', maxAge: 300 });
    t.notMatch(
      Buffer.from(cookie?.value ?? '', 'base64url').toString('latin1'),
      /kei|elsewhere/,
      'nor to be read here',
    );
    const withCookie = (value = cookie?.value ?? ''): Browser => {
      const one = new Browser(app);
      one.cookies.set('address', value);
      return one;
    };
    const asked = new RegExp(`id="email"[^>]*value="${NEWCOMER}"`);
    const [soon, later] = [withCookie(), withCookie()];
    t.match((await soon.get(location)).body, asked);
    t.notMatch((await soon.get(location)).body, NEWCOMER, 'it was shown');
    t.notMatch((await new Browser(app).get(location)).body, NEWCOMER, 'in another browser');
    const forged = await withCookie('A'.repeat(80)).get(location);
    t.notMatch(forged.body, /id="email"[^>]*value/, 'what was not made here says nothing');
    clock.advance(300_000);
    t.notMatch((await later.get(location)).body, NEWCOMER, 'it expires');
  });

  t.test('of eight simultaneous acceptances exactly one succeeds [W32]', async (t) => {
    const test = await invited(t);
    const page = await test.browser.get(test.link);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        new Browser(test.app).submit(page, '/invitation', { name: `Kei ${i}`, new_password: `${SECRET} ${i} fall` }),
      ),
    );
    t.strictSame(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(404)]);
    const winner = answers.findIndex(({ status }) => status === 200);
    t.equal(await outcomeOf(test.app, NEWCOMER, `${SECRET} ${winner} fall`), 'signed_in');
    t.equal(await test.file.read("select count(*) from audit_events where event = 'invitation_accepted'"), 1);
  });

  t.test('an invitation link lasts seven days, and ends when it is withdrawn or replaced [W32]', async (t) => {
    const test = await invited(t);
    test.clock.advance(7 * DAY - 1);
    const page = await test.browser.get(test.link);
    t.equal(page.status, 200);
    await test.file.edit(
      "update memberships set status = 'removed' where status = 'invited' and site_id = ?",
      HARBOUR.id,
    );
    gone(t, await test.browser.get(test.link), 'taken back');
    gone(t, await test.browser.submit(page, '/invitation', { name: 'K', new_password: SECRET }), 'also for its form');
    await invite(test.app, { email: NEWCOMER });
    const second = pathOf((await test.mailbox.next()).link);
    gone(t, await test.browser.get(test.link), 'a newer one replaces it');
    t.equal((await test.browser.get(second)).status, 200);
    test.clock.advance(7 * DAY);
    gone(t, await test.browser.get(second), 'too old');
  });

  t.test('an unacceptable name or password is refused with the error beside its field [W29]', async (t) => {
    const test = await invited(t);
    for (const [fields, field, error] of [
      [{ name: '', new_password: SECRET }, 'name', shell.required],
      [{ name: 'K\u202E', new_password: SECRET }, 'name', profile.nameInvalid],
      [{ name: 'Kei', new_password: 'short' }, 'new_password', password.problems.too_short],
      [{ name: 'Kei Mori', new_password: 'keimori2026' }, 'new_password', password.problems.too_close],
      [{ name: 'Kei', new_password: 'Password1234' }, 'new_password', password.problems.too_common],
    ] as const) {
      const page = await test.browser.submit(await test.browser.get(test.link), '/invitation', fields);
      t.equal(page.status, 400);
      t.match(page.body, `id="${field}-error">${error}`);
    }
    t.equal(await stateOf(test), 'invited');
  });

  t.test('a person without an account may decline, and may be invited again [spec 3]', async (t) => {
    const test = await invited(t);
    const done = await test.browser.submit(await test.browser.get(test.link), '/invitation/decline');
    t.match(done.body, invitation.declined);
    t.equal(await stateOf(test), 'removed');
    t.equal(await test.file.read("select count(*) from audit_events where event = 'invitation_declined'"), 1);
    gone(t, await test.browser.get(test.link), 'the link ends');
    await invite(test.app, { email: NEWCOMER });
    t.equal((await test.mailbox.next()).to, NEWCOMER);
  });

  t.test('an invitation link alone gives no access to an account that has a password [W31]', async (t) => {
    const test = await withEmails(t);
    const { app, file, mailbox } = test;
    await invite(app, { email: ANA, role: 'admin' });
    const link = pathOf((await mailbox.next()).link);
    const stranger = new Browser(app);
    const page = await stranger.get(link);
    t.match(page.body, invitation.hasAccount);
    t.notMatch(page.body, '<form');
    t.notMatch(page.body, ANA);

    // The page of somebody new, for this link.
    const [, token = ''] = link.split('token=');
    const csrf = app.people.loginSession.formToken(
      'invitation',
      (await import('../../schema/credential.ts')).hashCredential(token),
    );
    const fields: [string, string][] = [
      ['token', token],
      ['csrf', csrf],
      ['name', 'Eve'],
      ['new_password', SECRET],
    ];
    gone(t, await stranger.post('/invitation', fields), 'accepting needs a sign-in');
    gone(t, await stranger.post('/invitation/decline', fields), 'and so does declining');
    t.equal(await outcomeOf(app, ANA, PASSWORD), 'signed_in');
    t.equal(await file.read('select name from people where email = ?', ANA), 'Ana Lima');

    const other = await signedIn(app, 'ben@riverside.example');
    const wrong = await other.get(link);
    t.match(wrong.body, 'isn’t for the account you’re signed in with');
    t.notMatch(wrong.body, 'action="/invitation');
    const ana = await signedIn(app, ANA);
    t.equal((await ana.get(link)).url, '/account');
    t.equal(await stateOf(test, HARBOUR.id, ANA), 'invited');
  });
});

t.test('an invitation shown in the account', async (t) => {
  const asked = async (t: Test) => {
    const test = await withEmails(t);
    await invite(test.app, { email: ANA, role: 'admin' });
    return { ...test, link: pathOf((await test.mailbox.next()).link), browser: await signedIn(test.app, ANA) };
  };

  t.test('accepting makes the membership active, once, and ends the link [W32, spec 3]', async (t) => {
    const test = await asked(t);
    const page = await test.browser.get('/account');
    t.match(page.body, invitation.openLead);
    t.match(page.body, HARBOUR.name);
    t.notMatch(page.body, '/admin/harbour', 'not a place yet');
    const done = await test.browser.submit(page, '/accept');
    t.match(done.body, invitation.done.accepted);
    t.match(done.body, '/admin/harbour');
    t.equal(await stateOf(test, HARBOUR.id, ANA), 'active');
    t.notMatch((await test.browser.get('/account')).body, invitation.openLead);
    t.match((await test.browser.submit(page, '/accept', { once: '' })).body, invitation.done.accepted, 'it is done');
    gone(t, await test.browser.get(test.link), 'the link ends');
    t.match((await test.browser.submit(page, '/decline')).body, invitation.done.gone);
    t.equal(await stateOf(test, HARBOUR.id, ANA), 'active', 'what is taken cannot be declined');
    t.equal(await test.file.read("select count(*) from audit_events where event = 'invitation_accepted'"), 1);
  });

  t.test('only a person whose e-mail address is confirmed can accept', async (t) => {
    const test = await asked(t);
    await test.file.edit('update people set email_verified = false where email = ?', ANA);
    const page = await test.browser.get('/account');
    const answer = await test.browser.submit(page, '/accept');
    t.match(answer.body, invitation.done.unproven);
    t.equal(await stateOf(test, HARBOUR.id, ANA), 'invited');
    const csrf = /name="csrf" value="([^"]*)"/.exec(page.body)?.[1] ?? '';
    const nul = await test.browser.post('/account/invitations/a%00b/accept', [['csrf', csrf]]);
    t.match(nul.body, invitation.done.gone);
  });

  t.test('declining ends the invitation and leaves other memberships alone [spec 3]', async (t) => {
    const test = await asked(t);
    const done = await test.browser.submit(await test.browser.get('/account'), '/decline');
    t.match(done.body, invitation.done.declined);
    t.equal(await stateOf(test, HARBOUR.id, ANA), 'removed');
    t.match((await test.browser.get('/account')).body, RIVERSIDE.name, 'other places stay');
  });

  t.test('no one can accept an invitation for another person [ASVS 2.2.2]', async (t) => {
    const test = await asked(t);
    const ben = await signedIn(test.app, 'ben@riverside.example');
    const page = await ben.get('/account/profile');
    const csrf = /name="csrf" value="([^"]*)"/.exec(page.body)?.[1] ?? '';
    const answer = await ben.post(`/account/invitations/${HARBOUR.id}/accept`, [['csrf', csrf]]);
    t.match(answer.body, invitation.done.gone);
    t.equal(await stateOf(test, HARBOUR.id, ANA), 'invited');
    t.notOk(await stateOf(test, HARBOUR.id, 'ben@riverside.example'));
  });

  t.test('a person suspended or removed in the meantime cannot accept the invitation [spec 3]', async (t) => {
    const test = await asked(t);
    const page = await test.browser.get('/account');
    for (const status of ['suspended', 'removed']) {
      await test.file.edit(
        'update memberships set status = ? where site_id = ? and person_id = ?',
        status,
        HARBOUR.id,
        'usr_demo_ana',
      );
      t.match((await test.browser.submit(page, '/accept')).body, invitation.done.gone);
      t.equal(await stateOf(test, HARBOUR.id, ANA), status);
    }
  });
});

t.test(
  'an e-mail address gets at most five invitations of a school a day, and a password reset all the same [E-38]',
  async (t) => {
    const { app, clock, mailbox } = await withEmails(t);
    await invite(app, { email: ANA, role: 'admin' });
    const send = () => app.people.sendInvitation(HARBOUR.id, 'usr_demo_ana', 'usr_demo_hugo');
    await mailbox.next();
    for (let n = 0; n < 4; n += 1) {
      t.equal(await send(), 0);
      await mailbox.next();
    }
    t.equal(await send(), DAY, 'how long it has to wait');
    const browser = new Browser(app);
    await browser.submit(await browser.get('/password/forgot'), '/password/forgot', { email: ANA });
    const [received, ...more] = await mailbox.wait();
    t.match(received?.link, '/password/reset');
    t.strictSame(more, []);
    clock.advance(DAY);
    t.equal(await send(), 0);
  },
);

t.test('a school does not learn from a limit that others invite the same person [E-38]', async (t) => {
  const { app, clock, mailbox } = await withEmails(t);
  await invite(app, { email: ANA, role: 'admin' });
  const send = () => app.people.sendInvitation(HARBOUR.id, 'usr_demo_ana', 'usr_demo_hugo');
  await mailbox.next();
  const subject = ANA;
  const rule = { limit: 20, windowMs: DAY, afterwards: 'wait_for_window' } as const;
  const ofOthers = { kind: 'all_invitations_to', subject, rule };
  for (let n = 0; n < 19; n += 1) t.equal(await app.throttle.take(ofOthers), 0);
  t.equal(await send(), 0);
  await mailbox.next();
  t.equal(await send(), 0, 'the school is told the same');
  await app.outbox.sendDue();
  t.strictSame(mailbox.take(), [], 'but nothing is sent any more');
  clock.advance(DAY);
  t.equal(await send(), 0);
  await mailbox.next();
});

t.test(
  'schools that send all invitations of a day to a person keep no other school from sending one [E-38]',
  async (t) => {
    const { app, mailbox } = await withEmails(t);
    await invite(app, { email: NEWCOMER });
    await mailbox.next();
    const { id = '' } = (await app.people.persons.findByEmail(NEWCOMER)) ?? {};
    const rule = { limit: 20, windowMs: DAY, afterwards: 'wait_for_window' } as const;
    const ofOthers = { kind: 'all_invitations_to', subject: NEWCOMER, rule };
    for (let n = 0; n < 19; n += 1) t.equal(await app.throttle.take(ofOthers), 0);
    const sent = async (siteId: string): Promise<unknown[]> => {
      t.equal(await app.people.sendInvitation(siteId, id, 'usr_demo_hugo'), 0);
      await app.outbox.sendDue();
      return mailbox.take().map(({ to }) => to);
    };
    t.strictSame(await sent(HARBOUR.id), [NEWCOMER]);
    t.strictSame(await sent(HARBOUR.id), [], 'one each, beyond those of all');
    await invite(app, { email: NEWCOMER }, RIVERSIDE.id);
    t.match(await mailbox.next(), { to: NEWCOMER });
    t.strictSame(await sent(RIVERSIDE.id), []);
  },
);

t.test('a school sends at most 500 invitations an hour [E-38]', async (t) => {
  const { app, clock } = await withEmails(t);
  await invite(app, { email: NEWCOMER });
  const { id = '' } = (await app.people.persons.findByEmail(NEWCOMER)) ?? {};
  const rule = { limit: 500, windowMs: DAY / 24, afterwards: 'wait_for_window' } as const;
  for (let n = 0; n < 500; n += 1) await app.throttle.take({ kind: 'invitations_of', subject: HARBOUR.id, rule });
  t.equal(await app.people.sendInvitation(HARBOUR.id, id, 'usr_demo_hugo'), DAY / 24);
  clock.advance(DAY / 24);
  t.equal(await app.people.sendInvitation(HARBOUR.id, id, 'usr_demo_hugo'), 0);
});

t.test('the invitation e-mail and its page are written in every language [E-40]', async (t) => {
  const { app, mailbox } = await withEmails(t);
  for (const language of LANGUAGES) {
    const text = textFor(language);
    await invite(app, { email: `kei-${language}@elsewhere.example`, locale: language });
    const received = await mailbox.next();
    t.equal(received.subject, text.mail.invitation.subject({ school: HARBOUR.name }));
    const page = await new Browser(app).get(pathOf(received.link), { 'accept-language': language });
    t.match(page.body, text.invitation.nameHint);
  }
});

t.test('enrolling by e-mail address invites the student; without mail nothing is sent [D2]', async (t) => {
  const { app, mailbox } = await withEmails(t);
  const enroll = app.school.operations.bulk_enroll_students;
  if (enroll === undefined) throw new Error('no operation');
  const { rows } = await app.school.records('courses').page(RIVERSIDE.id, {
    first: 1,
    after: undefined,
    sort: 'createdAt',
    descending: false,
    where: { status: 'published' },
  });
  const students = [{ email: 'ｋｅｉ@elsewhere.example' }, { email: 'lou@elsewhere.example' }];
  await app.school.runOperation(enroll, owner(app, RIVERSIDE.id), { courseId: String(rows[0]?.id), students });
  t.strictSame((await mailbox.wait(2)).map(({ to }) => to).sort(), [NEWCOMER, 'lou@elsewhere.example']);

  const silent = await withEmails(t, { env: { SMTP_URL: 'off' } });
  await invite(silent.app, { email: NEWCOMER });
  await silent.app.close();
  t.strictSame(silent.mailbox.take(), []);
  t.equal(await silent.file.read('select count(*) from mail_links'), 0);
});

t.test(
  'the e-mail of an invitation names the person, who invites and the course, if each is no more than a name',
  async (t) => {
    const cases: readonly (readonly [name: string, title: string, ...said: RegExp[]])[] = [
      [
        'Lena Fischer',
        'Bread for Beginners',
        /^Hello Lena Fischer,/,
        /Ruth Adler invites you\. .*has enrolled you in “Bread for Beg/,
      ],
      [
        'Win 1000 at https://evil.example',
        'Call 0800 123 456 789',
        /^Hello,/,
        /Ruth Adler invites you\. You’re invited to join/,
      ],
    ];
    for (const [name, title, ...words] of cases) {
      const { app, mailbox } = await withEmails(t);
      const operator = owner(app, RIVERSIDE.id);
      const { create_course, enroll_student } = app.school.operations;
      const { id: courseId } = await app.school.runOperation(create_course, operator, { title, courseType: 'free' });
      await app.school.runOperation(enroll_student, operator, { courseId, email: NEWCOMER, name });
      const { text } = await mailbox.next();
      for (const one of words) t.match(text, one, name);
      t.notMatch(text, /evil|0800/);
    }
  },
);
