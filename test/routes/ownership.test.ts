// slow
/** Ownership of a school, which an owner offers and a member accepts, each with the password. */
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { OWNERSHIP_OFFER_LIFETIME } from '../../schema/people/ownership.ts';
import { adminApp, CALLERS, call, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD, temporaryFolder } from '../support/app.ts';
import type { Browser, Page } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { type Email, Mailbox } from '../support/emails.ts';
import { said, signedIn } from '../support/signed-in.ts';

type Name = keyof typeof CALLERS;
const ACCEPT = `/account/ownership/${RIVERSIDE.id}`;
const DELETE = '/account/delete';
const pageOf = (name: Name): string => `/admin/riverside/members/${CALLERS[name].id}`;
const roleOf = async (app: FastifyInstance, name: Name): Promise<string | undefined> =>
  (await app.school.members.find(RIVERSIDE.id, CALLERS[name].id))?.role;
const HUGO = { personId: CALLERS.foreignOwner.id, siteId: RIVERSIDE.id, role: 'owner' } as const;

/** Adds the owner of another school as a second owner of Riverside. */
const addOwner = (app: FastifyInstance) =>
  app.school.platform.add({ createdAt: app.clock(), sites: [], people: [], memberships: [HUGO] });

async function offer(owner: Browser, to: Name, how: 'share' | 'hand-over') {
  const path = `${pageOf(to)}/ownership/${how}`;
  return owner.submit(await owner.get(path), path, { password: PASSWORD });
}

/** The next letters with a subject. Others, such as of new sign-ins, are passed over. */
async function lettersAbout(box: Mailbox, subject: string, count: number): Promise<Email[]> {
  const found: Email[] = [];
  while (found.length < count) found.push(...(await box.wait()).filter((one) => one.subject === subject));
  return found;
}

const accept = async (member: Browser) => member.submit(await member.get(ACCEPT), ACCEPT, { password: PASSWORD });

