/** How the owner of an account gets it back: by the links in e-mails, against somebody who is signed in to it. */
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { HARBOUR } from '../../scripts/commands/demo/platform.ts';
import { BASE, PASSWORD } from '../support/app.ts';
import { Browser, formsOf } from '../support/browser.ts';
import type { Email } from '../support/emails.ts';
import { DEMO, obtainTokens, userinfo } from '../support/oauth-client.ts';
import { setUpApp, withPassword } from '../support/second-factor.ts';
import { outcomeOf, pathOf, signedIn, withEmails } from '../support/with-emails.ts';

const ANA = 'ana@riverside.example';
const [MALLORY, FURTHER] = ['mallory@elsewhere.example', 'further@elsewhere.example'];
const NEW = 'seven quiet rivers';
const DAY = 86_400_000;
const { mail, recovery } = textFor('en');

type Service = Awaited<ReturnType<typeof withEmails>>;

const withSubject = (emails: readonly Email[], subject: string): Email => {
  const found = emails.find((message) => message.subject === subject);
  if (found === undefined) throw new Error(`no “${subject}” among ${emails.map((message) => message.subject)}`);
  return found;
};

/** Somebody who is signed in changes the address. @returns the link of the e-mail to the address before */
async function moveTo({ mailbox }: Service, browser: Browser, email: string): Promise<string> {
  await browser.submit(await browser.get('/account/profile'), '/profile/email', { email, password: PASSWORD });
  const confirming = withSubject(await mailbox.wait(2), mail.new_email.subject);
  const done = await browser.submit(await browser.get(pathOf(confirming.link)), '/email/confirm');
  if (!done.body.includes(recovery.confirm.doneTitle)) throw new Error(`no change to ${email}: ${done.status}`);
  const notice = await mailbox.next();
  if (notice.subject !== mail.email_changed.subject) throw new Error(notice.subject);
  return pathOf(notice.link);
}

async function chooseByLetter(app: FastifyInstance, message: Email, password = NEW): Promise<void> {
  const browser = new Browser(app);
  await browser.submit(await browser.get(pathOf(message.link)), '/password/reset', { new_password: password });
}

t.test('the former address takes the account back from whoever moved it, however often [E-48d]', async (t) => {
  const service = await withEmails(t);
  const { app, clock, file, mailbox } = service;
  const tokens = await obtainTokens(app, DEMO.portal);
  const owner = await signedIn(app, ANA);
  const mallory = await signedIn(app, ANA);
  const link = await moveTo(service, mallory, MALLORY);
  t.match(link, '/email/restore?token=ml_');
  t.equal((await owner.get('/account')).url, '/sign-in?next=%2Faccount', 'a change signs the other browsers out');
  clock.advance(DAY);
  const further = await moveTo(service, mallory, FURTHER);
  t.equal(await file.read('select email from people where id = ?', 'usr_demo_ana'), FURTHER);

  const browser = new Browser(app);
  const page = await browser.get(link);
  t.match(page.body, recovery.restore.lead({ email: ANA }));
  t.match(page.body, recovery.secured.effects);
  await browser.get(link);
  t.equal(await file.read('select email from people where id = ?', 'usr_demo_ana'), FURTHER, 'opening changes nothing');
  t.equal(
    (await browser.post('/email/restore', [['token', link.split('=')[1] ?? '']])).status,
    403,
    'nor another form',
  );
  t.match((await browser.submit(page, '/email/restore')).body, recovery.restore.doneTitle);
  t.equal((await browser.submit(page, '/email/restore', { once: '' })).status, 404, 'once');

  t.equal((await mallory.get('/account')).url, '/sign-in?next=%2Faccount');
  t.equal(await outcomeOf(app, ANA, PASSWORD), 'wrong_credentials', 'the known password is worth nothing');
  t.equal(await outcomeOf(app, FURTHER, PASSWORD), 'wrong_credentials');
  t.equal((await userinfo(app, tokens.access_token)).statusCode, 401);
  t.equal((await new Browser(app).get(further)).status, 404, 'nor is the link that went to the address in between');
  const both = await mailbox.wait(2);
  t.equal(withSubject(both, mail.email_restored.subject).to, FURTHER);
  const reset = withSubject(both, mail.reset_password.subject);
  t.equal(reset.to, ANA);
  await chooseByLetter(app, reset);
  t.equal(await outcomeOf(app, ANA, NEW), 'signed_in');
});

