/** Invitations of a server that sent e-mails and no longer does, or sent none and does now. */
import { randomBytes } from 'node:crypto';
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { adminApp, CALLERS, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD } from '../support/app.ts';
import type { Page } from '../support/browser.ts';
import { type DatabaseFile, databaseFile } from '../support/database-edit.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';
import { smtpServer } from '../support/smtp-server.ts';
import { until } from '../support/until.ts';

const HOME = '/admin/riverside';
const MEMBERS = `${HOME}/members`;
const MASTER_KEY = randomBytes(32).toString('base64');
const [WAITS, REFUSED, SENT] = ['waits@new.example', 'refused@new.example', 'sent@new.example'] as const;
const NEVER = 'never@new.example';
const DAY = 86_400_000;
const { members, schoolHome } = textFor('en');
const { delivery, invitationLink } = members;
const { needs } = schoolHome;

async function server(t: Test, file: DatabaseFile, smtpUrl: string) {
  const mail = { SMTP_URL: smtpUrl, ...(smtpUrl === 'off' ? {} : { MAIL_FROM: 'schools@example.com' }) };
  const { app, clock } = await adminApp(t, { databaseUrl: file.url, env: { MASTER_KEY, ...mail } });
  const idOf = async (email: string) => String(await file.read('select id from people where email = ?', email));
  const open = async () => {
    const admin = await signedIn(app, CALLERS.admin.email);
    const pageOf = async (email: string) => admin.get(`${MEMBERS}/${await idOf(email)}`);
    return {
      pageOf,
      invite: async (email: string) =>
        admin.submit(await admin.get(`${MEMBERS}/invite`), '/invite', { email, role: 'member' }),
      inviteAgain: async (email: string) => admin.submit(await pageOf(email), '/invite-again'),
      show: async (email: string) => said(await pageOf(email)),
      askForLink: async (email: string) => admin.get(`${MEMBERS}/${await idOf(email)}/invitation-link`),
      make: (asking: Page) => admin.submit(asking, '/invitation-link', { password: PASSWORD }),
      home: async () => said(await admin.get(HOME)),
      listed: async (query = '?status=invited') => whatIsListed(await admin.get(`${MEMBERS}${query}`)),
    };
  };
  return { app, clock, idOf, open, ...(await open()) };
}

/** What a list of members says below the address of each. */
const whatIsListed = ({ body }: Page): Record<string, string> =>
  Object.fromEntries(
    [...body.matchAll(/<th scope="row"><a [^>]*>([^<]*)<\/a>(.*?)<\/th>/gs)].map(([, email = '', rest = '']) => [
      email,
      /<span class="badge unknown">([^<]*)</.exec(rest)?.[1] ?? '',
    ]),
  );

/** Forgets whom the demo has invited. */
const clear = async (file: DatabaseFile): Promise<void> => {
  await file.run("update memberships set status = 'removed' where status = 'invited'");
  await file.run('delete from outbox');
};

t.setTimeout(120_000);

t.test('after the server stopped sending e-mails, the pages say what becomes of those from before', async (t) => {
  const file = databaseFile(t);
  const sending = await server(t, file, 'smtp://127.0.0.1:9');
  await clear(file);
  const letterOf = async (email: string) => {
    const { ids } = await sending.app.people.invitationMail.inOutbox(RIVERSIDE.id, await sending.idOf(email));
    return String(ids[0]);
  };
  for (const email of [WAITS, REFUSED, SENT]) {
    await sending.invite(email);
    await until(async () => {
      await sending.app.outbox.sendDue();
      const links = 'select count(*) from mail_links where person_id = ?';
      return Number(await file.read(links, await sending.idOf(email))) > 0;
    });
  }
  const [refused, sent] = [await letterOf(REFUSED), await letterOf(SENT)];
  await sending.app.close();
  const giveUp = 'update outbox set due_at = null, failed_at = ?, failure = ? where id = ?';
  await file.edit(giveUp, sending.clock.now, 'EENVELOPE RCPT TO 550', refused);
  await file.edit('delete from outbox where id = ?', sent);

  const { app, clock, invite, open, show, askForLink, make, home, listed } = await server(t, file, 'off');
  t.match(await show(WAITS), `${delivery.states.held} ${delivery.passOn}`);
  const { givenUp, past } = delivery.states;
  t.match(await show(REFUSED), `${givenUp} ${delivery.why.refused} Given up: Nov 21, 2026`);
  t.match(await show(REFUSED), `${delivery.checkAddress} ${delivery.passOn}`);
  t.notMatch(await show(REFUSED), delivery.states.held, 'it is not tried again in any case');
  t.match(await show(SENT), past);
  await invite(NEVER);
  const needing = async () => {
    const page = await home();
    return [WAITS, REFUSED, SENT, NEVER].filter((email) => page.includes(needs.unlinked({ count: 1, email })));
  };
  t.strictSame(await needing(), [WAITS, REFUSED, NEVER], 'nobody has the links of these');
  const { unlinked } = needs.inList;
  const some = { [WAITS]: unlinked, [REFUSED]: unlinked, [SENT]: '', [NEVER]: unlinked };
  t.strictSame(await listed(), some, 'the list says it of the same people');
  t.notMatch(Object.values(await listed('')), [unlinked], 'and not where other members are listed');
  const staff = await signedIn(app, CALLERS.staff.email);
  const seen = whatIsListed(await staff.get(`${MEMBERS}?status=invited`));
  t.strictSame(seen, { [WAITS]: '', [REFUSED]: '', [SENT]: '', [NEVER]: '' }, 'who cannot invite is not bothered');

  for (const email of [WAITS, REFUSED]) {
    const asking = await askForLink(email);
    t.match(said(asking), invitationLink.askWithdraws);
    t.match(said(await make(asking)), invitationLink.text);
    t.match(await show(email), delivery.states.shown);
    t.notMatch(said(await askForLink(email)), invitationLink.askWithdraws, 'nothing is left to withdraw');
  }
  t.equal(Number(await file.read('select count(*) from outbox')), 0);
  t.strictSame(await needing(), [NEVER]);
  clock.advance(7 * DAY);
  const later = await open();
  t.match(await later.home(), needs.unlinked({ count: 4, email: '' }), 'the links have expired');
  const all = { [WAITS]: unlinked, [REFUSED]: unlinked, [SENT]: unlinked, [NEVER]: unlinked };
  t.strictSame(await later.listed(), all);
});

