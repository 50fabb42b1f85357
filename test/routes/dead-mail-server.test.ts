/** Invitations whose e-mail does not get through: what the pages say, and the link that is passed on instead. */
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { mailTroubleOf } from '../../schema/people/mail-trouble.ts';
import { adminApp, CALLERS, RIVERSIDE } from '../support/admin.ts';
import { BASE, PASSWORD } from '../support/app.ts';
import { Browser, type Page } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';
import { smtpServer } from '../support/smtp-server.ts';
import { until } from '../support/until.ts';

const NEW = 'kei@new.example';
const HOME = '/admin/riverside';
const MEMBERS = `${HOME}/members`;
const SECRET = 'seven quiet rivers';
const DAY = 86_400_000;
const { invitation, members, schoolHome } = textFor('en');
const { delivery, done, invitationLink, letters } = members;
const { needs } = schoolHome;

async function setting(t: Test, smtpUrl: string | undefined) {
  const file = databaseFile(t);
  const env = smtpUrl === undefined ? {} : { SMTP_URL: smtpUrl, MAIL_FROM: 'school@riverside.example' };
  const { app, clock } = await adminApp(t, { databaseUrl: file.url, env });
  const admin = await signedIn(app, CALLERS.admin.email);
  const invite = async (email = NEW, name = ''): Promise<Page> =>
    admin.submit(await admin.get(`${MEMBERS}/invite`), '/invite', { email, name, role: 'member' });
  const idOf = async (email = NEW) => String(await file.read('select id from people where email = ?', email));
  const pageOf = async (browser = admin) => browser.get(`${MEMBERS}/${await idOf()}`);
  // The demo invites others, too.
  const inOutbox = async () => (await app.people.invitationMail.inOutbox(RIVERSIDE.id, await idOf())).ids.length;
  const tried = async (): Promise<void> =>
    until(async () => {
      await app.outbox.sendDue();
      return (await app.people.invitationMail.inOutbox(RIVERSIDE.id, await idOf())).hasFailed;
    });
  const linksFor = async () =>
    Number(await file.read('select count(*) from mail_links where person_id = ?', await idOf()));
  const sent = async (): Promise<void> =>
    until(async () => {
      await app.outbox.sendDue();
      return (await inOutbox()) === 0 && (await linksFor()) > 0;
    });
  const linkPath = async () => `${MEMBERS}/${await idOf()}/invitation-link`;
  const make = async (): Promise<Page> =>
    admin.submit(await admin.get(await linkPath()), '/invitation-link', { password: PASSWORD });
  return { app, clock, file, admin, invite, idOf, pageOf, inOutbox, tried, sent, linksFor, linkPath, make };
}

const linkIn = ({ body }: Pick<Page, 'body'>): string =>
  (/id="link"[^>]* value="([^"]*)"/.exec(body)?.[1] ?? '').replace(BASE, '');

const needOf = async (browser: Browser, sentence: string): Promise<string | undefined> =>
  new RegExp(`<a href="([^"]*)">${sentence}</a>`).exec((await browser.get(HOME)).body)?.[1];

t.setTimeout(120_000);

t.test('while the mail server is away, a link is passed on, and the e-mail that waited never comes', async (t) => {
  const { app, clock, file, admin, invite, idOf, pageOf, inOutbox, tried, linksFor, linkPath, make } = await setting(
    t,
    'smtp://127.0.0.1:9',
  );
  t.match(said(await invite()), done.invited);
  await tried();
  t.ok(linksOf(await pageOf()).includes(await linkPath()));
  const page = said(await pageOf());
  t.match(page, `${delivery.states.delayed} ${delivery.why.unreachable} Next try: Nov 21, 2026`);
  t.match(page, delivery.passOn);
  t.notMatch(page, delivery.inAccount);
  const banner = async () => said(await admin.get(`${MEMBERS}/${await idOf()}?done=invited`));
  t.match(await banner(), done.invited);
  t.notMatch(await banner(), letters.sent({ email: NEW }), 'the state of the e-mail says it already');
  t.match(page, invitationLink.makeTextFailed);
  t.notMatch(page, 'sends no e-mails');
  t.equal(await needOf(admin, needs.delayed({ count: 1, email: NEW })), `${MEMBERS}/${await idOf()}`);
  const staff = await signedIn(app, CALLERS.staff.email);
  t.notMatch(said(await pageOf(staff)), delivery.states.delayed, 'who cannot send it again is not bothered');
  t.equal((await staff.get(await linkPath())).status, 403);

  // It was sent again in the meantime, which is yet to become an e-mail with a link.
  const order = { order: 'invitation', siteId: RIVERSIDE.id, personId: await idOf(), isCounted: true };
  const later = { ...app.outbox.message('bulk', 'invitation', order), createdAt: clock.now + DAY };
  await app.outboxStore.post(later);
  t.match(await banner(), `${done.invited} ${letters.sent({ email: NEW })}`);
  const asking = await admin.get(await linkPath());
  t.match(said(asking), invitationLink.askWithdraws);
  t.equal(await inOutbox(), 2, 'asking changes nothing');
  const lost = linkIn(await make());
  t.match(lost, /^\/invitation\?token=ml_[\w-]{43}$/);
  t.equal(await inOutbox(), 0, 'nothing is left that could replace the link or bring another');
  t.equal(await needOf(admin, needs.delayed({ count: 1, email: NEW })), undefined);
  t.match(
    said(await pageOf()),
    `${delivery.states.shown} ${delivery.link({ from: 'Nov 21, 2026', until: 'Nov 28, 2026' })}`,
  );
  t.match(said(await pageOf()), invitationLink.makeTextAgain, 'it may get lost on the way');
  t.notMatch(said(await admin.get(await linkPath())), invitationLink.askWithdraws);
  const made = linkIn(await make());
  t.equal((await new Browser(app).get(lost)).status, 404, 'another link replaces it');

  clock.advance(DAY);
  await app.outbox.sendDue();
  t.equal(await linksFor(), 1, 'the link that was shown');
  const visitor = new Browser(app);
  const joined = await visitor.submit(await visitor.get(made), '/invitation', { name: 'Kei', new_password: SECRET });
  t.match(joined.body, invitation.ready);
  t.notOk(Number(await file.read('select email_verified from people where email = ?', NEW)), 'no address is proven');
});

