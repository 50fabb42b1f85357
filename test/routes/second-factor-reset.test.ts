// slow
/** A reset of the second factor that an owner ordered: the person reads of it and keeps the factor, or the school withdraws it. */
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { HARBOUR, RIVERSIDE } from '../../scripts/commands/demo/platform.ts';
import { PASSWORD } from '../support/app.ts';
import { Browser, formsOf, type Page } from '../support/browser.ts';
import { ANA, CHIE, NOOR, RUTH } from '../support/interaction.ts';
import { setUpApp, withPassword } from '../support/second-factor.ts';
import { linksOf, said } from '../support/signed-in.ts';
import { signedIn, withEmails } from '../support/with-emails.ts';

const HUGO = 'hugo@harbour.example';
const CHIE_ID = 'usr_demo_chie';
const MEMBER = `/admin/riverside/members/${CHIE_ID}`;
const ORDER = `${MEMBER}/second-factor`;
const KEEP = '/account/second-factor/keep';
const WITHDRAW = '/second-factor/withdraw';
const HOUR = 3_600_000;
const { reset } = textFor('en').secondFactor;
const NOTICE = 'Riverside Academy ordered a reset of your second factor. A sign-in with your password between';
const PENDING = 'A reset is ordered. A sign-in with the password between';

const hasForm = ({ body }: Page, end: string): boolean => formsOf(body).some(({ action }) => action.endsWith(end));
const fieldsOf = ({ body }: Page, end: string): [string, string][] =>
  formsOf(body).find(({ action }) => action.endsWith(end))?.fields ?? [];

/** Riverside's owner and a member whose second factor is an app, on a server that sends no e-mails. */
async function school(t: Parameters<typeof withEmails>[0]) {
  const { app, clock, file } = await withEmails(t, { env: { SMTP_URL: 'off' } });
  const [ruth, chie] = [await signedIn(app, RUTH), await signedIn(app, CHIE)];
  const phone = await setUpApp(chie, clock);
  const order = async (browser = ruth, path = ORDER) =>
    browser.submit(await browser.get(path), path, { password: PASSWORD });
  const timeOf = () => file.read('select effective_at from second_factor_resets where person_id = ?', CHIE_ID);
  const cancellations = () =>
    file.read("select count(*) from audit_events where event = 'second_factor_reset_cancelled'");
  const isAsked = async () => said(await withPassword(new Browser(app), CHIE)).includes('Code from your');
  return { app, clock, file, ruth, chie, phone, order, timeOf, cancellations, isAsked };
}

t.test('without e-mail, a person sees a pending reset after signing in, and can keep the second factor', async (t) => {
  const { app, clock, ruth, chie, phone, order, timeOf, cancellations, isAsked } = await school(t);
  t.notMatch(said(await chie.get('/account')), NOTICE);
  const ask = said(await ruth.get(ORDER));
  t.match(ask, 'Chie Tanaka sees it on the account page after signing in, and can cancel it there before that.');
  t.equal((await ruth.submit(await ruth.get(ORDER), ORDER, { password: 'not the password' })).status, 400);
  t.equal(await timeOf(), undefined, 'nothing is ordered without the password');
  await order();

  // A recovery code and a passkey do not show that the app is not lost.
  const browser = new Browser(app);
  const [recovery = ''] = phone.recoveryCodes;
  await browser.submit(await withPassword(browser, CHIE), '/sign-in', { code: recovery });
  for (const page of ['/account', '/account/sign-in']) {
    const shown = await browser.get(page);
    t.match(said(shown), NOTICE, page);
    t.match(
      said(shown),
      /between Nov 22, 2026, \d+:\d\d [AP]M [^ ]+ and Nov 29, 2026, \d+:\d\d [AP]M [^ ]+ removes it, unless you keep it\./,
      'with the time for a sign-in',
    );
    t.ok(hasForm(shown, KEEP), page);
  }
  t.match(said(await chie.get('/account')), NOTICE, 'also where she was signed in before');
  const activity = said(await chie.get('/account/activity'));
  t.match(activity, 'Riverside Academy ordered a reset of your second factor');
  t.match(activity, 'By Ruth');
  t.notMatch(said(await ruth.get('/account/activity')), 'ordered a reset', 'it is about her');

  clock.advance(60_000);
  const page = await chie.get('/account');
  const kept = await chie.submit(page, KEEP);
  t.match(kept.url, '/account/sign-in?');
  t.match(said(kept), reset.cancelled);
  t.notMatch(said(kept), NOTICE);
  const again = await chie.submit(page, KEEP);
  t.match(said(again), reset.cancelled, 'a double click reads the same');
  t.equal(await cancellations(), 1, 'and does nothing');
  const after = said(await chie.get('/account/activity'));
  t.ok(
    /You kept your second factor: its reset was cancelled.*ordered a reset of your second factor/.test(after),
    'the cancellation follows the order, the newest first',
  );
  clock.advance(25 * HOUR);
  t.equal(await isAsked(), true, 'the reset does not happen');
  t.notMatch(said(await (await signedIn(app, RUTH)).get(MEMBER)), PENDING);
});

