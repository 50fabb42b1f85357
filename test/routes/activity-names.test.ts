/** Who did what to an account, by name, on the page of its activity. */
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { adminApp, CALLERS, call, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD, temporaryFolder } from '../support/app.ts';
import { databaseFile } from '../support/database-edit.ts';
import { Mailbox } from '../support/emails.ts';
import { said, signedIn } from '../support/signed-in.ts';

const PAGE = '/account/activity';
const { activity, events, roles } = textFor('en');
const school = RIVERSIDE.name;

t.test('people read which school signed them out or sent a link to a new password', async (t) => {
  const dataDir = temporaryFolder(t);
  const file = databaseFile(t);
  const { app } = await adminApp(t, { dataDir, databaseUrl: file.url });
  const { id, email } = CALLERS.member;
  const owner = await signedIn(app, CALLERS.owner.email);
  const member = `/admin/riverside/members/${id}`;
  await owner.submit(await owner.get(`${member}/sign-out`), `${id}/sign-out`, { password: PASSWORD });
  await owner.submit(await owner.get(`${member}/send-reset`), '/send-reset', { password: PASSWORD });
  await new Mailbox(dataDir, { app }).next();
  const ana = await signedIn(app, email);
  const page = said(await ana.get(PAGE));
  const by = activity.bySchool({ school });
  t.match(page, new RegExp(`${events.sign_out.byOthers.you} .{1,60} ${by} `));
  t.match(page, new RegExp(`${events.password_reset_asked.you} .{1,60} ${by} `));
  t.notMatch(page, activity.by.school);
  t.notMatch(page, 'Ruth', 'not who it was there');
  const own = "event in ('sign_out', 'password_reset_asked') and site_id is not null";
  t.equal(Number(await file.read(`select count(*) from audit_events where ${own}`)), 0, 'no entry of the school');

  await file.edit(`update audit_events set "after" = null where target = 'school'`);
  t.match(said(await ana.get(PAGE)), activity.by.school, 'an event of an earlier version');
});

t.test('people read who changed their role, while that has a name, and which school they joined', async (t) => {
  const file = databaseFile(t);
  const { app, tokenOf } = await adminApp(t, { databaseUrl: file.url });
  const token = await tokenOf('owner', ['members:write']);
  const { id, email } = CALLERS.member;
  t.match(await call(app, token, 'POST', `/members/${id}/role`, { role: 'instructor' }), { status: 200 });
  const ana = await signedIn(app, email);
  const change = { school, was: roles.member, is: roles.instructor };
  t.match(said(await ana.get(PAGE)), events.member_role_changed.byPerson.toYou({ ...change, person: 'Ruth Adler' }));
  await file.edit("update audit_events set person_id = null where event = 'member_role_changed'");
  t.match(
    said(await ana.get(PAGE)),
    events.member_role_changed.toYou(change),
    'the people who run the service name nobody',
  );

  const hugo = CALLERS.foreignOwner;
  t.match(await call(app, token, 'POST', '/members', { email: hugo.email, role: 'member' }), { status: 201 });
  const browser = await signedIn(app, hugo.email);
  await browser.submit(await browser.get('/account'), '/accept');
  t.match(said(await browser.get(PAGE)), events.invitation_accepted.atSchool.you({ school }));
  t.match(said(await browser.get('/account')), events.invitation_accepted.atSchool.you({ school }));
});