t.test('up to three invitations that could not be sent are named, and more are counted', async (t) => {
  const { app, admin, invite } = await setting(t, 'smtp://127.0.0.1:9');
  const emails = [1, 2, 3, 4].map((n) => `kei${n}@new.example`);
  const told = async () => said(await admin.get(HOME));
  for (const email of emails.slice(0, 3)) await invite(email);
  await until(async () => {
    await app.outbox.sendDue();
    const page = await told();
    return emails.slice(0, 3).every((email) => page.includes(needs.delayed({ count: 1, email })));
  });
  t.notMatch(await told(), needs.delayed({ count: 3, email: '' }));
  await invite(emails[3]);
  await until(async () => {
    await app.outbox.sendDue();
    return (await told()).includes(needs.delayed({ count: 4, email: '' }));
  });
  t.match(await told(), needs.delayed({ count: 4, email: '' }));
  t.notMatch(await told(), needs.delayed({ count: 1, email: String(emails[0]) }));
  t.equal(await needOf(admin, needs.delayed({ count: 4, email: '' })), `${MEMBERS}?status=invited`);
  const list = said(await admin.get(`${MEMBERS}?status=invited`));
  for (const email of emails) t.match(list, `${email} ${needs.inList.delayed} ${members.unnamed}`);
});

t.test('an e-mail that was refused for good says so, and a link can be passed on', async (t) => {
  const { url } = await smtpServer(t, Array(9).fill('550 5.1.1 no such person'));
  const { admin, invite, idOf, pageOf, inOutbox, tried, make } = await setting(t, url);
  await invite();
  await tried();
  const page = said(await pageOf());
  t.match(page, `${delivery.states.failed} ${delivery.why.refused} Given up: Nov 21, 2026`);
  t.match(page, delivery.checkAddress);
  t.equal(await needOf(admin, needs.bounced({ count: 1, email: NEW })), `${MEMBERS}/${await idOf()}`);
  const list = said(await admin.get(`${MEMBERS}?status=invited`));
  t.match(list, `${NEW} ${needs.inList.bounced} ${members.unnamed}`);
  const link = linkIn(await make());
  t.ok(link);
  t.equal(await inOutbox(), 0, 'nobody can have it sent again with a link that has ended');

  // Sending the invitation again works as before, and ends the link that was shown.
  const again = await admin.submit(await pageOf(), '/invite-again');
  t.match(said(again), done.sent);
});

t.test('a shown link is made again until an e-mail has brought another, or the account is used', async (t) => {
  const { app, admin, file, invite, idOf, pageOf, tried, linkPath, make } = await setting(t, 'smtp://127.0.0.1:9');
  await invite();
  await tried();
  const first = linkIn(await make());
  await file.edit('update people set email_verified = ? where id = ?', true, await idOf());
  t.equal((await admin.get(await linkPath())).status, 404, 'the address was proven in the meantime');
  t.match(
    said(await pageOf()),
    `${delivery.states.shown} ${delivery.link({ from: 'Nov 21, 2026', until: 'Nov 28, 2026' })}`,
  );
  t.match(said(await pageOf()), delivery.inAccount);
  await file.edit('update people set email_verified = ? where id = ?', false, await idOf());
  t.equal((await admin.get(await linkPath())).status, 200);
  await admin.submit(await pageOf(), '/invite-again');
  const sentTo = async () => String(await file.read('select email from mail_links where person_id = ?', await idOf()));
  await until(async () => {
    await app.outbox.sendDue();
    return (await sentTo()) !== '';
  });
  // It arrives.
  await file.run('delete from outbox');
  t.equal((await new Browser(app).get(first)).status, 404);
  t.equal((await admin.get(await linkPath())).status, 404, 'an e-mail brings it');
  t.match(said(await pageOf()), delivery.states.sent);
});