t.test('only the person keeps the second factor, with a form of the own session', async (t) => {
  const { app, chie, order, timeOf } = await school(t);
  await order();
  const time = await timeOf();
  const ana = await signedIn(app, ANA);
  t.notMatch(said(await ana.get('/account')), 'ordered a reset');
  const csrf = fieldsOf(await ana.get('/account'), '/sign-out');
  t.match(said(await ana.post(KEEP, csrf)), reset.cancelled, 'hers, of which there is nothing to keep');
  const fields = fieldsOf(await chie.get('/account'), KEEP);
  t.equal((await ana.post(KEEP, fields)).status, 403, 'a form of another session');
  t.equal((await chie.post(KEEP, [])).status, 403, 'no token');
  t.equal((await chie.post(KEEP, fields, { origin: 'https://evil.example' })).status, 403, 'from elsewhere');
  t.equal((await new Browser(app).post(KEEP, fields)).status, 403, 'nobody');
  t.equal(await timeOf(), time);
});

t.test('a code of the app keeps the second factor, and the activity has the line about it', async (t) => {
  const { app, ruth, chie, phone, order, timeOf, cancellations } = await school(t);
  await order();
  const browser = new Browser(app);
  const account = await browser.submit(await withPassword(browser, CHIE), '/sign-in', { code: phone.next() });
  t.equal(account.url, '/account/schools/riverside');
  t.equal(await timeOf(), undefined);
  t.equal(await cancellations(), 1);
  t.notMatch(said(account), NOTICE);
  t.match(said(await chie.get('/account/activity')), 'You used your second factor, which cancelled its reset');
  t.match(
    said(await ruth.get('/admin/riverside/audit')),
    'Chie Tanaka used the second factor, which cancelled its reset.',
    'the school reads how',
  );
  const other = new Browser(app);
  await other.submit(await withPassword(other, CHIE), '/sign-in', { code: phone.next() });
  t.equal(await cancellations(), 1, 'later codes cancel nothing');
});

t.test('the owner sees a pending reset, cannot order it again, and withdraws it', async (t) => {
  const { app, clock, ruth, chie, order, timeOf, cancellations, isAsked } = await school(t);
  const before = await ruth.get(ORDER);
  t.match(said(await order()), PENDING);
  const time = await timeOf();
  const shown = await ruth.get(MEMBER);
  t.match(said(shown), PENDING);
  t.match(said(shown), 'unless Chie Tanaka keeps it.');
  t.notOk(linksOf(shown).includes(ORDER), 'in place of the form');
  clock.advance(HOUR);
  const twice = await ruth.get(ORDER);
  t.equal(twice.status, 409);
  t.match(said(twice), reset.already);
  const sent = await ruth.post(ORDER, [...fieldsOf(before, ORDER), ['password', PASSWORD]]);
  t.equal(sent.status, 409, 'nor with the form of before');
  t.equal(await timeOf(), time, 'the time stays');

  const noor = await signedIn(app, NOOR);
  t.notMatch(said(await noor.get(MEMBER)), PENDING, 'it is a matter of owners');
  const token = fieldsOf(await noor.get('/account'), '/sign-out');
  t.equal((await noor.post(`${MEMBER}${WITHDRAW}`, token)).status, 403, 'staff cannot');
  const own = fieldsOf(await chie.get('/account'), '/sign-out');
  t.equal((await chie.post(`${MEMBER}${WITHDRAW}`, own)).status, 403, 'nor can the member');
  t.equal(await timeOf(), time);

  const withdrawn = await ruth.submit(shown, WITHDRAW);
  t.match(said(withdrawn), reset.withdrawn);
  t.ok(linksOf(withdrawn).includes(MEMBER));
  t.equal(await timeOf(), undefined);
  t.match(said(await ruth.submit(shown, WITHDRAW)), reset.withdrawn, 'a double click reads the same');
  const second = await ruth.submit(shown, WITHDRAW, { once: '' });
  t.equal(second.status, 409, 'and nothing is left to withdraw');
  t.match(said(second), reset.gone);
  t.equal(await cancellations(), 1);
  t.ok(linksOf(await ruth.get(MEMBER)).includes(ORDER), 'it can be ordered again');
  t.notMatch(said(await chie.get('/account')), NOTICE);
  const activity = said(await chie.get('/account/activity'));
  t.match(activity, 'Riverside Academy withdrew the reset of your second factor');
  t.notMatch(activity, 'its reset was cancelled', 'it was not she');
  t.match(
    said(await ruth.get('/admin/riverside/audit')),
    /withdrew the reset of the second factor of Chie Tanaka/,
    'the log of the school has it',
  );
  clock.advance(25 * HOUR);
  t.equal(await isAsked(), true, 'the reset does not happen');
});

