/** Ownership of a school, which an owner offers and a member accepts, each with the password. */
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { OWNERSHIP_OFFER_LIFETIME } from '../../schema/people/ownership.ts';
import { adminApp, CALLERS, call, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD, temporaryFolder } from '../support/app.ts';
import type { Browser } from '../support/browser.ts';
import { type Letter, Letterbox } from '../support/letters.ts';
import { said, signedIn } from '../support/signed-in.ts';

type Name = keyof typeof CALLERS;
const ACCEPT = `/account/ownership/${RIVERSIDE.id}`;
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
async function lettersAbout(box: Letterbox, subject: string, count: number): Promise<Letter[]> {
  const found: Letter[] = [];
  while (found.length < count) found.push(...(await box.wait()).filter((one) => one.subject === subject));
  return found;
}

const accept = async (member: Browser) => member.submit(await member.get(ACCEPT), ACCEPT, { password: PASSWORD });

t.test('an owner and a member share the ownership, each with the password, and all owners are told [D2]', async (t) => {
  const dataDir = temporaryFolder(t);
  const { app } = await adminApp(t, { dataDir });
  const letters = new Letterbox(dataDir);
  await addOwner(app);
  const owner = await signedIn(app, CALLERS.owner.email);
  const staff = await signedIn(app, CALLERS.staff.email);
  t.notMatch((await staff.get('/account')).body, '/account/ownership/');
  t.equal((await staff.get(ACCEPT)).status, 404, 'nothing is offered');

  const path = `${pageOf('staff')}/ownership/share`;
  const asking = await owner.get(path);
  t.match(said(asking), 'Offer Noor');
  t.equal((await owner.submit(asking, path, { password: 'not the password' })).status, 400);
  t.equal((await staff.get(ACCEPT)).status, 404, 'not without the password');
  const offered = await owner.submit(asking, path, { password: PASSWORD });
  t.match(said(offered), 'Ownership offered. They can accept it');
  t.equal(await roleOf(app, 'staff'), 'staff', 'an offer changes nothing');
  const everybody = [CALLERS.foreignOwner.email, CALLERS.staff.email, CALLERS.owner.email].sort();
  const told = await lettersAbout(letters, 'Ownership of Riverside Academy', everybody.length);
  t.strictSame(told.map(({ to }) => to).sort(), everybody);
  const toOwners = told.filter(({ to }) => to !== CALLERS.staff.email);
  const [third, giver] = [CALLERS.foreignOwner, CALLERS.owner].map(
    ({ email }) => toOwners.find(({ to }) => to === email)?.text ?? '',
  );
  t.match(third, /Ruth Adler has offered Noor .* to become an owner of Riverside Academy too\./);
  t.match(giver, /You have offered Noor .* to become an owner of Riverside Academy too\./);
  t.match(giver, /withdraw the offer and change your password right away\..*:\s+\S+\/members\//s);
  for (const { text } of told) {
    t.match(text, 'UTC');
    t.notMatch(text, 'GMT', 'zones have one name in all e-mails');
  }
  const hers = told.find(({ to }) => to === CALLERS.staff.email)?.text ?? '';
  t.match(hers, /Ruth Adler offers to share the ownership of Riverside Academy with you\./);
  t.match(hers, /Accept or decline it here:\s+\S+\/account#ownership\b/);
  const need = 'Ruth Adler offers to share the ownership with you.';
  const herHome = await staff.get('/admin/riverside');
  t.match(said(herHome), need, 'it needs her');
  t.match(herHome.body, `<a href="/account#ownership">${need}`);
  t.match((await staff.get('/account')).body, 'id="ownership"');
  const ownersHome = await owner.get('/admin/riverside');
  t.notMatch(said(ownersHome), need, 'and nobody else');
  t.match(
    ownersHome.body,
    new RegExp(`<a href="${pageOf('staff')}">Your offer of ownership to Noor [^<]* is open until Nov`),
  );
  for (const email of [CALLERS.admin.email, CALLERS.foreignOwner.email]) {
    t.notMatch(said(await (await signedIn(app, email)).get('/admin/riverside')), 'Your offer of ownership');
  }

  t.match(said(await staff.get('/account')), 'Ruth Adler offers to share the ownership with you.');
  const confirming = await staff.get(ACCEPT);
  t.match(said(confirming), 'Become an owner of Riverside Academy?');
  t.equal((await staff.submit(confirming, ACCEPT, { password: 'not the password' })).status, 400);
  t.equal(await roleOf(app, 'staff'), 'staff', 'nor does a wrong password');
  const done = await staff.submit(confirming, ACCEPT, { password: PASSWORD });
  t.match(said(done), 'You’re now an owner of the school.');
  t.equal(await roleOf(app, 'staff'), 'owner');
  t.equal(await roleOf(app, 'owner'), 'owner', 'shared');
  t.equal((await staff.get(ACCEPT)).status, 404, 'an offer is accepted once');
  const toldAgain = await lettersAbout(letters, 'Ownership of Riverside Academy', everybody.length);
  t.strictSame(toldAgain.map(({ to }) => to).sort(), everybody, 'of the change as well');
  const toldTo = (name: Name): string => toldAgain.find(({ to }) => to === CALLERS[name].email)?.text ?? '';
  t.match(toldTo('staff'), 'You are now an owner of Riverside Academy, together with Ruth Adler.');
  t.match(toldTo('staff'), /change your password right away.*\/account\/activity\b/s);
  t.match(
    toldTo('owner'),
    /Noor \S+ has accepted your offer and is now an owner of Riverside Academy, together with you\./,
  );
  t.match(toldTo('foreignOwner'), /Noor \S+ is now an owner of Riverside Academy, together with Ruth Adler\./);
  t.notMatch(said(await owner.get('/admin/riverside')), 'Your offer of ownership', 'which is no longer open');

  const events = await app.audit.log.page(RIVERSIDE.id, {}, 20);
  const ofOwners = events.filter(({ event }) => event.startsWith('ownership_')).reverse();
  t.match(ofOwners, [
    { event: 'ownership_offered', personId: CALLERS.owner.id, target: `member/${CALLERS.staff.id}`, ip: '127.0.0.1' },
    { event: 'ownership_shared', personId: CALLERS.staff.id, target: `member/${CALLERS.owner.id}`, ip: '127.0.0.1' },
  ]);
  const log = said(await owner.get('/admin/riverside/audit'));
  t.match(log, /became an owner, as Ruth Adler had offered\./);
  t.match(log, /Ruth Adler offered Noor \S+ ownership of the school\./);
  const [noors, ruths] = [said(await staff.get('/account/activity')), said(await owner.get('/account/activity'))];
  t.match(noors, 'You became an owner of Riverside Academy, together with Ruth Adler');
  t.match(noors, 'Ruth Adler offered you ownership of Riverside Academy');
  t.match(ruths, /Noor \S+ accepted your offer and is now an owner of Riverside Academy too/);
  t.match(ruths, /You offered Noor \S+ ownership of Riverside Academy/);
  t.notMatch(noors, 'Noor', 'each is spoken to');
  t.notMatch(said(await (await signedIn(app, CALLERS.member.email)).get('/account/activity')), 'owner');
});

t.test('a person reads what others make of the own role, and who withdrew or declined an offer [E-49]', async (t) => {
  const { app } = await adminApp(t);
  const [owner, member] = [await signedIn(app, CALLERS.owner.email), await signedIn(app, CALLERS.member.email)];
  const activityOf = async (browser: Browser) => said(await browser.get('/account/activity'));
  const asking = await owner.submit(await owner.get(pageOf('member')), '/role', { role: 'instructor' });
  await owner.submit(asking, '/role/instructor', { password: PASSWORD });
  t.match(await activityOf(member), 'Your role at Riverside Academy was changed from Member to Instructor');
  t.notMatch(await activityOf(owner), 'Your role at');

  await offer(owner, 'member', 'share');
  await owner.submit(await owner.get(pageOf('member')), '/ownership/withdraw');
  t.match(await activityOf(member), 'Ruth Adler withdrew the offer to make you an owner of Riverside Academy');
  t.match(await activityOf(owner), 'You withdrew the offer to make Ana Lima an owner of Riverside Academy');
  await offer(owner, 'member', 'hand-over');
  await member.submit(await member.get('/account'), '/decline');
  t.match(await activityOf(owner), 'Ana Lima declined the ownership of Riverside Academy that you had offered');
  t.match(await activityOf(member), 'You declined the ownership of Riverside Academy that Ruth Adler had offered');
  await offer(owner, 'member', 'hand-over');
  await accept(member);
  t.match(await activityOf(owner), 'Ana Lima accepted your offer and is now an owner of Riverside Academy; you are an');
  t.match(await activityOf(member), 'You took over the ownership of Riverside Academy from Ruth Adler');
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
  const answers = await Promise.all(browsers.map(accept));
  t.strictSame(answers.map(({ status }) => (status === 409 ? 404 : status)).sort(), [200, 404]);
  const roles = await Promise.all([...others, 'owner' as const].map((name) => roleOf(app, name)));
  t.equal(roles.filter((role) => role === 'owner').length, 1);
  t.equal(roles.at(-1), 'admin');
});
