// slow
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { adminApp, CALLERS, call, HARBOUR, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD } from '../support/app.ts';
import { databaseFile } from '../support/database-edit.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';
import { smtpServer } from '../support/smtp-server.ts';

const MEMBERS = '/admin/riverside/members';
const pageOf = (caller: keyof typeof CALLERS): string => `${MEMBERS}/${CALLERS[caller].id}`;

t.test('staff can list, search and page through the members of their school [D2]', async (t) => {
  const { app } = await adminApp(t);
  const staff = await signedIn(app, CALLERS.staff.email);
  const list = await staff.get(MEMBERS);
  t.equal(list.status, 200);
  t.notMatch(list.body, /members\/invite"/, 'staff invites nobody');
  const found = await staff.get(`${MEMBERS}?q=ruth`);
  t.match(said(found), /Ruth Adler R? ?ruth@riverside\.example.* Owner/);
  t.notMatch(said(found), /ana@riverside/);
  t.match(said(await staff.get(`${MEMBERS}?q=nobody-of-that-name`)), 'No members found');
  t.notMatch(said(await staff.get(`${MEMBERS}?role=owner`)), /ana@riverside/);
  t.match(said(await staff.get(`${MEMBERS}?role=member&status=suspended`)), /Clear filters/);
  t.notMatch(said(await staff.get(MEMBERS)), /Active/, 'only a status that is not the usual one is shown');

  const seen = new Set<string>();
  let next: string | undefined = `${MEMBERS}?role=member`;
  for (let pages = 0; next !== undefined && pages < 50; pages += 1) {
    const page = await staff.get(next);
    for (const link of linksOf(page).filter((href) => href.startsWith(`${MEMBERS}/usr_`))) {
      t.notOk(seen.has(link), 'nobody twice');
      seen.add(link);
    }
    next = linksOf(page).find((href) => href.includes('after='));
  }
  t.equal(seen.size, await app.school.members.count(RIVERSIDE.id, { role: 'member' }), 'and everybody');
  t.equal((await staff.get(`${MEMBERS}?after=made-up-by-somebody&role=member`)).url, MEMBERS, 'a cursor that is none');
});

t.test('the list of members has a total and orders, and turns pages in both directions [D2]', async (t) => {
  const { app } = await adminApp(t);
  const staff = await signedIn(app, CALLERS.staff.email);
  const idsOf = (page: { body: string }): string[] =>
    [...page.body.matchAll(/<th scope="row"><a href="[^"]*\/members\/([^"]+)"/g)].map(([, id = '']) => id);
  const turn = (page: { body: string }, way: 'before' | 'after'): string | undefined =>
    linksOf(page).find((href) => href.includes(`${way}=`));
  const total = await app.school.members.count(RIVERSIDE.id, {});
  t.ok(total > 40, 'three pages at least');

  for (const sort of ['name', 'seen']) {
    const pages: string[][] = [];
    let page = await staff.get(`${MEMBERS}?sort=${sort}`);
    t.match(said(page), `${total} people`);
    t.match(said(page), `1–15 of ${total}`);
    t.notOk(turn(page, 'before'), 'nothing comes before the first page');
    for (;;) {
      pages.push(idsOf(page));
      const next = turn(page, 'after');
      if (next === undefined) break;
      page = await staff.get(next);
    }
    t.equal(new Set(pages.flat()).size, total, `${sort}: everybody once`);
    t.equal(pages.flat().length, total);
    for (const expected of pages.slice(0, -1).reverse()) {
      page = await staff.get(turn(page, 'before') ?? '');
      t.strictSame(idsOf(page), expected, `${sort}: the page before`);
    }
    t.match(said(page), `1–15 of ${total}`, 'back at the beginning');
    t.notOk(turn(page, 'before'));
    t.ok(turn(page, 'after'));
  }
  const byName = idsOf(await staff.get(`${MEMBERS}?sort=name&status=active`));
  const names = await Promise.all(
    byName.map(async (id) => (await app.school.members.find(RIVERSIDE.id, id))?.name ?? ''),
  );
  t.strictSame(
    names,
    [...names].sort((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' })),
  );
  t.strictSame(idsOf(await staff.get(`${MEMBERS}?role=owner`)), [CALLERS.owner.id]);
  const team = await app.school.members.count(RIVERSIDE.id, { team: true });
  t.equal(team, total - (await app.school.members.count(RIVERSIDE.id, { role: 'member' })));
  t.equal(idsOf(await staff.get(`${MEMBERS}?role=team`)).length, team);
  t.match(said(await staff.get(MEMBERS)), `Everyone ${total} Members ${total - team} Team ${team}`);
  for (const query of [
    'sort=age',
    'role=queen',
    'status=removed',
    'after=usr_nobody',
    'before=usr_demo_hugo',
    'q=%00',
  ]) {
    t.equal((await staff.get(`${MEMBERS}?${query}`)).url, MEMBERS, query);
  }
  t.notMatch((await staff.get(MEMBERS)).body, 'type="checkbox"', 'staff selects nobody');
});

t.test('several members are suspended and reinstated at once, each as one alone would be [D2, W39]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('instructor', ['courses:read']);
  const admin = await signedIn(app, CALLERS.admin.email);
  const list = await admin.get(`${MEMBERS}?q=riverside`);
  const boxOf = (caller: keyof typeof CALLERS): string => `value="${CALLERS[caller].id}"`;
  t.match((await admin.get(`${MEMBERS}?q=ana`)).body, boxOf('member'));
  t.notMatch(list.body, boxOf('admin'), 'nobody selects themselves');
  t.notMatch((await admin.get(`${MEMBERS}?role=owner`)).body, boxOf('owner'), 'nor a member of a higher role');

  const pathOf = (action: string, ...callers: (keyof typeof CALLERS)[]): string => {
    const query = new URLSearchParams({ action });
    for (const name of callers) query.append('member', CALLERS[name].id);
    return `${MEMBERS}/selected?${query}`;
  };
  t.match(said(await admin.get(pathOf('suspend'))), 'First select members for whom this is possible.');
  t.match(said(await admin.get(pathOf('suspend', 'owner', 'admin', 'foreignOwner'))), 'First select members for whom');
  const asking = await admin.get(pathOf('suspend', 'instructor', 'member', 'owner', 'foreignOwner'));
  t.match(said(asking), /Suspend 2 members\? Ivan Petrov Ana .*These stay as they are.* Ruth Adler/);
  t.notMatch(said(asking), 'Hugo', 'somebody of another school is unknown');
  const refused = await admin.submit(asking, '/members/selected', { password: 'not the password' });
  t.equal(refused.status, 400);
  t.match(said(refused), 'Suspend 2 members?', 'the choice is kept');
  t.equal((await call(app, token, 'GET', '/courses')).status, 200, 'nothing without the password');

  const done = await admin.submit(refused, '/members/selected', { password: PASSWORD });
  t.match(said(done), /Suspended: Ivan Petrov, Ana /);
  t.equal((await call(app, token, 'GET', '/courses')).status, 401, 'their apps stop at once');
  for (const caller of ['instructor', 'member'] as const) {
    t.match(await app.school.members.find(RIVERSIDE.id, CALLERS[caller].id), { status: 'suspended' });
  }
  t.match(await app.school.members.find(RIVERSIDE.id, CALLERS.owner.id), { status: 'active' });
  const events = await app.audit.log.page(RIVERSIDE.id, { event: 'member_suspended' }, 5);
  t.strictSame(
    events.map(({ personId }) => personId),
    [CALLERS.admin.id, CALLERS.admin.id],
    'one event for each',
  );

  const forged = await admin.post(`${MEMBERS}/selected`, [
    ['csrf', /name="csrf" value="([^"]*)"/.exec(asking.body)?.[1] ?? ''],
    ['action', 'suspend'],
    ['member', CALLERS.owner.id],
    ['password', PASSWORD],
  ]);
  t.match(said(forged), 'First select members for whom', 'a form that was changed does no more');
  t.match(await app.school.members.find(RIVERSIDE.id, CALLERS.owner.id), { status: 'active' });

  const back = await admin.get(pathOf('reinstate', 'instructor', 'member', 'staff'));
  t.match(said(back), /Restore access for 2 members\?/);
  const owner = await signedIn(app, CALLERS.owner.email);
  const faster = await owner.submit(await owner.get(pathOf('reinstate', 'instructor')), '/members/selected', {
    password: PASSWORD,
  });
  t.match(said(faster), /Access restored: Ivan/);
  t.match(
    said(await admin.submit(back, '/members/selected', { password: PASSWORD })),
    /Access restored: Ana [^:]*: Ivan/,
    'a member whom somebody else has changed meanwhile is named as left alone',
  );
  t.match(await app.school.members.find(RIVERSIDE.id, CALLERS.member.id), { status: 'active', role: 'member' });
  const staff = await signedIn(app, CALLERS.staff.email);
  t.equal((await staff.get(pathOf('suspend', 'member'))).status, 403);
});

t.test('an operator whose session is too old for the role signs in again, and returns [ASVS 7.3.2]', async (t) => {
  const database = databaseFile(t);
  const { app, clock } = await adminApp(t, { databaseUrl: database.url });
  const { id, email } = CALLERS.member;
  const ana = await signedIn(app, email);
  await database.edit("update memberships set role = 'admin' where person_id = ?", id);
  clock.advance(app.config.lifetimes.operatorSession - 1);
  const page = await ana.get(`${MEMBERS}/invite`);
  t.equal(page.status, 200, 'a young session is as good as one of an operator');
  clock.advance(1);
  const late = await ana.submit(page, '/invite', { email: 'new@elsewhere.example', role: 'member' });
  t.equal(late.status, 403, 'a form counts no more');
  const asked = await ana.get(`${MEMBERS}?role=owner`);
  t.match(asked.url, /^\/sign-in\?next=.*&again=1$/);
  t.match(asked.body, `value="${email}"`);
  t.match(said(asked), 'Please confirm it’s you to continue.');
  t.equal((await ana.get('/account')).status, 200, 'the account is open all the while');
  const wrong = await ana.submit(asked, '/sign-in', { password: 'not the password' });
  t.equal(wrong.status, 400);
  const back = await ana.submit(wrong, '/sign-in', { password: PASSWORD });
  t.equal(back.url, `${MEMBERS}?role=owner`);
  t.equal(back.status, 200);
});

t.test('a school shows its own members only, to its own operators only [W38]', async (t) => {
  const { app } = await adminApp(t);
  const foreign = await signedIn(app, CALLERS.foreignOwner.email);
  t.equal((await foreign.get(MEMBERS)).status, 403);
  t.equal((await foreign.get(`/admin/harbour/members/${CALLERS.member.id}`)).status, 404, 'ids of others are unknown');
  const member = await signedIn(app, CALLERS.member.email);
  t.equal((await member.get(MEMBERS)).status, 403);
  t.equal((await member.get(pageOf('member'))).status, 403);
});

t.test('suspending a member invalidates their tokens at once, and reinstating restores the role [W39]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('instructor', ['courses:read']);
  t.equal((await call(app, token, 'GET', '/courses')).status, 200);
  const owner = await signedIn(app, CALLERS.owner.email);
  const asking = await owner.get(`${pageOf('instructor')}/suspend`);
  t.match(said(asking), 'Their apps at this school stop immediately');
  t.equal((await owner.submit(asking, '/suspend', { password: 'not the password' })).status, 400);
  t.equal((await call(app, token, 'GET', '/courses')).status, 200, 'nothing without the password');
  const done = await owner.submit(asking, '/suspend', { password: PASSWORD });
  t.match(said(done), 'Member suspended; their apps have stopped.');
  t.equal((await call(app, token, 'GET', '/courses')).status, 401);
  const sure = await owner.submit(done, '/reinstate');
  t.match(said(sure), 'Restore access for Ivan Petrov as Instructor? This member can immediately do everything');
  t.equal((await owner.submit(sure, '/reinstate/confirm', { password: 'not the password' })).status, 400);
  t.match(await app.school.members.find(RIVERSIDE.id, CALLERS.instructor.id), { status: 'suspended' }, 'not yet');
  const back = await owner.submit(sure, '/reinstate/confirm', { password: PASSWORD });
  t.match(said(back), 'Access restored.');
  t.match(await app.school.members.find(RIVERSIDE.id, CALLERS.instructor.id), { status: 'active', role: 'instructor' });
});

t.test('removing a member ends the membership and invalidates their tokens at once [W39]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('member', ['account:read']);
  t.equal(
    (await app.inject({ url: '/api/oauth/userinfo', headers: { authorization: `Bearer ${token}` } })).statusCode,
    200,
  );
  const owner = await signedIn(app, CALLERS.owner.email);
  const done = await owner.submit(await owner.get(`${pageOf('member')}/remove`), '/remove', { password: PASSWORD });
  t.match(said(done), 'Member removed');
  t.equal(
    (await app.inject({ url: '/api/oauth/userinfo', headers: { authorization: `Bearer ${token}` } })).statusCode,
    401,
  );
  t.equal((await owner.get(pageOf('member'))).status, 404);
});