t.test('the person reads of a reset and of its withdrawal in e-mails in the own language', async (t) => {
  const { app, clock, file, mailbox } = await withEmails(t);
  const [ruth, chie] = [await signedIn(app, RUTH), await signedIn(app, CHIE)];
  // Before the first e-mail: each is in the language of the time at which it is written.
  await file.run("update memberships set locale = 'de' where person_id = ? and site_id = ?", CHIE_ID, RIVERSIDE.id);
  await setUpApp(chie, clock);
  const { mail } = textFor('de');
  const ordered = await ruth.submit(await ruth.get(ORDER), ORDER, { password: PASSWORD });
  t.match(said(ordered), reset.told);
  const subjects = (await mailbox.wait(2)).map(({ subject }) => subject);
  t.strictSame(subjects.sort(), [mail.second_factor_added.subject, mail.second_factor_reset.subject].sort());

  const withdrawn = await ruth.submit(await ruth.get(MEMBER), WITHDRAW);
  t.match(said(withdrawn), reset.told);
  const email = await mailbox.nextTo(CHIE);
  t.equal(email.subject, mail.second_factor_reset_withdrawn.subject);
  t.match(email.text, 'Riverside Academy');
  t.match(email.link, /\/account\/activity$/);
});

t.test('the owner who ordered a reset reads in an e-mail that the person cancelled it, and how', async (t) => {
  const { app, clock, file, mailbox } = await withEmails(t);
  const [ruth, chie] = [await signedIn(app, RUTH), await signedIn(app, CHIE)];
  const phone = await setUpApp(chie, clock);
  await file.run(
    "update memberships set locale = 'es' where person_id = 'usr_demo_ruth' and site_id = ?",
    RIVERSIDE.id,
  );
  const order = async () => ruth.submit(await ruth.get(ORDER), ORDER, { password: PASSWORD });
  const { before, subject } = textFor('es').mail.second_factor_kept;
  const told = async (how: keyof typeof before) => {
    const email = await mailbox.nextTo(RUTH);
    t.equal(email.subject, subject({ person: 'Chie Tanaka' }));
    const [start = '', end = ''] = before[how]({ person: 'Chie Tanaka', school: 'Riverside Academy', at: '…' }).split(
      '…',
    );
    t.match(email.text, start);
    t.match(email.text, end);
    t.match(email.link, new RegExp(`${MEMBER}$`));
    t.ok(linksOf(await ruth.get(MEMBER)).includes(ORDER), 'where it can be ordered again');
  };
  await order();
  await chie.submit(await chie.get('/account'), KEEP);
  await told('kept');
  await order();
  const browser = new Browser(app);
  await browser.submit(await withPassword(browser, CHIE), '/sign-in', { code: phone.next() });
  await told('used');
});

t.test('a reset of one school is no matter of the owner of another', async (t) => {
  const { app, clock, file, order, timeOf } = await school(t);
  await file.run(
    `insert into memberships (person_id, site_id, role, status, joined_at)
      select person_id, ?, role, status, joined_at from memberships where person_id = ? and site_id = ?`,
    HARBOUR.id,
    CHIE_ID,
    RIVERSIDE.id,
  );
  await order();
  const time = await timeOf();
  const hugo = await signedIn(app, HUGO);
  const member = `/admin/harbour/members/${CHIE_ID}`;
  const page = await hugo.get(member);
  t.equal(page.status, 200);
  t.notMatch(said(page), PENDING);
  t.notOk(hasForm(page, WITHDRAW));
  const token = fieldsOf(page, '/sign-out');
  t.equal((await hugo.post(`${member}${WITHDRAW}`, token)).status, 409);
  t.not((await hugo.post(`${MEMBER}${WITHDRAW}`, token)).status, 200, 'the pages of Riverside are closed to him');
  const ordered = await hugo.get(`${member}/second-factor`);
  t.equal(ordered.status, 409, 'and he does not change its time');
  t.notMatch(said(ordered), 'Riverside');
  t.equal(await timeOf(), time);
  clock.advance(25 * HOUR);
  t.equal((await withPassword(new Browser(app), CHIE)).url, '/account', 'it happens when it was said');
});