t.test('where no link is given, the page says where people with an account find the invitation', async (t) => {
  const file = databaseFile(t);
  const { invite, pageOf, askForLink, home } = await server(t, file, 'off');
  await clear(file);
  const { email } = CALLERS.foreignOwner;
  await invite(email);
  await invite(NEVER);
  const [known, unknown] = [await pageOf(email), await pageOf(NEVER)];
  t.match(said(known), `${delivery.states.off} ${delivery.inAccount}`);
  t.notMatch(said(known), delivery.passOn);
  t.equal((await askForLink(email)).status, 404);
  t.match(said(unknown), `${delivery.states.off} ${delivery.passOn}`);
  t.notMatch(said(unknown), delivery.inAccount);
  t.ok(linksOf(unknown).some((href) => href.endsWith('/invitation-link')));
  const page = await home();
  t.match(page, needs.unlinked({ count: 1, email: NEVER }));
  t.notMatch(page, needs.unlinked({ count: 1, email }), 'they find it when they sign in');
});

t.test('once the server sends e-mails, invitations from before that have none are named', async (t) => {
  const file = databaseFile(t);
  const silent = await server(t, file, 'off');
  await clear(file);
  await silent.invite(NEVER);
  await silent.app.close();

  const { url } = await smtpServer(t);
  const { app, clock, idOf, open, invite, inviteAgain, show, home, listed } = await server(t, file, url);
  t.match(await show(NEVER), delivery.states.unsent);
  t.match(await home(), needs.unsent({ count: 1, email: NEVER }));
  await invite(SENT);
  t.notMatch(await home(), needs.unsent({ count: 1, email: SENT }), 'it is on its way');
  t.strictSame(await listed(), { [SENT]: '', [NEVER]: needs.inList.unsent });

  const many = Array.from({ length: 500 }, () => {
    const order = { order: 'invitation', siteId: RIVERSIDE.id, personId: CALLERS.member.id };
    return { ...app.outbox.message('bulk', 'invitation', order), createdAt: clock.now + DAY };
  });
  await app.outboxStore.post(...many);
  t.match(await show(NEVER), delivery.states.unknown, 'its e-mail may be among those that are not looked at');
  t.notMatch(await home(), needs.unsent({ count: 1, email: NEVER }));
  await file.run('delete from outbox where created_at > ?', clock.now);

  await invite(WAITS);
  await inviteAgain(NEVER);
  t.notMatch(await home(), needs.unsent({ count: 1, email: NEVER }));
  await until(async () => {
    await app.outbox.sendDue();
    return (await show(NEVER)).includes(delivery.states.sent);
  });
  t.match(await show(NEVER), delivery.states.sent);

  await file.edit('delete from mail_links where person_id = ?', await idOf(NEVER));
  t.match(await show(NEVER), delivery.states.unsent, 'as after a restore, which ends links');
  clock.advance(7 * DAY);
  const later = await open();
  t.match(await later.show(NEVER), delivery.states.unknown, 'a link would have expired, and been deleted');
  t.match(await later.home(), needs.lapsed({ count: 1, email: NEVER }));
  t.equal((await later.listed())[NEVER], needs.inList.lapsed);
});