t.test('ending all connections of a member revokes their tokens, and the member stays [W36]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('instructor', ['courses:read']);
  const other = await tokenOf('owner', ['courses:read']);
  const owner = await signedIn(app, CALLERS.owner.email);
  const asking = await owner.get(`${pageOf('instructor')}/connections/end`);
  t.match(said(await owner.submit(asking, '/connections/end', { password: PASSWORD })), 'Connections ended.');
  t.equal((await call(app, token, 'GET', '/courses')).status, 401);
  t.equal((await call(app, other, 'GET', '/courses')).status, 200, 'nobody else’s');
  t.match(await app.school.members.find(RIVERSIDE.id, CALLERS.instructor.id), { status: 'active' });
  const [event] = await app.audit.log.page(RIVERSIDE.id, { event: 'grant_revoked' }, 1);
  t.match(event, { personId: CALLERS.owner.id, target: `member/${CALLERS.instructor.id}` });
});

t.test('raising a role requires the password, lowering only a click, and both apply immediately [D2]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const owner = await signedIn(app, CALLERS.owner.email);
  const token = await tokenOf('instructor', ['courses:read']);
  const asking = await owner.submit(await owner.get(pageOf('instructor')), '/role', { role: 'admin' });
  t.match(said(asking), 'Confirm your password');
  t.match(await app.school.members.find(RIVERSIDE.id, CALLERS.instructor.id), { role: 'instructor' }, 'not yet');
  t.match(said(await owner.submit(asking, '/role/admin', { password: PASSWORD })), 'Role changed.');
  t.match(await app.school.members.find(RIVERSIDE.id, CALLERS.instructor.id), { role: 'admin' });
  const shrunk = await owner.submit(await owner.get(pageOf('instructor')), '/role', { role: 'member' });
  t.match(said(shrunk), 'Role changed.');
  t.equal((await call(app, token, 'GET', '/courses')).status, 403);
  t.match(await app.audit.log.page(RIVERSIDE.id, { event: 'member_role_changed' }, 2), [
    {
      personId: CALLERS.owner.id,
      clientId: null,
      target: `member/${CALLERS.instructor.id}`,
      ip: '127.0.0.1',
      before: '{"role":"admin"}',
      after: '{"role":"member"}',
    },
    { personId: CALLERS.owner.id, before: '{"role":"instructor"}', after: '{"role":"admin"}' },
  ]);
});

