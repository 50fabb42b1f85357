// slow
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { BASE, PASSWORD } from '../support/app.ts';
import { Browser, type Page } from '../support/browser.ts';
import { DEMO, obtainTokens, userinfo } from '../support/oauth-client.ts';
import { linksOf, said } from '../support/signed-in.ts';
import { outcomeOf, pathOf, signedIn, withEmails } from '../support/with-emails.ts';

const ANA = 'ana@riverside.example';
const BEN = 'ben@riverside.example';
const NEW = 'ana.lima@elsewhere.example';
const HOUR = 3_600_000;
const { profile, recovery, mail, shell } = textFor('en');

const change = async (browser: Browser, email: string, password = PASSWORD): Promise<Page> =>
  browser.submit(await browser.get('/account/profile'), '/profile/email', { email, password });

function errorOf({ body }: Page, field: string): string | undefined {
  return new RegExp(`id="${field}-error">([^<]*)<`).exec(body)?.[1];
}

t.test('the name of a person', async (t) => {
  const { app, file } = await withEmails(t);
  const browser = await signedIn(app, ANA);
  const rename = async (name: string): Promise<Page> =>
    browser.submit(await browser.get('/account/profile'), '/account/profile', { name });

  t.test('people choose their own name, and their school finds them by it [D3]', async (t) => {
    const page = await rename('  Ana <i>Lima</i> dos Santos ');
    t.equal(page.url, '/account/profile?done=name');
    t.match(page.body, profile.done.name);
    t.match(page.body, 'value="Ana &lt;i&gt;Lima&lt;/i&gt; dos Santos"');
    t.equal(await file.read('select name from people where email = ?', ANA), 'Ana <i>Lima</i> dos Santos');
    const operator = { siteId: 'site_demo_riverside' };
    t.match(await app.school.members.search(operator.siteId, 'santos'), { length: 1 }, 'the school finds the new name');
  });

  t.test('a blank, overlong or undisplayable name is refused beside its field [ASVS 2.2.1]', async (t) => {
    for (const [bad, error] of [
      ['', shell.required],
      ['   ', shell.required],
      ['x'.repeat(101), shell.tooLong],
      ['Ana\u202EamiL', profile.nameInvalid],
      ['Ana\u0007', profile.nameInvalid],
      ['\u3164', profile.nameInvalid],
      ['\u2800\u034f', profile.nameInvalid],
    ] as const) {
      const page = await rename(bad);
      t.equal(page.status, 400);
      t.equal(errorOf(page, 'name'), error);
    }
    t.equal(await file.read('select name from people where email = ?', ANA), 'Ana <i>Lima</i> dos Santos');
  });
});

