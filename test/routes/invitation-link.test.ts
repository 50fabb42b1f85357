/** How people join, and come back, where the server sends no e-mail: by links that are shown, and what these do not open. */
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import type { Operator } from '../../schema/school/operation.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { HARBOUR } from '../../scripts/commands/demo/platform.ts';
import { adminApp, CALLERS, RIVERSIDE } from '../support/admin.ts';
import { BASE, PASSWORD } from '../support/app.ts';
import { Browser, type Page } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

const NEW = 'kei@new.example';
const SECRET = 'seven quiet rivers';
const MEMBERS = '/admin/riverside/members';
const { accounts, invitation, members, password, signIn } = textFor('en');
const { invitationLink, letters } = members;
const { needs } = textFor('en').schoolHome;

async function setting(t: Test, env: Record<string, string> = {}) {
  const file = databaseFile(t);
  const { app, clock } = await adminApp(t, { databaseUrl: file.url, env: { SMTP_URL: 'off', ...env } });
  const admin = await signedIn(app, CALLERS.admin.email);
  const idOf = async (email: string) => String(await file.read('select id from people where email = ?', email));
  const linkPage = async (email: string): Promise<string> => `${MEMBERS}/${await idOf(email)}/invitation-link`;
  const invite = async (email: string, role = 'member'): Promise<void> => {
    const operator: Operator = {
      siteId: RIVERSIDE.id,
      personId: CALLERS.owner.id,
      role: 'owner',
      now: app.clock(),
      requestId: 'test',
    };
    await app.school.runOperation(app.school.operations.invite_member, operator, { email, role });
  };
  const inviteElsewhere = (email: string) =>
    app.school.runOperation(
      app.school.operations.invite_member,
      { siteId: HARBOUR.id, personId: 'usr_demo_hugo', role: 'owner', now: app.clock(), requestId: 'test' },
      { email, role: 'admin' },
    );
  const make = async (email: string): Promise<Page> =>
    admin.submit(await admin.get(await linkPage(email)), '/invitation-link', { password: PASSWORD });
  const join = async (link: string): Promise<Page> => {
    const browser = new Browser(app);
    return browser.submit(await browser.get(link), '/invitation', { name: 'Kei Mori', new_password: SECRET });
  };
  return { app, clock, file, admin, idOf, linkPage, invite, inviteElsewhere, make, join };
}

const linkIn = ({ body }: Pick<Page, 'body'>): string =>
  (/id="link"[^>]* value="([^"]*)"/.exec(body)?.[1] ?? '').replace(BASE, '');

t.test('without e-mail, the link of an invitation is made by who invites, shown once, and joins once', async (t) => {
  const { app, file, admin, idOf, linkPage, make, join } = await setting(t);
  const form = await admin.get(`${MEMBERS}/invite`);
  const done = await admin.submit(form, '/invite', { email: NEW, role: 'member' });
  t.match(said(done), `${members.done.invited} ${letters.link({ email: NEW })}`);
  const path = await linkPage(NEW);
  t.ok(linksOf(done).includes(path));
  const refused = await admin.submit(await admin.get(path), '/invitation-link', { password: 'not the password' });
  t.equal(refused.status, 400);
  t.equal(await file.read('select count(*) from mail_links'), 0, 'nothing without the password');
  const home = async (): Promise<string> => said(await admin.get('/admin/riverside'));
  t.match(await home(), needs.unlinked({ count: 4, email: '' }), 'whoever forgets the link is reminded');

  const first = await make(NEW);
  t.match(said(first), invitationLink.text);
  const others = await home();
  t.equal(others.split(needs.unlinked({ count: 1, email: '' }).slice(-20)).length, 4, 'three of the demo are left');
  t.notMatch(others, needs.unlinked({ count: 1, email: NEW }));
  t.match(first.headers['cache-control'], 'no-store');
  t.match(linkIn(first), /^\/invitation\?token=ml_[\w-]{43}$/);
  const second = linkIn(await make(NEW));
  t.notMatch((await admin.get(`${MEMBERS}/${await idOf(NEW)}`)).body, 'token=ml_', 'it is not shown again');
  t.match(await app.audit.log.page(RIVERSIDE.id, { event: 'invitation_link_created' }, 3), [
    { personId: CALLERS.admin.id, target: `member/${await idOf(NEW)}` },
    { personId: CALLERS.admin.id, target: `member/${await idOf(NEW)}` },
  ]);
  t.equal((await new Browser(app).get(linkIn(first))).status, 404, 'another link replaces it');

  t.match((await join(second)).body, invitation.ready);
  t.equal((await new Browser(app).get(second)).status, 404, 'it works once');
  const account = await (await signedIn(app, NEW, SECRET)).get('/account');
  t.match(account.body, RIVERSIDE.name);
  t.notOk(
    Number(await file.read('select email_verified from people where email = ?', NEW)),
    'nobody has proven the address',
  );
  t.equal((await admin.get(path)).status, 404, 'there is a way into the account now');
});