t.test('no one changes themselves, a member of a higher role, or anyone without the role [W03]', async (t) => {
  const { app } = await adminApp(t);
  const admin = await signedIn(app, CALLERS.admin.email);
  const above = await admin.get(pageOf('owner'));
  t.match(said(above), 'role is higher than yours');
  t.notMatch(above.body, /<form[^>]*members/);
  t.match(said(await admin.get(pageOf('admin'))), 'You can’t change your own role.');
  const csrf = /name="csrf" value="([^"]*)"/.exec(above.body)?.[1] ?? '';
  const deeds = ['role', 'role/member', 'suspend', 'remove', 'withdraw', 'reinstate', 'connections/end'];
  for (const caller of ['owner', 'admin'] as const) {
    for (const deed of deeds) {
      const fields: [string, string][] = [
        ['csrf', csrf],
        ['password', PASSWORD],
        ['role', 'member'],
      ];
      const { status } = await admin.post(`${pageOf(caller)}/${deed}`, fields);
      t.equal(status, 404, `${caller}: ${deed}`);
    }
    t.match(await app.school.members.find(RIVERSIDE.id, CALLERS[caller].id), { status: 'active', role: caller });
  }
  const raised = await admin.post(`${pageOf('member')}/role/owner`, [
    ['csrf', csrf],
    ['password', PASSWORD],
  ]);
  t.equal(raised.status, 400, 'nobody makes an owner');
  t.match(said(raised), 'The form was invalid.');

  const staff = await signedIn(app, CALLERS.staff.email);
  const looking = await staff.get(pageOf('member'));
  t.match(said(looking), 'You can view this. Owners and administrators can make changes.');
  const token = /name="csrf" value="([^"]*)"/.exec(looking.body)?.[1] ?? '';
  for (const deed of ['role', 'suspend', 'remove', 'withdraw', 'invite-again']) {
    const { status } = await staff.post(`${pageOf('member')}/${deed}`, [
      ['csrf', token],
      ['password', PASSWORD],
    ]);
    t.equal(status, 403, `staff: ${deed}`);
  }
  t.equal(
    (
      await staff.post(`${MEMBERS}/invite`, [
        ['csrf', token],
        ['email', 'new@riverside.example'],
      ])
    ).status,
    403,
  );
});