t.test(
  'e-mails about security are in the language of the owner, whatever the browser of somebody else asks for',
  async (t) => {
    const { app, file, mailbox } = await withEmails(t);
    const other = new Browser(app);
    other.headers['accept-language'] = 'ja';
    await withPassword(other, ANA);
    /** The languages of the e-mails that changes of the password and the address cause. */
    const change = async (from: string, to: string): Promise<string[]> => {
      const form = { password: PASSWORD, new_password: PASSWORD.toUpperCase() };
      await other.submit(await other.get('/account/sign-in'), '/account/sign-in', form);
      const back = { password: form.new_password, new_password: PASSWORD };
      await other.submit(await other.get('/account/sign-in'), '/account/sign-in', back);
      await other.submit(await other.get('/account/profile'), '/profile/email', { email: to, password: PASSWORD });
      const sent = await mailbox.wait(4);
      const confirming = sent.find((message) => message.to === to);
      await other.submit(await other.get(pathOf(confirming?.link ?? '')), '/email/confirm');
      return [...sent, await mailbox.next()]
        .filter((message) => message.to === from)
        .map(({ headers }) => headers.get('content-language') ?? '');
    };
    await file.edit("update memberships set locale = 'es' where person_id = 'usr_demo_ana'");
    t.strictSame(await change(ANA, MALLORY), ['es', 'es', 'es', 'es']);
    await file.edit("update memberships set status = 'removed' where person_id = 'usr_demo_ana'");
    t.strictSame(await change(MALLORY, FURTHER), ['ja', 'ja', 'ja', 'ja'], 'of somebody without a school');
  },
);

t.test('nobody else gets a former address for seven days, by a change or by an invitation', async (t) => {
  const service = await withEmails(t);
  const { app, clock, mailbox } = service;
  const link = await moveTo(service, await signedIn(app, ANA), MALLORY);
  const other = await signedIn(app, 'tom@harbour.example');
  const take = async () => {
    await other.submit(await other.get('/account/profile'), '/profile/email', { email: ANA, password: PASSWORD });
    const asked = withSubject(await mailbox.wait(2), mail.new_email.subject);
    return other.submit(await other.get(pathOf(asked.link)), '/email/confirm');
  };
  const refused = await take();
  t.equal(refused.status, 409);
  t.match(refused.body, recovery.confirm.takenTitle);
  const ruth = await signedIn(app, 'ruth@riverside.example');
  const invite = async () =>
    ruth.submit(await ruth.get('/admin/riverside/members/invite'), '/members/invite', { email: ANA, role: 'member' });
  t.equal((await invite()).status, 409, 'no account is made for it');
  clock.advance(7 * DAY - 1);
  t.equal((await new Browser(app).get(link)).status, 200);
  clock.advance(1);
  t.equal((await new Browser(app).get(link)).status, 404, 'too late');
});

t.test(
  '“it was not me” in any e-mail about security locks everybody out until a reset [E-48d, ASVS 6.3.7]',
  async (t) => {
    const service = await withEmails(t);
    const { app, file, mailbox } = service;
    const { access_token: token } = await obtainTokens(app, DEMO.portal);
    const mallory = await signedIn(app, ANA);
    await mallory.submit(await mallory.get('/account/sign-in'), '/account/sign-in', {
      password: PASSWORD,
      new_password: NEW,
    });
    const first = await mailbox.next();
    t.equal(first.subject, mail.password_changed.subject);
    const second = 'another quiet river';
    await mallory.submit(await mallory.get('/account/sign-in'), '/account/sign-in', {
      password: NEW,
      new_password: second,
    });
    const later = await mailbox.next();

    const browser = new Browser(app);
    const page = await browser.get(pathOf(first.link));
    t.match(page.body, recovery.notMe.lead({ email: ANA }));
    t.equal(formsOf(page.body).length, 1);
    t.equal(await outcomeOf(app, ANA, second), 'signed_in', 'opening changes nothing');
    t.match((await browser.submit(page, '/not-me')).body, recovery.notMe.doneTitle);
    t.equal((await browser.submit(page, '/not-me', { once: '' })).status, 404, 'once');
    t.equal((await mallory.get('/account')).url, '/sign-in?next=%2Faccount');
    t.equal(await outcomeOf(app, ANA, second), 'wrong_credentials');
    t.equal((await userinfo(app, token)).statusCode, 401);
    const reset = await mailbox.next();
    t.equal(reset.subject, mail.reset_password.subject);
    await chooseByLetter(app, reset);
    t.equal(await outcomeOf(app, ANA, NEW), 'signed_in');
    t.equal(await file.read("select count(*) from audit_events where event = 'account_secured'"), 1);
    t.equal((await new Browser(app).get(pathOf(later.link))).status, 200, 'each e-mail has a link of its own');
  },
);