t.test('confirming the e-mail address', async (t) => {
  const unconfirmed = async (t: Test) => {
    const test = await withEmails(t);
    await test.file.edit('update people set email_verified = false where email = ?', ANA);
    return { ...test, browser: await signedIn(test.app, ANA) };
  };

  t.test('an e-mailed link confirms the address once, by a click; opening it is not enough [W32]', async (t) => {
    const { app, browser, file, mailbox } = await unconfirmed(t);
    const page = await browser.get('/account/profile');
    t.match(page.body, profile.unconfirmed);
    const asked = await browser.submit(page, '/confirm-email');
    t.match(asked.body, profile.done.confirm);
    const received = await mailbox.next();
    t.equal(received.to, ANA);
    t.equal(received.subject, mail.verify_email.subject);
    t.ok(received.link.startsWith(`${BASE}/email/confirm?token=ml_`));

    const anybody = new Browser(app);
    const opened = await anybody.get(pathOf(received.link));
    await anybody.get(pathOf(received.link));
    t.match(opened.body, recovery.confirm.lead({ email: ANA }));
    t.match(opened.body, recovery.confirm.sameAccount({ name: 'Ana Lima' }), 'nothing sounds like a change');
    t.equal(await file.read('select email_verified from people where email = ?', ANA), 0, 'programs open links, too');
    const done = await anybody.submit(opened, '/email/confirm');
    t.match(done.body, recovery.confirm.doneSame({ email: ANA }));
    t.equal(await file.read('select email_verified from people where email = ?', ANA), 1);
    t.notOk(anybody.cookies.has('sid'));
    t.equal((await anybody.get(pathOf(received.link))).status, 404);
    const copy = await anybody.submit(opened, '/email/confirm');
    t.equal(said(copy), said(done), 'a second click is answered as the first');
    const spent = await new Browser(app).submit(opened, '/email/confirm', { once: '' });
    t.equal(spent.status, 404, 'once');
    t.match(said(spent), `${recovery.gone.usedTitle} ${recovery.gone.used} ${profile.title}`);
    t.ok(linksOf(spent).includes('/account/profile'));
    const never = await anybody.get('/email/confirm?token=ml_never');
    t.match(said(never), `${recovery.gone.text} ${recovery.gone.email} ${profile.title}`);
    const after = await browser.get('/account/profile');
    t.match(after.body, profile.confirmed);
    t.notMatch(after.body, 'confirm-email');
    t.equal(await file.read("select count(*) from audit_events where event = 'email_verified'"), 1);
  });

  t.test('a confirmation link expires after 24 hours [W32]', async (t) => {
    const { app, browser, clock, mailbox } = await unconfirmed(t);
    await browser.submit(await browser.get('/account/profile'), '/confirm-email');
    const link = pathOf((await mailbox.next()).link);
    clock.advance(24 * HOUR - 1);
    const page = await new Browser(app).get(link);
    t.equal(page.status, 200);
    clock.advance(1);
    t.equal((await new Browser(app).get(link)).status, 404);
    t.equal((await new Browser(app).submit(page, '/email/confirm')).status, 404);
  });

  t.test('after five confirmation e-mails a sixth is refused [E-38]', async (t) => {
    const { browser, mailbox } = await unconfirmed(t);
    const ask = async () => browser.submit(await browser.get('/account/profile'), '/confirm-email');
    for (let n = 0; n < 5; n += 1) {
      t.match((await ask()).body, profile.done.confirm);
      await mailbox.next();
    }
    t.match((await ask()).body, profile.done.throttled);
    t.strictSame(mailbox.take(), []);
  });
});