t.test('of two owners who suspend each other at once one stays, and other schools are untouched [D2]', async (t) => {
  const { app } = await adminApp(t);
  await app.school.platform.add({
    createdAt: app.clock(),
    sites: [],
    people: [],
    memberships: [{ personId: CALLERS.foreignOwner.id, siteId: RIVERSIDE.id, role: 'owner' }],
  });
  const [ruth, hugo] = await Promise.all([
    signedIn(app, CALLERS.owner.email),
    signedIn(app, CALLERS.foreignOwner.email),
  ]);
  const [askingRuth, askingHugo] = [
    await ruth.get(`${pageOf('foreignOwner')}/suspend`),
    await hugo.get(`${pageOf('owner')}/suspend`),
  ];
  t.match(said(askingRuth), 'Suspend Hugo');
  const done = await Promise.all([
    ruth.submit(askingRuth, '/suspend', { password: PASSWORD }),
    hugo.submit(askingHugo, '/suspend', { password: PASSWORD }),
  ]);
  const [first, second = 0] = done.map(({ status }) => status).sort();
  t.equal(first, 200);
  t.ok([403, 409].includes(second), `who lost the place does nothing any more: ${second}`);
  const owners = await Promise.all(
    [CALLERS.owner, CALLERS.foreignOwner].map(({ id }) => app.school.members.find(RIVERSIDE.id, id)),
  );
  t.strictSame(owners.map((owner) => [owner?.role, owner?.status]).sort(), [
    ['owner', 'active'],
    ['owner', 'suspended'],
  ]);
  t.match(
    await app.school.members.find(HARBOUR.id, CALLERS.foreignOwner.id),
    { status: 'active' },
    'other schools are untouched',
  );
});