t.test('a link lasts for seven days', async (t) => {
  const { app, clock, invite, make } = await setting(t);
  await invite(NEW);
  const link = linkIn(await make(NEW));
  clock.advance(7 * 86_400_000 - 1000);
  t.equal((await new Browser(app).get(link)).status, 200);
  clock.advance(1000);
  t.equal((await new Browser(app).get(link)).status, 404);
});

t.test('no school gets an invitation link to an account in use, or for a role that it cannot give', async (t) => {
  const { app, file, admin, idOf, linkPage, invite, inviteElsewhere } = await setting(t);
  const ways: readonly [string, (id: string) => Promise<unknown>][] = [
    ['a password', (id) => file.edit("update people set password_hash = 'x' where id = ?", id)],
    ['a proven address', (id) => file.edit('update people set email_verified = ? where id = ?', true, id)],
    [
      'a passkey',
      (id) =>
        file.edit(
          'insert into passkeys (id, person_id, name, public_key, counter, transports, is_backed_up, created_at) values (?, ?, ?, ?, ?, ?, ?, ?)',
          ...['key', id, 'Phone', Buffer.from('key'), 0, '[]', false, 0],
        ),
    ],
    ['another school', () => inviteElsewhere('d@new.example')],
    ['an owner', (id) => file.edit("update memberships set role = 'owner' where person_id = ?", id)],
    ['no invitation', (id) => file.edit("update memberships set status = 'suspended' where person_id = ?", id)],
  ];
  for (const [index, [what, change]] of ways.entries()) {
    const email = `${'abcdef'[index]}@new.example`;
    await invite(email);
    const path = await linkPage(email);
    t.equal((await admin.get(path)).status, 200, `${what}: until then`);
    const asking = await admin.get(path);
    await change(await idOf(email));
    const answer = await admin.submit(asking, '/invitation-link', { password: PASSWORD });
    t.equal(answer.status, 404, what);
    t.notOk(linksOf(await admin.get(`${MEMBERS}/${await idOf(email)}`)).includes(path), `${what}: not offered`);
  }
  t.equal(await file.read('select count(*) from mail_links'), 0);

  await invite('g@new.example');
  const staff = await signedIn(app, CALLERS.staff.email);
  t.equal((await staff.get(await linkPage('g@new.example'))).status, 403, 'staff invite nobody');
  const foreign = await signedIn(app, CALLERS.foreignOwner.email);
  t.not((await foreign.get(await linkPage('g@new.example'))).status, 200);
  const sending = await setting(t, { SMTP_URL: '' });
  await sending.invite(NEW);
  t.equal((await sending.admin.get(await sending.linkPage(NEW))).status, 404, 'an e-mail brings it');
});