t.test('changing the e-mail address', async (t) => {
  t.test('the change requires the password and a link to the new address; the old one is notified [W37]', async (t) => {
    const { app, file, mailbox } = await withEmails(t);
    const browser = await signedIn(app, ANA);
    const tokens = await obtainTokens(app, DEMO.portal);
    const copy = browser.copy();
    const asked = await change(browser, ` ${NEW} `);
    t.equal(asked.url, '/account/profile?done=change');
    t.match((await copy.get('/account')).url, /^\/sign-in/, 'a copy of the cookie from before is refused');
    t.match(asked.body, profile.done.change);
    const both = await mailbox.wait(2);
    const warning = both.find(({ to }) => to === ANA);
    const received = both.find(({ to }) => to === NEW);
    t.equal(warning?.subject, mail.email_changing.subject);
    t.match(warning?.text, NEW);
    t.ok(warning?.link.startsWith(`${BASE}/not-me?token=ml_`), 'which cannot confirm the change');
    t.equal(received?.subject, mail.new_email.subject);
    t.equal(await file.read('select email from people where id = ?', 'usr_demo_ana'), ANA, 'nothing yet');

    const nobody = new Browser(app);
    const link = pathOf(received?.link ?? '');
    const first = await nobody.get(link);
    t.equal(first.url, `/sign-in?${new URLSearchParams({ next: link })}`, 'whose account it is has to be shown');
    const back = await nobody.submit(first, '/sign-in', { email: ANA, password: PASSWORD });
    t.equal(back.url, link, 'and from there back');
    const other = await signedIn(app, ANA);
    const page = await other.get(link);
    t.match(page.body, recovery.confirm.account({ name: 'Ana Lima', email: ANA }));
    t.notMatch(received?.text, 'Ana Lima', 'whoever asked is not named');
    t.notMatch(received?.text, ANA);
    t.match((await other.submit(page, '/email/confirm')).body, recovery.confirm.done({ email: NEW }));
    t.equal(await file.read('select email from people where id = ?', 'usr_demo_ana'), NEW);
    t.equal(await file.read('select email_verified from people where id = ?', 'usr_demo_ana'), 1);
    t.equal(await outcomeOf(app, NEW, PASSWORD), 'signed_in');
    t.equal(await outcomeOf(app, ANA, PASSWORD), 'wrong_credentials');
    t.match((await userinfo(app, tokens.access_token)).json(), { email: NEW, email_verified: true });
    t.strictSame(await app.school.members.search('site_demo_riverside', 'elsewhere'), ['usr_demo_ana']);
    t.equal(await file.read("select count(*) from audit_events where event = 'email_changed'"), 1);
    t.equal((await other.submit(page, '/email/confirm', { once: '' })).status, 404, 'once');
  });

  t.test('only the account that asked for the change can confirm it, whoever has the link [W37]', async (t) => {
    const { app, file, mailbox } = await withEmails(t);
    const ana = await signedIn(app, ANA);
    await change(ana, NEW);
    const link = pathOf((await mailbox.wait(2)).find(({ to }) => to === NEW)?.link ?? '');
    const page = await ana.get(link);
    const ben = await signedIn(app, BEN);
    const shown = await ben.get(link);
    t.equal(shown.status, 403);
    t.match(shown.body, recovery.confirm.otherTitle);
    t.notMatch(shown.body, ANA);
    t.equal((await ben.submit(page, '/email/confirm')).status, 403);
    t.match((await new Browser(app).submit(page, '/email/confirm')).url, /^\/sign-in/);
    t.equal((await ana.get(link)).status, 200, 'nor is it spent');
    t.equal(await file.read('select email from people where id = ?', 'usr_demo_ana'), ANA);
    t.equal(await file.read("select count(*) from audit_events where event = 'email_change_asked'"), 1);
    t.equal((await ana.submit(page, '/email/confirm')).status, 200);
  });

  t.test('a new password cancels the change, even while its e-mail is still to be sent [W36]', async (t) => {
    const { app, file, mailbox } = await withEmails(t);
    const [ana, other] = [await signedIn(app, ANA), await signedIn(app, ANA)];
    const renew = async (old: string, fresh: string): Promise<void> => {
      const page = await ana.get('/account/sign-in');
      await ana.submit(page, '/account/sign-in', { password: old, new_password: fresh });
    };
    await change(other, NEW);
    const link = pathOf((await mailbox.wait(2)).find(({ to }) => to === NEW)?.link ?? '');
    await renew(PASSWORD, 'seven quiet rivers');
    t.equal((await ana.get(link)).status, 404);

    // A link that was asked for under the old password, and made under the new one.
    const order = { purpose: 'verify_email', personId: 'usr_demo_ana', email: NEW, locale: 'en' } as const;
    const { credentialsVersion = 0 } = (await app.people.persons.find('usr_demo_ana')) ?? {};
    await renew('seven quiet rivers', 'eight quiet rivers');
    mailbox.take();
    const message = { kind: 'new_email' } as const;
    await app.people.mailer.post({ order: 'link', ...order, credentialsVersion, message });
    await app.outbox.sendDue();
    t.equal(await file.read("select count(*) from mail_links where purpose = 'verify_email'"), 0);
  });

  t.test('a wrong password or an invalid address changes nothing and sends no e-mail [W37]', async (t) => {
    const { app, file, mailbox } = await withEmails(t);
    const browser = await signedIn(app, ANA);
    for (const wrong of ['', 'wrong password here']) {
      const page = await change(browser, NEW, wrong);
      t.equal(page.status, 400);
      t.equal(errorOf(page, 'password'), shell.confirm.wrong);
      t.match(page.body, `value="${NEW}"`);
    }
    for (const bad of ['', 'ana', `${NEW}\nbcc: x@y.example`, 'a b@c.example']) {
      t.equal(errorOf(await change(browser, bad), 'email'), profile.invalid, bad);
    }
    t.equal(errorOf(await change(browser, 'ANA@riverside.example'), 'email'), profile.same);
    await app.outbox.sendDue();
    t.strictSame(mailbox.take(), []);
    t.equal(await file.read("select count(*) from mail_links where purpose = 'verify_email'"), 0);
  });

  t.test('only the owner of an e-mail address is notified that it is already in use [F16]', async (t) => {
    const { app, file, mailbox } = await withEmails(t);
    const browser = await signedIn(app, ANA);
    const [taken, free] = [await change(browser, BEN), await change(browser, NEW)];
    t.equal(taken.status, free.status);
    t.equal(taken.url, free.url);
    const strip = ({ body }: Page): string =>
      body
        .replaceAll(BEN, '')
        .replaceAll(NEW, '')
        .replaceAll(/(?<=name="once" value=")[^"]*/g, '');
    t.equal(strip(taken), strip(free));
    const sent = await mailbox.wait(4);
    t.equal(sent.find(({ to }) => to === BEN)?.subject, mail.email_taken.subject);
    t.equal(sent.filter(({ to }) => to === ANA).length, 2);
    t.equal(await file.read('select count(*) from mail_links where email = ?', BEN), 0);
  });

  t.test('an address used by another account in the meantime is refused at confirmation [F16]', async (t) => {
    const { app, file, mailbox } = await withEmails(t);
    await change(await signedIn(app, ANA), NEW);
    const received = (await mailbox.wait(2)).find(({ to }) => to === NEW);
    await file.edit('update people set email = ?, email_key = ? where email = ?', NEW, NEW, BEN);
    const browser = await signedIn(app, ANA);
    const answer = await browser.submit(await browser.get(pathOf(received?.link ?? '')), '/email/confirm');
    t.equal(answer.status, 409);
    t.match(answer.body, recovery.confirm.taken);
    t.equal(await file.read('select email from people where id = ?', 'usr_demo_ana'), ANA);
  });

  t.test('a password reset link sent to the old address ends when the address changes [W32]', async (t) => {
    const { app, mailbox } = await withEmails(t);
    const browser = new Browser(app);
    await browser.submit(await browser.get('/password/forgot'), '/password/forgot', { email: ANA });
    const reset = pathOf((await mailbox.next()).link);
    const ana = await signedIn(app, ANA);
    await change(ana, NEW);
    const received = (await mailbox.wait(2)).find(({ to }) => to === NEW);
    t.equal((await browser.get(reset)).status, 200);
    await ana.submit(await ana.get(pathOf(received?.link ?? '')), '/email/confirm');
    t.equal((await browser.get(reset)).status, 404);
  });

  t.test('a form of another session is refused, and fields beyond the form are ignored [W55]', async (t) => {
    const { app, file } = await withEmails(t);
    const ana = await signedIn(app, ANA);
    const ben = await signedIn(app, BEN);
    const page = await ana.get('/account/profile');
    const stale = await ben.submit(page, '/account/profile', { name: 'Mallory' });
    t.equal(stale.status, 403);
    t.equal((await new Browser(app).submit(page, '/account/profile', { name: 'Mallory' })).status, 403);
    const more = await ana.submit(page, '/account/profile', { name: 'Ana', email: 'x@y.example', email_verified: '0' });
    t.equal(more.status, 200);
    t.equal(await file.read('select email from people where id = ?', 'usr_demo_ana'), ANA);
    t.equal(await file.read("select count(*) from people where name = 'Mallory'"), 0);
  });
});

t.test('the profile and password pages are written in every language [E-40]', async (t) => {
  const { app } = await withEmails(t);
  const browser = await signedIn(app, ANA);
  for (const language of LANGUAGES) {
    const text = textFor(language);
    const page = await browser.get('/account/profile?done=throttled', { 'accept-language': language });
    for (const sentence of [text.profile.lead, text.profile.done.throttled, text.profile.newEmailHint]) {
      t.match(page.body, sentence, language);
    }
    t.match((await browser.get('/account/sign-in', { 'accept-language': language })).body, text.password.others);
  }
});