t.test('a reset whose time has come says so, until it is used or its time has passed', async (t) => {
  const { app, clock, order, isAsked, chie } = await school(t);
  await order();
  clock.advance(24 * HOUR);
  t.match(
    said(await chie.get('/account')),
    /The next sign-in with your password until Nov 29, .* removes it, unless you keep it\./,
  );
  const ruth = await signedIn(app, RUTH);
  t.match(
    said(await ruth.get(MEMBER)),
    /The next sign-in with the password removes the second factor, unless Chie Tanaka keeps it\. Without a sign-in until Nov 29,/,
  );
  clock.advance(8 * 24 * HOUR);
  const later = await signedIn(app, RUTH);
  t.notMatch(said(await later.get(MEMBER)), 'A reset is ordered');
  t.ok(linksOf(await later.get(MEMBER)).includes(ORDER));
  t.equal(await isAsked(), true);
  t.match(said(await order(later)), PENDING, 'a new one takes its place');
});

t.test('the entry of the order in the audit log says what became of it', async (t) => {
  const { app, clock, file, chie, order } = await school(t);
  const { resetOutcomes } = textFor('en').audit.change;
  const entryOf = async (browser: Browser) => {
    const log = '/admin/riverside/audit';
    const list = await browser.get(`${log}?event=second_factor_reset_approved`);
    return browser.get(linksOf(list).find((href) => href.startsWith(`${log}/`)) ?? '?');
  };
  const outcome = async (): Promise<string> => said(await entryOf(await signedIn(app, RUTH)));
  await order();
  t.match(await outcome(), resetOutcomes.pending);
  for (const status of ['suspended', 'removed']) {
    await file.edit('update memberships set status = ? where person_id = ?', status, CHIE_ID);
    t.match(await outcome(), resetOutcomes.barred, status);
  }
  await file.edit("update memberships set status = 'active' where person_id = ?", CHIE_ID);
  clock.advance(60_000);
  await chie.submit(await chie.get('/account'), KEEP);
  const kept = await entryOf(await signedIn(app, RUTH));
  t.match(said(kept), 'Chie Tanaka kept their second factor');
  t.ok(linksOf(kept).filter((href) => /\/audit\/\d+$/.test(href)).length > 0, 'with the entry that says so');

  clock.advance(60_000);
  await order(await signedIn(app, RUTH));
  t.match(await outcome(), resetOutcomes.pending, 'a later order has an end of its own');
  clock.advance(9 * 24 * HOUR);
  t.match(await outcome(), resetOutcomes.lapsed);

  await order(await signedIn(app, RUTH));
  clock.advance(25 * HOUR);
  t.match(await outcome(), resetOutcomes.pending, 'until a sign-in');
  await withPassword(new Browser(app), CHIE);
  t.match(await outcome(), 'took effect when Chie Tanaka signed in');

  const ruth = await signedIn(app, RUTH);
  const list = await ruth.get('/admin/riverside/audit?event=second_factor_reset_approved');
  const copy = await ruth.submit(list, '/audit/export', { format: 'csv' });
  for (const page of [said(list), copy.body]) {
    const places = ['took effect when', resetOutcomes.lapsed, 'kept their second factor'].map((one) =>
      page.indexOf(one),
    );
    t.strictSame(
      places,
      places.filter((place) => place > 0).sort((a, b) => a - b),
      'each order has its own',
    );
  }
});

for (const language of LANGUAGES) {
  t.test(`the notice names the school and the moment in ${language}`, async (t) => {
    const { chie, order } = await school(t);
    await order();
    const page = said(await chie.get('/account', { 'accept-language': language }));
    const words = textFor(language).secondFactor.reset;
    t.match(page, words.cancel);
    t.match(page, 'Riverside Academy');
  });
}