t.test('an invitation link that was shown opens nothing that another school gives to the address', async (t) => {
  const { app, file, idOf, invite, inviteElsewhere, make, join } = await setting(t);
  await invite(NEW);
  const link = linkIn(await make(NEW));
  await inviteElsewhere(NEW);
  t.equal((await join(link)).status, 404, 'invited there in the meantime');
  t.equal(await file.read('select password_hash from people where email = ?', NEW), null);

  const gone = "update memberships set status = 'removed' where site_id = ? and status = 'invited' and person_id = ?";
  await file.edit(gone, HARBOUR.id, await idOf(NEW));
  t.match((await join(link)).body, invitation.ready);
  await inviteElsewhere(NEW);
  const browser = await signedIn(app, NEW, SECRET);
  const answer = await browser.submit(await browser.get('/account'), '/accept');
  t.match(said(answer), invitation.done.unprovable);

  const person = await app.people.persons.findByEmail(NEW);
  if (person === undefined) throw new Error('no account');
  const reset = (await app.people.accountHelp.makeResetLink(person, { name: 'Ola' })).replace(BASE, '');
  const visitor = new Browser(app);
  const added = ['key', person.id, 'Phone', Buffer.from('key'), 0, '[]', false, app.clock()];
  await file.edit(
    'insert into passkeys (id, person_id, name, public_key, counter, transports, is_backed_up, created_at) values (?, ?, ?, ?, ?, ?, ?, ?)',
    ...added,
  );
  const asking = await visitor.get(reset);
  t.match(asking.body, 'name="someone_else" value="yes" checked', 'whoever joined need not be the one who reads this');
  await visitor.submit(asking, '/password/reset', { new_password: 'another quiet river', someone_else: 'yes' });
  t.equal(Number(await file.read('select count(*) from passkeys where person_id = ?', person.id)), 0);
  const again = (await app.people.accountHelp.makeResetLink(person, { name: 'Ola' })).replace(BASE, '');
  t.notMatch((await visitor.get(again)).body, 'name="someone_else" value="yes" checked', 'once it was proven');
  const proven = await signedIn(app, NEW, 'another quiet river');
  t.match(
    said(await proven.submit(await proven.get('/account'), '/accept')),
    invitation.done.accepted,
    'the people who run the platform vouch for the address',
  );
});

t.test('no one becomes an operator of the platform through a link to an address in PLATFORM_OPERATORS', async (t) => {
  const { app, invite, make, join } = await setting(t, { PLATFORM_OPERATORS: NEW });
  await invite(NEW, 'admin');
  t.match((await join(linkIn(await make(NEW)))).body, invitation.ready);
  const browser = await signedIn(app, NEW, SECRET);
  t.equal((await browser.get('/account')).status, 200);
  t.equal((await browser.get('/platform')).status, 404);
});

t.test('without e-mail, the sign-in page says whom to ask about a forgotten password', async (t) => {
  const { app } = await setting(t);
  for (const language of LANGUAGES) {
    const page = await new Browser(app).get('/sign-in', { 'accept-language': language });
    t.ok(said(page).includes(textFor(language).signIn.noRecovery), language);
    const { noEmail } = textFor(language).recovery;
    const explained = await new Browser(app).get('/password/forgot', { 'accept-language': language });
    t.equal(explained.status, 200, 'nobody is told of a mistyped address');
    t.ok(said(explained).includes(`${noEmail.command} schoolgate users send-reset <e-mail>`), language);
    t.ok(
      said(explained).includes(`${noEmail.accounts} ${textFor(language).admin.area.pages.accounts}`),
      'or without a shell',
    );
    t.ok(linksOf(explained).includes('/platform/accounts'));
  }
  t.ok(linksOf(await new Browser(app).get('/sign-in')).includes('/password/forgot'));
  const sending = said(await new Browser((await setting(t, { SMTP_URL: '' })).app).get('/sign-in'));
  t.match(sending, password.forgot);
  t.notMatch(sending, signIn.noRecovery);
});

const OWNER = { PLATFORM_OPERATORS: CALLERS.owner.email };
const accountOf = (id: string): string => `/admin/riverside/accounts/${id}`;