t.test('who invites a member of the school reads the state of the membership, and where it is changed', async (t) => {
  const { app } = await adminApp(t);
  const admin = await signedIn(app, CALLERS.admin.email);
  const form = await admin.get(`${MEMBERS}/invite`);
  const { taken, open } = textFor('en').members.invitation;
  const answerTo = (email: string) => admin.submit(form, '/invite', { email, once: '' });
  const ana = await answerTo(` ${CALLERS.member.email.toUpperCase()} `);
  t.match(said(ana), taken.active);
  t.ok(linksOf(ana).includes(pageOf('member')));
  t.match(said(ana), open({ name: 'Ana Lima' }));
  await admin.submit(await admin.get(`${pageOf('member')}/suspend`), '/suspend', { password: PASSWORD });
  const suspended = await answerTo(CALLERS.member.email);
  t.equal(suspended.status, 409);
  t.match(said(suspended), taken.suspended);
  t.notMatch(said(suspended), taken.active);
  t.match((await admin.get(pageOf('member'))).body, `${pageOf('member')}/reinstate`, 'the page does it');
  await answerTo('new@riverside.example');
  t.match(said(await answerTo('new@riverside.example')), taken.invited);
  const elsewhere = await answerTo(CALLERS.foreignOwner.email);
  t.equal(elsewhere.status, 200, 'a member of another school is invited as anyone is');
});

