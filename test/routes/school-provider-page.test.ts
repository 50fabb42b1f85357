/** The owner's page of the provider of a school: who may set it, what is stored, and what it is asked before. */
import t, { type Test } from 'tap';
import { RIVERSIDE } from '../../scripts/commands/demo/platform.ts';
import { BASE, PASSWORD } from '../support/app.ts';
import { Browser, type Page } from '../support/browser.ts';
import { textOf } from '../support/database-edit.ts';
import { documentHost, JSON_TYPE, served } from '../support/document-host.ts';
import { ANA, MILA, NOOR, RUTH } from '../support/interaction.ts';
import { DEMO, obtainTokens, userinfo } from '../support/oauth-client.ts';
import { answerTo, CLIENT_ID, CLIENT_SECRET, ISSUER, schoolProvider } from '../support/school-provider.ts';
import { setUpApp } from '../support/second-factor.ts';
import { linksOf, said } from '../support/signed-in.ts';
import { signedIn, withEmails } from '../support/with-emails.ts';

const PAGE = '/admin/riverside/sign-in';
const SETTINGS = `${PAGE}/settings`;
const DAY = 86_400_000;
const FIELDS = { issuer: ISSUER, clientId: CLIENT_ID, secret: CLIENT_SECRET, domains: 'School.example, b.example' };

async function setting(t: Test, env: Record<string, string> = {}) {
  const host = await documentHost(t);
  const made = await withEmails(t, { network: host.network, env });
  const provider = await schoolProvider(host, () => made.clock.now);
  const ruth = await signedIn(made.app, RUTH);
  const phone = await setUpApp(ruth, made.clock);
  const prove = () => ({ password: PASSWORD, code: phone.next() });
  /** Sends the form of the settings, and the page that asks for both factors. */
  async function save(fields: Record<string, string>): Promise<Page> {
    const asked = await ruth.submit(await ruth.get(SETTINGS), SETTINGS, fields);
    return asked.status === 200 ? ruth.submit(asked, SETTINGS, prove()) : asked;
  }
  const stored = () => made.app.people.providerStore.ofSite(RIVERSIDE.id);
  return { ...made, host, provider, ruth, prove, save, stored };
}

t.test('an owner with two factors sets a provider, which is tried out before it is offered', async (t) => {
  const { app, clock, file, logs, prove, ruth, save, stored } = await setting(t);
  const empty = await ruth.get(PAGE);
  t.match(said(empty), /No provider is set up\./);
  const address = app.providers.redirectUri(`prv_${RIVERSIDE.id.slice(RIVERSIDE.id.indexOf('_') + 1)}`);
  t.ok(empty.body.includes(`value="${address}"`), 'the address is known before there is a client');
  const form = await ruth.get(SETTINGS);
  const asked = await ruth.submit(form, SETTINGS, { ...FIELDS, issuer: `${ISSUER}/.well-known/openid-configuration` });
  t.match(said(asked), /Save these settings\?.*at your school only/);
  t.notMatch(asked.body, CLIENT_SECRET, 'the secret is not shown');
  t.equal((await ruth.submit(asked, SETTINGS, { password: PASSWORD })).status, 400, 'the password is not enough');
  t.equal(await stored(), undefined);
  t.match(said(await ruth.submit(asked, SETTINGS, prove())), /Saved\. Now try it\..*Off/);
  t.match(await stored(), {
    ...{ issuer: ISSUER, clientId: CLIENT_ID, domains: ['school.example', 'b.example'], grantDays: 30, joins: false },
    ...{ twoFactorAcr: null, secretEndsAt: null, testedAt: null, signInBy: 'account' },
  });
  for (const page of [PAGE, SETTINGS]) t.notMatch((await ruth.get(page)).body, CLIENT_SECRET);
  t.notOk(textOf(await file.rows('select * from providers')).includes(CLIENT_SECRET));
  t.notOk(logs.join('').includes(CLIENT_SECRET));
  t.match(said(await ruth.get('/admin/riverside/audit')), /Ruth Adler changed the settings of the school sign-in\./);

  t.equal((await ruth.get(`${PAGE}/mode/offered`)).status, 404, 'not before it was tried');
  const left = await ruth.get(`${PAGE}/test`);
  const sent = left.leavesFor?.searchParams;
  t.equal(left.leavesFor?.origin, ISSUER);
  t.strictSame([sent?.get('max_age'), sent?.get('redirect_uri')], ['0', address]);
  const stranger = await new Browser(app).get(backTo(left));
  t.equal(stranger.status, 403, 'in another browser the answer is worth nothing');
  const tried = await ruth.get(backTo(left));
  t.match(tried.url, `${PAGE}?done=tested`);
  t.match(said(tried), /It works\./);
  t.match(
    await file.read('select tested_by from providers'),
    await file.read('select id from people where email = ?', RUTH),
  );
  const row = await stored();
  if (row === undefined) throw new Error('no provider');
  t.match(said(await ruth.get(PAGE)), /does not say when a person signed in.*Offer it to members/);
  const offer = await ruth.get(`${PAGE}/mode/offered`);
  t.equal((await ruth.submit(offer, '/mode/offered', { password: PASSWORD })).status, 400);
  t.match(
    said(await ruth.submit(offer, '/mode/offered', prove())),
    /Members can sign in with it\..*Offered to members/,
  );
  t.equal(await file.read('select sign_in_by from sites where id = ?', RIVERSIDE.id), 'offered');

  clock.advance(1000);
  t.match(said(await save({ grantDays: '7', secret: '' })), /Saved/);
  t.match(await stored(), { grantDays: 7, testedAt: null, sealedSecret: row.sealedSecret }, 'the secret is kept');
  t.match(said(await ruth.get(PAGE)), 'Sign in there yourself once.');
  const off = await ruth.get(`${PAGE}/mode/account`);
  t.match(said(await ruth.submit(off, '/mode/account', prove())), 'with their accounts only');
  const remove = await ruth.get(`${PAGE}/remove`);
  t.match(said(await ruth.submit(remove, '/remove', prove())), 'The provider was removed.');
  t.equal(await stored(), undefined);
  const log = said(await ruth.get('/admin/riverside/audit'));
  t.match(log, /removed the provider of the school sign-in\..*whether members sign in with the school sign-in: Off\./s);
});