t.test('a school gets no link to an account in use, even if the e-mail did not arrive', async (t) => {
  const { file, admin, invite, idOf, tried, linkPath } = await setting(t, 'smtp://127.0.0.1:9');
  await invite();
  await tried();
  const asking = await admin.get(await linkPath());
  t.equal(asking.status, 200);
  await file.edit('update people set email_verified = ? where id = ?', true, await idOf());
  t.equal((await admin.submit(asking, '/invitation-link', { password: PASSWORD })).status, 404);
  const page = await admin.get(`${MEMBERS}/${await idOf()}`);
  t.notOk(linksOf(page).includes(await linkPath()));
  t.match(said(page), delivery.states.delayed);
  t.match(said(page), delivery.inAccount, 'which is not said to be so');
  t.notMatch(said(page), delivery.passOn);
});

t.test('what became of the e-mail of an invitation is said in each case', async (t) => {
  const { states } = delivery;
  const said24 = 'Nov 21, 2026';
  const { url } = await smtpServer(t);
  const sending = await setting(t, url);
  await sending.invite();
  const noLink = async (): Promise<boolean> => !linksOf(await sending.pageOf()).includes(await sending.linkPath());
  t.ok(await noLink(), 'an e-mail brings it');
  await sending.sent();
  t.ok(await noLink(), 'and has brought it');
  t.match(said(await sending.pageOf()), `${states.sent} ${delivery.link({ from: said24, until: 'Nov 28, 2026' })}`);
  sending.clock.advance(7 * DAY);
  const later = await signedIn(sending.app, CALLERS.admin.email);
  t.match(said(await sending.pageOf(later)), states.lapsed);
  await sending.file.run('delete from mail_links');
  t.match(said(await sending.pageOf(later)), states.unknown, 'as after a restore, which ends links');

  const keeping = await setting(t, undefined);
  await keeping.invite();
  await keeping.sent();
  t.match(said(await keeping.pageOf()), `${states.kept} ${delivery.link({ from: said24, until: 'Nov 28, 2026' })}`);

  const silent = await setting(t, 'off');
  await silent.invite();
  t.match(said(await silent.pageOf()), states.off);
  await silent.make();
  t.match(said(await silent.pageOf()), states.shown);
});

t.test('who opens a link that was passed on finds the name that the school entered, and no other', async (t) => {
  const { app, file, admin, invite, make, idOf } = await setting(t, 'off');
  await invite(NEW, 'Kei Mori');
  const nameIn = async (link: string): Promise<string> =>
    /id="name"[^>]* value="([^"]*)"/.exec((await new Browser(app).get(link)).body)?.[1] ?? '';
  t.equal(await nameIn(linkIn(await make())), 'Kei Mori');
  // As if the school had invited an account that was there before, with a name that another school gave it.
  await file.edit('update people set created_at = created_at - 1 where id = ?', await idOf());
  t.equal(await nameIn(linkIn(await make())), '');
  t.ok(admin);
});

t.test('the codes of a failed e-mail are told apart by what can be done about them', (t) => {
  const codes = {
    'ESOCKET CONN connect': 'unreachable',
    ECONNREFUSED: 'unreachable',
    timeout: 'unreachable',
    'EAUTH AUTH PLAIN 535': 'sign_in',
    'EENVELOPE RCPT TO 550': 'refused',
    'EMESSAGE DATA 452': 'later',
    'EPROTOCOL CONN 421': 'later',
    'ECONNECTION EHLO 421': 'later',
    'EAUTH AUTH PLAIN 454': 'later',
    'ETLS STARTTLS': 'insecure',
    'ESOCKET CONN DEPTH_ZERO_SELF_SIGNED_CERT': 'insecure',
    'ESOCKET CONN UNABLE_TO_VERIFY_LEAF_SIGNATURE': 'insecure',
    'ESOCKET CONN ERR_TLS_CERT_ALTNAME_INVALID': 'insecure',
    'ESOCKET CONN ERR_SSL_WRONG_VERSION_NUMBER': 'insecure',
    internal: 'other',
    'EENVELOPE MAIL FROM': 'other',
  };
  for (const [failure, trouble] of Object.entries(codes)) t.equal(mailTroubleOf(failure), trouble, failure);
  t.equal(mailTroubleOf(null), 'other');
  t.end();
});