t.test('an invitation reports what is wrong with each entry, and makes an invited member [D2]', async (t) => {
  const { app } = await adminApp(t);
  const admin = await signedIn(app, CALLERS.admin.email);
  const form = await admin.get(`${MEMBERS}/invite`);
  t.notMatch(form.body, /<option value="owner"/);
  const empty = await admin.submit(form, '/invite', { email: ' ' });
  t.equal(empty.status, 400);
  t.match(said(empty), 'Please fill in this field.');
  t.match(said(await admin.submit(form, '/invite', { email: 'nowhere' })), 'Please check the format.');
  t.match(
    said(await admin.submit(form, '/invite', { email: 'x@y.example', name: 'n'.repeat(101) })),
    'This is too long.',
  );
  const taken = await admin.submit(form, '/invite', { email: CALLERS.member.email });
  t.equal(taken.status, 409);
  t.match(said(taken), 'is already at the school');
  const owner = await admin.submit(form, '/invite', { email: 'new@riverside.example', role: 'owner' });
  t.equal(owner.status, 400);
  const sure = await admin.submit(form, '/invite', { email: 'New@Riverside.example', name: 'Nia <b>', role: 'staff' });
  t.match(said(sure), 'Invite New@Riverside.example as Staff?', 'a role with rights requires the password');
  t.equal((await admin.submit(sure, '/invite', { password: 'not the password' })).status, 400);
  t.equal(await app.school.members.findAccount('new@riverside.example'), undefined, 'nobody is invited yet');
  const done = await admin.submit(sure, '/invite', { password: PASSWORD });
  t.match(said(done), textFor('en').members.done.invited);
  t.match(said(done), /Nia <b> New@Riverside\.example.*Staff.*Invited/, 'with the name that the school wrote');
  t.match(said(await admin.submit(done, '/invite-again')), textFor('en').members.done.sent);
  for (let n = 0; n < 4; n += 1) await admin.submit(done, '/invite-again', { once: '' });
  const late = await admin.submit(done, '/invite-again', { once: '' });
  t.equal(late.status, 429);
  t.match(said(late), 'Too many invitations were sent recently.');
  const account = await app.school.members.findAccount('new@riverside.example');
  t.match(await app.school.members.find(RIVERSIDE.id, String(account?.id)), { status: 'invited', role: 'staff' });
});