/** The path at which the provider sends the browser back, after the person signed in there. */
const backTo = ({ leavesFor }: Page, changes: Record<string, string> = {}): string => {
  const address = new URL(leavesFor?.searchParams.get('redirect_uri') ?? '');
  return `${address.pathname}?${answerTo(String(leavesFor), changes)}`;
};

t.test('a test that fails says why, and offers nothing', async (t) => {
  const { provider, ruth, save, stored } = await setting(t);
  await save(FIELDS);
  provider.token = served(JSON.stringify({ error: 'invalid_client' }), JSON_TYPE, 401);
  const failed = await ruth.get(backTo(await ruth.get(`${PAGE}/test`)));
  t.match(said(failed), /Its secret is wrong or has ended\. Tell an owner of the school, who can enter a new secret\./);
  t.equal((await stored())?.testedAt, null);
  const left = await ruth.get(`${PAGE}/test`);
  await save({ clientId: 'another', secret: '' });
  t.match(
    said(await ruth.get(backTo(left))),
    'The school changed its sign-in while you were signing in',
    'settings that changed end it',
  );
  t.equal((await ruth.get(`${PAGE}/mode/offered`)).status, 404);
});

t.test('the overview reminds owners of a secret that ends, and of a sign-in that fails', async (t) => {
  const { app, clock, file, provider, ruth, save } = await setting(t);
  const day = (ms: number): string => new Date(clock.now + ms).toISOString().slice(0, 10);
  await save({ ...FIELDS, secretEnds: day(20 * DAY) });
  t.notMatch(said(await ruth.get('/admin/riverside')), 'school sign-in ends', 'it is not offered');
  await file.edit("update sites set sign_in_by = 'offered' where id = ?", RIVERSIDE.id);
  t.match(said(await ruth.get('/admin/riverside')), 'The secret of the school sign-in ends on Dec 11, 2026.');
  t.notMatch(said(await (await signedIn(app, NOOR)).get('/admin/riverside')), 'The secret of the school');
  await file.edit('update providers set secret_ends_at = ?', clock.now + 22 * DAY);
  t.notMatch(said(await ruth.get('/admin/riverside')), 'The secret of the school');
  await file.edit('update providers set secret_ends_at = ?', clock.now - DAY);
  t.match(said(await ruth.get('/admin/riverside')), 'The secret of the school sign-in ended on Nov 20, 2026.');
  provider.token = served(JSON.stringify({ error: 'invalid_client' }), JSON_TYPE, 401);
  await ruth.get(backTo(await ruth.get(`${PAGE}/test`)));
  const home = await ruth.get('/admin/riverside');
  t.match(said(home), 'The school sign-in does not work.');
  t.ok(linksOf(home).includes(`${PAGE}?refused=secret_wrong`));
  provider.token = undefined;
  await ruth.get(backTo(await ruth.get(`${PAGE}/test`)));
  t.notMatch(said(await ruth.get('/admin/riverside')), 'does not work');
});

