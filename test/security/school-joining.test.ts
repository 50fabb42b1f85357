/**
 * Who is let in by the provider of a school: people whom it invited, new people of its domains, and members whose `sub` has
 * changed. An owner chooses the provider, so each row is also what such an owner could try with the address of a stranger.
 */
import t from 'tap';
import type { ProviderSettings } from '../../schema/people/provider.ts';
import { schoolAddress } from '../../schema/people/provider-sign-in.ts';
import { JOINS_PER_SITE } from '../../schema/throttle.ts';
import { CALLERS, HARBOUR, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { ANA, NOOR, RUTH } from '../support/interaction.ts';
import { ISSUER } from '../support/school-provider.ts';
import { type AtSchool, atSchool, offerProvider, PROVIDER_ID } from '../support/school-sign-in.ts';
import { linksOf, said } from '../support/signed-in.ts';
import { pathOf, signedIn } from '../support/with-emails.ts';

t.setTimeout(240_000);

const DOMAIN = 'pupils.example';
const NEW = `kim@${DOMAIN}`;
const ANA_ID = CALLERS.member.id;

/** Changes the settings as an owner does; a sign-in begins with those of now. */
async function set({ app, clock }: AtSchool, settings: Partial<ProviderSettings>, isSame = true): Promise<void> {
  clock.advance(1000);
  const provider = await app.people.providerStore.find(PROVIDER_ID);
  if (provider === undefined) throw new Error('no provider');
  const seen = { id: PROVIDER_ID, siteId: RIVERSIDE.id, seen: provider.updatedAt };
  const event = { event: 'provider_changed', at: clock.now, siteId: RIVERSIDE.id } as const;
  if (!(await app.people.providerStore.change(seen, settings, isSame, event))) throw new Error('not changed');
}

async function openMatching({ app, clock }: AtSchool, days = 7): Promise<void> {
  clock.advance(1000);
  const provider = await app.people.providerStore.find(PROVIDER_ID);
  const seen = { id: PROVIDER_ID, siteId: RIVERSIDE.id, seen: provider?.updatedAt ?? 0 };
  const event = { event: 'provider_match_opened', at: clock.now, siteId: RIVERSIDE.id } as const;
  if (!(await app.people.providerStore.setMatching(seen, clock.now + days * 86_400_000, event)))
    throw new Error('not opened');
}

const joining = { domains: [DOMAIN], joins: true };

/** Where a sign-in of a new browser leads. */
async function tryIn(school: AtSchool, subject: string, claims: Record<string, unknown>): Promise<string> {
  const browser = new Browser(school.app);
  const page = await school.arrive(browser, subject, undefined, claims);
  if (browser.cookies.has('sid')) return 'in';
  return `${page.status} ${/<h1>([^<]*)/.exec(page.body)?.[1]}`;
}
const OUT = '200 Connect your account first';
const verified = (email: string, more = {}) => ({ email, email_verified: true, ...more });

const personOf = (school: AtSchool, email: string) =>
  school.file.row(
    `select p.id, p.name, p.email_verified, p.password_hash, m.role, m.status, m.invited_email from people p
     left join memberships m on m.person_id = p.id and m.site_id = '${RIVERSIDE.id}' where p.email_key = ?`,
    email,
  );

async function invite({ app }: AtSchool, email: string, role = 'member', school = RIVERSIDE.slug): Promise<void> {
  const owner = await signedIn(app, school === RIVERSIDE.slug ? RUTH : NOOR);
  const form = await owner.get(`/admin/${school}/members/invite`);
  const sent = await owner.submit(form, '/invite', { email, role });
  if (sent.status >= 400) throw new Error(said(sent));
}

async function invitationLink({ mailbox }: AtSchool, email: string): Promise<string> {
  const letter = (await mailbox.wait()).find(({ to, text }) => to.includes(email) && text.includes('/invitation?'));
  return pathOf(/https?:\/\/\S+\/invitation\?\S+/.exec(letter?.text ?? '')?.[0] ?? '');
}

t.test('an address of the school is verified, of a listed domain, and written as it is compared', async (t) => {
  const google = 'https://accounts.google.com';
  for (const [claims, issuer, expected, why] of [
    [{ email: NEW, emailVerified: true }, ISSUER, NEW, 'a verified address'],
    [{ email: 'KIM@Pupils.Example', emailVerified: true }, ISSUER, NEW, 'other case'],
    [{ email: NEW, emailVerified: false }, ISSUER, undefined, 'not verified'],
    [{ emailVerified: true }, ISSUER, undefined, 'no address'],
    [{ email: 'kim@sub.pupils.example', emailVerified: true }, ISSUER, undefined, 'a domain below'],
    [{ email: 'kim@evilpupils.example', emailVerified: true }, ISSUER, undefined, 'the end of a domain'],
    [{ email: 'kim@pupils.example@evil.example', emailVerified: true }, ISSUER, undefined, 'two signs'],
    [{ email: 'ｋim@pupils.example', emailVerified: true }, ISSUER, undefined, 'another letter'],
    [{ email: '\u212Aim@pupils.example', emailVerified: true }, ISSUER, undefined, 'the sign of Kelvin'],
    [{ email: NEW, emailVerified: true }, google, undefined, 'Google without hd'],
    [{ email: NEW, emailVerified: true, hostedDomain: 'evil.example' }, google, undefined, 'Google, another hd'],
    [{ email: NEW, emailVerified: true, hostedDomain: DOMAIN }, google, NEW, 'Google with hd'],
  ] as const) {
    t.equal(
      schoolAddress({ issuer, domains: [DOMAIN] }, { email: undefined, hostedDomain: undefined, ...claims }),
      expected,
      why,
    );
  }
});

t.test('new people of the domains become members, if the school wants that', async (t) => {
  const school = await atSchool(t);
  const { app, file } = school;
  t.equal(await tryIn(school, 's0', verified(NEW)), OUT, 'nothing is set');
  await set(school, { domains: [DOMAIN] });
  t.equal(await tryIn(school, 's0', verified(NEW)), OUT, 'domains without joining');
  await set(school, joining);
  for (const [claims, why] of [
    [{}, 'no address'],
    [{ email: NEW }, 'not verified'],
    [{ email: NEW, email_verified: 'true' }, 'verified by a word'],
    [{ email: NEW, xms_edov: true }, 'a claim of Microsoft from another'],
    [verified('kim@evil.example'), 'another domain'],
  ] as const)
    t.equal(await tryIn(school, 's0', claims), OUT, why);
  t.equal(await personOf(school, NEW), undefined);
  t.equal(await tryIn(school, 's1', verified(NEW, { name: 'Kim Doe' })), 'in');
  const kim = await personOf(school, NEW);
  t.match(kim, { name: 'Kim Doe', password_hash: null, role: 'member', status: 'active', invited_email: null });
  t.equal(Number(kim?.email_verified), 0, 'the address is not proven by it');
  t.equal(await file.read('select linked_by from provider_identities'), 'joined');
  const owner = await signedIn(app, RUTH);
  t.match(said(await owner.get('/admin/riverside/audit')), /Kim Doe became a member through the school sign-in\./);
  t.match(said(await owner.get('/admin/riverside/members?q=Kim')), /Kim Doe/, 'it is found');
  t.match(
    (await school.mailbox.wait()).map(({ to, subject }) => `${to} ${subject}`).join(),
    new RegExp(`${NEW} .*Riverside`),
  );
  t.equal(await tryIn(school, 's1', { email: 'kim.new@evil.example' }), 'in', 'whatever the address is by now');
  t.equal(await file.read('select email from provider_identities'), 'kim.new@evil.example');
  t.equal(await file.read('select email from people where id = ?', String(kim?.id)), NEW, 'the account keeps its own');
  t.equal(await tryIn(school, 's2', verified(NEW)), OUT, 'the address is somebody else’s at the provider now');
});

t.test('an address leads to no account that somebody has', async (t) => {
  const school = await atSchool(t, { env: { PLATFORM_OPERATORS: `root@${DOMAIN}` } });
  const { file } = school;
  await set(school, { domains: [DOMAIN, 'riverside.example', 'harbour.example'], joins: true });
  const before = await file.rows('select id, email from people order by id');
  for (const email of [ANA, RUTH, NOOR, 'mila@harbour.example'])
    t.equal(await tryIn(school, `thief of ${email}`, verified(email)), OUT, email);
  t.strictSame(await file.rows('select id, email from people order by id'), before);
  t.strictSame(await file.rows('select id from provider_identities'), []);
  t.equal(
    await tryIn(school, 'root', verified(`root@${DOMAIN}`)),
    'in',
    'an operator of the platform without an account',
  );
  const root = new Browser(school.app);
  await school.arrive(root, 'root');
  t.match((await root.get('/platform')).url, /^\/(?:sign-in|account\/school)/, 'reaches the school alone');
  t.match((await root.get('/admin/riverside')).status, 403);
});

t.test('joining brings nobody back, and takes no address that is reserved', async (t) => {
  const school = await atSchool(t);
  const { app, clock, file } = school;
  await set(school, joining);
  t.equal(await tryIn(school, 's1', verified(NEW)), 'in');
  const kim = String((await personOf(school, NEW))?.id);
  const owner = await signedIn(app, RUTH);
  const act = async (what: string) => {
    const member = await owner.get(`/admin/riverside/members/${kim}`);
    const href = linksOf(member).find((link) => link.endsWith(`/${what}`)) ?? what;
    return owner.submit(await owner.get(href), `/${what}`, { password: PASSWORD });
  };
  await act('suspend');
  t.equal((await personOf(school, NEW))?.status, 'suspended');
  t.equal(await tryIn(school, 's1', verified(NEW)), '403 Ask your school');
  t.equal(await tryIn(school, 's1', verified(`other@${DOMAIN}`)), '403 Ask your school', 'with another address');
  t.equal(await tryIn(school, 's2', verified(NEW)), OUT, 'as another subject');
  await file.edit("update memberships set status = 'active' where person_id = ?", kim);
  await act('remove');
  t.equal((await personOf(school, NEW))?.status, 'removed');
  t.equal(await tryIn(school, 's1', verified(NEW)), OUT);
  // The account has another address by now.
  await file.edit('update people set email = ?, email_key = ? where id = ?', 'k@new.example', 'k@new.example', kim);
  t.equal(await tryIn(school, 's1', verified(NEW)), OUT, 'the school removed that address');
  t.equal(await personOf(school, NEW), undefined);
  const reserved = `old@${DOMAIN}`;
  await file.edit(
    `insert into mail_links (hash, purpose, person_id, email, reserved_key, created_at, expires_at) values (?, 'restore_email', ?, ?, ?, ?, ?)`,
    ...[Buffer.alloc(32, 1), ANA_ID, reserved, reserved, clock.now, clock.now + 86_400_000],
  );
  t.equal(await tryIn(school, 's3', verified(reserved)), OUT, 'reserved');
  clock.advance(86_400_001);
  t.equal(await tryIn(school, 's3', verified(reserved)), 'in');
});

t.test('a school takes in so many in an hour, and the page of more says so', async (t) => {
  const school = await atSchool(t);
  const { app } = school;
  await set(school, joining);
  const counter = { kind: 'provider_joins', subject: RIVERSIDE.id, rule: JOINS_PER_SITE };
  for (let taken = 1; taken < JOINS_PER_SITE.limit; taken += 1) await app.throttle.take(counter);
  t.equal(await tryIn(school, 's1', verified(NEW)), 'in');
  t.equal(await tryIn(school, 's2', verified(`lee@${DOMAIN}`)), '429 Too many people joined just now');
  t.equal(await tryIn(school, 's1', verified(NEW)), 'in', 'members are not counted');
});

t.test('an invitation as member is taken by the address, if nobody has the account', async (t) => {
  const school = await atSchool(t);
  const { file } = school;
  await set(school, { domains: [DOMAIN] });
  await invite(school, NEW);
  t.equal(await tryIn(school, 's1', { email: NEW }), OUT, 'not verified');
  await file.edit('update people set email_verified = ? where email_key = ?', true, NEW);
  t.equal(await tryIn(school, 's1', verified(NEW)), OUT, 'a proven address');
  await file.edit('update people set email_verified = ? where email_key = ?', false, NEW);
  await file.edit("update people set password_hash = 'x' where email_key = ?", NEW);
  t.equal(await tryIn(school, 's1', verified(NEW)), OUT, 'a password');
  await file.edit('update people set password_hash = null where email_key = ?', NEW);
  const id = String((await personOf(school, NEW))?.id);
  await file.edit(
    `insert into passkeys (id, person_id, name, public_key, counter, transports, is_backed_up, created_at) values ('pk', ?, '', ?, 0, '[]', ?, 1)`,
    ...[id, Buffer.alloc(1), false],
  );
  t.equal(await tryIn(school, 's1', verified(NEW)), OUT, 'a passkey');
  await file.edit('delete from passkeys');
  await file.edit(
    `insert into memberships (person_id, site_id, role, status, joined_at) values (?, ?, 'member', 'invited', 1)`,
    ...[id, HARBOUR.id],
  );
  t.equal(await tryIn(school, 's1', verified(NEW)), OUT, 'another school');
  await file.edit('delete from memberships where person_id = ? and site_id = ?', id, HARBOUR.id);
  for (const role of ['owner', 'admin', 'staff', 'instructor']) {
    await file.edit('update memberships set role = ? where person_id = ?', role, id);
    t.equal(await tryIn(school, 's1', verified(NEW)), OUT, role);
  }
  await file.edit("update memberships set role = 'member' where person_id = ?", id);
  t.equal(await tryIn(school, 's1', verified(NEW)), 'in');
  t.match(await personOf(school, NEW), {
    id,
    status: 'active',
    role: 'member',
    invited_email: null,
    password_hash: null,
  });
  t.equal(await file.read('select linked_by from provider_identities'), 'invitation');
});

t.test('the link of an invitation and the provider together open any role but owner', async (t) => {
  const school = await atSchool(t);
  const { app, file } = school;
  await invite(school, NEW);
  const link = await invitationLink(school, NEW);
  await file.edit("update memberships set role = 'admin' where invited_email = ?", NEW);
  const browser = new Browser(app);
  const page = await browser.get(link);
  const go = linksOf(page).find((href) => href.startsWith('/sign-in/at/')) ?? '';
  t.match(go, /next=%2Finvitation%3Ftoken/);
  const asked = await school.arrive(browser, 's1', go, { email: 'kim@elsewhere.example' });
  t.match(said(asked), /You signed in at login\.school\.example as kim@elsewhere\.example/);
  t.notOk(browser.cookies.has('sid'));
  t.equal((await personOf(school, NEW))?.status, 'invited', 'nothing is done before the person confirms');
  const other = new Browser(app);
  t.match(said(await other.get(link)), /password you choose/, 'another browser has no proof');
  const second = await school.arrive(browser, 's2', go, { email: 'mallory@elsewhere.example' });
  t.equal((await browser.submit(asked, '/at-school', { name: 'Kim' })).url, link, 'another tab brought another proof');
  t.strictSame(await file.rows('select id from provider_identities'), []);
  t.ok(second);
  const shown = await school.arrive(browser, 's1', go, { email: 'kim@elsewhere.example' });
  t.equal((await browser.submit(shown, '/at-school', { name: '' })).status, 400);
  const done = await browser.submit(shown, '/at-school', { name: 'Kim Doe' });
  t.match(said(done), /You’ve joined the school\. Now sign in at login\.school\.example/);
  t.match(await personOf(school, NEW), { role: 'admin', status: 'active', name: 'Kim Doe', password_hash: null });
  t.equal(Number((await personOf(school, NEW))?.email_verified), 0);
  await school.arrive(browser, 's1');
  t.equal((await browser.get('/admin/riverside')).status, 200);
  t.equal((await new Browser(app).get(link)).status, 404, 'the link is used up');
  // Of an owner, or of an account that somebody has, the page offers a password only.
  await invite(school, `own@${DOMAIN}`);
  await file.edit("update memberships set role = 'owner' where invited_email = ?", `own@${DOMAIN}`);
  const owned = await new Browser(app).get(await invitationLink(school, `own@${DOMAIN}`));
  t.notOk(
    linksOf(owned).some((href) => href.startsWith('/sign-in/at/')),
    'owner',
  );
});

t.test('whoever has an account proves it once, and joins or accepts with it', async (t) => {
  const school = await atSchool(t);
  const { app, file } = school;
  const MILA = 'mila@harbour.example';
  await set(school, { domains: ['harbour.example'], joins: true });
  for (const claims of [{}, { email: MILA }, verified('mila@evil.example')]) {
    const other = await signedIn(app, MILA);
    const shown = await school.arrive(other, 'm0', '/sign-in/at/riverside?link=1', claims);
    t.match(shown.url, 'school_refused', JSON.stringify(claims));
  }
  const browser = new Browser(app);
  const page = await school.arrive(browser, 'm1', undefined, verified(MILA));
  const href = linksOf(page).find((link) => link.startsWith('/sign-in?')) ?? '';
  const asked = await browser.submit(await browser.get(href), '/sign-in', { email: MILA, password: PASSWORD });
  t.match(said(asked), /You will become a member of Riverside Academy/);
  t.match(said(await browser.submit(asked, '/connect')), /Connected/);
  t.match(await personOf(school, MILA), { role: 'member', status: 'active' });
  t.equal(await tryIn(school, 'm1', {}), 'in');
  const id = String((await personOf(school, MILA))?.id);
  await file.edit('delete from provider_identities');
  for (const status of ['suspended', 'removed']) {
    await file.edit('update memberships set status = ? where person_id = ? and site_id = ?', status, id, RIVERSIDE.id);
    const again = await signedIn(app, MILA);
    const shown = await school.arrive(again, 'm1', '/sign-in/at/riverside?link=1', verified(MILA));
    t.match(shown.url, 'school_refused', status);
    t.equal((await personOf(school, MILA))?.status, status);
  }
  // An invitation is accepted first, by the account.
  await set(school, { domains: [], joins: false });
  await file.edit(
    "update memberships set status = 'invited', role = 'admin' where person_id = ? and site_id = ?",
    ...[id, RIVERSIDE.id],
  );
  const invited = new Browser(app);
  const out = await school.arrive(invited, 'm1', undefined, verified(MILA));
  const to = linksOf(out).find((link) => link.startsWith('/sign-in?')) ?? '';
  const account = await invited.submit(await invited.get(to), '/sign-in', { email: MILA, password: PASSWORD });
  t.equal(account.url, '/account');
  const connect = await invited.submit(account, '/accept');
  t.equal(connect.url, '/account/sign-in/connect');
  t.match(said(await invited.submit(connect, '/connect')), /Connected/);
});

t.test('with new subjects, members are matched while the owner lets them', async (t) => {
  const school = await atSchool(t);
  const { app, clock, file } = school;
  await set(school, joining);
  t.equal(await tryIn(school, 'old', verified(NEW)), 'in');
  const shared = await file.read('select client_subject from provider_identities');
  const id = String((await personOf(school, NEW))?.id);
  await openMatching(school);
  t.equal(await tryIn(school, 'thief', verified(NEW)), OUT, 'the subject of the member is still the one of now');
  await set(school, { clientId: 'another', joins: false }, false);
  school.provider.claims = {};
  const now = { aud: 'another' };
  const token = { ...verified(NEW), ...now };
  t.equal(await tryIn(school, 'new', token), OUT, 'not open: a change of the settings has ended it');
  await openMatching(school);
  t.equal(await tryIn(school, 'new', { ...now, email: NEW }), OUT, 'not verified');
  for (const [column, value, back, why] of [
    ['password_hash', 'x', null, 'a password'],
    ['email_verified', true, false, 'a proven address'],
  ] as const) {
    await file.edit(`update people set ${column} = ? where id = ?`, value, id);
    t.equal(await tryIn(school, 'new', token), OUT, why);
    await file.edit(`update people set ${column} = ? where id = ?`, back, id);
  }
  for (const [column, value, back] of [
    ['role', 'admin', 'member'],
    ['status', 'suspended', 'active'],
  ] as const) {
    await file.edit(`update memberships set ${column} = ? where person_id = ?`, value, id);
    t.equal(await tryIn(school, 'new', token), OUT, value);
    await file.edit(`update memberships set ${column} = ? where person_id = ?`, back, id);
  }
  t.equal(await tryIn(school, 'new', token), 'in');
  t.match(await file.row('select subject, client_id, linked_by, client_subject from provider_identities'), {
    ...{ subject: 'new', client_id: 'another', linked_by: 'school', client_subject: shared },
  });
  t.equal((await file.rows('select id from people where id = ?', id)).length, 1);
  t.equal(await tryIn(school, 'newer', token), OUT, 'once');
  t.equal(await tryIn(school, 'old', now), OUT, 'the subject of before is nobody’s');
  const owner = await signedIn(app, RUTH);
  t.match(said(await owner.get('/admin/riverside/audit')), /was matched again with the sign-in of this school/);
  await set(school, { clientId: 'third' }, false);
  await openMatching(school);
  clock.advance(7 * 86_400_000 + 1);
  t.equal(await tryIn(school, 'late', { ...token, aud: 'third' }), OUT, 'after seven days');
});

t.test('a subject counts at one school, and settings that have changed let nobody in', async (t) => {
  const school = await atSchool(t);
  const { app } = school;
  await offerProvider(app, HARBOUR.id, 'prv_harbour');
  await set(school, joining);
  t.equal(await tryIn(school, 's1', verified(NEW)), 'in');
  const browser = new Browser(app);
  await school.arrive(browser, 's1', '/sign-in/at/harbour', verified(NEW));
  t.notOk(browser.cookies.has('sid'), 'at Harbour');
  const under = new Browser(app);
  const left = await under.get('/sign-in/at/riverside');
  await set(school, { domains: [] });
  t.ok(left.leavesFor);
  const provider = await app.people.providerStore.find(PROVIDER_ID);
  const old = { id: PROVIDER_ID, siteId: RIVERSIDE.id, seen: (provider?.updatedAt ?? 0) - 1 };
  const row = {
    ...{ id: 'pid_x', siteId: RIVERSIDE.id, issuer: ISSUER, subject: 'x', clientId: null, personId: 'usr_x' },
    ...{ clientSubject: 'usr_y', email: null, linkedBy: 'joined' as const, createdAt: 1, lastUsedAt: 1 },
  };
  const account = {
    id: 'usr_x',
    email: 'x@x.example',
    emailKey: 'x@x.example',
    emailVerified: false,
    name: 'X',
    passwordHash: null,
    active: true,
    createdAt: 1,
  };
  const event = { event: 'member_joined', at: 1, siteId: RIVERSIDE.id, personId: 'usr_x' } as const;
  t.equal(await app.people.providerAdmissions.join({ provider: old, identity: row }, account, [event, event]), false);
});

t.test('what bars a new account bars joining with another account, and both are counted', async (t) => {
  const school = await atSchool(t);
  const { app, file } = school;
  const MILA = 'mila@harbour.example';
  await set(school, joining);
  t.equal(await tryIn(school, 's1', verified(NEW)), 'in');
  await file.edit('delete from provider_identities');
  const kim = String((await personOf(school, NEW))?.id);
  const connect = async (subject: string, email: string) => {
    const browser = await signedIn(app, MILA);
    const shown = await school.arrive(browser, subject, '/sign-in/at/riverside?link=1', verified(email));
    return shown.url.includes('school_refused') ? shown.url : (await browser.submit(shown, '/connect')).url;
  };
  for (const status of ['suspended', 'removed']) {
    await file.edit('update memberships set status = ? where person_id = ? and site_id = ?', status, kim, RIVERSIDE.id);
    t.match(await connect('s1', NEW), 'school_refused', status);
    t.equal((await personOf(school, MILA))?.status ?? null, null, status);
  }
  await file.edit('update people set email = ?, email_key = ? where id = ?', 'k@new.example', 'k@new.example', kim);
  await file.edit('update memberships set invited_email = ? where person_id = ?', NEW, kim);
  t.match(await connect('s1', NEW), 'school_refused', 'the school knew the address');
  await file.edit("update memberships set status = 'suspended' where person_id = ?", kim);
  t.equal(await tryIn(school, 's2', verified(NEW)), OUT, 'suspended, and the account has another address by now');
  const counter = { kind: 'provider_joins', subject: RIVERSIDE.id, rule: JOINS_PER_SITE };
  while ((await app.throttle.take(counter)) === 0);
  t.match(await connect('s3', `lee@${DOMAIN}`), 'school_refused', 'too many');
  school.clock.advance(60 * 60_000);
  t.match(await connect('s3', `lee@${DOMAIN}`), 'school_connected', 'an hour later');
});