t.test(
  'without e-mail, who runs the platform makes a link to a new password, which is shown and works once',
  async (t) => {
    const { app, file } = await setting(t, OWNER);
    const owner = await signedIn(app, CALLERS.owner.email);
    const { id, email } = CALLERS.member;
    t.ok(linksOf(await owner.get(`${MEMBERS}/${id}`)).includes(accountOf(id)), 'the page of the member leads there');
    t.match(said(await owner.get(accountOf(id))), accounts.resetLink.hint);
    const asking = await owner.get(`${accountOf(id)}/send-reset`);
    t.match(said(asking), accounts.resetLink.askText({ email }));
    const make = (entered = PASSWORD) => owner.submit(asking, `${id}/send-reset`, { password: entered });
    t.equal((await make('not the password')).status, 400);
    t.equal(await file.read('select count(*) from mail_links'), 0, 'nothing without the password');

    const made = await make();
    t.match(said(made), accounts.resetLink.text);
    t.match(made.headers['cache-control'], 'no-store');
    const first = linkIn(made);
    t.match(first, /^\/password\/reset\?token=ml_[\w-]{43}$/);
    const second = linkIn(
      await owner.submit(await owner.get(`${accountOf(id)}/send-reset`), '/send-reset', { password: PASSWORD }),
    );
    t.equal((await new Browser(app).get(first)).status, 404, 'another link replaces it');
    t.notMatch((await owner.get(accountOf(id))).body, 'token=ml_', 'it is not shown again');
    const trail = `event = 'password_reset_asked' and person_id = '${id}' and target = 'operator/${CALLERS.owner.id}' and request_id is not null`;
    t.equal(await file.read(`select count(*) from audit_events where ${trail}`), 2);

    const visitor = new Browser(app);
    await visitor.submit(await visitor.get(second), '/password/reset', { new_password: SECRET });
    t.equal((await new Browser(app).get(second)).status, 404, 'it works once');
    t.equal((await (await signedIn(app, email, SECRET)).get('/account')).url, '/account');

    const own = `${accountOf(CALLERS.owner.id)}/send-reset`;
    t.equal((await owner.get(own)).status, 404, 'nobody for themselves');
    const form = await owner.get(`${accountOf(id)}/send-reset`);
    await file.edit('update people set active = ? where id = ?', false, id);
    t.equal((await owner.submit(form, '/send-reset', { password: PASSWORD })).status, 404, 'a disabled account');
  },
);

t.test('a school is shown who can make a link to a new password, and never the link', async (t) => {
  const { app, file, admin } = await setting(t, { PLATFORM_OPERATORS: CALLERS.staff.email });
  const owner = await signedIn(app, CALLERS.owner.email);
  const foreign = await signedIn(app, CALLERS.foreignOwner.email);
  await file.edit(
    `insert into memberships (person_id, site_id, role, status, joined_at, updated_at, marketing_consent)
     values (?, ?, 'member', 'active', 0, 0, ?)`,
    CALLERS.instructor.id,
    HARBOUR.id,
    false,
  );
  const whoever = { member: CALLERS.member, 'of another school, too': CALLERS.instructor, operator: CALLERS.staff };
  for (const [who, { id, email }] of Object.entries(whoever)) {
    const page = await owner.get(`${MEMBERS}/${id}`);
    t.ok(
      said(page).includes(
        `${members.member.resetByOthers({ address: `${BASE}/platform/accounts/${id}` })} schoolgate users send-reset '${email}'`,
      ),
      who,
    );
    t.notOk(
      linksOf(page).some((link) => link.includes('reset')),
      who,
    );
    for (const browser of [owner, admin, foreign])
      for (const path of [`${MEMBERS}/${id}/send-reset`, `${accountOf(id)}/send-reset`]) {
        t.not((await browser.get(path)).status, 200, `${who}: ${path}`);
        const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.get('/account/profile')).body)?.[1] ?? '';
        const answer = await browser.post(path, [
          ['csrf', csrf],
          ['email', email],
          ['password', PASSWORD],
        ]);
        t.ok(answer.status === 404 || answer.status === 403, `${who}: ${path} ${answer.status}`);
        t.notMatch(answer.body, 'token=ml_');
      }
  }
  t.equal(await file.read('select count(*) from mail_links'), 0);
});
