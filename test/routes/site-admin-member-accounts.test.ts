/** What a school can do about the account of a member, and what it cannot. */
import t from 'tap';
import { adminApp, CALLERS, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD, temporaryFolder } from '../support/app.ts';
import { databaseFile } from '../support/database-edit.ts';
import { Mailbox } from '../support/emails.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

const pageOf = (id: string): string => `/admin/riverside/members/${id}`;
const SIGN_IN = '/sign-in?next=%2Faccount';

t.test(
  'a school signs out a member of no other school, after the password, and learns nothing of others [ASVS 7.4.5]',
  async (t) => {
    const database = databaseFile(t);
    const { app } = await adminApp(t, { databaseUrl: database.url });
    const owner = await signedIn(app, CALLERS.owner.email);
    const { id, email } = CALLERS.member;
    const member = await signedIn(app, email);
    const asking = await owner.get(`${pageOf(id)}/sign-out`);
    t.equal((await owner.submit(asking, `${id}/sign-out`, { password: 'not the password' })).status, 400);
    t.equal((await member.get('/account')).url, '/account', 'nothing without the password');
    const alone = await owner.submit(asking, `${id}/sign-out`, { password: PASSWORD });
    t.equal((await member.get('/account')).url, SIGN_IN);

    await database.edit(
      `insert into memberships (person_id, site_id, role, status, joined_at, updated_at, marketing_consent)
     values (?, 'site_demo_harbour', 'member', 'suspended', 0, 0, ?)`,
      id,
      false,
    );
    const back = await signedIn(app, email);
    const both = await owner.submit(await owner.get(`${pageOf(id)}/sign-out`), `${id}/sign-out`, {
      password: PASSWORD,
    });
    t.equal((await back.get('/account')).url, '/account', 'the other school’s business, too');
    t.equal(said(both), said(alone), 'the answer is the same');
    t.strictSame(linksOf(both), linksOf(alone));
    t.match(await app.audit.log.page(RIVERSIDE.id, { event: 'member_signed_out' }, 3), [
      { personId: CALLERS.owner.id, target: `member/${id}` },
      { personId: CALLERS.owner.id, target: `member/${id}` },
    ]);
    const where = `event = 'sign_out' and person_id = '${id}' and target = 'school' and site_id is null and ip is null`;
    t.equal(await database.read(`select count(*) from audit_events where ${where}`), 1, 'the member’s own record');

    const admin = await signedIn(app, CALLERS.admin.email);
    t.equal((await admin.get(`${pageOf(CALLERS.owner.id)}/sign-out`)).status, 404, 'nobody decides about a superior');
    const staff = await signedIn(app, CALLERS.staff.email);
    t.equal((await staff.get(`${pageOf(id)}/sign-out`)).status, 403);
  },
);

t.test('a school has a link to a new password sent to a member, and does not see it', async (t) => {
  const dataDir = temporaryFolder(t);
  const { app } = await adminApp(t, { dataDir });
  const mailbox = new Mailbox(dataDir, { app });
  const owner = await signedIn(app, CALLERS.owner.email);
  const { id, email } = CALLERS.member;
  const send = async () =>
    owner.submit(await owner.get(`${pageOf(id)}/send-reset`), '/send-reset', { password: PASSWORD });
  const done = await send();
  t.match(said(done), 'The e-mail with a password reset link is in the outbox and will be sent within a minute.');
  t.match(said(done), 'No mail server is set up: the server log says where e-mails are saved.');
  const message = await mailbox.next();
  t.equal(message.to, email);
  t.match(message.link, '/password/reset?token=ml_');
  t.match(message.text, 'Riverside Academy has sent you a link.');
  t.notMatch(done.body, 'ml_');
  // The next link ends the one before: its e-mail would be dropped if it was still to be sent.
  await send();
  t.equal((await mailbox.next()).to, email);
  await send();
  t.equal((await mailbox.next()).to, email);
  const last = await send();
  t.equal(last.status, 429);
  t.match(said(last), 'No link was sent');
  t.match(await app.audit.log.page(RIVERSIDE.id, { event: 'member_reset_sent' }, 4), { length: 3 });
});