t.test(
  'whoever only reads the e-mail does not get round a second factor, but can take away one that was just added',
  async (t) => {
    const { app, clock, mailbox } = await withEmails(t, { env: { SECOND_FACTOR: 'admins' } });
    const RUTH = 'ruth@riverside.example';
    const next = async ({ subject }: { subject: string }): Promise<Email> => {
      const message = await mailbox.next();
      return message.subject === subject ? message : next({ subject });
    };
    const notMe = async (message: Email) => {
      const browser = new Browser(app);
      await browser.submit(await browser.get(pathOf(message.link)), '/not-me');
      await chooseByLetter(app, await next(mail.reset_password));
      await next(mail.password_changed);
    };
    await setUpApp(await signedIn(app, RUTH), clock);
    const added = await next(mail.second_factor_added);
    clock.advance(7 * DAY - 1000);
    await notMe(added);
    const mallory = new Browser(app);
    // Its pages for operators need a second factor, so she is asked to set one up.
    t.match(
      (await withPassword(mallory, RUTH, NEW)).url,
      '/account/second-factor/new',
      'a young one may be that of somebody else',
    );
    await setUpApp(mallory, clock);

    clock.advance(7 * DAY);
    const forgot = new Browser(app);
    await forgot.submit(await forgot.get('/password/forgot'), '/password/forgot', { email: RUTH });
    await chooseByLetter(app, await next(mail.reset_password), 'nine loud mountains');
    await notMe(await next(mail.password_changed));
    const page = await withPassword(new Browser(app), RUTH, NEW);
    t.match(page.body, 'name="code"', 'the second factor is still asked for');
  },
);

t.test('“it was not me” also wins when the address has been moved since', async (t) => {
  const service = await withEmails(t);
  const { app, file, mailbox } = service;
  const mallory = await signedIn(app, ANA);
  await mallory.submit(await mallory.get('/account/profile'), '/profile/email', { email: MALLORY, password: PASSWORD });
  const [one, two] = await mailbox.wait(2);
  const both = [one, two].filter((message) => message !== undefined);
  const confirming = withSubject(both, mail.new_email.subject);
  const warning = withSubject(both, mail.email_changing.subject);
  t.ok(warning.link.startsWith(`${BASE}/not-me?`));
  await mallory.submit(await mallory.get(pathOf(confirming.link)), '/email/confirm');
  await mailbox.next();
  const browser = new Browser(app);
  const done = await browser.submit(await browser.get(pathOf(warning.link)), '/not-me');
  t.match(done.body, recovery.notMe.doneTitle);
  t.equal(await file.read('select email from people where id = ?', 'usr_demo_ana'), ANA);
  t.equal(withSubject(await mailbox.wait(2), mail.reset_password.subject).to, ANA);
});

t.test('an invitation to a changed address opens nothing after the account was taken back', async (t) => {
  const service = await withEmails(t);
  const { app, file, mailbox } = service;
  const link = await moveTo(service, await signedIn(app, ANA), MALLORY);
  const hugo = {
    siteId: HARBOUR.id,
    personId: 'usr_demo_hugo',
    role: 'owner',
    now: app.clock(),
    requestId: 'test',
  } as const;
  await app.school.runOperation(app.school.operations.invite_member, hugo, { email: MALLORY, role: 'staff' });
  const invited = await mailbox.next();
  t.equal(invited.to, MALLORY);
  const owner = new Browser(app);
  await owner.submit(await owner.get(link), '/email/restore');
  t.equal(await file.read('select password_hash from people where id = ?', 'usr_demo_ana'), null);
  const reset = withSubject(await mailbox.wait(2), mail.reset_password.subject);

  const mallory = new Browser(app);
  t.equal((await mallory.get(pathOf(invited.link))).status, 404);
  await app.school.runOperation(app.school.operations.resend_invitation, hugo, { id: 'usr_demo_ana' });
  const again = await mailbox.next();
  t.equal(again.to, ANA, 'the school invites the account, wherever it is now');
  t.equal((await mallory.get(pathOf(invited.link))).status, 404);
  t.equal((await owner.get(pathOf(again.link))).status, 200);
  await chooseByLetter(app, reset);
  t.equal(await outcomeOf(app, ANA, NEW), 'signed_in');
});

t.test('a link of an e-mail does nothing for another purpose, and nothing for a disabled account', async (t: Test) => {
  const { app, file, mailbox } = await withEmails(t);
  const browser = await signedIn(app, ANA);
  await browser.submit(await browser.get('/account/sign-in'), '/account/sign-in', {
    password: PASSWORD,
    new_password: NEW,
  });
  const path = pathOf((await mailbox.next()).link);
  for (const other of ['/email/restore', '/password/reset', '/email/confirm', '/invitation']) {
    t.equal((await new Browser(app).get(path.replace('/not-me', other))).status, 404, other);
  }
  await app.people.accountAccess.disable('usr_demo_ana', {
    event: 'account_disabled',
    at: 0,
    personId: 'usr_demo_ana',
  });
  t.equal((await new Browser(app).get(path)).status, 404);
  t.equal(await file.read('select active from people where id = ?', 'usr_demo_ana'), 0);
});