t.test('an owner and a member share the ownership, each with the password, and all owners are told [D2]', async (t) => {
  const dataDir = temporaryFolder(t);
  const { app } = await adminApp(t, { dataDir });
  const mailbox = new Mailbox(dataDir, { app });
  await addOwner(app);
  const owner = await signedIn(app, CALLERS.owner.email);
  const staff = await signedIn(app, CALLERS.staff.email);
  t.notMatch((await staff.get('/account')).body, '/account/ownership/');
  t.equal((await staff.get(ACCEPT)).status, 404, 'nothing is offered');

  const path = `${pageOf('staff')}/ownership/share`;
  const asking = await owner.get(path);
  t.match(said(asking), 'Offer to make Noor');
  t.equal((await owner.submit(asking, path, { password: 'not the password' })).status, 400);
  t.equal((await staff.get(ACCEPT)).status, 404, 'not without the password');
  const offered = await owner.submit(asking, path, { password: PASSWORD });
  t.match(said(offered), 'Ownership offered. They can accept it');
  t.equal(await roleOf(app, 'staff'), 'staff', 'an offer changes nothing');
  const everybody = [CALLERS.foreignOwner.email, CALLERS.staff.email, CALLERS.owner.email].sort();
  const told = await lettersAbout(mailbox, 'Ownership of Riverside Academy', everybody.length);
  t.strictSame(told.map(({ to }) => to).sort(), everybody);
  const toOwners = told.filter(({ to }) => to !== CALLERS.staff.email);
  const [third, giver] = [CALLERS.foreignOwner, CALLERS.owner].map(
    ({ email }) => toOwners.find(({ to }) => to === email)?.text ?? '',
  );
  t.match(third, /Ruth Adler has offered to make Noor .* an owner of Riverside Academy too\./);
  t.match(giver, /You have offered to make Noor .* an owner of Riverside Academy too\./);
  t.match(giver, /withdraw the offer and change your password right away\..*:\s+\S+\/members\//s);
  for (const { text } of told) {
    t.match(text, 'WET');
    t.notMatch(text, 'GMT', 'zones have one name in all e-mails');
  }
  const hers = told.find(({ to }) => to === CALLERS.staff.email)?.text ?? '';
  t.match(hers, /Ruth Adler offers to share ownership of Riverside Academy with you\./);
  t.match(hers, /Accept or decline here:\s+\S+\/account#ownership\b/);
  const need = 'Ruth Adler offers to share ownership with you.';
  const herHome = await staff.get('/admin/riverside');
  t.match(said(herHome), need, 'it needs her');
  t.match(herHome.body, `<a href="/account#ownership">${need}`);
  t.match((await staff.get('/account')).body, 'id="ownership"');
  const ownersHome = await owner.get('/admin/riverside');
  t.notMatch(said(ownersHome), need, 'and nobody else');
  t.match(
    ownersHome.body,
    new RegExp(`<a href="${pageOf('staff')}">Your offer to share ownership with Noor [^<]* is open until Nov`),
  );
  for (const email of [CALLERS.admin.email, CALLERS.foreignOwner.email]) {
    t.notMatch(said(await (await signedIn(app, email)).get('/admin/riverside')), 'Your offer to');
  }

  t.match(said(await staff.get('/account')), 'Ruth Adler offers to share ownership with you.');
  const confirming = await staff.get(ACCEPT);
  t.match(said(confirming), 'Become an owner of Riverside Academy?');
  t.equal((await staff.submit(confirming, ACCEPT, { password: 'not the password' })).status, 400);
  t.equal(await roleOf(app, 'staff'), 'staff', 'nor does a wrong password');
  const done = await staff.submit(confirming, ACCEPT, { password: PASSWORD });
  t.match(said(done), 'You’re now an owner of the school.');
  t.equal(await roleOf(app, 'staff'), 'owner');
  t.equal(await roleOf(app, 'owner'), 'owner', 'shared');
  const later = await staff.get(ACCEPT);
  t.notMatch(later.body, 'name="password"', 'an offer is accepted once');
  t.match(said(later), 'owner');
  const toldAgain = await lettersAbout(mailbox, 'Ownership of Riverside Academy', everybody.length);
  t.strictSame(toldAgain.map(({ to }) => to).sort(), everybody, 'of the change as well');
  const toldTo = (name: Name): string => toldAgain.find(({ to }) => to === CALLERS[name].email)?.text ?? '';
  t.match(toldTo('staff'), 'You are now an owner of Riverside Academy, together with Ruth Adler.');
  t.match(toldTo('staff'), /change your password right away.*\/account\/activity\b/s);
  t.match(
    toldTo('owner'),
    /Noor \S+ has accepted your offer and is now an owner of Riverside Academy, together with you\./,
  );
  t.match(toldTo('foreignOwner'), /Noor \S+ is now an owner of Riverside Academy, together with Ruth Adler\./);
  t.notMatch(said(await owner.get('/admin/riverside')), 'Your offer to', 'which is no longer open');

  const events = await app.audit.log.page(RIVERSIDE.id, {}, 20);
  const ofOwners = events.filter(({ event }) => event.startsWith('ownership_')).reverse();
  t.match(ofOwners, [
    { event: 'ownership_offered', personId: CALLERS.owner.id, target: `member/${CALLERS.staff.id}`, ip: '127.0.0.1' },
    { event: 'ownership_shared', personId: CALLERS.staff.id, target: `member/${CALLERS.owner.id}`, ip: '127.0.0.1' },
  ]);
  const log = said(await owner.get('/admin/riverside/audit'));
  t.match(log, /became an owner together with Ruth Adler, as Ruth Adler had offered\./);
  t.match(log, /Ruth Adler offered to share ownership of the school with Noor \S+\./);
  const [noors, ruths] = [said(await staff.get('/account/activity')), said(await owner.get('/account/activity'))];
  t.match(noors, 'You became an owner of Riverside Academy, together with Ruth Adler');
  t.match(noors, 'Ruth Adler offered to share ownership of Riverside Academy with you');
  t.match(ruths, /Noor \S+ accepted your offer and is now an owner of Riverside Academy too/);
  t.match(ruths, /You offered to share ownership of Riverside Academy with Noor/);
  t.notMatch(noors, 'Noor', 'each is spoken to');
  t.notMatch(said(await (await signedIn(app, CALLERS.member.email)).get('/account/activity')), 'owner');
});

t.test('a person reads what others make of the own role, and who withdrew or declined an offer [E-49]', async (t) => {
  const { app } = await adminApp(t);
  const [owner, member] = [await signedIn(app, CALLERS.owner.email), await signedIn(app, CALLERS.member.email)];
  const activityOf = async (browser: Browser) => said(await browser.get('/account/activity'));
  const asking = await owner.submit(await owner.get(pageOf('member')), '/role', { role: 'instructor' });
  await owner.submit(asking, '/role/instructor', { password: PASSWORD });
  t.match(await activityOf(member), 'Ruth Adler changed your role at Riverside Academy from Member to Instructor');
  t.notMatch(await activityOf(owner), 'your role at');

  await offer(owner, 'member', 'share');
  await owner.submit(await owner.get(pageOf('member')), '/ownership/withdraw');
  t.match(await activityOf(member), 'Ruth Adler withdrew the offer to share ownership of Riverside Academy with you');
  t.match(await activityOf(owner), 'You withdrew the offer to share ownership of Riverside Academy with Ana Lima');
  await offer(owner, 'member', 'hand-over');
  await member.submit(await member.get('/account'), '/decline');
  t.match(await activityOf(owner), 'Ana Lima declined your offer to hand over ownership of Riverside Academy');
  t.match(
    await activityOf(member),
    'You declined Ruth Adler’s offer to hand ownership of Riverside Academy over to you',
  );
  await offer(owner, 'member', 'hand-over');
  await accept(member);
  t.match(await activityOf(owner), 'Ana Lima accepted your offer and is now an owner of Riverside Academy; you are an');
  t.match(await activityOf(member), 'You took over ownership of Riverside Academy from Ruth Adler');
});

t.test('ownership that is handed over makes the owner an administrator [D2]', async (t) => {
  const { app } = await adminApp(t);
  const [owner, member] = [await signedIn(app, CALLERS.owner.email), await signedIn(app, CALLERS.member.email)];
  t.match(said(await offer(owner, 'member', 'hand-over')), 'Ownership offered.');
  const pending = await owner.get(pageOf('member'));
  t.match(said(pending), 'Offer open until');
  t.notMatch(pending.body, '/ownership/share"', 'one offer at a time');
  t.match(said(await member.get(ACCEPT)), 'Ruth Adler becomes an administrator.');
  t.match(said(await accept(member)), 'You’re now an owner');
  t.equal(await roleOf(app, 'member'), 'owner');
  t.equal(await roleOf(app, 'owner'), 'admin');
  t.equal((await owner.get(`${pageOf('staff')}/ownership/share`)).status, 404, 'an administrator offers nothing');
  t.match(await app.audit.log.page(RIVERSIDE.id, { event: 'ownership_handed_over' }, 1), [
    { personId: CALLERS.member.id, target: `member/${CALLERS.owner.id}` },
  ]);
});

t.test('only owners offer ownership, and only to active members; the admin API never gives it [D2, W03]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const [admin, staff] = [await signedIn(app, CALLERS.admin.email), await signedIn(app, CALLERS.staff.email)];
  for (const how of ['share', 'hand-over']) {
    t.equal((await admin.get(`${pageOf('member')}/ownership/${how}`)).status, 404, 'an administrator');
    t.equal((await staff.get(`${pageOf('member')}/ownership/${how}`)).status, 403, 'staff');
  }
  t.notMatch((await admin.get(pageOf('member'))).body, '/ownership/');
  const owner = await signedIn(app, CALLERS.owner.email);
  const page = await owner.get(pageOf('member'));
  const suspending = await owner.get(`${pageOf('member')}/suspend`);
  await owner.submit(suspending, '/suspend', { password: PASSWORD });
  t.equal((await owner.get(`${pageOf('member')}/ownership/share`)).status, 404, 'somebody who is suspended');
  t.equal((await owner.get(`${pageOf('owner')}/ownership/share`)).status, 404, 'oneself');
  t.equal((await owner.submit(page, '/role', { role: 'owner' })).status, 200, 'a role that cannot be given');
  t.equal(await roleOf(app, 'member'), 'member');

  const token = await tokenOf('owner', ['members:write']);
  const { id } = CALLERS.staff;
  t.equal((await call(app, token, 'PATCH', `/members/${id}`, { role: 'owner' })).status, 400);
  t.equal((await call(app, token, 'POST', `/members/${id}/role`, { role: 'owner' })).status, 400);
  const invitation = { email: 'new@riverside.example', role: 'owner' };
  t.equal((await call(app, token, 'POST', '/members', invitation)).status, 400);
  t.equal(await roleOf(app, 'staff'), 'staff');
});

t.test(
  'an offer ends when it is withdrawn, declined, expired, or one of the two is no longer the same [D2]',
  async (t) => {
    const { app, clock, tokenOf } = await adminApp(t);
    await addOwner(app);
    const signIn = () =>
      Promise.all((['owner', 'foreignOwner', 'member'] as const).map((name) => signedIn(app, CALLERS[name].email)));
    const [ruth, hugo, ana] = await signIn();
    if (ruth === undefined || hugo === undefined || ana === undefined) throw new Error('nobody is signed in');

    await offer(ruth, 'member', 'share');
    const open = await ana.get(ACCEPT);
    const withdrawn = await hugo.submit(await hugo.get(pageOf('member')), '/ownership/withdraw');
    t.match(said(withdrawn), 'Offer withdrawn.', 'another owner withdraws it');
    t.equal((await ana.submit(open, ACCEPT, { password: PASSWORD })).status, 404);

    await offer(ruth, 'member', 'share');
    t.match(said(await ana.submit(await ana.get('/account'), '/decline')), 'You declined the offer.');
    t.equal((await ana.get(ACCEPT)).status, 404);

    await offer(ruth, 'member', 'hand-over');
    const lower = async (role: string) => {
      return hugo.submit(await hugo.get(`${pageOf('owner')}/role/${role}`), `/role/${role}`, { password: PASSWORD });
    };
    t.match(said(await lower('admin')), 'Role changed.');
    t.equal((await ana.get(ACCEPT)).status, 404, 'who offered is no owner any more');
    await offer(hugo, 'owner', 'share');
    t.match(said(await accept(ruth)), 'You’re now an owner');
    t.equal((await ana.get(ACCEPT)).status, 404, 'and the offer does not come back with the role');

    await offer(ruth, 'member', 'share');
    const riverside = await tokenOf('owner', ['members:write']);
    t.equal(
      (await call(app, riverside, 'POST', `/members/${CALLERS.member.id}/role`, { role: 'instructor' })).status,
      200,
    );
    t.equal((await ana.get(ACCEPT)).status, 404, 'it was made to a member, not to an instructor');

    await offer(ruth, 'member', 'share');
    clock.advance(OWNERSHIP_OFFER_LIFETIME - 1);
    t.equal((await ana.get(ACCEPT)).status, 200);
    clock.advance(1);
    t.equal((await ana.get(ACCEPT)).status, 404, 'it has expired');
    t.notMatch(said(await ana.get('/account')), 'offers to share');
    t.equal(await roleOf(app, 'member'), 'instructor');
  },
);

t.test('an offer says whether it shares or hands over, wherever it is told of, also when it has ended', async (t) => {
  const dataDir = temporaryFolder(t);
  const file = databaseFile(t);
  const { app } = await adminApp(t, { dataDir, databaseUrl: file.url });
  const mailbox = new Mailbox(dataDir, { app });
  const [owner, member] = [await signedIn(app, CALLERS.owner.email), await signedIn(app, CALLERS.member.email)];
  const toldTo = async (name: Name): Promise<string> => {
    const told = await lettersAbout(mailbox, 'Ownership of Riverside Academy', 2);
    return told.find(({ to }) => to === CALLERS[name].email)?.text ?? '';
  };
  const both = [
    ['share', /to share ownership of Riverside Academy/, /to share ownership of the school/, 'share ownership'],
    [
      'hand-over',
      /to hand (over )?ownership of Riverside Academy/,
      /to hand (over )?ownership of the school/,
      'hand ownership over',
    ],
  ] as const;
  for (const [how, ofSchool, inLog, need] of both) {
    await offer(owner, 'member', how);
    t.match(await toldTo('member'), need === 'share ownership' ? 'offers to share' : 'wants to hand', how);
    t.match(said(await owner.get('/admin/riverside')), new RegExp(`Your offer to ${need} (with|to) Ana Lima is open`));
    const page = said(await owner.get(pageOf('member')));
    t.match(page, new RegExp(`Ownership ${how === 'share' ? 'Share' : 'Hand over'} ownership Offer open until`));
    await owner.submit(await owner.get(pageOf('member')), '/ownership/withdraw');
    t.match(await toldTo('member'), ofSchool, `${how}, withdrawn`);
    await offer(owner, 'member', how);
    await toldTo('owner');
    await member.submit(await member.get('/account'), '/decline');
    t.match(await toldTo('owner'), ofSchool, `${how}, declined`);
    const log = await owner.get('/admin/riverside/audit');
    const sentences = [...log.body.matchAll(/\/audit\/\d+">([^<]*)</g)].map(([, one]) => one ?? '');
    const ofOffer = sentences.filter((one) => /offer/.test(one)).slice(0, 4);
    t.equal(ofOffer.length, 4);
    for (const sentence of ofOffer) t.match(sentence, inLog);
    for (const browser of [owner, member]) {
      const activity = said(await browser.get('/account/activity'));
      t.equal(activity.match(new RegExp(ofSchool, 'g'))?.length, 4, `${how} in the activity`);
    }
    const href = log.body.match(/\/admin\/riverside\/audit\/\d+(?=">[^<]*offer)/)?.[0] ?? '';
    t.notMatch(said(await owner.get(href)), 'handsOver', 'which the sentence says');
  }
  // An earlier version did not record it.
  await file.run("update audit_events set before = null, after = null where event like 'ownership%'");
  t.match(said(await owner.get('/admin/riverside/audit')), 'Ruth Adler offered Ana Lima ownership of the school.');
  t.match(said(await member.get('/account/activity')), 'Ruth Adler offered you ownership of Riverside Academy');
});

const STEP_DOWN = `${pageOf('owner')}/ownership/step-down`;

t.test('one of several owners steps down with the password, and all of them are told', async (t) => {
  const dataDir = temporaryFolder(t);
  const { app } = await adminApp(t, { dataDir });
  const mailbox = new Mailbox(dataDir, { app });
  await addOwner(app);
  const [ruth, hugo] = [await signedIn(app, CALLERS.owner.email), await signedIn(app, CALLERS.foreignOwner.email)];
  await offer(ruth, 'member', 'hand-over');
  const page = await ruth.get(pageOf('owner'));
  t.match(page.body, `href="${STEP_DOWN}"`);
  t.notMatch(said(page), 'You can’t change your own role');
  const asking = await ruth.get(STEP_DOWN);
  t.match(said(asking), 'Step down as owner?');
  t.match(said(asking), 'You become an administrator and no longer decide about owners.');
  t.match(said(asking), 'You and the other owners get an e-mail.');
  t.equal((await ruth.submit(asking, STEP_DOWN, { password: 'not the password' })).status, 400);
  t.equal(await roleOf(app, 'owner'), 'owner');

  const done = await ruth.submit(asking, STEP_DOWN, { password: PASSWORD });
  t.match(said(done), 'You stepped down. You’re now an administrator.');
  t.notMatch(done.body, '/ownership/');
  t.equal(await roleOf(app, 'owner'), 'admin', 'as after a hand-over');
  t.equal(await roleOf(app, 'foreignOwner'), 'owner');
  t.equal((await (await signedIn(app, CALLERS.member.email)).get(ACCEPT)).status, 404, 'her offers have ended');
  t.equal((await ruth.get(STEP_DOWN)).status, 404, 'no owner any more');

  const told = await lettersAbout(mailbox, 'An owner of Riverside Academy stepped down', 2);
  t.strictSame(told.map(({ to }) => to).sort(), [CALLERS.foreignOwner.email, CALLERS.owner.email].sort());
  const textTo = (name: Name) => told.find(({ to }) => to === CALLERS[name].email)?.text ?? '';
  t.match(
    textTo('foreignOwner'),
    /Ruth Adler stepped down as an owner of Riverside Academy, and is now an administrator\./,
  );
  t.match(textTo('foreignOwner'), /\/admin\/riverside\/members\//);
  t.match(textTo('owner'), /You are now an administrator\..*change your password right away.*\/account\/activity/s);

  t.match(await app.audit.log.page(RIVERSIDE.id, { event: 'ownership_stepped_down' }, 2), [
    { personId: CALLERS.owner.id, target: null, ip: '127.0.0.1' },
  ]);
  const sentence = 'Ruth Adler stepped down as an owner and is now an administrator.';
  const log = await hugo.get('/admin/riverside/audit');
  t.match(said(log), sentence);
  const entry = await hugo.get(log.body.match(/\/admin\/riverside\/audit\/\d+(?=">[^<]*stepped down)/)?.[0] ?? '');
  t.match(said(entry), sentence);
  t.notMatch(said(entry), CALLERS.foreignOwner.id);
  t.match(said(await ruth.get('/account/activity')), 'You stepped down as an owner of Riverside Academy;');
  t.match(said(await hugo.get('/account/activity')), 'Ruth Adler stepped down as an owner of Riverside Academy and is');
  const others = await signedIn(app, CALLERS.admin.email);
  t.notMatch(said(await others.get('/account/activity')), 'stepped down', 'owners only');
});

t.test('the last owner cannot step down, nor is an owner left whose account is disabled', async (t) => {
  const file = databaseFile(t);
  const { app } = await adminApp(t, { databaseUrl: file.url });
  const ruth = await signedIn(app, CALLERS.owner.email);
  const refused = async () => {
    const page = await ruth.get(pageOf('owner'));
    t.notMatch(page.body, STEP_DOWN);
    t.match(said(page), 'To step down, first share or hand over ownership');
    const asked = await ruth.get(STEP_DOWN);
    t.equal(asked.status, 409);
    t.match(said(asked), 'You’re the only owner, so you can’t step down.');
  };
  await refused();
  await addOwner(app);
  const asking = await ruth.get(STEP_DOWN);
  const deleting = await ruth.get(DELETE);
  t.equal(deleting.status, 200);
  await file.edit('update people set active = ? where id = ?', false, CALLERS.foreignOwner.id);
  await refused();
  const deleted = await ruth.submit(deleting, DELETE, { password: PASSWORD });
  t.equal(deleted.status, 409, 'nor can she delete her account');
  t.match(said(deleted), /only owner.*make another member an owner/s);
  const late = await ruth.submit(asking, STEP_DOWN, { password: PASSWORD });
  t.equal(late.status, 409, 'a page from before makes no difference');
  t.equal(await roleOf(app, 'owner'), 'owner');
  const admin = await signedIn(app, CALLERS.admin.email);
  t.equal((await admin.get(STEP_DOWN)).status, 404, 'it is her own');
  t.equal((await admin.get(`${pageOf('admin')}/ownership/step-down`)).status, 404, 'an administrator');
  t.equal((await ruth.get(`${pageOf('foreignOwner')}/ownership/step-down`)).status, 404, 'of another owner');
});

t.test('of two owners who step down together, one stays an owner', async (t) => {
  const { app } = await adminApp(t);
  await addOwner(app);
  const [ruth, hugo] = [await signedIn(app, CALLERS.owner.email), await signedIn(app, CALLERS.foreignOwner.email)];
  for (let round = 0; round < 4; round += 1) {
    const pages = await Promise.all([ruth.get(STEP_DOWN), hugo.get(`${pageOf('foreignOwner')}/ownership/step-down`)]);
    t.strictSame(
      pages.map(({ status }) => status),
      [200, 200],
    );
    const answers = await Promise.all([
      ruth.submit(pages[0], '/ownership/step-down', { password: PASSWORD }),
      hugo.submit(pages[1], '/ownership/step-down', { password: PASSWORD }),
    ]);
    t.strictSame(answers.map(({ status }) => status).sort(), [200, 409]);
    const roles = await Promise.all([roleOf(app, 'owner'), roleOf(app, 'foreignOwner')]);
    t.strictSame([...roles].sort(), ['admin', 'owner']);
    t.equal((await app.audit.log.page(RIVERSIDE.id, { event: 'ownership_stepped_down' }, 9)).length, round + 1);
    const [left, lowered, name] =
      roles[0] === 'owner' ? [ruth, hugo, 'foreignOwner' as const] : [hugo, ruth, 'owner' as const];
    await offer(left, name, 'share');
    await accept(lowered);
  }
});

t.test('of three owners, two step down together', async (t) => {
  const { app } = await adminApp(t);
  await addOwner(app);
  const [ruth, hugo] = [await signedIn(app, CALLERS.owner.email), await signedIn(app, CALLERS.foreignOwner.email)];
  await offer(ruth, 'member', 'share');
  await accept(await signedIn(app, CALLERS.member.email));
  const pages = [await ruth.get(STEP_DOWN), await hugo.get(`${pageOf('foreignOwner')}/ownership/step-down`)] as const;
  const answers = await Promise.all([
    ruth.submit(pages[0], '/ownership/step-down', { password: PASSWORD }),
    hugo.submit(pages[1], '/ownership/step-down', { password: PASSWORD }),
  ]);
  t.strictSame(
    answers.map(({ status }) => status),
    [200, 200],
  );
  const roles = await Promise.all((['owner', 'foreignOwner', 'member'] as const).map((name) => roleOf(app, name)));
  t.strictSame(roles, ['admin', 'admin', 'owner']);
});

t.test('of two owners who lower each other at once, one stays an owner [D2]', async (t) => {
  const { app } = await adminApp(t);
  await addOwner(app);
  const [ruth, hugo] = [await signedIn(app, CALLERS.owner.email), await signedIn(app, CALLERS.foreignOwner.email)];
  for (let round = 0; round < 4; round += 1) {
    const asking = [
      await ruth.get(`${pageOf('foreignOwner')}/role/admin`),
      await hugo.get(`${pageOf('owner')}/role/admin`),
    ] as const;
    const answers = await Promise.all([
      ruth.submit(asking[0], '/role/admin', { password: PASSWORD }),
      hugo.submit(asking[1], '/role/admin', { password: PASSWORD }),
    ]);
    const [first, second = 0] = answers.map(({ status }) => status).sort();
    t.equal(first, 200);
    t.ok([403, 404, 409].includes(second), `the other does nothing: ${second}`);
    const roles = await Promise.all([roleOf(app, 'owner'), roleOf(app, 'foreignOwner')]);
    t.strictSame([...roles].sort(), ['admin', 'owner']);
    // The owner shares the ownership again.
    const [left, lowered, name] =
      roles[0] === 'owner' ? [ruth, hugo, 'foreignOwner' as const] : [hugo, ruth, 'owner' as const];
    await offer(left, name, 'share');
    await accept(lowered);
  }
});

t.test('of two members to whom the same owner hands over, one becomes owner [D2]', async (t) => {
  const { app } = await adminApp(t);
  const owner = await signedIn(app, CALLERS.owner.email);
  const others = ['member', 'staff'] as const;
  const browsers = await Promise.all(others.map((name) => signedIn(app, CALLERS[name].email)));
  for (const name of others) await offer(owner, name, 'hand-over');
  const pages = await Promise.all(browsers.map((browser) => browser.get(ACCEPT)));
  const answers = await Promise.all(
    browsers.map((browser, index) => browser.submit(pages[index] as Page, ACCEPT, { password: PASSWORD })),
  );
  t.strictSame(answers.map(({ status }) => (status === 409 ? 404 : status)).sort(), [200, 404]);
  const roles = await Promise.all([...others, 'owner' as const].map((name) => roleOf(app, name)));
  t.equal(roles.filter((role) => role === 'owner').length, 1);
  t.equal(roles.at(-1), 'admin');
});

t.test('the log says from whom to whom the platform handed a school over', async (t) => {
  const { app } = await adminApp(t);
  await addOwner(app);
  const site = await app.school.sites.bySlug('riverside');
  if (site === undefined) throw new Error('there is no Riverside');
  const handOver = (name: Name) => app.school.schools.handOver(site, CALLERS[name].email, { name: 'Desk' });
  t.equal(await handOver('member'), true);
  const ana = await signedIn(app, CALLERS.member.email);
  const log = await ana.get('/admin/riverside/audit');
  const sentence = /The platform’s administrators handed the school over from Ruth Adler; Hugo \S+ to Ana Lima\./;
  t.match(said(log), sentence);
  const entry = await ana.get(
    log.body.match(/\/admin\/riverside\/audit\/\d+(?=">The platform’s administrators handed)/)?.[0] ?? '',
  );
  t.match(said(entry), sentence);
  t.match(said(entry), /New owner Ana Lima \(\S+\) · .+ Operator Desk/, 'nobody reads that Ana did it');
  t.notMatch(said(entry), / By /);
  const change = log.body.match(/\/admin\/riverside\/audit\/\d+(?=">The platform’s administrators changed)/)?.[0] ?? '';
  t.match(said(await ana.get(change)), /Role \S+ → \S+ Operator Desk/, 'the role that follows');
  ana.headers['accept-language'] = 'de';
  t.match(
    said(await ana.get('/admin/riverside/audit')),
    /Dienstes haben die Schule von Ruth Adler; Hugo \S+ an Ana Lima übergeben\./,
  );
  t.match(said(await ana.get('/admin/riverside/audit')), 'Betreiber dieses Dienstes haben die Rolle von Ana Lima');
  ana.headers['accept-language'] = 'es';
  t.match(said(await ana.get(change)), /Quienes gestionan este servicio cambiaron el rol de .+ Gestionado por Desk/);
});