t.test('the inviting operator sees whether an e-mail is sent, and to which address [D2]', async (t) => {
  // It takes so long that the e-mail stays in the outbox meanwhile.
  const { url } = await smtpServer(t, [], 30_000);
  const smtp = { SMTP_URL: url, MAIL_FROM: 'school@riverside.example' };
  const ways = [
    { env: {}, says: 'No mail server is set up, so the e-mail to one@new.example is saved', again: true },
    {
      env: smtp,
      says: 'The e-mail to one@new.example is in the outbox and will be sent within a minute;',
      again: true,
    },
    {
      env: { SMTP_URL: 'off' },
      says: 'This server sends no e-mails. Create an invitation link here and give it to one@new.example yourself.',
      again: false,
    },
  ];
  for (const { env, says, again } of ways) {
    const { app } = await adminApp(t, { env });
    const admin = await signedIn(app, CALLERS.admin.email);
    const form = await admin.get(`${MEMBERS}/invite`);
    const done = await admin.submit(form, '/invite', { email: 'one@new.example', role: 'member' });
    t.match(said(done), textFor('en').members.member.invitedOn, 'who has not joined yet');
    t.notMatch(said(done), textFor('en').members.member.since);
    t.match(said(done), `Invitation created. ${says}`);
    t.match(
      done.body,
      /<title>one@new\.example – .*<h1>one@new\.example<\/h1>/s,
      'by the address, until there is a name',
    );
    t.equal(done.body.includes('/invite-again"'), again, 'what would send nothing is not offered');
    t.match(said(await admin.get(`${done.url.split('?')[0]}/withdraw`)), 'Withdraw the invitation of one@new.example?');
    t.notMatch(said(await admin.get(done.url.split('?')[0] ?? '')), says, 'it is said once');
  }
});

t.test('a page of a member that is loaded again later does not report what is no longer so', async (t) => {
  const file = databaseFile(t);
  const { app } = await adminApp(t, { databaseUrl: file.url });
  const admin = await signedIn(app, CALLERS.admin.email);
  const { done, letters } = textFor('en').members;
  const invited = await admin.submit(await admin.get(`${MEMBERS}/invite`), '/invite', { email: 'one@new.example' });
  t.match(said(invited), `${done.invited} ${letters.kept({ email: 'one@new.example' })}`);
  const become = (status: string) =>
    file.edit(
      "update memberships set status = ? where person_id = (select id from people where email = 'one@new.example')",
      status,
    );
  await become('active');
  for (const path of [invited.url, invited.url.replace('invited', 'sent')]) {
    const page = said(await admin.get(path));
    t.notMatch(page, letters.kept({ email: 'one@new.example' }), 'the invitation was accepted');
    t.notMatch(page, done.invited);
  }
  const suspended = invited.url.replace('invited', 'suspended');
  t.notMatch(said(await admin.get(suspended)), done.suspended);
  await become('suspended');
  t.match(said(await admin.get(suspended)), done.suspended);
});

t.test('names and notes of members are shown as text [W17]', async (t) => {
  const { app } = await adminApp(t);
  await app.school.platform.add({
    createdAt: app.clock(),
    sites: [],
    people: [
      {
        id: 'usr_markup',
        email: 'm@x.example',
        emailKey: 'm@x.example',
        emailVerified: true,
        name: '<img src=x onerror=alert(1)>\u202Egnp',
        passwordHash: null,
        active: true,
        createdAt: app.clock(),
      },
    ],
    memberships: [{ personId: 'usr_markup', siteId: RIVERSIDE.id, role: 'member', note: '"><script>' }],
  });
  const owner = await signedIn(app, CALLERS.owner.email);
  for (const url of [`${MEMBERS}?q=m@x.example`, `${MEMBERS}/usr_markup`, `${MEMBERS}/usr_markup/remove`]) {
    const { body } = await owner.get(url);
    t.match(body, '&lt;img src=x onerror=alert(1)&gt;');
    t.notMatch(body, /<img|<script>|\u202E/);
  }
});