t.test('an owner sees who is connected, and disconnects a member', async (t) => {
  const { app, clock, file, prove, ruth, save } = await setting(t);
  await save(FIELDS);
  const personId = String(await file.read('select id from people where email = ?', ANA));
  await file.edit(
    `insert into provider_identities (id, site_id, issuer, subject, person_id, client_subject, email, linked_by, created_at, last_used_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[
      'pid_1',
      RIVERSIDE.id,
      ISSUER,
      '<b>sub-1</b>',
      personId,
      'usr_1',
      'ana@login.example',
      'person',
      clock.now,
      clock.now,
    ],
  );
  const page = await ruth.get(PAGE);
  t.match(said(page), /Connected people.*ana@login\.example · https:\/\/login\.school\.example/);
  const path = `${PAGE}/people/pid_1`;
  const asked = await ruth.get(path);
  t.equal((await ruth.submit(asked, path, { password: PASSWORD })).status, 400);
  t.match(said(await ruth.submit(asked, path, prove())), 'The sign-in was disconnected.');
  t.equal(
    await app.people.providerIdentities.find({ siteId: RIVERSIDE.id, issuer: ISSUER, subject: '<b>sub-1</b>' }),
    undefined,
  );
  t.equal((await ruth.get(path)).status, 404);
  t.equal((await ruth.get(`${PAGE}/people/pid_2`)).status, 404);
});

t.test('what sign-ins there have opened ends with the issuer, the client, the provider and its mode', async (t) => {
  const { app, clock, file, host, prove, ruth, save, stored } = await setting(t);
  await schoolProvider(host, () => clock.now, 'https://login.other.example');
  await save(FIELDS);
  const { access_token: token } = await obtainTokens(app, undefined, {}, { email: ANA });
  const ana = String(await file.read('select id from people where email = ?', ANA));
  const open = async (): Promise<void> => {
    await file.edit("update sites set sign_in_by = 'offered' where id = ?", RIVERSIDE.id);
    await file.edit(
      `insert into sessions (id, hash, person_id, authenticated_at, authenticated_by, last_seen_at, expires_at, user_agent, school_id, identity_id)
       values (?, ?, ?, ?, 'provider', ?, ?, '', ?, 'pid_1')`,
      ...[
        `ses_${Math.random()}`,
        Buffer.from(`${Math.random()}`),
        ana,
        clock.now,
        clock.now,
        clock.now + DAY,
        RIVERSIDE.id,
      ],
    );
  };
  const connect = (): Promise<void> =>
    file.edit("update grants set revoked_at = null, revoked_by = null, identity_id = 'pid_1' where person_id = ?", ana);
  const left = async (): Promise<unknown[]> => [
    await file.read('select count(*) from sessions where school_id is not null and ended_at is null'),
    await file.read('select count(*) from grants where identity_id is not null and revoked_at is null'),
  ];
  const through = async (path: string) => ruth.submit(await ruth.get(PAGE + path), path, prove());
  for (const [what, change, isKept] of [
    ['other days', () => save({ grantDays: '9', secret: '' }), true],
    ['another secret', () => save({ secret: 'another-secret' }), true],
    ['another client', () => save({ clientId: 'another' }), false],
    ['another issuer', () => save({ issuer: 'https://login.other.example', secret: 'x' }), false],
    ['turned off', () => through('/mode/account'), false],
    ['removed', () => through('/remove'), false],
  ] as const) {
    await open();
    await connect();
    t.equal((await userinfo(app, token)).statusCode, 200, `${what}: before`);
    const before = await left();
    clock.advance(1000);
    await change();
    t.strictSame(await left(), isKept ? before : [0, 0], what);
    t.equal((await userinfo(app, token)).statusCode, isKept ? 200 : 401, what);
  }
  t.equal(await stored(), undefined);
  await connect();
  t.equal((await userinfo(app, token)).statusCode, 401, 'nor is it worth anything while there is no sign-in there');
});

t.test('what is wrong in the settings is named beside its field, and nothing is stored', async (t) => {
  const { host, ruth, save, stored, clock } = await setting(t);
  host.serve('https://other.example/.well-known/openid-configuration', { issuer: 'https://elsewhere.example' });
  for (const [fields, words] of [
    [{ issuer: 'login.school.example' }, 'an https address without a query'],
    [{ issuer: `${ISSUER}?x=1` }, 'an https address without a query'],
    [{ issuer: 'https://login.microsoftonline.com/common/v2.0' }, 'for all organizations'],
    [{ issuer: 'https://other.example' }, 'names itself differently'],
    [{ issuer: 'https://nothing.example' }, 'does not answer there'],
    [{ clientId: '' }, 'Copy the client ID'],
    [{ clientId: 'a b' }, 'Copy the client ID'],
    [{ secret: '' }, 'Enter the client secret'],
    [{ secretEnds: '2027-02-30' }, 'Enter a date'],
    [{ domains: 'gmail.com' }, 'Public mail services are none'],
    [{ domains: 'school' }, 'Public mail services are none'],
    [{ domains: Array.from({ length: 21 }, (_, n) => `d${n}.example`).join(' ') }, 'up to 20 domains'],
    [{ grantDays: '0' }, 'from 1 to 90'],
    [{ grantDays: '91' }, 'from 1 to 90'],
    [{ twoFactorAcr: 'a'.repeat(256) }, 'up to 20 values'],
  ] as const) {
    const page = await save({ ...FIELDS, ...fields });
    t.equal(page.status, 400, JSON.stringify(fields));
    t.match(said(page), words);
    t.notMatch(page.body, CLIENT_SECRET, 'a secret is not sent back');
    t.equal(await stored(), undefined);
  }
  await save({ ...FIELDS, secretEnds: '2027-02-28', twoFactorAcr: 'phr phrh' });
  t.match(await stored(), { secretEndsAt: Date.UTC(2027, 1, 28), twoFactorAcr: ['phr', 'phrh'] });
  await schoolProvider(host, () => clock.now, 'https://login.other.example');
  const kept = await save({ issuer: 'https://login.other.example', secret: '' });
  t.match(said(kept), 'A new issuer needs a new secret', 'a stored secret is sent to no other issuer');
  const stale = await ruth.get(SETTINGS);
  clock.advance(1000);
  await save({ clientId: 'another', secret: '' });
  t.equal((await stored())?.clientId, 'another');
  const asked = await ruth.submit(stale, SETTINGS, { clientId: 'a-third', secret: '' });
  t.equal(asked.status, 200);
});

t.test('no administrator, staff or stranger comes near the provider of a school', async (t) => {
  const { app, file, save } = await setting(t);
  await save(FIELDS);
  const noor = await file.read('select id from people where email = ?', NOOR);
  await file.edit(
    "update memberships set role = 'admin' where person_id = ? and site_id = ?",
    String(noor),
    RIVERSIDE.id,
  );
  const paths = ['', '/settings', '/test', '/mode/account', '/mode/offered', '/remove'].map((path) => PAGE + path);
  for (const email of [NOOR, ANA, MILA]) {
    const browser = await signedIn(app, email);
    for (const path of paths) {
      t.equal((await browser.get(path)).status, 403, `${email}: ${path}`);
      const csrf = /name="csrf" value="([^"]*)"/.exec((await browser.get('/account/profile')).body)?.[1] ?? '';
      const fields = Object.entries({ ...FIELDS, csrf, password: PASSWORD });
      const answer = await browser.post(path, fields as [string, string][]);
      t.ok([403, 404, 405].includes(answer.status), `${email}: POST ${path} ${answer.status}`);
    }
  }
  t.match((await new Browser(app).get(PAGE)).url, '/sign-in?');
});

t.test('an owner without a second factor is led to it, and changes nothing', async (t) => {
  const host = await documentHost(t);
  const { app } = await withEmails(t, { network: host.network });
  const ruth = await signedIn(app, RUTH);
  const page = await ruth.get(PAGE);
  t.match(said(page), 'you need two-factor sign-in');
  t.ok(linksOf(page).some((href) => href.startsWith('/account/second-factor?')));
  t.equal((await ruth.get(SETTINGS)).status, 404);
  t.strictSame(host.requests, []);
});

t.test('an owner decides who joins, and lets people be matched again', async (t) => {
  const { app, clock, file, prove, ruth, save, stored } = await setting(t);
  t.match(said(await save({ ...FIELDS, domains: '', joins: '1' })), /Enter the domains first\./);
  await save({ ...FIELDS, joins: '1' });
  t.match(await stored(), { joins: true, matchUntil: null });
  t.match((await ruth.get(SETTINGS)).body, /name="joins" value="1" checked/);
  const page = said(await ruth.get(PAGE));
  t.match(page, /school\.example, b\.example New people of these domains Become members by signing in/);
  t.notMatch(page, 'Match people again', 'everyone is known');
  t.match(said(await save({ domains: 'gmail.com', secret: '' })), /Public mail services are none/);
  const personId = String(await file.read('select id from people where email = ?', ANA));
  await file.edit(
    `insert into provider_identities (id, site_id, issuer, subject, client_id, person_id, client_subject, linked_by, created_at, last_used_at)
     values ('pid_1', ?, ?, 'sub-1', ?, ?, 'usr_1', 'joined', ?, ?)`,
    ...[RIVERSIDE.id, ISSUER, CLIENT_ID, personId, clock.now, clock.now],
  );
  t.notMatch(said(await ruth.get(PAGE)), 'Match people again');
  clock.advance(1000);
  await save({ clientId: 'another', secret: '' });
  t.match(said(await ruth.get(PAGE)), /1 person has not signed in since.*Match people again/);
  t.equal((await ruth.get(`${PAGE}/match/end`)).status, 404, 'not open');
  t.equal((await ruth.get(`${PAGE}/match/other`)).status, 404);
  const asked = await ruth.get(`${PAGE}/match/start`);
  t.match(said(asked), /with the role Member/);
  t.equal((await ruth.submit(asked, '/match/start', { password: PASSWORD })).status, 400, 'two factors');
  clock.advance(1000);
  const opened = await ruth.submit(asked, '/match/start', prove());
  t.match(said(opened), /matched by their e-mail address now.*Stop matching/);
  t.equal((await stored())?.matchUntil, clock.now + 7 * DAY);
  const noor = await signedIn(app, NOOR);
  t.equal((await noor.get(`${PAGE}/match/end`)).status, 403, 'an admin');
  const end = await ruth.get(`${PAGE}/match/end`);
  clock.advance(1000);
  t.match(said(await ruth.submit(end, '/match/end', prove())), /no longer matched/);
  t.equal((await stored())?.matchUntil, null);
  t.match(
    said(await ruth.get('/admin/riverside/audit')),
    /ended the matching of people.*let people be matched again with the school sign-in/s,
  );
  await save({ domains: '', joins: '', secret: '' });
  t.match(await stored(), { joins: false, domains: [] });
});

t.test('an owner requires the provider, and sees first what ends', async (t) => {
  const { app, clock, file, prove, provider, ruth, save, stored } = await setting(t);
  await save(FIELDS);
  await obtainTokens(
    app,
    DEMO.cli,
    { scope: 'openid account:read', resource: BASE },
    { browser: await signedIn(app, ANA) },
  );
  const tried = async (claims: Record<string, unknown>) => {
    provider.claims = claims;
    t.match((await ruth.get(backTo(await ruth.get(`${PAGE}/test`)))).url, `${PAGE}?done=tested`);
  };
  t.equal((await ruth.get(`${PAGE}/mode/provider`)).status, 404, 'not before it was tried');
  await tried({});
  const asked = await ruth.get(`${PAGE}/mode/provider`);
  t.match(said(asked), /Require this sign-in\?.*1 connection ends now\..*people have not connected.*does not say when/);
  t.equal((await ruth.submit(asked, '/mode/provider', { password: PASSWORD })).status, 400, 'two factors');
  t.match(said(await ruth.submit(asked, '/mode/provider', prove())), /Members sign in with it only\..*Required/);
  t.equal(await file.read('select sign_in_by from sites where id = ?', RIVERSIDE.id), 'provider');
  t.match(
    said(await ruth.get('/admin/riverside/audit')),
    /whether members sign in with the school sign-in: Required\./,
  );
  t.equal((await ruth.get(`${PAGE}/mode/provider`)).status, 404, 'it is');
  clock.advance(60_000);
  const offer = await ruth.get(`${PAGE}/mode/offered`);
  t.match(said(await ruth.submit(offer, '/mode/offered', prove())), /Offered to members/);
  clock.advance(60_000);
  await file.edit("update sites set second_factor_for = 'admins' where id = ?", RIVERSIDE.id);
  t.match(said(await ruth.get(PAGE)), /can’t be required yet/);
  t.equal((await ruth.get(`${PAGE}/mode/provider`)).status, 404, 'admins could not prove what is demanded');
  await tried({ amr: ['mfa'], auth_time: Math.floor(clock.now / 1000) });
  t.match(await stored(), { provesTwoFactors: true, saysAuthTime: true });
  t.notMatch(said(await ruth.get(`${PAGE}/mode/provider`)), 'does not say when');
  t.match(said(await ruth.get(`${PAGE}/mode/provider`)), 'Require this sign-in?');
  t.equal((await (await signedIn(app, NOOR)).get(`${PAGE}/mode/provider`)).status, 403, 'owners only');
});
